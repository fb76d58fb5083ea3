//! Rule sets by the names that others have for them, and what White is given beside its points on the board: komi, and
//! points for handicap stones.

use enban_catalog::Expression;
use enban_formats::sgf::terms::GoRules;

use crate::board::Board;

/// What White is given for N handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bonus {
    /// Nothing.
    Nothing,
    /// A point for every stone.
    EveryStone,
    /// A point for every stone but the first, which was Black's move anyway.
    AllButOne,
}

impl Bonus {
    const NAMES: [(Self, &'static str); 3] = [(Self::Nothing, "0"), (Self::EveryStone, "N"), (Self::AllButOne, "N-1")];

    /// As KataGo writes it.
    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(bonus, _)| *bonus == self).expect("all are named").1
    }

    /// The one that KataGo writes so.
    pub(crate) fn read(word: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, name)| *name == word).map(|(bonus, _)| *bonus)
    }

    fn points(self, stones: usize) -> f64 {
        match self {
            Self::Nothing => 0.0,
            Self::EveryStone => stones as f64,
            Self::AllButOne => stones.saturating_sub(1) as f64,
        }
    }
}

/// Rules of Go, komi aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RuleSet {
    /// The rule set of ours that they are nearest to.
    pub(crate) rules: &'static str,
    /// Which repetitions are forbidden.
    pub(crate) ko: &'static str,
    /// Whether a move may take its own stones off the board.
    pub(crate) suicide: bool,
    /// What handicap stones are paid with.
    pub(crate) bonus: Bonus,
}

impl RuleSet {
    /// What is meant where nothing is said.
    pub(crate) const CHINESE: Self = Self { rules: "chinese", ko: "simple", suicide: false, bonus: Bonus::EveryStone };

    /// The rules nearest to those of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let chinese = Self::CHINESE;
        Some(match name.to_ascii_lowercase().as_str() {
            "tromp-taylor" => Self { rules: "tromp-taylor", ko: "positional", suicide: true, bonus: Bonus::Nothing },
            "chinese" => chinese,
            "chinese-ogs" | "chinese-kgs" => Self { ko: "positional", ..chinese },
            "japanese" | "korean" => Self { rules: "japanese", bonus: Bonus::Nothing, ..chinese },
            "aga" | "bga" => Self { ko: "situational", bonus: Bonus::AllButOne, ..chinese },
            "new-zealand" => Self { ko: "situational", suicide: true, bonus: Bonus::Nothing, ..chinese },
            _ => return None,
        })
    }

    /// The rules that a record names in its own words, if they are known.
    pub(crate) fn of_record(words: &str) -> Option<Self> {
        Self::named(match GoRules::read(words)? {
            GoRules::Chinese => "chinese",
            GoRules::Japanese => "japanese",
            GoRules::Korean => "korean",
            GoRules::Aga => "aga",
            GoRules::Bga => "bga",
            GoRules::NewZealand => "new-zealand",
            GoRules::TrompTaylor => "tromp-taylor",
        })
    }

    /// The rules of a game of ours.
    pub(crate) fn of(game: &Expression) -> Self {
        let usual = game.get("rules").and_then(Self::named).unwrap_or(Self::CHINESE);
        let ko = match game.get("ko") {
            Some("simple") => "simple",
            Some("positional") => "positional",
            Some("situational") => "situational",
            _ => usual.ko,
        };
        Self { ko, suicide: game.get("suicide").map_or(usual.suicide, |suicide| suicide == "on"), ..usual }
    }

    /// Plays by these rules from now on, with their usual komi; nothing changes if they forbid what was played.
    pub(crate) fn apply(&self, board: &mut Board) -> Result<(), String> {
        let suicide = if self.suicide { "on" } else { "off" };
        let arguments = [("rules", self.rules), ("ko", self.ko), ("suicide", suicide)];
        let arguments = arguments.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
        board.rename(&Expression { name: board.name().name.clone(), arguments }.to_string())
    }
}

/// What White is given, as the front end has settled it. The rules take half points up to the size of the board; here it
/// is what was said.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Terms {
    /// Points for moving second.
    pub(crate) komi: f64,
    /// Points for handicap stones.
    pub(crate) bonus: Bonus,
}

impl Terms {
    /// The terms of a game as it is opened.
    pub(crate) fn of(game: &Expression) -> Self {
        Self { komi: komi_of(game), bonus: RuleSet::of(game).bonus }
    }

    /// Gives a board of Go the komi that is nearest to the terms, so that players know them too.
    pub(crate) fn settle(&self, board: &mut Board) {
        let komi = self.nearest(board);
        if board.is_go() && komi != komi_of(board.name()) {
            let mut game = without_komi(board.name());
            game.arguments.push(("komi".to_owned(), komi.to_string()));
            board.rename(&game.to_string()).expect("a komi up to the size of the board forbids no move");
        }
    }

    /// What White is given beyond the komi of the board.
    pub(crate) fn beyond(&self, board: &Board) -> f64 {
        self.for_white(board) - komi_of(board.name())
    }

