//! The examination of how an engine speaks: the commands it must know, ids, odd lines, mistakes, quitting.

use super::{Abandoned, Examiner, Severity};
use crate::gtp::{Command, Response};

/// What every engine must know, whatever it plays.
const REQUIRED: [&str; 9] =
    ["protocol_version", "name", "version", "known_command", "list_commands", "quit", "clear_board", "play", "genmove"];

/// A name that no engine has for a command.
const NO_COMMAND: &str = "enban_no_such_command";

/// Who it is, and what it says it can do.
pub(super) fn introduction(examiner: &mut Examiner<'_>) -> Result<(), Abandoned> {
    let version = shown(&examiner.ask("protocol version", "protocol_version")?);
    examiner.judge("protocol version", version == "= 2", Severity::Error, ("protocol_version", &version), "2");
    for command in ["name", "version"] {
        let answer = examiner.ask("name and version", command)?;
        let named = answer.as_ref().is_ok_and(|name| !name.is_empty());
        // The standard lets the version be empty, but a result without one cannot be repeated.
        let otherwise = if answer.is_ok() { Severity::Warning } else { Severity::Error };
        examiner.judge("name and version", named, otherwise, (command, &shown(&answer)), "some text");
    }
    let listed = examiner.must("list of commands", "list_commands")?;
    examiner.listed = listed.split_whitespace().map(str::to_owned).collect();
    let setup = examiner.params.setup.iter().filter_map(|line| Command::parse(line)).map(|command| command.name);
    let needed: Vec<String> = REQUIRED.iter().map(|&name| name.to_owned()).chain(setup).collect();
    let missing: Vec<&str> = needed.iter().map(String::as_str).filter(|name| !examiner.knows(name)).collect();
    let received = if missing.is_empty() {
        format!("{} commands, none missing", examiner.listed.len())
    } else {
        format!("a list without {}", missing.join(", "))
    };
    let expected = format!("one name a line, with {}", needed.join(", "));
    examiner.judge("list of commands", missing.is_empty(), Severity::Error, ("list_commands", &received), &expected);
    Ok(())
}

/// Whether `known_command` and `list_commands` say the same.
pub(super) fn known_commands(examiner: &mut Examiner<'_>) -> Result<(), Abandoned> {
    const SUBJECT: &str = "known commands";
    let mut wrong = false;
    let listed = examiner.listed.clone();
    let asked = listed.iter().map(|name| (name.as_str(), "true")).chain([(NO_COMMAND, "false")]);
    for (name, expected) in asked {
        let command = format!("known_command {name}");
        let answer = examiner.ask(SUBJECT, &command)?;
        if answer.as_deref() != Ok(expected) {
            wrong = true;
            examiner.note(Severity::Error, SUBJECT, (&command, &shown(&answer)), expected);
        }
    }
    if !wrong {
        let sent = format!("known_command for {} listed names and for {NO_COMMAND}", listed.len());
        examiner.note(Severity::Ok, SUBJECT, (&sent, "true, and once false"), "true, and once false");
    }
    Ok(())
}

/// Ids, comments, blank lines, tabs and other characters between the words.
pub(super) fn odd_lines(examiner: &mut Examiner<'_>) -> Result<(), Abandoned> {
    const FACTS: [(&str, &str, Option<u32>, Severity); 9] = [
        ("ids", "protocol_version", None, Severity::Error),
        ("ids", "7 protocol_version", Some(7), Severity::Error),
        ("ids", "0 protocol_version", Some(0), Severity::Error),
        ("ids", "2147483647 protocol_version", Some(2_147_483_647), Severity::Warning),
        ("comments", "# a remark\n8 protocol_version # another", Some(8), Severity::Error),
        ("blank lines", "\n \n\t\n9 protocol_version", Some(9), Severity::Error),
        ("tabs and blanks", " 10\tprotocol_version ", Some(10), Severity::Warning),
        ("carriage returns", "11 protocol_version\r", Some(11), Severity::Warning),
        ("control characters", "12 proto\u{1}col_version", Some(12), Severity::Warning),
    ];
    for (subject, text, id, otherwise) in FACTS {
        let right = Response { id, outcome: Ok("2".to_owned()) };
        let found = examiner.say(subject, text)?;
        let (received, expected) = (found.to_string(), right.to_string());
        examiner.judge(subject, found == right, otherwise, (text, received.trim_end()), expected.trim_end());
        if found != right && text.contains('\n') {
            // It may have answered other lines too: those answers must not be taken for later ones.
            examiner.engine = None;
        }
    }
    Ok(())
}

/// Commands that cannot be obeyed.
pub(super) fn mistakes(examiner: &mut Examiner<'_>) -> Result<(), Abandoned> {
    let answer = examiner.ask("unknown command", NO_COMMAND)?;
    let otherwise = if answer.is_ok() { Severity::Error } else { Severity::Warning };
    let right = answer.as_ref().is_err_and(|reason| reason == "unknown command");
    examiner.judge("unknown command", right, otherwise, (NO_COMMAND, &shown(&answer)), "? unknown command");
    for command in ["play", "play B", "genmove", "play purple pass", "play B enban"] {
        let answer = examiner.ask("bad arguments", command)?;
        examiner.judge(
            "bad arguments",
            answer.is_err(),
            Severity::Warning,
            (command, &shown(&answer)),
            "? and a reason",
        );
    }
    Ok(())
}

/// Whether it leaves when asked.
pub(super) fn farewell(examiner: &mut Examiner<'_>) -> Result<(), Abandoned> {
    let timeout = examiner.params.timeout;
    let answer = shown(&examiner.ask("quit", "quit")?);
    examiner.judge("quit", answer == "=", Severity::Warning, ("quit", &answer), "=");
    let status = examiner.engine.take().and_then(|mut engine| engine.exit_within(timeout));
    let received = status.as_deref().unwrap_or("it still runs");
    let otherwise = if status.is_some() { Severity::Warning } else { Severity::Error };
    let right = status.as_deref() == Some("exit status: 0");
    examiner.judge("quit", right, otherwise, ("quit", received), "an end with exit status: 0");
    Ok(())
}

/// An answer with its mark.
pub(super) fn shown(answer: &Result<String, String>) -> String {
    let (mark, text) = match answer {
        Ok(text) => ("=", text),
        Err(reason) => ("?", reason),
    };
    format!("{mark} {text}").trim_end().to_owned()
}
