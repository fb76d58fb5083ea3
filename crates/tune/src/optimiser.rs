//! The optimisers behind one face: what is asked, what is told, what is believed.

use serde::{Deserialize, Serialize};

use crate::{CmaEs, CmaEsSettings, Record, Space, Spsa, SpsaSettings, TuneError};

/// What an optimiser wants to know next. Values are in the order of the parameters, within their bounds, and
/// whole where they must be.
#[must_use]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// One match between two players.
    Duel {
        /// The values of the player whose score is to be told.
        plus: Vec<f64>,
        /// The values of its opponent.
        minus: Vec<f64>,
    },
    /// A rating for each candidate: a score against an opponent that is the same for all of them, fixed for the run
    /// or standing at [`Optimiser::best`]. More is better. A candidate that is listed again is to be rated again.
    Rate {
        /// The values of each candidate.
        candidates: Vec<Vec<f64>>,
    },
    /// Nothing more: the search is finished.
    Nothing,
}

/// The answer to a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Told {
    /// How a duel went.
    Duel {
        /// The mean result of plus: 0 if it lost all games, 1 if it won all.
        score: f64,
        /// How many games were played.
        games: u32,
    },
    /// How the candidates were rated.
    Rate {
        /// A rating for each candidate, in their order. More is better; only the order counts.
        scores: Vec<f64>,
    },
}

/// Which optimiser, with what can be chosen about it. In a file: `method = "spsa"` or `"cma-es"` beside the
/// other fields, all of which may be left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "method")]
pub enum Settings {
    /// For many parameters, or few games. On plain hills of 4 to 64 parameters with games as coins it came nearer to
    /// the top than CMA-ES did with the same number of games.
    #[serde(rename = "spsa")]
    Spsa(SpsaSettings),
    /// For few parameters that depend on each other or whose steps are guesses, and games enough to rate a population.
    #[serde(rename = "cma-es")]
    CmaEs(CmaEsSettings),
}

/// What an optimiser believes of a parameter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Belief {
    /// Its name.
    pub name: String,
    /// Where it began.
    pub start: f64,
    /// Where the best is believed to be, not rounded where it must be whole.
    pub value: f64,
    /// How sure that is, as a standard deviation: of the iterates that were averaged for SPSA, of the candidates for
    /// CMA-ES. It is the width of the search, not an interval of confidence.
    pub spread: f64,
}

/// A search that is under way. It is the whole state: see the head of the crate for how to save it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Saved")]
pub enum Optimiser {
    /// By duels.
    Spsa(Spsa),
    /// By ratings.
    CmaEs(CmaEs),
}

/// What a file holds, before it is checked. A state comes from the world: damage is an error, not a panic.
#[derive(Deserialize)]
enum Saved {
    Spsa(Spsa),
    CmaEs(CmaEs),
}

impl TryFrom<Saved> for Optimiser {
    type Error = TuneError;

    fn try_from(saved: Saved) -> Result<Self, TuneError> {
        match saved {
            Saved::Spsa(search) => search.check().map(|()| Self::Spsa(search)),
            Saved::CmaEs(search) => search.check().map(|()| Self::CmaEs(search)),
        }
    }
}

impl Optimiser {
    /// A search from the start of the space. The same seed and the same answers give the same search.
    pub fn new(space: Space, settings: Settings, seed: u64) -> Result<Self, TuneError> {
        space.check()?;
        match settings {
            Settings::Spsa(settings) => Spsa::new(space, settings, seed).map(Self::Spsa),
            Settings::CmaEs(settings) => CmaEs::new(space, settings, seed).map(Self::CmaEs),
        }
    }

    /// What it wants to know. Asked again before it is told, it says the same.
    pub fn ask(&self) -> Ask {
        match self {
            _ if self.is_finished() => Ask::Nothing,
            Self::Spsa(search) => search.ask(),
            Self::CmaEs(search) => search.ask(),
        }
    }

    /// Takes the answer and makes a step. A wrong answer is an error and changes nothing.
    pub fn tell(&mut self, told: &Told) -> Result<(), TuneError> {
        match self {
            _ if self.is_finished() => Err(TuneError::Finished { step: self.step() }),
            Self::Spsa(search) => search.tell(told),
            Self::CmaEs(search) => search.tell(told),
        }
    }

    /// The values that are believed best: the mean of the later half of the iterates for SPSA, the mean of the
    /// cloud for CMA-ES. Neither is a point that happened to score well, which under noise is mostly luck.
    pub fn best(&self) -> Vec<f64> {
        let values: Vec<f64> = self.beliefs().iter().map(|belief| belief.value).collect();
        self.space().round(&values)
    }

    /// What is believed of each parameter.
    pub fn beliefs(&self) -> Vec<Belief> {
        match self {
            Self::Spsa(search) => search.beliefs(),
            Self::CmaEs(search) => search.beliefs(),
        }
    }

    /// The values that the search stands at, not rounded where they must be whole.
    pub fn centre(&self) -> Vec<f64> {
        match self {
            Self::Spsa(search) => search.centre(),
            Self::CmaEs(search) => search.centre(),
        }
    }

    /// What is searched.
    pub fn space(&self) -> &Space {
        match self {
            Self::Spsa(search) => search.space(),
            Self::CmaEs(search) => search.space(),
        }
    }

    /// How many steps are done.
    pub fn step(&self) -> u64 {
        match self {
            Self::Spsa(search) => search.step(),
            Self::CmaEs(search) => search.step(),
        }
    }

    /// After how many steps the search ends at the latest.
    pub fn steps_max(&self) -> u64 {
        match self {
            Self::Spsa(search) => search.steps_max(),
            Self::CmaEs(search) => search.steps_max(),
        }
    }

    /// Whether the search has ended.
    pub fn is_finished(&self) -> bool {
        match self {
            Self::Spsa(search) => search.is_finished(),
            Self::CmaEs(search) => search.is_finished(),
        }
    }

    /// How it went, oldest first; thinned when it is longer than [`crate::HISTORY_MAX`], always with the newest.
    pub fn history(&self) -> &[Record] {
        match self {
            Self::Spsa(search) => search.records(),
            Self::CmaEs(search) => search.records(),
        }
    }
}
