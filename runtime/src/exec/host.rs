//! What kernels of a context ask of the host: output that waits to be written, and the device's heap.
//!
//! Output is written when a program waits for the device (CUDA programming guide, "Formatted Output"): launch by
//! launch, and block by block. What is never waited for is never written.

use super::child::{Family, Ledger, Parameters};
use super::due::Dues;
use crate::api::texture::{Made, Retired};
use crate::check::checker;
use crate::memory::multicast::Routes;
use crate::memory::{AllocationKind, Request};
use crate::object::{ContextObject, ModuleObject};
use crate::state::process;
use crate::sync::{Arc, AtomicU64, Mutex, Ordering, Rank};
use ptx::exec::FaultKind;
use ptx::system::{Call, Caller, Channel, Freed, Heap, Host, Output, Reach, only_replica};
use ptx::texture::Table;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Weak;

/// What `hipLimit_t` 1 and 2 start with on an H200.
pub(crate) const PRINTF_BYTES: u64 = 8_650_752;
pub(crate) const HEAP_BYTES: u64 = 8 << 20;

/// The desk of a context, where its kernels' requests arrive.
#[derive(Debug)]
pub(crate) struct Desk {
    said: Mutex<Said>,
    heap: Mutex<Option<Heap>>,
    /// Held while output is written, so that it comes in order.
    writing: Mutex<()>,
    /// Most bytes of output that wait; the oldest go when there are more.
    printf_bytes: AtomicU64,
    heap_bytes: AtomicU64,
    /// Where arguments of launches by kernels are written.
    pub(crate) parameters: Parameters,
    /// What launches by kernels came to.
    pub(crate) ledger: Ledger,
    /// Where the names and texts of errors lie, by their numbers, once a kernel has asked.
    pub(super) texts: Mutex<BTreeMap<u32, [u64; 2]>>,
    /// The textures and surfaces of the context.
    pub(crate) textures: Arc<Table>,
    /// What each of them was made of.
    pub(crate) made: Mutex<BTreeMap<u64, Made>>,
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
    /// What is older than this was too much.
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
            made: Mutex::new(Rank::Leaf, BTreeMap::new()),
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
    /// Writes what waits.
    pub(crate) fn write(&self) {
        let _writing = self.writing.lock();
        let mut bytes: BTreeMap<Channel, Vec<u8>> = BTreeMap::new();
        for (channel, text) in self.said.lock().take() {
            bytes.entry(channel).or_default().extend(text);
        }
        for (channel, bytes) in bytes {
            super::stdio::write(channel, &bytes);
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

/// The desk as one launch sees it.
pub(crate) struct Requests {
    /// Itself: what it launches keeps it.
    pub(super) this: Weak<Requests>,
    pub(crate) family: Family,
    pub(crate) desk: Arc<Desk>,
    /// Number of the launch.
    pub(crate) grid: u64,
    /// Ordinal of the device.
    pub(crate) device: usize,
    /// The word of the context that owns the heap.
    pub(crate) owner: u64,
    /// Cycles that an instruction of its threads takes, if there is a timeline.
    pub(super) pace: Option<u64>,
    /// Which of its blocks draw next.
    pub(super) dues: Dues,
    /// Where the multicast addresses that it may use lead.
    routes: Option<Arc<Routes>>,
}

impl Requests {
    /// For a launch of a kernel of a module, in a context: its number, its blocks and the threads of each; and the pace of those.
    pub(crate) fn new(
        context: &Arc<ContextObject>,
        module: Option<Arc<ModuleObject>>,
        (grid, shape): (u64, (u64, u32)),
        (device, pace): (usize, Option<u64>),
    ) -> Arc<Requests> {
        Arc::new_cyclic(|this| Requests {
            this: Weak::clone(this),
            family: Family::new(Arc::clone(context), module, shape),
            desk: Arc::clone(&context.health.desk),
            grid,
            device,
            owner: context.owner(),
            pace,
            dues: Dues::default(),
            routes: context.memory().mappings().routes(device),
        })
    }
}

impl Host for Requests {
    fn call(
        &self,
        call: Call,
        caller: Caller,
        args: &[u64],
        reach: &mut dyn Reach,
    ) -> Result<u64, FaultKind> {
        self.device_call(call, caller, args, reach)
    }

    fn say(&self, output: Output) {
        let limit = self.desk.printf_bytes.load(Ordering::Relaxed);
        self.desk.said.lock().add((self.grid, output.block), output.texts, limit);
    }

    fn allocate(&self, bytes: u64) -> u64 {
        let mut heap = self.desk.heap.lock();
        if heap.is_none() {
            let bytes = self.desk.heap_bytes.load(Ordering::Relaxed);
            let request =
                Request { bytes, kind: AllocationKind::Variable, device: self.device, owner: self.owner };
            // It goes with the context's other memory when the context ends.
            let Ok(Ok(piece)) = process().map(|process| process.memory.allocate(request)) else { return 0 };
            // The checker tells what kernels allocate of it from the whole by where it starts.
            let apart = if let Some(checker) = checker() {
                checker.is_heap(piece.base());
                16
            } else {
                0
            };
            *heap = Some(Heap::new(piece.base() + apart..piece.base() + bytes));
        }
        let address = heap.as_mut().map_or(0, |heap| heap.allocate(bytes));
        if let Some(checker) = checker().filter(|_| address != 0) {
            checker.kernel_allocated(address, bytes.max(1));
        }
        address
    }

    fn replica(&self, address: u64, number: u32) -> u64 {
        match &self.routes {
            Some(routes) => routes.replica(address, number),
            None => only_replica(address, number),
        }
    }

    fn textures(&self) -> Option<Arc<Table>> {
        Some(Arc::clone(&self.desk.textures))
    }

    fn free(&self, address: u64) -> Freed {
        let freed = self.desk.heap.lock().as_mut().map_or(Freed::Foreign, |heap| heap.free(address));
        if let Some(checker) = checker().filter(|_| freed == Freed::Fine) {
            checker.taken_back(address);
        }
        freed
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
