//! An experiment from its beginning to its figures: begun or resumed, played, followed, summed up.
//!
//! ```
//! use enban_arena::{CellEntry, Experiment, ExperimentFile, Plan};
//! use enban_arena::task::Workers;
//! use enban_game::Watch;
//!
//! let cells = vec![CellEntry::one_against("random", "random(seed=2)", 2)];
//! let file = ExperimentFile { cells, ..ExperimentFile::of_game("nip24", 4) };
//! let workers = Workers { threads: 1, watch: &Watch::default() };
//! let experiment = Experiment::in_memory(Plan::of_file(&file, "example", ".".as_ref(), &workers)?);
//! experiment.play(&workers)?;
//! let status = experiment.status()?;
//! assert!(status.is_finished && status.summary.games() == 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;
use std::path::Path;

use enban_catalog::AnyGame;
use enban_report::Document;
use enban_store::{
    ExperimentId, Kind, Ledger, MemoryLedger, NewCell, NewExperiment, Store, StoreError, StoredExperiment, TaskResult,
};

use crate::document::document;
use crate::file::{ExperimentFile, FileError};
use crate::keep::{KeepError, begin_as, machine, program};
use crate::plan::{Plan, PlanError};
use crate::play::Games;
use crate::results::Collector;
use crate::run;
use crate::summary::Summary;
use crate::task::Workers;

/// An experiment that can be played: a plan, and where its results go.
pub struct Experiment {
    plan: Plan,
    game: Box<dyn AnyGame>,
    ledger: Box<dyn Ledger>,
}

/// Where an experiment of a store comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'o> {
    /// What sort of experiment it is.
    pub kind: Kind,
    /// The experiment file as text.
    pub file: &'o str,
    /// The command line that does the same.
    pub command: &'o str,
}

/// How far an experiment is, and what it says so far.
#[derive(Clone, Debug)]
pub struct Status {
    /// The figures.
    pub summary: Summary,
    /// Tasks whose results are kept.
    pub tasks_done: u64,
    /// Nothing is left to play: all tasks are done, or the test of the plan is decided.
    pub is_finished: bool,
}

impl Experiment {
    /// One whose results are gone with it.
    pub fn in_memory((plan, game): (Plan, Box<dyn AnyGame>)) -> Self {
        Self { plan, game, ledger: Box::new(MemoryLedger::default()) }
    }

    /// Begins an experiment in a store, or goes on with it; refuses one whose plan has changed, and says what has.
    pub fn begin(
        store: &Store,
        (plan, game): (Plan, Box<dyn AnyGame>),
        origin: &Origin<'_>,
    ) -> Result<Self, KeepError> {
        let cell = |cell: &crate::Cell| NewCell { label: cell.label.clone(), players: cell.players.clone() };
        let new = NewExperiment {
            name: plan.name.clone(),
            title: plan.title.clone(),
            kind: origin.kind,
            game: plan.game.clone(),
            seats: plan.seats as u8,
            plan: plan.canonical(),
            file: origin.file.to_owned(),
            seed: plan.seed,
            program: program(),
            rules: plan.rules_version.to_string(),
            machine: machine(),
            command: origin.command.to_owned(),
            tasks: plan.tasks(),
            cells: plan.cells.iter().map(cell).collect(),
        };
        let id = begin_as(store, &new)?;
        let ledger = Box::new(store.ledger(id)?);
        Ok(Self { plan, game, ledger })
    }

