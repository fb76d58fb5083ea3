//! `enban export`: stored games for other programs.

use std::io::{BufWriter, Write};

use anyhow::{Context, Result, bail};
use enban_catalog::{AnyGame, Layout, View, open};
use enban_formats::Colour as RecordColour;
use enban_formats::ggf::{self, GgfEnding, GgfGame, GgfMove, GgfResult};
use enban_formats::sgf::{Collection, Information, Margin, Move, Outcome, Point, Tree};
use enban_game::{Cell, Colour, Step};
use enban_store::{EndingKind, Filter, Store, StoredGame};
use enban_web::facts;

use super::arguments::Export;
use super::records::{result, scores, to_json};
use super::{filter, look_into};
use crate::arguments::Common;

/// Games read from the store at a time. Each time the store looks through its index of games.
const PAGE: usize = 10_000;

/// Writes games.
pub fn run(command: &Export, _common: &Common) -> Result<()> {
    let store = look_into(&command.store.store)?;
    let selected = filter(&store, &command.selection)?;
    match &command.output {
        None => write(&store, &selected, &command.format, &mut BufWriter::new(std::io::stdout().lock())),
        Some(path) => {
            let place = || format!("--output {}", path.display());
            let mut out = BufWriter::new(std::fs::File::create(path).with_context(place)?);
            write(&store, &selected, &command.format, &mut out).map_err(|error| match error.is::<std::io::Error>() {
                true => error.context(place()),
                false => error,
            })
        }
    }
}

fn write(store: &Store, selected: &Filter, format: &str, out: &mut impl Write) -> Result<()> {
    if format == "csv" {
        writeln!(out, "id,experiment,game,players,result,scores,plies,opening,moves,ending,seed")?;
    }
    let mut opened: Option<Opened> = None;
    let mut offset = 0;
    loop {
        let page = store.games(&Filter { limit: Some(PAGE), offset, ..selected.clone() })?;
        for game in &page {
            if opened.as_ref().is_none_or(|opened| opened.name != game.game) {
                opened = Some(Opened::new(&game.game)?);
            }
            let Opened { rules, tree, .. } = opened.as_ref().expect("just opened");
            match format {
                "jsonl" => writeln!(out, "{}", to_json(game))?,
                "csv" => writeln!(out, "{}", csv_line(game))?,
                "sgf" => writeln!(out, "{}", to_sgf(game, &**rules, tree.clone())?.trim_end())?,
                "ggf" => writeln!(out, "{}", to_ggf(game, &**rules)?)?,
                other => bail!("--format {other}: expected jsonl, sgf, ggf or csv"),
            }
        }
        if page.len() < PAGE {
            return Ok(out.flush()?);
        }
        offset += PAGE;
    }
}

/// The game that was last written.
struct Opened {
    name: String,
    rules: Box<dyn AnyGame>,
    /// What a record of it begins with.
    tree: Tree,
}

impl Opened {
    fn new(name: &str) -> Result<Self> {
        let rules = open(name)?;
        let tree = facts::tree(&*rules, None);
        Ok(Self { name: name.to_owned(), rules, tree })
    }
}

fn csv_line(game: &StoredGame) -> String {
    let record = &game.record;
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let cells = [
        game.id.to_string(),
        quoted(&game.experiment_name),
        quoted(&game.game),
        quoted(&game.players.join(" - ")),
        quoted(&result(game)),
        quoted(&scores(game)),
        record.plies.to_string(),
        quoted(&record.opening),
        quoted(&record.moves),
        quoted(&record.ending.to_string()),
        record.seed.to_string(),
    ];
    cells.join(",")
}

/// A game with all its steps, each with the colour that made it.
struct Told {
    view: View,
    steps: Vec<(RecordColour, Step)>,
}

fn told(game: &StoredGame, rules: &dyn AnyGame) -> Result<Told> {
    let moves = format!("{}{}", game.record.opening, game.record.moves);
    let session = rules.session(None, Some(&moves)).with_context(|| format!("game {}", game.id))?;
    let mut again = rules.begin();
    let mut steps = Vec::new();
    for &step in session.steps() {
        let colour = match rules.seat_colour(again.mover()) {
            Colour::Black => RecordColour::Black,
            Colour::White => RecordColour::White,
        };
        steps.push((colour, step));
        again.play(step)?;
    }
    Ok(Told { view: session.view(), steps })
}

