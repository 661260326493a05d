//! Right inputs made wrong, by a number: what a reader must refuse without harm. Nothing here knows a format.

use crate::generate::draw;
use std::ops::Range;

/// `input` with one to four wounds: bytes changed, words swapped or doubled, pieces cut out or brought in
/// from `other`, the end cut off. The same numbers give the same bytes.
pub fn damaged(input: &[u8], other: &[u8], seed: u64) -> Vec<u8> {
    let mut dice = Dice { seed, next: 0 };
    let mut bytes = input.to_vec();
    for _ in 0..=dice.below(4) {
        wound(&mut bytes, other, &mut dice);
    }
    bytes
}

struct Dice {
    seed: u64,
    next: u64,
}

impl Dice {
    /// A number below `n`; 0 if there is none.
    fn below(&mut self, n: usize) -> usize {
        self.next += 1;
        (draw(self.seed, self.next) % n.max(1) as u64) as usize
    }
}

/// Texts that can replace a number or a sign, and are likely to be wrong there.
const ODD: [&[u8]; 12] = [
    b"0",
    b"-1",
    b"4294967295",
    b"9223372036854775807",
    b"18446744073709551616",
    b"%",
    b"{",
    b"]",
    b";",
    b"\0",
    b"\xff\xfe",
    "é".as_bytes(),
];

fn wound(bytes: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    match dice.below(8) {
        0 if !bytes.is_empty() => {
            let at = dice.below(bytes.len());
            bytes[at] = dice.below(256) as u8;
        }
        1 if !bytes.is_empty() => {
            let at = dice.below(bytes.len());
            bytes[at] ^= 1 << dice.below(8);
        }
        // A word for a word: mostly of the right kind, in the wrong place.
        2 | 3 => {
            let (to, from) = (word(bytes, dice), word(other, dice));
            bytes.splice(to, other[from].iter().copied());
        }
        4 => {
            let (to, from) = (word(bytes, dice), word(bytes, dice));
            let word = bytes[from].to_vec();
            bytes.splice(to, word);
        }
        5 => {
            let to = word(bytes, dice);
            bytes.splice(to, ODD[dice.below(ODD.len())].iter().copied());
        }
        6 => {
            let (to, from) = (lines(bytes, dice), lines(other, dice));
            bytes.splice(to, other[from].iter().copied());
        }
        _ if dice.below(4) == 0 => bytes.truncate(dice.below(bytes.len())),
        _ => drop(bytes.drain(lines(bytes, dice))),
    }
}

/// A word, or what stands between two.
fn word(bytes: &[u8], dice: &mut Dice) -> Range<usize> {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let at = dice.below(bytes.len());
    let Some(first) = bytes.get(at) else { return 0..0 };
    let same = |b: &u8| is_word(b) == is_word(first);
    let start = bytes[..at].iter().rposition(|b| !same(b)).map_or(0, |n| n + 1);
    let end = bytes[at..].iter().position(|b| !same(b)).map_or(bytes.len(), |n| at + n);
    start..end
}

/// One to three lines.
fn lines(bytes: &[u8], dice: &mut Dice) -> Range<usize> {
    let at = dice.below(bytes.len());
    let start = bytes[..at].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
    let mut end = start;
    for _ in 0..=dice.below(3) {
        end = bytes[end..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| end + n + 1);
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_the_same_each_time_and_mostly_shows() {
        let input = b"one two;\nthree (four)\nfive\n";
        let changed = (0..100).filter(|&n| damaged(input, b"{x}\ny", n) != input).count();
        assert!(changed > 80, "{changed}");
        assert_eq!(damaged(input, b"{x}\ny", 7), damaged(input, b"{x}\ny", 7));
        for n in 0..1000 {
            damaged(b"", b"", n);
            damaged(b"a", b"", n);
        }
    }
}
