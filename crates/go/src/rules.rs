//! The options of Go: three rule sets, and what may be changed about each.
//!
//! An option that was not set follows the rule set, so the order in which options are given does not
//! matter: `komi=5.5,rules=japanese` is `rules=japanese,komi=5.5`.

use enban_game::Points;

use crate::handicap::HandicapBonus;

/// What is counted at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Stones on the board and the empty points they surround.
    Area,
    /// The empty points surrounded and the stones captured.
    Territory,
}

/// Which repetitions are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ko {
    /// A single stone that has just taken a single stone may not be taken back at once.
    Simple,
    /// No move may bring back an earlier board.
    Positional,
    /// No move may bring back an earlier board with the same player to move.
    Situational,
}

impl Ko {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Simple, Self::Positional, Self::Situational];
    /// All of them by the name used in options.
    pub const NAMED: &[(&str, Self)] =
        &[("simple", Self::Simple), ("positional", Self::Positional), ("situational", Self::Situational)];

    /// The name used in options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Positional => "positional",
            Self::Situational => "situational",
        }
    }
}

/// A named set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ruleset {
    /// Area, komi 7.5, no suicide, simple ko.
    #[default]
    Chinese,
    /// Territory, komi 6.5, no suicide, simple ko.
    Japanese,
    /// Area, komi 7.5, suicide allowed, positional superko.
    TrompTaylor,
}

impl Ruleset {
    const ALL: [Self; 3] = [Self::Chinese, Self::Japanese, Self::TrompTaylor];
    /// All of them by the name used in options.
    pub const NAMED: &[(&str, Self)] =
        &[("chinese", Self::Chinese), ("japanese", Self::Japanese), ("tromp-taylor", Self::TrompTaylor)];

    /// The name used in options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chinese => "chinese",
            Self::Japanese => "japanese",
            Self::TrompTaylor => "tromp-taylor",
        }
    }

    /// The name that game records have for it.
    pub fn name_in_records(self) -> &'static str {
        match self {
            Self::Chinese => "Chinese",
            Self::Japanese => "Japanese",
            Self::TrompTaylor => "Tromp-Taylor",
        }
    }

    /// The usual komi.
    pub fn komi(self) -> Points {
        match self {
            Self::Chinese | Self::TrompTaylor => Points::halves(15),
            Self::Japanese => Points::halves(13),
        }
    }

    /// What White is given for handicap stones.
    pub fn handicap_bonus(self) -> HandicapBonus {
        match self {
            Self::Chinese => HandicapBonus::EveryStone,
            Self::Japanese | Self::TrompTaylor => HandicapBonus::Nothing,
        }
    }

    fn suicide(self) -> bool {
        self == Self::TrompTaylor
    }

    fn ko(self) -> Ko {
        match self {
            Self::Chinese | Self::Japanese => Ko::Simple,
            Self::TrompTaylor => Ko::Positional,
        }
    }
}

/// An option that cannot be set so; says what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RuleError {
    /// There is no such rule set.
    #[error("rules={}", Ruleset::ALL.map(Ruleset::name).join(", "))]
    Rules,
    /// The komi is not a multiple of one half.
    #[error("komi= a multiple of 0.5 such as 6.5, 0 or -3")]
    Komi,
    /// Suicide is either on or off.
    #[error("suicide=on, off")]
    Suicide,
    /// There is no such rule against repetition.
    #[error("ko={}", Ko::ALL.map(Ko::name).join(", "))]
    Ko,
    /// There is no such option.
    #[error("an option of Go: {}", Rules::OPTIONS.join(", "))]
    Option,
}

/// A rule set and what was changed about it.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    ruleset: Ruleset,
    komi: Option<Points>,
    suicide: Option<bool>,
    ko: Option<Ko>,
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(Ruleset::Chinese)
    }
}

/// Rules are equal when they play alike: setting an option to what the rule set says changes nothing.
impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        let settled = |rules: &Self| (rules.ruleset, rules.komi(), rules.suicide(), rules.ko());
        settled(self) == settled(other)
    }
}

impl Eq for Rules {}

