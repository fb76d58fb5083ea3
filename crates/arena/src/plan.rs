//! A plan: all that decides which games an experiment plays.

use std::collections::BTreeMap;
use std::path::Path;

use enban_catalog::{AnyGame, Expression, open};
use enban_game::Seat;
use enban_game::rng::mix;
use enban_stats::{Model, Sprt};

use crate::file::{CellEntry, Design, ExperimentFile, Printed, PrintedPlayer, SprtEntry};
use crate::openings::{OpeningSource, OpeningsError};
use crate::task::Workers;

/// How players are seated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Seating {
    /// Every opening is played once from each seat: with two seats, a pair with colours swapped.
    #[default]
    Rotated,
    /// As they are listed.
    Fixed,
}

/// A row of the experiment: who plays whom.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// What it is called.
    pub label: String,
    /// The players, as they sit when nobody has moved on.
    pub players: Vec<String>,
    /// How many tasks it has.
    pub blocks: u64,
    /// The value of each parameter, in a grid.
    pub parameters: Vec<(String, String)>,
    /// What was printed elsewhere: of all games, of those as first and of those as second player.
    pub printed: [Option<Printed>; 3],
}

/// All that decides which games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The name under which results are kept.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The game with its options, as the catalog writes it.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// Its seats.
    pub seats: usize,
    /// The seed.
    pub seed: u64,
    /// How players are seated.
    pub seating: Seating,
    /// Where openings come from.
    pub source: OpeningSource,
    /// The openings; block `b` of every cell begins with number `b`, from the beginning again if they run out.
    pub openings: Vec<String>,
    /// The test that ends it before all games are played: it looks at the tasks in their order, so that when it ends
    /// depends on nothing but the plan.
    pub test: Option<Sprt>,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// A plan that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Something the file says is wrong.
    #[error("{place}: {expected}")]
    Wrong {
        /// Where.
        place: String,
        /// What is wrong, and what was expected.
        expected: String,
    },
    /// There are no openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
}

fn wrong(place: impl Into<String>, expected: impl Into<String>) -> PlanError {
    PlanError::Wrong { place: place.into(), expected: expected.into() }
}

/// The most cells a plan may have.
const CELLS_MAX: usize = 100_000;

/// The most games a plan may have: what is left to do is held in memory.
const GAMES_MAX: u64 = 100_000_000;

/// The most characters of a name.
const NAME_MAX: usize = 1000;

impl Plan {
    /// The plan of a file. `stem` is its name if it gives none; paths in it start at `folder`.
    pub fn of_file(
        file: &ExperimentFile,
        stem: &str,
        folder: &Path,
        workers: &Workers<'_>,
    ) -> Result<(Self, Box<dyn AnyGame>), PlanError> {
        let (mut plan, game) = Self::checked(file, stem)?;
        plan.source = plan.source.within(folder);
        let wanted = plan.cells.iter().map(|cell| cell.blocks).max().unwrap_or(0) as usize;
        plan.openings = plan.source.draw(&*game, wanted, plan.seed, workers)?;
        Ok((plan, game))
    }

    /// The same without its openings, which may take long to draw: enough to know that it can be played.
    pub fn checked(file: &ExperimentFile, stem: &str) -> Result<(Self, Box<dyn AnyGame>), PlanError> {
        let (plan, game) = Self::outline(file, stem)?;
        plan.check_name()?;
        plan.check_players(&*game)?;
        plan.check_printed(file)?;
        Ok((plan, game))
    }

    /// The same without a look at its players: enough to add up what was played.
    pub fn outline(file: &ExperimentFile, stem: &str) -> Result<(Self, Box<dyn AnyGame>), PlanError> {
        let game = open(&file.game).map_err(|error| wrong("game", error.to_string()))?;
        let seating = match file.seats.as_deref() {
            None | Some("rotated") => Seating::Rotated,
            Some("fixed") => Seating::Fixed,
            Some(other) => return Err(wrong("seats", format!("expected rotated or fixed, found {other:?}"))),
        };
        let cells = cells_of(file, &*game, seating)?;
        let is_paired = game.seats() == 2 && seating == Seating::Rotated && cells.len() == 1;
        let plan = Self {
            name: file.name.clone().unwrap_or_else(|| stem.to_owned()),
            title: file.title.clone(),
            game: game.name(),
            rules_version: game.rules_version(),
            seats: game.seats(),
            seed: file.seed,
            seating,
            source: OpeningSource::parse(file.openings.as_deref().unwrap_or("none"))?,
            openings: Vec::new(),
            test: file.sprt.as_ref().map(|entry| test_of(entry, is_paired)).transpose()?,
            cells,
        };
        Ok((plan, game))
    }

