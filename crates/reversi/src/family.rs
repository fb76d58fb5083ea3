//! The games of the family by their boards: [`Reversi`], [`Nip`] and [`Yonin`] with the kernel that suits the machine,
//! and functions that build them for a given one.

use enban_game::machine::Level;

use crate::kernel::Kernel;
use crate::reversi::{Options, ReversiOn};
use crate::ring::{Open, Ring, Round};
use crate::shape::{Shape, ring_of, round};
use crate::yonin::{YoninOn, YoninOptions};

/// Reversi on a square board of up to 8x8.
///
/// ```
/// use enban_game::{Notation, Points, Trail};
/// use enban_reversi::Reversi;
///
/// let mut game = Trail::new(Reversi::standard());
/// // The shortest game there is: nine moves, and White has no disc left.
/// game.play_text("e6 f4 e3 f6 g5 d6 e7 f5 c5")?;
/// assert_eq!(game.game().tally(game.state()), [Points::whole(13), Points::ZERO]);
/// # Ok::<(), enban_game::TextError>(())
/// ```
pub type Reversi = ReversiOn<Level, Open>;

/// Nip: Reversi on a round board, whose rim is a line without ends.
///
/// ```
/// use enban_game::{Game, MoveSet, Notation, Turn};
/// use enban_reversi::Nip;
///
/// let nip = Nip::standard();
/// let mut state = nip.start();
/// let Turn::Moves(moves) = nip.turn(&state) else { panic!("Black begins with a move") };
/// let first = moves.iter().next().expect("a turn with moves has one");
/// assert_eq!(nip.write_move(first), "d3");
/// nip.play(&mut state, first);
/// assert_eq!(nip.write_position(&state), "-------------X-------XX------XO--------------------- O");
/// ```
pub type Nip = ReversiOn<Level, Round>;

/// Yonin: Reversi for four.
///
/// ```
/// use enban_game::{Game, Rng, playout::play_out};
/// use enban_reversi::Yonin;
///
/// let yonin = Yonin::standard();
/// let outcome = play_out(&yonin, &mut yonin.start(), &mut Rng::new(1));
/// assert_eq!(outcome.scores.as_slice().len(), 4, "each seat has a score of its own");
/// ```
pub type Yonin = YoninOn<Level>;

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// A dead square lies where the first four discs stand.
    #[error("dead squares outside the four middle squares, where the game begins")]
    DeadCentre,
    /// There is no square board of this side.
    #[error("a square board of side 4, 6 or 8, not {0}")]
    Side(usize),
    /// There is no round board of so many squares.
    #[error("a round board of 24, 32, 40, 52 or 60 squares")]
    Round(u32),
}

impl Reversi {
    /// The game on 8x8.
    pub fn standard() -> Self {
        Self::sized(8).expect("there is a board of 8x8")
    }

    /// The game on a board of this side: 4, 6 or 8.
    ///
    /// ```
    /// use enban_reversi::Reversi;
    ///
    /// assert_eq!(Reversi::sized(6)?.size(), 36);
    /// assert!(Reversi::sized(5).is_err());
    /// # Ok::<(), enban_reversi::BoardError>(())
    /// ```
    pub fn sized(side: usize) -> Result<Self, BoardError> {
        let name = match side {
            4 => "reversi4",
            6 => "reversi6",
            8 => "reversi",
            _ => return Err(BoardError::Side(side)),
        };
        on_open_board(Level::detect(), name, Shape::square(side), Options::default())
    }
}

impl Default for Reversi {
    fn default() -> Self {
        Self::standard()
    }
}

impl Nip {
    /// The game on 52 squares.
    pub fn standard() -> Self {
        Self::sized(52).expect("there is a board of 52 squares")
    }

    /// The game on a board of so many squares: 24, 32, 40, 52 or 60.
    ///
    /// ```
    /// use enban_reversi::Nip;
    ///
    /// assert_eq!(Nip::sized(24)?.size(), 24);
    /// assert!(Nip::sized(64).is_err());
    /// # Ok::<(), enban_reversi::BoardError>(())
    /// ```
    pub fn sized(squares: u32) -> Result<Self, BoardError> {
        let name = if squares == 52 { "nip".to_owned() } else { format!("nip{squares}") };
        nip(Level::detect(), &name, squares, true)
    }
}

impl Default for Nip {
    fn default() -> Self {
        Self::standard()
    }
}

impl Yonin {
    /// The game with the plain start, clockwise, seat 1 first.
    pub fn standard() -> Self {
        Self::new(Level::detect(), "yonin".to_owned(), YoninOptions::default())
    }
}

impl Default for Yonin {
    fn default() -> Self {
        Self::standard()
    }
}

/// Reversi on a board whose edge ends its lines, for any kernel.
pub fn on_open_board<K: Kernel>(
    kernel: K,
    name: &str,
    shape: Shape<K::Set>,
    options: Options<K::Set>,
) -> Result<ReversiOn<K, Open>, BoardError> {
    ReversiOn::new(kernel, name.to_owned(), shape, Open, options)
}

/// Nip on the round board of so many squares, for any kernel.
pub fn nip<K: Kernel<Set = u64>>(
    kernel: K,
    name: &str,
    squares: u32,
    lap: bool,
) -> Result<ReversiOn<K, Round>, BoardError> {
    let shape = round(squares).ok_or(BoardError::Round(squares))?;
    let edge = Round::new(Ring::new(&ring_of(&shape), lap));
    ReversiOn::new(kernel, name.to_owned(), shape, edge, Options::default())
}
