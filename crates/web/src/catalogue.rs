//! The games with their players and levels, for the page.

use enban_catalog::{Entry, OptionEntry, PlayerEntry, entries, open, player_entries};

use crate::api::{GameInfo, Games, OptionInfo, PlayerInfo};
use crate::levels;

/// All the games.
pub fn games() -> Games {
    Games { games: entries().map(|entry| info(&entry)).collect(), version: env!("CARGO_PKG_VERSION").to_owned() }
}

/// The family of a game by its name with options.
pub fn family(name: &str) -> &'static str {
    let id = name.split('(').next().unwrap_or(name);
    entries().find(|entry| entry.id == id).map_or("reversi", |entry| entry.family())
}

fn info(entry: &Entry) -> GameInfo {
    let game = open(entry.id).expect("listed games are there");
    let names = game.player_names();
    let is_ours = |player: &&PlayerEntry| names.contains(&player.name) && player.name != "gtp";
    let session = game.session(None, None).expect("a game has its start");
    let (name_en, name_ja) = called(entry);
    GameInfo {
        id: entry.id.to_owned(),
        name_en,
        name_ja,
        about: entry.about.to_owned(),
        seats: entry.seats,
        family: entry.family().to_owned(),
        options: options(entry.options),
        players: player_entries().iter().filter(is_ours).map(player).collect(),
        levels: levels::infos(entry.family(), entry.id),
        overlays: session.overlay_names().iter().map(|name| (*name).to_owned()).collect(),
        solver: names.contains(&"alphabeta"),
    }
}

fn player(entry: &PlayerEntry) -> PlayerInfo {
    PlayerInfo {
        name: entry.name.to_owned(),
        study: entry.study,
        about: entry.about.to_owned(),
        options: options(entry.options),
    }
}

fn options(entries: &[OptionEntry]) -> Vec<OptionInfo> {
    let option = |entry: &OptionEntry| OptionInfo {
        key: entry.key.to_owned(),
        values: entry.values.to_owned(),
        default: entry.default.to_owned(),
        about: entry.about.to_owned(),
    };
    entries.iter().map(option).collect()
}

/// What people call a game, in English and Japanese.
fn called(entry: &Entry) -> (String, String) {
    let size = entry.id.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let named = |english: &str, japanese: &str| (english.to_owned(), japanese.to_owned());
    match (entry.family(), size) {
        ("nip", "") => named("Nip", "ニップ"),
        ("nip", _) => (format!("Nip {size}"), format!("ニップ{size}")),
        ("yonin", _) => named("Yonin", "四人リバーシ"),
        ("go", _) => (format!("Go {size}\u{d7}{size}"), format!("囲碁 {size}路")),
        (_, "") => named("Reversi", "リバーシ"),
        (_, "88") => named("Reversi octagon", "リバーシ 八角形"),
        _ => (format!("Reversi {size}\u{d7}{size}"), format!("リバーシ {size}\u{d7}{size}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!((family("nip(lap=off)"), family("go19(komi=6.5)")), ("nip", "go"));
        assert!(games.iter().all(|game| game.players.iter().all(|player| player.name != "gtp")));
    }
}
