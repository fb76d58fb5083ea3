//! Options of games and players: whatever a definition says can be given is taken, and nothing else is.
#![allow(clippy::unwrap_used)]

use enban_catalog::options::{Kind, Value};
use enban_catalog::{AnyGame, Expression, Family, OptionEntry, PlayerEntry, entries, open, player_entries};
use enban_eval::evaluation_names;
use enban_game::{Seat, Watch};
use enban_go::Rules;
use enban_reversi::Shape;
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_search::Desk;

/// A text that an option takes which takes text of some form.
fn sample(key: &str, owner: &str) -> &'static str {
    match (owner, key) {
        ("map", "values") => "1/2/3/4/5/6/7/8",
        ("weights", "values") => "1/2/3/4/5/6/7/8/9/10",
        ("gtp", "cmd") => "\"an engine\"",
        ("reversi" | "reversi4" | "reversi6" | "reversi10" | "reversi88", "dead") => "c1",
        _ => panic!("{owner} has an option {key} for which there is no sample"),
    }
}

/// The least and the greatest value, every word, or a sample.
fn taken(option: &OptionEntry, owner: &str) -> Vec<String> {
    let mut values: Vec<String> = option.choices.iter().map(|word| (*word).to_owned()).collect();
    match option.kind {
        Kind::Whole { min, max } => values.extend([min.to_string(), max.to_string()]),
        Kind::Number { min, max, .. } | Kind::Seconds { min, max } => {
            values.extend([min.to_string(), max.to_string()]);
        }
        Kind::Switch => values.extend(["on".to_owned(), "off".to_owned()]),
        Kind::Text { .. } => values.push(sample(option.key, owner).to_owned()),
        Kind::Word => assert!(!option.choices.is_empty(), "{owner} {}", option.key),
    }
    values
}

/// Values next to those that are taken, and what the refusal says.
fn refused(option: &OptionEntry) -> Vec<(String, Vec<String>)> {
    let range = |min: &dyn ToString, max: &dyn ToString| vec![min.to_string(), max.to_string()];
    match option.kind {
        Kind::Whole { min, max } => {
            let beyond =
                [min.checked_sub(1), max.checked_add(1)].into_iter().flatten().map(|number| number.to_string());
            let texts = ["-1", "1.5", "many"].map(str::to_owned);
            beyond.chain(texts).map(|value| (value, range(&min, &max))).collect()
        }
        Kind::Number { min, max, step: None } | Kind::Seconds { min, max } => {
            let beyond = [min - 1.0, max + 1.0].map(|number| number.to_string());
            let texts = ["nan", "much"].map(str::to_owned);
            beyond.into_iter().chain(texts).map(|value| (value, range(&min, &max))).collect()
        }
        Kind::Number { min, max, step: Some(step) } => {
            let beyond = [min - step, max + step].map(|number| (number.to_string(), range(&min, &max)));
            beyond.into_iter().chain([("0.3".to_owned(), vec![step.to_string()])]).collect()
        }
        Kind::Word => {
            let choices = option.choices.iter().map(|word| (*word).to_owned()).collect();
            vec![("nothing-of-the-kind".to_owned(), choices)]
        }
        Kind::Switch => vec![("maybe".to_owned(), vec!["on or off".to_owned()])],
        Kind::Text { .. } => Vec::new(),
    }
}

fn make(game: &dyn AnyGame, player: &str) -> Result<(), String> {
    game.begin().seat_player(Seat(0), &Expression::parse(player).unwrap(), 1).map_err(|error| error.to_string())
}

/// The player with one option set. Others are set where the player needs them, and memory where a large table would only
/// take time.
fn with(player: &PlayerEntry, given: Option<(&str, &str)>) -> String {
    let mut arguments: Vec<(&str, &str)> = given.into_iter().collect();
    for (key, value) in [("memory", "1"), ("cmd", "engine")] {
        let has = player.options.iter().any(|option| option.key == key);
        if has && arguments.iter().all(|(given, _)| *given != key) {
            arguments.push((key, value));
        }
    }
    let arguments: Vec<String> = arguments.iter().map(|(key, value)| format!("{key}={value}")).collect();
    format!("{}({})", player.name, arguments.join(","))
}

fn check_options(game: &dyn AnyGame, player: &PlayerEntry) {
    for option in &player.options {
        for value in taken(option, player.name) {
            // As much memory as there may be is more than there is.
            if (option.key, value.as_str()) != ("memory", "65536") {
                make(game, &with(player, Some((option.key, &value)))).unwrap();
            }
        }
        for (value, parts) in refused(option) {
            let player = with(player, Some((option.key, &value)));
            let error = make(game, &player).expect_err(&player);
            let told = error.contains(&format!("does not take {}={value}; expected ", option.key));
            assert!(told && parts.iter().all(|part| error.contains(part)), "{}: {player}: {error}", game.name());
        }
    }
}

/// Every player of every game; every option on all boards but those of Go that are like another.
#[test]
fn every_listed_player_is_made_with_whatever_its_options_take() {
    let plain = entries().map(|entry| (entry.id.to_owned(), entry.family() != Family::Go || entry.id == "go9"));
    let changed = ["nip(lap=off)", "reversi(anti=on)", "reversi(dead=b1)", "go19(rules=japanese)"];
    for (name, all_options) in plain.chain(changed.map(|name| (name.to_owned(), true))) {
        let game = open(&name).unwrap();
        let players = game.players();
        assert!(players.len() >= 5, "{name}");
        for player in &players {
            make(&*game, &with(player, None)).unwrap();
            if all_options {
                check_options(&*game, player);
            }
        }
    }
}

