//! The examination of how an engine plays: moves it must take, moves it must refuse, undo, and whole games.

use enban_game::{Cell, Move, MoveSet, Notation, Rng, Step, Trail, Turn};

use super::speech::shown;
use super::{Abandoned, Examiner, Severity};
use crate::gtp::message::write_colour;
use crate::player::read_answer;

/// Every first move must be taken, and a cleared board must take it again.
pub(super) fn first_moves<G: Notation>(examiner: &mut Examiner<'_>, game: &G) -> Result<(), Abandoned> {
    const SUBJECT: &str = "first moves";
    let mut count = 0;
    let Turn::Moves(moves) = examiner.begin(game, SUBJECT)?.turn() else { return Ok(()) };
    for choice in moves.iter() {
        // Once more after clearing: on a board that was not cleared it would be illegal, or the wrong turn.
        for _ in 0..2 {
            let mut trail = examiner.begin(game, SUBJECT)?;
            play(examiner, SUBJECT, &mut trail, Step::Play(choice))?;
        }
        count += 1;
    }
    let sent = format!("each of {count} first moves, twice, with clear_board before it");
    examiner.note(Severity::Ok, SUBJECT, (&sent, "="), "success");
    Ok(())
}

/// Moves against the rules must be refused and must leave the board as it was.
pub(super) fn illegal_moves<G: Notation>(examiner: &mut Examiner<'_>, game: &G) -> Result<(), Abandoned> {
    const SUBJECT: &str = "illegal moves";
    let mut trail = examiner.begin(game, SUBJECT)?;
    let Some(first) = nth_choice(&trail, 0) else { return Ok(()) };
    play(examiner, SUBJECT, &mut trail, Step::Play(first))?;
    let Turn::Moves(legal) = trail.turn() else { return Ok(()) };
    let mut words: Vec<String> = Vec::new();
    let cells = trail.game().diagram(trail.state()).cells;
    let squares = cells.into_iter().filter_map(|cell| match cell {
        Cell::Empty(choice) | Cell::Filled(choice, _) => Some(choice),
        Cell::Outside => None,
    });
    let illegal: Vec<Move> = squares.filter(|&choice| !legal.contains(choice)).collect();
    words.extend(illegal.iter().map(|&choice| trail.game().write_move(choice)));
    if trail.game().pass_move().is_none() {
        words.push("pass".to_owned());
    }
    let mut accepted = false;
    for word in &words {
        let command = format!("play {} {word}", write_colour(trail.mover()));
        let answer = examiner.ask(SUBJECT, &command)?;
        if answer.is_ok() {
            accepted = true;
            examiner.note(Severity::Error, SUBJECT, (&command, &shown(&answer)), "? illegal move");
            // What is on its board now is anyone's guess.
            trail = examiner.begin(game, SUBJECT)?;
            play(examiner, SUBJECT, &mut trail, Step::Play(first))?;
        }
    }
    if let Some(second) = nth_choice(&trail, 0) {
        play(examiner, SUBJECT, &mut trail, Step::Play(second))?;
    }
    if !accepted {
        let sent = format!("{} illegal moves after the first, then a legal one", words.len());
        examiner.note(Severity::Ok, SUBJECT, (&sent, "refused, then success"), "refused, then success");
    }
    Ok(())
}

/// If it knows `undo`, a move that was taken back can be made again.
pub(super) fn undo<G: Notation>(examiner: &mut Examiner<'_>, game: &G) -> Result<(), Abandoned> {
    const SUBJECT: &str = "undo";
    if !examiner.knows("undo") {
        examiner.note(Severity::Ok, SUBJECT, ("", "not among its commands"), "nothing: it need not know it");
        return Ok(());
    }
    let mut trail = examiner.begin(game, SUBJECT)?;
    let first = nth_choice(&trail, 0);
    for choice in first.into_iter().chain(first) {
        let before = trail.clone();
        play(examiner, SUBJECT, &mut trail, Step::Play(choice))?;
        if let Some(second) = nth_choice(&trail, 0) {
            play(examiner, SUBJECT, &mut trail, Step::Play(second))?;
            examiner.must(SUBJECT, "undo")?;
        }
        examiner.must(SUBJECT, "undo")?;
        trail = before;
    }
    examiner.note(Severity::Ok, SUBJECT, ("two moves taken back and made again", "="), "success");
    let answer = examiner.ask(SUBJECT, "undo")?;
    examiner.judge(
        SUBJECT,
        answer.is_err(),
        Severity::Warning,
        ("undo", &shown(&answer)),
        "? cannot undo, at the start",
    );
    Ok(())
}

