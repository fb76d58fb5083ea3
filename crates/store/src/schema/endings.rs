//! The third schema: endings as data in place of sentences. What the sentences meant is found out here, once.

use rusqlite::{Connection, params};

use crate::ending::EndingRow;
use crate::{Cause, Ending, Forfeit};

const TABLE: &str = "
CREATE TABLE ending_as_data (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL, -- a name of EndingKind
    seat INTEGER NOT NULL, -- the seat that lost by it, -1 if none did
    label TEXT NOT NULL, -- the sign of that seat
    answer TEXT NOT NULL, -- an illegal move as it was written
    detail TEXT NOT NULL, -- what happened, for people
    moves INTEGER NOT NULL, -- of a game that went round
    UNIQUE (kind, seat, label, answer, detail, moves)
) STRICT;
";

/// Takes the step. Rows keep their ids, so that `outcome` is left as it is.
pub(super) fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLE)?;
    let mut read = connection.prepare("SELECT id, text FROM ending")?;
    let sql = "INSERT INTO ending_as_data (id, kind, seat, label, answer, detail, moves)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let mut write = connection.prepare(sql)?;
    let mut rows = read.query([])?;
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let EndingRow { kind, seat, label, answer, detail, moves } =
            EndingRow::of(&classified(&row.get::<_, String>(1)?));
        write.execute(params![id, kind.name(), seat, label, answer, detail, moves])?;
    }
    connection.execute_batch("DROP TABLE ending; ALTER TABLE ending_as_data RENAME TO ending;")
}

/// The ending that a sentence of schemas 1 and 2 stands for.
fn classified(text: &str) -> Ending {
    if text.is_empty() {
        return Ending::Normal;
    }
    let round = text.strip_prefix("no result after ").and_then(|rest| rest.strip_suffix(" moves"));
    if let Some(moves) = round.and_then(|moves| moves.parse().ok()) {
        return Ending::Repetition { moves };
    }
    let (label, detail) = text.split_once(": ").unwrap_or(("", text));
    // Seats were called X and O, or where there are more than two, by their numbers from 1.
    let seat = match label {
        "O" => 1,
        number => number.parse::<u8>().unwrap_or(1).saturating_sub(1),
    };
    Ending::Lost(Forfeit { label: label.to_owned(), detail: detail.to_owned(), seat, cause: cause_of(detail) })
}

fn cause_of(detail: &str) -> Cause {
    if detail.starts_with("resigned: ") {
        return Cause::Resigned;
    }
    let fault = fault_in(detail).unwrap_or_default();
    let is = |beginning: &str| fault.starts_with(beginning);
    let answer = ["illegal move ", "answered "].iter().find_map(|beginning| quoted(fault.strip_prefix(beginning)?));
    match answer {
        Some((answer, _)) => Cause::IllegalMove { answer },
        None if is("no answer within ") => Cause::OutOfTime,
        None if is("it ended (") || is("cannot be started: ") => Cause::Crashed,
        None => Cause::Failed,
    }
}

/// What follows `engine "NAME", at "COMMAND": ` or `engine "NAME", not yet spoken to: `. Both texts in quotation marks may
/// have anything in them.
fn fault_in(detail: &str) -> Option<&str> {
    let (_, rest) = quoted(detail.strip_prefix("engine ")?)?;
    match rest.strip_prefix(", at ") {
        Some(command) => quoted(command)?.1.strip_prefix(": "),
        None => rest.strip_prefix(", not yet spoken to: "),
    }
}

