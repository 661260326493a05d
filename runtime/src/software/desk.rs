//! The desk of a context: what its kernels ask of the host arrives there. Output that waits to be written,
//! and the device's heap.
//!
//! Output is written when a program waits for the device (CUDA programming guide, "Formatted Output"): launch
//! by launch, and block by block. What is never waited for is never written.

pub(crate) mod ledger;
pub(crate) mod parameters;

use super::textures::Retired;
use crate::sync::{Arc, AtomicU64, Mutex, Ordering, Rank};
use ledger::Ledger;
use parameters::Parameters;
use ptx::system::{Channel, Heap};
use ptx::texture::Table;
use std::collections::{BTreeMap, VecDeque};

/// Defaults of `hipLimit_t` 1 and 2, bytes (observed on an H200).
pub(crate) const PRINTF_BYTES: u64 = 8_650_752;
pub(crate) const HEAP_BYTES: u64 = 8 << 20;

/// The desk of a context, where its kernels' requests arrive.
#[derive(Debug)]
pub(crate) struct Desk {
    said: Mutex<Said>,
    /// Heap that kernels allocate from, once one has.
    pub(crate) heap: Mutex<Option<Heap>>,
    /// Held while output is written, so that it comes in order.
    writing: Mutex<()>,
    /// Most bytes of output that wait; the oldest go when there are more.
    printf_bytes: AtomicU64,
    pub(crate) heap_bytes: AtomicU64,
    /// Buffers for arguments of launches by kernels.
    pub(crate) parameters: Parameters,
    /// Costs of launches by kernels.
    pub(crate) ledger: Ledger,
    /// Addresses of the names and texts of errors that kernels have requested, by their numbers.
    pub(crate) texts: Mutex<BTreeMap<u32, [u64; 2]>>,
    /// The textures and surfaces of the context.
    pub(crate) textures: Arc<Table>,
    /// Handles of those that were destroyed.
    pub(crate) retired: Mutex<Retired>,
}

/// Bytes and where they go.
type Text = (Channel, Vec<u8>);

/// Output that waits.
#[derive(Default, Debug)]
struct Said {
    /// By launch and block.
    texts: BTreeMap<(u64, u64), VecDeque<Text>>,
    bytes: u64,
    /// Launch and block below which texts were dropped for lack of room.
    floor: (u64, u64),
    /// Something was said in this context.
    used: bool,
}

impl Default for Desk {
    fn default() -> Self {
        Desk {
            said: Mutex::new(Rank::Leaf, Said::default()),
            heap: Mutex::new(Rank::KernelHeap, None),
            writing: Mutex::new(Rank::Object, ()),
            printf_bytes: AtomicU64::new(PRINTF_BYTES),
            heap_bytes: AtomicU64::new(HEAP_BYTES),
            parameters: Parameters::default(),
            ledger: Ledger::default(),
            texts: Mutex::new(Rank::KernelHeap, BTreeMap::new()),
            textures: Arc::default(),
            retired: Mutex::new(Rank::Object, Retired::default()),
        }
    }
}

impl Said {
    fn add(&mut self, key: (u64, u64), texts: Vec<Text>, limit: u64) {
        self.used = true;
        // Which blocks are late is chance; what stays must not be.
        if key < self.floor {
            return;
        }
        self.bytes += texts.iter().map(|(_, text)| text.len() as u64).sum::<u64>();
        self.texts.entry(key).or_default().extend(texts);
        while self.bytes > limit
            && let Some(mut oldest) = self.texts.first_entry()
        {
            self.floor = *oldest.key();
            match oldest.get_mut().pop_front() {
                Some((_, text)) => self.bytes -= text.len() as u64,
                None => {
                    oldest.remove();
                }
            }
        }
    }

    fn take(&mut self) -> impl Iterator<Item = Text> + use<> {
        (self.bytes, self.floor) = (0, (0, 0));
        std::mem::take(&mut self.texts).into_values().flatten()
    }
}

impl Desk {
    /// Takes output of a block of a launch.
    pub(crate) fn say(&self, (grid, block): (u64, u64), texts: Vec<Text>) {
        let limit = self.printf_bytes.load(Ordering::Relaxed);
        self.said.lock().add((grid, block), texts, limit);
    }

    /// Writes what waits.
    pub(crate) fn write(&self) {
        let _writing = self.writing.lock();
        let mut bytes: BTreeMap<Channel, Vec<u8>> = BTreeMap::new();
        for (channel, text) in self.said.lock().take() {
            bytes.entry(channel).or_default().extend(text);
        }
        for (channel, bytes) in bytes {
            crate::exec::stdio::write(channel, &bytes);
        }
    }

    /// Sets how much output may wait; `false` if a kernel has said something already.
    pub(crate) fn limit_printf(&self, bytes: u64) -> bool {
        let used = self.said.lock().used;
        if !used {
            self.printf_bytes.store(bytes, Ordering::Relaxed);
        }
        !used
    }

    /// Sets the size of the heap; `false` if a kernel has used it already.
    pub(crate) fn limit_heap(&self, bytes: u64) -> bool {
        let heap = self.heap.lock();
        if heap.is_none() {
            self.heap_bytes.store(bytes, Ordering::Relaxed);
        }
        heap.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(said: &mut Said) -> String {
        said.take().map(|(_, text)| String::from_utf8(text).expect("the texts below")).collect()
    }

    #[test]
    fn the_newest_stay_whatever_the_order() {
        let texts = |n: u64| {
            vec![(Channel::Out, format!("{n}a").into_bytes()), (Channel::Out, format!("{n}b").into())]
        };
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]] {
            let mut said = Said::default();
            order.into_iter().for_each(|n| said.add((7, n), texts(n), 10));
            assert_eq!(text(&mut said), "1b2a2b3a3b", "{order:?}");
            said.add((7, 0), texts(0), 10);
            assert_eq!(text(&mut said), "0a0b", "what was written leaves room");
        }
    }
}
