//! The steps of a training: games, values, weights, errors, the match; each kept as soon as it is done.

use std::ops::Range;
use std::sync::Arc;

use enban_eval::patterns::{ErrorModel, Origin};
use enban_eval::{Layout, Learned, Weights};
use enban_search::Limits;
use enban_store::{ExperimentId, Kind, Ledger, NewCell, NewExperiment, Store, StoreError, TaskResult};
use enban_train::{Course, Duel, Labels, Lesson, fit_errors};

use super::kept::{self, Deviation, Judged, LessonReport, StageReport, Trained};
use super::work::{CHUNK, Duels, Errors, GAMES, Labelled, Measurement, Of, Played};
use super::{Training, TrainingError};
use crate::keep;
use crate::task::Workers;

/// What the seed of the match is drawn by; those of games are drawn by the number of their generation.
const MATCH_SEED: u64 = u64::MAX;

impl Training {
    /// The empty squares at which something is learned: 1 to so many.
    fn lessons(&self) -> u64 {
        u64::from(self.size - 4)
    }

    /// The most chunks of a lesson.
    fn chunks(&self) -> u64 {
        self.file.labels.positions.div_ceil(CHUNK as u64)
    }

    fn label_tasks(&self) -> u64 {
        self.file.generations * self.lessons() * self.chunks()
    }

    fn measurements(&self) -> Vec<Measurement> {
        Measurement::all(self.size, self.file.errors.positions as usize)
    }

    fn game_tasks(&self) -> u64 {
        self.file.games.count.div_ceil(GAMES)
    }

    /// How the match is played: with openings of some random moves, and to the end by the exact solver, but on small boards
    /// most of the game by evaluation.
    fn duel(&self) -> Duel {
        let quarter = (self.size - 4) / 4;
        let limits = Limits { nodes: Some(self.file.last_match.nodes), ..Limits::default() };
        Duel { seed: self.seed(MATCH_SEED), plies: quarter.min(8), limits, exact: quarter.min(10) }
    }
}

/// A training that is kept in a store: begun or resumed.
pub struct Trainer<'t> {
    training: &'t Training,
    store: &'t Store,
    id: ExperimentId,
}

impl<'t> Trainer<'t> {
    /// Begins a training in a store, or goes on with it; refuses one that has changed, and says what has.
    pub fn begin(store: &'t Store, training: &'t Training, file: &str, command: &str) -> Result<Self, TrainingError> {
        let seats = training.game.seats();
        let new = NewExperiment {
            name: training.name.clone(),
            title: training.file.title.clone(),
            kind: Kind::Train,
            game: training.game.name(),
            seats: seats as u8,
            plan: training.canonical(),
            file: file.to_owned(),
            seed: training.file.seed,
            program: keep::program(),
            rules: training.game.rules_version().to_string(),
            machine: keep::machine(),
            command: command.to_owned(),
            tasks: training.label_tasks() + training.measurements().len() as u64 + training.pairs(),
            cells: vec![NewCell { label: "learned".to_owned(), players: vec!["alphabeta".to_owned(); seats] }],
        };
        Ok(Self { training, store, id: keep::begin_as(store, &new)? })
    }

    /// What is known by now.
    pub fn trained(&self) -> Result<Trained, TrainingError> {
        Trained::of(self.store, self.id)
    }

    /// Does what is missing, each part of it kept as soon as it is done, until the watch stops it.
    pub fn train(&self, workers: &Workers<'_>) -> Result<Trained, TrainingError> {
        let tasks = self.store.experiment(self.id)?.summary.tasks;
        workers.watch.expect(tasks + self.training.file.generations * self.training.game_tasks());
        if let Some(weights) = self.weights(workers)?
            && self.judge(&weights, workers)?
        {
            // Tasks that were not needed, as where there are fewer positions than were wanted, are none that are missing.
            self.mark(0..tasks)?;
            self.store.finish(self.id)?;
        }
        self.trained()
    }

