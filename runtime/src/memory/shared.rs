//! Names of memory shared with other processes: a file of a process, and the position in it.

use crate::sync::{Mutex, Rank};
use std::collections::BTreeMap;

/// Magic number of a handle.
const MEMORY: u64 = u64::from_le_bytes(*b"hipsoftm");

/// Memory in a file of a process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Shared {
    /// Number of the process.
    pub(crate) process: u32,
    pub(super) file: u32,
    /// Inode: distinguishes the file from one of a later process with the same number.
    pub(super) inode: u64,
    pub(super) offset: u64,
    pub(crate) bytes: u64,
}

impl Shared {
    /// Encodes it, with an additional word, as a handle.
    pub(crate) fn to_bytes(self, word: u64) -> [u8; 64] {
        let numbers = [
            MEMORY,
            u64::from(self.process) << 32 | u64::from(self.file),
            self.inode,
            self.offset,
            self.bytes,
            word,
        ];
        let mut bytes = [0; 64];
        for (to, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            to.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// Decodes a handle; `None` for other bytes.
    pub(crate) fn from_bytes(bytes: &[u8; 64]) -> Option<(Shared, u64)> {
        let number = |n: usize| bytes[n * 8..n * 8 + 8].try_into().map(u64::from_le_bytes).ok();
        if number(0)? != MEMORY {
            return None;
        }
        let (process, file) = ((number(1)? >> 32) as u32, number(1)? as u32);
        let shared = Shared { process, file, inode: number(2)?, offset: number(3)?, bytes: number(4)? };
        Some((shared, number(5)?))
    }
}

/// Open memory of other processes: address and number of opens.
pub(super) struct Opened(pub(super) Mutex<BTreeMap<Shared, (u64, u32)>>);

impl Default for Opened {
    fn default() -> Self {
        Opened(Mutex::new(Rank::Object, BTreeMap::new()))
    }
}
