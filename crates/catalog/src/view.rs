//! A position as plain data: what a terminal, a page or a program needs to show it.

use enban_game::{Capture, Cell, Colour, Diagram, Move, MoveSet, Notation, Points, Seat, Step, Trail, Turn};

use crate::capabilities::OverlayKind;
use crate::players::Catalogued;

/// A position with all that can be seen of it.
#[derive(Clone, Debug)]
pub struct View {
    /// The game's name with its options.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// The steps that led here.
    pub steps: Vec<Step>,
    /// The cells.
    pub diagram: Diagram,
    /// The ring of a round board, clockwise; empty where there is none.
    pub ring: Vec<Move>,
    /// The seat whose home each cell of the diagram is, in games where squares have one; empty elsewhere.
    pub homes: Vec<Option<Seat>>,
    /// Empty squares on which the seat on turn may not play whatever it would capture there.
    pub forbidden: Vec<Move>,
    /// The seat on turn.
    pub mover: Seat,
    /// How each seat is written.
    pub seat_labels: Vec<String>,
    /// The colour each seat plays.
    pub seat_colours: Vec<Colour>,
    /// What the seat on turn may do.
    pub turn: TurnView,
    /// What players count on the board right now, by seat.
    pub tally: Vec<Points>,
    /// The scores if the game ended here, by seat; of one that has ended, those that players would agree on.
    pub scores: Vec<Points>,
    /// Dead stones that were taken off before these scores were counted.
    pub taken_off: Vec<Move>,
    /// The seat that alone has the best of these scores.
    pub winner: Option<Seat>,
}

/// What the seat on turn may do.
#[derive(Clone, Debug)]
pub enum TurnView {
    /// Choose one of these.
    Moves(Vec<LegalMove>),
    /// Pass, for want of a move.
    Pass,
    /// Nothing: the game has ended.
    Over,
}

/// A legal move and what it does.
#[derive(Clone, Debug)]
pub struct LegalMove {
    /// The move.
    pub choice: Move,
    /// What it captures, line by line.
    pub captures: Vec<Capture>,
    /// How many discs or stones it captures in all, each counted once.
    pub captured: usize,
}

/// What a program sees in a position, as plain data to lay over the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Overlay {
    /// Which one it is.
    pub kind: OverlayKind,
    /// What its signs mean.
    pub about: &'static str,
    /// One for each cell of the diagram, in the same order.
    pub cells: Vec<OverlayCell>,
    /// Lines between cells.
    pub lines: Vec<OverlayLine>,
    /// What cannot be drawn, in words.
    pub notes: Vec<String>,
}

/// What an overlay says of one cell; every part may be missing.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct OverlayCell {
    /// The number of a chain or group, or a value.
    pub number: Option<i32>,
    /// The colour to which it belongs.
    pub owner: Option<Colour>,
    /// A sign to draw there.
    pub letter: Option<char>,
    /// How strong something is there; what it counts is the overlay's business, black's side is positive.
    pub strength: Option<f64>,
    /// Whether its stone is taken off.
    pub removed: bool,
}

/// A line between two cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OverlayLine {
    /// The point where it begins.
    pub from: Move,
    /// The point where it ends.
    pub to: Move,
    /// What kind of line it is.
    pub kind: &'static str,
    /// Whose it is.
    pub owner: Colour,
    /// The points that it needs.
    pub points: Vec<Move>,
}

impl View {
    /// How the seat on turn is written.
    pub fn mover_label(&self) -> &str {
        &self.seat_labels[self.mover.index()]
    }

    /// The legal moves; none when the seat must pass or the game is over.
    pub fn moves(&self) -> &[LegalMove] {
        match &self.turn {
            TurnView::Moves(moves) => moves,
            TurnView::Pass | TurnView::Over => &[],
        }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.turn, TurnView::Over)
    }

    /// The position of a trail.
    pub(crate) fn of<G: Catalogued>(trail: &Trail<G>) -> Self {
        let (game, state) = (trail.game(), trail.state());
        let seats: Vec<Seat> = (0..game.seats()).map(|seat| Seat(seat as u8)).collect();
        let (scores, dead) = game.agreed(state).unwrap_or_else(|| (game.scores(state), Vec::new()));
        let diagram = game.diagram(state);
        Self {
            game: game.name(),
            position: game.write_position(state),
            steps: trail.steps().to_vec(),
            ring: game.ring(),
            homes: homes(game, &diagram),
            forbidden: game.forbidden(state),
            diagram,
            mover: trail.mover(),
            seat_labels: seats.iter().map(|&seat| game.seat_label(seat)).collect(),
            seat_colours: seats.iter().map(|&seat| game.seat_colour(seat)).collect(),
            turn: match trail.turn() {
                Turn::Moves(moves) => TurnView::Moves(moves.iter().map(|choice| legal_move(trail, choice)).collect()),
                Turn::Pass => TurnView::Pass,
                Turn::Over => TurnView::Over,
            },
            tally: game.tally(state),
            scores: scores.as_slice().to_vec(),
            winner: scores.winner(),
            taken_off: dead,
        }
    }
}

/// Whose home each cell is; nothing at all where no cell is anyone's.
fn homes<G: Notation>(game: &G, diagram: &Diagram) -> Vec<Option<Seat>> {
    let home = |cell: &Cell| match cell {
        Cell::Outside => None,
        Cell::Empty(square) | Cell::Filled(square, _) => game.home(*square),
    };
    let homes: Vec<Option<Seat>> = diagram.cells.iter().map(home).collect();
    if homes.iter().any(Option::is_some) { homes } else { Vec::new() }
}

fn legal_move<G: Notation>(trail: &Trail<G>, choice: Move) -> LegalMove {
    let game = trail.game();
    let captures = game.captures(trail.state(), choice);
    let mut cells: Vec<Move> = captures.iter().flat_map(|capture| capture.cells.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    LegalMove { choice, captures, captured: cells.len() }
}
