//! `enban report`: every format has the rows, the figures of the run, the printed ones beside them, and the methods.

use crate::support::{Laboratory, list, text_of};

const FILE: &str = r#"
title = "Two rows"
game = "nip24"
games = 20
seed = 77
openings = "ply=3"

[[cells]]
label = "simulation & chance"
players = ["montecarlo(playouts=4)", "random"]
printed = { wins = 123, draws = 4, losses = 56 }
[[cells]]
label = "chance"
players = ["random(seed=4)", "random"]
"#;

#[test]
fn a_report_has_the_rows_and_figures_of_the_run() {
    let laboratory = Laboratory::with("two.toml", FILE);
    let table = laboratory.json(&["run", "two.toml", "--store", "kept.db"]);
    let counts = |separator: &str| {
        let cells = list(&table["cells"]).iter();
        let line = |cell: &serde_json::Value| {
            let figures = ["games", "wins", "draws", "losses"].map(|key| cell[key].to_string());
            figures.join(separator) + separator
        };
        cells.map(line).collect::<Vec<_>>()
    };
    let check = |format: &str, separator: &str, ampersand: &str, printed: &str| {
        let report = laboratory.done(&["report", "two", "--store", "kept.db", "--format", format]);
        let (label, second) = (format!("simulation {ampersand} chance"), "chance".to_owned());
        for (label, counts) in [label, second].iter().zip(counts(separator)) {
            let row = report.lines().find(|line| line.contains(label.as_str()) && line.contains(&counts));
            assert!(row.is_some(), "{format}: no row of {label:?} with {counts:?} in {report}");
        }
        assert!(report.contains(printed), "{format}: {printed:?} is not in {report}");
        report
    };
    let markdown = check("md", " | ", "&amp;", "123 / 4 / 56");
    // Every row of a table has as many cells as its head.
    let rows: Vec<&str> = markdown.lines().take_while(|line| *line != "## Methods").collect();
    for two in rows.windows(2).filter(|two| two.iter().all(|line| line.starts_with('|'))) {
        assert_eq!(two[0].matches(" |").count(), two[1].matches(" |").count(), "{two:?}");
    }
    for part in ["# Two rows", "nip24: 40 games", "seed 77", "openings (ply=3)", "enban run two.toml --store kept.db"] {
        assert!(markdown.contains(part), "{part:?} is not in {markdown}");
    }
    let html = check("html", "</td><td class=\"right\">", "&amp;", "123 / 4 / 56");
    assert!(html.contains("<svg") && html.trim_end().ends_with("</html>"));
    assert!(!html.contains("http://") || !html.contains("<script src"), "it needs nothing from elsewhere");
    let latex = check("tex", " & ", "\\&", "123 / 4 / 56");
    assert!(latex.starts_with("\\documentclass") && latex.trim_end().ends_with("\\end{document}"));
    check("csv", ",", "&", "123 / 4 / 56");
    let figures = laboratory.json(&["report", "two", "--store", "kept.db"]);
    assert_eq!(figures["cells"], table["cells"]);
}

#[test]
fn a_report_is_written_to_a_file() {
    let laboratory = Laboratory::with("two.toml", FILE);
    laboratory.done(&["run", "two.toml", "--store", "kept.db"]);
    let told = laboratory.done(&["report", "1", "--store", "kept.db", "--output", "report.md"]);
    assert_eq!(told, "");
    let written = std::fs::read_to_string(laboratory.path("report.md")).unwrap();
    assert_eq!(written, laboratory.done(&["report", "two", "--store", "kept.db"]));
}

#[test]
fn a_match_and_four_players_are_reported() {
    let laboratory = Laboratory::new();
    for game in ["yonin", "nip24"] {
        laboratory.done(&[
            "match",
            game,
            "random",
            "random(seed=3)",
            "--games",
            "8",
            "--store",
            "kept.db",
            "--name",
            game,
        ]);
        for format in ["md", "html", "tex", "csv"] {
            let report = laboratory.done(&["report", game, "--store", "kept.db", "--format", format]);
            assert!(report.contains("random(seed=3)"), "{game}, {format}: {report}");
        }
    }
    let standings = laboratory.json(&["report", "yonin", "--store", "kept.db"])["standings"].clone();
    assert_eq!(
        list(&standings["players"]).iter().map(|player| text_of(&player["player"])).collect::<Vec<_>>(),
        ["random", "random(seed=3)"]
    );
}

/// What `run`, `strength` and `tune` end with can be copied into a shell as it stands.
#[test]
fn the_command_for_the_report_names_the_store() {
    let laboratory = Laboratory::with("two.toml", FILE);
    let last = |arguments: &[&str]| laboratory.done(arguments).lines().last().unwrap().to_owned();
    let command = last(&["run", "two.toml", "--store", "my games.db"]);
    assert_eq!(command, "enban report \"two\" --store 'my games.db' --format html --output report.html");
    let output = laboratory.shell(&command.replacen("enban", "\"$1\"", 1));
    assert!(output.status.success(), "{output:?}");
    assert!(std::fs::read_to_string(laboratory.path("report.html")).unwrap().contains("Two rows"));
    assert_eq!(last(&["run", "two.toml"]), "enban report \"two\" --format html --output report.html");
    let strength = ["strength", "nip24", "--players", "random,random(seed=2)", "--games", "4", "--store", "kept.db"];
    assert!(last(&strength).ends_with(" --store kept.db --format html --output report.html"), "{}", last(&strength));
}

#[test]
fn a_report_says_who_played_and_from_how_many_openings() {
    let laboratory = Laboratory::with("two.toml", FILE);
    laboratory.done(&["run", "two.toml", "--store", "kept.db"]);
    for format in ["md", "html", "tex", "csv"] {
        let report = laboratory.done(&["report", "two", "--store", "kept.db", "--format", format]);
        assert!(report.contains("montecarlo(playouts=4) against random"), "{format}: {report}");
    }
    let report = laboratory.done(&["report", "two", "--store", "kept.db"]);
    assert!(report.contains("Games began from 10 openings (ply=3), no two the same up to symmetry"), "{report}");
    assert!(report.contains("Every opening was played twice with colours exchanged"), "{report}");
}

#[test]
fn what_cannot_be_reported_is_refused() {
    let laboratory = Laboratory::with("two.toml", FILE);
    laboratory.done(&["run", "two.toml", "--store", "kept.db"]);
    laboratory.refused(&["report", "three", "--store", "kept.db"], &["kept.db", "no experiment three"]);
    laboratory.refused(
        &["report", "two", "--store", "kept.db", "--format", "docx"],
        &["--format", "docx", "md, html, tex, csv"],
    );
}
