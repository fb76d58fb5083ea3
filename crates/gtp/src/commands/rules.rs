//! Commands about the rules: komi, and the rule sets as KataGo and KGS name them.

use enban_catalog::{HandicapBonus, KnownRules, Ko, Rules, Ruleset, Scoring};
use serde_json::{Value, json};

use super::{Answer, one, syntax_error};
use crate::engine::Engine;
use crate::rules::figure;

/// Beyond this a komi is a slip: no board has so many points by far.
const KOMI_MAX: f64 = 10_000.0;

/// Sets the komi; the protocol wants ridiculous values to be accepted too. The moves stay.
pub(super) fn komi(engine: &mut Engine, arguments: &[String]) -> Answer {
    let komi: f64 = one(arguments)?.parse().ok().filter(|komi: &f64| komi.is_finite()).ok_or_else(syntax_error)?;
    if komi.abs() > KOMI_MAX {
        return Err(format!("komi {komi:e}: expected -{KOMI_MAX} to {KOMI_MAX}"));
    }
    if engine.board.go().is_none() {
        return if komi == 0.0 { Ok(String::new()) } else { Err("this game has no komi".to_owned()) };
    }
    engine.terms.komi = komi;
    if let Some((_, terms)) = &mut engine.before_record {
        terms.komi = komi;
    }
    engine.terms.settle(&mut engine.board);
    Ok(String::new())
}

pub(super) fn get_komi(engine: &mut Engine) -> Answer {
    Ok(figure(engine.terms.komi))
}

/// Sets the rules, by name or as a JSON object. The komi stays.
pub(super) fn kata_set_rules(engine: &mut Engine, arguments: &[String]) -> Answer {
    let text = arguments.join(" ");
    if text.starts_with('{') {
        let (rules, bonus) = spelled_out(&text)?;
        return set_rules(engine, rules, bonus);
    }
    let known = KnownRules::named(&text).ok_or_else(|| format!("unknown rules {text:?}"))?;
    set_rules(engine, known.rules(), known.handicap_bonus())
}

/// Sets the rules by the names of KGS, whose Chinese rules have superko.
pub(super) fn kgs_rules(engine: &mut Engine, arguments: &[String]) -> Answer {
    let known = match KnownRules::named(&one(arguments)?.replace('_', "-")) {
        Some(KnownRules::Chinese) => KnownRules::ChineseSuperko,
        Some(known @ (KnownRules::Aga | KnownRules::Japanese | KnownRules::NewZealand)) => known,
        _ => return Err(syntax_error()),
    };
    set_rules(engine, known.rules(), known.handicap_bonus())
}

/// The rules as a JSON object.
pub(super) fn kata_get_rules(engine: &mut Engine) -> Answer {
    let rules = engine.board.go().ok_or("this game has no rules to choose from")?.rules;
    let answer = json!({
        "friendlyPassOk": false,
        "hasButton": false,
        "ko": kata_ko(rules.ko()),
        "scoring": match rules.scoring() {
            Scoring::Area => "AREA",
            Scoring::Territory => "TERRITORY",
        },
        "suicide": rules.suicide(),
        "tax": kata_tax(rules.scoring()),
        "whiteHandicapBonus": kata_bonus(engine.terms.bonus),
    });
    Ok(answer.to_string())
}

fn set_rules(engine: &mut Engine, rules: Rules, bonus: HandicapBonus) -> Answer {
    engine.board.change_rules(rules)?;
    engine.terms.bonus = bonus;
    if let Some((own, terms)) = &mut engine.before_record {
        (*own, terms.bonus) = (rules, bonus);
    }
    engine.terms.settle(&mut engine.board);
    Ok(String::new())
}

/// A rule against repetition as KataGo writes it.
fn kata_ko(ko: Ko) -> String {
    ko.name().to_ascii_uppercase()
}

/// What is not counted, as KataGo writes it: by territory the eyes of groups in seki, by area nothing.
fn kata_tax(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Area => "NONE",
        Scoring::Territory => "SEKI",
    }
}

/// Points for handicap stones as KataGo writes them.
fn kata_bonus(bonus: HandicapBonus) -> &'static str {
    match bonus {
        HandicapBonus::Nothing => "0",
        HandicapBonus::EveryStone => "N",
        HandicapBonus::AllButOne => "N-1",
    }
}

/// Reads rules from a JSON object. What it leaves out is as in Chinese rules, or in Japanese rules under territory
/// scoring; what is not supported is refused.
fn spelled_out(text: &str) -> Result<(Rules, HandicapBonus), String> {
    let value: Value = serde_json::from_str(text).map_err(|_| syntax_error())?;
    let given = value.as_object().ok_or_else(syntax_error)?;
    let mut ruleset = Ruleset::Chinese;
    let (mut ko, mut suicide, mut bonus, mut said_tax) = (None, None, None, None);
    for (key, value) in given {
        let unsupported = || format!("unsupported rule {key}={value}");
        let word = value.as_str().unwrap_or_default();
        match (key.as_str(), word, value) {
            ("scoring", "AREA", _) => ruleset = Ruleset::Chinese,
            ("scoring", "TERRITORY", _) => ruleset = Ruleset::Japanese,
            ("ko", _, _) => ko = Some(find(Ko::ALL, |ko| kata_ko(ko) == word).ok_or_else(unsupported)?),
            ("suicide", _, Value::Bool(allowed)) => suicide = Some(*allowed),
            ("whiteHandicapBonus", _, _) => {
                bonus = Some(find(HandicapBonus::ALL, |bonus| kata_bonus(bonus) == word).ok_or_else(unsupported)?);
            }
            // Depends on the scoring, which may come after it.
            ("tax", "NONE" | "SEKI", _) => said_tax = Some(word),
            // There is no button Go.
            ("friendlyPassOk", _, Value::Bool(_)) | ("hasButton", _, Value::Bool(false)) => {}
            _ => return Err(unsupported()),
        }
    }
    let mut rules = Rules::of(ruleset);
    if let Some(said) = said_tax.filter(|said| *said != kata_tax(rules.scoring())) {
        return Err(format!("unsupported rule tax={said:?}"));
    }
    rules = ko.map_or(rules, |ko| rules.with_ko(ko));
    rules = match suicide {
        Some(true) => rules.with_suicide(),
        Some(false) => rules.without_suicide(),
        None => rules,
    };
    Ok((rules, bonus.unwrap_or_else(|| ruleset.handicap_bonus())))
}

fn find<T: Copy>(all: impl IntoIterator<Item = T>, is_it: impl Fn(T) -> bool) -> Option<T> {
    all.into_iter().find(|one| is_it(*one))
}
