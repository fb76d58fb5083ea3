//! The kernel for x86-64-v4: all eight directions in one AVX-512 register, the ring by bit shuffles.
//!
//! Rotation by 64 - n is a shift down by n with wrap-round, so one instruction serves both signs; the
//! rim of the grid, which a run never passes through, keeps wrapped bits harmless.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::lookup::outside;
use super::through::Through;
use super::{Kernel, LookUps, V4, v3};
use crate::ring::Ring;

#[target_feature(enable = "avx512f")]
#[inline]
fn moves(own: u64, other: u64) -> u64 {
    let step = _mm512_set_epi64(1, 8, 7, 9, 63, 56, 57, 55);
    let double = _mm512_add_epi64(step, step);
    let inner = 0x007E_7E7E_7E7E_7E00;
    let (across, along) = (0x7E7E_7E7E_7E7E_7E7E, 0x00FF_FFFF_FFFF_FF00);
    let rims = _mm512_set_epi64(across, along, inner, inner, across, along, inner, inner);
    let own = _mm512_set1_epi64(own as i64);
    let through = _mm512_and_si512(_mm512_set1_epi64(other as i64), rims);

    // f | (m & rotated f), in one instruction.
    const OR_AND: i32 = 0b1111_1000;
    let mut run = _mm512_and_si512(through, _mm512_rolv_epi64(own, step));
    run = _mm512_ternarylogic_epi64::<OR_AND>(run, through, _mm512_rolv_epi64(run, step));
    let pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, step));
    run = _mm512_ternarylogic_epi64::<OR_AND>(run, pairs, _mm512_rolv_epi64(run, double));
    run = _mm512_ternarylogic_epi64::<OR_AND>(run, pairs, _mm512_rolv_epi64(run, double));
    let ends = _mm512_rolv_epi64(run, step);
    v3_together(_mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64::<1>(ends)))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn v3_together(lanes: __m256i) -> u64 {
    v3::together(lanes)
}

#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
#[inline]
fn flips(square: usize, own: u64, other: u64) -> u64 {
    let rays = v3::rays_of(square);
    let own = _mm256_set1_epi64x(own as i64);
    let other = _mm256_set1_epi64x(other as i64);
    let zero = _mm256_setzero_si256();

    // Upward the first square that is not theirs is the lowest bit of the rest of the ray.
    let ray = v3::load(&rays.up);
    let rest = _mm256_andnot_si256(other, ray);
    let closing = _mm256_and_si256(_mm256_and_si256(rest, _mm256_sub_epi64(zero, rest)), own);
    let below = _mm256_add_epi64(closing, _mm256_set1_epi64x(-1));
    let up = _mm256_maskz_and_epi64(_mm256_test_epi64_mask(closing, closing), below, ray);

    // Downward it is the highest bit, found by counting leading zeros.
    let ray = v3::load(&rays.down);
    let rest = _mm256_andnot_si256(other, ray);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(rest));
    let closing = _mm256_and_si256(highest, own);
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(closing, closing));

    // up | (above & ray).
    v3::together(_mm256_ternarylogic_epi64::<0b1111_1000>(up, above, ray))
}

/// Any 64 bits of a word in any order: bit `i` of the result is the bit of `word` that byte `i` names.
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
#[inline]
fn gather(word: u64, bits: &[u8; 64]) -> u64 {
    // SAFETY: the reference covers the 64 bytes that are read; the load needs no alignment.
    let bits = unsafe { _mm512_loadu_si512(bits.as_ptr().cast()) };
    _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(word as i64), bits)
}

#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
#[inline]
fn ring_moves(ring: &Ring, own: u64, other: u64) -> u64 {
    let walk = &ring.walks[Ring::WHOLE];
    let ends = ring.ends_of_runs(gather(own, &walk.lift), gather(other, &walk.lift));
    gather(ends, &walk.lay_clockwise) | gather(ends, &walk.lay_backward)
}

#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
#[inline]
fn ring_flips(ring: &Ring, square: usize, own: u64, other: u64) -> u64 {
    let walk = &ring.walks[square & 63];
    let turned = ring.turned_on_walk(gather(own, &walk.lift), gather(other, &walk.lift));
    gather(turned, &walk.lay_clockwise) | gather(turned, &walk.lay_backward)
}

/// Sixteen look-ups at a time.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn look_up(look_ups: &LookUps<'_>) -> i32 {
    let LookUps { table, centres, indices, lanes, sign } = *look_ups;
    let sign = _mm512_set1_epi32(i32::from(sign));
    let end = _mm512_set1_epi32(table.len().saturating_sub(1).min(i32::MAX as usize) as i32);
    let mut sums = _mm512_setzero_si512();
    let mut outsiders = 0;
    for (indices, centres) in indices[..lanes].chunks_exact(16).zip(centres.chunks_exact(16)) {
        // SAFETY: the slices cover the 16 numbers that are read; the loads need no alignment.
        let (indices, centres) =
            unsafe { (_mm256_loadu_si256(indices.as_ptr().cast()), _mm512_loadu_si512(centres.as_ptr().cast())) };
        let entries = _mm512_add_epi32(centres, _mm512_mullo_epi32(sign, _mm512_cvtepi16_epi32(indices)));
        let inside = _mm512_cmplt_epu32_mask(entries, end);
        outsiders |= !inside;
        // SAFETY: only lanes inside are read, two weights each: theirs and the next one, which the table has.
        let pairs =
            unsafe { _mm512_mask_i32gather_epi32::<2>(_mm512_setzero_si512(), inside, entries, table.as_ptr().cast()) };
        sums = _mm512_add_epi32(sums, _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(pairs)));
    }
    if outsiders != 0 {
        outside();
    }
    _mm512_reduce_add_epi32(sums)
}

impl Kernel for V4 {
    type Set = u64;

    #[inline(always)]
    fn moves(self, own: u64, other: u64) -> u64 {
        // SAFETY: a V4 exists only where these instructions do; the same holds below.
        unsafe { moves(own, other) }
    }

    #[inline(always)]
    fn flips(self, square: usize, own: u64, other: u64) -> u64 {
        // SAFETY: as above.
        unsafe { flips(square, own, other) }
    }

    #[inline(always)]
    fn last_turned(self, _square: usize, through: &Through<u64>, own: u64, _other: u64) -> i32 {
        // SAFETY: as above; level 4 holds level 3.
        unsafe { v3::last_turned(through, own) }
    }

    #[inline(always)]
    fn nth(self, set: u64, index: u32) -> usize {
        // SAFETY: as above; level 4 holds level 3.
        unsafe { v3::nth(set, index) }
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
        V4::run(self, work)
    }
}
