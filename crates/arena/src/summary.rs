//! The figures of an experiment: one row a cell, standings of games for many, ratings, and our figures beside
//! printed ones. What reports, pages and programs show is all in here.

use enban_stats::many::{Block, ManyGames, PlackettLuce, Standing, Standings, plackett_luce, standings};
use enban_stats::{
    Bootstrap, CrossTable, Decision, Elo, Estimate, Method, Pairs, Ratings, Score, Sprt, StoppedElo, Tally, elo, holm,
    likelihood_of_superiority, same_shares, score,
};

use crate::plan::{Cell, Plan, Seating};
use crate::results::CellResult;

/// All intervals cover so much.
pub const CONFIDENCE: f64 = 0.95;

/// Fewer blocks than these have no interval in games for many: drawn again and again, a few blocks show too little of
/// how they vary, and one block nothing.
const BLOCKS_MIN: usize = 10;

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
    /// The score of the first player, from distinct games. Games for many have none, and no Elo: against three others
    /// of the same strength it would not be a half.
    pub score: Option<Score>,
    /// The same as Elo.
    pub elo: Option<Elo>,
    /// How likely the first player is the stronger of two.
    pub superiority: Option<f64>,
    /// The score by seat of the first player, in games for two.
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
    /// Whether there were fewer than [`BLOCKS_MIN`] blocks somewhere: the ends of those intervals are infinite.
    pub has_few_blocks: bool,
    /// Where there are several cells: those of one player against others that are all the same, if they were played.
    pub cells: Vec<AmongOthers>,
}

impl Many {
    /// What to say of intervals that are left out.
    pub fn warning(&self) -> Option<String> {
        self.has_few_blocks.then(|| {
            format!(
                "Intervals are left out where fewer than {BLOCKS_MIN} blocks were played (a block is an opening from \
                 every seat): they would be too narrow."
            )
        })
    }
}

/// Where the sequential test of a match stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequential {
    /// The test.
    pub test: Sprt,
    /// What it decides.
    pub decision: Decision,
    /// The logarithm of the ratio of likelihoods.
    pub llr: f64,
    /// The Elo of a match that the test has stopped, with an interval that allows for the stop. `None` where it has not,
    /// and where there are too few results, or too much alike, for the normal approximation that this needs.
    pub stopped: Option<StoppedElo>,
}

impl Sequential {
    fn of(test: Sprt, pairs: &Pairs) -> Self {
        let decision = test.decision(pairs);
        let is_normal = score(pairs, CONFIDENCE).is_some_and(|score| score.method == Method::Normal);
        let stopped = test.stopped_elo(pairs, CONFIDENCE).filter(|_| is_normal && decision != Decision::Continue);
        Self { test, decision, llr: test.llr(pairs), stopped }
    }

    /// Whether the test has ended the match.
    pub fn is_decided(&self) -> bool {
        self.decision != Decision::Continue
    }
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
    /// Where the plan has a test.
    pub sequential: Option<Sequential>,
}

impl Summary {
    /// The figures of what has been played.
    pub fn of(plan: &Plan, results: &[CellResult]) -> Self {
        let mut rows: Vec<Row> = plan.cells.iter().zip(results).map(|(cell, result)| row(plan, cell, result)).collect();
        let p_values: Vec<f64> = rows.iter().flat_map(|row| &row.compared).map(|compared| compared.p_value).collect();
        let compared = rows.iter_mut().flat_map(|row| &mut row.compared);
        compared.zip(holm(&p_values)).for_each(|(compared, corrected)| compared.p_corrected = corrected);
        let sequential = plan.test.map(|test| Sequential::of(test, &results[0].pairs));
        Self { rows, many: many(plan, results), ratings: ratings(plan, results), sequential }
    }

    /// Games that the figures count.
    pub fn games(&self) -> u64 {
        self.rows.iter().map(|row| row.result.games()).sum()
    }

