//! The rules that the field has names for, and those of ours that are nearest to them.

use crate::handicap::HandicapBonus;
use crate::rules::{Ko, Rules, Ruleset};

/// Rules by the name that programs and servers have for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownRules {
    /// The rules of China as they are printed.
    Chinese,
    /// The same with superko, as servers play them.
    ChineseSuperko,
    /// The rules of Japan.
    Japanese,
    /// The rules of Korea.
    Korean,
    /// The rules of the American Go Association.
    Aga,
    /// The rules of the British Go Association.
    Bga,
    /// The rules of New Zealand.
    NewZealand,
    /// The logical rules.
    TrompTaylor,
}

/// Names as KataGo writes them.
const NAMES: [(&str, KnownRules); 9] = [
    ("tromp-taylor", KnownRules::TrompTaylor),
    ("chinese", KnownRules::Chinese),
    ("chinese-ogs", KnownRules::ChineseSuperko),
    ("chinese-kgs", KnownRules::ChineseSuperko),
    ("japanese", KnownRules::Japanese),
    ("korean", KnownRules::Korean),
    ("aga", KnownRules::Aga),
    ("bga", KnownRules::Bga),
    ("new-zealand", KnownRules::NewZealand),
];

/// How the names of rules begin in records, in small letters with hyphens.
const BEGINNINGS: [(&str, KnownRules); 10] = [
    ("chi", KnownRules::Chinese),
    ("中国", KnownRules::Chinese),
    ("jap", KnownRules::Japanese),
    ("日本", KnownRules::Japanese),
    ("kor", KnownRules::Korean),
    ("aga", KnownRules::Aga),
    ("bga", KnownRules::Bga),
    ("nz", KnownRules::NewZealand),
    ("new-zealand", KnownRules::NewZealand),
    ("tromp", KnownRules::TrompTaylor),
];

impl KnownRules {
    /// The rules of a name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, rules)| *rules)
    }

    /// The rules that a game record names in the words of people and servers, if they are known.
    pub fn in_record(words: &str) -> Option<Self> {
        let words = words.trim().to_lowercase().replace([' ', '_'], "-");
        BEGINNINGS.iter().find(|(beginning, _)| words.starts_with(beginning)).map(|(_, rules)| *rules)
    }

    /// The nearest rules that are played here, with their usual komi.
    pub fn rules(self) -> Rules {
        let chinese = Rules::of(Ruleset::Chinese);
        match self {
            Self::Chinese => chinese,
            Self::ChineseSuperko => chinese.with_ko(Ko::Positional),
            Self::Japanese | Self::Korean => Rules::of(Ruleset::Japanese),
            Self::Aga | Self::Bga => chinese.with_ko(Ko::Situational),
            Self::NewZealand => chinese.with_ko(Ko::Situational).with_suicide(),
            Self::TrompTaylor => Rules::of(Ruleset::TrompTaylor),
        }
    }

    /// What White is given for handicap stones.
    pub fn handicap_bonus(self) -> HandicapBonus {
        match self {
            Self::Chinese | Self::ChineseSuperko => HandicapBonus::EveryStone,
            Self::Aga | Self::Bga => HandicapBonus::AllButOne,
            Self::Japanese | Self::Korean | Self::NewZealand | Self::TrompTaylor => HandicapBonus::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_records_are_known_by_how_their_names_begin() {
        let check =
            |words: &str, expected: Option<KnownRules>| assert_eq!(KnownRules::in_record(words), expected, "{words:?}");
        check("Chinese", Some(KnownRules::Chinese));
        check("chinese rules", Some(KnownRules::Chinese));
        check(" 中国规则", Some(KnownRules::Chinese));
        check("JAPANESE", Some(KnownRules::Japanese));
        check(" japan", Some(KnownRules::Japanese));
        check("日本ルール", Some(KnownRules::Japanese));
        check("korean", Some(KnownRules::Korean));
        check("AGA", Some(KnownRules::Aga));
        check("NZ", Some(KnownRules::NewZealand));
        check("New Zealand", Some(KnownRules::NewZealand));
        check("Tromp_Taylor", Some(KnownRules::TrompTaylor));
        check("", None);
        check("GOE", None);
        check("go9(rules=japanese)", None);
    }

    #[test]
    fn names_stand_for_the_nearest_rules() {
        let check = |name: &str, expected: Option<(&str, HandicapBonus)>| {
            let known = KnownRules::named(name);
            let found = known.map(|known| (known.rules().suffix(), known.handicap_bonus()));
            assert_eq!(found, expected.map(|(suffix, bonus)| (suffix.to_owned(), bonus)), "{name}");
        };
        check("chinese", Some(("", HandicapBonus::EveryStone)));
        check("Chinese-OGS", Some(("(ko=positional)", HandicapBonus::EveryStone)));
        check("chinese-kgs", Some(("(ko=positional)", HandicapBonus::EveryStone)));
        check("japanese", Some(("(rules=japanese)", HandicapBonus::Nothing)));
        check("korean", Some(("(rules=japanese)", HandicapBonus::Nothing)));
        check("aga", Some(("(ko=situational)", HandicapBonus::AllButOne)));
        check("BGA", Some(("(ko=situational)", HandicapBonus::AllButOne)));
        check("new-zealand", Some(("(suicide=on,ko=situational)", HandicapBonus::Nothing)));
        check("tromp-taylor", Some(("(rules=tromp-taylor)", HandicapBonus::Nothing)));
        check("stone-scoring", None);
        check("", None);
    }
}
