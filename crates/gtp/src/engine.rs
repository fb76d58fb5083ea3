//! What the commands work on: the board, the player that makes the moves, and the time it has for them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use enban_catalog::{Expression, Family, Rules};
use enban_game::{Points, Seat, Step, Watch};
use enban_search::{Desk, Limits, Thought};

use crate::analysis;
use crate::board::{Board, Made};
use crate::clock::{Clock, moves_left};
use crate::rules::Terms;

/// The least chance to win that is worth playing on for.
const HOPE: f64 = 0.2;

/// A chance to win below this is none.
const HOPELESS: f64 = 0.03;

/// So many turns without a chance, one after the other, and the player resigns: one may be a slip of the search.
const TURNS_TO_RESIGN: u32 = 3;

/// What an engine plays, and who plays it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The game with its options, such as `go9` or `nip`.
    pub game: String,
    /// The player that makes the moves; by default the strongest, with a second per move.
    pub player: Option<String>,
    /// The seed of all randomness.
    pub seed: u64,
    /// Whether hopeless games of Go are played to their end.
    pub never_resigns: bool,
    /// Whether the player goes on thinking until the next command once it has moved.
    pub ponders: bool,
    /// The version to report in place of the real one, for front ends that insist on the version of another engine:
    /// Lizzie accepts only 0.15 or later.
    pub version: Option<String>,
}

