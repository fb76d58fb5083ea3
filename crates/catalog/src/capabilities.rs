//! What a game can do, asked for instead of guessed from its name.

use std::fmt;

use enban_game::Points;
use enban_go::Rules;

/// The family of games that a game belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Nip on every round board.
    Nip,
    /// Reversi on every other board.
    Reversi,
    /// Yonin.
    Yonin,
    /// Go.
    Go,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Nip, Self::Reversi, Self::Yonin, Self::Go];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nip => "nip",
            Self::Reversi => "reversi",
            Self::Yonin => "yonin",
            Self::Go => "go",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// What a game can do.
#[derive(Clone, PartialEq, Debug)]
pub struct Capabilities {
    /// The family that it belongs to.
    pub family: Family,
    /// Passing is a move that may be chosen, and the turn may be given to either side.
    pub has_free_pass: bool,
    /// The exact solver, if there is one for this board and these rules.
    pub solver: Option<SolverScope>,
    /// The strongest player, which analyses best; it takes `time`.
    pub analyst: &'static str,
    /// A short search that gives a position the same value every time, as the expression of a player.
    pub judge: &'static str,
    /// What can be laid over a position.
    pub overlays: &'static [OverlayKind],
    /// The terms of a game of Go.
    pub go: Option<GoTerms>,
}

/// What an exact solver does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverScope {
    /// What its results are about, where that needs saying.
    pub note: Option<String>,
    /// Its parts can be switched off one by one.
    pub has_switches: bool,
    /// Where more moves than this are left, one core needs longer than about a minute.
    pub moves_left_max: u32,
}

/// The board and the rules of a game of Go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoTerms {
    /// Lines of the board.
    pub size: usize,
    /// The rules, with the komi.
    pub rules: Rules,
}

impl GoTerms {
    /// What White is given for moving second.
    pub fn komi(&self) -> Points {
        self.rules.komi()
    }
}

/// What can be laid over a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OverlayKind {
    /// Stones joined along the lines.
    Chains,
    /// Pairs of chains that cannot be cut.
    Links,
    /// Chains joined by links.
    Groups,
    /// Whose each point is while the game goes on.
    Territory,
    /// Whose each point is at the end, by the study.
    Final,
    /// What each move adds to the territory.
    Candidates,
    /// Liberties, eye space and life of each group.
    Strength,
    /// Dead stones, seki, territory and the score.
    Status,
}

impl OverlayKind {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chains => "chains",
            Self::Links => "links",
            Self::Groups => "groups",
            Self::Territory => "territory",
            Self::Final => "final",
            Self::Candidates => "candidates",
            Self::Strength => "strength",
            Self::Status => "status",
        }
    }

    /// The one of a name, if a game has it.
    pub fn named(name: &str, of: &[Self]) -> Option<Self> {
        of.iter().copied().find(|kind| kind.name() == name)
    }
}
