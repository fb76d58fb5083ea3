//! Experiment files: what is wrong in them is named with its place, and one that was edited is not mixed with what was
//! played before.

use crate::support::{Laboratory, list};

const FILE: &str = r#"title = "First"
game = "nip24"
games = 8
seed = 1
openings = "ply=3"

[players]
weak = "random"

[[cells]]
label = "the only row"
players = ["montecarlo(playouts=5)", "weak"]
"#;

#[test]
fn a_file_edited_after_it_began_is_refused() {
    let laboratory = Laboratory::with("edited.toml", FILE);
    laboratory.write("lines.txt", "c3\nd3\n");
    let run = ["run", "edited.toml", "--store", "kept.db"];
    let table = laboratory.json(&run);
    let games = laboratory.games("kept.db");
    let check = |from: &str, to: &str, words: &[&str]| {
        assert!(FILE.contains(from));
        laboratory.write("edited.toml", &FILE.replace(from, to));
        laboratory.refused(&run, &[&["another experiment \"edited\""], words].concat());
        assert_eq!(laboratory.games("kept.db"), games, "nothing is lost");
    };
    check("seed = 1", "seed = 2", &["stored: seed: 1", "now:    seed: 2"]);
    check("games = 8", "games = 10", &["(8 games)", "(10 games)"]);
    check("ply=3", "ply=4", &["stored: openings: ply=3", "now:    openings: ply=4"]);
    check("nip24", "nip32", &["stored: game: nip24", "now:    game: nip32"]);
    check("weak = \"random\"", "weak = \"random(seed=9)\"", &["| random (8", "| random(seed=9) (8"]);
    check("seed = 1", "seats = \"fixed\"", &["stored: seats: rotated", "now:    seats: fixed"]);
    check("[[cells]]", "[[cells]]\nplayers = [\"weak\", \"weak\"]\n[[cells]]", &["now:    cell 2:"]);
    laboratory.write("edited.toml", FILE);
    assert_eq!(laboratory.json(&run), table, "the file as it was goes on");
}

#[test]
fn an_openings_file_is_part_of_the_experiment() {
    let laboratory = Laboratory::with("edited.toml", &FILE.replace("ply=3", "file=lines.txt"));
    let moves = |count: usize| -> Vec<String> {
        let legal = laboratory.json(&["show", "nip24"])["legal"].clone();
        list(&legal).iter().take(count).map(|one| one["move"].as_str().unwrap().to_owned()).collect()
    };
    laboratory.write("lines.txt", &format!("# two openings\n\n{}\n", moves(2).join("\n")));
    let run = ["run", "edited.toml", "--store", "kept.db"];
    laboratory.json(&run);
    let openings: Vec<_> = laboratory.games("kept.db").iter().map(|game| game["opening"].clone()).collect();
    assert_eq!(openings[..4], [moves(2)[0].as_str(), &moves(2)[0], &moves(2)[1], &moves(2)[1]]);
    laboratory.write("lines.txt", &format!("{}\n", moves(1)[0]));
    laboratory.refused(&run, &["stored: openings: 2 lines of a file", "now:    openings: 1 lines of a file"]);
}

#[test]
fn titles_labels_and_printed_figures_may_be_edited() {
    let laboratory = Laboratory::with("edited.toml", FILE);
    let run = ["run", "edited.toml", "--store", "kept.db"];
    let before = laboratory.json(&run);
    assert_eq!(list(&before["cells"][0]["compared"]).len(), 0);
    let edited = FILE.replace("First", "Second").replace("only row", "row") + "printed = { wins = 50, losses = 50 }\n";
    laboratory.write("edited.toml", &edited);
    let after = laboratory.json(&run);
    assert_eq!(after["cells"][0]["label"], "the row");
    assert_eq!(after["cells"][0]["compared"][0]["printed"], serde_json::json!([50, 0, 50]));
    assert_eq!(after["cells"][0]["wins"], before["cells"][0]["wins"]);
    assert_eq!(after["tasks_done"], before["tasks_done"]);
    assert!(laboratory.done(&run).starts_with("Second\n"));
}

#[test]
fn another_seed_on_the_command_line_needs_another_name() {
    let laboratory = Laboratory::with("edited.toml", FILE);
    laboratory.json(&["run", "edited.toml", "--store", "kept.db"]);
    let seeded = ["run", "edited.toml", "--store", "kept.db", "--seed", "7"];
    laboratory.refused(&seeded, &["--seed 7", "edited.toml says seed = 1", "name"]);
    laboratory.write("edited.toml", &format!("name = \"seven\"\n{FILE}"));
    laboratory.json(&seeded);
    let report = laboratory.done(&["report", "seven", "--store", "kept.db"]);
    assert!(report.contains("and seed 7.") && report.contains("**Seed**: 7"), "{report}");
}

