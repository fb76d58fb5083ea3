//! The hall in simulation: rooms, searches, clock and saving on one thread, where a seed draws what happens next.
//!
//! People play, look around, leave and come back; searches take their time, break down or go on for ever; every write may fail, and
//! something else may happen while it is written. After each step what must always hold is asked for, and once all has come to
//! rest, that nothing was lost. The same seed is the same schedule to the last step. A failure prints its seed:
//!
//! ```sh
//! ENBAN_SIMULATE=4711 cargo test -p enban-web simulation      # that schedule alone
//! ENBAN_SCHEDULES=100000 cargo test -p enban-web simulation   # more of them
//! ```

mod people;
mod theatre;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use enban_game::rng::mix;

use super::*;
use crate::api::RunRequest;
use people::Company;
use theatre::Theatre;

/// Schedules that the tests go through.
const SCHEDULES: u64 = 600;
/// Steps of a schedule before all is let come to rest.
const STEPS: usize = 400;
/// Few searches at once, so that they wait for each other.
const SHARES: [Shares; 2] =
    [Shares { at_once: 2, share: Duration::from_secs(10) }, Shares { at_once: 1, share: Duration::from_secs(20) }];
/// Steps until all has come to rest, at most: some searches are looked at every 50 ms for ten minutes.
const REST_MAX: usize = 400_000;

/// What was written last, and what was promised.
#[derive(Default)]
struct Disk {
    /// By the address of the game: the room that was written, how often it had been changed, and its record.
    written: BTreeMap<String, (String, u64, String)>,
    /// By address: whether the last try to write it failed.
    has_failed: BTreeMap<String, bool>,
    /// By address: the room, and the last change that somebody was told is made.
    promised: BTreeMap<String, (String, u64)>,
}

/// Goes through a schedule; what happened in it, as a number.
fn schedule(seed: u64) -> u64 {
    let theatre = Theatre::new(seed);
    let hall = Hall::on(theatre.stage(), SHARES);
    let mut company = Company::new(hall.clone(), seed);
    for _ in 0..STEPS {
        match theatre.draw(10) {
            0..6 => drop(theatre.step()),
            6..9 => company.act(&theatre),
            _ => theatre.let_pass(Duration::from_millis(u64::from(theatre.draw(8_000)))),
        }
        company.check();
    }
    rest(&theatre, &mut company);
    company.check();
    company.check_all_is_kept();
    theatre.digest()
}

/// The disk works again, somebody listens everywhere, players may go on, and nobody does anything any more.
fn rest(theatre: &Theatre, company: &mut Company) {
    company.disk_works();
    let heard: Vec<Listener> = company.sorted_rooms().iter().map(OpenRoom::listen).collect();
    for open in company.sorted_rooms() {
        let run = RunRequest { running: true, delay_ms: Some(0), step: None };
        open.change(|room| room.run(&run)).expect("rooms of the hall are open");
    }
    let ended = (0..REST_MAX).any(|_| !theatre.step() && !theatre.let_pass_to_next());
    assert!(ended, "something goes on without end");
    for open in company.sorted_rooms() {
        assert_eq!(open.searches(), 0, "a search never answered");
        let state = open.lock();
        assert!(state.room.wanted(true, true).iter().all(Option::is_none), "a search that is wanted was never begun");
    }
    let free = [&company.hall.0.shared.movers, &company.hall.0.shared.students].map(Turns::free);
    assert_eq!(free, SHARES.map(|shares| shares.at_once), "a turn was never given back");
    drop(heard);
    company.save_everything();
    while theatre.step() || theatre.let_pass_to_next() {}
}

/// Goes through schedules, and says of which seed the first is that fails.
fn go_through(seeds: impl Iterator<Item = u64>) {
    for seed in seeds {
        if let Err(failure) = catch_unwind(AssertUnwindSafe(|| schedule(seed))) {
            eprintln!("the schedule of ENBAN_SIMULATE={seed} fails");
            std::panic::resume_unwind(failure);
        }
    }
}

/// A number that somebody has set for the tests.
fn told(name: &str) -> Option<u64> {
    let word = std::env::var(name).ok()?;
    Some(word.parse().unwrap_or_else(|_| panic!("{name}={word}: expected a number")))
}

#[test]
fn nothing_is_lost_in_any_schedule() {
    match told("ENBAN_SIMULATE") {
        Some(seed) => go_through(std::iter::once(seed)),
        None => go_through((0..told("ENBAN_SCHEDULES").unwrap_or(SCHEDULES)).map(mix)),
    }
}

#[test]
fn a_seed_is_a_schedule() {
    let digests: Vec<u64> = (0..10).map(schedule).collect();
    assert_eq!(digests, (0..10).map(schedule).collect::<Vec<_>>());
    assert!(digests.windows(2).all(|pair| pair[0] != pair[1]));
}