/// Whole games: in even ones it chooses every move, in odd ones those of one colour.
pub(super) fn games<G: Notation>(examiner: &mut Examiner<'_>, game: &G) -> Result<(), Abandoned> {
    const SUBJECT: &str = "games";
    let mut steps = 0;
    for number in 0..examiner.params.games {
        // An engine that breaks down in one game is given the next.
        steps += whole_game(examiner, game, number).unwrap_or(0);
    }
    let fine = !examiner.findings.iter().any(|finding| finding.subject == GAME && finding.severity == Severity::Error);
    if fine {
        let sent = format!("{} games, {steps} steps", examiner.params.games);
        examiner.note(Severity::Ok, SUBJECT, (&sent, "legal moves"), "legal moves");
    }
    Ok(())
}

const GAME: &str = "game";

/// Plays one game and returns how many steps it took.
fn whole_game<G: Notation>(examiner: &mut Examiner<'_>, game: &G, number: u32) -> Result<u32, Abandoned> {
    let mut rng = Rng::stream(examiner.params.seed, u64::from(number));
    // Seat 0 chooses for itself in games 0, 1 and 2 of four, seat 1 in games 0, 2 and 3.
    let engine_chooses = |seat: u8| number.is_multiple_of(2) || u32::from(seat) == (number / 2) % 2;
    let mut trail = examiner.begin(game, GAME)?;
    for step in 0..game.move_limit() {
        match trail.turn() {
            Turn::Over => return Ok(step),
            Turn::Pass => play(examiner, GAME, &mut trail, Step::Pass)?,
            Turn::Moves(_) if engine_chooses(trail.mover().0) => {
                if !genmove(examiner, &mut trail)? {
                    return Ok(step);
                }
            }
            Turn::Moves(moves) => {
                let state = trail.state();
                let drawn = trail.history().filter(trail.game(), state, trail.game().playout_turn(state));
                let drawn = if let Turn::Moves(drawn) = drawn { drawn } else { moves };
                let choice = trail.game().nth_move(&drawn, rng.below(drawn.len()));
                play(examiner, GAME, &mut trail, Step::Play(choice))?;
            }
        }
    }
    Ok(game.move_limit())
}

/// Has the engine make a move; false if it resigned instead.
fn genmove<G: Notation>(examiner: &mut Examiner<'_>, trail: &mut Trail<G>) -> Result<bool, Abandoned> {
    let command = format!("genmove {}", write_colour(trail.mover()));
    let answer = examiner.must(GAME, &command)?;
    if answer.eq_ignore_ascii_case("resign") {
        return Ok(false);
    }
    let choice = read_answer(trail, &answer).map_err(|reason| {
        let expected = format!("a legal move after \"{}\"; {reason}", trail.write_steps());
        examiner.note(Severity::Error, GAME, (&command, &format!("= {answer}")), &expected);
        Abandoned
    })?;
    trail.try_step(Step::Play(choice)).expect("the answer was just found legal");
    Ok(true)
}

/// Makes a legal step on both boards.
fn play<G: Notation>(
    examiner: &mut Examiner<'_>,
    subject: &'static str,
    trail: &mut Trail<G>,
    step: Step,
) -> Result<(), Abandoned> {
    let command = format!("play {} {}", write_colour(trail.mover()), step.write(trail.game()));
    if let Err(reason) = examiner.ask(subject, &command)? {
        let expected = format!("success, as it is legal after \"{}\"", trail.write_steps());
        examiner.note(Severity::Error, subject, (&command, &format!("? {reason}")), &expected);
        return Err(Abandoned);
    }
    trail.try_step(step).expect("only legal steps are sent");
    Ok(())
}

fn nth_choice<G: Notation>(trail: &Trail<G>, index: u32) -> Option<Move> {
    let Turn::Moves(moves) = trail.turn() else { return None };
    (index < moves.len()).then(|| moves.nth(index))
}