    /// Goes on with an experiment by what the store holds of it. Paths in its file start at the current folder.
    pub fn resume(store: &Store, id: ExperimentId, workers: &Workers<'_>) -> Result<Self, ExperimentError> {
        let stored = store.experiment(id)?;
        let file = file_of(&stored)?;
        let planned = Plan::of_file(&file, &stored.summary.name, Path::new("."), workers)?;
        let origin = Origin { kind: stored.summary.kind, file: &stored.file, command: &stored.command };
        Ok(Self::begin(store, planned, &origin)?)
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many tasks have results that are kept.
    pub fn tasks_done(&self) -> Result<u64, StoreError> {
        Ok(self.ledger.done()?.count())
    }

    /// Plays what is missing, until nothing is left or the watch stops it. Results are kept as they come.
    pub fn play(&self, workers: &Workers<'_>) -> Result<(), StoreError> {
        self.follow(workers, |_| ControlFlow::Continue(()))
    }

    /// The same, and shows the tasks that were just kept, in the order in which they were finished. Whoever follows may
    /// end it.
    pub fn follow(
        &self,
        workers: &Workers<'_>,
        seen: impl FnMut(&[TaskResult]) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let games = Games { game: &*self.game, plan: &self.plan };
        match run::run(&games, &*self.ledger, workers, seen)? {
            true => self.ledger.finish(),
            false => Ok(()),
        }
    }

    /// How far it is, and what it says so far.
    pub fn status(&self) -> Result<Status, StoreError> {
        Status::of(&self.plan, &*self.ledger)
    }
}

impl Status {
    fn of(plan: &Plan, ledger: &dyn Ledger) -> Result<Self, StoreError> {
        let summary = Summary::of(plan, &Collector::of_ledger(plan, ledger)?);
        let tasks_done = ledger.done()?.count();
        let is_finished = summary.is_done(plan, tasks_done);
        Ok(Self { summary, tasks_done, is_finished })
    }
}

/// What cannot be made of an experiment in a store.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What it holds is not the experiment that its file says.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// The file that was stored with it cannot be read.
    #[error("the stored experiment file")]
    File(#[from] FileError),
    /// The file makes no plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// An experiment of a store as readers see it: nothing is drawn and nothing played.
#[derive(Clone, Debug)]
pub struct Review {
    /// All that the store knows of it but its games.
    pub stored: StoredExperiment,
    /// Its file.
    pub file: ExperimentFile,
    /// Its plan, without the openings.
    pub plan: Plan,
    /// How far it is, and what it says.
    pub status: Status,
}

impl Review {
    /// Looks at an experiment.
    pub fn of(store: &Store, id: ExperimentId) -> Result<Self, ExperimentError> {
        let stored = store.experiment(id)?;
        let file = file_of(&stored)?;
        let (plan, _) = Plan::outline(&file, &stored.summary.name)?;
        let status = Status::of(&plan, &store.ledger(id)?)?;
        Ok(Self { stored, file, plan, status })
    }

    /// The report.
    pub fn document(&self) -> Document {
        document(self)
    }
}

/// The file that was stored with an experiment.
pub fn file_of(stored: &StoredExperiment) -> Result<ExperimentFile, FileError> {
    let mut file = ExperimentFile::parse(&stored.file)?;
    // The seed may have been given on the command line, over the file's.
    file.seed = stored.seed;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use enban_game::Watch;

    use super::*;

    /// The text of a plan as stores hold it. It never changes: what was begun by an older program must go on.
    const STORED_PLAN: &str = "game: nip24\nrules version: 1\nseed: 3\nseats: rotated\nopenings: ply=3\n\
                               cell 1: random | random(seed=2) (8 games)";

    /// The text of a file as older programs wrote it for a match.
    const STORED_FILE: &str = "name = \"old\"\ntitle = \"random against random(seed=2)\"\ngame = \"nip24\"\ngames = 8\n\
                               seed = 3\nopenings = \"ply=3\"\n\n[[cells]]\nplayers = [\"random\", \"random(seed=2)\"]\n";

    fn file() -> ExperimentFile {
        ExperimentFile {
            name: Some("old".to_owned()),
            title: "random against random(seed=2)".to_owned(),
            seed: 3,
            openings: Some("ply=3".to_owned()),
            cells: vec![crate::CellEntry::one_against("random", "random(seed=2)", 2)],
            ..ExperimentFile::of_game("nip24", 8)
        }
    }

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("store.db")).unwrap();
        (folder, store)
    }