impl Rules {
    /// The options that [`set`](Rules::set) knows, in the order in which names list them.
    pub const OPTIONS: [&'static str; 4] = ["rules", "komi", "suicide", "ko"];

    /// A rule set as it is.
    pub fn of(ruleset: Ruleset) -> Self {
        Self { ruleset, komi: None, suicide: None, ko: None }
    }

    /// The rule set of a name: `chinese`, `japanese` or `tromp-taylor`.
    pub fn preset(name: &str) -> Option<Self> {
        Ruleset::ALL.into_iter().find(|ruleset| ruleset.name() == name).map(Self::of)
    }

    /// The same rules with another komi.
    pub fn with_komi(self, komi: Points) -> Self {
        Self { komi: Some(komi), ..self }
    }

    /// The same rules with the usual komi.
    pub fn with_usual_komi(self) -> Self {
        Self { komi: None, ..self }
    }

    /// The same rules with the komi nearest to one in points that a board of so many points can have. Between two
    /// whole numbers every komi has the same winner, so the half between them stands for all of them.
    pub fn with_komi_near(self, komi: f64, points: usize) -> Self {
        let half = if (2.0 * komi).fract() == 0.0 { komi } else { komi.floor() + 0.5 };
        // No board has that many points, so nothing is lost by the limit.
        let halves = (2.0 * half).clamp(f64::from(i32::MIN), f64::from(i32::MAX)) as i32;
        let given = self.with_komi(Points::halves(halves));
        let most = 2 * points as i32;
        if given.komi_suits(points) { given } else { self.with_komi(Points::halves(halves.clamp(-most, most))) }
    }

    /// The same rules with another rule against repetition.
    pub fn with_ko(self, ko: Ko) -> Self {
        Self { ko: Some(ko), ..self }
    }

    /// The same rules, where a move may take its own stones off the board.
    pub fn with_suicide(self) -> Self {
        Self { suicide: Some(true), ..self }
    }

    /// The same rules, where no move may take its own stones off the board.
    pub fn without_suicide(self) -> Self {
        Self { suicide: Some(false), ..self }
    }

    /// The rule set these rules come from.
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// What is counted at the end.
    pub fn scoring(&self) -> Scoring {
        match self.ruleset {
            Ruleset::Chinese | Ruleset::TrompTaylor => Scoring::Area,
            Ruleset::Japanese => Scoring::Territory,
        }
    }

    /// Whether dead stones are taken off before counting. Under Tromp-Taylor rules what stands counts.
    pub fn takes_off_dead(&self) -> bool {
        self.ruleset != Ruleset::TrompTaylor
    }

    /// What White is given for moving second.
    pub fn komi(&self) -> Points {
        self.komi.unwrap_or_else(|| self.ruleset.komi())
    }

    /// Whether the komi makes sense on a board of so many points. That of the rule set itself always
    /// does, so that every size has a plain game.
    pub(crate) fn komi_suits(&self, points: usize) -> bool {
        self.komi() == self.ruleset.komi() || self.komi().in_halves().unsigned_abs() as usize <= 2 * points
    }

    /// Whether a move may take its own stones off the board.
    pub fn suicide(&self) -> bool {
        self.suicide.unwrap_or_else(|| self.ruleset.suicide())
    }

    /// Which repetitions are forbidden.
    pub fn ko(&self) -> Ko {
        self.ko.unwrap_or_else(|| self.ruleset.ko())
    }

    /// Sets one option from text, in any order; the error says what was expected. Whether the komi
    /// suits the board is checked where the size is known, in [`Go::with_rules`](crate::Go::with_rules).
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RuleError> {
        match key {
            "rules" => self.ruleset = Self::preset(value).ok_or(RuleError::Rules)?.ruleset,
            "komi" => self.komi = Some(read_komi(value).ok_or(RuleError::Komi)?),
            "suicide" => {
                self.suicide = Some(match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(RuleError::Suicide),
                });
            }
            "ko" => self.ko = Some(Ko::ALL.into_iter().find(|ko| ko.name() == value).ok_or(RuleError::Ko)?),
            _ => return Err(RuleError::Option),
        }
        Ok(())
    }

    /// The options as names list them, only those that differ from the defaults: `(rules=japanese)`,
    /// `(komi=6.5,ko=positional)`, or nothing.
    pub(crate) fn suffix(&self) -> String {
        let mut options = Vec::new();
        if self.ruleset != Ruleset::Chinese {
            options.push(format!("rules={}", self.ruleset.name()));
        }
        if self.komi() != self.ruleset.komi() {
            options.push(format!("komi={}", self.komi()));
        }
        if self.suicide() != self.ruleset.suicide() {
            options.push(format!("suicide={}", if self.suicide() { "on" } else { "off" }));
        }
        if self.ko() != self.ruleset.ko() {
            options.push(format!("ko={}", self.ko().name()));
        }
        if options.is_empty() { String::new() } else { format!("({})", options.join(",")) }
    }
}

