//! Code that is made once: shared by all kernels of a process that mean the same, and kept beyond it if
//! someone keeps it.
//!
//! A kernel's [`Key`] covers all that its code depends on: its IR, the processor, how lanes lie in vectors,
//! and the program that compiles. This module reads no file: that is for a [`Store`], which the embedding
//! program brings.

use crate::beyond::Asks;
use crate::code::Code;
use crate::compile::{CompileError, Mode};
use crate::limits::Limits;
use crate::lower;
use crate::object::Object;
use ptx::analysis::uniform::ShapeClass;
use ptx::ir::Function;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::Hasher;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// What code depends on, as one number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; 32]);

impl Key {
    /// The key that is this number.
    pub const fn from_bytes(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// The number.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Keeps code beyond the process.
///
/// # Safety
/// What `load` gives is run. It must be what `save` was given with the same key by the program that the cache
/// was made for (see [`Cache::new`]), on behalf of the same user, unchanged; or nothing.
pub unsafe trait Store: Send + Sync {
    /// What was saved, if it is still there.
    fn load(&self, key: &Key) -> Option<Vec<u8>>;
    /// Keeps it, if it can.
    fn save(&self, key: &Key, bytes: &[u8]);
}

/// How often code was wanted and where it came from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// It was compiled.
    pub compiled: u64,
    /// Another kernel had it.
    pub shared: u64,
    /// The store had it.
    pub loaded: u64,
    /// The store had something that was no code of this kernel.
    pub refused: u64,
}

/// What compiling gave, once it is there.
type Slot = Arc<OnceLock<Result<Arc<Code>, Arc<CompileError>>>>;

/// A slot, the number of the request that last wanted it, and what it counts for.
#[derive(Default)]
struct Place {
    last: u64,
    slot: Slot,
    bytes: usize,
}

/// Slots, by key and by last request, and the sum of what they count for; and what was found to hold.
#[derive(Default)]
struct Shelf {
    slots: BTreeMap<Key, Place>,
    by_request: BTreeMap<u64, Key>,
    bytes: usize,
    requests: u64,
    holding: BTreeSet<Key>,
}

/// What a slot counts for beside the pages of its code: about what its tables and the allocator take.
const BOOKKEEPING: usize = 1024;

/// Findings that are remembered in memory.
const MOST_FINDINGS: usize = 4096;

/// Code that all kernels of a process share.
pub struct Cache {
    program: Vec<u8>,
    limit: usize,
    store: Option<Box<dyn Store>>,
    shelf: Mutex<Shelf>,
    compiled: AtomicU64,
    shared: AtomicU64,
    loaded: AtomicU64,
    refused: AtomicU64,
}

impl Cache {
    /// A cache that keeps at most about `limit` bytes (machine code in whole pages, and tables) that no
    /// kernel may want any more. `program` tells apart programs whose compilers may differ: two that give
    /// the same make the same code of the same kernel.
    pub fn new(program: &[u8], limit: usize, store: Option<Box<dyn Store>>) -> Cache {
        let [compiled, shared, loaded, refused] = std::array::from_fn(|_| AtomicU64::new(0));
        let (program, shelf) = (program.to_vec(), Mutex::default());
        Cache { program, limit, store, shelf, compiled, shared, loaded, refused }
    }

    /// How often code was wanted so far.
    pub fn counts(&self) -> Counts {
        let [compiled, shared, loaded, refused] =
            [&self.compiled, &self.shared, &self.loaded, &self.refused].map(|n| n.load(Ordering::Relaxed));
        Counts { compiled, shared, loaded, refused }
    }

    /// The key of a kernel's code.
    pub(crate) fn key(
        &self,
        meaning: &Meaning,
        mode: Mode,
        lanes: Option<(ShapeClass, u32)>,
        (asks, limits): (Asks, &Limits),
    ) -> Result<Key, CompileError> {
        static PROCESSOR: OnceLock<Result<String, CompileError>> = OnceLock::new();
        let processor = PROCESSOR.get_or_init(lower::processor).as_deref().map_err(Clone::clone)?;
        let mut all = Sha256::new();
        for part in [&self.program, processor.as_bytes(), &meaning.0] {
            all.update((part.len() as u64).to_le_bytes());
            all.update(part);
        }
        let (shape, width) = lanes.map_or((0, 0), |(shape, width)| (1 + shape as u8, width as u8));
        all.update([mode as u8, shape, width, asks.code()]);
        // Where it is made in vectors they may tell whether it is.
        if lanes.is_some() {
            for limit in [limits.instructions, limits.memory] {
                all.update((limit as u64).to_le_bytes());
            }
        }
        Ok(Key(all.finalize().into()))
    }