#[test]
fn several_files_are_run_one_after_another() {
    let laboratory = Laboratory::with("one.toml", FILE);
    laboratory.write("two.toml", &FILE.replace("seed = 1", "seed = 2"));
    laboratory.write("bad.toml", &FILE.replace("games = 8", "games = 0"));
    laboratory
        .refused(&["run", "one.toml", "bad.toml", "--store", "kept.db"], &["bad.toml: games: expected 1 or more"]);
    assert!(!laboratory.path("kept.db").exists(), "all files are read before the first game");
    laboratory.done(&["run", "one.toml", "two.toml", "--store", "kept.db"]);
    let listed = laboratory.json(&["list", "--store", "kept.db"]);
    assert_eq!(list(&listed).iter().map(|one| one["name"].as_str().unwrap()).collect::<Vec<_>>(), ["one", "two"]);
    assert!(list(&listed).iter().all(|one| one["games"] == 8 && one["finished"].is_number()), "{listed}");
}

#[test]
fn mistakes_in_a_file_are_named_with_their_place() {
    let laboratory = Laboratory::new();
    laboratory.write("lines.txt", "# good and bad\nc2\nz9\n");
    let check = |from: &str, to: &str, words: &[&str]| {
        assert!(FILE.contains(from));
        laboratory.write("bad.toml", &FILE.replace(from, to));
        laboratory.refused(&["run", "bad.toml", "--store", "none.db"], &[&["bad.toml"], words].concat());
    };
    check("openings =", "openigns =", &["line 5", "unknown field `openigns`", "did you mean openings?"]);
    check("label =", "lable =", &["line 11", "did you mean label?"]);
    check("games = 8", "games = \"many\"", &["line 3", "expected u64"]);
    check("games = 8", "games = 0", &["games: expected 1 or more"]);
    check("games = 8", "games = -8", &["line 3", "-8"]);
    check("games = 8", "games = 9000000000000000000", &["games: expected 100000000 or fewer"]);
    check("games = 8\n", "", &["missing field `games`"]);
    check("label =", "games = 0\nlabel =", &["cells, number 1, games: expected 1 or more"]);
    check("nip24", "nip25", &["game: there is no game \"nip25\"", "did you mean nip24?"]);
    check("weak = \"random\"", "weak = \"randon\"", &["player \"randon\"", "did you mean random?"]);
    check("playouts=5", "playout=5", &["montecarlo(playout=5)", "playouts"]);
    check("(playouts=5)", "(playouts=5", &["player \"montecarlo(playouts=5\""]);
    check(", \"weak\"]", "]", &["cells, number 1: expected 2 players"]);
    check("ply=3", "ply=x", &["openings \"ply=x\": expected none, ply=K"]);
    check("ply=3", "ply=60", &["no opening of this kind: ply=60"]);
    check("ply=3", "file=nothing.txt", &["openings file nothing.txt", "No such file"]);
    check("ply=3", "file=lines.txt", &["openings file lines.txt, line 3", "z9"]);
    check("seed = 1", "seats = \"left\"", &["seats: expected rotated or fixed, found \"left\""]);
    check("[[cells]]", "[design]\nkind = \"grib\"\n[[cells]]", &["line 11", "grib", "did you mean grid?"]);
    let gauntlet = "[design]\nkind = \"gauntlet\"\nopponents = []\nchallenger = []\n[[cells]]";
    check("[[cells]]", gauntlet, &["`challenger`", "did you mean challengers?", "at line 13"]);
    let grid = "[design]\nkind = \"grid\"\nplayer = \"montecarlo(playouts={n})\"\nagainst = \"weak\"\n";
    check("[[cells]]", &format!("{grid}over = {{ m = [1] }}\n[[cells]]"), &["design.player", "{m}"]);
    check("[[cells]]", &format!("{grid}over = {{ n = [] }}\n[[cells]]"), &["design.over.n", "expected values"]);
    check("[[cells]]", &format!("{grid}over = {{}}\n[[cells]]"), &["design.player", "{n}"]);
    check("title = ", "title ", &["line 1"]);
    let printed = "[[printed]]\nplayer = \"weak\"\ngames = 10\n\n[[cells]]";
    check("[[cells]]", printed, &["printed, number 1: expected a game for more than two"]);
    check("seed = 1", "sprt = { elo0 = 5, elo1 = 0 }", &["sprt: hypotheses 5 and 0"]);
    let unread = |command: &str, file: &str, words: &[&str]| {
        laboratory.refused(&[command, file, "--store", "none.db"], words);
    };
    unread("run", "missing.toml", &["cannot read missing.toml, expected an experiment file: No such file"]);
    unread("run", ".", &["cannot read ., expected an experiment file", "directory"]);
    unread("run", "/dev/zero", &["cannot read /dev/zero, expected an experiment file: larger than 64 MB"]);
    check("ply=3", "file=/dev/zero", &["openings file /dev/zero", "larger than 64 MB"]);
    unread("tune", "missing.toml", &["cannot read missing.toml, expected a tuning file: No such file"]);
    unread("train", "missing.toml", &["cannot read missing.toml, expected a training file: No such file"]);
    assert!(!laboratory.path("none.db").exists(), "what is wrong is found before a store is made");
}
