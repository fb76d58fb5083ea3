//! Experiments in a store: begun or gone on with, and where they come from.

use enban_store::{Begun, ExperimentId, NewExperiment, Store, StoreError};

/// An experiment that cannot be begun.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The store could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another plan goes by its name.
    #[error(
        "{path} has another experiment {name:?}:\n{difference}\nGive this one another name, or use another --store."
    )]
    Changed {
        /// The store.
        path: String,
        /// The name.
        name: String,
        /// The lines in which the two differ.
        difference: String,
    },
}

/// Begins an experiment or goes on with it; refuses one whose plan has changed, and says what has.
pub(crate) fn begin_as(store: &Store, new: &NewExperiment) -> Result<ExperimentId, KeepError> {
    match store.begin(new)? {
        Begun::New(id) | Begun::Resumed(id) => Ok(id),
        Begun::Changed { plan: stored, .. } => Err(KeepError::Changed {
            path: store.path().display().to_string(),
            name: new.name.clone(),
            difference: difference(&stored, &new.plan),
        }),
    }
}

/// The program and its version.
pub(crate) fn program() -> String {
    format!("enban {}", env!("CARGO_PKG_VERSION"))
}

/// The machine, as far as it says what it is.
pub(crate) fn machine() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':')).map(|(_, name)| name.trim());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let level = enban_game::machine::Level::detect().name();
    format!(
        "{}, {threads} threads, {} {}, kernels {level}",
        model.unwrap_or("unknown processor"),
        std::env::consts::OS,
        std::env::consts::ARCH
    )
}

/// A moment as a date and a time of day, in UTC.
pub fn date(unix_seconds: i64) -> String {
    let (days, seconds) = (unix_seconds.div_euclid(86_400), unix_seconds.rem_euclid(86_400));
    // From the number of days since 1970 to a date, by whole 400-year eras that begin in March.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", seconds / 3600, seconds / 60 % 60)
}

/// The lines in which two plans differ, the first few of them.
fn difference(stored: &str, new: &str) -> String {
    const SHOWN: usize = 8;
    let (stored, new): (Vec<&str>, Vec<&str>) = (stored.lines().collect(), new.lines().collect());
    let only = |ours: &[&str], theirs: &[&str], mark: &str| {
        let lines = ours.iter().filter(|line| !theirs.contains(line)).map(|line| format!("  {mark} {line}"));
        lines.collect::<Vec<_>>()
    };
    let mut lines = only(&stored, &new, "stored:");
    let mut added = only(&new, &stored, "now:   ");
    let more = lines.len().saturating_sub(SHOWN) + added.len().saturating_sub(SHOWN);
    lines.truncate(SHOWN);
    added.truncate(SHOWN);
    lines.append(&mut added);
    if more > 0 {
        lines.push(format!("  and {more} more lines"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_the_calendars() {
        let check = |seconds: i64, text: &str| assert_eq!(date(seconds), text);
        check(0, "1970-01-01 00:00");
        check(951_782_400, "2000-02-29 00:00");
        check(1_709_251_199, "2024-02-29 23:59");
        check(4_102_444_800, "2100-01-01 00:00");
        check(-1, "1969-12-31 23:59");
    }

    #[test]
    fn a_changed_plan_is_told_line_by_line() {
        let told = difference("game: nip\nseed: 1\ncell 1: a", "game: nip\nseed: 2\ncell 1: a");
        assert_eq!(told, "  stored: seed: 1\n  now:    seed: 2");
    }
}
