//! Cuts on likelihood are as sure as they say, on positions that nothing was fitted to.
#![allow(clippy::unwrap_used)]

use enban_eval::learned;
use enban_eval::patterns::PERCENTS;
use enban_game::Watch;
use enban_reversi::family::{nip, on_open_board};
use enban_reversi::kernel::Portable;
use enban_reversi::{Edge, Kernel, Options, ReversiOn, Shape};
use enban_search::{Compared, probe_of};
use enban_train::{Play, Sample, Teacher};

/// Of the differences between searches of new positions the stated share lies within the margin, to two percent points.
fn check<K: Kernel, E: Edge<K>>(game: &ReversiOn<K, E>) {
    const DEPTHS: [u32; 3] = [3, 4, 5];
    let learned = learned(game).unwrap();
    let play = Play { seed: 1_000_003, ..Play::default() };
    let games = (0..600).flat_map(|number| game.positions(number, &play, None));
    let empties = |sample: &Sample| game.size() - (sample[0] | sample[1]).count_ones();
    let mut samples: Vec<Sample> = games.filter(|sample| empties(sample) >= 8 && empties(sample) % 3 == 2).collect();
    samples.sort_unstable();
    samples.dedup();
    let plies: Vec<u32> = (0..=5).collect();
    let values = game.depths(&samples, &plies, &learned, &Watch::default()).unwrap();
    for percent in PERCENTS {
        let (mut within, mut all) = (0, 0);
        for (sample, row) in samples.iter().zip(values.chunks_exact(plies.len())) {
            for depth in DEPTHS {
                let between = Compared { moves_left: empties(sample), depth, probe: probe_of(depth) };
                let difference = f32::from(row[depth as usize]) - f32::from(row[between.probe as usize]);
                within += usize::from(difference.abs() <= learned.margin(&between, percent).unwrap());
                all += 1;
            }
        }
        let share = 100.0 * within as f64 / all as f64;
        assert!(
            (share - f64::from(percent)).abs() <= 2.0,
            "{share:.1}% of {all} within what is said to hold {percent}%"
        );
    }
}

#[test]
fn cuts_on_likelihood_are_as_sure_as_they_say() {
    check(&on_open_board(Portable::<u64>::new(), "reversi6", Shape::square(6), Options::default()).unwrap());
    check(&nip(Portable::<u64>::new(), "nip24", 24, true).unwrap());
}
