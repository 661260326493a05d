//! Runs the recorded launches (`testdata/gpu/profile`) on compiled code, with a recorder.

use device::Spec;
use hip_profile::balance::Balance;
use hip_profile::{BlockRecorder, Code, Counters, Facts, OwnMemory, Recorder, Shape};
use jit::trace::{BlockMemory, BlockTrace, Trace};
use jit::{Kernel, Launch, Mode, Outcome, Setup, Window, Worker};
use ptx::Module;
use ptx::exec::Geometry;
use ptx::ir::Function;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// A launch of `cases.tsv`.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) kernel: String,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) shared: u32,
    pub(crate) n: u32,
}

pub(crate) fn directory() -> PathBuf {
    testdata::root().join("gpu/profile")
}

pub(crate) fn cases() -> Vec<Case> {
    let text = std::fs::read_to_string(directory().join("cases.tsv")).expect("cases");
    let case = |[name, kernel, gx, gy, bx, by, shared, n]: [&str; 8]| {
        let number = |text: &str| text.parse().expect("a number");
        Case {
            name: name.into(),
            kernel: kernel.into(),
            grid: [number(gx), number(gy), 1],
            block: [number(bx), number(by), 1],
            shared: number(shared),
            n: number(n),
        }
    };
    tsv::table::<8>(&text).map(case).collect()
}

pub(crate) fn module() -> Module {
    let text = std::fs::read_to_string(directory().join("kernels.ptx")).expect("PTX");
    Module::parse(&text).unwrap_or_else(|e| panic!("{e}"))
}

struct Recording {
    recorder: Arc<Recorder>,
    /// Recorders of blocks that have ended, if each block is to have one of its own.
    ended: Option<Arc<Mutex<Vec<BlockRecorder>>>>,
}

struct RecordedBlock {
    recorder: Arc<Recorder>,
    ended: Option<Arc<Mutex<Vec<BlockRecorder>>>>,
    block: Option<Box<BlockRecorder>>,
}

impl Trace for Recording {
    fn block(&self, index: u64, memory: BlockMemory) -> Option<Box<dyn BlockTrace>> {
        let BlockMemory { shared, local, local_bytes, .. } = memory;
        let own = OwnMemory { shared, local, local_bytes };
        let block = self.recorder.records(index).then(|| self.recorder.block(index, own))?;
        let recorder = Arc::clone(&self.recorder);
        Some(Box::new(RecordedBlock { recorder, ended: self.ended.clone(), block: Some(block) }))
    }

    fn records(&self, index: u64) -> bool {
        self.recorder.records(index)
    }
}

impl BlockTrace for RecordedBlock {
    fn lanes(&mut self, words: &[u64]) {
        self.block.iter_mut().for_each(|block| block.lanes(words));
    }

    fn lost(&mut self) {
        self.block.iter_mut().for_each(|block| block.lost());
    }

    fn end(&mut self) {
        let Some(block) = self.block.take() else { return };
        match &self.ended {
            Some(ended) => ended.lock().expect("no panic").push(*block),
            None => self.recorder.end(block),
        }
    }
}

/// Device memory with the arrays; it serves several launches.
pub(crate) struct Device {
    pub(crate) window: Arc<Window>,
    pub(crate) arrays: [u64; 4],
    written: u32,
    /// Form of the kernels' code.
    pub(crate) mode: Mode,
}

impl Device {
    pub(crate) fn new(elements: u32) -> Device {
        let window = Arc::new(Window::reserve().expect("addresses"));
        let bytes = u64::from(elements) * 4 + 4096;
        let start = window.heap().start;
        let arrays = [0, 1, 2, 3].map(|n| start + n * bytes.next_multiple_of(1 << 21));
        window.commit(start..arrays[3] + bytes.next_multiple_of(4096)).expect("memory");
        let device = Device { window, arrays, written: elements, mode: Mode::Auto };
        device.fill(0, elements, |i| ((i.wrapping_mul(40503) & 1023) as f32 / 1024.0).to_bits());
        device
    }

