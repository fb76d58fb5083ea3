//! What a record says about the whole game: players, board, komi, rules, result.

use std::fmt;

use super::point::BoardSize;
use super::tree::{Node, Tree};
use crate::{Colour, leading_real};

/// The facts about a game that programs care for. What is not said, or not understood, is `None`; the property itself
/// stays in the tree.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Information {
    /// The number of the game, `GM`: 1 is Go, 2 is Othello.
    pub game: Option<u32>,
    /// The size of the board, `SZ`.
    pub size: Option<BoardSize>,
    /// The number of handicap stones, `HA`.
    pub handicap: Option<u32>,
    /// Points for white, `KM`.
    pub komi: Option<f64>,
    /// The result, `RE`.
    pub result: Option<Outcome>,
    /// The time for each player in seconds, `TM`.
    pub time_s: Option<f64>,
    /// What happens when the time is over, `OT`.
    pub overtime: Option<String>,
    /// The rules, `RU`.
    pub rules: Option<String>,
    /// The name of black, `PB`.
    pub black_name: Option<String>,
    /// The name of white, `PW`.
    pub white_name: Option<String>,
    /// The rank of black, `BR`.
    pub black_rank: Option<String>,
    /// The rank of white, `WR`.
    pub white_rank: Option<String>,
    /// When it was played, `DT`.
    pub date: Option<String>,
    /// The tournament, `EV`.
    pub event: Option<String>,
    /// The round of the tournament, `RO`.
    pub round: Option<String>,
    /// Where it was played, `PC`.
    pub place: Option<String>,
    /// The name of the game, `GN`.
    pub name: Option<String>,
}

impl Information {
    /// Reads the facts of a game. They belong in the root; some programs put them into the nodes after it, so all are
    /// asked up to the first move or branch.
    pub fn of(tree: &Tree) -> Self {
        let mut nodes: Vec<&Node> = Vec::new();
        for node in tree.main_line().map(|id| tree.node(id)) {
            nodes.push(node);
            if node.children().len() != 1 || node.has("B") || node.has("W") {
                break;
            }
        }
        let first = |name: &str| nodes.iter().find_map(|node| node.simple_text(name));
        let real = |name: &str| nodes.iter().find_map(|node| node.real(name));
        let number = |name: &str| nodes.iter().find_map(|node| u32::try_from(node.number(name)?).ok());
        Self {
            game: number("GM"),
            size: first("SZ").and_then(|text| BoardSize::read(&text)),
            handicap: number("HA"),
            komi: real("KM"),
            result: first("RE").and_then(|text| Outcome::read(&text)),
            time_s: real("TM"),
            overtime: first("OT"),
            rules: first("RU"),
            black_name: first("PB"),
            white_name: first("PW"),
            black_rank: first("BR"),
            white_rank: first("WR"),
            date: first("DT"),
            event: first("EV"),
            round: first("RO"),
            place: first("PC"),
            name: first("GN"),
        }
    }

