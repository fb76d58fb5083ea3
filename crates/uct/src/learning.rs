//! Learning what moves look like: which of all moves was chosen, over many positions, fitted by gradient.
//!
//! Each position is a contest of all its moves that one has won (a generalised Bradley-Terry model). The logarithms of
//! the features' weights climb the likelihood of the winners, with steps that shrink for what was seen often
//! (AdaGrad), and a pull towards 0 keeps seldom seen shapes modest.

use std::collections::BTreeMap;
use std::fmt::Write;

use enban_game::{Move, Trail};
use enban_go::{Go, Undo};

use crate::params::PlayoutParams;
use crate::player::recent_of;
use crate::playout::Policy;
use crate::prior::{FEATURES, Look};
use crate::shape::canonical;

/// A position's moves and the one that was chosen.
#[derive(Clone, Debug)]
pub struct Lesson {
    looks: Vec<Look>,
    chosen: usize,
}

impl Lesson {
    /// The lesson of a choice in the position of the trail; `None` if it was a pass or filled an eye.
    pub fn of<const W: usize>(trail: &Trail<Go<W>>, choice: Move) -> Option<Self> {
        let policy = Policy::new(trail.game(), PlayoutParams::default());
        let looks = policy.looks(trail.state(), recent_of(trail), &mut Undo::default());
        let chosen = looks.iter().position(|&(found, _)| found == choice)?;
        Some(Self { looks: looks.into_iter().map(|(_, look)| look).collect(), chosen })
    }
}

/// Logarithms of weights.
#[derive(Clone, Debug, Default)]
pub struct Fitted {
    features: Vec<f64>,
    shapes: BTreeMap<usize, f64>,
}

/// How well weights foretell choices.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quality {
    /// The mean logarithm of the chance given to the move that was chosen.
    pub likelihood: f64,
    /// How often that move was the first choice.
    pub firsts: f64,
}

impl Fitted {
    /// Fits weights to lessons in so many rounds over all of them.
    pub fn fit(lessons: &[Lesson], rounds: u32) -> Self {
        let mut weights = Self { features: vec![0.0; FEATURES], shapes: BTreeMap::new() };
        let mut seen = Self { features: vec![1e-3; FEATURES], shapes: BTreeMap::new() };
        for _ in 0..rounds {
            for lesson in lessons {
                weights.learn(lesson, &mut seen);
            }
        }
        weights
    }

    fn learn(&mut self, lesson: &Lesson, seen: &mut Self) {
        const STEP: f64 = 0.15;
        const PULL: f64 = 2e-4;
        let chances = self.chances(lesson);
        for (at, (look, chance)) in lesson.looks.iter().zip(chances).enumerate() {
            let slope = f64::from(at == lesson.chosen) - chance;
            let climb = |weight: &mut f64, sum: &mut f64| {
                let slope = slope - PULL * *weight;
                *sum += slope * slope;
                *weight += STEP * slope / sum.sqrt();
            };
            look.features().for_each(|feature| climb(&mut self.features[feature], &mut seen.features[feature]));
            let code = canonical(usize::from(look.code));
            climb(self.shapes.entry(code).or_default(), seen.shapes.entry(code).or_insert(1.0));
        }
    }

    fn chances(&self, lesson: &Lesson) -> Vec<f64> {
        let strength = |look: &Look| {
            let shape = self.shapes.get(&canonical(usize::from(look.code))).copied().unwrap_or(0.0);
            libm::exp(shape + look.features().map(|feature| self.features[feature]).sum::<f64>())
        };
        let strengths: Vec<f64> = lesson.looks.iter().map(strength).collect();
        let total: f64 = strengths.iter().sum();
        strengths.into_iter().map(|strength| strength / total).collect()
    }

    /// How well the weights foretell the choices of lessons, best those they were not fitted to.
    pub fn quality(&self, lessons: &[Lesson]) -> Quality {
        let (mut likelihood, mut firsts) = (0.0, 0.0);
        for lesson in lessons {
            let chances = self.chances(lesson);
            let own = chances[lesson.chosen];
            likelihood += libm::log(own);
            if chances.iter().all(|&chance| chance <= own) {
                // Moves that look alike share the first place.
                firsts += 1.0 / chances.iter().filter(|&&chance| chance == own).count() as f64;
            }
        }
        let count = lessons.len().max(1) as f64;
        Quality { likelihood: likelihood / count, firsts: firsts / count }
    }

    /// The weights as the source text of this crate's `learned.rs`; `header` says how they were made.
    pub fn source(&self, header: &str) -> String {
        let mut text = String::new();
        header.lines().for_each(|line| writeln!(text, "//! {line}").expect("strings can be written to"));
        let number = |weight: f64| format!("{:.2}", if weight.abs() < 0.005 { 0.0 } else { weight });
        text += "\n/// The logarithm of each feature's weight.\n#[rustfmt::skip]\n";
        let _ = writeln!(text, "pub(crate) const FEATURES: [f32; {FEATURES}] = [");
        for row in self.features.chunks(12) {
            let row: Vec<String> = row.iter().map(|&weight| number(weight)).collect();
            let _ = writeln!(text, "    {},", row.join(", "));
        }
        text +=
            "];\n\n/// Surroundings, one for all that are alike up to symmetry, and the logarithm of their weight.\n";
        text += "#[rustfmt::skip]\npub(crate) const SHAPES: &[(u16, f32)] = &[\n";
        let kept: Vec<(&usize, &f64)> = self.shapes.iter().filter(|(_, weight)| weight.abs() >= 0.05).collect();
        for row in kept.chunks(8) {
            let row: Vec<String> = row.iter().map(|(code, weight)| format!("({code}, {})", number(**weight))).collect();
            let _ = writeln!(text, "    {},", row.join(", "));
        }
        text + "];\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::{Game, Notation, Step, Turn};
    use enban_go::Rules;

    /// Lessons of a teacher that always plays beside the last move are learned from a few games.
    #[test]
    fn a_simple_teacher_is_understood() {
        let game = Go::<2>::with_rules(7, Rules::default()).unwrap();
        let mut trail = Trail::new(game.clone());
        let mut lessons = Vec::new();
        for text in ["d4", "d5", "e5", "e6", "f6", "f5", "g5", "g4", "f4", "f3", "e3", "d3", "c3", "c4", "b4", "b5"] {
            let choice = game.read_move(text).unwrap();
            lessons.extend(Lesson::of(&trail, choice));
            trail.try_step(Step::Play(choice)).unwrap();
        }
        assert_eq!(lessons.len(), 16);
        assert!(matches!(game.turn(trail.state()), Turn::Moves(_)));
        let (none, learned) = (Fitted::fit(&lessons, 0), Fitted::fit(&lessons, 30));
        let (before, after) = (none.quality(&lessons), learned.quality(&lessons));
        assert!(before.likelihood < -3.0 && after.likelihood > -1.5, "{before:?} {after:?}");
        assert!(learned.source("made by a test").contains("pub(crate) const SHAPES"));
    }
}
