//! Commands about the rules: komi, and the rule sets as KataGo and KGS name them.

use enban_catalog::Expression;
use serde_json::{Value, json};

use super::{Answer, one, syntax_error};
use crate::server::Engine;

/// Points for white. The moves stay as they are.
pub(super) fn komi(engine: &mut Engine, arguments: &[String]) -> Answer {
    let komi: f64 = one(arguments)?.parse().ok().filter(|komi: &f64| komi.is_finite()).ok_or_else(syntax_error)?;
    if !engine.board.is_go() {
        return if komi == 0.0 { Ok(String::new()) } else { Err("this game has no komi".to_owned()) };
    }
    if (2.0 * komi).fract() != 0.0 {
        return Err("komi must be a multiple of 0.5".to_owned());
    }
    let name = with(engine.board.name(), "komi", &(komi + 0.0).to_string());
    engine.board.rename(&name.to_string())?;
    Ok(String::new())
}

pub(super) fn get_komi(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(komi_of(engine.board.name()))
}

/// A rule set by name or spelled out; komi stays as it was.
pub(super) fn kata_set_rules(engine: &mut Engine, arguments: &[String]) -> Answer {
    let text = arguments.join(" ");
    let options = match text.starts_with('{') {
        true => spelled_out(&text)?,
        false => named(&text).ok_or_else(|| format!("unknown rules {text:?}"))?,
    };
    set_rules(engine, options)
}

/// The rules of a game on KGS.
pub(super) fn kgs_rules(engine: &mut Engine, arguments: &[String]) -> Answer {
    let options = match one(arguments)? {
        "chinese" => named("chinese-kgs"),
        "new_zealand" => named("new-zealand"),
        name @ ("aga" | "japanese") => named(name),
        _ => None,
    };
    set_rules(engine, options.ok_or_else(syntax_error)?)
}

/// The rules spelled out.
pub(super) fn kata_get_rules(engine: &mut Engine, _: &[String]) -> Answer {
    let name = engine.board.name();
    let rules = name.get("rules").unwrap_or("chinese");
    let tromp_taylor = rules == "tromp-taylor";
    let ko = name.get("ko").unwrap_or(if tromp_taylor { "positional" } else { "simple" });
    let suicide = name.get("suicide").map_or(tromp_taylor, |suicide| suicide == "on");
    let answer = json!({
        "friendlyPassOk": false,
        "hasButton": false,
        "ko": ko.to_uppercase(),
        "scoring": if rules == "japanese" { "TERRITORY" } else { "AREA" },
        "suicide": suicide,
        "tax": "NONE",
        "whiteHandicapBonus": "0",
    });
    Ok(answer.to_string())
}

/// What is settled about a game: its rule set, ko and suicide.
type Settled = [(&'static str, &'static str); 3];

fn set_rules(engine: &mut Engine, options: Settled) -> Answer {
    let mut name = engine.board.name().clone();
    let komi = komi_of(&name);
    name = with(&name, "komi", &komi);
    for (key, value) in options {
        name = with(&name, key, value);
    }
    engine.board.rename(&name.to_string())?;
    Ok(String::new())
}

/// The rules nearest to those of a name. White is given nothing for handicap stones under any of them.
fn named(name: &str) -> Option<Settled> {
    let settled = |rules, ko, suicide| Some([("rules", rules), ("ko", ko), ("suicide", suicide)]);
    match name.to_ascii_lowercase().as_str() {
        "tromp-taylor" => settled("tromp-taylor", "positional", "on"),
        "chinese" => settled("chinese", "simple", "off"),
        "chinese-ogs" | "chinese-kgs" => settled("chinese", "positional", "off"),
        "japanese" | "korean" => settled("japanese", "simple", "off"),
        "aga" | "bga" => settled("chinese", "situational", "off"),
        "new-zealand" => settled("chinese", "situational", "on"),
        _ => None,
    }
}

/// Rules as a JSON object. What it does not say is Chinese; what we do not have is refused.
fn spelled_out(text: &str) -> Result<Settled, String> {
    let value: Value = serde_json::from_str(text).map_err(|_| syntax_error())?;
    let rules = value.as_object().ok_or_else(syntax_error)?;
    let mut settled = named("chinese").expect("these are known");
    for (key, value) in rules {
        let unsupported = || format!("unsupported rule {key}={value}");
        let word = value.as_str().unwrap_or_default();
        match (key.as_str(), word, value) {
            ("scoring", "AREA", _) => settled[0].1 = "chinese",
            ("scoring", "TERRITORY", _) => settled[0].1 = "japanese",
            ("ko", "SIMPLE", _) => settled[1].1 = "simple",
            ("ko", "POSITIONAL", _) => settled[1].1 = "positional",
            ("ko", "SITUATIONAL", _) => settled[1].1 = "situational",
            ("suicide", _, Value::Bool(suicide)) => settled[2].1 = if *suicide { "on" } else { "off" },
            // Points in seki are counted, and handicap stones are not paid for; there is no button to take.
            ("tax", "NONE" | "SEKI", _) | ("whiteHandicapBonus", _, _) | ("friendlyPassOk", _, Value::Bool(_)) => {}
            ("hasButton", _, Value::Bool(false)) => {}
            _ => return Err(unsupported()),
        }
    }
    Ok(settled)
}

fn komi_of(name: &Expression) -> String {
    let usual = if name.get("rules") == Some("japanese") { "6.5" } else { "7.5" };
    name.get("komi").unwrap_or(usual).to_owned()
}

/// The game with an option set.
fn with(name: &Expression, key: &str, value: &str) -> Expression {
    let mut name = name.clone();
    name.arguments.retain(|(given, _)| given != key);
    name.arguments.push((key.to_owned(), value.to_owned()));
    name
}
