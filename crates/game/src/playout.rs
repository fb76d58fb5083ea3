//! Games between uniformly random players, one or millions, and what can be counted about them.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::contract::{Game, Repetition, SEATS_MAX, Scores, Seat, Turn};
use crate::rng::Rng;
use crate::set::MoveSet;
use crate::trail::{History, Trail};
use crate::watch::Watch;

/// How one random game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The scores at the end.
    pub scores: Scores,
    /// Moves made, forced passes not counted.
    pub moves: u32,
    /// The sizes of all the sets of moves that were drawn from, added up.
    pub choices: u64,
    /// Whether the game reached its end; otherwise it was cut off at the game's limit.
    pub finished: bool,
}

/// Plays uniformly random moves from `state` to the end of the game.
///
/// ```
/// use enban_game::playout::play_out;
/// use enban_game::toy::Toy;
/// use enban_game::{Game, Rng, Turn};
///
/// let game = Toy::<3>::parse("(1,2,3 (0,0,9 4,4,0))")?;
/// let mut state = game.start();
/// let outcome = play_out(&game, &mut state, &mut Rng::new(1));
/// assert!(outcome.finished && matches!(game.turn(&state), Turn::Over));
/// # Ok::<(), enban_game::TextError>(())
/// ```
pub fn play_out<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng) -> Outcome {
    game.accelerate(
        #[inline(always)]
        || {
            let (mut moves_made, mut choices) = (0, 0);
            let mut steps_left = game.move_limit();
            let finished = loop {
                match game.playout_turn(state) {
                    Turn::Over => break true,
                    _ if steps_left == 0 => break false,
                    Turn::Moves(moves) => {
                        let count = moves.len();
                        let choice = game.nth_move(&moves, rng.below(count));
                        game.play(state, choice);
                        moves_made += 1;
                        choices += u64::from(count);
                    }
                    Turn::Pass => game.pass(state),
                }
                steps_left -= 1;
            };
            Outcome { scores: game.scores(state), moves: moves_made, choices, finished }
        },
    )
}

/// The same under a rule against repetition: a drawn move that would repeat is drawn again.
fn play_out_remembering<G: Game>(game: &G, state: &mut G::State, mut history: History, rng: &mut Rng) -> Outcome {
    let (mut moves_made, mut choices) = (0, 0);
    let mut steps_left = game.move_limit();
    let finished = loop {
        match history.filter(game, state, game.playout_turn(state)) {
            Turn::Over => break true,
            _ if steps_left == 0 => break false,
            Turn::Moves(moves) => {
                game.play(state, game.nth_move(&moves, rng.below(moves.len())));
                moves_made += 1;
                choices += u64::from(moves.len());
            }
            // Every playout move would repeat: the rules' own way on, which in Go is its pass.
            Turn::Pass => match history.filter(game, state, game.turn(state)) {
                Turn::Moves(moves) => game.play(state, moves.nth(moves.len() - 1)),
                Turn::Pass | Turn::Over => game.pass(state),
            },
        }
        history.push(game, state);
        steps_left -= 1;
    };
    Outcome { scores: game.scores(state), moves: moves_made, choices, finished }
}

/// Sums over many random games. Sums are whole numbers, so adding them up in any order gives the
/// same result to the last digit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Games played.
    pub games: u64,
    /// Games won alone, by seat.
    pub wins: [u64; SEATS_MAX],
    /// Games whose first place was shared.
    pub draws: u64,
    /// Games cut off before their end.
    pub unfinished: u64,
    moves: u64,
    choices: u64,
    half_points: [i64; SEATS_MAX],
    half_ranks: [u64; SEATS_MAX],
}

impl Totals {
    /// Counts one game.
    pub fn add(&mut self, outcome: &Outcome) {
        self.games += 1;
        match outcome.scores.winner() {
            Some(seat) => self.wins[seat.index()] += 1,
            None => self.draws += 1,
        }
        self.unfinished += u64::from(!outcome.finished);
        self.moves += u64::from(outcome.moves);
        self.choices += outcome.choices;
        for (seat, points) in outcome.scores.as_slice().iter().enumerate() {
            self.half_points[seat] += i64::from(points.in_halves());
            self.half_ranks[seat] += (2.0 * outcome.scores.rank(Seat(seat as u8))) as u64;
        }
    }

