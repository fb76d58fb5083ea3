//! `enban strength`: the players of a game in order of strength, each against the next weaker one, as an experiment.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Result, bail};
use enban_arena::{CellEntry, ExperimentFile};
use enban_catalog::{AnyGame, open};

use super::arguments::Strength;
use super::run::{plan_of, run_plan};
use crate::arguments::Common;
use crate::commands::play::split_names;

/// Plays the experiment, or goes on with it.
pub fn run(command: &Strength, common: &Common) -> Result<()> {
    let game = open(&command.game)?;
    if !(0.001..=3600.0).contains(&command.time) {
        bail!("--time {}: expected seconds from 0.001 to 3600", command.time);
    }
    let given = command.players.as_deref().map(split_names);
    let given: Option<Vec<String>> = given.map(|names| names.into_iter().map(|name| name.trim().to_owned()).collect());
    if given.as_ref().is_some_and(|players| players.len() < 2) {
        bail!("--players: expected two players or more, the weakest first");
    }
    let file = experiment(&*game, command, given, common.seed());
    let planned = plan_of(&file, "strength", Path::new("."), common)?;
    run_plan(&command.store, &file.to_toml()?, planned, common)
}

/// Moves of an opening, before the players take over.
const OPENING_MOVES: usize = 8;

/// The matches as an experiment file. Other players, another number of games, time or seed make another experiment.
fn experiment(game: &dyn AnyGame, command: &Strength, given: Option<Vec<String>>, seed: u64) -> ExperimentFile {
    let name = game.name();
    let (kept_as, title, players) = match given {
        Some(players) => (
            format!("strength-{name} {}", players.join(" < ")),
            format!("{name}: players in order of strength"),
            players,
        ),
        None => (
            format!("strength-{name} {} s", command.time),
            format!("{name}: players in order of strength at {} s a move", command.time),
            default_players(game, command.time),
        ),
    };
    let games = command.games;
    let short = short_names(&players);
    let cell = |(pair, short): (&[String], &[&str])| CellEntry {
        label: Some(format!("{} against {}", short[1], short[0])),
        ..CellEntry::one_against(&pair[1], &pair[0], game.seats())
    };
    ExperimentFile {
        name: Some(format!("{kept_as}, {games} games, seed {seed}")),
        title,
        seed,
        openings: Some(format!("ply={OPENING_MOVES}")),
        cells: players.windows(2).zip(short.windows(2)).map(cell).collect(),
        ..ExperimentFile::of_game(&name, games)
    }
}

/// What the rows of the table call the players: their names without the parameters, unless two would then be the same.
fn short_names(players: &[String]) -> Vec<&str> {
    let bare = |player: &'_ str| player.find('(').unwrap_or(player.len());
    let short: Vec<&str> = players.iter().map(|player| &player[..bare(player)]).collect();
    let distinct: HashSet<&str> = short.iter().copied().collect();
    if distinct.len() == players.len() { short } else { players.iter().map(String::as_str).collect() }
}

/// The players of a game when none are given, the weakest first: those of the studies, then the general ones at equal
/// processor time, which other work on the machine does not shorten. Where tree search has learned something, it is there
/// without that as well.
fn default_players(game: &dyn AnyGame, seconds: f64) -> Vec<String> {
    let time = format!("time={seconds},clock=processor");
    if game.player_takes("mcts", "eval") {
        let general = [
            format!("montecarlo({time},from=all)"),
            format!("paranoid({time},memory=16)"),
            format!("mcts({time},eval=random,memory=32)"),
            format!("mcts({time},memory=32)"),
        ];
        return ["random", "normal"].map(str::to_owned).into_iter().chain(general).collect();
    }
    let names = game.player_names();
    let all = [
        ("random", "random".to_owned()),
        ("territory", "territory".to_owned()),
        ("map", "map(lookahead=5)".to_owned()),
        ("weights", "weights".to_owned()),
        ("normal", "normal".to_owned()),
        ("montecarlo", format!("montecarlo({time},from=all)")),
        ("mcts", format!("mcts({time},memory=32)")),
        ("uct", format!("uct({time},memory=32)")),
        ("alphabeta", format!("alphabeta({time},exact=16,memory=16)")),
    ];
    all.into_iter().filter(|(name, _)| names.contains(name)).map(|(_, player)| player).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_an_experiment_that_can_be_read() {
        for (name, pairs) in [("nip", 4), ("reversi", 4), ("reversi(anti=on)", 3), ("yonin", 5), ("go9", 4)] {
            let game = open(name).unwrap();
            let store = super::super::arguments::StorePath { store: "absent.db".into() };
            let command = Strength { game: name.to_owned(), games: 40, time: 0.1, players: None, store };
            let file = experiment(&*game, &command, None, 7);
            assert_eq!(ExperimentFile::parse(&file.to_toml().unwrap()).unwrap(), file);
            assert_eq!((file.cells.len(), file.games, file.seed), (pairs, 40, 7), "{name}");
            assert_eq!(file.cells[0].players.last().map(String::as_str), Some("random"), "{name}");
        }
    }

    #[test]
    fn rows_name_players_as_briefly_as_keeps_them_apart() {
        let players = |names: [&str; 3]| names.map(str::to_owned).to_vec();
        assert_eq!(short_names(&players(["random", "map(lookahead=1)", "mcts"])), ["random", "map", "mcts"]);
        let alike = players(["random", "map(lookahead=1)", "map(lookahead=5)"]);
        assert_eq!(short_names(&alike), ["random", "map(lookahead=1)", "map(lookahead=5)"]);
    }
}
