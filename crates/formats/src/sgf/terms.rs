//! The terms of a game of Go in the words of records: rules and komi as people and servers write them, and what our own
//! records say beyond that.

/// The property in which our records name the game in full, where rules and komi do not tell it all.
pub const GAME_NAME: &str = "EG";

/// The property in which our records tell the whole position that a game begins with: ko, prisoners, passes, and the seat
/// where four play, which stones and a colour do not tell.
pub const POSITION: &str = "EP";

/// Rules that records name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoRules {
    /// Area scoring as in China.
    Chinese,
    /// Territory scoring as in Japan.
    Japanese,
    /// Territory scoring as in Korea.
    Korean,
    /// The rules of the American Go Association.
    Aga,
    /// Those of the British.
    Bga,
    /// Those of New Zealand.
    NewZealand,
    /// The logical rules.
    TrompTaylor,
}

/// How names of rules begin, in small letters with hyphens.
const BEGINNINGS: [(&str, GoRules); 10] = [
    ("chi", GoRules::Chinese),
    ("中国", GoRules::Chinese),
    ("jap", GoRules::Japanese),
    ("日本", GoRules::Japanese),
    ("kor", GoRules::Korean),
    ("aga", GoRules::Aga),
    ("bga", GoRules::Bga),
    ("nz", GoRules::NewZealand),
    ("new-zealand", GoRules::NewZealand),
    ("tromp", GoRules::TrompTaylor),
];

impl GoRules {
    /// The rules that a record names, if they are known.
    ///
    /// ```
    /// use enban_formats::sgf::terms::GoRules;
    ///
    /// assert_eq!(GoRules::read("Japanese"), Some(GoRules::Japanese));
    /// assert_eq!(GoRules::read("New Zealand"), Some(GoRules::NewZealand));
    /// assert_eq!(GoRules::read("house rules"), None);
    /// ```
    pub fn read(words: &str) -> Option<Self> {
        let words = words.trim().to_lowercase().replace([' ', '_'], "-");
        BEGINNINGS.iter().find(|(beginning, _)| words.starts_with(beginning)).map(|(_, rules)| *rules)
    }
}

/// Nobody gives so many points: where so much is written it is in hundredths.
const HUNDREDTHS_FROM: f64 = 100.0;

/// Nobody gives so many stones.
const STONES_MAX: f64 = 5.0;

/// The komi of a record in points. Some servers write hundredths of it. Where area counts it may be in stones, each of
/// which changes hands and so makes two points: 3.75 and 375 are 7.5 points. Half a point is a quarter of a stone, which no
/// komi in points has.
///
/// ```
/// use enban_formats::sgf::terms::komi_in_points;
///
/// assert_eq!(komi_in_points(650.0, false), 6.5);
/// assert_eq!(komi_in_points(3.75, true), 7.5);
/// ```
pub fn komi_in_points(written: f64, by_area: bool) -> f64 {
    let komi = if written.abs() >= HUNDREDTHS_FROM { written / 100.0 } else { written };
    let are_quarters = (4.0 * komi).fract() == 0.0 && (2.0 * komi).fract() != 0.0;
    if by_area && are_quarters && komi.abs() < STONES_MAX { 2.0 * komi } else { komi }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_known_by_how_their_names_begin() {
        let check = |words: &str, expected: Option<GoRules>| assert_eq!(GoRules::read(words), expected, "{words:?}");
        check("Chinese", Some(GoRules::Chinese));
        check(" 中国规则", Some(GoRules::Chinese));
        check("JAPANESE", Some(GoRules::Japanese));
        check("日本ルール", Some(GoRules::Japanese));
        check("korean", Some(GoRules::Korean));
        check("New Zealand", Some(GoRules::NewZealand));
        check("Tromp_Taylor", Some(GoRules::TrompTaylor));
        check("", None);
        check("GOE", None);
        check("go9(rules=japanese)", None);
    }

    #[test]
    fn komi_is_in_points_in_stones_or_in_hundredths() {
        let check = |written: f64, points: [f64; 2]| {
            assert_eq!([true, false].map(|by_area| komi_in_points(written, by_area)), points, "{written}");
        };
        check(7.5, [7.5, 7.5]);
        check(3.75, [7.5, 3.75]);
        check(375.0, [7.5, 3.75]);
        check(-2.75, [-5.5, -2.75]);
        check(650.0, [6.5, 6.5]);
        check(6.25, [6.25, 6.25]);
        check(0.0, [0.0, 0.0]);
    }
}
