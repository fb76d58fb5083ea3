//! Dead stones and scores of finished games, held against those of GNU Go.
//!
//! Not run by default: it needs `gnugo` on the path and takes minutes.
//! `cargo test -p enban-go --test gnugo -- --ignored --nocapture` plays games of GNU Go against itself and prints how
//! often the two agree, and every game in which they do not. `ENBAN_GNUGO_GAMES` sets the number of games.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use enban_game::{Bits, Colour, Game, Move, Notation, Points, Rng, Turn};
use enban_go::recognition::{WEAK_STONES_MAX, end_territory, final_status};
use enban_go::{Go, Rules};

/// GNU Go, spoken to over its standard input and output.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(seed: u64) -> Self {
        let mut child = Command::new("gnugo")
            .args(["--mode", "gtp", "--level", "1", "--chinese-rules", "--seed", &seed.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("gnugo is on the path");
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    /// The answer to a command, without the `=` and the empty line.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "gnugo left at {command:?}");
            if line.trim().is_empty() {
                break;
            }
            answer.push_str(&line);
        }
        answer.strip_prefix('=').unwrap_or_else(|| panic!("{command:?}: {answer}")).trim().to_lowercase()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What GNU Go says of the final position, and what we say.
struct Compared {
    position: String,
    dead: [Bits<2>; 2],
    margins: [f64; 2],
    /// The margin that the study's rule gives: stones and territory with groups of four or fewer taken off.
    by_the_study: f64,
}

/// A game: the first moves at random, so that no two are alike, then GNU Go until both pass; `None` if it resigns.
fn play(game: &Go<2>, seed: u64) -> Option<Compared> {
    let mut engine = Engine::start(seed + 1);
    let size = game.board().size();
    engine.ask(&format!("boardsize {size}"));
    engine.ask("clear_board");
    engine.ask(&format!("komi {}", game.rules().komi()));
    let (mut state, mut rng) = (game.start(), Rng::new(seed));
    for number in 0..4 * size * size {
        let colour = if state.mover() == Colour::Black { "black" } else { "white" };
        if number < 4 {
            let points = game.legal_points(&state);
            let choice = game.nth_move(&points, rng.below(points.count()));
            engine.ask(&format!("play {colour} {}", game.write_move(choice)));
            game.play(&mut state, choice);
        } else {
            let word = engine.ask(&format!("genmove {colour}"));
            if word == "resign" {
                return None;
            }
            game.play(&mut state, game.read_move(&word).unwrap_or_else(|error| panic!("{word}: {error}")));
        }
        if matches!(game.turn(&state), Turn::Over) {
            break;
        }
    }
    let mut dead = Bits::EMPTY;
    for word in engine.ask("final_status_list dead").split_whitespace() {
        dead.set(game.read_move(word).unwrap().index());
    }
    let score = engine.ask("final_score");
    let sign = if score.starts_with('b') { 1.0 } else { -1.0 };
    let theirs = score.split('+').nth(1).map_or(0.0, |points| sign * points.parse::<f64>().unwrap());
    let ours = final_status(game, &state);
    Some(Compared {
        position: game.write_position(&state),
        dead: [dead, ours.dead],
        margins: [theirs, ours.scores.margin(enban_game::Seat(0)).as_f64()],
        by_the_study: margin_by_the_study(game, [state.stones(Colour::Black), state.stones(Colour::White)]),
    })
}

fn margin_by_the_study(game: &Go<2>, stones: [Bits<2>; 2]) -> f64 {
    let ending = end_territory(game.board(), stones, WEAK_STONES_MAX);
    let area = |colour: usize| (ending.owned[colour] | (stones[colour] & !ending.removed)).count() as i32;
    (Points::whole(area(0) - area(1)) - game.rules().komi()).as_f64()
}

#[test]
#[ignore = "needs GNU Go and minutes"]
fn finished_games_are_judged_as_gnu_go_does() {
    let games: u64 = std::env::var("ENBAN_GNUGO_GAMES").ok().map_or(200, |text| text.parse().expect("a number"));
    let game = Go::<2>::with_rules(9, Rules::default()).unwrap();
    let (mut same_dead, mut same_score, mut same_winner, mut study_score) = (0, 0, 0, 0);
    let (mut stones, mut wrong) = (0, 0);
    for compared in (0..).filter_map(|seed| play(&game, seed)).take(games as usize) {
        let [theirs, ours] = compared.dead;
        same_dead += u64::from(theirs == ours);
        same_score += u64::from(compared.margins[0] == compared.margins[1]);
        same_winner += u64::from((compared.margins[0] > 0.0) == (compared.margins[1] > 0.0));
        study_score += u64::from(compared.margins[0] == compared.by_the_study);
        stones += theirs.count();
        wrong += (theirs ^ ours).count();
        if theirs != ours || compared.margins[0] != compared.margins[1] {
            let words = |set: Bits<2>| {
                set.indices().map(|point| game.write_move(Move(point as u16))).collect::<Vec<_>>().join(" ")
            };
            println!("{}", compared.position);
            println!("  margins {:?}; dead there {}; dead here {}", compared.margins, words(theirs), words(ours));
        }
    }
    println!("{games} games, {stones} dead stones, {wrong} judged otherwise");
    println!("the same dead stones {same_dead}, the same score {same_score}, the same winner {same_winner}");
    println!("the same score by the study's rule {study_score}");
    // Measured: see above. Fewer would mean that something broke.
    assert!(same_dead * 100 >= games * 90, "{same_dead} of {games}");
    assert!(same_winner * 100 >= games * 95, "{same_winner} of {games}");
}
