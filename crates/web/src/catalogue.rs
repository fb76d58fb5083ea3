//! The games with their players and levels, for the page.

use enban_catalog::{Entry, Family, OverlayKind, PlayerEntry, entries, open};

use crate::api::{GameInfo, Games, OptionInfo, PlayerInfo};
use crate::levels;

/// All the games.
pub(crate) fn games() -> Games {
    Games { games: entries().map(|entry| info(&entry)).collect(), version: env!("CARGO_PKG_VERSION").to_owned() }
}

fn info(entry: &Entry) -> GameInfo {
    let game = open(entry.id).expect("listed games are there");
    let players = game.players();
    let is_ours = |player: &&PlayerEntry| player.name != "gtp";
    let capabilities = game.capabilities();
    let (name_en, name_ja) = called(entry);
    GameInfo {
        id: entry.id.to_owned(),
        name_en,
        name_ja,
        about: entry.about.to_owned(),
        seats: entry.seats,
        family: entry.family().name().to_owned(),
        options: entry.options().iter().map(OptionInfo::of).collect(),
        players: players.iter().filter(is_ours).map(player).collect(),
        levels: levels::infos(entry.family(), entry.id),
        overlays: capabilities.overlays.iter().copied().map(OverlayKind::name).map(str::to_owned).collect(),
        solver: capabilities.solver.is_some(),
    }
}

fn player(entry: &PlayerEntry) -> PlayerInfo {
    PlayerInfo {
        name: entry.name.to_owned(),
        study: entry.study,
        about: entry.about.to_owned(),
        options: entry.options.iter().map(OptionInfo::of).collect(),
    }
}

/// What people call a game, in English and Japanese.
fn called(entry: &Entry) -> (String, String) {
    let size = entry.id.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let named = |english: &str, japanese: &str| (english.to_owned(), japanese.to_owned());
    match (entry.family(), size) {
        (Family::Nip, "") => named("Nip", "ニップ"),
        (Family::Nip, _) => (format!("Nip {size}"), format!("ニップ{size}")),
        (Family::Yonin, _) => named("Yonin", "四人リバーシ"),
        (Family::Go, _) => (format!("Go {size}\u{d7}{size}"), format!("囲碁 {size}路")),
        (Family::Reversi, "") => named("Reversi", "リバーシ"),
        (Family::Reversi, "88") => named("Reversi octagon", "リバーシ 八角形"),
        (Family::Reversi, _) => (format!("Reversi {size}\u{d7}{size}"), format!("リバーシ {size}\u{d7}{size}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn every_game_is_listed_with_its_names() {
        let games = games().games;
        let named = |id: &str| {
            let game = games.iter().find(|game| game.id == id).unwrap();
            format!("{} / {} / {} / {}", game.name_en, game.name_ja, game.family, game.levels.len())
        };
        assert_eq!(named("nip"), "Nip / ニップ / nip / 10");
        assert_eq!(named("nip24"), "Nip 24 / ニップ24 / nip / 10");
        assert_eq!(named("reversi88"), "Reversi octagon / リバーシ 八角形 / reversi / 10");
        assert_eq!(named("yonin"), "Yonin / 四人リバーシ / yonin / 10");
        assert_eq!(named("go9"), "Go 9×9 / 囲碁 9路 / go / 10");
        let solved = |id: &str| games.iter().find(|game| game.id == id).unwrap().solver;
        assert!(["nip", "reversi10", "go2", "go5"].into_iter().all(solved));
        assert!(!["yonin", "go6", "go19"].into_iter().any(solved));
        assert!(games.iter().all(|game| game.players.iter().all(|player| player.name != "gtp")));
    }

    #[test]
    fn options_are_described_by_type_range_and_default() {
        let games = serde_json::to_value(games()).unwrap();
        let named = |list: &Value, field: &str, name: &str| {
            list.as_array().unwrap().iter().find(|each| each[field] == name).unwrap().clone()
        };
        let check = |game: &str, player: Option<&str>, key: &str, expected: Value| {
            let mut owner = named(&games["games"], "id", game);
            if let Some(player) = player {
                owner = named(&owner["players"], "name", player);
            }
            let mut option = named(&owner["options"], "key", key);
            option.as_object_mut().unwrap().retain(|field, _| field != "key" && field != "about");
            assert_eq!(option, expected, "{game} {player:?} {key}");
        };
        let depth = json!({"kind": "whole", "min": 1, "max": 60, "step": null, "choices": [], "default": 6,
            "usual": "6 without time or nodes", "values": "1..60"});
        check("nip", Some("alphabeta"), "depth", depth);
        let seed = json!({"kind": "whole", "min": 0, "max": null, "step": null, "choices": [], "default": null,
            "usual": "the game's", "values": "N"});
        check("yonin", Some("maxn"), "seed", seed);
        let weight = json!({"kind": "number", "min": 0.0, "max": 100.0, "step": null, "choices": [], "default": 3.0,
            "usual": "3", "values": "0..100"});
        check("reversi", Some("weights"), "fs", weight);
        let noise = json!({"kind": "switch", "min": null, "max": null, "step": null, "choices": [], "default": true,
            "usual": "on", "values": "on|off"});
        check("reversi", Some("weights"), "noise", noise);
        let from = json!({"kind": "whole", "min": 0, "max": 1000, "step": null, "choices": ["all"], "default": 16,
            "usual": "16", "values": "0..1000|all"});
        check("reversi", Some("montecarlo"), "from", from);
        let from_all = json!({"kind": "word", "min": null, "max": null, "step": null, "choices": ["all"],
            "default": "all", "usual": "all", "values": "all"});
        check("go9", Some("montecarlo"), "from", from_all);
        let komi = json!({"kind": "number", "min": -81.0, "max": 81.0, "step": 0.5, "choices": [], "default": null,
            "usual": "7.5 (japanese 6.5)", "values": "a multiple of 0.5"});
        check("go9", None, "komi", komi);
    }
}