    /// The finished weights; `None` if the watch stopped it.
    fn weights(&self, workers: &Workers<'_>) -> Result<Option<Weights>, TrainingError> {
        let training = self.training;
        if let Some(bytes) = self.store.note(self.id, kept::WEIGHTS)? {
            let games = training.file.generations * training.game_tasks();
            workers.watch.advance(games + training.label_tasks() + training.measurements().len() as u64);
            let (layout, fingerprint) = (training.teacher().layout(), training.teacher().fingerprint());
            let read = Weights::from_bytes(&bytes, &layout, &fingerprint);
            return Ok(Some(read.map_err(|error| TrainingError::State(error.to_string()))?));
        }
        let mut by: Option<Learned> = None;
        for generation in 1..training.file.generations {
            let learned = match self.kept_generation(generation)? {
                Some(learned) => {
                    workers.watch.advance(training.game_tasks() + training.lessons() * training.chunks());
                    Some(learned)
                }
                None => self.generation(generation, by.as_ref(), workers)?.map(|course| course.learned().clone()),
            };
            let Some(learned) = learned else { return Ok(None) };
            by = Some(learned);
        }
        // Errors are measured on positions of the last generation.
        let Some(course) = self.generation(training.file.generations, by.as_ref(), workers)? else { return Ok(None) };
        if !self.measure(&course, workers)? {
            return Ok(None);
        }
        let mut weights = course.weights().clone();
        weights.origin = Origin { game: training.game.name(), facts: self.facts()? };
        self.store.set_note(self.id, kept::WEIGHTS, &weights.to_bytes())?;
        Ok(Some(weights))
    }

    /// What a generation has learned, if all of it is kept.
    fn kept_generation(&self, generation: u64) -> Result<Option<Learned>, TrainingError> {
        let mut course = Course::new(self.training.teacher(), Vec::new(), 0);
        for number in 0..course.weights().stages.len() {
            if !self.restore(&mut course, generation, number)? {
                return Ok(None);
            }
        }
        Ok(Some(course.learned().clone()))
    }

    /// Puts the weights of a stage in their place if they are kept.
    fn restore(&self, course: &mut Course<'_>, generation: u64, number: usize) -> Result<bool, TrainingError> {
        let key = kept::stage_key(generation, number);
        let Some(bytes) = self.store.note(self.id, &key)? else { return Ok(false) };
        let weights = kept::weights_of_bytes(&bytes, course.stage(number).len());
        course.set_stage(number, weights.ok_or_else(|| TrainingError::State(format!("{key}: its length")))?);
        Ok(true)
    }

