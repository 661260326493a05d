//! MT19937 (M. Matsumoto and T. Nishimura, "Mersenne twister", 1998), as cuRAND divides its sequence among
//! 8192 subsequences, and orders their numbers.

use crate::source::Source;
use std::sync::OnceLock;

/// Words of a state, of whose first word only the top bit counts.
const SIZE: usize = 624;
/// Distance of the words that a new one is made of.
const MIDDLE: usize = 397;
/// Feedback of a word's lowest bit.
const FEEDBACK: u32 = 0x9908_b0df;
/// Bits of a state.
const DEGREE: usize = 19_937;

/// Subsequences that take turns.
const COUNT: usize = 8192;
/// They are 2^2048 numbers apart, as cuRAND's generator on the host shows. Its manual says 2^1000.
const SUBSEQUENCE: u32 = 2048;
/// Numbers that a subsequence gives at its turn.
const OF_TURN: usize = 8;
/// Turns in which a subsequence gives the words of one state.
const TURNS: usize = SIZE / OF_TURN;

/// Words of a state that its first turn gives.
const FIRST_TURN: [usize; OF_TURN] = [0, 113, 170, 283, 340, 397, 510, 567];
/// Starts of the 56 words each that seven further turns give, each turn one of seven neighbours.
const BLOCKS: [usize; 11] = [1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568];
const NEIGHBOURS: usize = 7;

/// Place in a state of the word that a turn gives as its `number`-th.
fn place(turn: usize, number: usize) -> usize {
    match turn.checked_sub(1) {
        None => FIRST_TURN[number],
        Some(turn) => BLOCKS[turn / NEIGHBOURS] + turn % NEIGHBOURS + NEIGHBOURS * number,
    }
}

type State = [u32; SIZE];

/// Seeds a state as the authors' program does.
fn seeded(seed: u32) -> State {
    let mut state = [seed; SIZE];
    for n in 1..SIZE {
        let before = state[n - 1];
        state[n] = (before ^ before >> 30).wrapping_mul(1_812_433_253).wrapping_add(n as u32);
    }
    state
}

/// The word after a state that begins with `first` and `second`.
fn next(first: u32, second: u32, middle: u32) -> u32 {
    let joined = first & 1 << 31 | second & !(1 << 31);
    middle ^ joined >> 1 ^ if joined & 1 == 1 { FEEDBACK } else { 0 }
}

/// Replaces a state by the words that follow.
fn renew(state: &mut State) {
    for n in 0..SIZE {
        state[n] = next(state[n], state[(n + 1) % SIZE], state[(n + MIDDLE) % SIZE]);
    }
}

/// Number of a word.
fn tempered(word: u32) -> u32 {
    let word = word ^ word >> 11;
    let word = word ^ word << 7 & 0x9d2c_5680;
    let word = word ^ word << 15 & 0xefc6_0000;
    word ^ word >> 18
}

/// Words of a polynomial of a degree below `DEGREE` over the field of two elements, the low coefficients
/// first.
const WORDS: usize = DEGREE.div_ceil(64);

type Polynomial = [u64; WORDS];

fn bit(p: &[u64], n: usize) -> bool {
    p[n / 64] >> (n % 64) & 1 == 1
}

/// Adds a word's bits from a place on. Those behind the end are zero.
fn add_at(p: &mut [u64], word: u64, at: usize) {
    p[at / 64] ^= word << (at % 64);
    if let (1.., Some(high)) = (at % 64, p.get_mut(at / 64 + 1)) {
        *high ^= word >> (64 - at % 64);
    }
}

/// Exponents of the characteristic polynomial of a state's step but the highest, by the formula of the
/// authors' appendix: the bits of the feedback are coefficients of powers of `x^623 + x^396`, then there is
/// one factor `x^624 + x^397`, and the highest bit is added.
fn characteristic() -> Vec<usize> {
    let mut terms = vec![0];
    let times = |terms: &[usize], (high, low): (usize, usize)| {
        let mut product: Vec<usize> = terms.iter().flat_map(|n| [n + high, n + low]).collect();
        product.sort_unstable();
        cancelled(product)
    };
    for n in 0..31 {
        terms = times(&terms, (SIZE - 1, MIDDLE - 1));
        if FEEDBACK >> n & 1 == 1 {
            terms.push(0);
        }
        terms.sort_unstable();
        terms = cancelled(terms);
    }
    terms = times(&terms, (SIZE, MIDDLE));
    if FEEDBACK >> 31 == 1 {
        terms.insert(0, 0);
    }
    terms = cancelled(terms);
    terms.retain(|&n| n < DEGREE);
    terms
}

/// Sorted exponents without pairs, whose sum is zero.
fn cancelled(terms: Vec<usize>) -> Vec<usize> {
    terms.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect()
}

/// Squares a polynomial modulo the characteristic one.
fn square(p: &Polynomial, characteristic: &[usize]) -> Polynomial {
    let mut wide = [0; 2 * WORDS];
    for n in (0..DEGREE).filter(|&n| bit(p, n)) {
        wide[2 * n / 64] |= 1 << (2 * n % 64);
    }
    let inside = DEGREE % 64;
    for n in (WORDS - 1..2 * WORDS).rev() {
        // The last word has coefficients that stay.
        let (high, at) = match n < WORDS {
            true => (wide[n] >> inside, 0),
            false => (wide[n], n * 64 - DEGREE),
        };
        wide[n] = if n < WORDS { wide[n] & !(u64::MAX << inside) } else { 0 };
        for term in characteristic {
            add_at(&mut wide, high, at + term);
        }
    }
    std::array::from_fn(|n| wide[n])
}

