//! Games from SGF files, put on the board move by move.

use enban_catalog::Expression;
use enban_formats::sgf::terms;
use enban_formats::{BoardSize, Collection, Color, Information, Move, Node, Point, Setup, sgf};
use enban_game::{Colour, Seat};

use crate::board::{Board, Spot};
use crate::rules::{RuleSet, Terms, komi_of};

/// The first game of a file on a board of its size, without the moves from a given one on, and what White is given in
/// it. Rules and komi stay as they are where the file says nothing that is understood. None if there is no game, or one
/// that the rules or `open` do not allow.
pub(crate) fn load(
    bytes: &[u8],
    before: Option<usize>,
    is_go: bool,
    mut terms: Terms,
    open: impl Fn(i64) -> Option<Board>,
) -> Option<(Board, Terms)> {
    let Collection { trees } = sgf::read(bytes).ok()?.content;
    let tree = trees.first()?;
    let facts = Information::of(tree);
    let usual = if is_go { sgf::GAME_GO } else { sgf::GAME_OTHELLO };
    if facts.game.unwrap_or(sgf::GAME_GO) != usual {
        return None;
    }
    let side = if is_go { 19 } else { 8 };
    let size = facts.size.or_else(|| BoardSize::new(side, side)).filter(|size| size.width() == size.height())?;
    let mut board = open(i64::from(size.width()))?;
    if is_go {
        let named = tree.node(tree.root()).simple_text(terms::GAME_NAME);
        terms = agree(&mut board, &facts, named.as_deref(), terms);
    }
    let mut moves_left = before.map_or(usize::MAX, |before| before.saturating_sub(1));
    let nodes: Vec<&Node> = tree.main_line().map(|id| tree.node(id)).collect();
    for (place, node) in nodes.iter().enumerate() {
        let setup = node.setup(size).ok()?;
        if !setup.is_empty() {
            let mover = setup.to_play.or_else(|| next_to_play(&nodes[place..], size));
            set_up(&mut board, &setup, mover)?;
        }
        for (color, played) in node.moves(size).ok()? {
            if moves_left == 0 {
                return Some((board, terms));
            }
            let spot = match played {
                Move::Pass => Spot::Pass,
                Move::At(point) => Spot::At(cell(&board, point)),
            };
            board.play(seat(color), spot).ok()?;
            moves_left -= 1;
        }
    }
    Some((board, terms))
}

/// Gives an empty board the rules, the handicap and the komi of a record.
fn agree(board: &mut Board, facts: &Information, named: Option<&str>, mut terms: Terms) -> Terms {
    let written = facts.rules.as_deref().unwrap_or_default();
    let own = named.and_then(own_game).or_else(|| own_game(written));
    if let Some(rules) = own.as_ref().map(RuleSet::of).or_else(|| RuleSet::of_record(written)) {
        rules.apply(board).expect("no rules forbid an empty board");
        terms.bonus = rules.bonus;
    }
    let by_area = RuleSet::of(board.name()).rules != "japanese";
    let in_points = |komi| terms::komi_in_points(komi, by_area);
    terms.komi = facts.komi.map(in_points).or(own.as_ref().map(komi_of)).unwrap_or(terms.komi);
    let stones = facts.handicap.and_then(|stones| usize::try_from(stones).ok());
    let points = board.side() * board.side();
    board.set_handicap(stones.filter(|stones| (2..points).contains(stones)).unwrap_or(0));
    terms.settle(board);
    terms
}

/// Older records of our own name the game where others name the rules.
fn own_game(words: &str) -> Option<Expression> {
    let game = Expression::parse(words).ok()?;
    let is_go = game.name.strip_prefix("go").is_some_and(|size| size.parse::<u32>().is_ok());
    is_go.then_some(game)
}

/// Who moves first of all that is still to come.
fn next_to_play(nodes: &[&Node], size: BoardSize) -> Option<Color> {
    nodes.iter().find_map(|node| node.moves(size).ok()?.first().map(|(color, _)| *color))
}

fn set_up(board: &mut Board, setup: &Setup, mover: Option<Color>) -> Option<()> {
    let only_black = !setup.black.is_empty() && setup.white.is_empty();
    // Black stones alone are a handicap, after which it is white's turn.
    let mover = mover.unwrap_or(if only_black { Color::White } else { Color::Black });
    let stones =
        |points: &[Point], colour| points.iter().map(|&point| (cell(board, point), colour)).collect::<Vec<_>>();
    let cells = [
        stones(&setup.black, Some(Colour::Black)),
        stones(&setup.white, Some(Colour::White)),
        stones(&setup.empty, None),
    ];
    board.set_up(&cells.concat(), seat(mover)).ok()
}

/// Both SGF and the drawn board count from the top left.
fn cell(board: &Board, point: Point) -> usize {
    usize::from(point.y) * board.side() + usize::from(point.x)
}

fn seat(color: Color) -> Seat {
    match color {
        Color::Black => Seat(0),
        Color::White => Seat(1),
    }
}
