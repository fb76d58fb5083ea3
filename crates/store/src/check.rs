//! Looking for damage: the database's own check, and that our counts and tasks agree with the games.

use rusqlite::OptionalExtension;

use crate::{Store, StoreError};

/// Each finds something only if the content contradicts itself.
const CONTRADICTIONS: [(&str, &str); 5] = [
    ("a row refers to nothing", "SELECT 1 FROM pragma_foreign_key_check"),
    (
        "a task is not whole",
        "SELECT 1 FROM task WHERE games <> (SELECT count(*) FROM game CROSS JOIN outcome ON outcome.id = game.outcome
            WHERE game.id >= task.first_game AND game.id < task.first_game + task.games
            AND game.task = task.number AND outcome.experiment = task.experiment)",
    ),
    ("a game is of no task", "SELECT 1 WHERE (SELECT count(*) FROM game) <> (SELECT total(games) FROM task)"),
    (
        "games of an outcome are miscounted",
        "SELECT 1 FROM outcome WHERE games <> (SELECT count(*) FROM game WHERE outcome = outcome.id)",
    ),
    (
        "tasks or games of an experiment are miscounted",
        "SELECT 1 FROM experiment LEFT JOIN progress ON progress.experiment = experiment.id
            WHERE tasks_done IS NOT (SELECT count(*) FROM task WHERE task.experiment = experiment.id)
            OR progress.games IS NOT
                (SELECT coalesce(sum(task.games), 0) FROM task WHERE task.experiment = experiment.id)",
    ),
];

impl Store {
    /// Reads the whole store and fails if anything in it contradicts anything else.
    pub fn check(&self) -> Result<(), StoreError> {
        let found = self.read(|transaction| {
            let verdict: String = transaction.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
            if verdict != "ok" {
                return Ok(Some(verdict));
            }
            for (what, sql) in CONTRADICTIONS {
                if transaction.query_row(sql, [], |_| Ok(())).optional()?.is_some() {
                    return Ok(Some(what.to_owned()));
                }
            }
            Ok(None)
        })?;
        match found {
            None => Ok(()),
            Some(what) => Err(StoreError::Damaged { path: self.path().to_path_buf(), what }),
        }
    }
}
