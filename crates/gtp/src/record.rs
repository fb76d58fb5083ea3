//! Games from SGF files, replayed on a board.

use enban_catalog::{Family, GoTerms, KnownRules, Scoring, open};
use enban_formats::sgf::terms;
use enban_formats::{
    BoardSize, Collection, Colour as RecordColour, Information, Move as Played, Node, Point, Setup, sgf,
};
use enban_game::{Colour, Move, Seat, Step};

use crate::board::Board;
use crate::rules::Terms;

/// Loads the first game of a file on a board of its size, up to but not including the move `before`, with its komi and
/// handicap points. Rules and komi stay as they are where the file does not state them in known words. `None` if the file
/// holds no game, an illegal one, or one of another kind than the current game.
pub(crate) fn load(bytes: &[u8], before: Option<usize>, so_far: &Board, mut terms: Terms) -> Option<(Board, Terms)> {
    let Collection { trees } = sgf::read(bytes).ok()?.content;
    let tree = trees.first()?;
    let facts = Information::of(tree);
    let is_go = so_far.family() == Family::Go;
    let usual = if is_go { sgf::GAME_GO } else { sgf::GAME_OTHELLO };
    if facts.game.unwrap_or(sgf::GAME_GO) != usual {
        return None;
    }
    let side = if is_go { 19 } else { 8 };
    let size = facts.size.or_else(|| BoardSize::new(side, side)).filter(|size| size.width() == size.height())?;
    let mut board = so_far.resized(usize::from(size.width()))?;
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
        for (colour, played) in node.moves(size).ok()? {
            if moves_left == 0 {
                return Some((board, terms));
            }
            let step = match played {
                Played::Pass => board.vertices().pass(),
                Played::At(point) => Step::Play(square(&board, point)?),
            };
            board.play(seat(colour), step).ok()?;
            moves_left -= 1;
        }
    }
    Some((board, terms))
}

/// Gives an empty board the rules, the handicap and the komi of a record.
fn agree(board: &mut Board, facts: &Information, named: Option<&str>, mut terms: Terms) -> Terms {
    let written = facts.rules.as_deref().unwrap_or_default();
    let own = named.and_then(own_game).or_else(|| own_game(written));
    let of_own = own.map(|own| (own.rules.with_usual_komi(), own.rules.ruleset().handicap_bonus()));
    let said = of_own.or_else(|| KnownRules::in_record(written).map(|known| (known.rules(), known.handicap_bonus())));
    if let Some((rules, bonus)) = said {
        board.change_rules(rules).expect("no rules forbid an empty board");
        terms.bonus = bonus;
    }
    let by_area = board.go().is_none_or(|go| go.rules.scoring() == Scoring::Area);
    let in_points = |komi| terms::komi_in_points(komi, by_area);
    let own_komi = own.map(|own| own.komi().as_f64());
    terms.komi = facts.komi.map(in_points).or(own_komi).unwrap_or(terms.komi);
    let stones = facts.handicap.and_then(|stones| usize::try_from(stones).ok());
    let points = board.side() * board.side();
    board.set_handicap(stones.filter(|stones| (2..points).contains(stones)).unwrap_or(0));
    terms.settle(board);
    terms
}

/// Older records of Enban name the whole game where others name the rules.
fn own_game(words: &str) -> Option<GoTerms> {
    open(words).ok()?.capabilities().go
}

/// The colour of the next move in the record.
fn next_to_play(nodes: &[&Node], size: BoardSize) -> Option<RecordColour> {
    nodes.iter().find_map(|node| node.moves(size).ok()?.first().map(|(colour, _)| *colour))
}

fn set_up(board: &mut Board, setup: &Setup, mover: Option<RecordColour>) -> Option<()> {
    let only_black = !setup.black.is_empty() && setup.white.is_empty();
    // Black stones alone are a handicap: White moves next.
    let mover = mover.unwrap_or(if only_black { RecordColour::White } else { RecordColour::Black });
    let stones = |points: &[Point], colour| {
        points.iter().map(|&point| Some((square(board, point)?, colour))).collect::<Option<Vec<_>>>()
    };
    let cells = [
        stones(&setup.black, Some(Colour::Black))?,
        stones(&setup.white, Some(Colour::White))?,
        stones(&setup.empty, None)?,
    ];
    board.set_up(&cells.concat(), seat(mover)).ok()
}

/// The square of a point; both count from the top left.
fn square(board: &Board, point: Point) -> Option<Move> {
    board.layout().at(usize::from(point.x), usize::from(point.y))
}

fn seat(colour: RecordColour) -> Seat {
    match colour {
        RecordColour::Black => Seat(0),
        RecordColour::White => Seat(1),
    }
}
