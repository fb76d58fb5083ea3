//! The engine that the tests start: it knows the rules, and behaves as the word in its environment says.

use std::io::{BufRead, Write};
use std::process::exit;
use std::time::Duration;

use enban_external::gtp::message::read_colour;
use enban_external::gtp::{Command, Response};
use enban_game::toy::Toy;
use enban_game::{Notation, Rng, Step, Trail, Turn, Watch};
use enban_search::{Desk, Player, Random};

use crate::support::{go5, nip24};

/// A game of choices and forced passes.
pub const TREE: &str = "((1 2 (0 ~(5 6) 1)) (3 ~(4 5 ~(1 2))) (1 (2 3)))";

/// A game in which every way leads through forced passes.
pub const FORCED: &str = "(~(~(1 2) 3) ~(~(3 4 5) ~(2 6)))";

const COMMANDS: [&str; 13] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "komi",
    "clear_board",
    "play",
    "genmove",
    "undo",
    "showboard",
];

/// The move of a scripted engine, drawn from all that was played: an engine that missed or mixed up a step
/// makes another.
pub fn choice_of<G: Notation>(trail: &Trail<G>) -> enban_game::Move {
    let seed = trail.write_steps().bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte));
    Random::new(Rng::new(seed)).think(trail, &Desk::quiet(&Watch::default())).choice
}

/// As an engine this speaks until it is told to quit; as a test it sees that the script is a good engine itself.
#[test]
fn speaks() {
    let Ok(script) = std::env::var("ENBAN_SCRIPT") else {
        let mut said = Vec::new();
        serve(nip24(), "good", "1 name\n# a remark\n\nplay B pass\nnonsense\n".as_bytes(), &mut said);
        assert_eq!(String::from_utf8(said).unwrap(), "=1 Scripted good\n\n? illegal move\n\n? unknown command\n\n");
        return;
    };
    let output = std::fs::File::options().write(true).open("/dev/fd/3").expect("the place of the answers");
    let (game, manner) = script.split_once(':').expect("a game and a manner");
    let input = std::io::stdin().lock();
    match game {
        "nip24" => serve(nip24(), manner, input, output),
        "go5" => serve(go5(), manner, input, output),
        "toy" => serve(Toy::<2>::parse(TREE).expect("a tree"), manner, input, output),
        "forced" => serve(Toy::<2>::parse(FORCED).expect("a tree"), manner, input, output),
        other => panic!("no game {other}"),
    }
    exit(0);
}

fn serve<G: Notation>(game: G, manner: &str, mut input: impl BufRead, mut output: impl Write) {
    let mut engine = Scripted { trail: Trail::new(game), manner, times: 0, moves: 0, plays: 0 };
    let mut line = Vec::new();
    if manner == "dead at start" {
        exit(4);
    }
    if manner == "greets" {
        write!(output, "Welcome!\n\n").expect("a reader");
    }
    while input.read_until(b'\n', &mut line).expect("a writer") > 0 {
        let text = String::from_utf8_lossy(&line).into_owned();
        line.clear();
        if manner == "answers remarks" && text.starts_with('#') {
            write!(output, "? what\n\n").expect("a reader");
        }
        let Some(command) = Command::parse(&text) else { continue };
        let outcome = engine.obey(&command, &mut output);
        let response = engine.spoken(Response::to(&command, outcome));
        output.write_all(response.as_bytes()).and_then(|()| output.flush()).expect("a reader");
        match (command.name.as_str(), manner) {
            ("quit", "deaf") => wait(),
            ("quit", "crashes on quit") => exit(5),
            ("quit", _) => return,
            ("genmove", "ends after a move") => exit(6),
            ("genmove", "chatters") => output.write_all(b"one more thing\n").expect("a reader"),
            _ => {}
        }
    }
}

/// For ever, as far as a test can see; but an engine whose test was killed shall not stay.
fn wait() -> ! {
    std::thread::sleep(Duration::from_secs(60));
    exit(9);
}

struct Scripted<'m, G: Notation> {
    trail: Trail<G>,
    manner: &'m str,
    times: u32,
    moves: u32,
    plays: u32,
}