    /// Writes the facts that are known into a node, which should be a root. Others stay as they are.
    pub fn write_to(&self, node: &mut Node) {
        fn text<T: ToString>(fact: &Option<T>) -> Option<String> {
            fact.as_ref().map(T::to_string)
        }
        let facts = [
            ("GM", text(&self.game)),
            ("SZ", text(&self.size)),
            ("HA", text(&self.handicap)),
            ("KM", text(&self.komi)),
            ("RE", text(&self.result)),
            ("TM", text(&self.time_s)),
            ("OT", self.overtime.clone()),
            ("RU", self.rules.clone()),
            ("PB", self.black_name.clone()),
            ("PW", self.white_name.clone()),
            ("BR", self.black_rank.clone()),
            ("WR", self.white_rank.clone()),
            ("DT", self.date.clone()),
            ("EV", self.event.clone()),
            ("RO", self.round.clone()),
            ("PC", self.place.clone()),
            ("GN", self.name.clone()),
        ];
        for (name, fact) in facts {
            if let Some(fact) = fact {
                node.set(name, fact);
            }
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    /// One player won.
    Win {
        /// Who.
        winner: Colour,
        /// By what.
        by: Margin,
    },
    /// Nobody won.
    Draw,
    /// It does not count.
    Void,
    /// It is not known.
    Unknown,
}

/// What a game was won by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Margin {
    /// It is not said.
    Unstated,
    /// So many points, or discs.
    Points(f64),
    /// The other resigned.
    Resignation,
    /// The other had no time left.
    Time,
    /// The other broke a rule or was not there.
    Forfeit,
}

impl Outcome {
    /// Reads `B+3.5`, `W+R`, `W+Time`, `0`, `Draw`, `Void` or `?`. Anything else is `None`.
    ///
    /// ```
    /// use enban_formats::{Colour, Margin, Outcome};
    ///
    /// let outcome = Outcome::read("W+Resign");
    /// assert_eq!(outcome, Some(Outcome::Win { winner: Colour::White, by: Margin::Resignation }));
    /// assert_eq!(outcome.map(|outcome| outcome.to_string()).as_deref(), Some("W+R"));
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "0" | "draw" | "jigo" => return Some(Self::Draw),
            "void" => return Some(Self::Void),
            "?" => return Some(Self::Unknown),
            _ => {}
        }
        let (winner, margin) = text.split_once('+')?;
        let winner = match winner.trim() {
            "b" | "black" => Colour::Black,
            "w" | "white" => Colour::White,
            _ => return None,
        };
        let by = match margin.trim() {
            "" | "?" => Margin::Unstated,
            "r" | "resign" | "resignation" => Margin::Resignation,
            "t" | "time" => Margin::Time,
            "f" | "forfeit" => Margin::Forfeit,
            points => Margin::Points(leading_real(points).filter(|points| *points >= 0.0)?),
        };
        Some(Self::Win { winner, by })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => out.write_str("0"),
            Self::Void => out.write_str("Void"),
            Self::Unknown => out.write_str("?"),
            Self::Win { winner, by } => {
                write!(out, "{}+", winner.letter())?;
                match by {
                    Margin::Unstated => Ok(()),
                    Margin::Points(points) => write!(out, "{points}"),
                    Margin::Resignation => out.write_str("R"),
                    Margin::Time => out.write_str("T"),
                    Margin::Forfeit => out.write_str("F"),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf;

    fn information(text: &str) -> Information {
        Information::of(&sgf::read(text.as_bytes()).unwrap().content.trees[0])
    }

    #[test]
    fn facts_are_read_and_written() {
        let facts = information(
            "(;FF[4]GM[1]SZ[9:7]HA[2]KM[6,5]RE[W+0.50]TM[1800]OT[5x30 byo-yomi]RU[Japanese]PB[A\nB]PW[C\\]]BR[9p]WR[1k]\
             DT[1999-01-01]EV[Cup]RO[1 (final)]PC[Tokyo]GN[x];B[aa])",
        );
        assert_eq!((facts.game, facts.size), (Some(1), BoardSize::new(9, 7)));
        assert_eq!((facts.handicap, facts.komi, facts.time_s), (Some(2), Some(6.5), Some(1800.0)));
        assert_eq!(facts.result, Some(Outcome::Win { winner: Colour::White, by: Margin::Points(0.5) }));
        assert_eq!((facts.black_name.as_deref(), facts.white_name.as_deref()), (Some("A B"), Some("C]")));
        let mut tree = Tree::for_game(2);
        let root = tree.root();
        facts.write_to(tree.node_mut(root));
        assert_eq!(Information::of(&tree), facts);
        Information::default().write_to(tree.node_mut(root));
        assert_eq!(Information::of(&tree), facts, "nothing known changes nothing");
    }

    #[test]
    fn facts_are_found_before_the_first_move_only() {
        assert_eq!(information("(GM[2];SZ[8];AB[d5];B[d3];PB[x])").size, BoardSize::new(8, 8));
        assert_eq!(information("(;GM[2];B[d3];PB[x])").black_name, None);
        assert_eq!(information("(;GM[2](;PB[x])(;PB[y]))").black_name, None);
        assert_eq!(information("(;KM[none]HA[-1]RE[who knows]SZ[99])"), Information::default());
    }

    #[test]
    fn outcomes_are_read_and_written() {
        let check = |text: &str, written: Option<&str>| {
            let outcome = Outcome::read(text);
            assert_eq!(outcome.map(|outcome| outcome.to_string()).as_deref(), written, "{text}");
            if let Some(written) = written {
                assert_eq!(Outcome::read(written), outcome);
            }
        };
        check("B+12", Some("B+12"));
        check(" w+0.50 ", Some("W+0.5"));
        check("B+Resign", Some("B+R"));
        check("Black+T", Some("B+T"));
        check("W+Forfeit", Some("W+F"));
        check("W+", Some("W+"));
        check("Draw", Some("0"));
        check("Void", Some("Void"));
        check("?", Some("?"));
        check("W+3 points", Some("W+3"));
        for bad in ["", "B", "Black wins", "B+-3", "X+3", "B+nan", "+3"] {
            check(bad, None);
        }
    }
}
