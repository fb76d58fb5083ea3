//! Values of squares as a player's option: one number for each class of squares that the symmetries of the board
//! make equal, such as `20/20/20/-5/-5/-2/3/0`.

use enban_eval::SquareMap;

use crate::error::ValuesError;

/// The classes of the 8x8 grid, each by its square nearest to the corner a1. The round board of 52 squares lacks
/// the first two.
const CLASSES: [&str; 10] = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"];

/// What a number is kept in: the searches add whole numbers.
const PARTS: i32 = 1000;

/// The largest value. Sums of 52 squares along any line stay far within 32 bits, in thousandths too.
const VALUE_MAX: f64 = 1000.0;

/// A value for each of the last `N` classes, to the thousandth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareValues<const N: usize> {
    thousandths: [i32; N],
}

/// The values of Nip: c1 d1 b2 c2 d2 c3 d3 d4.
pub type NipValues = SquareValues<8>;

/// The values of Reversi: a1 b1 c1 d1 b2 c2 d2 c3 d3 d4.
pub type ReversiValues = SquareValues<10>;

impl<const N: usize> SquareValues<N> {
    /// Reads numbers with slashes between them.
    pub fn parse(text: &str) -> Result<Self, ValuesError> {
        let expected = || {
            let classes = CLASSES[CLASSES.len() - N..].join("/");
            format!("{N} numbers from -{VALUE_MAX} to {VALUE_MAX} for {classes}")
        };
        let words: Vec<&str> = text.split('/').map(str::trim).collect();
        if words.len() != N {
            return Err(ValuesError::Count { expected: expected(), found: words.len() });
        }
        let mut thousandths = [0; N];
        for (place, word) in thousandths.iter_mut().zip(words) {
            let number = word.parse::<f64>().ok().filter(|number| (-VALUE_MAX..=VALUE_MAX).contains(number));
            let number = number.ok_or_else(|| ValuesError::Number { expected: expected(), found: word.to_owned() })?;
            *place = (number * f64::from(PARTS)).round() as i32;
        }
        Ok(Self { thousandths })
    }

    /// How many points of [`SquareValues::map`] make 1: a map of whole numbers stays as it is.
    pub fn scale(&self) -> i32 {
        if self.thousandths.iter().all(|value| value % PARTS == 0) { 1 } else { PARTS }
    }

    /// The values as a map, in points of which [`SquareValues::scale`] make 1; squares of no class are worth nothing.
    pub fn map(&self) -> SquareMap<u64> {
        let parts = PARTS / self.scale();
        SquareMap::new(|square| match (class(square) + N).checked_sub(CLASSES.len()) {
            Some(place) => self.thousandths[place] / parts,
            None => 0,
        })
    }
}