    /// Whether nothing is left to play: all tasks are done, or the test is decided.
    pub fn is_done(&self, plan: &Plan, tasks_done: u64) -> bool {
        tasks_done >= plan.tasks() || self.sequential.is_some_and(|sequential| sequential.is_decided())
    }
}

fn row(plan: &Plan, cell: &Cell, result: &CellResult) -> Row {
    // Pairs say more than games alone: what an opening gives to one side it takes from the other.
    let paired = plan.seats == 2 && plan.seating == Seating::Rotated && result.pairs != Pairs::default();
    let (score_of_all, elo_of_all, superiority) = match (plan.seats, paired) {
        (2, true) => figures(&result.pairs),
        (2, false) => figures(&result.distinct),
        _ => (None, None, None),
    };
    let score_at = |tally| score(tally, CONFIDENCE).filter(|_| plan.seats == 2);
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
        by_seat: result.by_seat.iter().map(score_at).collect(),
        compared: compared.collect(),
        result: result.clone(),
    }
}

fn figures(results: &impl enban_stats::Results) -> (Option<Score>, Option<Elo>, Option<f64>) {
    (score(results, CONFIDENCE), elo(results, CONFIDENCE), Some(likelihood_of_superiority(results)))
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
    let mut strengths = plackett_luce(&games, &Bootstrap { resamples: 400, ..bootstrap });
    let mut standings = standings(&games, &bootstrap);
    let is_in = |block: &&Block, player: usize| block.0.iter().any(|game| game.players.contains(&player));
    let blocks_of = |player: usize| games.blocks().iter().filter(|block| is_in(block, player)).count();
    let mut has_few_blocks = false;
    for player in (0..players.len()).filter(|&player| blocks_of(player) < BLOCKS_MIN) {
        open_ends(&mut standings.players[player], Some(&mut strengths.strengths[player]));
        has_few_blocks = true;
    }
    if games.blocks().len() < BLOCKS_MIN {
        let seats = standings.seats.iter_mut().zip(&mut strengths.seats);
        seats.for_each(|(standing, effect)| open_ends(standing, Some(effect)));
    }
    let cells = plan.cells.iter().zip(results).filter(|_| plan.cells.len() > 1);
    let cells: Vec<_> = cells.filter_map(|(cell, result)| among_others(cell, result, &players, &bootstrap)).collect();
    has_few_blocks |= cells.iter().any(|cell| !cell.first.rank.high.is_finite());
    Some(Many { standings, players, strengths, places, seat_places, has_few_blocks, cells })
}