/// A text in quotation marks as Rust's `{:?}` writes it, and what follows it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut letters = text.strip_prefix('"')?.chars();
    let mut inside = String::new();
    loop {
        match letters.next()? {
            '"' => return Some((inside, letters.as_str())),
            '\\' => inside.push(match letters.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                '0' => '\0',
                'u' => {
                    let (code, rest) = letters.as_str().strip_prefix('{')?.split_once('}')?;
                    letters = rest.chars();
                    char::from_u32(u32::from_str_radix(code, 16).ok()?)?
                }
                itself => itself,
            }),
            letter => inside.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::path::Path;

    use super::*;
    use crate::schema::{MIGRATIONS, migrate};
    use crate::{EndingFilter, EndingKind, Filter, GameRecord, Ledger, Store, StoreError, TaskResult};

    fn lost(label: &str, seat: u8, cause: Cause, detail: &str) -> Ending {
        Ending::Lost(Forfeit { label: label.to_owned(), detail: detail.to_owned(), seat, cause })
    }

    fn illegal(answer: &str) -> Cause {
        Cause::IllegalMove { answer: answer.to_owned() }
    }

    /// Sentences as older programs wrote them, and what they mean.
    fn sentences() -> Vec<(&'static str, Ending)> {
        let cases = [
            ("X", 0, Cause::Resigned, r#"X: resigned: engine "gnugo --mode gtp" gave up"#),
            ("O", 1, Cause::OutOfTime, r#"O: engine "sh e.sh", at "genmove W": no answer within 300 ms"#),
            (
                "X",
                0,
                Cause::Crashed,
                r#"X: engine "e", at "play B d4": it ended (exit status: 3), its last words: oh: no"#,
            ),
            ("3", 2, Cause::Crashed, r#"3: engine "/no/e", not yet spoken to: cannot be started: not found"#),
            ("X", 0, illegal("c3"), r#"X: engine "e", at "genmove B": illegal move "c3", expected a legal move of X"#),
            (
                "O",
                1,
                illegal("d4 \"円\"\t\u{7f}"),
                r#"O: engine "e", at "genmove W": answered "d4 \"円\"\t\u{7f}", expected a"#,
            ),
            ("X", 0, Cause::Failed, r#"X: engine "e", at "genmove B": refused: no mood"#),
            ("X", 0, Cause::Failed, r#"X: engine "e", at "genmove B": not an answer, id 2 in place of 1: "=2""#),
            ("X", 0, Cause::Failed, r#"X: engine "e" was set up for go5 and asked to play go9"#),
            // Whatever the engine is called, what it did counts.
            (
                "X",
                0,
                Cause::Failed,
                r#"X: engine "e: no answer within 3 ms: resigned: \"", at "name": refused: it ended ("#,
            ),
            ("X", 0, Cause::Failed, "X: something else"),
        ];
        let lost = cases.map(|(label, seat, cause, text)| (text, lost(label, seat, cause, &text[label.len() + 2..])));
        let mut all = vec![("", Ending::Normal), ("no result after 40 moves", Ending::Repetition { moves: 40 })];
        all.extend(lost);
        all
    }

    #[test]
    fn old_sentences_are_understood_and_read_as_before() {
        for (text, ending) in sentences() {
            assert_eq!(classified(text), ending);
            assert_eq!(ending.to_string(), text);
        }
    }

    /// A store of the second schema with one experiment, a task of one game for each sentence.
    fn write_old(path: &Path) {
        let mut connection = Connection::open(path).unwrap();
        migrate(&mut connection, &MIGRATIONS[..2], path).unwrap();
        connection
            .execute_batch(
                "INSERT INTO experiment VALUES (1, 'old', '', 'match', 'go5', 4, 99, 0, NULL, '', '', 1, '', '', 'plan', '');
                 INSERT INTO cell VALUES (1, 0, 'row');
                 INSERT INTO player VALUES (1, 'random');
                 INSERT INTO cell_player VALUES (1, 0, 0, 1), (1, 0, 1, 1), (1, 0, 2, 1), (1, 0, 3, 1);",
            )
            .unwrap();
        for (number, (text, _)) in (1_i64..).zip(sentences()) {
            connection.execute("INSERT INTO ending VALUES (?1, ?2)", params![number, text]).unwrap();
            connection.execute("INSERT INTO outcome VALUES (?1, 1, 0, -1, ?1, 1)", [number]).unwrap();
            connection.execute("INSERT INTO task VALUES (1, ?1 - 1, ?1, 1)", [number]).unwrap();
            let sql = "INSERT INTO game VALUES
                (?1, ?1, ?1 - 1, 0, 0, 7, 0, 0, '[0,0,0,0]', '[0,0,0,0]', '[0,0,0,0]', '', 'a1')";
            connection.execute(sql, [number]).unwrap();
        }
        let games = sentences().len() as i64;
        connection.execute("INSERT INTO progress VALUES (1, ?1, ?1)", [games]).unwrap();
        connection.execute("UPDATE serial SET next_game = ?1 + 1", [games]).unwrap();
    }

    fn endings(ledger: &dyn Ledger) -> Vec<Ending> {
        let mut endings = Vec::new();
        let visit = &mut |game: &GameRecord| {
            endings.push(game.ending.clone());
            ControlFlow::Continue(())
        };
        ledger.each_game(visit).unwrap();
        endings
    }

    #[test]
    fn a_store_of_the_second_schema_is_brought_up_to_date_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        write_old(&path);
        let older = Store::open_read_only(&path).unwrap_err();
        assert!(
            matches!(older, StoreError::Older { found: 2, known: 4, .. }),
            "nothing is changed by reading: {older}"
        );
        let store = Store::open(&path).unwrap();
        store.check().unwrap();
        let ledger = store.ledger(store.find("old").unwrap()).unwrap();
        let wanted: Vec<Ending> = sentences().into_iter().map(|(_, ending)| ending).collect();
        assert_eq!(endings(&ledger), wanted);
        let count = |ending| store.count(&Filter { ending: Some(ending), ..Filter::default() }).unwrap();
        let crashed = count(EndingFilter::Of(EndingKind::Crashed));
        assert_eq!((crashed, count(EndingFilter::Normal), count(EndingFilter::Irregular)), (2, 1, 12));
        // Games that end as old ones did share their rows.
        let rows = || store.connection().query_row("SELECT count(*) FROM outcome", [], |row| row.get::<_, i64>(0));
        let before = rows().unwrap();
        for (number, ending) in (wanted.len() as u64..).zip(&wanted) {
            let (scores, micros, nodes) = (vec![0; 4], vec![0; 4], vec![0; 4]);
            let game =
                GameRecord { task: number, ending: ending.clone(), scores, micros, nodes, ..GameRecord::default() };
            ledger.put(&[TaskResult { number, games: vec![game] }]).unwrap();
        }
        assert_eq!(rows().unwrap(), before);
        assert_eq!(endings(&ledger), [wanted.clone(), wanted].concat());
        store.check().unwrap();
        drop((store, ledger));
        Store::open_read_only(&path).unwrap().check().unwrap();
    }

    #[test]
    fn looking_into_an_old_store_brings_it_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        write_old(&path);
        let store = Store::look_into(&path).unwrap();
        assert_eq!(endings(&store.ledger(store.find("old").unwrap()).unwrap()).len(), sentences().len());
        let error = store.remove(store.find("old").unwrap()).unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly { .. }), "{error:?}");
    }
}
