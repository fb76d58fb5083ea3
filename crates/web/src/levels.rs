//! Ten levels for every game, from weak to strong.

use crate::api::LevelInfo;

/// A level: the player, and its strength where it has been measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The player's expression.
    pub player: &'static str,
    /// Elo with the ends of its 95% interval.
    pub elo: Option<[f64; 3]>,
}

const fn level(player: &'static str) -> Level {
    Level { player, elo: None }
}

/// Reversi and Nip: first by chance, then by looking ahead, then by time.
const DISCS: [Level; 10] = [
    level("random"),
    level("montecarlo(playouts=1,from=all)"),
    level("montecarlo(playouts=8,from=all)"),
    level("alphabeta(depth=1,exact=2)"),
    level("alphabeta(depth=2,exact=4)"),
    level("alphabeta(depth=3,exact=6)"),
    level("alphabeta(depth=4,exact=8)"),
    level("alphabeta(depth=6,exact=12)"),
    level("alphabeta(time=0.5,exact=14)"),
    level("alphabeta(time=2,exact=18)"),
];

const YONIN: [Level; 10] = [
    level("random"),
    level("montecarlo(playouts=1,from=all)"),
    level("montecarlo(playouts=8,from=all)"),
    level("maxn(depth=1)"),
    level("maxn(depth=2)"),
    level("maxn(depth=3)"),
    level("maxn(depth=4)"),
    level("maxn(depth=5)"),
    level("mcts(playouts=4000)"),
    level("mcts(time=2)"),
];

const GO: [Level; 10] = [
    level("random"),
    level("mcts(playouts=10)"),
    level("mcts(playouts=30)"),
    level("mcts(playouts=100)"),
    level("mcts(playouts=300)"),
    level("mcts(playouts=1000)"),
    level("mcts(playouts=3000)"),
    level("mcts(time=0.5)"),
    level("mcts(time=1)"),
    level("mcts(time=2)"),
];

/// The levels of a family of games.
pub fn of_family(family: &str) -> &'static [Level; 10] {
    match family {
        "yonin" => &YONIN,
        "go" => &GO,
        _ => &DISCS,
    }
}

/// The player of a level from 1 to 10.
pub fn player(family: &str, level: u8) -> Option<&'static str> {
    of_family(family).get(usize::from(level).checked_sub(1)?).map(|level| level.player)
}

/// The levels for the page.
pub fn infos(family: &str) -> Vec<LevelInfo> {
    let info = |(number, level): (u8, &Level)| LevelInfo {
        level: number,
        player: level.player.to_owned(),
        elo: level.elo.map(|elo| elo[0]),
        elo_low: level.elo.map(|elo| elo[1]),
        elo_high: level.elo.map(|elo| elo[2]),
    };
    (1..).zip(of_family(family)).map(info).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players;

    #[test]
    fn every_game_has_the_players_of_its_levels() {
        for entry in enban_catalog::entries() {
            let game = enban_catalog::open(entry.id).unwrap();
            for level in of_family(entry.family()) {
                assert!(players::checked(&*game, level.player).is_ok(), "{} {}", entry.id, level.player);
            }
        }
        assert_eq!((player("nip", 0), player("nip", 1), player("go", 11)), (None, Some("random"), None));
    }
}