    /// The code of a kernel: that of another kernel, or the store's, or what `make` makes.
    pub(crate) fn code(
        &self,
        f: &Function,
        key: Key,
        make: impl FnOnce() -> Result<Object, CompileError>,
    ) -> Result<Arc<Code>, Arc<CompileError>> {
        let slot = self.slot(key);
        if let Some(there) = slot.get() {
            self.shared.fetch_add(1, Ordering::Relaxed);
            return there.clone();
        }
        let mut own = false;
        let made = slot.get_or_init(|| {
            own = true;
            if let Some(code) = self.stored(f, &key) {
                return Ok(code);
            }
            self.compiled.fetch_add(1, Ordering::Relaxed);
            let object = make()?;
            if let Some(store) = &self.store {
                store.save(&key, &object.to_bytes());
            }
            Ok(Arc::new(Code::load(f, object)?))
        });
        if own {
            self.forget(key);
        } else {
            self.shared.fetch_add(1, Ordering::Relaxed);
        }
        made.clone()
    }

    /// The code of a kernel, if it need not be made.
    pub(crate) fn find(&self, f: &Function, key: Key) -> Option<Arc<Code>> {
        let slot =
            self.shelf.lock().unwrap_or_else(|e| e.into_inner()).slots.get(&key).map(|p| p.slot.clone());
        if let Some(Ok(code)) = slot.as_ref().and_then(|slot| slot.get()) {
            self.shared.fetch_add(1, Ordering::Relaxed);
            return Some(Arc::clone(code));
        }
        let code = self.stored(f, &key)?;
        // Whoever was faster has the same.
        let _ = self.slot(key).set(Ok(Arc::clone(&code)));
        self.forget(key);
        Some(code)
    }

    /// Whether it was found before, by this process or another of the same program, that `what` holds of a
    /// text.
    pub fn holds(&self, what: &str, text: &[u8]) -> bool {
        let key = self.finding(what, text);
        let shelf = self.shelf.lock().unwrap_or_else(|e| e.into_inner());
        if shelf.holding.contains(&key) {
            return true;
        }
        drop(shelf);
        let kept = self.store.as_ref().and_then(|store| store.load(&key));
        let holds = kept.is_some_and(|bytes| bytes == what.as_bytes());
        if holds {
            self.remember(key);
        }
        holds
    }

    /// Notes that `what` was found to hold of a text, which depends on nothing else but the program.
    pub fn found(&self, what: &str, text: &[u8]) {
        let key = self.finding(what, text);
        if let Some(store) = &self.store {
            store.save(&key, what.as_bytes());
        }
        self.remember(key);
    }

    fn finding(&self, what: &str, text: &[u8]) -> Key {
        let mut all = Sha256::new();
        for part in [&self.program, what.as_bytes(), text] {
            all.update((part.len() as u64).to_le_bytes());
            all.update(part);
        }
        // No other key has a part more.
        all.update(b"finding");
        Key(all.finalize().into())
    }

    fn remember(&self, key: Key) {
        let mut shelf = self.shelf.lock().unwrap_or_else(|e| e.into_inner());
        if shelf.holding.len() >= MOST_FINDINGS {
            shelf.holding.clear();
        }
        shelf.holding.insert(key);
    }

    fn stored(&self, f: &Function, key: &Key) -> Option<Arc<Code>> {
        let bytes = self.store.as_ref()?.load(key)?;
        let code = Object::from_bytes(f, &bytes).and_then(|object| Code::load(f, object).ok());
        let count = if code.is_some() { &self.loaded } else { &self.refused };
        count.fetch_add(1, Ordering::Relaxed);
        code.map(Arc::new)
    }

    fn slot(&self, key: Key) -> Slot {
        let mut shelf = self.shelf.lock().unwrap_or_else(|e| e.into_inner());
        let Shelf { slots, by_request, requests, .. } = &mut *shelf;
        *requests += 1;
        let place = slots.entry(key).or_default();
        by_request.remove(&place.last);
        place.last = *requests;
        by_request.insert(*requests, key);
        Arc::clone(&place.slot)
    }

    /// Counts a slot that was just filled, and drops those that were wanted longest ago, as long as there is
    /// more than the limit.
    fn forget(&self, filled: Key) {
        let mut shelf = self.shelf.lock().unwrap_or_else(|e| e.into_inner());
        let Shelf { slots, by_request, bytes, .. } = &mut *shelf;
        if let Some(place) = slots.get_mut(&filled)
            && let Some(made) = place.slot.get()
        {
            let code = made.as_ref().map_or(0, |code| code.mapped_bytes());
            *bytes += code + BOOKKEEPING - place.bytes;
            place.bytes = code + BOOKKEEPING;
        }
        while *bytes > self.limit {
            // What is still being made has no size yet; it is looked at again when it is there.
            let oldest = by_request.iter().find(|(_, key)| slots.get(key).is_some_and(|p| p.bytes > 0));
            let Some((&request, &key)) = oldest else { return };
            by_request.remove(&request);
            *bytes -= slots.remove(&key).map_or(0, |place| place.bytes);
        }
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").field("counts", &self.counts()).finish_non_exhaustive()
    }
}

/// A digest of what a kernel does.
pub(crate) struct Meaning([u8; 32]);

impl Meaning {
    pub(crate) fn of(f: &Function) -> Meaning {
        let mut bytes = Bytes(Vec::with_capacity(64 * f.inst_count()));
        f.hash_meaning(&mut bytes);
        Meaning(Sha256::digest(&bytes.0).into())
    }
}

/// Takes down what it is fed.
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.len() as u64
    }
}
