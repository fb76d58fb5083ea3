//! The kernel for x86-64-v3: four lines at a time in an AVX2 register, the ring by PEXT and PDEP.
//!
//! The functions are safe behind their token: a `V3` exists only where the instructions do.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::lookup::outside;
use super::through::{TURNED, Through};
use super::{Kernel, LookUps, V3};
use crate::ring::Ring;

/// The rays from a square, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Rays {
    /// To larger squares: right, down, down-left, down-right.
    pub(super) up: [u64; 4],
    /// To smaller squares: left, up, up-right, up-left.
    pub(super) down: [u64; 4],
}

static RAYS: [Rays; 64] = {
    let mut all = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = Rays { up: rays(square as i32, 1), down: rays(square as i32, -1) };
        square += 1;
    }
    all
};

const fn rays(square: i32, sign: i32) -> [u64; 4] {
    const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];
    let mut rays = [0; 4];
    let mut way = 0;
    while way < 4 {
        let (right, down) = (sign * WAYS[way].0, sign * WAYS[way].1);
        let (mut column, mut row) = (square % 8 + right, square / 8 + down);
        while column >= 0 && column < 8 && row >= 0 && row < 8 {
            rays[way] |= 1 << (row * 8 + column);
            (column, row) = (column + right, row + down);
        }
        way += 1;
    }
    rays
}

/// How many bits the squares of the four lines lie apart, in the order of the ray tables.
const STEPS: [i64; 4] = [1, 8, 7, 9];

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn lanes(values: [i64; 4]) -> __m256i {
    _mm256_set_epi64x(values[3], values[2], values[1], values[0])
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn load(values: &[u64; 4]) -> __m256i {
    // SAFETY: the reference covers the 32 bytes that are read; the load needs no alignment.
    unsafe { _mm256_loadu_si256(values.as_ptr().cast()) }
}

/// All four lanes in one word.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn together(lanes: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
}

#[inline(always)]
pub(super) fn rays_of(square: usize) -> &'static Rays {
    &RAYS[square % RAYS.len()]
}

#[target_feature(enable = "avx2")]
#[inline]
fn moves(own: u64, other: u64) -> u64 {
    let step = lanes(STEPS);
    let double = _mm256_add_epi64(step, step);
    let own = _mm256_set1_epi64x(own as i64);
    // A run that would wrap round the sides needs a disc in an outer column; the vertical has no sides.
    let inner = 0x7E7E_7E7E_7E7E_7E7E;
    let through = _mm256_and_si256(_mm256_set1_epi64x(other as i64), lanes([inner, -1, inner, inner]));

    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, double)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, double)));
    }
    together(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn flips(square: usize, own: u64, other: u64) -> u64 {
    let rays = rays_of(square);
    let own = _mm256_set1_epi64x(own as i64);
    let other = _mm256_set1_epi64x(other as i64);
    let zero = _mm256_setzero_si256();

    // Upward the first square that is not theirs is the lowest bit of the rest of the ray.
    let ray = load(&rays.up);
    let rest = _mm256_andnot_si256(other, ray);
    let closing = _mm256_and_si256(_mm256_and_si256(rest, _mm256_sub_epi64(zero, rest)), own);
    let below = _mm256_add_epi64(closing, _mm256_set1_epi64x(-1));
    let up = _mm256_andnot_si256(_mm256_cmpeq_epi64(closing, zero), _mm256_and_si256(below, ray));

    // Downward it is the highest bit: smear it along the line and keep what has nothing above it.
    let ray = load(&rays.down);
    let step = lanes(STEPS);
    let double = _mm256_add_epi64(step, step);
    let mut smear = _mm256_andnot_si256(other, ray);
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, step));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, double));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, _mm256_add_epi64(double, double)));
    let closing = _mm256_and_si256(_mm256_andnot_si256(_mm256_srlv_epi64(smear, step), smear), own);
    // What is above the closing disc on the ray is theirs; without one, nothing is.
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(closing, closing));
    let down = _mm256_and_si256(above, ray);

    together(_mm256_or_si256(up, down))
}

/// One look-up a line for both colours.
#[target_feature(enable = "bmi2")]
#[inline]
pub(super) fn last_turned(through: &Through<u64>, own: u64) -> i32 {
    let turned = |way: usize| TURNED[usize::from(through.starts[way]) + _pext_u64(own, through.lines[way]) as usize];
    let both = turned(0) + turned(1) + turned(2) + turned(3);
    let (ours, theirs) = (i32::from(both & 0xFF), i32::from(both >> 8));
    if ours > 0 { ours } else { -theirs }
}

#[target_feature(enable = "bmi1,bmi2")]
#[inline]
pub(super) fn nth(set: u64, index: u32) -> usize {
    _pdep_u64(1 << index, set).trailing_zeros() as usize
}

/// The two halves of the ring in reading order: clockwise down the right side, backward down the left.
#[target_feature(enable = "bmi2")]
#[inline]
fn halves(ring: &Ring, set: u64) -> (u64, u64) {
    (_pext_u64(set, ring.right_half), _pext_u64(set, ring.left_half))
}

