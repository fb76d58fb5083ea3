//! Who sits where, and whether those who think may move.

use enban_catalog::{AnyGame, Expression};
use enban_game::Seat;

use super::{Game, Task};
use crate::api::{RunRequest, SeatSpec};
use crate::refusal::Refusal;
use crate::tree::Phase;
use crate::{levels, players};

/// The longest time between two moves.
const DELAY_MS_MAX: u64 = 60_000;

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// A person.
    Human,
    /// A player.
    Player(Expression),
    /// A level of the game, and the player that plays it.
    Level(u8, Expression),
}

impl Sitter {
    /// The player; none for people.
    pub(crate) fn player(&self) -> Option<&Expression> {
        match self {
            Self::Human => None,
            Self::Player(player) | Self::Level(_, player) => Some(player),
        }
    }

    fn read(game: &dyn AnyGame, spec: &SeatSpec) -> Result<Self, Refusal> {
        Ok(match spec {
            SeatSpec::Human => Self::Human,
            SeatSpec::Player { player } => Self::Player(players::checked(game, player)?),
            SeatSpec::Level { level } => {
                let player = levels::player(game.capabilities().family, *level)
                    .ok_or_else(|| Refusal::bad(format!("level {level}: expected 1 to 10")))?;
                Self::Level(*level, Expression::parse(player).expect("levels are expressions"))
            }
        })
    }
}

/// Those who play, and how the game goes on by itself.
pub(crate) struct Seating {
    sitters: Vec<Sitter>,
    is_running: bool,
    /// Someone looks around in the game: players wait until a move is made or they are told to go on.
    is_resting: bool,
    /// One move was asked for.
    is_step_pending: bool,
    delay_ms: u64,
    /// Who thinks, and what it has looked at so far.
    thinking: Option<(Seat, u64)>,
    /// A player has failed at this node.
    failed_at: Option<u32>,
}

impl Seating {
    /// Those who are to play a game; people, if nobody is named.
    pub(crate) fn new(game: &dyn AnyGame, specs: Option<&[SeatSpec]>) -> Result<Self, Refusal> {
        let sitters = match specs {
            Some(specs) => read(game, specs)?,
            None => vec![Sitter::Human; game.seats()],
        };
        Ok(Self {
            is_running: sitters.contains(&Sitter::Human),
            sitters,
            is_resting: false,
            is_step_pending: false,
            delay_ms: 0,
            thinking: None,
            failed_at: None,
        })
    }

    /// Says who sits where.
    pub(crate) fn set(&mut self, game: &dyn AnyGame, specs: &[SeatSpec]) -> Result<(), Refusal> {
        self.sitters = read(game, specs)?;
        (self.failed_at, self.is_step_pending) = (None, false);
        Ok(())
    }

    /// Those who play, by seat.
    pub(crate) fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// Whether a person has the seat.
    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        self.sitters[seat.index()] == Sitter::Human
    }

    /// Whether people take part.
    pub(crate) fn has_human(&self) -> bool {
        self.sitters.contains(&Sitter::Human)
    }

    /// The names of those who play, by seat.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |sitter: &Sitter| sitter.player().map_or("human".to_owned(), ToString::to_string);
        self.sitters.iter().map(name).collect()
    }

    /// Whether players move by themselves.
    pub(crate) fn is_running(&self) -> bool {
        self.is_running && !self.is_resting
    }

    /// The least time between two moves of players.
    pub(crate) fn delay_ms(&self) -> u64 {
        self.delay_ms
    }

    /// Who thinks, and what it has looked at so far.
    pub(crate) fn thinking(&self) -> Option<(Seat, u64)> {
        self.thinking
    }

    /// Notes who thinks. Returns true if that has changed.
    pub(crate) fn set_thinking(&mut self, thinking: Option<(Seat, u64)>) -> bool {
        std::mem::replace(&mut self.thinking, thinking) != thinking
    }

    /// Refuses a person's move where a player is on turn and about to move.
    pub(crate) fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        match !self.is_human(seat) && self.is_running() {
            true => Err(Refusal::not_now(format!("seat {} is on turn, and is not yours", seat.index() + 1))),
            false => Ok(()),
        }
    }

    /// The move that is wanted of a player at the shown node.
    pub(crate) fn wanted(&self, game: &Game) -> Option<Task> {
        let (node, seat) = (game.node(), game.mover());
        let goes_on = self.is_running() || self.is_step_pending;
        let player = self.sitters[seat.index()].player().filter(|_| goes_on && game.phase() == Phase::Choice)?;
        (self.failed_at != Some(node)).then(|| Task::Move { node, seat, player: player.clone() })
    }

    /// Lets players move by themselves, or not, or once.
    pub(crate) fn run(&mut self, request: &RunRequest) {
        if let Some(delay_ms) = request.delay_ms {
            self.delay_ms = delay_ms.min(DELAY_MS_MAX);
        }
        (self.is_running, self.is_resting, self.failed_at) = (request.running, false, None);
        self.is_step_pending = request.step == Some(true);
    }

    /// A person has moved: players go on.
    pub(crate) fn go_on(&mut self) {
        self.is_resting = false;
    }

    /// A player has made the move that was asked for.
    pub(crate) fn moved(&mut self) {
        self.is_step_pending = false;
    }

    /// Players wait until someone moves or lets them go on.
    pub(crate) fn rest(&mut self) {
        (self.is_resting, self.is_step_pending) = (true, false);
    }

    /// A player has failed at a node, and is not asked there again until someone says so.
    pub(crate) fn fail(&mut self, node: u32) {
        (self.failed_at, self.is_step_pending) = (Some(node), false);
    }
}

fn read(game: &dyn AnyGame, specs: &[SeatSpec]) -> Result<Vec<Sitter>, Refusal> {
    if specs.len() != game.seats() {
        let (name, seats, given) = (game.name(), game.seats(), specs.len());
        return Err(Refusal::bad(format!("{name} has {seats} seats, and {given} were given")));
    }
    specs.iter().map(|spec| Sitter::read(game, spec)).collect()
}