/// Names of those who play a colour.
fn names(game: &StoredGame, view: &View, black: bool) -> String {
    let seats = view.seat_colours.iter().zip(&game.players);
    let ours = seats.filter(|(colour, _)| matches!(colour, Colour::Black) == black).map(|(_, player)| player.as_str());
    ours.collect::<Vec<_>>().join(" + ")
}

/// A game in a tree that says what is played.
fn to_sgf(game: &StoredGame, rules: &dyn AnyGame, mut tree: Tree) -> Result<String> {
    let Told { view, steps } = told(game, rules)?;
    let information = Information {
        black_name: Some(names(game, &view, true)),
        white_name: Some(names(game, &view, false)),
        event: Some(game.experiment_name.clone()),
        name: Some(format!("game {}", game.id)),
        result: (game.players.len() == 2).then(|| outcome(game, &view)),
        ..Information::default()
    };
    let root = tree.root();
    information.write_to(tree.node_mut(root));
    if !game.record.ending.is_normal() {
        tree.node_mut(root).set("C", game.record.ending.to_string());
    }
    let mut at = root;
    let layout = rules.layout();
    for (colour, step) in steps {
        at = tree.add_child(at);
        tree.node_mut(at).set_move(colour, place(step, &layout));
    }
    Ok(Collection { trees: vec![tree] }.write())
}

/// The seat that won a game for two, whether by the rules or because the other failed.
fn winning_seat(game: &StoredGame) -> Option<usize> {
    game.record.winner.map(|player| (usize::from(player) + usize::from(game.record.rotation)) % 2)
}

fn outcome(game: &StoredGame, view: &View) -> Outcome {
    let Some(seat) = winning_seat(game) else { return Outcome::Draw };
    let lead = view.scores[seat] - view.scores[1 - seat];
    let by = match game.record.ending.kind() {
        EndingKind::Normal => Margin::Points(lead.as_f64()),
        EndingKind::Resigned => Margin::Resignation,
        EndingKind::OutOfTime => Margin::Time,
        _ => Margin::Forfeit,
    };
    Outcome::Win { winner: if seat == 0 { RecordColour::Black } else { RecordColour::White }, by }
}

/// Where a step lies, from the top left corner; what is played on no square is a pass.
fn place(step: Step, layout: &Layout) -> Move {
    let Step::Play(choice) = step else { return Move::Pass };
    let width = layout.columns.len();
    match layout.cell_of(choice) {
        Some(cell) => Move::At(Point::new((cell % width) as u8, (cell / width) as u8)),
        None => Move::Pass,
    }
}

fn to_ggf(game: &StoredGame, rules: &dyn AnyGame) -> Result<String> {
    let Told { view, steps } = told(game, rules)?;
    let layout = rules.layout();
    let moves = steps.into_iter().map(|(colour, step)| match place(step, &layout) {
        Move::Pass => GgfMove::plain(colour, "PA"),
        Move::At(_) => GgfMove::plain(colour, &rules.write_step(step)),
    });
    let record = GgfGame {
        game: if game.game == "reversi" { "Othello".to_owned() } else { game.game.clone() },
        place: Some(game.experiment_name.clone()),
        black_name: Some(names(game, &view, true)),
        white_name: Some(names(game, &view, false)),
        kind: Some(view.diagram.columns.len().to_string()),
        result: (game.players.len() == 2).then(|| ggf_result(game, &view)),
        moves: moves.collect(),
        ..GgfGame::default()
    };
    Ok(ggf::write(&[record]).trim_end().to_owned())
}

/// The score as black sees it. The format knows no failures but that of time: others are given up, and in any case the
/// whole board goes to the winner.
fn ggf_result(game: &StoredGame, view: &View) -> GgfResult {
    let ending = match game.record.ending.kind() {
        EndingKind::Normal => {
            return GgfResult { score: (view.scores[0] - view.scores[1]).as_f64(), ending: None };
        }
        EndingKind::OutOfTime => GgfEnding::TimedOut,
        _ => GgfEnding::Resigned,
    };
    let board = view.diagram.cells.iter().filter(|cell| !matches!(cell, Cell::Outside)).count() as f64;
    let score = match winning_seat(game) {
        Some(0) => board,
        Some(_) => -board,
        None => 0.0,
    };
    GgfResult { score, ending: Some(ending) }
}
