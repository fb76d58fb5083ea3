//! What SGF says about the whole of a game: its number, board, komi and rules, written and understood.
//!
//! Rules and komi are written as other programs read them. Where they do not tell the whole game, it stands under a
//! property of our own with its full name, so that what we write is read back as the same game.

use std::fmt;

use enban_catalog::{AnyGame, GoTerms, KnownRules, Layout, Rules, Ruleset, Scoring, open, open_go};
use enban_formats::Colour as RecordColour;
use enban_formats::sgf::terms::{GAME_NAME, komi_in_points};
use enban_formats::sgf::{BoardSize, GAME_GO, GAME_OTHELLO, Information, Tree};
use enban_game::{Colour, Points};

/// A tree without moves whose root says what is played. Rules in the words of an earlier record stay as they are, if they
/// mean the same.
pub fn tree(game: &dyn AnyGame, said_rules: Option<&str>) -> Tree {
    let name = game.name();
    let terms = game.capabilities().go;
    let mut tree = Tree::for_game(if terms.is_some() { GAME_GO } else { GAME_OTHELLO });
    let root = tree.root();
    let said_rules = said_rules.map(str::to_owned);
    let rules = match &terms {
        Some(terms) => {
            let ours = terms.rules.ruleset();
            let is_ours = |said: &String| known_ruleset(said).unwrap_or_default() == ours;
            said_rules.filter(is_ours).unwrap_or_else(|| ours.name_in_records().to_owned())
        }
        None => said_rules.unwrap_or_else(|| name.clone()),
    };
    let information = Information {
        size: Some(board_of(&game.layout())),
        komi: terms.map(|terms| terms.komi().as_f64()),
        rules: Some(rules),
        ..Information::default()
    };
    information.write_to(tree.node_mut(root));
    if game_of(&tree, &mut Vec::new()).as_ref() != Ok(&name) {
        tree.node_mut(root).set(GAME_NAME, name);
    }
    tree
}

/// The game that a tree is of: by its full name, or by number, board, rules and komi. What had to be guessed is told.
/// The komi is where people and other programs correct it, and so counts for more than that of the full name.
pub(crate) fn game_of(tree: &Tree, warnings: &mut Vec<String>) -> Result<String, UnknownGame> {
    let information = Information::of(tree);
    let own = tree.node(tree.root()).simple_text(GAME_NAME);
    // Our older records have the name under RU, and those of games without names for their rules still do.
    let named = [own, information.rules.clone()].into_iter().flatten().find_map(|name| open(&name).ok());
    if let Some(game) = named {
        return Ok(match information.komi.zip(game.capabilities().go) {
            Some((said, terms)) => with_komi(&*game, &terms, said, warnings),
            None => game.name(),
        });
    }
    let side = information.size.map(BoardSize::height);
    match (information.game.unwrap_or(GAME_GO), side) {
        (GAME_GO, side) => Ok(go_of(&information, side.unwrap_or(19), warnings)),
        (GAME_OTHELLO, Some(side @ (4 | 6 | 10))) => Ok(format!("reversi{side}")),
        (GAME_OTHELLO, _) => Ok("reversi".to_owned()),
        (number, _) => Err(UnknownGame(number)),
    }
}

/// The number of a game that is none of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UnknownGame(u32);

impl fmt::Display for UnknownGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "GM[{}] is another game; expected GM[{GAME_GO}], Go, or GM[{GAME_OTHELLO}], Othello", self.0)
    }
}

/// The size of a board as records have it.
pub(crate) fn board_of(layout: &Layout) -> BoardSize {
    let (width, height) = (layout.columns.len(), layout.rows.len());
    BoardSize::new(width as u8, height as u8).expect("boards fit the format")
}

/// The colour of a seat as records have it.
pub(crate) fn record_colour(colour: Colour) -> RecordColour {
    match colour {
        Colour::Black => RecordColour::Black,
        Colour::White => RecordColour::White,
    }
}

