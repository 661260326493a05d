//! Compiled code leaves what the interpreter leaves, and touches nothing of the process beside device memory.
//! Seeds: testdata/gpu/kernels, testdata/ptx/run, testdata/ptx/hostile.
//!
//! One thread runs, so that no race hides a difference. Every second parameter is an address of the process's
//! own.

#![no_main]

use jit::{CompileError, Kernel, Launch, LaunchError, Mode, Outcome, Setup, Window, Worker};
use libfuzzer_sys::fuzz_target;
use ptx::exec::{Fault, FaultKind, Geometry};
use ptx::interp::{Memory, run_grid};
use ptx::ir::Space;
use ptx::{Module, pass};
use std::sync::{Arc, LazyLock};

const BYTES: usize = 1 << 16;
/// Turns of the interpreter, after which a kernel counts as endless.
const TURNS: u32 = 64;
/// Instructions that read what differs from run to run.
const UNSTEADY: [&str; 5] = ["clock", "globaltimer", "gridid", "smid", "pm"];
/// Instructions that give generic addresses of a block's own memory, which lies elsewhere in each engine:
/// what kernels that use them store is not compared.
const ADDRESSES: [&str; 4] = ["cvta.shared", "cvta.local", "cvta.param", "mapa"];
const CANARY: u8 = 0xab;

static WINDOW: LazyLock<Arc<Window>> = LazyLock::new(|| {
    let window = Window::reserve().expect("addresses");
    let start = window.heap().start;
    window.commit(start..start + BYTES as u64).expect("memory");
    Arc::new(window)
});

/// Device memory as the interpreter sees it.
struct Copy {
    base: u64,
    bytes: Vec<u8>,
    turns: u32,
}

impl Copy {
    fn range(&self, address: u64, len: usize) -> Option<std::ops::Range<usize>> {
        let start = usize::try_from(address.checked_sub(self.base)?).ok()?;
        let end = start.checked_add(len)?;
        (end <= self.bytes.len()).then_some(start..end)
    }
}

impl Memory for Copy {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        self.range(address, bytes.len()).map(|r| bytes.copy_from_slice(&self.bytes[r])).is_some()
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.range(address, bytes.len()).map(|r| self.bytes[r].copy_from_slice(bytes)).is_some()
    }

    fn cancelled(&mut self) -> bool {
        self.turns += 1;
        self.turns > TURNS
    }
}

/// Returns whether an access by a generic address was outside shared or local memory, or a parameter.
/// Compiled code compares such addresses with the window, and other device memory follows it.
fn is_beyond_own(fault: &Fault) -> bool {
    const OWN: u64 = 1 << 62;
    matches!(fault.kind, FaultKind::IllegalAddress { space: Space::Generic, address, .. } if address >= OWN)
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(module) = Module::parse(&text) else { return };
    if !module.vars.is_empty() || UNSTEADY.iter().any(|word| text.contains(word)) {
        return;
    }
    let base = WINDOW.heap().start;
    let mut host = vec![CANARY; 1 << 16];
    let inside = host.as_mut_ptr() as u64 + (1 << 15);
    let geometry = Geometry::new([1, 1, 1], [1, 1, 1]);
    for name in module.kernels() {
        let Ok(mut f) = module.lower(name) else { continue };
        pass::run(&mut f).unwrap_or_else(|e| panic!("{name}: {e}"));
        let params: Vec<u8> = [base, inside]
            .iter()
            .cycle()
            .flat_map(|word| word.to_le_bytes())
            .take(f.param_bytes as usize)
            .collect();
        let start: Vec<u8> = (0..BYTES).map(|n| (n * n >> 3) as u8).collect();
        let mut memory = Copy { base, bytes: start.clone(), turns: 0 };
        let meant = run_grid(&f, geometry, &params, 0, &[], &mut memory);
        if meant.as_ref().is_err_and(|fault| fault.kind == FaultKind::Cancelled) {
            continue;
        }
        let f = Arc::new(f);
        for mode in [Mode::Quick, Mode::Scalar, Mode::Vector] {
            assert!(WINDOW.write(base, &start));
            let kernel = Arc::new(Kernel::new(Arc::clone(&f), mode));
            let setup = Setup {
                geometry,
                params: &params,
                dynamic_shared: 0,
                allocated_shared: f.shared_bytes,
                grid_id: 1,
                sms: 132,
            };
            let launch = match Launch::new(&kernel, setup, Arc::from([]), &WINDOW) {
                // A refusal, which comes fast.
                Err(LaunchError::Compile(e)) if matches!(*e, CompileError::Barriers { .. }) => continue,
                made => made.unwrap_or_else(|e| panic!("{e}")),
            };
            let mut worker = Worker::new(Arc::clone(&WINDOW));
            let mut outcome = launch.start(&mut worker, 0, &[0], 1024).outcome;
            while let Outcome::Yielded(block) = outcome {
                outcome = launch.resume(&mut worker, block, 1024);
            }
            assert!(host.iter().all(|&byte| byte == CANARY), "{mode:?}: memory of the host has changed");
            let mut left = vec![0; BYTES];
            assert!(WINDOW.read(base, &mut left));
            match (&meant, outcome) {
                (Ok(()), Outcome::Done) => {
                    let same = left == memory.bytes || ADDRESSES.iter().any(|word| text.contains(word));
                    assert!(same, "{mode:?}: other bytes than the interpreter's")
                }
                (Err(_), Outcome::Fault(_)) => {}
                (Err(fault), Outcome::Done) if is_beyond_own(fault) => {}
                (meant, outcome) => panic!("{mode:?}: {outcome:?}, the interpreter: {meant:?}"),
            }
        }
    }
});