impl<G: Notation> Scripted<'_, G> {
    /// The response as it is written, which is not always as it should be.
    fn spoken(&self, mut response: Response) -> String {
        match self.manner {
            "wrong ids" => response.id = Some(response.id.unwrap_or(0) + 1),
            "no ids" => response.id = None,
            _ => {}
        }
        match self.manner {
            "carriage returns" => response.to_string().to_ascii_uppercase().replace('\n', "\r\n"),
            _ => response.to_string(),
        }
    }

    fn obey(&mut self, command: &Command, output: &mut impl Write) -> Result<String, String> {
        let argument = |number: usize| command.arguments.get(number).map(String::as_str);
        match command.name.as_str() {
            "protocol_version" => Ok(if self.manner == "old" { "1" } else { "2" }.to_owned()),
            "name" => Ok(format!("Scripted {}", self.manner)),
            "version" => Ok("1.0".to_owned()),
            "known_command" => {
                let known = argument(0).is_some_and(|name| self.commands().contains(&name));
                Ok((known || self.manner == "knows all").to_string())
            }
            "list_commands" => Ok(self.commands().join("\n")),
            "quit" | "komi" => Ok(String::new()),
            "boardsize" => {
                argument(0).filter(|&size| size == "5").map(|_| String::new()).ok_or("unacceptable size".to_owned())
            }
            "clear_board" => {
                if self.manner != "never clears" {
                    self.trail = Trail::new(self.trail.game().clone());
                }
                Ok(String::new())
            }
            "time_settings" if self.manner == "slow" => {
                self.times = argument(1).and_then(|seconds| seconds.parse().ok()).ok_or("syntax error")?;
                Ok(String::new())
            }
            "time_settings" | "time_left" if self.manner == "timed" => {
                self.times += u32::from(command.arguments.iter().any(|word| word == "2"));
                Ok(String::new())
            }
            "play" => self.play(argument(0), argument(1)),
            "genmove" => self.genmove(argument(0), output),
            "undo" if self.manner == "never undoes" => Ok(String::new()),
            "undo" => self.trail.undo().map(|_| String::new()).ok_or("cannot undo".to_owned()),
            "showboard" => Ok(format!("\n{}\n\nsecond", self.trail.game().write_position(self.trail.state()))),
            _ if self.manner == "obeys all" => Ok(String::new()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn commands(&self) -> Vec<&'static str> {
        let timed: &[&str] = match self.manner {
            "timed" => &["time_settings", "time_left"],
            "slow" => &["time_settings"],
            _ => &[],
        };
        let without = |name: &&str| self.manner != "cannot play" || *name != "play";
        COMMANDS.iter().chain(timed).copied().filter(without).collect()
    }

    fn play(&mut self, colour: Option<&str>, word: Option<&str>) -> Result<String, String> {
        let (Some(seat), Some(word)) = (colour.and_then(read_colour), word) else {
            return Err("syntax error".to_owned());
        };
        self.plays += 1;
        if self.manner == "picky" && self.plays == 9 {
            return Err("not this one".to_owned());
        }
        if self.manner == "plays all" {
            return Ok(String::new());
        }
        let illegal = || "illegal move".to_owned();
        let game = self.trail.game();
        let step = match (word, self.trail.turn()) {
            ("pass", Turn::Pass) => Step::Pass,
            _ => Step::Play(game.read_move(word).map_err(|_| illegal())?),
        };
        if seat != self.trail.mover() {
            return Err(illegal());
        }
        self.trail.try_step(step).map(|()| String::new()).map_err(|_| illegal())
    }

    fn genmove(&mut self, colour: Option<&str>, output: &mut impl Write) -> Result<String, String> {
        if colour.and_then(read_colour) != Some(self.trail.mover()) {
            return Err("syntax error".to_owned());
        }
        self.moves += 1;
        let choice = choice_of(&self.trail);
        let mut write = |text: &[u8]| output.write_all(text).and_then(|()| output.flush()).unwrap_or_else(|_| exit(0));
        match self.manner {
            "hangs" => wait(),
            "crashes" | "crashes later" if self.manner == "crashes" || self.moves == 2 => {
                eprintln!("the tower fell\nbad luck");
                exit(3);
            }
            "resigns" => return Ok("Resign".to_owned()),
            "illegal" => return Ok(self.illegal_word()),
            "passes" => return Ok("PASS".to_owned()),
            "nonsense" => return Ok("d4 I think".to_owned()),
            "silent" => return Ok(String::new()),
            "refuses" => return Err("no mood".to_owned()),
            "timed" if self.times == 0 => return Err("what time is it".to_owned()),
            "slow" if self.times < 3 => return Err(format!("{} s are too few", self.times)),
            "garbage" => write(b"\xff\xfe\x00 let me see\n\n"),
            "half a line" => {
                write(b"= d");
                wait();
            }
            "half an answer" => {
                write(b"= d4\n");
                wait();
            }
            "endless line" => loop {
                write(&[b'='; 4096]);
            },
            "endless lines" => loop {
                write(&b"= x\n".repeat(1024));
            },
            "endless emptiness" => loop {
                write(&[b'\n'; 4096]);
            },
            _ => {}
        }
        self.trail.try_step(Step::Play(choice)).expect("a legal move");
        Ok(self.trail.game().write_move(choice))
    }

    /// The last move once more, or a square that is off the board.
    fn illegal_word(&self) -> String {
        self.trail.steps().last().map_or("c3".to_owned(), |step| step.write(self.trail.game()))
    }
}
