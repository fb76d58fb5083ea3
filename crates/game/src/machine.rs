//! What this machine can do, and a way to compile hot code for it.
//!
//! The program runs on any x86-64 (and any other architecture): code is compiled for the oldest machine
//! and, a second time, inside the `with_*` functions here for newer ones. A function that is inlined
//! into the closure given to them is compiled for the newer machine. Tokens prove that the machine was
//! asked, so that the functions are safe to call.
#![allow(unsafe_code)]

/// The machine has the instructions of x86-64-v3 (AVX2, BMI, LZCNT, POPCNT), with fast PEXT and PDEP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct V3(());

/// The machine has the instructions of x86-64-v4 (AVX-512 F, BW, CD, DQ, VL) as well, with the bit
/// shuffles (BITALG) of Ice Lake, Zen 4 and later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct V4(());

/// The best level of this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Nothing beyond the base of the architecture may be assumed.
    Portable,
    /// x86-64-v3.
    V3(V3),
    /// x86-64-v4.
    V4(V4),
}

impl Level {
    /// Asks the machine. `ENBAN_LEVEL=portable` or `v3` holds it down to a lower level, for measuring
    /// and for looking at a fault that only one level shows.
    pub fn detect() -> Self {
        let cap = std::env::var("ENBAN_LEVEL").unwrap_or_default();
        match (detect(), cap.as_str()) {
            (_, "portable") => Self::Portable,
            (Self::V4(_), "v3") => V3::detect().map_or(Self::Portable, Self::V3),
            (level, _) => level,
        }
    }

    /// The level's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::V3(_) => "v3",
            Self::V4(_) => "v4",
        }
    }
}

fn detect() -> Level {
    match (V4::detect(), V3::detect()) {
        (Some(v4), _) => Level::V4(v4),
        (None, Some(v3)) => Level::V3(v3),
        (None, None) => Level::Portable,
    }
}

#[cfg(all(target_arch = "x86_64", not(enban_portable)))]
impl V3 {
    /// A token if the machine has this level.
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        (has && !pext_is_slow()).then_some(Self(()))
    }

    /// Runs code compiled for this level.
    #[inline(always)]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: the token exists only where the features were detected.
        unsafe { with_v3(work) }
    }
}

#[cfg(all(target_arch = "x86_64", not(enban_portable)))]
impl V4 {
    /// A token if the machine has this level.
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg");
        (has && V3::detect().is_some()).then_some(Self(()))
    }

    /// Runs code compiled for this level.
    #[inline(always)]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: the token exists only where the features were detected.
        unsafe { with_v4(work) }
    }
}

/// AMD's processors before Zen 3 (family 25) have PEXT in microcode: tens of times slower than the
/// portable way.
#[cfg(all(target_arch = "x86_64", not(enban_portable)))]
fn pext_is_slow() -> bool {
    use std::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    let amd = [vendor.ebx, vendor.edx, vendor.ecx] == [0x6874_7541, 0x6974_6E65, 0x444D_4163];
    let version = __cpuid(1).eax;
    let family = (version >> 8 & 0xF) + if version >> 8 & 0xF == 0xF { version >> 20 & 0xFF } else { 0 };
    amd && family < 25
}

#[cfg(all(target_arch = "x86_64", not(enban_portable)))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_v3<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(all(target_arch = "x86_64", not(enban_portable)))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512bitalg")]
fn with_v4<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(not(all(target_arch = "x86_64", not(enban_portable))))]
mod absent {
    use super::{V3, V4};

    impl V3 {
        /// Never on this architecture.
        pub fn detect() -> Option<Self> {
            None
        }

        /// Runs code.
        #[inline(always)]
        pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
            work()
        }
    }

    impl V4 {
        /// Never on this architecture.
        pub fn detect() -> Option<Self> {
            None
        }

        /// Runs code.
        #[inline(always)]
        pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
            work()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_gives_the_same_answer_at_every_level() {
        let count = |words: &[u64]| words.iter().map(|word| word.count_ones()).sum::<u32>();
        let words: Vec<u64> = (0..100).map(crate::rng::mix).collect();
        let plain = count(&words);
        if let Some(v3) = V3::detect() {
            assert_eq!(v3.run(|| count(&words)), plain);
        }
        if let Some(v4) = V4::detect() {
            assert_eq!(v4.run(|| count(&words)), plain);
            assert!(V3::detect().is_some(), "level 4 holds level 3");
        }
    }
}
