//! The games with their players and levels, for the page.

use enban_catalog::{Entry, Family, OptionEntry, OverlayKind, PlayerEntry, entries, open, player_entries};

use crate::api::{GameInfo, Games, OptionInfo, PlayerInfo};
use crate::levels;

/// All the games.
pub fn games() -> Games {
    Games { games: entries().map(|entry| info(&entry)).collect(), version: env!("CARGO_PKG_VERSION").to_owned() }
}

fn info(entry: &Entry) -> GameInfo {
    let game = open(entry.id).expect("listed games are there");
    let names = game.player_names();
    let is_ours = |player: &&PlayerEntry| names.contains(&player.name) && player.name != "gtp";
    let capabilities = game.capabilities();
    let (name_en, name_ja) = called(entry);
    GameInfo {
        id: entry.id.to_owned(),
        name_en,
        name_ja,
        about: entry.about.to_owned(),
        seats: entry.seats,
        family: entry.family().name().to_owned(),
        options: options(entry.options),
        players: player_entries().iter().filter(is_ours).map(player).collect(),
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
}
