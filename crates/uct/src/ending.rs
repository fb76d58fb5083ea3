//! Who owns what: the map that playouts draw, the stones that it gives up, and the scores without them.

use enban_game::{Bits, Colour, Notation, Rng, Scores, Trail};
use enban_go::{Go, State};

use crate::params::PlayoutParams;
use crate::playout::{Policy, Recent, Scratch};

/// Playouts that decide which stones are dead.
const PLAYOUTS: u32 = 400;

/// How far a chain's owner must have lost it, from 0 to 1, before it counts as dead.
const CERTAIN: f32 = 0.4;

/// For each point how surely it is black's (1) or white's (-1) at the end, by so many playouts. The same trail and
/// count give the same map.
pub fn ownership<const W: usize>(trail: &Trail<Go<W>>, playouts: u32) -> Vec<f32> {
    let policy = Policy::new(trail.game(), PlayoutParams::default());
    let mut scratch = Scratch::new(Rng::new(u64::from(playouts)));
    let mut sums = vec![0i32; trail.game().board().points()];
    let begins = [Colour::Black, Colour::White].map(|mover| open(trail.game(), trail.state(), mover));
    for number in 0..playouts {
        let mut state = begins[number as usize % 2].clone();
        let finish = policy.play(&mut state, Recent::default(), &mut scratch, |_| {});
        finish.owned[0].indices().for_each(|point| sums[point] += 1);
        finish.owned[1].indices().for_each(|point| sums[point] -= 1);
    }
    sums.into_iter().map(|sum| sum as f32 / playouts.max(1) as f32).collect()
}

/// The stones that playouts give up: those to be taken off before counting where players agree on the dead.
pub fn dead_stones<const W: usize>(trail: &Trail<Go<W>>) -> Bits<W> {
    dead_by(trail.game(), trail.state(), &ownership(trail, PLAYOUTS))
}

/// The scores after the dead stones were taken off.
pub fn final_scores<const W: usize>(trail: &Trail<Go<W>>) -> Scores {
    trail.game().score_with_dead(trail.state(), &dead_stones(trail))
}

/// The chains whose points are mostly the opponent's in a map of owners.
pub(crate) fn dead_by<const W: usize>(game: &Go<W>, state: &State<W>, owners: &[f32]) -> Bits<W> {
    let mut dead = Bits::EMPTY;
    for (colour, sign) in [(Colour::Black, 1.0), (Colour::White, -1.0)] {
        let mut left = state.stones(colour) & game.board().all();
        while let Some(chain) = left.first().and_then(|point| state.chain_at(point)) {
            left &= !chain.stones;
            let sum: f32 = chain.stones.indices().map(|point| sign * owners[point]).sum();
            if sum < -CERTAIN * chain.stones.count() as f32 {
                dead |= chain.stones;
            }
        }
    }
    dead
}

/// The position with the game still going on and a colour to move: written down and read back.
fn open<const W: usize>(game: &Go<W>, state: &State<W>, mover: Colour) -> State<W> {
    let text = game.write_position(state);
    let words = text
        .split(' ')
        .enumerate()
        .map(|(at, word)| if at == 1 { mover.letter().to_string() } else { word.to_owned() });
    let kept: Vec<String> = words.filter(|word| !word.starts_with("ko=") && !word.starts_with("passes=")).collect();
    game.read_position(&kept.join(" ")).expect("a position that was written can be read")
}
