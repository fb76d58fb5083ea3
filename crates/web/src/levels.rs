//! Ten levels for every game, from weak to strong.
//!
//! Their limits are depths and playouts, not seconds, so that a level is as strong on every machine. How strong was
//! measured by matches of each level against the one below it, `experiments/levels-*.toml`, on one board of each family;
//! on its other boards the levels are the same players, of unknown Elo.

use enban_catalog::Family;

use crate::api::LevelInfo;

/// A level: the player, and its strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Level {
    /// The player's expression.
    pub player: &'static str,
    /// Elo above `random`.
    pub elo: i32,
    /// Half the 95% interval of its distance to the mean of the ten.
    pub margin: i32,
}

const fn level(player: &'static str, elo: i32, margin: i32) -> Level {
    Level { player, elo, margin }
}

/// The levels of a family of games and the game on which they were measured.
struct Scale {
    measured_on: &'static str,
    levels: [Level; 10],
}

const NIP: Scale = Scale {
    measured_on: "nip",
    levels: [
        level("random", 0, 99),
        level("montecarlo(playouts=1,from=all)", 185, 86),
        level("montecarlo(playouts=4,from=all)", 303, 77),
        level("montecarlo(playouts=16,from=all)", 373, 71),
        level("alphabeta(depth=2,eval=mobility+stability,exact=4)", 510, 67),
        level("alphabeta(depth=3,eval=mobility+stability,exact=6)", 744, 68),
        level("alphabeta(depth=4,eval=mobility+stability,exact=8)", 894, 74),
        level("alphabeta(depth=4,exact=12)", 1337, 105),
        level("alphabeta(depth=8,exact=16)", 1561, 120),
        level("alphabeta(depth=14,exact=20)", 1673, 133),
    ],
};

const REVERSI: Scale = Scale {
    measured_on: "reversi",
    levels: [
        level("random", 0, 123),
        level("montecarlo(playouts=1,from=all)", 196, 112),
        level("montecarlo(playouts=4,from=all)", 403, 103),
        level("alphabeta(depth=1,eval=mobility+stability,exact=2)", 801, 90),
        level("alphabeta(depth=2,eval=mobility+stability,exact=4)", 1090, 82),
        level("alphabeta(depth=3,eval=mobility+stability,exact=6)", 1281, 82),
        level("alphabeta(depth=4,eval=mobility+stability,exact=8)", 1516, 89),
        level("alphabeta(depth=4,exact=12)", 2061, 131),
        level("alphabeta(depth=8,exact=16)", 2416, 150),
        level("alphabeta(depth=14,exact=20)", 2719, 169),
    ],
};

/// Four seats are measured by the order in which they end: the Elo of one before another.
const YONIN: Scale = Scale {
    measured_on: "yonin",
    levels: [
        level("random", 0, 63),
        level("montecarlo(playouts=1,from=all)", 96, 56),
        level("montecarlo(playouts=4,from=all)", 151, 41),
        level("montecarlo(playouts=16,from=all)", 228, 34),
        level("montecarlo(playouts=48,from=all)", 287, 32),
        level("mcts(playouts=400,eval=random,memory=16)", 332, 34),
        level("mcts(playouts=1200,eval=random,memory=16)", 401, 34),
        level("mcts(playouts=4000,eval=random,memory=16)", 426, 39),
        level("mcts(playouts=12000,eval=random,memory=64)", 469, 43),
        level("mcts(playouts=40000,eval=random,memory=64)", 511, 48),
    ],
};

const GO: Scale = Scale {
    measured_on: "go9",
    levels: [
        level("random", 0, 184),
        level("mcts(playouts=30,memory=16)", 392, 152),
        level("mcts(playouts=100,memory=16)", 759, 128),
        level("mcts(playouts=300,memory=16)", 1074, 113),
        level("mcts(playouts=1000,memory=16)", 1518, 98),
        level("uct(playouts=10,memory=16)", 1860, 98),
        level("uct(playouts=40,memory=16)", 2160, 106),
        level("uct(playouts=150,memory=16)", 2424, 118),
        level("uct(playouts=600,memory=16)", 2774, 143),
        level("uct(playouts=2500,memory=16)", 2980, 160),
    ],
};

fn scale(family: Family) -> &'static Scale {
    match family {
        Family::Nip => &NIP,
        Family::Reversi => &REVERSI,
        Family::Yonin => &YONIN,
        Family::Go => &GO,
    }
}

/// The player of a level from 1 to 10.
pub(crate) fn player(family: Family, level: u8) -> Option<&'static str> {
    scale(family).levels.get(usize::from(level).checked_sub(1)?).map(|level| level.player)
}

/// The levels of a game for the page.
pub(crate) fn infos(family: Family, game: &str) -> Vec<LevelInfo> {
    let scale = scale(family);
    let measured = scale.measured_on == game;
    let info = |(number, level): (u8, &Level)| LevelInfo {
        level: number,
        player: level.player.to_owned(),
        elo: measured.then(|| f64::from(level.elo)),
        elo_low: measured.then(|| f64::from(level.elo - level.margin)),
        elo_high: measured.then(|| f64::from(level.elo + level.margin)),
    };
    (1..).zip(&scale.levels).map(info).collect()
}

#[cfg(test)]
mod tests {
    use enban_arena::ExperimentFile;

    use super::*;
    use crate::players;

    #[test]
    fn every_game_has_the_players_of_its_levels() {
        for entry in enban_catalog::entries() {
            let game = enban_catalog::open(entry.id).unwrap();
            for level in &scale(entry.family()).levels {
                assert!(players::checked(&*game, level.player).is_ok(), "{} {}", entry.id, level.player);
            }
        }
        assert_eq!(
            (player(Family::Nip, 0), player(Family::Nip, 1), player(Family::Go, 11)),
            (None, Some("random"), None)
        );
    }

    #[test]
    fn the_levels_are_those_that_were_measured() {
        let measured = [
            (&NIP, include_str!("../../../experiments/levels-nip.toml")),
            (&REVERSI, include_str!("../../../experiments/levels-reversi.toml")),
            (&YONIN, include_str!("../../../experiments/levels-yonin.toml")),
            (&GO, include_str!("../../../experiments/levels-go9.toml")),
        ];
        for (scale, text) in measured {
            let file = ExperimentFile::parse(text).unwrap();
            assert_eq!(file.game, scale.measured_on);
            assert_eq!(file.cells.len(), 9, "{}", file.game);
            for (cell, pair) in file.cells.iter().zip(scale.levels.windows(2)) {
                assert_eq!(cell.players.first().map(String::as_str), Some(pair[1].player), "{}", file.game);
                assert!(cell.players[1..].iter().all(|player| player == pair[0].player), "{}", file.game);
            }
            assert!(scale.levels.is_sorted_by(|weak, strong| weak.elo < strong.elo), "{}", file.game);
        }
    }

    #[test]
    fn only_the_measured_board_of_a_family_has_elo() {
        assert!(infos(Family::Nip, "nip").iter().all(|level| level.elo.is_some()));
        assert!(infos(Family::Nip, "nip24").iter().all(|level| level.elo.is_none()));
    }
}