    /// A name is what results are asked for by.
    fn check_name(&self) -> Result<(), PlanError> {
        let found = self.name.chars().count();
        match self.name.trim().is_empty() || found > NAME_MAX || self.name.contains(char::is_control) {
            true => Err(wrong("name", format!("expected 1 to {NAME_MAX} characters, not all of them blanks"))),
            false => Ok(()),
        }
    }

    /// Every player is tried before any game is played.
    fn check_players(&self, game: &dyn AnyGame) -> Result<(), PlanError> {
        let mut tried: Vec<&str> = Vec::new();
        for cell in &self.cells {
            for player in &cell.players {
                if tried.contains(&player.as_str()) {
                    continue;
                }
                let place = format!("player {player:?}");
                let expression = Expression::parse(player).map_err(|error| wrong(&*place, error.to_string()))?;
                let mut session = game.begin();
                session.seat_player(Seat(0), &expression, 0).map_err(|error| wrong(&*place, error.to_string()))?;
                tried.push(player);
            }
        }
        Ok(())
    }

    /// Printed figures must be those of a player or a seat that there is, and must not contradict themselves.
    fn check_printed(&self, file: &ExperimentFile) -> Result<(), PlanError> {
        if self.seats == 2 && !file.printed.is_empty() {
            let expected = "expected a game for more than two; in a game for two printed figures stand in [[cells]], as \
                            printed = { wins = 6, draws = 0, losses = 4 }";
            return Err(wrong("printed, number 1", expected));
        }
        let mut checks = file.printed.iter().zip(1..);
        checks.try_for_each(|(printed, number)| self.check_printed_player(file, printed, number))
    }

    fn check_printed_player(
        &self,
        file: &ExperimentFile,
        printed: &PrintedPlayer,
        number: usize,
    ) -> Result<(), PlanError> {
        let (seats, games) = (self.seats, printed.games);
        let place = |key: &str| format!("printed, number {number}, {key}");
        let is_known = match printed.seat() {
            Some(seat) => (1..=seats).contains(&seat),
            None => self.players().contains(&file.player(&printed.player)),
        };
        if !is_known {
            let found = &printed.player;
            let expected = format!("expected a player of this experiment, or seat 1 to seat {seats}, found {found:?}");
            return Err(wrong(place("player"), expected));
        }
        if games == 0 {
            return Err(wrong(place("games"), "expected 1 or more"));
        }
        for (key, times) in [("first", printed.first), ("last", printed.last)] {
            if let Some(times) = times.filter(|&times| times > games) {
                let expected = format!("expected at most {games}, the games that it stands for, found {times}");
                return Err(wrong(place(key), expected));
            }
        }
        match printed.mean_rank {
            Some(rank) if !(1.0..=seats as f64).contains(&rank) => {
                Err(wrong(place("mean-rank"), format!("expected 1 to {seats}, found {rank}")))
            }
            _ => Ok(()),
        }
    }

    /// All players, each once, in the order in which they come.
    pub fn players(&self) -> Vec<&str> {
        let mut players: Vec<&str> = Vec::new();
        for player in self.cells.iter().flat_map(|cell| &cell.players) {
            if !players.contains(&player.as_str()) {
                players.push(player);
            }
        }
        players
    }

    /// Games of one task.
    pub fn games_per_task(&self) -> u64 {
        match self.seating {
            Seating::Rotated => self.seats as u64,
            Seating::Fixed => 1,
        }
    }

    /// Tasks in all.
    pub fn tasks(&self) -> u64 {
        self.cells.iter().map(|cell| cell.blocks).sum()
    }

    /// Games in all.
    pub fn games(&self) -> u64 {
        self.tasks() * self.games_per_task()
    }