    /// Adds the sums of other games.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.moves += other.moves;
        self.choices += other.choices;
        for seat in 0..SEATS_MAX {
            self.wins[seat] += other.wins[seat];
            self.half_points[seat] += other.half_points[seat];
            self.half_ranks[seat] += other.half_ranks[seat];
        }
    }

    /// Mean score of a seat.
    pub fn mean_score(&self, seat: Seat) -> f64 {
        self.half_points[seat.index()] as f64 / 2.0 / self.games as f64
    }

    /// Mean rank of a seat, ties sharing the mean of the ranks they span.
    pub fn mean_rank(&self, seat: Seat) -> f64 {
        self.half_ranks[seat.index()] as f64 / 2.0 / self.games as f64
    }

    /// Moves a game, forced passes not counted.
    pub fn mean_moves(&self) -> f64 {
        self.moves as f64 / self.games as f64
    }

    /// Moves to choose from at a turn that has any.
    pub fn mean_choices(&self) -> f64 {
        self.choices as f64 / self.moves as f64
    }
}

/// Plays `games` random games from the position of a trail. Game `i` draws from stream `i` of the
/// seed, so the totals do not depend on the number of threads; stopped early, they hold what was played.
///
/// ```
/// use enban_game::playout::random_games;
/// use enban_game::toy::Toy;
/// use enban_game::{Trail, Watch};
///
/// let trail = Trail::new(Toy::<2>::parse("(6 -6)")?);
/// let totals = random_games(&trail, 1_000, 7, 2, &Watch::default());
/// assert_eq!(totals.wins[0] + totals.wins[1], 1_000);
/// assert_eq!(totals, random_games(&trail, 1_000, 7, 1, &Watch::default()));
/// # Ok::<(), enban_game::TextError>(())
/// ```
pub fn random_games<G: Game>(trail: &Trail<G>, games: u64, seed: u64, threads: usize, watch: &Watch) -> Totals {
    const BLOCK: u64 = 256;
    watch.expect(games);
    let next = AtomicU64::new(0);
    let worker = || {
        let mut totals = Totals::default();
        loop {
            let first = next.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= games || watch.is_stopped() {
                return totals;
            }
            let numbers = first..games.min(first + BLOCK);
            let count = numbers.end - first;
            play_block(trail, seed, numbers, &mut totals);
            watch.advance(count);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let mut all = Totals::default();
        for worker in workers {
            all.merge(&worker.join().expect("a random game does not panic"));
        }
        all
    })
}

fn play_block<G: Game>(trail: &Trail<G>, seed: u64, numbers: Range<u64>, totals: &mut Totals) {
    each_random_game(trail, seed, numbers, |outcome| totals.add(outcome));
}

/// Plays the random games of the given numbers from the position of a trail, on this thread, and hands
/// over each outcome. Game `i` draws from stream `i` of the seed; the order of outcomes is not that of numbers.
pub fn each_random_game<G: Game>(trail: &Trail<G>, seed: u64, numbers: Range<u64>, mut each: impl FnMut(&Outcome)) {
    let (game, state) = (trail.game(), trail.state());
    if game.repetition() != Repetition::Free {
        for number in numbers {
            let mut rng = Rng::stream(seed, number);
            each(&play_out_remembering(game, &mut state.clone(), trail.history().clone(), &mut rng));
        }
    } else {
        play_dealt(game, &mut Numbered { start: state, seed, numbers, each });
    }
}

/// Deals positions to be played out at random, and is told how each game went.
pub trait Dealer<G: Game> {
    /// What the dealer wants back when the game has ended.
    type Ticket;
    /// Where the next game begins, the numbers it draws from, and its ticket. It may be asked while
    /// earlier games are still going on, and again after it has answered `None`.
    fn deal(&mut self) -> Option<(G::State, Rng, Self::Ticket)>;
    /// Takes the result of a game.
    fn settle(&mut self, ticket: Self::Ticket, outcome: &Outcome);
}

/// Plays out whatever the dealer deals, on this thread, until it deals no more; small states several
/// games at a time. The rule against repetition is not looked at.
pub fn play_dealt<G: Game, D: Dealer<G>>(game: &G, dealer: &mut D) {
    if size_of::<G::State>() <= SMALL_STATE {
        play_lanes::<G, D, 4>(game, dealer);
    } else {
        play_lanes::<G, D, 1>(game, dealer);
    }
}

/// Deals one position under many numbers.
struct Numbered<'s, S, F> {
    start: &'s S,
    seed: u64,
    numbers: Range<u64>,
    each: F,
}

impl<G: Game, F: FnMut(&Outcome)> Dealer<G> for Numbered<'_, G::State, F> {
    type Ticket = ();

    #[inline]
    fn deal(&mut self) -> Option<(G::State, Rng, ())> {
        self.numbers.next().map(|number| (self.start.clone(), Rng::stream(self.seed, number), ()))
    }

    #[inline]
    fn settle(&mut self, (): (), outcome: &Outcome) {
        (self.each)(outcome);
    }
}

/// States of up to a cache line are played several games at a time.
const SMALL_STATE: usize = 64;