/// The power of a state's step that leads to the next subsequence.
fn jump() -> &'static Polynomial {
    static JUMP: OnceLock<Polynomial> = OnceLock::new();
    JUMP.get_or_init(|| {
        let characteristic = characteristic();
        let mut step = [0; WORDS];
        step[0] = 2;
        (0..SUBSEQUENCE).fold(step, |p, _| square(&p, &characteristic))
    })
}

/// Coefficients that are taken at once: sums for all their values fit the nearest cache.
const WINDOW: usize = 4;

/// Adds the words of a state.
fn add(to: &mut State, state: &State) {
    to.iter_mut().zip(state).for_each(|(to, word)| *to ^= word);
}

/// The state that begins the next subsequence: a sum of later states, by Horner's rule, a window at a time.
fn jumped(state: &State) -> State {
    let mut later = [0; SIZE + WINDOW];
    later[..SIZE].copy_from_slice(state);
    (0..WINDOW).for_each(|n| later[n + SIZE] = next(later[n], later[n + 1], later[n + MIDDLE]));
    // Sums of the states that each window asks for.
    let mut sums = [[0; SIZE]; 1 << WINDOW];
    for window in 1..sums.len() {
        sums[window] = sums[window & (window - 1)];
        if let Some(own) = later[window.trailing_zeros() as usize..].first_chunk() {
            add(&mut sums[window], own);
        }
    }
    let jump = jump();
    // The sum is the end of a line that grows as the state moves.
    let mut line = vec![0; SIZE];
    line.reserve_exact(DEGREE + WINDOW);
    for at in (0..DEGREE.div_ceil(WINDOW)).rev().map(|n| n * WINDOW) {
        let start = line.len() - SIZE;
        (start..start + WINDOW).for_each(|n| line.push(next(line[n], line[n + 1], line[n + MIDDLE])));
        let window = (jump[at / 64] >> (at % 64)) as usize % sums.len();
        if let Some(sum) = line.last_chunk_mut() {
            add(sum, &sums[window]);
        }
    }
    std::array::from_fn(|n| line[line.len() - SIZE + n])
}

/// A subsequence: words of the present state, and the next turn of theirs.
struct Subsequence {
    words: Box<State>,
    turn: usize,
}

/// Subsequences that take turns. Each is made when its first turn comes.
pub(crate) struct Twisters {
    subsequences: Vec<Subsequence>,
    /// Start of the first one that is not made yet.
    start: Box<State>,
    /// Place of the next number among those that all subsequences give once.
    place: usize,
}

impl Twisters {
    /// The high half of a seed does not count.
    pub(crate) fn new(seed: u64) -> Twisters {
        Twisters { subsequences: Vec::new(), start: Box::new(seeded(seed as u32)), place: 0 }
    }
}

impl Source for Twisters {
    fn word(&mut self) -> u32 {
        let (number, of_turn) = (self.place / OF_TURN, self.place % OF_TURN);
        if number == self.subsequences.len() {
            if number > 0 {
                *self.start = jumped(&self.start);
            }
            self.subsequences.push(Subsequence { words: self.start.clone(), turn: 0 });
        }
        let Subsequence { words, turn } = &mut self.subsequences[number];
        if (*turn, of_turn) == (0, 0) {
            renew(words);
        }
        let word = words[place(*turn, of_turn)];
        if of_turn == OF_TURN - 1 {
            *turn = (*turn + 1) % TURNS;
        }
        self.place = (self.place + 1) % (COUNT * OF_TURN);
        tempered(word)
    }

    /// Rounded once, unlike those of the other generators.
    fn uniform(&mut self) -> f32 {
        self.wide_uniform() as f32
    }

    /// One word's 32 bits.
    fn wide_uniform(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 32) as f64;
        f64::from(self.word()) * STEP + STEP / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_gives_each_word_once() {
        let mut places: Vec<usize> =
            (0..TURNS).flat_map(|turn| (0..OF_TURN).map(move |number| place(turn, number))).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..SIZE));
    }

    #[test]
    fn numbers_are_those_of_the_authors_program() {
        // The 10,000th number by the seed 5489, as the C++ standard has it.
        let mut state = seeded(5489);
        (0..17).for_each(|_| renew(&mut state));
        assert_eq!(tempered(state[9_999 % SIZE]), 4_123_659_995);
    }

    #[test]
    fn a_polynomial_of_the_step_moves_a_state() {
        // x^(2^15) moves by as many words.
        let characteristic = characteristic();
        assert_eq!(characteristic.len(), 134);
        let mut p = [0; WORDS];
        p[0] = 2;
        let p = (0..15).fold(p, |p, _| square(&p, &characteristic));
        let mut words = seeded(7).to_vec();
        for n in 0..DEGREE + 33_000 {
            words.push(next(words[n], words[n + 1], words[n + MIDDLE]));
        }
        for n in [1, 623, 1000] {
            let sum = (0..DEGREE).filter(|&k| bit(&p, k)).fold(0, |sum, k| sum ^ words[n + k]);
            assert_eq!(sum, words[n + (1 << 15)]);
        }
    }
}