    fn fill(&self, array: usize, count: u32, value: impl Fn(u32) -> u32) {
        const STEP: u32 = 1 << 16;
        for from in (0..count).step_by(STEP as usize) {
            let bytes: Vec<u8> =
                (from..count.min(from + STEP)).flat_map(|i| value(i).to_le_bytes()).collect();
            assert!(self.window.write(self.arrays[array] + u64::from(from) * 4, &bytes));
        }
    }

    /// Runs a case and returns its counters, and the sectors that were touched.
    pub(crate) fn run(&self, module: &Module, case: &Case, shape: impl FnOnce(Shape) -> Shape) -> Profile {
        let recorder = self.record(module, case, shape, false);
        let (counters, touched) = recorder.result();
        let shape = recorder.shape();
        let balance = Balance::of_recorded(&counters.work, shape.blocks, shape.sms, shape.resident);
        Profile { code: Arc::clone(recorder.code()), counters, touched, balance }
    }

    /// Runs a case and returns its recorder. If blocks are counted `apart`, none profits from another one.
    pub(crate) fn record(
        &self,
        module: &Module,
        case: &Case,
        shape: impl FnOnce(Shape) -> Shape,
        apart: bool,
    ) -> Arc<Recorder> {
        let mut function = module.lower(&case.kernel).unwrap_or_else(|e| panic!("{e}"));
        ptx::pass::run(&mut function).unwrap_or_else(|e| panic!("{e}"));
        let function = Arc::new(function);
        let code = Arc::new(Code::new(&function));
        let facts = Facts {
            grid: case.grid,
            block: case.block,
            registers: 0,
            shared: function.shared_bytes + case.shared,
            base: self.arrays[0],
        };
        let shape = shape(facts.shape(&Spec::h200(), &code, u64::MAX));
        let recorder = Arc::new(Recorder::new(code, shape));
        let params = self.prepare(case);
        let ended = apart.then(Arc::default);
        let trace = Recording { recorder: Arc::clone(&recorder), ended: ended.clone() };
        self.launch(&function, case, &params, Arc::new(trace));
        for block in ended.iter().flat_map(|ended| std::mem::take(&mut *ended.lock().expect("no panic"))) {
            recorder.end(Box::new(block));
        }
        recorder
    }

    /// Fills the arrays for a case and returns its parameters.
    pub(crate) fn prepare(&self, case: &Case) -> Vec<u8> {
        let n = case.n;
        self.fill(1, self.written, |i| ((i.wrapping_mul(9973) & 1023) as f32 / 1024.0).to_bits());
        self.fill(2, self.written, |_| 0);
        self.fill(3, n.min(self.written), |i| i.wrapping_mul(2_654_435_761).wrapping_add(12345) & (n - 1));
        let mut params: Vec<u8> = self.arrays.iter().flat_map(|at| at.to_le_bytes()).collect();
        params.extend(n.to_le_bytes());
        params
    }

    /// Runs a kernel to its end, block by block.
    pub(crate) fn launch(&self, function: &Arc<Function>, case: &Case, params: &[u8], trace: Arc<dyn Trace>) {
        let kernel = Arc::new(Kernel::new(Arc::clone(function), self.mode));
        let geometry = Geometry::new(case.grid, case.block);
        let setup = Setup {
            geometry,
            params,
            dynamic_shared: case.shared,
            allocated_shared: 0,
            grid_id: 1,
            sms: 132,
        };
        let launch =
            Launch::new(&kernel, setup, Arc::from([]), &self.window).unwrap_or_else(|e| panic!("{e}"));
        let launch = launch.with_trace(trace).unwrap_or_else(|e| panic!("{e}"));
        let mut worker = Worker::new(Arc::clone(&self.window));
        for block in 0..geometry.blocks() {
            let mut outcome = launch.start(&mut worker, block, &[(block % 132) as u16], 64).outcome;
            while let Outcome::Yielded(waiting) = outcome {
                outcome = launch.resume(&mut worker, waiting, 64);
            }
            assert!(matches!(outcome, Outcome::Done), "{}: {outcome:?}", case.name);
        }
    }
}

/// Result of a case.
pub(crate) struct Profile {
    pub(crate) code: Arc<Code>,
    pub(crate) counters: Counters,
    pub(crate) touched: [u64; 3],
    pub(crate) balance: Balance,
}