    /// The cell and the block of a task. Tasks go round the cells, so that an unfinished experiment knows as much
    /// of one as of another.
    pub(crate) fn place_of(&self, task: u64) -> (usize, u64) {
        let even = self.cells.iter().map(|cell| cell.blocks).min().unwrap_or(0);
        let cells = self.cells.len() as u64;
        if task < even * cells {
            return ((task % cells) as usize, task / cells);
        }
        let mut left = task - even * cells;
        for (number, cell) in self.cells.iter().enumerate() {
            if left < cell.blocks - even {
                return (number, even + left);
            }
            left -= cell.blocks - even;
        }
        panic!("task {task} is beyond the plan")
    }

    /// The seed of a game: every task and every game in it has its own.
    pub(crate) fn seed_of(&self, task: u64, game: u64) -> u64 {
        mix(self.seed ^ mix(task.wrapping_mul(64) + game + 1))
    }

    /// The plan as text: two experiments are the same if and only if these are equal. Titles and printed figures
    /// are not part of it.
    pub(crate) fn canonical(&self) -> String {
        let seating = match self.seating {
            Seating::Rotated => "rotated",
            Seating::Fixed => "fixed",
        };
        let mut lines = vec![
            format!("game: {}", self.game),
            format!("rules version: {}", self.rules_version),
            format!("seed: {}", self.seed),
            format!("seats: {seating}"),
            format!("openings: {}", self.source),
        ];
        // What is in an openings file is part of the plan, wherever the file lies.
        let digest = self
            .openings
            .iter()
            .flat_map(|line| line.bytes().chain([b'\n']))
            .fold(0, |digest, byte| mix(digest ^ u64::from(byte)));
        if let OpeningSource::File(_) = self.source {
            lines[4] = format!("openings: {} lines of a file, digest {digest:016x}", self.openings.len());
        }
        for (number, cell) in self.cells.iter().enumerate() {
            let games = cell.blocks * self.games_per_task();
            lines.push(format!("cell {}: {} ({games} games)", number + 1, cell.players.join(" | ")));
        }
        lines.join("\n")
    }
}

fn cells_of(file: &ExperimentFile, game: &dyn AnyGame, seating: Seating) -> Result<Vec<Cell>, PlanError> {
    let seats = game.seats();
    let per_task = if seating == Seating::Rotated { seats as u64 } else { 1 };
    if file.games == 0 {
        return Err(wrong("games", "expected 1 or more"));
    }
    let blocks = file.games.div_ceil(per_task);
    let count = count_cells(file, seats);
    let expected = || format!("expected a [design] or [[cells]] that make 1 to {CELLS_MAX} cells, found {count}");
    if count > CELLS_MAX as u128 {
        return Err(wrong("design", expected()));
    }
    let plain = |players: Vec<String>, label: String, parameters: Vec<(String, String)>| Cell {
        label,
        players,
        blocks,
        parameters,
        printed: [None; 3],
    };
    let mut cells = Vec::new();
    match &file.design {
        None => {}
        Some(Design::RoundRobin { players }) => {
            if players.len() < seats {
                return Err(wrong("design.players", format!("expected {seats} players or more")));
            }
            for chosen in choices(players.len(), seats) {
                let names: Vec<&str> = chosen.iter().map(|&number| players[number].as_str()).collect();
                let seated = names.iter().map(|name| file.player(name).to_owned()).collect();
                cells.push(plain(seated, names.join(" - "), Vec::new()));
            }
        }
        Some(Design::Gauntlet { challengers, opponents }) => {
            for (challenger, opponent) in challengers.iter().flat_map(|c| opponents.iter().map(move |o| (c, o))) {
                let seated = CellEntry::one_against(file.player(challenger), file.player(opponent), seats).players;
                cells.push(plain(seated, format!("{challenger} - {opponent}"), Vec::new()));
            }
        }
        Some(Design::Grid { player, against, over }) => {
            for parameters in combinations(over)? {
                let chosen = fill(file.player(player), &parameters)?;
                let label = parameters.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>();
                let seated = CellEntry::one_against(&chosen, file.player(against), seats).players;
                cells.push(plain(seated, label.join(" "), parameters));
            }
        }
    }
    for (number, entry) in file.cells.iter().enumerate() {
        let place = format!("cells, number {}", number + 1);
        if entry.players.len() != seats {
            return Err(wrong(place, format!("expected {seats} players, one for each seat")));
        }
        if entry.games == Some(0) {
            return Err(wrong(format!("{place}, games"), "expected 1 or more"));
        }
        cells.push(Cell {
            label: entry.label.clone().unwrap_or_else(|| entry.players.join(" - ")),
            players: entry.players.iter().map(|name| file.player(name).to_owned()).collect(),
            blocks: entry.games.unwrap_or(file.games).div_ceil(per_task),
            parameters: Vec::new(),
            printed: [entry.printed, entry.printed_as_first, entry.printed_as_second],
        });
    }
    debug_assert_eq!(cells.len() as u128, count, "they were counted right");
    if cells.is_empty() {
        return Err(wrong("design", expected()));
    }
    let games = cells.iter().fold(0_u64, |sum, cell| sum.saturating_add(cell.blocks.saturating_mul(per_task)));
    if games > GAMES_MAX {
        return Err(wrong("games", format!("expected {GAMES_MAX} or fewer in all cells together, found {games}")));
    }
    Ok(cells)
}

