//! Search for the value that a thread waited for: the first unseen value of a word that satisfies its loop
//! condition.
//!
//! The thread evaluates its condition on earlier values, from both ends: upwards from the last value that its
//! block has seen, which is fast for a ring buffer whose producer is far ahead; and downwards from the value
//! found, which is fast for a counter that many blocks increment. After many answers the upward search
//! becomes a bisection, because words with so many values are counters. If the block has not seen the word
//! before, only the downward search is made: earlier values may belong to an earlier use of the word.

use super::words::{Copy, Shape, Word};

/// Answers after which the upward search becomes a bisection.
const LINEAR_PROBES: u32 = 64;

/// Search on behalf of one thread.
pub(super) struct Search {
    shape: Shape,
    pub(super) executed: u64,
    /// Latest place whose value does not satisfy the condition; `None` before one was evaluated.
    low: Option<u64>,
    /// Earliest place whose value is known to satisfy the condition.
    pub(super) high: u64,
    probe: Probe,
    value: u64,
    answers: u32,
}

/// Place of the last evaluated value.
#[derive(Clone, Copy)]
enum Probe {
    Nothing,
    /// Last place that the block has seen.
    Seen(u64),
    Place(u64),
}

/// Result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A value that the thread had already seen.
    Before,
    /// The write at this place.
    Write(u64),
    /// A copy or fill.
    Copied(Copy),
}

impl Search {
    pub(super) fn new(shape: Shape, executed: u64, high: u64) -> Search {
        Search { shape, executed, low: None, high, probe: Probe::Nothing, value: 0, answers: 0 }
    }

    /// Address of the word.
    pub(super) fn word(&self) -> u64 {
        self.shape.word()
    }

    /// Value to evaluate next.
    pub(super) fn candidate(&self) -> u64 {
        self.value
    }

    /// Chooses the next value to evaluate, or returns the result. `seen` is the last place that the block has
    /// seen.
    pub(super) fn next(&mut self, word: &Word, seen: Option<u64>) -> Result<(), Found> {
        if let (0, Some(seen)) = (self.answers, seen) {
            let seen = seen.max(word.start());
            if seen >= self.high {
                return Err(Found::Before);
            }
            if let Some(value) = self.value(word, seen) {
                (self.probe, self.value) = (Probe::Seen(seen), value);
                return Ok(());
            }
        }
        if self.high <= word.start() {
            return Err(Found::Before);
        }
        let down = self.high - 1;
        if self.low.is_some_and(|low| low >= down) {
            return Err(Found::Write(self.high));
        }
        let up = self
            .low
            .filter(|_| !self.answers.is_multiple_of(2))
            .map(|low| if self.answers > LINEAR_PROBES { low.midpoint(self.high) } else { low + 1 });
        for place in up.into_iter().chain([down]) {
            if let Some(value) = self.value(word, place) {
                (self.probe, self.value) = (Probe::Place(place), value);
                return Ok(());
            }
        }
        Err(Found::Write(self.high))
    }

    /// Takes the result of an evaluation. Returns the search's result, if it is known now. `copy` returns the
    /// last copy before a write number.
    pub(super) fn answer(
        &mut self,
        exits: bool,
        word: &Word,
        copy: impl Fn(u64) -> Option<Copy>,
    ) -> Option<Found> {
        self.answers += 1;
        match (std::mem::replace(&mut self.probe, Probe::Nothing), exits) {
            (Probe::Nothing, _) => return Some(Found::Write(self.high)),
            (Probe::Seen(_), true) => return Some(Found::Before),
            (Probe::Seen(place) | Probe::Place(place), false) => self.low = Some(place),
            (Probe::Place(place), true) => {
                // The value before a write stems from the preceding write, or from a later copy.
                let when = |place| word.write(place).map_or(0, |write| write.when);
                if place + 1 == self.high
                    && let Some(copy) = copy(when(self.high)).filter(|copy| copy.when > when(place))
                {
                    return Some(Found::Copied(copy));
                }
                self.high = place;
            }
        }
        None
    }

    fn value(&self, word: &Word, place: u64) -> Option<u64> {
        word.write(place + 1).filter(|write| write.shape == self.shape)?.old
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::Write;
    use super::*;

    const SHAPE: Shape = Shape { address: 64, bytes: 4 };

    /// A word that had these values in sequence, the first before any write.
    fn word(values: &[u64]) -> Word {
        let mut word = Word::default();
        for pair in values.windows(2) {
            let write = Write::new((1, 0), 0, SHAPE, true, true).with_values(Some(pair[0]), Some(pair[1]));
            word.push(write);
        }
        word
    }

    /// Result for a thread that found the last value, and the number of evaluations.
    fn found(values: &[u64], seen: Option<u64>, goes_on: impl Fn(u64) -> bool) -> (Found, u32) {
        let word = word(values);
        let mut search = Search::new(SHAPE, 0, word.last());
        for asked in 0.. {
            if let Err(found) = search.next(&word, seen) {
                return (found, asked);
            }
            let exits = goes_on(search.candidate());
            if let Some(found) = search.answer(exits, &word, |_| None) {
                return (found, asked + 1);
            }
        }
        unreachable!("the search ends")
    }

    #[test]
    fn a_counter_far_ahead() {
        let values: Vec<u64> = (0..1000).collect();
        assert_eq!(found(&values, Some(4), |value| value >= 5), (Found::Write(5), 2));
        assert_eq!(found(&values, Some(4), |value| value >= 4), (Found::Before, 1));
        assert_eq!(found(&values, None, |value| value >= 990), (Found::Write(990), 10));
        assert_eq!(found(&values, None, |_| true), (Found::Before, 999));
        let (middle, asked) = found(&values, Some(0), |value| value >= 500);
        assert_eq!(middle, Found::Write(500));
        assert!(asked < 2 * LINEAR_PROBES, "asked {asked} times");
    }

    #[test]
    fn a_word_that_is_reset() {
        // A value before the reset would satisfy the condition, but belongs to an earlier use.
        assert_eq!(found(&[0, 1, 2, 0, 1, 2], None, |value| value > 0).0, Found::Write(4));
        assert_eq!(found(&[0, 1, 0, 1, 0, 1], Some(2), |value| value == 1).0, Found::Write(3));
    }

    /// For words that only grow, the result is the first value that satisfies the condition, for any seen
    /// place.
    #[test]
    fn the_first_that_satisfies() {
        let mut asked = 0;
        for number in 0..3u64.pow(7) {
            let mut values = vec![0];
            for place in 0..7 {
                values.push(values[place] + number / 3u64.pow(place as u32) % 3);
            }
            for least in 0..=values[7] {
                let first =
                    values.iter().position(|&value| value >= least).expect("the last one does") as u64;
                for seen in (0..=7).map(Some).chain([None]) {
                    let expected = match first {
                        0 => Found::Before,
                        first if seen.is_some_and(|seen| first <= seen) => Found::Before,
                        first => Found::Write(first),
                    };
                    assert_eq!(
                        found(&values, seen, |value| value >= least).0,
                        expected,
                        "{values:?} {least} {seen:?}"
                    );
                    asked += 1;
                }
            }
        }
        assert!(asked > 100_000, "{asked} cases");
    }
}