#[target_feature(enable = "bmi2")]
#[inline]
fn ring_moves(ring: &Ring, own: u64, other: u64) -> u64 {
    let both_ways = |(right, left): (u64, u64)| {
        let clockwise = right | ring.reversed_half(left) << ring.half;
        let backward = left | ring.reversed_half(right) << ring.half;
        clockwise | backward << 32
    };
    let ends = ring.ends_of_runs(both_ways(halves(ring, own)), both_ways(halves(ring, other)));
    let (clockwise, backward) = (ends & 0xFFFF_FFFF, ends >> 32);
    let right = clockwise | ring.reversed_half(backward >> ring.half);
    let left = backward | ring.reversed_half(clockwise >> ring.half);
    _pdep_u64(right, ring.right_half) | _pdep_u64(left, ring.left_half)
}

#[target_feature(enable = "bmi1,bmi2,lzcnt")]
#[inline]
fn ring_flips(ring: &Ring, square: usize, own: u64, other: u64) -> u64 {
    let clockwise = |(right, left): (u64, u64)| right | ring.reversed_half(left) << ring.half;
    let turned = ring.turned(square, clockwise(halves(ring, own)), clockwise(halves(ring, other)));
    let left = ring.reversed_half(turned >> ring.half);
    _pdep_u64(turned, ring.right_half) | _pdep_u64(left, ring.left_half)
}

/// Eight look-ups at a time.
#[target_feature(enable = "avx2")]
#[inline]
fn look_up(look_ups: &LookUps<'_>) -> i32 {
    let LookUps { table, centres, indices, lanes, sign } = *look_ups;
    let sign = _mm256_set1_epi32(i32::from(sign));
    if table.len() < 2 {
        outside();
    }
    let last = _mm256_set1_epi32((table.len() - 2).min(i32::MAX as usize) as i32);
    let mut sums = _mm256_setzero_si256();
    let mut is_inside = _mm256_set1_epi32(-1);
    for (indices, centres) in indices[..lanes].chunks_exact(8).zip(centres.chunks_exact(8)) {
        // SAFETY: the slices cover the 8 numbers that are read; the loads need no alignment.
        let (indices, centres) =
            unsafe { (_mm_loadu_si128(indices.as_ptr().cast()), _mm256_loadu_si256(centres.as_ptr().cast())) };
        let entries = _mm256_add_epi32(centres, _mm256_mullo_epi32(sign, _mm256_cvtepi16_epi32(indices)));
        // Inside are entries that are, without a sign, not above the last but one.
        let inside = _mm256_cmpeq_epi32(_mm256_min_epu32(entries, last), entries);
        is_inside = _mm256_and_si256(is_inside, inside);
        // SAFETY: only lanes inside are read, two weights each: theirs and the next one, which the table has.
        let pairs =
            unsafe { _mm256_mask_i32gather_epi32::<2>(_mm256_setzero_si256(), table.as_ptr().cast(), entries, inside) };
        sums = _mm256_add_epi32(sums, _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(pairs)));
    }
    if _mm256_movemask_epi8(is_inside) != -1 {
        outside();
    }
    let half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let quarter = _mm_add_epi32(half, _mm_shuffle_epi32::<0b0100_1110>(half));
    _mm_cvtsi128_si32(_mm_add_epi32(quarter, _mm_shuffle_epi32::<0b1011_0001>(quarter)))
}

impl Kernel for V3 {
    type Set = u64;

    #[inline(always)]
    fn moves(self, own: u64, other: u64) -> u64 {
        // SAFETY: a V3 exists only where these instructions do; the same holds below.
        unsafe { moves(own, other) }
    }

    #[inline(always)]
    fn flips(self, square: usize, own: u64, other: u64) -> u64 {
        // SAFETY: as above.
        unsafe { flips(square, own, other) }
    }

    #[inline(always)]
    fn last_turned(self, _square: usize, through: &Through<u64>, own: u64, _other: u64) -> i32 {
        // SAFETY: as above.
        unsafe { last_turned(through, own) }
    }

    #[inline(always)]
    fn nth(self, set: u64, index: u32) -> usize {
        // SAFETY: as above.
        unsafe { nth(set, index) }
    }

    #[inline(always)]
    fn ring_moves(self, ring: &Ring, own: u64, other: u64) -> u64 {
        // SAFETY: as above.
        unsafe { ring_moves(ring, own, other) }
    }

    #[inline(always)]
    fn ring_flips(self, ring: &Ring, square: usize, own: u64, other: u64) -> u64 {
        // SAFETY: as above.
        unsafe { ring_flips(ring, square, own, other) }
    }

    #[inline(always)]
    fn look_up(self, look_ups: &LookUps<'_>) -> i32 {
        // SAFETY: as above.
        unsafe { look_up(look_ups) }
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        V3::run(self, work)
    }
}
