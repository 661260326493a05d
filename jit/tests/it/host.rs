//! Minimal host for tests: device memory in a window, modules in it, launches on this thread.

use hip_jit::{Kernel, Launch, Mode, Outcome, Setup, Window, Worker};
use ptx::Module;
use ptx::exec::{Fault, Geometry};
use ptx::system::Collector;
use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::sync::Arc;

/// Fill of the guards between buffers; a stray store changes it.
const GUARD: u8 = 0xa5;
const GAP: u64 = 512;
/// Size of the heap from which kernels allocate, bytes.
const HEAP: u64 = 1 << 20;

/// Device memory with named buffers, guarded on both sides.
pub(crate) struct Device {
    pub(crate) window: Arc<Window>,
    next: u64,
    places: BTreeMap<String, (u64, usize)>,
    /// Handler of the kernels' requests.
    pub(crate) host: Arc<Collector>,
}

impl Device {
    pub(crate) fn new() -> Self {
        limit_vectors();
        let window = Arc::new(Window::reserve().expect("addresses"));
        let next = window.heap().start;
        let heap = window.heap().end - HEAP..window.heap().end;
        window.commit(heap.clone()).expect("memory");
        Device { window, next, places: BTreeMap::new(), host: Arc::new(Collector::new(heap)) }
    }

    pub(crate) fn place(&mut self, name: &str, bytes: &[u8]) -> u64 {
        let address = self.next + GAP;
        self.next = (address + bytes.len() as u64 + GAP).next_multiple_of(256);
        self.window.commit(address - GAP..self.next).expect("memory");
        // SAFETY: the range was just committed and is this device's own.
        unsafe {
            std::ptr::write_bytes((address - GAP) as *mut u8, GUARD, (self.next - (address - GAP)) as usize);
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len());
        }
        self.places.insert(name.to_owned(), (address, bytes.len()));
        address
    }

    pub(crate) fn address(&self, name: &str) -> u64 {
        self.places[name].0
    }

    pub(crate) fn bytes(&mut self, name: &str) -> &mut [u8] {
        let (address, len) = self.places[name];
        // SAFETY: the buffer is committed, and no kernel runs while the test reads it.
        unsafe { std::slice::from_raw_parts_mut(address as *mut u8, len) }
    }

    pub(crate) fn check_guards(&self) -> Result<(), String> {
        for (name, &(address, len)) in &self.places {
            let around = (address - GAP..address).chain(address + len as u64..address + len as u64 + GAP);
            for at in around {
                // SAFETY: guards lie in memory that was committed for the buffer.
                if unsafe { *(at as *const u8) } != GUARD {
                    return Err(format!("a store outside `{name}`, at {:+}", at as i64 - address as i64));
                }
            }
        }
        Ok(())
    }

    /// Places a module's variables and fills in the addresses in their initialisers.
    pub(crate) fn place_variables(&mut self, module: &Module) -> Result<Arc<[u64]>, String> {
        let mut addresses = Vec::new();
        for var in &module.vars {
            let mut bytes = var.init.clone();
            bytes.resize(var.size as usize, 0);
            addresses.push(self.place(&format!("module {}", var.name), &bytes));
        }
        for var in &module.vars {
            for r in &var.relocations {
                let value = addresses[r.target.index()].wrapping_add_signed(r.addend) >> r.shift;
                self.bytes(&format!("module {}", var.name))[r.offset as usize..][..r.bytes as usize]
                    .copy_from_slice(&value.to_le_bytes()[..r.bytes as usize]);
            }
        }
        Ok(addresses.into())
    }

    /// Runs a grid to its end on this thread; blocks that yield are queued.
    pub(crate) fn run(
        &self,
        kernel: &Arc<Kernel>,
        geometry: Geometry,
        params: &[u8],
        dynamic_shared: u32,
        vars: &Arc<[u64]>,
    ) -> Result<(), Fault> {
        let setup = Setup { geometry, params, dynamic_shared, allocated_shared: 0, grid_id: 1, sms: 132 };
        let launch =
            Launch::new(kernel, setup, Arc::clone(vars), &self.window).unwrap_or_else(|e| panic!("{e}"));
        let launch = launch.with_host(Arc::<Collector>::clone(&self.host));
        let mut worker = Worker::new(Arc::clone(&self.window));
        let mut waiting = VecDeque::new();
        let blocks = geometry.cluster_blocks() as usize;
        let sms: Vec<u16> = (0..geometry.blocks()).map(|block| (block % 132) as u16).collect();
        let mut fresh = 0..geometry.blocks() / blocks as u64;
        loop {
            let outcome = match (fresh.is_empty(), waiting.pop_front()) {
                (false, turn) => {
                    waiting.extend(turn);
                    // A few at once, as workers take them.
                    let from = fresh.start as usize * blocks;
                    let sms = &sms[from..sms.len().min(from + 64.max(blocks))];
                    let started = launch.start(&mut worker, fresh.start, sms, 64);
                    fresh.start += started.clusters;
                    started.outcome
                }
                (true, Some(turn)) => launch.resume(&mut worker, turn, 64),
                (true, None) => return Ok(()),
            };
            match outcome {
                Outcome::Done => {}
                Outcome::Yielded(block) => waiting.push_back(block),
                Outcome::Fault(fault) => return Err(fault),
            }
        }
    }
}

/// Limits vectors to those of `HIP_SOFT_VECTORS`, as the runtime does: these tests run for processors with
/// AVX2 on one with AVX-512.
fn limit_vectors() {
    let bits = std::env::var("HIP_SOFT_VECTORS").ok().and_then(|bits| bits.parse::<u32>().ok());
    if let Some(bits) = bits {
        hip_jit::limit_vectors(bits / 8);
    }
}

/// Returns a kernel of a module, after the passes.
pub(crate) fn kernel(module: &Module, name: &str, mode: Mode) -> Result<Arc<Kernel>, String> {
    limit_vectors();
    let mut function = module.lower(name).map_err(|e| format!("refused: {e}"))?;
    ptx::pass::run(&mut function).map_err(|e| e.to_string())?;
    Ok(Arc::new(Kernel::new(Arc::new(function), mode)))
}