/// Why the server did not start or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no such game, or it is not for two.
    #[error("{0}")]
    Game(String),
    /// The game has no such player.
    #[error("player {text:?}: {reason}")]
    Player {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The other side no longer listens.
    #[error("cannot write a response")]
    Output(#[from] std::io::Error),
}

/// The state that commands read and change.
pub(crate) struct Engine {
    pub(crate) board: Board,
    pub(crate) terms: Terms,
    /// The rules and terms that hold again for the next game, while one from a file is on the board.
    pub(crate) before_record: Option<(Rules, Terms)>,
    /// Turns without a chance, one after the other, of each side; none is counted if the player never resigns.
    hopeless: Option<[u32; 2]>,
    /// Stops the search for a move.
    interrupt: Arc<Interrupt>,
    pub(crate) player: Expression,
    pub(crate) clock: Clock,
    pub(crate) seed: u64,
    /// The seat that the player last moved for, if it thinks on the other's time.
    pub(crate) ponders_for: Option<Seat>,
    ponders: bool,
    pub(crate) version: String,
    pub(crate) quit: bool,
}

impl Engine {
    pub(crate) fn new(options: &Options) -> Result<Self, StartError> {
        let board = Board::open(&options.game).map_err(StartError::Game)?;
        let player = match &options.player {
            Some(text) => {
                read_player(&board, text).map_err(|reason| StartError::Player { text: text.clone(), reason })?
            }
            None => {
                let name = board.capabilities().analyst.to_owned();
                Expression { name, arguments: vec![("time".to_owned(), "1".to_owned())] }
            }
        };
        let version = options.version.clone().unwrap_or_else(|| env!("CARGO_PKG_VERSION").to_owned());
        let terms = Terms::of(&board);
        let (seed, ponders) = (options.seed, options.ponders);
        Ok(Self {
            board,
            terms,
            before_record: None,
            hopeless: (!options.never_resigns).then_some([0, 0]),
            interrupt: Arc::default(),
            player,
            clock: Clock::FREE,
            seed,
            ponders_for: None,
            ponders,
            version,
            quit: false,
        })
    }

    /// What another thread interrupts the search for a move with.
    pub(crate) fn interrupt(&self) -> Arc<Interrupt> {
        Arc::clone(&self.interrupt)
    }

    /// The rules and terms that the front end chose; only Go has any.
    pub(crate) fn own_terms(&self) -> Option<(Rules, Terms)> {
        let current = || self.board.go().map(|go| (go.rules.with_usual_komi(), self.terms));
        self.before_record.or_else(current)
    }

    /// Goes back to the rules and terms from before a game was loaded.
    pub(crate) fn forget_record(&mut self) {
        if let Some((rules, terms)) = self.before_record.take() {
            self.board.change_rules(rules).expect("no rules forbid an empty board");
            self.terms = terms;
        }
    }

    /// The limits that the clock sets for a move requested at the moment `asked`.
    pub(crate) fn limits(&self, seat: Seat, asked: Instant) -> Limits {
        /// The least time a player is given, however late it is.
        const LEAST_S: f64 = 0.01;
        /// No limit is longer than a day.
        const MOST_S: f64 = 86_400.0;
        let squares = self.board.layout().squares().count();
        let moves = moves_left(self.board.family(), squares - self.board.stones().len(), squares);
        let budget = self.clock.budget(seat, moves);
        let left = budget.map(|seconds| (seconds - asked.elapsed().as_secs_f64()).clamp(LEAST_S, MOST_S));
        Limits { time: left.map(Duration::from_secs_f64), ..Limits::default() }
    }

    /// Makes a move for a seat within the limits of the clock and returns its name.
    pub(crate) fn genmove(&mut self, seat: Seat) -> Result<String, String> {
        let asked = Instant::now();
        let watch = self.interrupt.begin();
        self.make_move(seat, asked, &Desk::quiet(&watch).within(self.limits(seat, asked)))
    }

    /// Makes a move that was requested at the moment `asked` and returns its name. The desk is told the final thought
    /// too.
    pub(crate) fn make_move(&mut self, seat: Seat, asked: Instant, desk: &Desk<'_>) -> Result<String, String> {
        let hopeless = self.hopeless.as_mut().map(|turns| &mut turns[seat.index()]);
        let choose = |board: &mut Board, thought: &Thought| {
            (desk.tell)(thought);
            let step = choose(board, seat, thought);
            let is_resigned = hopeless.is_some_and(|turns| {
                *turns = if is_hopeless(board, thought) { *turns + 1 } else { 0 };
                *turns >= TURNS_TO_RESIGN
            });
            (!is_resigned).then_some(step)
        };
        let made = self.board.think(seat, (&self.player, self.seed), desk, choose);
        self.clock.spend(seat, asked.elapsed().as_secs_f64());
        self.ponders_for = self.ponders.then_some(seat);
        Ok(match made? {
            Made::Step(step) => self.board.vertices().name(step).to_owned(),
            Made::Resigned => "resign".to_owned(),
            Made::Nothing => "pass".to_owned(),
        })
    }

    /// Analyses the position with a new player, as if it were the turn of a seat; `None` if there is no choice to make.
    /// The board does not change.
    pub(crate) fn analyze(&mut self, seat: Seat, desk: &Desk<'_>) -> Result<Option<Thought>, String> {
        let (player, seed) = (&self.player, self.seed);
        self.board
            .look_as(seat, |board| board.session().analyze(player, seed, desk))?
            .map_err(|error| error.to_string())
    }

    /// The same within the limits of the clock, and only the final thought is returned.
    pub(crate) fn consider(&mut self, seat: Seat) -> Result<Option<Thought>, String> {
        let watch = Watch::default();
        let desk = Desk { is_study: true, ..Desk::quiet(&watch).within(self.limits(seat, Instant::now())) };
        self.analyze(seat, &desk)
    }
}

/// Ends the search for a move early: the move is then the best one found so far.
#[derive(Default)]
pub(crate) struct Interrupt(Mutex<Arc<Watch>>);

impl Interrupt {
    /// A new search begins, which earlier interrupts do not concern.
    pub(crate) fn begin(&self) -> Arc<Watch> {
        let watch = Arc::<Watch>::default();
        *self.current() = Arc::clone(&watch);
        watch
    }

    /// Stops the search that is under way, if any.
    pub(crate) fn stop(&self) {
        self.current().stop();
    }

    fn current(&self) -> MutexGuard<'_, Arc<Watch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads a player and checks that the game has it.
pub(crate) fn read_player(board: &Board, text: &str) -> Result<Expression, String> {
    let player = Expression::parse(text).map_err(|error| error.to_string())?;
    board.game().begin().seat_player(Seat(0), &player, 0).map_err(|error| error.to_string())?;
    Ok(player)
}

/// The move that a player thought best; in place of a premature pass the best other move, unless it has little chance
/// to win.
pub(crate) fn choose(board: &mut Board, seat: Seat, thought: &Thought) -> Step {
    let (best, pass) = (Step::Play(thought.choice), board.vertices().pass());
    if best != pass || !would_pass_too_early(board, seat) {
        return best;
    }
    let other = thought.candidates.iter().find(|candidate| Step::Play(candidate.choice) != pass);
    let other = other.filter(|other| analysis::chance(other.value) >= HOPE);
    other.map_or(best, |other| Step::Play(other.choice))
}

/// Whether a player of Go sees no chance for itself. Where a search counts points it may well lose them all and play on.
fn is_hopeless(board: &Board, thought: &Thought) -> bool {
    let best = thought.candidates.first();
    board.family() == Family::Go && best.is_some_and(|best| analysis::chance(best.value) < HOPELESS)
}

/// Returns true if a pass would end the game while the seat leads on the board as it stands, but not once dead stones
/// are taken off. Players count the board as it stands; front ends ask which stones are dead and remove them.
fn would_pass_too_early(board: &mut Board, seat: Seat) -> bool {
    let leads = |scores: &[Points]| scores[seat.index()] > scores[1 - seat.index()];
    let is_early = |board: &Board| {
        let standing = board.session().standing();
        standing.over && leads(&standing.scores) && !leads(board.session().ending().scores.as_slice())
    };
    // A pass out of turn does not end the game.
    let may_pass = board.capabilities().has_free_pass && board.session().mover() == seat;
    may_pass && board.look_after(seat, board.vertices().pass(), is_early) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Overtime;

    const BLACK: Seat = Seat(0);
    const WHITE: Seat = Seat(1);

    fn engine(game: &str, player: &str, moves: &str) -> Engine {
        let player = Some(player.to_owned());
        let options =
            Options { game: game.to_owned(), player, seed: 1, never_resigns: false, ponders: false, version: None };
        let mut engine = Engine::new(&options).unwrap();
        for pair in moves.split_whitespace().collect::<Vec<_>>().chunks(2) {
            let seat = Seat(u8::from(pair[0] == "w"));
            engine.board.play(seat, engine.board.vertices().read(pair[1]).unwrap()).unwrap();
        }
        engine
    }

    /// Makes a move within the limits of the clock; returns its name and the final thought.
    fn watch_move(engine: &mut Engine, seat: Seat) -> (String, Thought) {
        let (asked, watch, last) = (Instant::now(), Watch::default(), Mutex::new(None));
        let tell = |thought: &Thought| *last.lock().unwrap() = Some(thought.clone());
        let desk = Desk { tell: &tell, ..Desk::quiet(&watch).within(engine.limits(seat, asked)) };
        let word = engine.make_move(seat, asked, &desk).unwrap();
        (word, last.into_inner().unwrap().unwrap())
    }

    fn visits(thought: &Thought) -> u64 {
        thought.candidates.iter().map(|candidate| candidate.visits).sum()
    }

    #[test]
    fn no_candidate_is_a_repetition() {
        // White took a ko and passed out of turn: retaking it repeats a position from before the change of turn.
        let ko = "b b1 w c1 b a2 w d2 b b3 w c3 b c2 w b2 w pass";
        let repeats = |game: &str, player: &str| {
            let mut engine = engine(game, player, ko);
            let thought = engine.consider(BLACK).unwrap().unwrap();
            let takes_back = engine.board.vertices().read("c2").unwrap();
            let mut steps = thought.candidates.iter().map(|candidate| Step::Play(candidate.choice));
            assert_ne!(steps.clone().count(), 0, "{player}");
            Step::Play(thought.choice) == takes_back || steps.any(|step| step == takes_back)
        };
        for player in ["mcts(playouts=300)", "uct(playouts=300)"] {
            assert!(repeats("go5", player), "{player}: the ko is over, so that it is seen");
            assert!(!repeats("go5(ko=positional)", player), "{player}");
            assert!(!repeats("go5(ko=situational)", player), "{player}");
        }
    }

    #[test]
    fn what_was_thought_on_the_other_sides_time_is_kept() {
        let visits_after = |pondered: Option<u64>| {
            let mut engine = engine("go5", "uct(playouts=100)", "");
            let first = engine.genmove(BLACK).unwrap();
            if let Some(nodes) = pondered {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                engine.board.ponder(BLACK, &Desk::study(&Watch::default()).within(limits));
            }
            let reply = if first == "B2" { "d4" } else { "b2" };
            engine.board.play(WHITE, engine.board.vertices().read(reply).unwrap()).unwrap();
            // On its own turn there is nothing to ponder.
            engine.board.ponder(BLACK, &Desk::study(&Watch::default()).within(Limits::ENDLESS));
            visits(&watch_move(&mut engine, BLACK).1)
        };
        let (without, with) = (visits_after(None), visits_after(Some(5_000)));
        assert!(with > without + 50, "{with} visits after pondering, {without} without");
    }

    #[test]
    fn a_hopeless_game_of_go_is_resigned() {
        // White has the board; Black has one stone that cannot live.
        let moves = "w b2 w d2 w b4 w d4 w c3 b a1";
        let words = |never_resigns: bool, seat: Seat| -> Vec<String> {
            let mut engine = engine("go5", "uct(playouts=200)", moves);
            engine.hopeless = (!never_resigns).then_some([0, 0]);
            (0..3).map(|_| engine.genmove(seat).unwrap()).collect()
        };
        assert_eq!(words(false, BLACK)[2], "resign");
        assert!(!words(false, BLACK)[..2].contains(&"resign".to_owned()));
        assert!(!words(true, BLACK).contains(&"resign".to_owned()));
        assert!(!words(false, WHITE).contains(&"resign".to_owned()));
    }

    #[test]
    fn a_move_is_thought_about_once() {
        // A premature pass is replaced by another candidate: one of the same search.
        // White's stone on b4 is dead; while it stands, the left side is not Black's.
        let moves = "b c1 w d1 b c2 w d2 b c3 w d3 b c4 w d4 b c5 w d5 b pass w b4 b pass";
        let mut engine = engine("go5(komi=0.5)", "uct(playouts=300)", moves);
        assert!(would_pass_too_early(&mut engine.board, WHITE));
        let (word, thought) = watch_move(&mut engine, WHITE);
        assert_ne!(word, "pass");
        assert!((1..=300).contains(&visits(&thought)), "{}", visits(&thought));
        assert!(engine.board.is_seated(WHITE));
        assert!(!would_pass_too_early(&mut engine.board, BLACK));
    }

    #[test]
    fn a_player_keeps_its_tree_whatever_the_clock_gives() {
        for player in ["mcts(playouts=2000)", "uct(playouts=1000)"] {
            let mut engine = engine("go5", player, "");
            let playouts = engine.player.get("playouts").unwrap().parse::<u64>().unwrap();
            // So long that the playouts end first on a busy machine too.
            for seconds in [600_000.0, 431_700.0, 300_000.0] {
                engine.clock.tell(BLACK, seconds, 0);
                let (word, thought) = watch_move(&mut engine, BLACK);
                let is_first = seconds == 600_000.0;
                assert_eq!(visits(&thought) > playouts, !is_first, "{player}, {seconds}: {}", visits(&thought));
                let best = thought.candidates.iter().find(|best| engine.board.vertices().of_move(best.choice) == word);
                let reply = *best.and_then(|best| best.line.get(1)).expect("a reply is expected");
                engine.board.play(WHITE, reply).unwrap();
            }
        }
    }

    #[test]
    fn what_was_used_of_the_time_is_not_given_again() {
        let mut engine = engine("go9", "uct(time=1)", "");
        let now = Instant::now();
        assert_eq!(engine.limits(BLACK, now), Limits::default());
        engine.clock = Clock::of(0.0, Overtime::Canadian { seconds: 10.0, stones: 1 });
        let time = |asked: Instant| engine.limits(BLACK, asked).time.unwrap().as_secs_f64();
        assert!((8.0..10.0).contains(&time(now)), "{}", time(now));
        let long_ago = now.checked_sub(Duration::from_secs(6)).unwrap();
        assert!((2.0..4.0).contains(&time(long_ago)), "{}", time(long_ago));
        assert!(time(now.checked_sub(Duration::from_secs(60)).unwrap()) < 0.02);
    }

    #[test]
    fn no_time_is_too_long_to_be_told() {
        let mut engine = engine("go9", "random", "");
        engine.clock = Clock::of(f64::MAX, Overtime::None);
        assert_eq!(engine.limits(BLACK, Instant::now()).time, Some(Duration::from_secs(86_400)));
        engine.genmove(BLACK).unwrap();
    }
}
