//! Values as the page shows them: whose they are, which of two is to be kept, what a move lost.

use enban_game::Seat;
use enban_search::Value;

use crate::api;
use crate::tree::{Phase, Tree, Worth};

/// Losses of so many points are a slip, a mistake, a blunder.
const POINTS: [f64; 3] = [2.0, 4.0, 8.0];
/// The same for shares of games.
const CHANCES: [f64; 3] = [0.05, 0.1, 0.2];
/// Readings of fewer plies are too shallow to show a number.
const DEPTH_TRUSTED: u32 = 4;
/// Fewer simulations are too few.
const VISITS_TRUSTED: u64 = 200;

/// A value for the page.
pub(crate) fn to_api(worth: Worth, seat: Seat, seats: usize) -> api::Value {
    let (kind, value) = match worth.value {
        Value::Exact(points) => ("exact", points.as_f64()),
        Value::AtLeast(points) => ("at_least", points.as_f64()),
        Value::AtMost(points) => ("at_most", points.as_f64()),
        Value::Lead(lead) => ("lead", lead),
        Value::Chance(share) => ("chance", share),
        Value::Figure(figure) => ("figure", figure),
    };
    let is_white = seats == 2 && seat == Seat(1);
    let black = match worth.value {
        _ if !is_white => value,
        Value::Chance(share) => 1.0 - share,
        _ => -value,
    };
    api::Value { kind: kind.to_owned(), value, depth: worth.depth, black }
}

/// Whether enough went into a value to show its number.
pub(crate) fn is_trusted(value: Value, depth: u32, visits: u64) -> bool {
    match value {
        Value::Exact(_) | Value::AtLeast(_) | Value::AtMost(_) | Value::Figure(_) => true,
        Value::Lead(_) => depth >= DEPTH_TRUSTED,
        Value::Chance(_) => visits >= VISITS_TRUSTED,
    }
}

/// Whether a new value says more than an old one: what is finished is never overwritten by what is not.
pub(crate) fn says_more(new: Worth, old: Option<Worth>) -> bool {
    let rank = |value: Value| match value {
        Value::Exact(_) => 3,
        Value::AtLeast(_) | Value::AtMost(_) => 2,
        Value::Lead(_) | Value::Chance(_) => 1,
        Value::Figure(_) => 0,
    };
    old.is_none_or(|old| (rank(new.value), new.depth) >= (rank(old.value), old.depth))
}

/// What the move to a node lost against the best one, with the word for it. In games for two only.
pub(crate) fn loss(tree: &Tree, id: u32) -> Option<(f64, Option<&'static str>)> {
    let entry = tree.get(id)?;
    let before = tree.get(entry.parent?)?;
    let best = before.worth?;
    if before.phase == Phase::Pass || before.to_move > Seat(1) {
        return None;
    }
    if before.best == entry.step {
        return Some((0.0, None));
    }
    let (after, to_move) = tree.worth(id)?;
    let same_seat = to_move == before.to_move;
    let (loss, marks) = match (points(best.value), points(after.value), best.value, after.value) {
        (Some(best), Some(after), ..) => (best - if same_seat { after } else { -after }, POINTS),
        (_, _, Value::Chance(best), Value::Chance(after)) => {
            (best - if same_seat { after } else { 1.0 - after }, CHANCES)
        }
        _ => return None,
    };
    let loss = loss.max(0.0);
    let word = match loss {
        loss if loss >= marks[2] => Some("blunder"),
        loss if loss >= marks[1] => Some("mistake"),
        loss if loss >= marks[0] => Some("slip"),
        _ => None,
    };
    Some((loss, word))
}

fn points(value: Value) -> Option<f64> {
    match value {
        Value::Exact(points) | Value::AtLeast(points) | Value::AtMost(points) => Some(points.as_f64()),
        Value::Lead(lead) => Some(lead),
        Value::Chance(_) | Value::Figure(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Entry;
    use enban_game::{Move, Points, Step};

    fn worth(value: Value, depth: u32) -> Worth {
        Worth { value, depth }
    }

    #[test]
    fn black_sees_the_opposite_of_white() {
        let black = |value, seat, seats| to_api(worth(value, 1), Seat(seat), seats).black;
        assert_eq!(black(Value::Lead(3.0), 0, 2), 3.0);
        assert_eq!(black(Value::Lead(3.0), 1, 2), -3.0);
        assert_eq!(black(Value::Chance(0.25), 1, 2), 0.75);
        assert_eq!(black(Value::Lead(3.0), 1, 4), 3.0);
    }

    #[test]
    fn finished_values_stay() {
        let exact = worth(Value::Exact(Points::whole(2)), 10);
        let shallow = worth(Value::Lead(9.0), 2);
        let deep = worth(Value::Lead(1.0), 8);
        assert!(says_more(shallow, None) && says_more(deep, Some(shallow)) && says_more(exact, Some(deep)));
        assert!(!says_more(shallow, Some(deep)) && !says_more(deep, Some(exact)));
    }

    #[test]
    fn losses_are_against_the_best() {
        let check = |best: Value, after: Value, to_move: u8, expected: Option<(f64, Option<&str>)>| {
            let root = Entry::root(Seat(0), Phase::Choice);
            let mut tree = Tree::new(Entry { worth: Some(worth(best, 6)), ..root.clone() });
            let entry = Entry {
                parent: Some(0),
                step: Some(Step::Play(Move(0))),
                to_move: Seat(to_move),
                worth: Some(worth(after, 6)),
                ..root
            };
            let id = tree.add(entry);
            assert_eq!(loss(&tree, id), expected, "{best:?} {after:?}");
        };
        check(Value::Lead(3.0), Value::Lead(-3.0), 1, Some((0.0, None)));
        check(Value::Lead(3.0), Value::Lead(0.0), 1, Some((3.0, Some("slip"))));
        check(Value::Lead(3.0), Value::Lead(3.0), 1, Some((6.0, Some("mistake"))));
        check(Value::Lead(3.0), Value::Lead(-6.0), 0, Some((9.0, Some("blunder"))));
        check(Value::Chance(0.75), Value::Chance(0.5), 1, Some((0.25, Some("blunder"))));
        check(Value::Chance(0.5), Value::Lead(1.0), 1, None);
    }
}
