//! How an experiment was played, in sentences: its openings, its seats, its test, and who the players are.

use enban_report::number::{decimal, integer, percent, signed};
use enban_report::{Column, Table};
use enban_stats::{Decision, Model};
use enban_store::StoredExperiment;

use crate::file::{Design, ExperimentFile};
use crate::openings::OpeningSource;
use crate::plan::{Plan, Seating, TEST_ERROR};
use crate::results::Openings;
use crate::summary::{Sequential, Summary};

/// The paragraph of methods.
pub(super) fn methods(experiment: &StoredExperiment, plan: &Plan, summary: &Summary) -> String {
    let openings = openings_of(summary);
    let timed = experiment.plan.contains("time=");
    let again = match timed {
        true => "Some players are limited by time, so a repetition gives like results, not the same games.",
        false => "The same file and seed give the same games to the last move, on any number of threads.",
    };
    format!(
        "{} games of {} were played by {} with rules version {} and seed {}. {} {} Intervals are at the 95% level; a game \
         that repeats another move for move counts once in them. {again}",
        integer(summary.games() as i64),
        plan.game,
        experiment.summary.program,
        plan.rules_version,
        plan.seed,
        openings_sentence(&plan.source, openings),
        seats_sentence(plan, openings),
    )
}

/// What the test of a match came to.
pub(super) fn test_sentence(sequential: &Sequential, plan: &Plan, games: u64) -> String {
    let test = sequential.test;
    let scale = if test.model == Model::Normalised { "normalised Elo" } else { "Elo" };
    let elo = |elo: f64| format!("{} {scale}", signed(elo, usize::from(elo.fract() != 0.0)));
    let (low, high) = test.bounds();
    let ratio = format!(
        "log-likelihood ratio {}, bounds {} and {}",
        decimal(sequential.llr, 2),
        decimal(low, 2),
        decimal(high, 2)
    );
    let asked = format!(
        "a sequential test (SPRT) of {} against {}, with {} error on either side",
        elo(test.elo0),
        elo(test.elo1),
        percent(TEST_ERROR, 0)
    );
    let games = integer(games as i64);
    let accepted = match sequential.decision {
        Decision::AcceptH0 => elo(test.elo0),
        Decision::AcceptH1 => elo(test.elo1),
        Decision::Continue => return format!("{games} games do not decide {asked} ({ratio})."),
    };
    let stopped = match sequential.stopped {
        Some(stopped) => format!(
            "Elo with an interval that allows for the stop: {} ({} to {}). The figures in the table do not allow for it.",
            super::elo_word(stopped.value),
            super::elo_word(stopped.low),
            super::elo_word(stopped.high)
        ),
        None => "The figures in the table do not allow for the stop.".to_owned(),
    };
    format!(
        "The match was stopped after {games} of at most {} games by {asked}: it accepted {accepted} ({ratio}). Games that \
         were still being played then are kept, and not counted. {stopped}",
        integer(plan.games() as i64)
    )
}

/// What labels and short names stand for, where the tables show these alone.
pub(super) fn who_played(file: &ExperimentFile) -> Option<Table> {
    let mut rows: Vec<[String; 2]> = Vec::new();
    let short = file.players.iter().filter(|(name, player)| name != player);
    rows.extend(short.map(|(name, player)| [name.clone(), player.clone()]));
    if let Some(Design::Grid { player, against, .. }) = &file.design {
        rows.push(["every row of the grid".to_owned(), matched(file, [player, against])]);
    }
    for cell in &file.cells {
        if let Some(label) = &cell.label {
            rows.push([label.clone(), matched(file, &cell.players)]);
        }
    }
    if rows.is_empty() {
        return None;
    }
    let mut table = Table::new("Who played", [Column::left("name"), Column::left("players")]);
    rows.into_iter().for_each(|row| table.push(row.to_vec()));
    Some(table)
}

/// Players of a game as expressions, those of the other seats once where they are all the same.
fn matched<'f>(file: &'f ExperimentFile, names: impl IntoIterator<Item = &'f String>) -> String {
    let players: Vec<&str> = names.into_iter().map(|name| file.player(name)).collect();
    match &players[..] {
        [first, second] => format!("{first} against {second}"),
        [first, second, others @ ..] if others.iter().all(|other| other == second) => {
            format!("{first} against {second} at the other seats")
        }
        players => players.join(", "),
    }
}