/// Takes the intervals from figures of too few blocks: anything may be.
fn open_ends(standing: &mut Standing, strength: Option<&mut Estimate>) {
    let figures = [&mut standing.rank, &mut standing.win_share, &mut standing.score];
    for estimate in figures.into_iter().chain(strength) {
        (estimate.low, estimate.high) = (f64::NEG_INFINITY, f64::INFINITY);
    }
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
    let found: Result<[Standing; 2], _> = standings(&games, bootstrap).players.try_into();
    let [mut first, mut others] = found.expect("there are two: one, and the others");
    if games.blocks().len() < BLOCKS_MIN {
        [&mut first, &mut others].into_iter().for_each(|standing| open_ends(standing, None));
    }
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use enban_game::Watch;

    use super::*;
    use crate::experiment::Experiment;
    use crate::file::ExperimentFile;
    use crate::json::summary_json;
    use crate::task::Workers;

    fn summary(text: &str) -> Summary {
        let workers = Workers { threads: 1, watch: &Watch::default() };
        let file = ExperimentFile::parse(text).unwrap();
        let experiment = Experiment::in_memory(Plan::of_file(&file, "test", Path::new("."), &workers).unwrap());
        experiment.play(&workers).unwrap();
        experiment.status().unwrap().summary
    }

    fn four(games: u64, first: &str) -> Summary {
        summary(&format!(
            "game = \"yonin\"\ngames = {games}\nopenings = \"ply=4\"\n[[cells]]\n\
             players = [\"{first}\", \"random\", \"random\", \"random\"]\n"
        ))
    }

    #[test]
    fn games_for_many_have_no_score_against_a_half() {
        let summary = four(80, "random");
        let row = &summary.rows[0];
        assert_eq!((row.score, row.elo, row.superiority), (None, None, None));
        assert_eq!(row.by_seat, [None; 4]);
        let cell = &summary_json(&summary)["cells"][0];
        assert!(
            ["score", "score_low", "score_high", "elo", "elo_low", "elo_high"].iter().all(|key| cell[key].is_null())
        );
        assert_eq!(cell["games"], 80);
    }

    #[test]
    fn few_blocks_have_no_interval() {
        let check = |games: u64, has_few: bool| {
            let many = four(games, "random(seed=2)").many.unwrap();
            assert_eq!((many.has_few_blocks, many.warning().is_some()), (has_few, has_few), "{games} games");
            let standings = many.standings.players.iter().chain(&many.standings.seats);
            let figures = standings.flat_map(|standing| [standing.rank, standing.win_share, standing.score]);
            let all = figures.chain(many.strengths.strengths).chain(many.strengths.seats);
            all.for_each(|figure| {
                assert_eq!(figure.low < figure.high && figure.low.is_finite(), !has_few, "{figure:?}")
            });
        };
        check(4, true);
        check(36, true);
        check(40, false);
    }

    #[test]
    fn a_player_of_few_blocks_has_no_interval_among_others_who_have() {
        let cells = "[[cells]]\nplayers = [\"random(seed=1)\", \"random\", \"random\", \"random\"]\ngames = 8\n\
                     [[cells]]\nplayers = [\"random(seed=2)\", \"random\", \"random\", \"random\"]\n";
        let many = summary(&format!("game = \"yonin\"\ngames = 48\nopenings = \"ply=4\"\n{cells}")).many.unwrap();
        let is_open = |standing: &Standing| standing.rank.high.is_infinite();
        let players: Vec<bool> = many.standings.players.iter().map(is_open).collect();
        assert_eq!(many.players, ["random(seed=1)", "random", "random(seed=2)"]);
        assert_eq!(players, [true, false, false]);
        let cells: Vec<[bool; 2]> =
            many.cells.iter().map(|cell| [is_open(&cell.first), is_open(&cell.others)]).collect();
        assert_eq!(cells, [[true; 2], [false; 2]]);
        assert!(many.has_few_blocks && !is_open(&many.standings.seats[0]));
        let text = crate::json::many_json(&many);
        assert!(text["cells"][0]["player"]["rank"]["low"].is_null() && text["warning"].is_string());
    }

    #[test]
    fn the_figures_of_a_stopped_match_allow_for_the_stop() {
        let test = Sprt::new(0.0, 20.0, 0.05, 0.05, enban_stats::Model::Logistic).unwrap();
        let pairs = Pairs([4, 8, 16, 18, 12]);
        let open = Sequential::of(test, &pairs);
        assert_eq!((open.is_decided(), open.stopped), (false, None));
        let pairs = Pairs(pairs.0.map(|count| 3 * count));
        let decided = Sequential::of(test, &pairs);
        let (plain, stopped) = (elo(&pairs, CONFIDENCE).unwrap(), decided.stopped.unwrap());
        assert_eq!(decided.decision, Decision::AcceptH1);
        assert!(stopped.value < plain.value, "a test that stops at a lucky moment flatters the mean: {stopped:?}");
        assert!(stopped.low < stopped.value && stopped.value < stopped.high && stopped.superiority > 0.95);
        // All alike: there is no variance to work with.
        let alike = Sequential::of(test, &Pairs([0, 0, 0, 0, 200]));
        assert_eq!((alike.is_decided(), alike.stopped), (true, None));
    }
}
