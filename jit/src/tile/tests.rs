//! Products from registers to registers, compared with the reference.

use super::fragments::{Scratch, add_product, multiply};
use super::halves::Words;
use ptx::interp::mma::{Register, answer};
use ptx::ir::{Mma, Op, Round, Scalar};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as u32
    }

    /// Returns registers of elements, mostly numbers in a narrow range, and now and then zeros, subnormal
    /// numbers, large ones and, if they are wanted, any bits.
    fn registers(&mut self, s: Scalar, count: usize, special: bool) -> Vec<Words> {
        let each = 32 / s.bits();
        let mut element = || {
            let (bits, kind) = (self.next(), self.next() % 97);
            let own = match (s, kind) {
                (_, 0) => 0,
                (_, 1) => 1 << (s.bits() - 1),
                (_, 2) => bits & 7,
                (_, 3) if special => bits,
                (Scalar::F32, 4) if special => bits & 0x83ff_ffff | 0x4e00_0000,
                (Scalar::F32 | Scalar::Tf32, _) => bits & 0x81ff_ffff | 0x3e00_0000,
                (Scalar::F16 | Scalar::Bf16, _) => bits & 0x8fff | 0x3000,
                (Scalar::E4m3, _) => bits & 0xbf,
                (Scalar::E5m2, _) => bits & 0x9f | 0x20,
                (Scalar::S32, 4..8) => {
                    if kind % 2 == 0 {
                        i32::MAX as u32 - bits % 99
                    } else {
                        (1 << 31) | (bits % 99)
                    }
                }
                _ => bits,
            };
            own & (u32::MAX >> (32 - s.bits()))
        };
        let mut word = || (0..each).fold(0, |word, n| word | element() << (n * s.bits()));
        (0..count).map(|_| std::array::from_fn(|_| word())).collect()
    }
}

/// Returns whether the processor has the vectors with which all forms are computed directly.
fn has_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    return super::avx512::is_here() && is_x86_feature_detected!("avx512vnni");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[test]
fn products_are_those_of_the_reference() {
    use Scalar::{Bf16, E4m3, E5m2, F16, F32, S8, S32, Tf32, U8};
    let mut forms = Vec::new();
    for sum in [F32, F16] {
        forms.extend([8, 16].map(|k| (F16, F16, k, sum)));
        for (a, b) in [(E4m3, E4m3), (E5m2, E5m2), (E4m3, E5m2), (E5m2, E4m3)] {
            forms.extend([16, 32].map(|k| (a, b, k, sum)));
        }
    }
    forms.extend([(Bf16, Bf16, 8, F32), (Bf16, Bf16, 16, F32), (Tf32, Tf32, 4, F32), (Tf32, Tf32, 8, F32)]);
    for (a, b) in [(S8, S8), (U8, U8), (S8, U8), (U8, S8)] {
        forms.extend([16, 32].map(|k| (a, b, k, S32)));
    }
    let mut random = Random(1);
    for (a, b, k, c) in forms {
        for saturate in [false, true].into_iter().take(if c == S32 { 2 } else { 1 }) {
            let (round, and, sparse, quads) = (Round::Nearest, false, None, None);
            let mma = Mma { m: 16, n: 8, k, a, b, c, d: c, round, saturate, and, sparse, quads };
            let (mut direct, trials) = (0, 60);
            for n in 0..trials {
                let special = n % 4 == 0;
                let [left, right, sums, _] = mma.registers();
                let left = random.registers(a, left, special);
                let right = random.registers(b, right, special);
                let sums = random.registers(c, sums, special);
                let registers = [left.clone(), right.clone(), sums.clone()].concat();
                let words: Vec<Register> = registers.iter().map(|row| row.map(u64::from)).collect();
                let wanted: Vec<Words> =
                    answer(&Op::Mma(mma), &words).iter().map(|row| row.map(|word| word as u32)).collect();
                let mut got = sums.clone();
                if add_product(&mma, &left, &right, &mut got) {
                    direct += 1;
                    assert!(got == wanted, "{mma:?}, {n}");
                } else {
                    assert!(got == sums, "{mma:?}, {n}: sums changed");
                }
                let mut scratch = Scratch::default();
                if multiply(&mma, &registers, &mut scratch) {
                    assert!(scratch.results == wanted, "{mma:?}, {n}, by any way");
                }
            }
            assert!(!has_vectors() || direct > trials / 2, "{mma:?}: {direct} of {trials}");
        }
    }
}
