//! Time control commands.

use super::{Answer, colour, syntax_error};
use crate::clock::{Clock, Overtime};
use crate::engine::Engine;

/// Main time and Canadian overtime. Overtime without stones means no limit, and so does no time at all.
pub(super) fn time_settings(engine: &mut Engine, arguments: &[String]) -> Answer {
    let [main, overtime, stones] = arguments else { return Err(syntax_error()) };
    let (main, overtime, stones) = (seconds(main)?, seconds(overtime)?, whole(stones)?);
    engine.clock = match (overtime > 0.0, stones) {
        (true, 0) => Clock::FREE,
        (false, _) if main == 0.0 => Clock::FREE,
        (true, stones) => Clock::of(main, Overtime::Canadian { seconds: overtime, stones }),
        (false, _) => Clock::of(main, Overtime::None),
    };
    Ok(String::new())
}

/// Processor time that the program has taken, in seconds.
pub(super) fn cputime(_: &mut Engine) -> Answer {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Ok(format!("{:.3}", time.tv_sec as f64 + time.tv_nsec as f64 / 1e9))
}

/// The kinds of time that [`named_time_settings`] knows.
pub(super) fn list_time_settings(_: &mut Engine) -> Answer {
    Ok("none absolute fischer canadian byoyomi".to_owned())
}

/// The same with a name for the kind of time.
pub(super) fn named_time_settings(engine: &mut Engine, arguments: &[String]) -> Answer {
    let (kind, numbers) = arguments.split_first().ok_or_else(syntax_error)?;
    engine.clock = match (kind.to_ascii_lowercase().as_str(), numbers) {
        ("none", []) => Clock::FREE,
        ("absolute", [main]) => Clock::of(seconds(main)?, Overtime::None),
        ("fischer", [main, added]) => Clock::of(seconds(main)?, Overtime::Increment { seconds: seconds(added)? }),
        ("canadian", [main, overtime, stones]) => {
            let overtime = Overtime::Canadian { seconds: seconds(overtime)?, stones: whole(stones)?.max(1) };
            Clock::of(seconds(main)?, overtime)
        }
        ("byoyomi", [main, overtime, periods]) => {
            let overtime = Overtime::Periods { seconds: seconds(overtime)?, periods: whole(periods)?.max(1) };
            Clock::of(seconds(main)?, overtime)
        }
        _ => return Err(syntax_error()),
    };
    Ok(String::new())
}

/// The time a side has left: seconds, and in overtime the stones or periods.
pub(super) fn time_left(engine: &mut Engine, arguments: &[String]) -> Answer {
    let [seat, left, stones] = arguments else { return Err(syntax_error()) };
    engine.clock.tell(colour(seat)?, seconds(left)?, whole(stones)?);
    Ok(String::new())
}

fn seconds(word: &str) -> Result<f64, String> {
    word.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0).ok_or_else(syntax_error)
}

fn whole(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| syntax_error())
}
