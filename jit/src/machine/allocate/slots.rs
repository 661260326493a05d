//! Places of values in the stack frame. Values that are never live at once share them.

use crate::machine::inst::{NONE, Reg};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Log2 of the largest value, bytes.
const LARGEST: usize = 6;

pub(super) struct Slots {
    bytes: u32,
    of: Vec<u32>,
    /// Places by log2 of the size, each with the last block in which its values are live; the one that is
    /// free first comes first.
    free: [BinaryHeap<Reverse<(u32, u32)>>; LARGEST + 1],
    aside: u32,
}

impl Slots {
    pub(super) fn new(bytes: u32, values: usize) -> Slots {
        Slots {
            bytes: bytes.next_multiple_of(64),
            of: vec![NONE; values],
            free: Default::default(),
            aside: NONE,
        }
    }

    /// Returns the place of a value of 2 to the `log_bytes` bytes, which is live in a range of blocks.
    pub(super) fn of(&mut self, reg: Reg, log_bytes: u8, (first, last): (u32, u32)) -> u32 {
        let known = self.of[reg as usize];
        if known != NONE {
            return known;
        }
        let size = 1 << log_bytes;
        let free = &mut self.free[usize::from(log_bytes)];
        let at = match free.peek() {
            Some(&Reverse((end, at))) if end < first => {
                free.pop();
                at
            }
            _ => {
                let at = self.bytes.next_multiple_of(size);
                self.bytes = at + size;
                at
            }
        };
        free.push(Reverse((last, at)));
        self.of[reg as usize] = at;
        at
    }

    /// Returns a place for one value of any size.
    pub(super) fn aside(&mut self) -> u32 {
        if self.aside == NONE {
            self.aside = self.bytes.next_multiple_of(64);
            self.bytes = self.aside + 64;
        }
        self.aside
    }

    pub(super) fn bytes(&self) -> u32 {
        self.bytes
    }
}