/// The class of a square of the grid.
fn class(square: usize) -> usize {
    let fold = |line: usize| line.min(7 - line);
    let (column, row) = (fold(square % 8), fold(square / 8));
    let (outer, inner) = (column.min(row), column.max(row));
    // The triangle row by row: 4, 3, 2 and 1 classes.
    outer * (9 - outer) / 2 + inner - outer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Nip, nip52, positions, reversi8};
    use crate::{Choices, MapParams, MapPlayer, MapSearch, MapTable, WeightsParams, WeightsPlayer};
    use enban_eval::StudyWeights;
    use enban_eval::map::{REVERSI_BP, RING20, RING100};
    use enban_game::{Game, MoveSet, Rng, Trail, Turn, Watch};
    use enban_reversi::Position;
    use enban_search::{Desk, Player, Value};

    #[test]
    fn classes_are_named_by_their_square_nearest_to_the_corner() {
        for (number, name) in CLASSES.iter().enumerate() {
            let letters = name.as_bytes();
            let square = usize::from(letters[1] - b'1') * 8 + usize::from(letters[0] - b'a');
            assert_eq!(class(square), number, "{name}");
        }
        for square in 0..64 {
            let (column, row) = (square % 8, square / 8);
            let images = [row * 8 + 7 - column, (7 - row) * 8 + column, column * 8 + row];
            assert!(images.iter().all(|&image| class(image) == class(square)), "{square}");
        }
    }

    #[test]
    fn the_maps_of_the_studies_can_be_written_as_values() {
        let nip = |text| NipValues::parse(text).unwrap();
        assert_eq!(nip("20/20/20/-5/-5/-2/3/0").map(), SquareMap::of(&RING20));
        assert_eq!(nip("100/100/100/-20/-20/-20/50/0").map(), SquareMap::of(&RING100));
        let reversi = ReversiValues::parse("45/-11/4/-1/-16/-1/-3/2/-1/0").unwrap();
        assert_eq!((reversi.map(), reversi.scale()), (SquareMap::of(&REVERSI_BP), 1));
    }

    #[test]
    fn fractions_are_kept_to_the_thousandth() {
        let values = NipValues::parse("1/0.5/-0.25/3/-2.0006/0/0/1000").unwrap();
        let map = values.map();
        let at = [2, 3, 9, 10, 11, 27].map(|square| map.value(square));
        assert_eq!((values.scale(), at), (1000, [1000, 500, -250, 3000, -2001, 1_000_000]));
        assert_eq!((map.value(0), map.value(1)), (0, 0), "off the board");
        assert_eq!(NipValues::parse("1.0/2.0004/0/0/0/0/0/-0").unwrap().scale(), 1);
    }

    #[test]
    fn mistakes_say_what_was_expected() {
        let check = |text: &str, found: &str| {
            let expected = "8 numbers from -1000 to 1000 for c1/d1/b2/c2/d2/c3/d3/d4, found ";
            assert_eq!(NipValues::parse(text).unwrap_err().to_string(), format!("{expected}{found}"));
        };
        check("", "1");
        check("1/2/3", "3");
        check("1/2/3/4/5/6/7/8/9", "9");
        check("1/2/3/x/5/6/7/8", "\"x\"");
        check("1/2/3//5/6/7/8", "\"\"");
        check("1/2/3/1001/5/6/7/8", "\"1001\"");
        check("1/2/3/NaN/5/6/7/8", "\"NaN\"");
    }
    /// The largest sum over all lines after a move, in fractions: the mover's values added, the opponent's subtracted.
    fn plain_sum(game: &Nip, values: &[f64; 64], state: &Position<u64>, sign: f64, plies: u32) -> f64 {
        let value = |after: &Position<u64>| {
            let sum = |set: u64| set.iter().map(|square| values[square.index()]).sum::<f64>();
            let replies = game.twin().moves(after.own, after.other).count_ones() as usize;
            let bonus = Choices::Third.bonuses().get(replies).copied().unwrap_or(0);
            sum(after.other) - sum(after.own) + f64::from(bonus)
        };
        let rest = |next: &Position<u64>| match (plies, game.turn(next)) {
            (0, _) | (_, Turn::Over) => 0.0,
            (_, Turn::Pass) => {
                let mut passed = *next;
                game.pass(&mut passed);
                lines(game, values, &passed, sign, plies - 1)
            }
            (_, Turn::Moves(_)) => lines(game, values, next, -sign, plies),
        };
        sign * value(state) + rest(state)
    }

    fn lines(game: &Nip, values: &[f64; 64], state: &Position<u64>, sign: f64, plies: u32) -> f64 {
        let (true, Turn::Moves(moves)) = (plies > 0, game.turn(state)) else { return 0.0 };
        let after = |choice| {
            let mut after = *state;
            game.play(&mut after, choice);
            plain_sum(game, values, &after, sign, plies - 1)
        };
        moves.iter().map(after).fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn fractions_are_looked_ahead_with_as_plain_sums() {
        let game = nip52();
        let values = NipValues::parse("2.5/1.125/-0.75/0.001/3/-1.5/0/0.3").unwrap();
        let table: [f64; 64] = std::array::from_fn(|square| f64::from(values.map().value(square)) / 1000.0);
        for (lookahead, count) in [(1, 60), (2, 30), (3, 15)] {
            let params = MapParams {
                table: MapTable::Values(values),
                choices: Choices::Third,
                lookahead,
                search: MapSearch::Described,
            };
            let mut player = MapPlayer::new(&game, params, Rng::new(1)).unwrap();
            for state in positions(&game, count, 5) {
                let thought = player.think(&Trail::from(game.clone(), state), &Desk::quiet(&Watch::default()));
                let mut after = state;
                game.play(&mut after, thought.choice);
                let best = lines(&game, &table, &state, 1.0, lookahead);
                let chosen = plain_sum(&game, &table, &after, 1.0, lookahead - 1);
                let Value::Figure(told) = thought.candidates[0].value else { panic!("a figure") };
                assert!((told - best).abs() < 1e-9 && (chosen - best).abs() < 1e-9, "{told} {chosen} {best}");
            }
        }
    }

    #[test]
    fn reversi_weighs_fractions_as_they_are() {
        let game = reversi8();
        let texts = ["45/-11/4/-1/-16/-1/-3/2/-1/0", "4.5/-1.1/0.4/-0.1/-1.6/-0.1/-0.3/0.2/-0.1/0"];
        let mut players = texts.map(|text| {
            let bp = if text.contains('.') { 10.0 } else { 1.0 };
            let params = WeightsParams { weights: StudyWeights { bp, fs: 3.0, cn: 1.0 }, noise: false };
            let player = WeightsPlayer::new(&game, params, Rng::new(1)).unwrap();
            player.with_values(&ReversiValues::parse(text).unwrap())
        });
        for state in positions(&game, 60, 5) {
            let figures = players.each_mut().map(|player| {
                let thought = player.think(&Trail::from(game.clone(), state), &Desk::quiet(&Watch::default()));
                let Value::Figure(figure) = thought.candidates[0].value else { panic!("a figure") };
                figure
            });
            assert!((figures[0] - figures[1]).abs() < 1e-9, "{figures:?}");
        }
    }
}