/// The openings of all rows: each begins with the same ones.
fn openings_of(summary: &Summary) -> Openings {
    let rows = summary.rows.iter().map(|row| row.result.openings).filter(|openings| openings.distinct > 0);
    let both = |a: Openings, b: Openings| Openings {
        distinct: a.distinct.max(b.distinct),
        least: a.least.min(b.least),
        most: a.most.max(b.most),
    };
    rows.reduce(both).unwrap_or_default()
}

fn openings_sentence(source: &OpeningSource, openings: Openings) -> String {
    let count = integer(openings.distinct as i64);
    match (source, openings.distinct) {
        (OpeningSource::None, _) => "Games began at the starting position.".to_owned(),
        (OpeningSource::Plies { .. }, 1) => format!("Games began from 1 opening ({source}), drawn by the seed."),
        (OpeningSource::Plies { .. }, _) => {
            format!("Games began from {count} openings ({source}), no two the same up to symmetry, drawn by the seed.")
        }
        (OpeningSource::File(_), 1) => format!("Games began from 1 opening of a file ({source})."),
        (OpeningSource::File(_), _) => format!(
            "Games began from {count} openings of a file ({source}), in its order; two that are mirror images count as two."
        ),
    }
}

fn seats_sentence(plan: &Plan, openings: Openings) -> String {
    let is_start = plan.source == OpeningSource::None;
    let times = openings.times();
    match (plan.seating, plan.seats) {
        (Seating::Fixed, _) => "Players kept the seats in which they are listed.".to_owned(),
        (Seating::Rotated, 2) if is_start => {
            "Two games each were played with colours exchanged; intervals come from these pairs.".to_owned()
        }
        (Seating::Rotated, 2) if openings.most <= 1 => {
            "Every opening was played twice with colours exchanged; intervals come from these pairs.".to_owned()
        }
        (Seating::Rotated, 2) => format!(
            "In each row every opening was played {times} as a pair of games with colours exchanged; intervals come from \
             these pairs."
        ),
        (Seating::Rotated, seats) if is_start => format!(
            "{seats} games each were played with the players at every seat in turn; intervals come from resampling these \
             blocks."
        ),
        (Seating::Rotated, _) if openings.most <= 1 => {
            "Every opening was played once from each seat; intervals come from resampling these blocks.".to_owned()
        }
        (Seating::Rotated, _) => format!(
            "In each row every opening was played {times} from each seat; intervals come from resampling these blocks."
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use enban_game::Watch;
    use enban_report::{Format, render};
    use enban_store::{ExperimentSummary, Kind};

    use super::*;
    use crate::document::document;
    use crate::experiment::{Experiment, Review, Status};
    use crate::task::Workers;

    /// The report of an experiment file that was played to its end, as the reader of a store sees it.
    fn report(text: &str, folder: &Path, format: Format) -> String {
        let workers = Workers { threads: 1, watch: &Watch::default() };
        let file = ExperimentFile::parse(text).unwrap();
        let played = Experiment::in_memory(Plan::of_file(&file, "test", folder, &workers).unwrap());
        played.play(&workers).unwrap();
        let (stored, status) = (stored(played.plan()), played.status().unwrap());
        let (plan, _) = Plan::outline(&file, "test").unwrap();
        render(&document(&Review { stored, file, plan, status }), format)
    }

    fn stored(plan: &Plan) -> StoredExperiment {
        let summary = ExperimentSummary {
            id: enban_store::ExperimentId(1),
            name: plan.name.clone(),
            title: String::new(),
            kind: Kind::Run,
            game: plan.game.clone(),
            seats: plan.seats as u8,
            tasks: plan.tasks(),
            tasks_done: plan.tasks(),
            games: plan.games(),
            created_unix_s: 0,
            finished_unix_s: None,
            program: "enban".to_owned(),
        };
        StoredExperiment {
            summary,
            plan: plan.canonical(),
            file: String::new(),
            seed: plan.seed,
            rules: String::new(),
            machine: String::new(),
            command: String::new(),
            cells: Vec::new(),
        }
    }

    fn two(openings: &str, games: u64) -> String {
        format!(
            "game = \"nip\"\ngames = {games}\nopenings = \"{openings}\"\n[[cells]]\n\
             players = [\"random\", \"random(seed=3)\"]\n"
        )
    }

    #[test]
    fn openings_are_told_as_they_were_played() {
        let folder = tempfile::tempdir().unwrap();
        let check = |text: &str, parts: &[&str], absent: &[&str]| {
            let report = report(text, folder.path(), Format::Markdown);
            parts.iter().for_each(|part| assert!(report.contains(part), "{part:?} is not in {report}"));
            absent.iter().for_each(|part| assert!(!report.contains(part), "{part:?} is in {report}"));
        };
        check(
            &two("ply=1", 200),
            &["began from 1 opening (ply=1), drawn", "every opening was played 100 times as a pair of games"],
            &["twice", "symmetry"],
        );
        check(
            &two("ply=4", 20),
            &["began from 10 openings (ply=4), no two the same up to symmetry", "Every opening was played twice"],
            &["In each row"],
        );
        check(&two("none", 4), &["at the starting position. Two games each were played"], &["opening was"]);
        std::fs::write(folder.path().join("lines.txt"), "d3c3\nc4c3\nd3c3\n").unwrap();
        check(
            &two("file=lines.txt", 12),
            &[
                "2 openings of a file (file=",
                "two that are mirror images count as two",
                "played 2 to 4 times as a pair",
            ],
            &["no two the same", "drawn by the seed", "twice"],
        );
        let four = "game = \"yonin\"\ngames = 8\nopenings = \"ply=1\"\n[[cells]]\n\
                    players = [\"random\", \"random\", \"random\", \"random(seed=3)\"]\n";
        check(four, &["Intervals are left out where fewer than 10 blocks were played"], &["with 95% intervals"]);
        let report = report(four, folder.path(), Format::Markdown);
        assert!(report.lines().filter(|line| line.starts_with('|')).all(|row| !row.contains(" to ")), "{report}");
    }

    #[test]
    fn labels_and_short_names_are_explained_in_every_format() {
        let text = "game = \"nip24\"\ngames = 4\n[players]\nweak = \"random(seed=3)\"\nrandom = \"random\"\n\
                    [[cells]]\nlabel = \"L1\"\nplayers = [\"montecarlo(playouts=8)\", \"random\"]\n\
                    [[cells]]\nplayers = [\"random\", \"weak\"]\n";
        for format in [Format::Markdown, Format::Html, Format::Latex, Format::Csv] {
            let report = report(text, Path::new("."), format);
            for part in ["L1", "montecarlo(playouts=8) against random", "weak", "random(seed=3)"] {
                assert!(report.contains(part), "{part:?} is not in {report}");
            }
        }
        let plain = report(&two("none", 4), Path::new("."), Format::Markdown);
        assert!(!plain.contains("Who played"), "{plain}");
        let file = |design: &str| ExperimentFile::parse(&format!("game = \"yonin\"\ngames = 4\n{design}")).unwrap();
        let grid = file("[design]\nkind = \"grid\"\nplayer = \"p(n={n})\"\nagainst = \"q\"\nover = { n = [1] }\n");
        assert_eq!(who_played(&grid).unwrap().rows[0].cells[1].text, "p(n={n}) against q");
        let cells = file("[[cells]]\nlabel = \"x\"\nplayers = [\"a\", \"b\", \"b\", \"b\"]\n");
        assert_eq!(who_played(&cells).unwrap().rows[0].cells[1].text, "a against b at the other seats");
    }

    #[test]
    fn a_match_that_its_test_stopped_says_so() {
        let text = two("ply=4", 40).replace("[[cells]]", "sprt = { elo0 = 0, elo1 = 20 }\n[[cells]]");
        let open = report(&text, Path::new("."), Format::Markdown);
        assert!(open.contains("40 games do not decide a sequential test (SPRT) of 0 Elo against +20 Elo"), "{open}");
        let file = ExperimentFile::parse(&text).unwrap();
        let (plan, _) = Plan::outline(&file, "test").unwrap();
        let mut result = crate::CellResult {
            by_seat: vec![Default::default(); 2],
            all: enban_stats::Tally::new(240, 0, 108),
            pairs: enban_stats::Pairs([12, 24, 48, 54, 36]),
            ..Default::default()
        };
        result.distinct = result.all;
        let summary = Summary::of(&plan, &[result]);
        let status = Status { is_finished: summary.is_done(&plan, 9), summary, tasks_done: 9 };
        let review = Review { stored: stored(&plan), file, plan, status };
        let stopped = render(&document(&review), Format::Markdown);
        for part in
            ["stopped after 348 of at most 40 games by a sequential test", "it accepted +20 Elo", "allows for the stop"]
        {
            assert!(stopped.contains(part), "{part:?} is not in {stopped}");
        }
        assert!(!stopped.contains("Not finished"), "{stopped}");
    }
}
