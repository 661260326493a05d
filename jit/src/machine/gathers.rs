//! The fastest way to load lanes at unrelated addresses.
//!
//! With microcode that closes a leak through gathers (INTEL-SA-00828), one takes three times as long as
//! scalar loads, and a virtual machine is not told. So each process measures it once, in some microseconds.

use super::Extra;

/// Returns [`Extra::Gather`], or [`Extra::LoadLanes`] where that is faster. For AVX-512.
pub(crate) fn load_at_addresses() -> Extra {
    #[cfg(target_arch = "x86_64")]
    {
        static FASTEST: std::sync::OnceLock<Extra> = std::sync::OnceLock::new();
        *FASTEST.get_or_init(|| {
            let slow = is_x86_feature_detected!("avx512f") && measured::gathers_are_slow();
            if slow { Extra::LoadLanes } else { Extra::Gather }
        })
    }
    #[cfg(not(target_arch = "x86_64"))]
    Extra::Gather
}

#[cfg(target_arch = "x86_64")]
mod measured {
    use std::arch::x86_64::{_mm512_add_pd, _mm512_i64gather_pd, _mm512_loadu_si512, _mm512_setzero_pd};
    use std::hint::black_box;
    use std::time::{Duration, Instant};

    const LANES: usize = 8;
    const ROUNDS: usize = 64;
    const WORDS: usize = LANES * ROUNDS;

    /// The smallest of some times counts, as each may be interrupted.
    const TRIES: usize = 8;

    /// Returns whether gathers take more than one and a half times as long as scalar loads.
    pub(super) fn gathers_are_slow() -> bool {
        let words = [1.0f64; WORDS];
        // Neighbours are lines apart.
        let places: [u64; WORDS] = std::array::from_fn(|n| (n * 33 % WORDS) as u64);
        let (mut gathers, mut loads) = (Duration::MAX, Duration::MAX);
        for _ in 0..TRIES {
            // SAFETY: the caller has seen that the processor has the feature.
            gathers = gathers.min(time(|| unsafe { by_gathers(black_box(&words), black_box(&places)) }));
            loads = loads.min(time(|| by_loads(black_box(&words), black_box(&places))));
        }
        gathers > loads + loads / 2
    }

    fn time<T>(work: impl FnOnce() -> T) -> Duration {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    }

    fn by_loads(words: &[f64; WORDS], places: &[u64; WORDS]) -> [f64; LANES] {
        let mut sums = [0.0; LANES];
        for places in places.chunks_exact(LANES) {
            for (sum, &place) in sums.iter_mut().zip(places) {
                *sum += words[place as usize % WORDS];
            }
        }
        sums
    }

    #[target_feature(enable = "avx512f")]
    fn by_gathers(words: &[f64; WORDS], places: &[u64; WORDS]) -> [f64; LANES] {
        let mut sums = _mm512_setzero_pd();
        for places in places.chunks_exact(LANES) {
            // SAFETY: there are eight places, each that of a word.
            let lanes = unsafe {
                let places = _mm512_loadu_si512(places.as_ptr().cast());
                _mm512_i64gather_pd::<8>(places, words.as_ptr())
            };
            sums = _mm512_add_pd(sums, lanes);
        }
        // SAFETY: both are eight numbers in a row.
        unsafe { std::mem::transmute(sums) }
    }
}
