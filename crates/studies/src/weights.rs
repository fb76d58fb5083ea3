//! The study of Reversi: three parameters, their weights, one move ahead. A study player.
//!
//! `f = BP*wBP + FS*wFS + CN*wCN` of the position after the move, for the player who made it: BP the lead on
//! the study's map, FS 11 points for each stable disc on the edges more than the other side has, CN minus 10
//! points for each legal move of the opponent. With noise FS gains up to 3 discs and CN loses up to 2 moves,
//! drawn anew for each position that is valued.

use enban_eval::map::REVERSI_BP;
use enban_eval::{Edges, SquareMap, StudyWeights, is_reversi};
use enban_game::{Game, Move, MoveSet, Rng, Trail, Turn};
use enban_reversi::{Edge, Kernel, Position, ReversiOn};
use enban_search::{Desk, Player, Thought};

use crate::decide::{Figure, thought};
use crate::error::UnsuitedGame;
use crate::values::ReversiValues;

/// How the player of the study weighs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightsParams {
    /// The weights of BP, FS and CN.
    pub weights: StudyWeights,
    /// Whether the terms `rnd` are added.
    pub noise: bool,
}

impl Default for WeightsParams {
    /// The study's BP*1 + FS*3, with noise.
    fn default() -> Self {
        Self { weights: StudyWeights { bp: 1.0, fs: 3.0, cn: 0.0 }, noise: true }
    }
}

/// Plays the move with the largest weighted sum, ties at random.
#[derive(Clone, Debug)]
pub struct WeightsPlayer {
    params: WeightsParams,
    map: SquareMap<u64>,
    edges: Edges<u64>,
    rng: Rng,
}

impl WeightsPlayer {
    /// The largest `rnd` of FS, in discs.
    const FS_NOISE: f64 = 3.0;
    /// The largest `rnd` of CN, in moves.
    const CN_NOISE: f64 = 2.0;

    /// The player for a game. Fails where the study's map does not fit: on all boards but 8x8.
    pub fn new<K, E>(game: &ReversiOn<K, E>, params: WeightsParams, rng: Rng) -> Result<Self, UnsuitedGame>
    where
        K: Kernel<Set = u64>,
        E: Edge<K>,
    {
        if !is_reversi(game) {
            return Err(UnsuitedGame::NotReversi);
        }
        Ok(Self { params, map: SquareMap::of(&REVERSI_BP), edges: Edges::of_square(8), rng })
    }

    /// The same with other values of the squares in place of the study's map.
    pub fn with_values(mut self, values: &ReversiValues) -> Self {
        self.map = values.map();
        // The map counts in parts of a point; what a part weighs is settled here, not at every move.
        self.params.weights.bp /= f64::from(values.scale());
        self
    }

    /// The move alone, without allocation; the same that [`think`](Player::think) would make.
    pub fn choose<K, E>(&mut self, game: &ReversiOn<K, E>, state: &Position<u64>, moves: u64) -> Move
    where
        K: Kernel<Set = u64>,
        E: Edge<K>,
    {
        self.visit(game, state, moves, |_| {})
    }

    /// Values every move, shows each figure, and returns the best.
    #[inline(always)]
    fn visit<K, E>(
        &mut self,
        game: &ReversiOn<K, E>,
        state: &Position<u64>,
        moves: u64,
        mut show: impl FnMut(Figure),
    ) -> Move
    where
        K: Kernel<Set = u64>,
        E: Edge<K>,
    {
        game.accelerate(
            #[inline(always)]
            || {
                let map_before = self.map.lead(state.own, state.other);
                let (mut best, mut best_value, mut equals) = (Move(0), f64::NEG_INFINITY, 0);
                for choice in moves.iter() {
                    let value = self.value_after(game, state, choice, map_before);
                    show(Figure { choice, value });
                    if value > best_value {
                        (best, best_value, equals) = (choice, value, 1);
                    } else if value == best_value {
                        equals += 1;
                        if self.rng.below(equals) == 0 {
                            best = choice;
                        }
                    }
                }
                best
            },
        )
    }

