//! The figures of an experiment: one row a cell, standings of games for many, ratings, and our figures beside
//! printed ones. What reports, pages and programs show is all in here.

use enban_stats::many::{Block, ManyGames, PlackettLuce, Standing, Standings, plackett_luce, standings};
use enban_stats::{
    Bootstrap, CrossTable, Elo, Pairs, Ratings, Score, Tally, elo, holm, likelihood_of_superiority, same_shares, score,
};

use crate::plan::{Cell, Plan, Seating};
use crate::results::CellResult;

/// All intervals cover so much.
pub const CONFIDENCE: f64 = 0.95;

/// Our figures beside printed ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// Which games: all, as first player, as second player.
    pub which: &'static str,
    /// Ours.
    pub ours: Tally,
    /// As printed.
    pub printed: Tally,
    /// How likely such a difference is, or a larger one, if both come from the same program.
    pub p_value: f64,
    /// The same in view of how many comparisons were made (Holm).
    pub p_corrected: f64,
}

/// The figures of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its label.
    pub label: String,
    /// Its players.
    pub players: Vec<String>,
    /// Games planned.
    pub planned: u64,
    /// What came out.
    pub result: CellResult,
    /// The score of the first player, from distinct games.
    pub score: Option<Score>,
    /// The same as Elo.
    pub elo: Option<Elo>,
    /// How likely the first player is the stronger.
    pub superiority: f64,
    /// The score by seat of the first player.
    pub by_seat: Vec<Option<Score>>,
    /// Beside printed figures.
    pub compared: Vec<Compared>,
}

/// How one player fared among others that are all the same.
#[derive(Clone, PartialEq, Debug)]
pub struct AmongOthers {
    /// The label of the cell.
    pub label: String,
    /// The first player.
    pub first: Standing,
    /// The others together.
    pub others: Standing,
}

/// Standings of games for many.
#[derive(Clone, PartialEq, Debug)]
pub struct Many {
    /// The players.
    pub players: Vec<String>,
    /// Ranks, shares and scores, by player and by seat.
    pub standings: Standings,
    /// Strengths and seat effects.
    pub strengths: PlackettLuce,
    /// How often each player was first (shared ones counted whole) and last, and its games.
    pub places: Vec<[u64; 3]>,
    /// The same by seat.
    pub seat_places: Vec<[u64; 3]>,
    /// Where there are several cells: those of one player against others that are all the same, if they were played.
    pub cells: Vec<AmongOthers>,
}

/// The figures of an experiment.
#[derive(Clone, Debug)]
pub struct Summary {
    /// One a cell.
    pub rows: Vec<Row>,
    /// In games for many.
    pub many: Option<Many>,
    /// Ratings, where three players or more have met.
    pub ratings: Option<(Vec<String>, Ratings)>,
}

impl Summary {
    /// The figures of what has been played.
    pub fn of(plan: &Plan, results: &[CellResult]) -> Self {
        let mut rows: Vec<Row> = plan.cells.iter().zip(results).map(|(cell, result)| row(plan, cell, result)).collect();
        let p_values: Vec<f64> = rows.iter().flat_map(|row| &row.compared).map(|compared| compared.p_value).collect();
        let compared = rows.iter_mut().flat_map(|row| &mut row.compared);
        compared.zip(holm(&p_values)).for_each(|(compared, corrected)| compared.p_corrected = corrected);
        Self { rows, many: many(plan, results), ratings: ratings(plan, results) }
    }
}

