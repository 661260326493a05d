//! Order of the texts of a block.
//!
//! On a GPU the lanes of a warp run in lock step: texts that they print at one place of the program appear
//! together, lane by lane. Engines run lanes one after the other, or some together. This module restores the
//! order from each thread's texts and their places, so that it does not depend on the engine.

use super::Channel;
use std::collections::VecDeque;

/// A text of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadText {
    /// Linear index of the thread in its block.
    pub thread: u32,
    /// Place in the program: index of the instruction, in the order of the text.
    pub place: u32,
    /// Kind and text.
    pub text: Text,
}

/// Kind of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Text {
    /// `printf`.
    Print(Vec<u8>),
    /// Failed assertion, which ends the output of its warp.
    Assertion(Vec<u8>),
}

/// Sorts the texts of a block's threads between two barriers. The texts of each thread are in program order.
///
/// Of a warp's lanes, those at the earliest place in the program come first: the others wait for them where
/// they reconverge.
pub fn sort_texts(said: Vec<ThreadText>) -> Vec<(Channel, Vec<u8>)> {
    let mut lanes: Vec<(u32, VecDeque<ThreadText>)> = Vec::new();
    for word in said {
        match lanes.binary_search_by_key(&word.thread, |lane| lane.0) {
            Ok(at) => lanes[at].1.push_back(word),
            Err(at) => lanes.insert(at, (word.thread, VecDeque::from([word]))),
        }
    }
    let mut texts = Vec::new();
    for warp in lanes.chunk_by_mut(|a, b| a.0 / crate::exec::WARP == b.0 / crate::exec::WARP) {
        while let Some(place) = warp.iter().filter_map(|lane| lane.1.front()).map(|word| word.place).min() {
            let mut failed = false;
            for (_, words) in warp.iter_mut() {
                match words.pop_front_if(|word| word.place == place).map(|word| word.text) {
                    Some(Text::Print(text)) => texts.push((Channel::Out, text)),
                    Some(Text::Assertion(text)) => {
                        texts.push((Channel::Err, text));
                        failed = true;
                    }
                    None => {}
                }
            }
            if failed {
                break;
            }
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(said: &[(u32, u32, &str)]) -> String {
        let said = said.iter().map(|&(thread, place, text)| {
            let bytes = text.as_bytes().to_vec();
            let text = if text == "!" { Text::Assertion(bytes) } else { Text::Print(bytes) };
            ThreadText { thread, place, text }
        });
        let ordered = sort_texts(said.collect()).into_iter().map(|(_, text)| String::from_utf8(text));
        ordered.collect::<Result<String, _>>().expect("the texts above")
    }

    #[test]
    fn lanes_print_in_lock_step() {
        let said = [(0, 1, "a"), (0, 2, "b"), (0, 9, "c"), (1, 1, "A"), (1, 9, "C"), (40, 1, "x")];
        assert_eq!(text(&said), "aAbcCx");
        let turned = [(40, 1, "x"), (1, 1, "A"), (1, 9, "C"), (0, 1, "a"), (0, 2, "b"), (0, 9, "c")];
        assert_eq!(text(&turned), "aAbcCx");
    }

    #[test]
    fn lanes_that_leave_a_loop_wait() {
        let said = [(0, 1, "a"), (0, 5, "e"), (1, 1, "b"), (1, 1, "c"), (1, 5, "f")];
        assert_eq!(text(&said), "abcef");
    }

    #[test]
    fn nothing_follows_an_assertion_in_its_warp() {
        let said = [(0, 1, "a"), (0, 3, "b"), (1, 1, "A"), (1, 2, "!"), (2, 2, "!"), (32, 3, "x")];
        assert_eq!(text(&said), "aA!!x");
    }
}
