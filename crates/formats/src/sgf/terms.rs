//! The terms of a game in the words of records: komi as people and servers write it, and what our own records say beyond
//! the usual.

/// The property in which our records name the game in full, where rules and komi do not tell it all.
pub const GAME_NAME: &str = "EG";

/// The property in which our records tell the whole position that a game begins with: ko, prisoners, passes, and the seat
/// where four play, which stones and a colour do not tell.
pub const POSITION: &str = "EP";

/// Nobody gives so many points: where so much is written it is in hundredths.
const HUNDREDTHS_FROM: f64 = 100.0;

/// Nobody gives so many stones.
const STONES_MAX: f64 = 5.0;

/// The komi of a record in points. Some servers write hundredths of it. Where area counts it may be in stones, each of
/// which changes hands and so makes two points: 3.75 and 375 are 7.5 points. Half a point is a quarter of a stone, which no
/// komi in points has.
///
/// ```
/// use enban_formats::sgf::terms::komi_in_points;
///
/// assert_eq!(komi_in_points(650.0, false), 6.5);
/// assert_eq!(komi_in_points(3.75, true), 7.5);
/// ```
pub fn komi_in_points(written: f64, by_area: bool) -> f64 {
    let komi = if written.abs() >= HUNDREDTHS_FROM { written / 100.0 } else { written };
    let are_quarters = (4.0 * komi).fract() == 0.0 && (2.0 * komi).fract() != 0.0;
    if by_area && are_quarters && komi.abs() < STONES_MAX { 2.0 * komi } else { komi }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_in_points_in_stones_or_in_hundredths() {
        let check = |written: f64, points: [f64; 2]| {
            assert_eq!([true, false].map(|by_area| komi_in_points(written, by_area)), points, "{written}");
        };
        check(7.5, [7.5, 7.5]);
        check(3.75, [7.5, 3.75]);
        check(375.0, [7.5, 3.75]);
        check(-2.75, [-5.5, -2.75]);
        check(650.0, [6.5, 6.5]);
        check(6.25, [6.25, 6.25]);
        check(0.0, [0.0, 0.0]);
    }
}