/// A multiple of one half: an optional minus, one to four digits, and perhaps `.0` or `.5`.
pub fn read_komi(text: &str) -> Option<Points> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (whole, half) = match digits.split_once('.') {
        None => (digits, 0),
        Some((whole, "0")) => (whole, 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return None,
    };
    let plain = (1..=4).contains(&whole.len()) && whole.bytes().all(|byte| byte.is_ascii_digit());
    let whole: i32 = plain.then(|| whole.parse().ok())??;
    Some(Points::halves(sign * (2 * whole + half)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Options as written, and the suffix they have in the name; or the end of the error.
    fn check(options: &str, expected: Result<&str, &str>) {
        let mut rules = Rules::default();
        let pairs = options.split(',').filter_map(|pair| pair.split_once('='));
        let result: Result<(), RuleError> = pairs.into_iter().try_for_each(|(key, value)| rules.set(key, value));
        match (result, expected) {
            (Ok(()), Ok(suffix)) => assert_eq!(rules.suffix(), suffix, "{options}"),
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{options}: {error}"),
            (result, _) => panic!("{options}: {result:?}"),
        }
    }

    #[test]
    fn options_are_named_in_one_order() {
        check("", Ok(""));
        check("rules=chinese,komi=7.5,suicide=off,ko=simple", Ok(""));
        check("rules=japanese,komi=6.5", Ok("(rules=japanese)"));
        check("ko=positional,komi=6.5", Ok("(komi=6.5,ko=positional)"));
        check("komi=7.5,rules=japanese", Ok("(rules=japanese,komi=7.5)"));
        check("suicide=off,rules=tromp-taylor", Ok("(rules=tromp-taylor,suicide=off)"));
        check("rules=tromp-taylor,ko=situational", Ok("(rules=tromp-taylor,ko=situational)"));
        check("suicide=on", Ok("(suicide=on)"));
        check("komi=-0", Ok("(komi=0)"));
        check("komi=-0.5", Ok("(komi=-0.5)"));
        check("komi=10.0", Ok("(komi=10)"));
    }

    #[test]
    fn wrong_values_are_answered_with_the_right_ones() {
        check("rules=french", Err("chinese, japanese, tromp-taylor"));
        check("suicide=maybe", Err("on, off"));
        check("ko=super", Err("simple, positional, situational"));
        check("colour=red", Err("rules, komi, suicide, ko"));
        for komi in ["", "-", "x", "1.25", "1.", ".5", "--1", "+1", "99999", "1e3", "円"] {
            check(&format!("komi={komi}"), Err("0.5"));
        }
    }

    #[test]
    fn named_are_those_that_say_the_name() {
        assert_eq!(Ruleset::NAMED.to_vec(), Ruleset::ALL.map(|ruleset| (ruleset.name(), ruleset)));
        assert_eq!(Ko::NAMED.to_vec(), Ko::ALL.map(|ko| (ko.name(), ko)));
    }

    #[test]
    fn presets_are_what_they_say() {
        let all = ["chinese", "japanese", "tromp-taylor"].map(|name| Rules::preset(name).unwrap());
        assert_eq!(all.map(|rules| rules.scoring()), [Scoring::Area, Scoring::Territory, Scoring::Area]);
        assert_eq!(all.map(|rules| rules.komi().in_halves()), [15, 13, 15]);
        assert_eq!(all.map(|rules| rules.suicide()), [false, false, true]);
        assert_eq!(all.map(|rules| rules.ko()), [Ko::Simple, Ko::Simple, Ko::Positional]);
        assert_eq!(Rules::preset("Chinese"), None);
    }

    #[test]
    fn every_komi_has_one_nearby_that_the_board_takes() {
        let check = |ruleset: Ruleset, points: usize, komi: f64, halves: i32| {
            let found = Rules::of(ruleset).with_komi(Points::ZERO).with_komi_near(komi, points);
            assert_eq!(found.komi().in_halves(), halves, "{komi} on {points} points");
            assert!(found.komi_suits(points));
        };
        check(Ruleset::Chinese, 81, 7.5, 15);
        check(Ruleset::Chinese, 81, 6.0, 12);
        check(Ruleset::Chinese, 81, 6.75, 13);
        check(Ruleset::Chinese, 81, 6.25, 13);
        check(Ruleset::Chinese, 81, -0.25, -1);
        check(Ruleset::Chinese, 81, 1000.0, 162);
        check(Ruleset::Chinese, 81, f64::MIN, -162);
        check(Ruleset::Chinese, 81, f64::MAX, 162);
        // The usual komi is taken on the smallest boards too.
        check(Ruleset::Chinese, 4, 7.5, 15);
        check(Ruleset::Japanese, 4, 7.5, 8);
        check(Ruleset::Japanese, 4, 6.5, 13);
        assert_eq!(Rules::default().with_komi(Points::ZERO).with_usual_komi(), Rules::default());
    }

    proptest! {
        #[test]
        fn no_text_panics(key in "rules|komi|suicide|ko|\\PC*", value in "\\PC*|-?[0-9]{0,6}[.]?[0-9]?") {
            let _ = Rules::default().set(&key, &value);
        }

        #[test]
        fn every_komi_is_read_back(halves in -1250i32..=1250) {
            let mut rules = Rules::default();
            rules.set("komi", &Points::halves(halves).to_string()).unwrap();
            prop_assert_eq!(rules.komi().in_halves(), halves);
        }
    }
}
