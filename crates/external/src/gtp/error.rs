//! What can go wrong with an engine.

use std::fmt;
use std::time::Duration;

/// Something went wrong between us and an engine: which, at what command, and how.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("engine {engine:?}, {}: {fault}", spoken(.command))]
pub struct EngineError {
    /// The command line of the engine, shortened.
    pub engine: String,
    /// The command it was given; empty before the first.
    pub command: String,
    /// What happened.
    pub fault: Fault,
}

fn spoken(command: &str) -> String {
    if command.is_empty() { "not yet spoken to".to_owned() } else { format!("at {command:?}") }
}

/// What an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There is no such program, or no such command line.
    NotStarted(String),
    /// No whole answer came in time.
    Hung {
        /// The time it had.
        after: Duration,
        /// What it had written of an answer.
        so_far: String,
    },
    /// It ended, or closed its output.
    Died {
        /// How it ended, as the system says it.
        status: String,
        /// The last lines of its standard error.
        last_words: String,
    },
    /// It answered that it will not: the text behind the question mark.
    Refused(String),
    /// What it wrote is not GTP, or not an answer to this: why, and the text, shortened.
    Garbled {
        /// What is wrong with it.
        why: String,
        /// What it wrote.
        text: String,
    },
    /// It was told to stop while it was at work.
    Stopped,
}

impl Fault {
    /// Whether the engine can still be spoken to.
    pub(crate) fn is_survived(&self) -> bool {
        matches!(self, Self::Refused(_))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(reason) => write!(out, "cannot be started: {reason}"),
            Self::Hung { after, so_far } => {
                write!(out, "no answer within {} ms", after.as_millis())?;
                if so_far.is_empty() { Ok(()) } else { write!(out, ", only {so_far:?} without an empty line after it") }
            }
            Self::Died { status, last_words } => {
                write!(out, "it ended ({status})")?;
                if last_words.is_empty() { Ok(()) } else { write!(out, ", its last words: {last_words}") }
            }
            Self::Refused(reason) => write!(out, "refused: {reason}"),
            Self::Garbled { why, text } => write!(out, "not an answer, {why}: {text:?}"),
            Self::Stopped => out.write_str("stopped while it was at work"),
        }
    }
}

/// The beginning of a text that may be long.
pub(super) fn shortened(text: &str) -> String {
    const LETTERS_MAX: usize = 80;
    let mut letters = text.chars();
    let begin: String = letters.by_ref().take(LETTERS_MAX).collect();
    if letters.next().is_some() { begin + "..." } else { begin }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_engine_and_the_command() {
        let check = |command: &str, fault: Fault, text: &str| {
            let error = EngineError { engine: "gnugo".to_owned(), command: command.to_owned(), fault };
            assert_eq!(error.to_string(), text);
        };
        let not_found = Fault::NotStarted("not found".to_owned());
        check("", not_found, r#"engine "gnugo", not yet spoken to: cannot be started: not found"#);
        let hung = Fault::Hung { after: Duration::from_millis(300), so_far: String::new() };
        check("genmove B", hung, r#"engine "gnugo", at "genmove B": no answer within 300 ms"#);
        let died = Fault::Died { status: "exit status: 3".to_owned(), last_words: "oh".to_owned() };
        check("name", died, r#"engine "gnugo", at "name": it ended (exit status: 3), its last words: oh"#);
    }

    #[test]
    fn long_texts_are_shortened() {
        assert_eq!(shortened("円盤"), "円盤");
        assert_eq!(shortened(&"円".repeat(81)), "円".repeat(80) + "...");
    }
}