/// How many cells a file makes, without making them: a short file can ask for more than fit into memory.
fn count_cells(file: &ExperimentFile, seats: usize) -> u128 {
    let designed = match &file.design {
        None => 0,
        Some(Design::RoundRobin { players }) => {
            let (count, seats) = (players.len() as u128, seats as u128);
            // Each product is that of one choice more, so each division leaves nothing over.
            (0..seats).fold(1, |choices: u128, seat| choices.saturating_mul(count.saturating_sub(seat)) / (seat + 1))
        }
        Some(Design::Gauntlet { challengers, opponents }) => challengers.len() as u128 * opponents.len() as u128,
        Some(Design::Grid { over, .. }) => {
            over.values().fold(1, |cells: u128, values| cells.saturating_mul(values.len() as u128))
        }
    };
    designed.saturating_add(file.cells.len() as u128)
}

/// The chance of a wrong answer of a sequential test, on either side.
pub const TEST_ERROR: f64 = 0.05;

/// The test that a file asks for. It counts pairs, so there must be some.
fn test_of(entry: &SprtEntry, is_paired: bool) -> Result<Sprt, PlanError> {
    if !is_paired {
        return Err(wrong("sprt", "expected a game for two, rotated seats and one cell"));
    }
    let model = match entry.model.as_deref() {
        None | Some("logistic") => Model::Logistic,
        Some("normalised") => Model::Normalised,
        Some(other) => {
            return Err(wrong("sprt.model", format!("expected logistic or normalised, found {other:?}")));
        }
    };
    let test = Sprt::new(entry.elo0, entry.elo1, TEST_ERROR, TEST_ERROR, model);
    test.map_err(|error| wrong("sprt", error.to_string()))
}

/// Every choice of `size` numbers below `count`, in order.
fn choices(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for last in size - 1..count {
        for mut rest in choices(last, size - 1) {
            rest.push(last);
            all.push(rest);
        }
    }
    all.sort();
    all
}

type Values = Vec<(String, String)>;