fn row(plan: &Plan, cell: &Cell, result: &CellResult) -> Row {
    // Pairs say more than games alone: what an opening gives to one side it takes from the other.
    let paired = plan.seats == 2 && plan.seating == Seating::Rotated && result.pairs != Pairs::default();
    let (score_of_all, elo_of_all, superiority) = match paired {
        true => figures(&result.pairs),
        false => figures(&result.distinct),
    };
    let ours = [Some(&result.all), result.by_seat.first(), result.by_seat.get(1)];
    let names = ["all", "as first", "as second"];
    let compared = names.into_iter().zip(ours).zip(&cell.printed).filter_map(|((which, ours), printed)| {
        let (ours, printed) = (*ours?, (*printed)?);
        let printed = Tally::new(printed.wins, printed.draws, printed.losses);
        let counts = |tally: Tally| vec![tally.wins, tally.draws, tally.losses];
        let p_value = same_shares(&[counts(ours), counts(printed)], 1).map_or(f64::NAN, |test| test.p_value);
        Some(Compared { which, ours, printed, p_value, p_corrected: p_value })
    });
    Row {
        label: cell.label.clone(),
        players: cell.players.clone(),
        planned: cell.blocks * plan.games_per_task(),
        score: score_of_all,
        elo: elo_of_all,
        superiority,
        by_seat: result.by_seat.iter().map(|tally| score(tally, CONFIDENCE)).collect(),
        compared: compared.collect(),
        result: result.clone(),
    }
}

fn figures(results: &impl enban_stats::Results) -> (Option<Score>, Option<Elo>, f64) {
    (score(results, CONFIDENCE), elo(results, CONFIDENCE), likelihood_of_superiority(results))
}

fn many(plan: &Plan, results: &[CellResult]) -> Option<Many> {
    if plan.seats == 2 {
        return None;
    }
    let players: Vec<String> = plan.players().into_iter().map(str::to_owned).collect();
    let blocks: Vec<_> = results.iter().flat_map(|result| result.blocks.clone()).collect();
    let (mut places, mut seat_places) = (vec![[0; 3]; players.len()], vec![[0; 3]; plan.seats]);
    for game in blocks.iter().flat_map(|block| &block.0) {
        let best = game.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let worst = game.scores.iter().copied().fold(f64::INFINITY, f64::min);
        for (seat, (&player, &points)) in game.players.iter().zip(&game.scores).enumerate() {
            let counts = [u64::from(points == best), u64::from(points == worst), 1];
            for (place, count) in (0..3).zip(counts) {
                places[player][place] += count;
                seat_places[seat][place] += count;
            }
        }
    }
    let games = ManyGames::new(players.len(), blocks).ok()?;
    let bootstrap = Bootstrap::default();
    let strengths = plackett_luce(&games, &Bootstrap { resamples: 400, ..bootstrap });
    let cells = plan.cells.iter().zip(results).filter(|_| plan.cells.len() > 1);
    let cells = cells.filter_map(|(cell, result)| among_others(cell, result, &players, &bootstrap)).collect();
    Some(Many { standings: standings(&games, &bootstrap), players, strengths, places, seat_places, cells })
}

/// How the first player of a cell fared; `None` if the others are not all the same, or nothing was played.
fn among_others(cell: &Cell, result: &CellResult, players: &[String], bootstrap: &Bootstrap) -> Option<AmongOthers> {
    let (first, others) = cell.players.split_first()?;
    let alike = others.windows(2).all(|pair| pair[0] == pair[1]) && !others.contains(first);
    if !alike || result.blocks.is_empty() {
        return None;
    }
    let number = players.iter().position(|player| player == first)?;
    let mut blocks: Vec<Block> = result.blocks.clone();
    let seats = blocks.iter_mut().flat_map(|block| &mut block.0).flat_map(|game| &mut game.players);
    seats.for_each(|player| *player = usize::from(*player != number));
    let games = ManyGames::new(2, blocks).ok()?;
    let [first, others] = standings(&games, bootstrap).players.try_into().expect("there are two: one, and the others");
    Some(AmongOthers { label: cell.label.clone(), first, others })
}

fn ratings(plan: &Plan, results: &[CellResult]) -> Option<(Vec<String>, Ratings)> {
    let players = plan.players();
    if plan.seats != 2 || players.len() < 3 || players.len() > 200 || plan.seating == Seating::Fixed {
        return None;
    }
    let number = |name: &str| players.iter().position(|player| *player == name);
    let mut table = CrossTable::new(players.len());
    for (cell, result) in plan.cells.iter().zip(results) {
        let (first, second) = (number(&cell.players[0])?, number(&cell.players[1])?);
        if first != second {
            table.add(first, second, result.distinct);
        }
    }
    let ratings = table.ratings(CONFIDENCE);
    Some((players.iter().map(|player| (*player).to_owned()).collect(), ratings))
}
