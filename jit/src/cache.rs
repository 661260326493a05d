//! Cache of compiled code, shared by all kernels of a process with equal IR and optionally persistent.
//!
//! A kernel's [`Key`] covers everything on which its code depends: its IR, the processor, the lane layout,
//! and the program that compiles. This module reads no file: the embedding program provides a [`Store`] for
//! that.

use crate::code::Code;
use crate::compile::{CompileError, Mode};
use crate::limits::Limits;
use crate::lower;
use crate::object::Object;
use crate::reach::Asks;
use ptx::analysis::uniform::ShapeClass;
use ptx::ir::Function;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::Hasher;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// Digest of everything on which code depends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; 32]);

impl Key {
    /// Returns the key with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// Returns the bytes of the digest.
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

/// Persistent storage of code.
///
/// # Safety
/// The result of `load` is executed. It must be, unchanged, the bytes that `save` received with the same key
/// from the program for which the cache was made (see [`Cache::new`]), on behalf of the same user; or
/// nothing.
pub unsafe trait Store: Send + Sync {
    /// Returns the bytes saved under a key, if they still exist.
    fn load(&self, key: &Key) -> Option<Vec<u8>>;
    /// Saves bytes under a key, if possible.
    fn save(&self, key: &Key, bytes: &[u8]);
}

/// Numbers of requests for code, by source.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Requests that were compiled.
    pub compiled: u64,
    /// Requests answered with another kernel's code.
    pub shared: u64,
    /// Requests answered by the store.
    pub loaded: u64,
    /// Entries of the store that were invalid for the kernel.
    pub refused: u64,
}

/// Result of a compilation, once it has finished.
type Slot = Arc<OnceLock<Result<Arc<Code>, Arc<CompileError>>>>;

/// A slot, the number of its latest request, and its size.
#[derive(Default)]
struct Place {
    last: u64,
    slot: Slot,
    bytes: usize,
}

/// Slots by key and by latest request, the sum of their sizes, and recorded findings.
#[derive(Default)]
struct Shelf {
    slots: BTreeMap<Key, Place>,
    by_request: BTreeMap<u64, Key>,
    bytes: usize,
    requests: u64,
    holding: BTreeSet<Key>,
}

/// Assumed size of a slot's tables and allocations beside its code, bytes.
const BOOKKEEPING: usize = 1024;

/// Maximum number of findings kept in memory.
const MOST_FINDINGS: usize = 4096;

/// Cache of code that all kernels of a process share.
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
    /// Creates a cache with a limit of about `limit` bytes (machine code in whole pages, and tables) for code
    /// that may be unused. `program` identifies the compiler: two programs with equal `program` must generate
    /// the same code for the same kernel.
    pub fn new(program: &[u8], limit: usize, store: Option<Box<dyn Store>>) -> Cache {
        let [compiled, shared, loaded, refused] = std::array::from_fn(|_| AtomicU64::new(0));
        let (program, shelf) = (program.to_vec(), Mutex::default());
        Cache { program, limit, store, shelf, compiled, shared, loaded, refused }
    }

    /// Returns the numbers of requests so far.
    pub fn counts(&self) -> Counts {
        let [compiled, shared, loaded, refused] =
            [&self.compiled, &self.shared, &self.loaded, &self.refused].map(|n| n.load(Ordering::Relaxed));
        Counts { compiled, shared, loaded, refused }
    }

    /// Returns the key of a kernel's code.
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
        // For vector code the limits decide whether it is made at all.
        if lanes.is_some() {
            for limit in [limits.instructions, limits.memory] {
                all.update((limit as u64).to_le_bytes());
            }
        }
        Ok(Key(all.finalize().into()))
    }

    /// Returns a kernel's code: from another kernel, from the store, or from `make`.
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

    /// Returns a kernel's code if it exists already.
    pub(crate) fn find(&self, f: &Function, key: Key) -> Option<Arc<Code>> {
        let slot =
            self.shelf.lock().unwrap_or_else(|e| e.into_inner()).slots.get(&key).map(|p| p.slot.clone());
        if let Some(Ok(code)) = slot.as_ref().and_then(|slot| slot.get()) {
            self.shared.fetch_add(1, Ordering::Relaxed);
            return Some(Arc::clone(code));
        }
        let code = self.stored(f, &key)?;
        // Another thread that was faster has set the same code.
        let _ = self.slot(key).set(Ok(Arc::clone(&code)));
        self.forget(key);
        Some(code)
    }

    /// Returns whether a finding `what` about a text was recorded, by this process or another one of the same
    /// program.
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

    /// Records the finding `what` about a text; it must depend on nothing but the text and the program.
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
        // No other key hashes this additional part.
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

    /// Accounts for a slot that was just filled, and drops the least recently requested ones beyond the
    /// limit.
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
            // Code that is still being made has no size yet; it is examined again when it is finished.
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

/// Digest of a kernel's semantics.
pub(crate) struct Meaning([u8; 32]);

impl Meaning {
    pub(crate) fn digest(f: &Function) -> Meaning {
        let mut bytes = Bytes(Vec::with_capacity(64 * f.inst_count()));
        f.hash_meaning(&mut bytes);
        Meaning(Sha256::digest(&bytes.0).into())
    }
}

/// Records the bytes that it is fed.
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.len() as u64
    }
}
