//! The fourth schema: every row has a digest, and every set of rows a count; see `seal.rs`.

use rusqlite::Connection;

use crate::seal::{
    CELL, CELL_PLAYER, ENDING, EXPERIMENT, GAME, NOTE, OUTCOME, PLAYER, PROGRESS, SAVED, SERIAL, Sealed, TASK, TEXTS,
    install,
};

/// Numbers of experiments are now given by `serial`, which has a seal.
const TABLES: &str = "
CREATE TABLE experiment_sealed (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    cells INTEGER NOT NULL,
    tasks INTEGER NOT NULL,
    created INTEGER NOT NULL, -- seconds since 1970
    finished INTEGER,
    program TEXT NOT NULL,
    seal INTEGER NOT NULL, -- of the columns above
    text_seal INTEGER NOT NULL, -- of the columns below
    rules TEXT NOT NULL,
    seed INTEGER NOT NULL, -- the bits of an unsigned number
    machine TEXT NOT NULL,
    command TEXT NOT NULL,
    plan TEXT NOT NULL, -- long texts last, so that lists do not read them
    file TEXT NOT NULL
) STRICT;
INSERT INTO experiment_sealed SELECT id, name, title, kind, game, seats,
    (SELECT count(*) FROM cell WHERE cell.experiment = experiment.id), tasks, created, finished, program, 0, 0, rules,
    seed, machine, command, plan, file FROM experiment;
ALTER TABLE serial ADD COLUMN next_experiment INTEGER NOT NULL DEFAULT 1;
ALTER TABLE serial ADD COLUMN experiments INTEGER NOT NULL DEFAULT 0;
ALTER TABLE serial ADD COLUMN saved INTEGER NOT NULL DEFAULT 0;
UPDATE serial SET
    next_experiment = 1 + max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'experiment'), 0),
        coalesce((SELECT max(id) FROM experiment), 0)),
    experiments = (SELECT count(*) FROM experiment),
    saved = (SELECT count(*) FROM saved);
DROP TABLE experiment;
ALTER TABLE experiment_sealed RENAME TO experiment;
ALTER TABLE progress ADD COLUMN notes INTEGER NOT NULL DEFAULT 0;
UPDATE progress SET notes = (SELECT count(*) FROM note WHERE note.experiment = progress.experiment);
";

/// Takes the step.
pub(super) fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    install(connection)?;
    connection.execute_batch(TABLES)?;
    let sealed_now: [&Sealed; 11] =
        [&PROGRESS, &NOTE, &PLAYER, &CELL, &CELL_PLAYER, &ENDING, &OUTCOME, &TASK, &GAME, &SAVED, &SERIAL];
    for sealed in sealed_now {
        let (table, seal) = (sealed.table, sealed.seal);
        connection.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {seal} INTEGER NOT NULL DEFAULT 0"))?;
    }
    for sealed in [&EXPERIMENT, &TEXTS].into_iter().chain(sealed_now) {
        connection.execute(&format!("UPDATE {} SET {} = {}", sealed.table, sealed.seal, sealed.value()), [])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::schema::{MIGRATIONS, Step, migrate, version};
    use crate::{ExperimentId, Filter, Ledger, SavedFilter, Store, StoreError};

    const CONTENT: &str = "
        INSERT INTO experiment VALUES (4, 'old', '円', 'match', 'nip', 1, 9, 5, 6, 'p', 'r', -1, 'm', 'c', 'plan', 'file');
        INSERT INTO cell VALUES (4, 0, 'row');
        INSERT INTO player VALUES (1, 'random');
        INSERT INTO cell_player VALUES (4, 0, 0, 1);
        INSERT INTO outcome VALUES (1, 4, 0, 0, 1, 2);
        INSERT INTO task VALUES (4, 0, 1, 1), (4, 3, 2, 1);
        INSERT INTO game VALUES (1, 1, 0, 0, 0, 7, -5, -6, '[1]', '[2]', '[3]', 'a1', 'b2'),
            (2, 1, 3, 0, 0, 8, 5, 6, '[-1]', '[2]', '[3]', '', 'c3');
        INSERT INTO progress VALUES (4, 2, 2);
        INSERT INTO note VALUES (4, 'state', x'0102');
        UPDATE serial SET next_game = 3;
    ";

    /// A store as programs of a schema wrote it. Experiments up to number 6 were removed.
    fn write_old(path: &Path, schema: usize) -> Connection {
        let mut connection = Connection::open(path).unwrap();
        migrate(&mut connection, &MIGRATIONS[..schema], path).unwrap();
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        connection.execute_batch(CONTENT).unwrap();
        connection.execute_batch("UPDATE sqlite_sequence SET seq = 6 WHERE name = 'experiment'").unwrap();
        let ending = if schema < 3 { "(1, '')" } else { "(1, 'normal', -1, '', '', '', 0)" };
        connection.execute_batch(&format!("INSERT INTO ending VALUES {ending}")).unwrap();
        if schema > 1 {
            let sql = "INSERT INTO saved VALUES ('a', 'nip', 'x', 'draw', '1', 3, 9, 'record')";
            connection.execute_batch(sql).unwrap();
        }
        connection
    }

    #[test]
    fn stores_of_every_older_schema_get_their_seals() {
        for schema in 1..MIGRATIONS.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("old.db");
            drop(write_old(&path, schema));
            let older = Store::open_read_only(&path).unwrap_err();
            assert!(matches!(older, StoreError::Older { found, .. } if found == schema), "{older:?}");
            let report = Store::examine(&path).unwrap();
            assert!(report.is_whole(), "{schema}: {report:?}");
            let store = Store::open(&path).unwrap();
            let id = store.find("old").unwrap();
            let stored = store.experiment(id).unwrap();
            assert_eq!((id, stored.seed, stored.plan.as_str()), (ExperimentId(4), u64::MAX, "plan"));
            assert_eq!((stored.cells[0].games, stored.cells[0].wins[0]), (2, 2));
            assert_eq!(store.note(id, "state").unwrap(), Some(vec![1, 2]));
            assert_eq!(store.ledger(id).unwrap().done().unwrap().iter().collect::<Vec<_>>(), [0, 3]);
            let games = store.games(&Filter::default()).unwrap();
            assert_eq!(games.iter().map(|game| game.record.moves.as_str()).collect::<Vec<_>>(), ["b2", "c3"]);
            assert_eq!(store.saved_games(&SavedFilter::default()).unwrap().0, u64::from(schema > 1));
            let next: i64 =
                store.connection().query_row("SELECT next_experiment FROM serial", [], |row| row.get(0)).unwrap();
            assert_eq!(next, 7, "numbers of removed experiments are not given again");
        }
    }

    #[test]
    fn a_migration_that_is_cut_off_leaves_the_old_store() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        let mut connection = write_old(&path, 3);
        let steps = [MIGRATIONS, &[Step::Sql("a step that fails")]].concat();
        migrate(&mut connection, &steps, &path).unwrap_err();
        assert_eq!(version(&connection, 9, &path).unwrap(), 3);
        let sealed = "SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%seal%'";
        assert_eq!(connection.query_row(sealed, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
        drop(connection);
        assert!(Store::examine(&path).unwrap().is_whole());
    }
}
