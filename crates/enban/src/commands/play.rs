//! `enban play`: a game in the terminal.

use std::io::{BufRead, Write};

use anyhow::{Result, bail};
use enban_catalog::{AnyGame, Expression, Session, TurnView, View, open};
use enban_game::{Seat, Step, Watch};
use enban_search::Desk;
use serde_json::json;

use crate::arguments::{Common, Play};
use crate::draw::{self, Look};
use crate::json;

const HELP: &str = "\
  d3        play there (pass, --, pa: pass where passing is a move)
  undo      take back, to your own last move
  moves     the moves so far
  hint      the legal moves and how many discs each captures
  board     draw the board again
  quit      leave; the moves so far are printed";

/// Plays a game.
pub fn run(command: &Play, common: &Common) -> Result<()> {
    let game = open(&command.start.game)?;
    let mut session = game.session(command.start.position.as_deref(), command.start.moves.as_deref())?;
    let humans = seat_players(&mut *session, &command.seats, common.seed())?;
    let look = Look::choose(command.ascii);
    leave_quietly_on_ctrl_c();
    let table = Table { session, humans, look, json: common.json, move_limit: game.move_limit() as usize };
    table.play(&mut std::io::stdin().lock(), &mut std::io::stdout().lock())
}

/// Gives the seats to players, and says which are left to humans.
fn seat_players(session: &mut dyn Session, seats: &str, seed: u64) -> Result<Vec<bool>> {
    let names = split_names(seats);
    let seats = session.game().seats();
    if names.len() > seats {
        bail!("--seats names {} players, but the game has {seats} seats", names.len());
    }
    let mut humans = vec![false; seats];
    for (seat, human) in humans.iter_mut().enumerate() {
        let name = names.get(seat).map_or("random", |name| name.trim());
        if name == "human" {
            *human = true;
            continue;
        }
        let place = format!("--seats, player {} ({name:?})", seat + 1);
        let expression = Expression::parse(name).map_err(|error| anyhow::anyhow!("{place}: {error}"))?;
        let seated = session.seat_player(Seat(seat as u8), &expression, seed);
        seated.map_err(|error| anyhow::anyhow!("{place}: {error}; or human"))?;
    }
    Ok(humans)
}

/// Splits at commas that are not inside brackets.
pub(crate) fn split_names(text: &str) -> Vec<&str> {
    let (mut names, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth <= 0 => {
                names.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    names.push(&text[start..]);
    names
}

fn leave_quietly_on_ctrl_c() {
    // Without the handler the shell would still end the program; it would only look rougher.
    // The game holds the lock of the standard output while it waits for a line.
    let _ = ctrlc::set_handler(|| {
        eprintln!();
        std::process::exit(130);
    });
}

struct Table {
    session: Box<dyn Session>,
    humans: Vec<bool>,
    look: Look,
    json: bool,
    /// Steps after which a game of players alone is taken to go round for ever.
    move_limit: usize,
}

/// What to do after a human's line.
enum Next {
    GoOn,
    AskAgain,
    Leave,
}

impl Table {
    fn play(mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
        self.show(out)?;
        loop {
            let view = self.session.view();
            let human = self.humans[view.mover.index()];
            match &view.turn {
                TurnView::Over => return self.finish(out),
                _ if !self.humans.contains(&true) && view.steps.len() >= self.move_limit => return self.break_off(out),
                TurnView::Pass => {
                    self.think()?;
                    self.say(out, &format!("{} has no legal move and passes.", view.mover_label()))?;
                    self.show(out)?;
                }
                TurnView::Moves(_) if !human => {
                    let step = self.think()?.expect("every seat has a player or a human");
                    let word = self.session.game().write_step(step);
                    self.say(out, &format!("{} plays {word}.", view.mover_label()))?;
                    self.show(out)?;
                }
                TurnView::Moves(_) => match self.ask(&view, input, out)? {
                    Next::GoOn => self.show(out)?,
                    Next::AskAgain => {}
                    Next::Leave => return self.leave(out),
                },
            }
        }
    }

    /// The step of whoever is on turn and is no human.
    fn think(&mut self) -> Result<Option<Step>> {
        let made = self.session.think(&Desk::quiet(&Watch::default()))?;
        Ok(made.map(|made| made.step))
    }

    fn ask(&mut self, view: &View, input: &mut impl BufRead, out: &mut impl Write) -> Result<Next> {
        if !self.json {
            write!(out, "{} to move (help for help): ", view.mover_label())?;
            out.flush()?;
        }
        let mut bytes = Vec::new();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Next::Leave);
        }
        let line = String::from_utf8_lossy(&bytes);
        match line.trim().to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "help" | "?" => self.say(out, HELP)?,
            "board" => self.show(out)?,
            "moves" => self.say(out, &format!("Moves so far: {}", numbered(self.session.game(), &view.steps)))?,
            "hint" => self.say(out, &hints(self.session.game(), view))?,
            "undo" | "u" => return self.undo(out),
            word => match self.session.read_step(word) {
                Ok(step) => {
                    self.session.play(step)?;
                    return Ok(Next::GoOn);
                }
                Err(error) => self.say(out, &format!("Not played. {error}"))?,
            },
        }
        Ok(Next::AskAgain)
    }

    /// Takes steps back to the last choice of a human.
    fn undo(&mut self, out: &mut impl Write) -> Result<Next> {
        let mut undone = Vec::new();
        while let Some(step) = self.session.undo() {
            undone.push(step);
            let view = self.session.view();
            if self.humans[view.mover.index()] && matches!(view.turn, TurnView::Moves(_)) {
                undone.reverse();
                self.say(out, &format!("Taken back: {}", draw::steps(self.session.game(), &undone)))?;
                return Ok(Next::GoOn);
            }
        }
        // No human moved yet: what the others played before the first choice stays.
        for &step in undone.iter().rev() {
            self.session.play(step)?;
        }
        self.say(out, "There is nothing to take back.")?;
        Ok(Next::AskAgain)
    }

    fn show(&self, out: &mut impl Write) -> Result<()> {
        let view = self.session.view();
        match self.json {
            true => writeln!(out, "{}", json::view(self.session.game(), &view))?,
            false => writeln!(out, "\n{}\n{}\n", draw::board(&view, self.look), draw::tally(&view))?,
        }
        Ok(())
    }

    fn say(&self, out: &mut impl Write, sentence: &str) -> Result<()> {
        match self.json {
            true => writeln!(out, "{}", json!({ "message": sentence }))?,
            false => writeln!(out, "{sentence}")?,
        }
        Ok(())
    }

    fn finish(&self, out: &mut impl Write) -> Result<()> {
        let view = self.session.view();
        self.say(out, &format!("The game is over. {}", draw::result(self.session.game(), &view)))?;
        self.say(out, &format!("Moves: {}", self.steps()))
    }

    fn break_off(&self, out: &mut impl Write) -> Result<()> {
        let count = self.session.steps().len();
        self.say(out, &format!("No result after {count} moves: the game goes round."))?;
        self.say(out, &format!("Moves: {}", self.steps()))
    }

    fn leave(&self, out: &mut impl Write) -> Result<()> {
        if !self.json {
            writeln!(out)?;
        }
        self.say(out, &format!("Left unfinished. Moves so far: {}", self.steps()))
    }

    fn steps(&self) -> String {
        draw::steps(self.session.game(), self.session.steps())
    }
}

