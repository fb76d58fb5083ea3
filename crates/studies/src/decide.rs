//! From figures to a move: the largest, ties at random; and options by their names.

use enban_game::{Move, Rng};
use enban_search::{Candidate, Thought, Value};

/// A move and what it is worth to the seat that makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// The move.
    pub choice: Move,
    /// Its worth; comparable only with others of the same player.
    pub value: f64,
}

/// The move with the largest figure, drawn among equals; the others listed behind it, best first.
///
/// # Panics
/// If there is no figure.
pub fn largest(mut figures: Vec<Figure>, depth: u32, nodes: u64, rng: &mut Rng) -> Thought {
    best_first(&mut figures);
    let equals = figures.iter().take_while(|figure| figure.value == figures[0].value).count();
    let drawn = if equals > 1 { rng.below(equals as u32) as usize } else { 0 };
    figures.swap(0, drawn);
    thought(&figures, depth, nodes)
}

/// Puts the largest figures first; equals keep their order.
pub(crate) fn best_first(figures: &mut [Figure]) {
    figures.sort_by(|left, right| right.value.total_cmp(&left.value));
}

/// The first figure's move, with the others as they are listed.
pub(crate) fn thought(figures: &[Figure], depth: u32, nodes: u64) -> Thought {
    let candidate = |figure: &Figure| Candidate {
        choice: figure.choice,
        value: Value::Figure(figure.value),
        depth,
        visits: 0,
        line: Vec::new(),
    };
    Thought { choice: figures[0].choice, candidates: figures.iter().map(candidate).collect(), nodes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_first_and_equals_are_drawn_evenly() {
        let figures: Vec<Figure> = [3.0, 7.0, 7.0, -1.0]
            .iter()
            .enumerate()
            .map(|(at, &value)| Figure { choice: Move(at as u16), value })
            .collect();
        let mut rng = Rng::new(1);
        let mut drawn = [0; 4];
        for _ in 0..1_000 {
            let thought = largest(figures.clone(), 1, 4, &mut rng);
            drawn[thought.choice.index()] += 1;
            let values: Vec<Value> = thought.candidates.iter().map(|candidate| candidate.value).collect();
            assert_eq!(values, [7.0, 7.0, 3.0, -1.0].map(Value::Figure));
            assert_eq!(thought.candidates[0].choice, thought.choice);
        }
        assert_eq!((drawn[0], drawn[3]), (0, 0));
        assert!((420..580).contains(&drawn[1]), "{drawn:?}");
    }
}