    /// Plays the games of a generation and learns from them; `None` if the watch stopped it.
    fn generation(
        &self,
        generation: u64,
        by: Option<&Learned>,
        workers: &Workers<'_>,
    ) -> Result<Option<Course<'t>>, TrainingError> {
        let file = &self.training.file;
        let Some(samples) = self.games(generation, by, workers) else { return Ok(None) };
        let mut course = Course::new(self.training.teacher(), samples, file.labels.positions as usize);
        let lessons = course.lessons(file.labels.exact, file.labels.depth);
        for lessons in lessons.chunk_by(|one, next| Layout::stage(one.empties) == Layout::stage(next.empties)) {
            let number = Layout::stage(lessons[0].empties);
            if self.restore(&mut course, generation, number)? {
                workers.watch.advance(lessons.len() as u64 * self.training.chunks());
                continue;
            }
            if !self.stage(&mut course, generation, lessons, workers)? {
                return Ok(None);
            }
        }
        Ok(Some(course))
    }

    /// The positions of the games of a generation. They are not kept: playing them again takes little time.
    fn games(&self, generation: u64, by: Option<&Learned>, workers: &Workers<'_>) -> Option<Vec<enban_train::Sample>> {
        let training = self.training;
        let play = training.play_params(generation);
        let work = Played { teacher: training.teacher(), play, by, games: training.file.games.count };
        let numbers: Vec<u64> = (0..training.game_tasks()).collect();
        let (mut samples, mut done) = (Vec::new(), 0);
        workers.perform(&work, &numbers, |results| {
            for part in results {
                samples.extend(part);
                done += 1;
                workers.watch.advance(1);
            }
        });
        (done == numbers.len()).then_some(samples)
    }

    /// Learns a stage and keeps its weights; returns false if the watch stopped it.
    fn stage(
        &self,
        course: &mut Course<'_>,
        generation: u64,
        lessons: &[Lesson],
        workers: &Workers<'_>,
    ) -> Result<bool, TrainingError> {
        let mut curves = Vec::new();
        for &lesson in lessons {
            let Some(values) = self.labels(course, generation, lesson, workers)? else { return Ok(false) };
            course.take_labels(lesson.empties, values);
            let params = self.training.fit_params(workers.threads);
            curves.push(lesson.is_fitted.then(|| course.fit(lesson.empties, &params).curve));
        }
        let report = |(lesson, curve): (&Lesson, Option<Vec<(f64, f64)>>)| {
            let error = course.error(lesson.empties);
            LessonReport {
                empties: lesson.empties,
                positions: course.positions(lesson.empties).len(),
                plies: if let Labels::Search(plies) = lesson.labels { Some(plies) } else { None },
                held_out: error.map_or(0, |(_, count)| count),
                error: error.map(|(error, _)| error),
                curve,
            }
        };
        let lessons_told = lessons.iter().zip(curves).map(report).collect();
        let number = Layout::stage(lessons[0].empties);
        let report = StageReport { lessons: lessons_told };
        kept::write(self.store, self.id, &kept::report_key(generation, number), &report)?;
        let bytes = kept::bytes_of_weights(course.stage(number));
        self.store.set_note(self.id, &kept::stage_key(generation, number), &bytes)?;
        Ok(true)
    }

    /// The values of a lesson's positions; `None` if the watch stopped it.
    fn labels(
        &self,
        course: &Course<'_>,
        generation: u64,
        lesson: Lesson,
        workers: &Workers<'_>,
    ) -> Result<Option<Vec<i16>>, TrainingError> {
        let (training, work) = (self.training, Labelled { course, lesson });
        let lessons_before = (generation - 1) * training.lessons() + u64::from(lesson.empties) - 1;
        let first = lessons_before * training.chunks();
        let key = |chunk: u64| kept::labels_key(generation, lesson.empties, chunk as usize);
        let mut values: Vec<Option<Vec<i16>>> = Vec::new();
        for chunk in 0..course.positions(lesson.empties).len().div_ceil(CHUNK) as u64 {
            let kept = self.store.note(self.id, &key(chunk))?;
            let read = |bytes: Vec<u8>| {
                let values = kept::values_of_bytes(&bytes, work.positions(chunk).len());
                values.ok_or_else(|| TrainingError::State(format!("{}: its length", key(chunk))))
            };
            values.push(kept.map(read).transpose()?);
        }
        self.mark(first + values.len() as u64..first + training.chunks())?;
        let missing: Vec<u64> = (0..).zip(&values).filter(|(_, kept)| kept.is_none()).map(|(chunk, _)| chunk).collect();
        workers.watch.advance(training.chunks() - missing.len() as u64);
        workers.perform(&work, &missing, |results| {
            for (chunk, found) in results {
                self.store.set_note(self.id, &key(chunk), &kept::bytes_of_values(&found))?;
                self.mark(first + chunk..first + chunk + 1)?;
                values[chunk as usize] = Some(found);
                workers.watch.advance(1);
            }
            Ok::<_, TrainingError>(())
        })?;
        Ok(values.into_iter().collect::<Option<Vec<_>>>().map(|values| values.concat()))
    }

    /// Measures how far searches err; returns false if the watch stopped it.
    fn measure(&self, course: &Course<'_>, workers: &Workers<'_>) -> Result<bool, TrainingError> {
        let (all, first) = (self.training.measurements(), self.training.label_tasks());
        let read = |one: &Measurement| kept::read::<Vec<Deviation>>(self.store, self.id, &one.key());
        let mut missing = Vec::new();
        for (number, one) in (0..).zip(&all) {
            if read(one)?.is_none() {
                missing.push(number);
            }
        }
        workers.watch.advance((all.len() - missing.len()) as u64);
        workers.perform(&Errors { course, all: &all }, &missing, |results| {
            for (number, measured) in results {
                kept::write(self.store, self.id, &all[number as usize].key(), &measured)?;
                self.mark(first + number..first + number + 1)?;
                workers.watch.advance(1);
            }
            Ok::<_, TrainingError>(())
        })?;
        for (of, key) in [(Of::Searches, kept::SEARCHES), (Of::Truth, kept::TRUTH), (Of::Check, kept::CHECK)] {
            let mut parts = Vec::new();
            for one in all.iter().filter(|one| one.of == of) {
                let Some(mut measured) = read(one)? else { return Ok(false) };
                parts.append(&mut measured);
            }
            kept::write(self.store, self.id, key, &kept::merged(parts))?;
        }
        Ok(true)
    }

    /// What the file of weights says of where they come from.
    fn facts(&self) -> Result<Vec<(String, String)>, TrainingError> {
        let (file, trained) = (&self.training.file, self.trained()?);
        let last = trained.generations.last().map_or(&[][..], Vec::as_slice);
        let by_stage = last.iter().filter_map(|stage| {
            let ((fewest, most), error) = (stage.empties()?, stage.error()?);
            Some(format!("{fewest}-{most} {error:.3}"))
        });
        let mut facts = vec![
            ("seed", file.seed.to_string()),
            ("program", keep::program()),
            ("generations", file.generations.to_string()),
            ("games", file.games.count.to_string()),
            ("positions", trained.positions().to_string()),
            ("labels", file.labels_text()),
            ("held-out error", by_stage.collect::<Vec<_>>().join(", ")),
        ];
        if let Some(exact) = trained.static_error() {
            let (error, empties, count) = (exact.deviation(), exact.empties, exact.count());
            facts.push(("exact error", format!("{error:.3} at {empties} empty squares, {count} positions")));
        }
        if let Some(model) = error_model(&trained) {
            facts.push((ErrorModel::FACT, model.to_text()));
        }
        Ok(facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Plays the match; returns false if the watch stopped it.
    fn judge(&self, weights: &Weights, workers: &Workers<'_>) -> Result<bool, TrainingError> {
        let (training, teacher) = (self.training, self.training.teacher());
        let learned = Learned::new(Arc::new(teacher.layout()), weights);
        let carried = teacher.carried();
        let (nodes, against) = (
            training.file.last_match.nodes,
            match &carried {
                Some(_) => format!("the evaluation of {}", keep::program()),
                None => "the hand-set evaluation".to_owned(),
            },
        );
        let work = Duels { teacher, how: training.duel(), evaluations: [Some(&learned), carried.as_ref()] };
        let key = |pair: u64| format!("match/{against}/{nodes}/{pair}");
        let mut leads: Vec<Option<[i32; 2]>> = Vec::new();
        for pair in 0..training.pairs() {
            leads.push(kept::read(self.store, self.id, &key(pair))?);
        }
        let missing: Vec<u64> = (0..).zip(&leads).filter(|(_, lead)| lead.is_none()).map(|(pair, _)| pair).collect();
        workers.watch.advance(training.pairs() - missing.len() as u64);
        let first = training.label_tasks() + training.measurements().len() as u64;
        workers.perform(&work, &missing, |results| {
            for (pair, lead) in results {
                kept::write(self.store, self.id, &key(pair), &lead)?;
                self.mark(first + pair..first + pair + 1)?;
                leads[pair as usize] = Some(lead);
                workers.watch.advance(1);
            }
            Ok::<_, TrainingError>(())
        })?;
        let Some(leads) = leads.into_iter().collect() else { return Ok(false) };
        kept::write(self.store, self.id, kept::MATCH, &Judged { against, nodes, leads })?;
        Ok(true)
    }

    /// Lets the list of experiments show how far it is.
    fn mark(&self, tasks: Range<u64>) -> Result<(), StoreError> {
        let tasks: Vec<TaskResult> = tasks.map(|number| TaskResult { number, games: Vec::new() }).collect();
        self.store.ledger(self.id)?.put(&tasks)
    }
}

/// The model of errors that fits what was measured; `None` if nothing was.
pub(super) fn error_model(trained: &Trained) -> Option<ErrorModel> {
    let measured = |deviations: &[Deviation]| deviations.iter().map(Deviation::measured).collect::<Vec<_>>();
    let has_both = !trained.searches.is_empty() && !trained.truth.is_empty();
    has_both.then(|| fit_errors(&measured(&trained.searches), &measured(&trained.truth)))
}
