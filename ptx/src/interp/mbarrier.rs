//! The mbarrier object (PTX ISA, "Asynchronous Barriers"): 64 opaque bits in shared memory, and the effect of
//! arrivals on them.
//!
//! The layout is our own: bits 0..20 are the pending arrivals of the current phase, 20..40 the arrivals
//! expected in each phase, 40..61 the pending bytes of asynchronous copies (two's complement), and bit 63 the
//! parity of the phase. A state token is the object before an arrival. Each operation is a single atomic
//! read-modify-write of the word, so engines need no support for it; this module does not access memory.

/// Bits of an arrival count.
pub const COUNT_BITS: u32 = 20;
/// Position of the expected count.
pub const EXPECTED: u32 = 20;
/// Position of the transaction count.
const BYTES: u32 = 40;
const BYTES_BITS: u32 = 21;
/// Position of the phase's parity.
pub const PHASE: u32 = 63;

const COUNT: u64 = (1 << COUNT_BITS) - 1;
const BYTES_MASK: u64 = (1 << BYTES_BITS) - 1;

/// Returns the object after `bytes` (two's complement) are added to its transaction count and `arrivals` are
/// counted.
pub fn arrive(object: u64, arrivals: u64, bytes: u64, drop: bool) -> u64 {
    let pending = (object & COUNT).wrapping_sub(arrivals) & COUNT;
    let mut expected = object >> EXPECTED & COUNT;
    if drop {
        expected = expected.wrapping_sub(arrivals) & COUNT;
    }
    let bytes = (object >> BYTES).wrapping_add(bytes) & BYTES_MASK;
    let phase = object >> PHASE;
    if pending == 0 && bytes == 0 {
        expected | expected << EXPECTED | (phase ^ 1) << PHASE
    } else {
        pending | expected << EXPECTED | bytes << BYTES | phase << PHASE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn init(count: u64) -> u64 {
        count | count << EXPECTED
    }

    #[test]
    fn a_phase_ends_with_its_last_arrival() {
        let one = arrive(init(3), 2, 0, false);
        assert_eq!((one >> PHASE, one & COUNT), (0, 1));
        assert_eq!(arrive(one, 1, 0, false), init(3) | 1 << PHASE);
    }

    #[test]
    fn a_phase_waits_for_bytes() {
        let waiting = arrive(init(1), 1, 64, false);
        assert_eq!(waiting >> PHASE, 0);
        let half = arrive(waiting, 0, 32u64.wrapping_neg(), false);
        assert_eq!(half >> PHASE, 0);
        assert_eq!(arrive(half, 0, 32u64.wrapping_neg(), false), init(1) | 1 << PHASE);
    }

    #[test]
    fn bytes_may_come_before_they_are_expected() {
        let early = arrive(init(1), 0, 16u64.wrapping_neg(), false);
        assert_eq!(early >> PHASE, 0);
        assert_eq!(arrive(early, 1, 16, false), init(1) | 1 << PHASE);
    }

    #[test]
    fn dropped_arrivals_are_not_expected_again() {
        let dropped = arrive(init(2), 1, 0, true);
        assert_eq!(arrive(dropped, 1, 0, false), init(1) | 1 << PHASE);
    }
}