    /// `f` of the position after a move. A parameter of weight 0 is neither counted nor given noise.
    #[inline(always)]
    fn value_after<K, E>(&mut self, game: &ReversiOn<K, E>, state: &Position<u64>, choice: Move, map_before: i32) -> f64
    where
        K: Kernel<Set = u64>,
        E: Edge<K>,
    {
        let WeightsParams { weights, noise } = self.params;
        let mut after = *state;
        game.play(&mut after, choice);
        let (theirs, ours) = (after.own, after.other);
        let mut value = 0.0;
        if weights.bp != 0.0 {
            let turned = ours & state.other;
            let map = map_before + self.map.value(choice.index()) + 2 * self.map.sum(turned);
            value += weights.bp * f64::from(map);
        }
        if weights.fs != 0.0 {
            let stable = |discs: u64| self.edges.stable(discs, ours | theirs).count_ones() as i32;
            let lead = f64::from(stable(ours) - stable(theirs));
            let noise = if noise { self.rng.unit() * Self::FS_NOISE } else { 0.0 };
            value += weights.fs * (lead + noise) * f64::from(StudyWeights::POINTS_PER_STABLE);
        }
        if weights.cn != 0.0 {
            let replies = f64::from(game.moves(theirs, ours).count_ones());
            let noise = if noise { self.rng.unit() * Self::CN_NOISE } else { 0.0 };
            value -= weights.cn * (replies + noise) * f64::from(StudyWeights::POINTS_PER_MOVE);
        }
        value
    }
}

