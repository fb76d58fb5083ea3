//! The names of moves in the protocol.

use enban_catalog::AnyGame;
use enban_game::{Move, Step};

/// The names of the squares of a game, in capitals as in `D4`, and the pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Vertices {
    /// By move; none for numbers that are no squares.
    names: Vec<Option<String>>,
    pass: Step,
}

impl Vertices {
    pub(crate) fn of(game: &dyn AnyGame) -> Self {
        let mut names = Vec::new();
        for square in game.layout().squares() {
            names.resize(names.len().max(square.index() + 1), None);
            names[square.index()] = Some(game.write_move(square).to_ascii_uppercase());
        }
        Self { names, pass: game.read_step("pass").expect("every game knows a pass") }
    }

    /// The step that passes.
    pub(crate) fn pass(&self) -> Step {
        self.pass
    }

    /// The step that a word names, in any case.
    pub(crate) fn read(&self, word: &str) -> Option<Step> {
        if word.eq_ignore_ascii_case("pass") {
            return Some(self.pass);
        }
        let named = |name: &Option<String>| name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(word));
        self.names.iter().position(named).map(|square| Step::Play(Move(square as u16)))
    }

    /// The square that a word names.
    pub(crate) fn read_square(&self, word: &str) -> Option<Move> {
        match self.read(word)? {
            Step::Play(square) if self.pass != Step::Play(square) => Some(square),
            _ => None,
        }
    }

    /// The name of a step.
    pub(crate) fn name(&self, step: Step) -> &str {
        match step {
            Step::Play(choice) => self.of_move(choice),
            Step::Pass => "pass",
        }
    }

    /// The name of a move. A move that plays on no square is a pass.
    pub(crate) fn of_move(&self, choice: Move) -> &str {
        self.names.get(choice.index()).and_then(Option::as_deref).unwrap_or("pass")
    }

    /// The names of steps, separated by blanks.
    pub(crate) fn list(&self, steps: impl IntoIterator<Item = Step>) -> String {
        steps.into_iter().map(|step| self.name(step)).collect::<Vec<_>>().join(" ")
    }

    /// The names of moves, separated by blanks.
    pub(crate) fn list_moves(&self, moves: impl IntoIterator<Item = Move>) -> String {
        self.list(moves.into_iter().map(Step::Play))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_catalog::open;

    #[test]
    fn every_name_is_read_back() {
        for name in ["go9", "go19", "nip", "reversi10", "reversi88"] {
            let game = open(name).unwrap();
            let vertices = Vertices::of(&*game);
            for square in game.layout().squares() {
                let written = vertices.of_move(square);
                assert_eq!(vertices.read(&written.to_ascii_lowercase()), Some(Step::Play(square)), "{name} {written}");
                assert_eq!(vertices.read_square(written), Some(square), "{name} {written}");
            }
            assert_eq!(vertices.read("PASS"), Some(vertices.pass()), "{name}");
            assert_eq!(vertices.name(vertices.pass()), "pass", "{name}");
            assert_eq!(vertices.read_square("pass"), None, "{name}");
            for word in ["", "i1", "a99", "a0", "a1b1", "--", "円"] {
                assert_eq!(vertices.read(word).is_some(), word == "i1" && name == "reversi10", "{name} {word}");
            }
        }
    }
}