    /// The game on a board, with the komi that the front end knows.
    pub(crate) fn game(&self, board: &Board) -> Expression {
        let mut game = without_komi(board.name());
        if board.is_go() && self.komi != usual_komi(&game) {
            let place = usize::from(game.get("rules").is_some());
            game.arguments.insert(place, ("komi".to_owned(), figure(self.komi)));
        }
        game
    }

    fn for_white(&self, board: &Board) -> f64 {
        self.komi + self.bonus.points(board.handicap())
    }

    /// A komi that the board can have. Between two whole numbers every komi has the same winner, so a half stands for
    /// all of them.
    fn nearest(&self, board: &Board) -> f64 {
        let exact = self.for_white(board);
        let half = if (2.0 * exact).fract() == 0.0 { exact } else { exact.floor() + 0.5 };
        let points = (board.side() * board.side()) as f64;
        // The usual komi is taken on the smallest boards too.
        if half == usual_komi(board.name()) { half } else { half.clamp(-points, points) }
    }
}

/// The komi of a game of ours.
pub(crate) fn komi_of(game: &Expression) -> f64 {
    game.get("komi").and_then(|komi| komi.parse().ok()).unwrap_or_else(|| usual_komi(game))
}

/// The same game with the komi that its rules usually have.
pub(crate) fn without_komi(game: &Expression) -> Expression {
    let mut game = game.clone();
    game.arguments.retain(|(key, _)| key != "komi");
    game
}

/// Points as people write them, to a thousandth.
pub(crate) fn figure(points: f64) -> String {
    let rounded = (points * 1000.0).round() / 1000.0;
    let points = if rounded.is_finite() { rounded } else { points };
    // Adding zero keeps nothing from being written as -0.
    (points + 0.0).to_string()
}

fn usual_komi(game: &Expression) -> f64 {
    if game.get("rules") == Some("japanese") { 6.5 } else { 7.5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_komi_has_one_nearby_that_the_board_takes() {
        let check = |game: &str, komi: f64, stones: usize, expected: &str, beyond: f64| {
            let mut board = Board::open(game).unwrap();
            board.set_handicap(stones);
            let terms = Terms { komi, ..Terms::of(board.name()) };
            terms.settle(&mut board);
            assert_eq!((board.name().to_string(), terms.beyond(&board)), (expected.to_owned(), beyond), "{komi}");
        };
        check("go9", 7.5, 0, "go9", 0.0);
        check("go9", 6.0, 0, "go9(komi=6)", 0.0);
        // Black wins by 7 points under either komi, and by 6 under none.
        check("go9", 6.75, 0, "go9(komi=6.5)", 0.25);
        check("go9", 6.25, 0, "go9(komi=6.5)", -0.25);
        check("go9", -0.25, 0, "go9(komi=-0.5)", 0.25);
        check("go9", 1000.0, 0, "go9(komi=81)", 919.0);
        check("go9", f64::MIN, 0, "go9(komi=-81)", f64::MIN);
        check("go2", 7.5, 0, "go2", 0.0);
        check("go2(komi=0)", 7.0, 0, "go2(komi=4)", 3.0);
        check("go9", 0.5, 3, "go9(komi=3.5)", 0.0);
        check("go9(rules=japanese)", 0.5, 3, "go9(rules=japanese,komi=0.5)", 0.0);
        check("go9(rules=tromp-taylor)", 0.5, 3, "go9(rules=tromp-taylor,komi=0.5)", 0.0);
        check("nip", 7.5, 0, "nip", 0.0);
    }

    #[test]
    fn games_are_named_with_the_komi_of_the_front_end() {
        let check = |game: &str, komi: f64, expected: &str| {
            let board = Board::open(game).unwrap();
            assert_eq!(Terms { komi, ..Terms::of(board.name()) }.game(&board).to_string(), expected);
        };
        check("go9(rules=japanese,ko=positional)", 3.75, "go9(rules=japanese,komi=3.75,ko=positional)");
        check("go9(komi=5.5)", 7.5, "go9");
        check("go9", 1000.0, "go9(komi=1000)");
        check("nip(lap=off)", 7.5, "nip(lap=off)");
    }

    #[test]
    fn records_name_rules_in_their_own_words() {
        let check = |words: &str, name: Option<&str>| {
            assert_eq!(RuleSet::of_record(words), name.and_then(RuleSet::named), "{words}");
        };
        check("Japanese", Some("japanese"));
        check(" japan", Some("japanese"));
        check("Chinese", Some("chinese"));
        check("chinese rules", Some("chinese"));
        check("Korean", Some("korean"));
        check("AGA", Some("aga"));
        check("NZ", Some("new-zealand"));
        check("New Zealand", Some("new-zealand"));
        check("Tromp-Taylor", Some("tromp-taylor"));
        check("GOE", None);
        check("", None);
    }

    #[test]
    fn figures_are_short() {
        let check = |points: f64, expected: &str| assert_eq!(figure(points), expected);
        check(7.5, "7.5");
        check(33.0 - 7.3, "25.7");
        check(-0.0, "0");
        check(0.1 + 0.2, "0.3");
        check(-1000.0, "-1000");
    }
}