impl<K: Kernel<Set = u64>, E: Edge<K>> Player<ReversiOn<K, E>> for WeightsPlayer {
    fn think(&mut self, trail: &Trail<ReversiOn<K, E>>, _desk: &Desk<'_>) -> Thought {
        let (game, state) = (trail.game(), trail.state());
        let Turn::Moves(moves) = game.turn(state) else { panic!("a player is asked only when it has a move") };
        let mut figures = Vec::with_capacity(moves.len() as usize);
        let best = self.visit(game, state, moves, |figure| figures.push(figure));
        // Of equals the drawn one comes first: the sort keeps their order.
        figures.sort_by(|left, right| {
            right.value.total_cmp(&left.value).then((right.choice == best).cmp(&(left.choice == best)))
        });
        thought(&figures, 1, figures.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Square, nip52, play_games, positions, reversi8};
    use enban_game::{Notation, Watch};
    use enban_search::{Random, Value};

    fn player(game: &Square, bp: f64, fs: f64, cn: f64, noise: bool) -> WeightsPlayer {
        let params = WeightsParams { weights: StudyWeights { bp, fs, cn }, noise };
        WeightsPlayer::new(game, params, Rng::new(4)).unwrap()
    }

    fn think(player: &mut WeightsPlayer, game: &Square, state: &Position<u64>) -> Thought {
        player.think(&Trail::from(game.clone(), *state), &Desk::quiet(&Watch::default()))
    }

    /// The choice and figure of the best move in a drawn position.
    fn check(rows: [&str; 8], weights: [f64; 3], best: &str, value: f64) {
        let game = reversi8();
        let state = game.read_position(&format!("{} X", rows.concat())).unwrap();
        let mut player = player(&game, weights[0], weights[1], weights[2], false);
        let thought = think(&mut player, &game, &state);
        assert_eq!(game.write_move(thought.choice), best, "{weights:?}");
        assert_eq!(thought.candidates[0].value, Value::Figure(value), "{weights:?}");
    }

    #[test]
    fn each_parameter_chooses_as_by_hand() {
        // X may play a1 (turning b1, joined to c1), f4, or c8 (turning c7 and c6, joined to c5).
        let rows = ["-OX-----", "--------", "--------", "---XO---", "--X-----", "--O-----", "--O-----", "--------"];
        // After a1, X has a1 45, b1 -11, c1 4, d4 0, c5 -1 and O has e4 0, c6 2, c7 -1: 37 - 1.
        check(rows, [1.0, 0.0, 0.0], "a1", 36.0);
        // a1 makes three stable discs on the edge.
        check(rows, [0.0, 1.0, 0.0], "a1", 33.0);
        check(rows, [1.0, 3.0, 0.0], "a1", 36.0 + 99.0);
    }

    #[test]
    fn the_number_of_replies_counts_against_a_move() {
        let game = reversi8();
        for state in positions(&game, 50, 6) {
            let Turn::Moves(moves) = game.turn(&state) else { unreachable!() };
            let replies = |choice: Move| {
                let mut after = state;
                game.play(&mut after, choice);
                game.twin().moves(after.own, after.other).count_ones()
            };
            let fewest = moves.iter().map(replies).min().unwrap();
            let thought = think(&mut player(&game, 0.0, 0.0, 2.0, false), &game, &state);
            assert_eq!(thought.candidates[0].value, Value::Figure(-20.0 * f64::from(fewest)));
            assert_eq!(replies(thought.choice), fewest);
            assert_eq!(thought.candidates.len(), moves.len() as usize);
            assert_eq!(thought.candidates[0].choice, thought.choice);
        }
    }

    #[test]
    fn the_sum_is_the_studys_and_noise_stays_within_its_range() {
        let game = reversi8();
        let edges = Edges::<u64>::of_square(8);
        for state in positions(&game, 50, 8) {
            let quiet = think(&mut player(&game, 2.0, 5.0, 1.0, false), &game, &state);
            let noisy = think(&mut player(&game, 2.0, 5.0, 1.0, true), &game, &state);
            for candidate in &quiet.candidates {
                let mut after = state;
                game.play(&mut after, candidate.choice);
                let sum = |set: u64| set.iter().map(|square| REVERSI_BP[square.index()]).sum::<i32>();
                let bp = sum(after.other) - sum(after.own);
                let stable = |set: u64| edges.stable(set, after.own | after.other).count_ones() as i32;
                let fs = 11 * (stable(after.other) - stable(after.own));
                let cn = -10 * game.twin().moves(after.own, after.other).count_ones() as i32;
                let value = f64::from(2 * bp + 5 * fs + cn);
                assert_eq!(candidate.value, Value::Figure(value));
                let same = noisy.candidates.iter().find(|other| other.choice == candidate.choice).unwrap();
                let Value::Figure(noisy) = same.value else { unreachable!() };
                assert!(noisy > value - 20.0 && noisy < value + 165.0);
            }
        }
    }

    #[test]
    fn choosing_is_thinking_and_repeats_with_the_seed() {
        let game = reversi8();
        let (mut first, mut second) = (player(&game, 1.0, 1.0, 1.0, true), player(&game, 1.0, 1.0, 1.0, true));
        for state in positions(&game, 100, 3) {
            let Turn::Moves(moves) = game.turn(&state) else { unreachable!() };
            assert_eq!(first.choose(&game, &state, moves), think(&mut second, &game, &state).choice);
        }
    }

    #[test]
    fn weights_of_nothing_play_at_random() {
        let game = reversi8();
        let mut player = player(&game, 0.0, 0.0, 0.0, true);
        let mut drawn = [0; 64];
        (0..4_000).for_each(|_| drawn[player.choose(&game, &game.start(), 0x0000_1020_0408_0000).index()] += 1);
        assert!(drawn.iter().all(|&count| count == 0 || (850..1_150).contains(&count)), "{drawn:?}");
    }

    #[test]
    fn other_boards_are_refused() {
        assert!(WeightsPlayer::new(&nip52(), WeightsParams::default(), Rng::new(1)).is_err());
    }

    /// The study has 982 wins of 1000 for this setting.
    #[test]
    fn map_and_stable_discs_beat_random_as_in_the_study() {
        let game = reversi8();
        let study = Box::new(player(&game, 1.0, 3.0, 0.0, true));
        let wins = play_games(&game, &mut [study, Box::new(Random::new(Rng::new(9)))], 200);
        assert!(wins[0] > 180, "{wins:?}");
    }
}