fn combinations(over: &BTreeMap<String, Vec<toml::Value>>) -> Result<Vec<Values>, PlanError> {
    let mut all: Vec<Values> = vec![Vec::new()];
    for (name, values) in over {
        if values.is_empty() || all.len() * values.len() > CELLS_MAX {
            return Err(wrong(
                format!("design.over.{name}"),
                format!("expected values, at most {CELLS_MAX} cells in all"),
            ));
        }
        let texts = values.iter().map(|value| match value {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        let texts: Vec<String> = texts.collect();
        all = all
            .into_iter()
            .flat_map(|earlier| {
                texts.iter().map(move |text| [earlier.clone(), vec![(name.clone(), text.clone())]].concat())
            })
            .collect();
    }
    Ok(all)
}

/// The player with its parameters filled in.
pub fn fill(player: &str, parameters: &[(String, String)]) -> Result<String, PlanError> {
    let mut filled = player.to_owned();
    for (name, value) in parameters {
        let gap = format!("{{{name}}}");
        if !filled.contains(&gap) {
            return Err(wrong("design.player", format!("expected {gap} in {player:?}")));
        }
        filled = filled.replace(&gap, value);
    }
    match filled.contains(['{', '}']) {
        true => Err(wrong(
            "design.player",
            format!("{filled:?} has a parameter in braces that [design.over] does not give"),
        )),
        false => Ok(filled),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str) -> Result<Plan, PlanError> {
        let file = ExperimentFile::parse(text).unwrap();
        let workers = Workers { threads: 1, watch: &enban_game::Watch::default() };
        Plan::of_file(&file, "test", Path::new("."), &workers).map(|(plan, _)| plan)
    }

    #[test]
    fn designs_make_their_cells() {
        let check = |text: &str, cells: usize, games: u64, first: &[&str]| {
            let plan = plan(text).unwrap();
            assert_eq!((plan.cells.len(), plan.games()), (cells, games), "{text}");
            assert_eq!(plan.cells[0].players, first);
        };
        let head = "game = \"reversi4\"\ngames = 5\n";
        let robin = "[design]\nkind = \"round-robin\"\nplayers = [\"random\", \"x\", \"montecarlo\"]\n";
        check(&format!("{head}[players]\nx = \"mcts\"\n{robin}"), 3, 18, &["random", "mcts"]);
        let gauntlet =
            "[design]\nkind = \"gauntlet\"\nchallengers = [\"mcts\"]\nopponents = [\"random\", \"montecarlo\"]\n";
        check(&format!("{head}seats = \"fixed\"\n{gauntlet}"), 2, 10, &["mcts", "random"]);
        let grid = "[design]\nkind = \"grid\"\nplayer = \"mcts(playouts={n},exploration={e})\"\nagainst = \"random\"\n\
                    over = { n = [1, 2, 3], e = [0.5, 1.5] }\n";
        check(&format!("{head}{grid}"), 6, 36, &["mcts(playouts=1,exploration=0.5)", "random"]);
        let four = "game = \"yonin\"\ngames = 4\n[design]\nkind = \"round-robin\"\n\
                    players = [\"random\", \"self\", \"left\", \"right\", \"normal\"]\n";
        check(four, 5, 20, &["random", "self", "left", "right"]);
    }

    #[test]
    fn wrong_plans_name_the_place() {
        let check = |text: &str, part: &str| {
            let error = plan(text).unwrap_err().to_string();
            assert!(error.contains(part), "{part:?} is not in {error:?}");
        };
        check("game = \"nipp\"\ngames = 1\n", "did you mean nip?");
        check("game = \"nip\"\ngames = 1\n", "design");
        check("game = \"nip\"\ngames = 0\n", "games");
        let cell = "[[cells]]\nplayers = [\"random\", \"random\"]\n";
        check(&format!("game = \"nip\"\ngames = 1\n{cell}games = 0\n"), "cells, number 1, games: expected 1 or more");
        check(&format!("game = \"nip\"\ngames = 9000000000000000000\n{cell}{cell}{cell}"), "games: expected 100000000");
        check("game = \"nip\"\ngames = 1\nseats = \"left\"\n", "rotated or fixed");
        check("game = \"nip\"\ngames = 1\n[[cells]]\nplayers = [\"random\"]\n", "cells, number 1");
        check(
            "game = \"nip\"\ngames = 1\n[[cells]]\nplayers = [\"random\", \"montecarol\"]\n",
            "did you mean montecarlo?",
        );
        check(
            "game = \"nip\"\ngames = 1\n[design]\nkind = \"grid\"\nplayer = \"map(lookahead={l})\"\nagainst = \"random\"\nover = { m = [1] }\n",
            "{m}",
        );
    }

    #[test]
    fn a_test_needs_pairs_and_sensible_bounds() {
        let cell = "[[cells]]\nplayers = [\"random\", \"random\"]\n";
        let with = |head: &str| plan(&format!("game = \"nip24\"\ngames = 4\n{head}\n{cell}"));
        let found = with("sprt = { elo0 = 0, elo1 = 12.5, model = \"normalised\" }").unwrap();
        assert_eq!(found.test.map(|test| (test.elo0, test.elo1, test.model)), Some((0.0, 12.5, Model::Normalised)));
        assert_eq!(found.canonical(), with("").unwrap().canonical(), "it does not change a game");
        let check = |head: &str, part: &str| {
            let error = with(head).unwrap_err().to_string();
            assert!(error.contains(part), "{part:?} is not in {error:?}");
        };
        check("sprt = { elo0 = 5, elo1 = 0 }", "sprt: hypotheses 5 and 0");
        check("sprt = { elo0 = 0, elo1 = 5, model = \"linear\" }", "sprt.model: expected logistic or normalised");
        check("seats = \"fixed\"\nsprt = { elo0 = 0, elo1 = 5 }", "sprt: expected a game for two, rotated seats");
        check(&format!("sprt = {{ elo0 = 0, elo1 = 5 }}\n{cell}"), "and one cell");
    }

    #[test]
    fn printed_figures_must_fit() {
        let four = "game = \"yonin\"\ngames = 4\n[players]\nplain = \"normal\"\n[design]\nkind = \"gauntlet\"\n\
                    challengers = [\"plain\"]\nopponents = [\"random\"]\n[[printed]]\n";
        let with = |printed: &str| plan(&format!("{four}{printed}"));
        for player in ["plain", "normal", "random", "seat 1", "seat 4"] {
            let printed = format!("player = \"{player}\"\ngames = 10\nfirst = 10\nlast = 0\nmean-rank = 4.0\n");
            assert!(with(&printed).is_ok(), "{player}");
        }
        let check = |printed: &str, part: &str| {
            let error = with(printed).unwrap_err().to_string();
            assert!(error.contains(part), "{part:?} is not in {error:?}");
        };
        let unknown = "printed, number 1, player: expected a player of this experiment, or seat 1 to seat 4, found";
        for player in ["foo", "seat 0", "seat 9", "seat x"] {
            check(&format!("player = \"{player}\"\ngames = 10\n"), &format!("{unknown} \"{player}\""));
        }
        check("player = \"plain\"\ngames = 0\n", "printed, number 1, games: expected 1 or more");
        check("player = \"plain\"\ngames = 10\nfirst = 30\n", "number 1, first: expected at most 10, the games");
        check("player = \"plain\"\ngames = 10\nlast = 11\n", "number 1, last: expected at most 10");
        check("player = \"plain\"\ngames = 10\nmean-rank = 4.5\n", "number 1, mean-rank: expected 1 to 4");
        let two = "game = \"nip24\"\ngames = 4\n[[cells]]\nplayers = [\"random\", \"random\"]\n\
                   [[printed]]\nplayer = \"random\"\ngames = 10\n";
        let error = plan(two).unwrap_err().to_string();
        assert!(error.starts_with("printed, number 1: expected a game for more than two"), "{error}");
    }

    /// A short file can ask for more cells than fit into memory: they are counted before they are made.
    #[test]
    fn too_many_cells_are_counted_not_made() {
        let check = |game: &str, design: &str, found: &str| {
            let error = plan(&format!("game = \"{game}\"\ngames = 1\n[design]\n{design}\n")).unwrap_err().to_string();
            assert!(error.ends_with(&format!("1 to 100000 cells, found {found}")), "{error}");
        };
        let many = |count: usize| vec!["\"random\""; count].join(",");
        check("nip", &format!("kind = \"round-robin\"\nplayers = [{}]", many(8_000)), "31996000");
        check("yonin", &format!("kind = \"round-robin\"\nplayers = [{}]", many(8_000)), "170538695998000");
        let lists = format!("challengers = [{}]\nopponents = [{}]", many(1_000), many(101));
        check("nip", &format!("kind = \"gauntlet\"\n{lists}"), "101000");
    }

    #[test]
    fn tasks_go_round_the_cells_and_cover_each_block_once() {
        let cells =
            "[[cells]]\nplayers = [\"random\", \"random\"]\n[[cells]]\nplayers = [\"random\", \"mcts\"]\ngames = 9\n";
        let plan = plan(&format!("game = \"nip24\"\ngames = 4\n{cells}")).unwrap();
        let places: Vec<_> = (0..plan.tasks()).map(|task| plan.place_of(task)).collect();
        assert_eq!(places, [(0, 0), (1, 0), (0, 1), (1, 1), (1, 2), (1, 3), (1, 4)]);
    }
}
