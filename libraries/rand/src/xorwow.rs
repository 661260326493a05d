//! XORWOW (G. Marsaglia, "Xorshift RNGs", 2003), as CUDA seeds and divides it.

use crate::source::Source;

/// Five shifted words, and a Weyl sequence that is added to them.
#[derive(Clone, Debug)]
pub(crate) struct Xorwow {
    words: [u32; 5],
    weyl: u32,
}

const WEYL_STEP: u32 = 362_437;

/// Subsequences are 2^67 numbers apart.
const SUBSEQUENCE: u32 = 67;

/// A polynomial over the field of two elements, the low coefficients first.
type Polynomial = [u32; 5];

/// The characteristic polynomial of the words' step, without its term x^160.
const CHARACTERISTIC: Polynomial = [0x0006_0001, 0x0861_0030, 0x0006_2121, 0x0f3c_0035, 0x0000_0f0e];

fn bits(p: &Polynomial) -> impl Iterator<Item = bool> + use<> {
    let p = *p;
    (0..160).map(move |bit| p[bit / 32] >> (bit % 32) & 1 == 1)
}

fn add(a: &mut Polynomial, b: &Polynomial) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
}

/// Multiplies by x.
fn shift(p: &mut Polynomial) {
    let carry = p[4] >> 31 == 1;
    for n in (1..5).rev() {
        p[n] = p[n] << 1 | p[n - 1] >> 31;
    }
    p[0] <<= 1;
    if carry {
        add(p, &CHARACTERISTIC);
    }
}

fn product(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let (mut sum, mut a) = ([0; 5], *a);
    for bit in bits(b) {
        if bit {
            add(&mut sum, &a);
        }
        shift(&mut a);
    }
    sum
}

/// x^(2^exponent)
fn power(exponent: u32) -> Polynomial {
    (0..exponent).fold([2, 0, 0, 0, 0], |p, _| product(&p, &p))
}

impl Xorwow {
    pub(crate) fn new(seed: u64) -> Xorwow {
        let low = (seed as u32 ^ 0xaad2_6b49).wrapping_mul(1_099_087_573);
        let high = ((seed >> 32) as u32 ^ 0xf7dc_efdd).wrapping_mul(2_591_861_531);
        let words = [
            123_456_789u32.wrapping_add(low),
            362_436_069 ^ low,
            521_288_629u32.wrapping_add(high),
            88_675_123 ^ high,
            5_783_321u32.wrapping_add(low),
        ];
        Xorwow { words, weyl: 6_615_241u32.wrapping_add(low).wrapping_add(high) }
    }

    fn step(&mut self) {
        let [a, b, c, d, e] = self.words;
        let t = a ^ a >> 2;
        self.words = [b, c, d, e, e ^ e << 4 ^ t ^ t << 1];
    }

    /// Moves the words by a polynomial in the step: the sum of the states that it chooses.
    fn jump(&mut self, by: &Polynomial) {
        let mut sum = [0; 5];
        for bit in bits(by) {
            if bit {
                add(&mut sum, &self.words);
            }
            self.step();
        }
        self.words = sum;
    }

    /// Beginnings of the first subsequences, each moved by a number of steps.
    pub(crate) fn subsequences(seed: u64, count: usize, steps: u64) -> Vec<Xorwow> {
        let mut one = Xorwow::new(seed);
        for bit in (0..64).filter(|bit| steps >> bit & 1 == 1) {
            one.jump(&power(bit));
        }
        one.weyl = one.weyl.wrapping_add(WEYL_STEP.wrapping_mul(steps as u32));
        let next = power(SUBSEQUENCE);
        let mut all = Vec::with_capacity(count);
        for _ in 0..count {
            all.push(one.clone());
            one.jump(&next);
        }
        all
    }
}

impl Source for Xorwow {
    fn word(&mut self) -> u32 {
        self.step();
        self.weyl = self.weyl.wrapping_add(WEYL_STEP);
        self.words[4].wrapping_add(self.weyl)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_characteristic_polynomial_is_that_of_the_step() {
        for seed in 0..8 {
            let mut moved = Xorwow::new(seed);
            let mut stepped = moved.clone();
            moved.jump(&CHARACTERISTIC);
            (0..160).for_each(|_| stepped.step());
            assert_eq!(moved.words, stepped.words);
        }
    }

    #[test]
    fn the_header_has_the_powers() {
        let header = include_str!("../include/hiprand/kernel/xorwow_powers.h");
        let rows: Vec<&str> = header.lines().filter(|line| line.starts_with("    {")).collect();
        assert_eq!(rows.len(), 131);
        let mut p = power(0);
        for row in rows {
            let words: Vec<String> = p.iter().map(|word| format!("{word:#010x}")).collect();
            assert_eq!(row, format!("    {{{}}},", words.join(", ")));
            p = product(&p, &p);
        }
    }
}
