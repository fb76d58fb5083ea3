//! Komi and points for handicap stones as the front end set them.

use enban_catalog::{Expression, HandicapBonus};

use crate::board::Board;

/// What White is given. The rules allow half points up to the size of the board; here it is kept as it was set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Terms {
    /// Points for moving second.
    pub(crate) komi: f64,
    /// Points for handicap stones.
    pub(crate) bonus: HandicapBonus,
}

impl Terms {
    /// The terms of a newly opened board; only Go has any.
    pub(crate) fn of(board: &Board) -> Self {
        match board.go() {
            Some(go) => Self { komi: go.komi().as_f64(), bonus: go.rules.ruleset().handicap_bonus() },
            None => Self { komi: 0.0, bonus: HandicapBonus::Nothing },
        }
    }

    /// Gives a board of Go the komi nearest to the terms, so that players take them into account.
    pub(crate) fn settle(&self, board: &mut Board) {
        let Some(go) = board.go() else { return };
        let rules = go.rules.with_komi_near(self.for_white(board), go.size * go.size);
        if rules != go.rules {
            board.change_rules(rules).expect("a komi up to the size of the board forbids no move");
        }
    }

    /// The difference between the terms and the komi of the board.
    pub(crate) fn beyond(&self, board: &Board) -> f64 {
        board.go().map_or(0.0, |go| self.for_white(board) - go.komi().as_f64())
    }

    /// The name of the game with the komi that the front end set.
    pub(crate) fn game(&self, board: &Board) -> String {
        let name = board.game().name();
        let Some(go) = board.go() else { return name };
        let mut game = Expression::parse(&name).expect("games have names that can be read");
        game.arguments.retain(|(key, _)| key != "komi");
        if self.komi != go.rules.with_usual_komi().komi().as_f64() {
            let place = usize::from(game.get("rules").is_some());
            game.arguments.insert(place, ("komi".to_owned(), figure(self.komi)));
        }
        game.to_string()
    }

    fn for_white(&self, board: &Board) -> f64 {
        self.komi + self.bonus.points(board.handicap()) as f64
    }
}

/// Points as text, to a thousandth.
pub(crate) fn figure(points: f64) -> String {
    let rounded = (points * 1000.0).round() / 1000.0;
    let points = if rounded.is_finite() { rounded } else { points };
    // Adding zero turns -0 into 0.
    (points + 0.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_komi_has_one_nearby_that_the_board_takes() {
        let check = |game: &str, komi: f64, stones: usize, expected: &str, beyond: f64| {
            let mut board = Board::open(game).unwrap();
            board.set_handicap(stones);
            let terms = Terms { komi, ..Terms::of(&board) };
            terms.settle(&mut board);
            assert_eq!((board.game().name(), terms.beyond(&board)), (expected.to_owned(), beyond), "{komi}");
        };
        check("go9", 7.5, 0, "go9", 0.0);
        check("go9", 6.0, 0, "go9(komi=6)", 0.0);
        // Under either komi Black needs a lead of 7 points to win.
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
            assert_eq!(Terms { komi, ..Terms::of(&board) }.game(&board), expected);
        };
        check("go9(rules=japanese,ko=positional)", 3.75, "go9(rules=japanese,komi=3.75,ko=positional)");
        check("go9(komi=5.5)", 7.5, "go9");
        check("go9", 1000.0, "go9(komi=1000)");
        check("nip(lap=off)", 7.5, "nip(lap=off)");
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