fn go_of(information: &Information, side: u8, warnings: &mut Vec<String>) -> String {
    let said = information.rules.as_deref().unwrap_or_default().trim();
    let rules = known_ruleset(said).unwrap_or_default();
    if !said.is_empty() && known_ruleset(said).is_none() {
        let (said, taken): (String, _) = (said.chars().take(40).collect(), rules.name_in_records());
        warnings.push(format!("RU[{said}]: these rules are not known, {taken} rules were taken"));
    }
    if let (Some(stones @ 2..), Some(KnownRules::Chinese)) = (information.handicap, KnownRules::in_record(said)) {
        warnings
            .push(format!("HA[{stones}]: the points that White gets for it under Chinese rules are not counted here"));
    }
    let Ok(usual) = open_go(usize::from(side), Rules::of(rules)) else { return format!("go{side}") };
    match information.komi.zip(usual.capabilities().go) {
        Some((said, terms)) => with_komi(&*usual, &terms, said, warnings),
        None => usual.name(),
    }
}

/// A game of Go with the komi that a record says; with its own where that is none for its board.
fn with_komi(game: &dyn AnyGame, terms: &GoTerms, said: f64, warnings: &mut Vec<String>) -> String {
    let own = terms.komi().as_f64();
    // We write a komi of a hundred and more as it is, beside the full name, where others mean hundredths.
    if said == own {
        return game.name();
    }
    let komi = komi_in_points(said, terms.rules.scoring() == Scoring::Area);
    let rounded = Points::halves((komi * 2.0).round() as i32);
    match open_go(terms.size, terms.rules.with_komi(rounded)) {
        Ok(game) if komi.is_finite() => {
            let taken = rounded.as_f64();
            if taken != komi {
                warnings.push(format!("KM[{said}]: expected a multiple of 0.5, {taken} was taken"));
            }
            game.name()
        }
        _ => {
            warnings.push(format!("KM[{said}]: not a komi for this board, {own} was taken"));
            game.name()
        }
    }
}

