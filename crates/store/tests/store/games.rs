//! Filters, against a plain walk over all games.

use enban_store::{
    Ending, EndingFilter, EndingKind, ExperimentId, Filter, Ledger, PlayerFilter, ResultFilter, Store, StoredGame,
};

use crate::samples::{PLAYERS, experiment, games_of, ledger_in, task, tasks};

/// Whether a game passes, said once more in plain words.
fn passes(game: &StoredGame, filter: &Filter) -> bool {
    let record = &game.record;
    let players = &experiment("", 0).cells[record.cell as usize].players;
    let mine: Vec<bool> = players
        .iter()
        .enumerate()
        .map(|(position, name)| match &filter.player {
            None => position == 0,
            Some(PlayerFilter::Exactly(text)) => name == text,
            Some(PlayerFilter::Prefix(text)) => name.starts_with(text),
        })
        .collect();
    let winner = record.winner.map(usize::from);
    let result = match filter.result {
        None => mine.contains(&true),
        Some(ResultFilter::Won) => winner.is_some_and(|winner| mine[winner]),
        Some(ResultFilter::Lost) => winner.is_some_and(|winner| (0..2).any(|at| mine[at] && at != winner)),
        Some(ResultFilter::Drawn) => winner.is_none() && mine.contains(&true),
    };
    let ending = match &filter.ending {
        None => true,
        Some(EndingFilter::Normal) => record.ending == Ending::Normal,
        Some(EndingFilter::Irregular) => record.ending != Ending::Normal,
        Some(EndingFilter::Of(kind)) => record.ending.kind() == *kind,
    };
    result && ending && filter.experiment.is_none_or(|id| id == game.experiment)
}

fn check(store: &Store, all: &[StoredGame], filter: &Filter) -> usize {
    let wanted: Vec<_> = all.iter().filter(|game| passes(game, filter)).cloned().collect();
    assert_eq!(store.count(filter).unwrap(), wanted.len() as u64, "{filter:?}");
    for (limit, offset) in [(None, 0), (Some(7), 0), (Some(7), 5), (None, 11), (Some(3), 1000), (Some(0), 0)] {
        let page = |games: Vec<StoredGame>| -> Vec<StoredGame> {
            games.into_iter().skip(offset).take(limit.unwrap_or(usize::MAX)).collect()
        };
        let filter = Filter { limit, offset, newest_first: false, ..filter.clone() };
        assert_eq!(store.games(&filter).unwrap(), page(wanted.clone()), "{filter:?}");
        let filter = Filter { newest_first: true, ..filter };
        assert_eq!(store.games(&filter).unwrap(), page(wanted.iter().rev().cloned().collect()), "{filter:?}");
    }
    wanted.len()
}

/// Enough of them that most filters find something.
const TASKS: u64 = 160;

#[test]
fn every_filter_finds_what_a_plain_walk_finds() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.enban")).unwrap();
    let (one, two) = (ledger_in(&store, "one", TASKS), ledger_in(&store, "two", TASKS));
    for number in (0..TASKS).rev() {
        one.put(&[task(number)]).unwrap();
        two.put(&tasks([TASKS - 1 - number])).unwrap();
    }
    let all = store.games(&Filter::default()).unwrap();
    assert_eq!(all.len(), 2 * games_of(TASKS).len());

    let players = [
        None,
        Some(PlayerFilter::Exactly(PLAYERS[0].to_owned())),
        Some(PlayerFilter::Exactly(PLAYERS[3].to_owned())),
        Some(PlayerFilter::Exactly("alphabeta".to_owned())),
        Some(PlayerFilter::Prefix("alphabeta".to_owned())),
        Some(PlayerFilter::Prefix("円".to_owned())),
        Some(PlayerFilter::Prefix(String::new())),
        Some(PlayerFilter::Prefix("%".to_owned())),
    ];
    let endings = [
        None,
        Some(EndingFilter::Normal),
        Some(EndingFilter::Irregular),
        Some(EndingFilter::Of(EndingKind::IllegalMove)),
        Some(EndingFilter::Of(EndingKind::Repetition)),
    ];
    let results = [None, Some(ResultFilter::Won), Some(ResultFilter::Lost), Some(ResultFilter::Drawn)];
    let mut found = 0;
    for experiment in [None, Some(one.id()), Some(two.id()), Some(ExperimentId(99))] {
        for player in &players {
            for ending in &endings {
                for result in results {
                    let (player, ending) = (player.clone(), ending.clone());
                    let filter = Filter { experiment, player, result, ending, ..Filter::default() };
                    found += usize::from(check(&store, &all, &filter) > 0);
                }
            }
        }
    }
    // Two experiments and all of them, six of the players: 360 filters could, unless nobody won or lost like that.
    assert!(found >= 300, "only {found} filters found something");
}

#[test]
fn a_game_carries_its_experiment_and_its_players_by_seat() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("games.enban")).unwrap();
    let ledger = ledger_in(&store, "one", 2);
    ledger.put(&[task(1)]).unwrap();
    let games = store.games(&Filter::default()).unwrap();
    assert_eq!(games.len(), 2);
    for (game, record) in games.iter().zip(task(1).games) {
        assert_eq!(store.game(game.id).unwrap().as_ref(), Some(game));
        assert_eq!(game.record, record);
        assert_eq!((game.experiment, game.experiment_name.as_str()), (ledger.id(), "one"));
        assert_eq!(game.game, "nip");
    }
    assert_eq!(games[0].players, [PLAYERS[0], PLAYERS[2]]);
    assert_eq!(games[1].players, [PLAYERS[2], PLAYERS[0]]);
}