    /// The row that a program of an earlier version left.
    fn begun_before(plan: &str) -> NewExperiment {
        let player = |name: &str| name.to_owned();
        NewExperiment {
            name: "old".to_owned(),
            title: "random against random(seed=2)".to_owned(),
            kind: Kind::Match,
            game: "nip24".to_owned(),
            seats: 2,
            plan: plan.to_owned(),
            file: STORED_FILE.to_owned(),
            seed: 3,
            program: "enban 0.0.1".to_owned(),
            rules: "1".to_owned(),
            machine: String::new(),
            command: "enban match".to_owned(),
            tasks: 4,
            cells: vec![NewCell { label: String::new(), players: vec![player("random"), player("random(seed=2)")] }],
        }
    }

    #[test]
    fn an_experiment_of_an_older_program_goes_on() {
        let (watch, (_folder, store)) = (Watch::default(), store());
        let workers = Workers { threads: 1, watch: &watch };
        let id = begin_as(&store, &begun_before(STORED_PLAN)).unwrap();
        assert_eq!(ExperimentFile::parse(STORED_FILE).unwrap(), file());
        let planned = Plan::of_file(&file(), "", Path::new("."), &workers).unwrap();
        let games = Games { game: &*planned.1, plan: &planned.0 };
        let first = crate::task::Tasks::perform(&games, 0, &watch).unwrap();
        store.ledger(id).unwrap().put(&[first]).unwrap();
        // By its command, and by what the store holds of it.
        let text = file().to_toml().unwrap();
        let origin = Origin { kind: Kind::Match, file: &text, command: "" };
        assert_eq!(Experiment::begin(&store, planned, &origin).unwrap().tasks_done().unwrap(), 1);
        let resumed = Experiment::resume(&store, id, &workers).unwrap();
        resumed.play(&workers).unwrap();
        let status = resumed.status().unwrap();
        assert!(status.is_finished && status.tasks_done == 4 && status.summary.games() == 8);
        assert!(store.experiment(id).unwrap().summary.finished_unix_s.is_some());
        // A match that nobody interrupted comes to the same figures.
        let whole = Experiment::in_memory(Plan::of_file(&file(), "", Path::new("."), &workers).unwrap());
        whole.play(&Workers { threads: 2, watch: &watch }).unwrap();
        let tally = |status: &Status| status.summary.rows[0].result.by_seat.clone();
        assert_eq!(tally(&whole.status().unwrap()), tally(&status));
        let review = Review::of(&store, id).unwrap();
        assert_eq!((review.file, tally(&review.status)), (file(), tally(&status)));
    }

    #[test]
    fn an_experiment_whose_plan_has_changed_is_refused() {
        let (watch, (_folder, store)) = (Watch::default(), store());
        let changed = STORED_PLAN.replace("rules version: 1", "rules version: 0");
        let id = begin_as(&store, &begun_before(&changed)).unwrap();
        let error = Experiment::resume(&store, id, &Workers { threads: 1, watch: &watch }).err().unwrap();
        assert!(matches!(error, ExperimentError::Keep(KeepError::Changed { .. })), "{error}");
        assert!(error.to_string().contains("stored: rules version: 0"), "{error}");
    }

    #[test]
    fn a_stopped_experiment_is_not_finished() {
        let (watch, (_folder, store)) = (Watch::default(), store());
        let workers = Workers { threads: 1, watch: &watch };
        let planned = Plan::of_file(&file(), "", Path::new("."), &workers).unwrap();
        let origin = Origin { kind: Kind::Match, file: STORED_FILE, command: "" };
        let experiment = Experiment::begin(&store, planned, &origin).unwrap();
        watch.stop();
        experiment.play(&workers).unwrap();
        let status = experiment.status().unwrap();
        assert!(!status.is_finished && status.tasks_done == 0);
        assert_eq!(store.experiments().unwrap()[0].finished_unix_s, None);
    }
}