/// One of several games in progress.
struct Lane<S, T> {
    state: S,
    rng: Rng,
    ticket: T,
    steps_left: u32,
    moves: u32,
    choices: u64,
}

/// Plays games `LANES` at a time, a step of each in turn. Within one game every instruction waits for
/// the one before; steps of different games overlap. Four lanes play 1.5 times as fast as one in Reversi.
fn play_lanes<G: Game, D: Dealer<G>, const LANES: usize>(game: &G, dealer: &mut D) {
    let limit = game.move_limit();
    let new_lane = |(state, rng, ticket)| Lane { state, rng, ticket, steps_left: limit, moves: 0, choices: 0 };
    let mut lanes: [Option<Lane<G::State, D::Ticket>>; LANES] = std::array::from_fn(|_| dealer.deal().map(new_lane));
    let mut active = lanes.iter().flatten().count();
    game.accelerate(
        #[inline(always)]
        || {
            while active > 0 {
                for slot in &mut lanes {
                    let Some(lane) = slot else { continue };
                    let turn = game.playout_turn(&lane.state);
                    if lane.steps_left == 0 || matches!(turn, Turn::Over) {
                        let outcome = Outcome {
                            scores: game.scores(&lane.state),
                            moves: lane.moves,
                            choices: lane.choices,
                            finished: matches!(turn, Turn::Over),
                        };
                        if let Some(lane) = slot.take() {
                            dealer.settle(lane.ticket, &outcome);
                        }
                        *slot = dealer.deal().map(new_lane);
                        active -= usize::from(slot.is_none());
                        continue;
                    }
                    lane.steps_left -= 1;
                    match turn {
                        Turn::Moves(moves) => {
                            let count = moves.len();
                            let choice = game.nth_move(&moves, lane.rng.below(count));
                            game.play(&mut lane.state, choice);
                            lane.moves += 1;
                            lane.choices += u64::from(count);
                        }
                        Turn::Pass | Turn::Over => game.pass(&mut lane.state),
                    }
                }
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    #[test]
    fn totals_do_not_depend_on_threads() {
        let trail = Trail::new(Toy::<3>::parse("((1,2,3 4,4,0) ~(9,0,0 (0,0,1 0,1,0)))").unwrap());
        let one = random_games(&trail, 5_000, 7, 1, &Watch::default());
        assert_eq!(one, random_games(&trail, 5_000, 7, 3, &Watch::default()));
        assert_ne!(one, random_games(&trail, 5_000, 8, 1, &Watch::default()));
        assert_eq!(one.games, 5_000);
        assert_eq!(one.wins.iter().sum::<u64>() + one.draws, 5_000);
    }

    #[test]
    fn means_are_those_of_the_tree() {
        // Two equally likely leaves at the first ply, two below the third child: scores 6, -6, 0, 0.
        let trail = Trail::new(Toy::<2>::parse("(6 -6 (0 0))").unwrap());
        let totals = random_games(&trail, 30_000, 1, 2, &Watch::default());
        let share = |count: u64| count as f64 / totals.games as f64;
        assert!((share(totals.wins[0]) - 1.0 / 3.0).abs() < 0.01);
        assert!((share(totals.draws) - 1.0 / 3.0).abs() < 0.01);
        assert!((totals.mean_moves() - 4.0 / 3.0).abs() < 0.01);
        assert!((totals.mean_choices() - (3.0 + 2.0 / 3.0) / (4.0 / 3.0)).abs() < 0.01);
        assert!((totals.mean_rank(Seat(0)) + totals.mean_rank(Seat(1)) - 3.0).abs() < 1e-9);
    }

    #[test]
    fn dealt_games_come_back_with_their_tickets() {
        /// Deals the two branches of a tree in turn and adds up what each was worth.
        struct Turns {
            game: Toy<2>,
            dealt: u64,
            leads: [i32; 2],
        }
        impl Dealer<Toy<2>> for Turns {
            type Ticket = usize;
            fn deal(&mut self) -> Option<(<Toy<2> as Game>::State, Rng, usize)> {
                let branch = (self.dealt < 10).then_some(self.dealt as usize % 2)?;
                self.dealt += 1;
                let mut state = self.game.start();
                self.game.play(&mut state, crate::contract::Move(branch as u16));
                Some((state, Rng::stream(1, self.dealt), branch))
            }
            fn settle(&mut self, branch: usize, outcome: &Outcome) {
                self.leads[branch] += outcome.scores.of(Seat(0)).in_halves() / 2;
            }
        }
        let game = Toy::<2>::parse("(3 (~-1 -1))").unwrap();
        let mut turns = Turns { game: game.clone(), dealt: 0, leads: [0; 2] };
        play_dealt(&game, &mut turns);
        assert_eq!(turns.leads, [15, -5]);
    }
}
