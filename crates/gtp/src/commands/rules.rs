//! Commands about the rules: komi, and the rule sets as KataGo and KGS name them.

use serde_json::{Value, json};

use super::{Answer, one, syntax_error};
use crate::rules::{Bonus, RuleSet, figure};
use crate::server::Engine;

/// Points for white. The moves stay as they are, and the standard wants every komi to be taken.
pub(super) fn komi(engine: &mut Engine, arguments: &[String]) -> Answer {
    let komi: f64 = one(arguments)?.parse().ok().filter(|komi: &f64| komi.is_finite()).ok_or_else(syntax_error)?;
    if !engine.board.is_go() {
        return if komi == 0.0 { Ok(String::new()) } else { Err("this game has no komi".to_owned()) };
    }
    engine.terms.komi = komi;
    engine.terms.settle(&mut engine.board);
    Ok(String::new())
}

pub(super) fn get_komi(engine: &mut Engine, _: &[String]) -> Answer {
    Ok(figure(engine.terms.komi))
}

/// A rule set by name or spelled out; komi stays as it was.
pub(super) fn kata_set_rules(engine: &mut Engine, arguments: &[String]) -> Answer {
    let text = arguments.join(" ");
    let rules = match text.starts_with('{') {
        true => spelled_out(&text)?,
        false => RuleSet::named(&text).ok_or_else(|| format!("unknown rules {text:?}"))?,
    };
    set_rules(engine, rules)
}

/// The rules of a game on KGS.
pub(super) fn kgs_rules(engine: &mut Engine, arguments: &[String]) -> Answer {
    let rules = match one(arguments)? {
        "chinese" => RuleSet::named("chinese-kgs"),
        "new_zealand" => RuleSet::named("new-zealand"),
        name @ ("aga" | "japanese") => RuleSet::named(name),
        _ => None,
    };
    set_rules(engine, rules.ok_or_else(syntax_error)?)
}

/// The rules spelled out.
pub(super) fn kata_get_rules(engine: &mut Engine, _: &[String]) -> Answer {
    let rules = RuleSet::of(engine.board.name());
    let answer = json!({
        "friendlyPassOk": false,
        "hasButton": false,
        "ko": rules.ko.to_uppercase(),
        "scoring": if rules.rules == "japanese" { "TERRITORY" } else { "AREA" },
        "suicide": rules.suicide,
        "tax": tax(&rules),
        "whiteHandicapBonus": engine.terms.bonus.name(),
    });
    Ok(answer.to_string())
}

/// What is not counted: by territory the eyes of groups in seki, by area nothing.
fn tax(rules: &RuleSet) -> &'static str {
    if rules.rules == "japanese" { "SEKI" } else { "NONE" }
}

fn set_rules(engine: &mut Engine, rules: RuleSet) -> Answer {
    rules.apply(&mut engine.board)?;
    engine.terms.bonus = rules.bonus;
    engine.terms.settle(&mut engine.board);
    Ok(String::new())
}

/// Rules as a JSON object. What it does not say is Chinese, or Japanese where territory is counted; what we do not have
/// is refused.
fn spelled_out(text: &str) -> Result<RuleSet, String> {
    let value: Value = serde_json::from_str(text).map_err(|_| syntax_error())?;
    let given = value.as_object().ok_or_else(syntax_error)?;
    let mut rules = RuleSet::CHINESE;
    let (mut bonus, mut said_tax) = (None, None);
    for (key, value) in given {
        let unsupported = || format!("unsupported rule {key}={value}");
        let word = value.as_str().unwrap_or_default();
        match (key.as_str(), word, value) {
            ("scoring", "AREA", _) => rules.rules = "chinese",
            ("scoring", "TERRITORY", _) => rules.rules = "japanese",
            ("ko", "SIMPLE", _) => rules.ko = "simple",
            ("ko", "POSITIONAL", _) => rules.ko = "positional",
            ("ko", "SITUATIONAL", _) => rules.ko = "situational",
            ("suicide", _, Value::Bool(suicide)) => rules.suicide = *suicide,
            ("whiteHandicapBonus", word, _) => bonus = Some(Bonus::read(word).ok_or_else(unsupported)?),
            // Whether it is ours depends on the scoring, which may be said after it.
            ("tax", "NONE" | "SEKI", _) => said_tax = Some(word),
            // There is no button to take.
            ("friendlyPassOk", _, Value::Bool(_)) | ("hasButton", _, Value::Bool(false)) => {}
            _ => return Err(unsupported()),
        }
    }
    if let Some(said) = said_tax.filter(|said| *said != tax(&rules)) {
        return Err(format!("unsupported rule tax={said:?}"));
    }
    let usual = RuleSet::named(rules.rules).map_or(RuleSet::CHINESE.bonus, |usual| usual.bonus);
    Ok(RuleSet { bonus: bonus.unwrap_or(usual), ..rules })
}