#[test]
fn every_player_is_made_without_options() {
    for name in ["nip", "reversi", "reversi88", "yonin", "go9"] {
        let game = open(name).unwrap();
        for player in game.players() {
            let result = make(&*game, player.name);
            assert_eq!(result.is_ok(), player.name != "gtp", "{name} {}: {result:?}", player.name);
        }
    }
}

#[test]
fn names_and_keys_stand_once_and_conditions_name_options() {
    let check = |owner: &str, options: &[OptionEntry]| {
        for (number, option) in options.iter().enumerate() {
            assert!(options[..number].iter().all(|earlier| earlier.key != option.key), "{owner} {}", option.key);
            assert!(!option.about.is_empty() && !option.usual().is_empty(), "{owner} {}", option.key);
            let Some((_, keys)) = option.default_note.as_ref().and_then(|note| note.split_once("without ")) else {
                continue;
            };
            let known = |key: &str| options.iter().any(|other| other.key == key);
            assert!(keys.split(" or ").all(known), "{owner} {}: {keys}", option.key);
        }
    };
    for entry in entries() {
        check(entry.id, &entry.options());
        let players = open(entry.id).unwrap().players();
        for (number, player) in players.iter().enumerate() {
            assert!(players[..number].iter().all(|earlier| earlier.name != player.name), "{}", player.name);
            assert!(player_entries().iter().any(|listed| listed.name == player.name), "{}", player.name);
            check(player.name, &player.options);
        }
    }
}

#[test]
fn every_option_of_a_game_takes_what_it_says() {
    for entry in entries() {
        for option in entry.options() {
            let game = |value: &str| format!("{}({}={value})", entry.id, option.key);
            for value in taken(&option, entry.id) {
                open(&game(&value)).map(|game| game.name()).unwrap();
            }
            if let Some(default) = option.default {
                assert_eq!(open(&game(&default.to_string())).unwrap().name(), entry.id, "{}", option.key);
            }
            for (value, parts) in refused(&option) {
                let error = open(&game(&value)).map(|game| game.name()).unwrap_err().to_string();
                assert!(error.contains(&format!("{}={value}", option.key)), "{}: {error}", game(&value));
                assert!(parts.iter().all(|part| error.contains(part)), "{}: {error}", game(&value));
            }
        }
    }
}

/// What a definition says of defaults that another crate knows.
#[test]
fn defaults_in_words_are_those_of_the_rule_sets() {
    let go = entries().find(|entry| entry.id == "go9").unwrap().options();
    let usual = |key: &str| go.iter().find(|option| option.key == key).unwrap().usual();
    let [chinese, japanese, tromp] = ["chinese", "japanese", "tromp-taylor"].map(|name| Rules::preset(name).unwrap());
    assert_eq!(usual("rules"), Rules::default().ruleset().name());
    assert_eq!(usual("komi"), format!("{} (japanese {})", chinese.komi(), japanese.komi()));
    let switch = |rules: Rules| Value::Switch(rules.suicide()).to_string();
    assert_eq!(usual("suicide"), format!("{} (tromp-taylor {})", switch(chinese), switch(tromp)));
    assert_eq!(usual("ko"), format!("{} (tromp-taylor {})", chinese.ko().name(), tromp.ko().name()));
    assert_eq!((tromp.komi(), switch(japanese), japanese.ko()), (chinese.komi(), switch(chinese), chinese.ko()));
}

#[test]
fn the_evaluations_to_choose_from_are_those_of_the_board() {
    let check = |game: &str, names: &[&str]| {
        let players = open(game).unwrap().players();
        let alphabeta = players.iter().find(|player| player.name == "alphabeta").unwrap();
        let eval = alphabeta.options.iter().find(|option| option.key == "eval").unwrap();
        assert_eq!(eval.choices, [names, &["count"]].concat(), "{game}");
    };
    let kernel = Portable::<u64>::new();
    let open_board = |side| on_open_board(kernel, "board", Shape::square(side), Default::default()).unwrap();
    check("nip", evaluation_names(&nip(kernel, "nip", 52, true).unwrap()));
    check("nip24", evaluation_names(&nip(kernel, "nip24", 24, true).unwrap()));
    check("reversi", evaluation_names(&open_board(8)));
    check("reversi6", evaluation_names(&open_board(6)));
}

/// How many positions or playouts a player looks at.
fn nodes(game: &str, player: &str) -> u64 {
    let session = open(game).unwrap().begin();
    let watch = Watch::default();
    let thought = session.analyze(&Expression::parse(player).unwrap(), 1, &Desk::quiet(&watch));
    thought.unwrap().unwrap().nodes
}

/// A default that holds without a limit holds with whatever is no limit.
#[test]
fn players_without_a_limit_have_their_default() {
    let check =
        |game: &str, plain: &str, spelled: &str| assert_eq!(nodes(game, plain), nodes(game, spelled), "{plain}");
    check("nip24", "alphabeta(exact=0)", "alphabeta(exact=0,depth=6,memory=32)");
    check("nip24", "alphabeta(exact=0,clock=processor)", "alphabeta(exact=0,depth=6,memory=32)");
    check("yonin", "maxn(clock=processor)", "maxn(depth=4,memory=32)");
    check("go3", "uct(clock=processor,early=off)", "uct(playouts=3000,early=off)");
    check("go3", "mcts(clock=processor)", "mcts(playouts=10000)");
    check("nip24", "montecarlo(clock=processor,from=all)", "montecarlo(playouts=100,from=all)");
}
