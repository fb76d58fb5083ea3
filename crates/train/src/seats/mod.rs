//! The evaluation of Yonin learned from nothing: games of tree search, then weights for what four seats see.
//!
//! The games of the first generation are played out at random at the leaves of the tree; those of a further one are judged by
//! what the generations before have learned. All games so far are learned from together. Everything depends on the [`Recipe`]
//! alone: any number of threads gives the same weights, bit for bit.

mod fit;
mod play;

use enban_eval::YoninEval;
use enban_eval::patterns::{Origin, Weights};
use enban_eval::yonin::weights;
use enban_reversi::{Kernel, YoninOn};

use self::fit::Fitter;
pub use self::fit::{Passes, StageLoss};
pub use self::play::{Played, SeatsPlay};

/// All that decides what is learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// The seed of all games.
    pub seed: u64,
    /// Games of each generation.
    pub games: Vec<u64>,
    /// Simulations for a move.
    pub playouts: u64,
    /// How weights are fitted.
    pub passes: Passes,
}

/// What was learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The weights, with where they come from.
    pub weights: Weights,
    /// How well they foretell the held-out games of the last generation, by stage.
    pub losses: Vec<StageLoss>,
}

impl Recipe {
    /// Plays and learns, generation by generation; `tell` hears what is done. The weights are said to come from `program`.
    pub fn learn<K: Kernel<Set = u64>>(
        &self,
        game: &YoninOn<K>,
        threads: usize,
        program: &str,
        mut tell: impl FnMut(&str),
    ) -> Lesson {
        let mut all: Vec<Played> = Vec::new();
        let mut lesson = None::<Lesson>;
        for (generation, &count) in (1..).zip(&self.games) {
            let by = lesson.take().map(|lesson| YoninEval::new(lesson.weights));
            let play =
                SeatsPlay { seed: self.seed.wrapping_mul(1_000).wrapping_add(generation), playouts: self.playouts };
            let last = play.games(game, count, by.as_ref(), threads);
            tell(&format!("generation {generation}: {count} games are played"));
            let (held_out, learned): (Vec<_>, Vec<_>) =
                (0..).zip(last).partition(|(number, _)| number % HELD_OUT == HELD_OUT - 1);
            all.extend(learned.into_iter().map(|(_, played)| played));
            let held_out: Vec<Played> = held_out.into_iter().map(|(_, played)| played).collect();
            let mut fitter = Fitter::new(game, &all, self.passes);
            for pass in 0..self.passes.count {
                fitter.pass(pass);
                tell(&format!("pass {}: {}", pass + 1, StageLoss::sum(&fitter.losses(&held_out))));
            }
            let losses = fitter.losses(&held_out);
            let positions = all.iter().map(|played| played.states.len()).sum();
            let origin = self.origin(program, positions, &losses);
            lesson = Some(Lesson { weights: weights(origin, fitter.stages()), losses });
        }
        lesson.expect("a recipe has a generation at least")
    }

    /// What the head of the file says.
    fn origin(&self, program: &str, positions: usize, losses: &[StageLoss]) -> Origin {
        let games: Vec<String> = self.games.iter().map(u64::to_string).collect();
        let by_stage = |figure: fn(&StageLoss) -> f64| {
            let stages = (0..).zip(losses).filter(|(_, loss)| loss.positions > 0);
            let stages = stages.map(|(stage, loss)| format!("{}-{} {:.3}", 5 * stage, 5 * stage + 4, figure(loss)));
            stages.collect::<Vec<_>>().join(", ")
        };
        let whole = StageLoss::sum(losses);
        let Passes { count, rate, lambda, .. } = self.passes;
        let facts = [
            ("seed", self.seed.to_string()),
            ("program", program.to_owned()),
            ("generations", self.games.len().to_string()),
            ("games", games.join(", ")),
            ("playouts", self.playouts.to_string()),
            ("positions", positions.to_string()),
            ("fit", format!("{count} passes, rate {rate}, lambda {lambda}")),
            ("held-out loss", format!("{:.4} (base rate {:.4})", whole.mean_loss(), whole.mean_base())),
            ("held-out loss by empty squares", by_stage(StageLoss::mean_loss)),
            ("held-out error", by_stage(StageLoss::mean_error)),
        ];
        let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Origin { game: "yonin".to_owned(), facts }
    }
}

/// Of so many games one is held out.
const HELD_OUT: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use enban_reversi::YoninOptions;
    use enban_reversi::kernel::Portable;

    fn learn(games: &[u64], threads: usize, seed: u64) -> Lesson {
        let game = YoninOn::new(Portable::new(), "yonin".to_owned(), YoninOptions::default());
        let passes = Passes { count: 3, ..Passes::default() };
        Recipe { seed, games: games.to_vec(), playouts: 20, passes }.learn(&game, threads, "enban test", |_| {})
    }

    #[test]
    fn weights_depend_on_the_recipe_alone() {
        let once = learn(&[20, 20], 1, 1);
        assert_eq!(learn(&[20, 20], 3, 1).weights.to_bytes(), once.weights.to_bytes(), "threads do not matter");
        assert_ne!(learn(&[20, 20], 1, 2).weights.stages, once.weights.stages, "the seed does");
        let read = YoninEval::read(&once.weights.to_bytes()).unwrap();
        assert_eq!(read.weights(), &once.weights);
        assert_eq!(once.weights.origin.fact("games"), Some("20, 20"));
        assert!(
            once.weights.stages.iter().all(|stage| stage.iter().any(|&weight| weight != 0)),
            "each stage has learned"
        );
    }

    #[test]
    fn what_is_learned_foretells_games_that_were_not_seen() {
        let lesson = learn(&[300], 2, 1);
        let late = &lesson.losses[..3];
        assert!(late.iter().all(|loss| loss.positions > 50), "{late:?}");
        let whole = StageLoss::sum(late);
        assert!(whole.mean_loss() < 0.9 * whole.mean_base(), "{whole}");
        assert!(whole.mean_error() < 3.3, "points of a game that ends within 14 moves: {whole}");
    }
}