/// The rule set that a record names, if it is one of ours as it is.
fn known_ruleset(said: &str) -> Option<Ruleset> {
    let rules = KnownRules::in_record(said)?.rules();
    Some(rules.ruleset()).filter(|ruleset| Rules::of(*ruleset) == rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_formats::sgf;

    fn read(record: &str) -> (String, Vec<String>) {
        let mut warnings = Vec::new();
        let reading = sgf::read(record.as_bytes()).unwrap();
        (game_of(&reading.content.trees[0], &mut warnings).unwrap(), warnings)
    }

    /// The game of a root, and a part of the warning if there is one.
    fn check(root: &str, game: &str, warning: Option<&str>) {
        let (found, warnings) = read(&format!("(;{root})"));
        assert_eq!((found.as_str(), warnings.len()), (game, usize::from(warning.is_some())), "{root}: {warnings:?}");
        assert!(warning.is_none_or(|part| warnings[0].contains(part)), "{warnings:?}");
    }

    #[test]
    fn komi_and_rules_of_the_wild_are_understood() {
        check("GM[1]SZ[9]KM[6.5]RU[Japanese]", "go9(rules=japanese)", None);
        check("SZ[9]RU[jp]KM[5.5]", "go9(komi=5.5)", Some("RU[jp]"));
        check("SZ[9]RU[日本ルール]KM[0]", "go9(rules=japanese,komi=0)", None);
        check("SZ[9]RU[Tromp-Taylor]", "go9(rules=tromp-taylor)", None);
        for komi in ["3.75", "375", "750", "7.5"] {
            check(&format!("SZ[19]KM[{komi}]RU[Chinese]"), "go19", None);
        }
        check("KM[650]RU[chinese]", "go19(komi=6.5)", None);
        check("KM[650]RU[Japanese]", "go19(rules=japanese)", None);
        check("KM[325]", "go19(komi=6.5)", None);
        check("KM[-0.1]", "go19(komi=0)", Some("KM[-0.1]"));
        check("SZ[9]KM[3.75]RU[Japanese]", "go9(rules=japanese,komi=4)", Some("4 was taken"));
        check("SZ[9]KM[6.4]RU[Japanese]", "go9(rules=japanese)", Some("6.5 was taken"));
        check("SZ[5]KM[90]RU[Japanese]", "go5(rules=japanese)", Some("KM[90]"));
        check("SZ[9]KM[none]", "go9", None);
        check("SZ[30]KM[6.5]RU[Japanese]", "go30", None);
        check("GM[2]SZ[6]KM[6.5]", "reversi6", None);
    }

    #[test]
    fn points_for_handicap_stones_that_are_not_counted_are_told() {
        check("GM[1]SZ[9]HA[3]KM[7.5]RU[Chinese]", "go9", Some("HA[3]: the points that White gets"));
        check("GM[1]SZ[9]HA[0]KM[7.5]RU[Chinese]", "go9", None);
        check("GM[1]SZ[9]HA[3]KM[6.5]RU[Japanese]", "go9(rules=japanese)", None);
    }

    #[test]
    fn every_game_is_written_as_it_is_read() {
        let root = |name: &str, said: Option<&str>| {
            let game = open(name).unwrap();
            let tree = tree(&*game, said);
            assert_eq!(game_of(&tree, &mut Vec::new()), Ok(game.name()), "{name}");
            let root = tree.node(tree.root());
            ["RU", "KM", GAME_NAME].map(|name| root.simple_text(name).unwrap_or_default())
        };
        assert_eq!(root("go9", None), ["Chinese", "7.5", ""]);
        assert_eq!(root("go5(komi=0.5)", None), ["Chinese", "0.5", ""]);
        assert_eq!(root("go9(rules=japanese)", None), ["Japanese", "6.5", ""]);
        assert_eq!(root("go9(rules=japanese)", Some("Korean")), ["Korean", "6.5", ""]);
        assert_eq!(root("go9(rules=japanese)", Some("AGA")), ["Japanese", "6.5", ""]);
        assert_eq!(root("go9", Some("AGA")), ["AGA", "7.5", ""]);
        assert_eq!(root("go9(rules=tromp-taylor,komi=-3)", None), ["Tromp-Taylor", "-3", ""]);
        assert_eq!(root("go9(ko=positional)", None), ["Chinese", "7.5", "go9(ko=positional)"]);
        assert_eq!(root("go19(komi=200)", None), ["Chinese", "200", "go19(komi=200)"]);
        assert_eq!(root("nip(lap=off)", None), ["nip(lap=off)", "", ""]);
        assert_eq!(root("nip", Some("house rules")), ["house rules", "", "nip"]);
        assert_eq!(root("reversi6", Some("house rules")), ["house rules", "", ""]);
        for name in ["go2", "go25", "yonin(first=2)", "reversi88", "reversi(dead=c3f6)", "reversi(anti=on)", "nip24"] {
            root(name, None);
        }
    }

    #[test]
    fn a_komi_beside_the_full_name_is_the_one_that_counts() {
        let named = |komi: &str| format!("GM[1]SZ[9]KM[{komi}]RU[Chinese]EG[go9(ko=positional)]");
        check(&named("7.5"), "go9(ko=positional)", None);
        check(&named("3.75"), "go9(ko=positional)", None);
        check(&named("6.5"), "go9(komi=6.5,ko=positional)", None);
        check(&named("650"), "go9(komi=6.5,ko=positional)", None);
        check(&named("none"), "go9(ko=positional)", None);
        check(&named("6.4"), "go9(komi=6.5,ko=positional)", Some("6.5 was taken"));
        check(&named("90"), "go9(ko=positional)", Some("KM[90]: not a komi for this board, 7.5 was taken"));
        check("SZ[9]KM[7.5]EG[go9(komi=5.5,ko=positional)]", "go9(ko=positional)", None);
        check("SZ[9]KM[90]EG[go9(komi=5.5)]", "go9(komi=5.5)", Some("5.5 was taken"));
        // Our own record of it; others mean hundredths.
        check("SZ[19]KM[200]EG[go19(komi=200)]", "go19(komi=200)", None);
        check("GM[2]SZ[8]KM[6.5]EG[nip]", "nip", None);
    }

    #[test]
    fn older_records_of_ours_name_the_game_under_rules() {
        check("GM[1]SZ[5]RU[go5(komi=0.5)]", "go5(komi=0.5)", None);
        check("GM[1]SZ[5]KM[1.5]RU[go5(komi=0.5)]", "go5(komi=1.5)", None);
        check("GM[2]SZ[6]RU[nip24]", "nip24", None);
    }
}