fn numbered(game: &dyn AnyGame, steps: &[Step]) -> String {
    let words = steps.iter().enumerate().map(|(number, &step)| format!("{}. {}", number + 1, game.write_step(step)));
    words.collect::<Vec<_>>().join(" ")
}

fn hints(game: &dyn AnyGame, view: &View) -> String {
    let words = view.moves().iter().map(|legal| match legal.captured {
        0 => game.write_move(legal.choice),
        captured => format!("{} ({captured})", game.write_move(legal.choice)),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed when these lines are typed.
    fn typed(game: &str, seats: &str, lines: &str) -> String {
        seated(game, seats, lines, 1)
    }

    fn seated(game: &str, seats: &str, lines: &str, seed: u64) -> String {
        let game = open(game).unwrap();
        let mut session = game.begin();
        let humans = seat_players(&mut *session, seats, seed).unwrap();
        let mut out = Vec::new();
        let table = Table { session, humans, look: Look::Ascii, json: false, move_limit: game.move_limit() as usize };
        table.play(&mut lines.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_closed_input_leaves_the_game() {
        assert!(typed("nip", "human", "").ends_with("Left unfinished. Moves so far: \n"));
        assert!(typed("nip", "human,human", "c4\nquit\nd3\n").ends_with("Moves so far: c4\n"));
    }

    #[test]
    fn undo_goes_back_to_the_humans_own_move() {
        let out = typed("reversi", "human,random", "d3\nundo\nmoves\nundo\n");
        assert!(out.contains("Taken back: d3 "), "{out}");
        assert!(out.contains("Moves so far: \n"), "{out}");
        assert!(out.contains("There is nothing to take back."), "{out}");
    }

    #[test]
    fn undo_keeps_what_others_played_first() {
        let out = typed("reversi", "random,human", "undo\nmoves\n");
        assert!(out.contains("There is nothing to take back.") && out.contains("Moves so far: 1. "), "{out}");
    }

    #[test]
    fn a_wrong_move_is_answered_and_asked_again() {
        let out = typed("nip", "human,human", "a1\ne9\nd4\npass\nhint\n");
        for part in ["a1 is not on it", "found \"e9\"", "found \"d4\"", "found \"pass\"", "c4 (1)"] {
            assert!(out.contains(part), "{part}: {out}");
        }
    }

    #[test]
    fn a_game_of_players_that_goes_round_is_broken_off() {
        // On a board of two by two random players take stones from each other until they happen to pass both.
        let out =
            (1..50).map(|seed| seated("go2", "random,random", "", seed)).find(|out| !out.contains("The game is over."));
        let out = out.expect("one of fifty games goes round");
        assert!(out.contains("No result after ") && out.contains("the game goes round."), "{out}");
    }

    #[test]
    fn a_game_of_players_ends_with_its_result() {
        let out = typed("reversi4", "random,random", "");
        assert!(out.contains("The game is over.") && out.contains("passes."), "{out}");
        let out = typed("yonin", "random", "");
        assert!(out.contains("The game is over."), "{out}");
        let out = typed("go5", "random,random", "");
        assert!(out.contains("plays pass.") && out.contains("The game is over."), "{out}");
    }

    #[test]
    fn wrong_seats_are_refused() {
        let mut session = open("nip").unwrap().begin();
        let mut refused = |seats: &str| seat_players(&mut *session, seats, 1).unwrap_err().to_string();
        assert!(refused("human,rando").contains("did you mean random?"));
        assert!(refused("random(x=1)").contains("no option"));
        assert!(refused("human,human,human").contains("2 seats"));
        assert_eq!(split_names("a(b,c),d"), ["a(b,c)", "d"]);
    }
}
