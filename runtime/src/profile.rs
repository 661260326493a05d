//! Profiler (`HIP_SOFT_PROFILE`): counts what kernels do and writes a profile when the process ends.
//!
//! Compiled code of a launch records what its lanes execute (`jit::trace`); `hip_profile` counts it and
//! models the time on the simulated device. [`profile()`] returns the launches so far to Rust programs.

pub(crate) mod pace;
pub(crate) mod repeats;

use crate::config::config;
use crate::exit;
use crate::sync::{Arc, Mutex, OnceLock, Rank};
use ::profile::{BlockRecorder, Facts, Known, OwnMemory, Profile, Profiled, Recorder, Session};
use device::Spec;
use jit::trace::{BlockMemory, BlockTrace, Trace};

pub use ::profile::report;

/// The engine writes the words that the counters read.
const _: () = {
    use ::profile::words;
    use jit::trace::{LANE, strip};
    assert!(LANE == words::LANE && strip::FLAG == words::STRIP && strip::HEADER == words::HEADER);
    assert!(strip::WORDS == words::WORDS && strip::THREAD == words::THREAD);
    assert!(strip::LANES == words::LANES && strip::STRIDE == words::STRIDE);
    assert!(strip::STEP == words::STEP && strip::STEP_32 == words::STEP_32);
    assert!(strip::EACH == words::EACH && strip::EACH_32 == words::EACH_32);
};

/// Profiler of the process.
pub(crate) struct Profiler {
    /// Launches that have ended, from the first launch on.
    session: Mutex<Option<Session>>,
}

/// Returns the profiler, if one is wanted.
pub(crate) fn profiler() -> Option<&'static Profiler> {
    static PROFILER: OnceLock<Option<Profiler>> = OnceLock::new();
    let make = || {
        config().profile.as_ref()?;
        // Each of them changes the code of kernels in its own way.
        let other = match config() {
            c if c.checks.any() => Some("HIP_SOFT_CHECK"),
            c if c.interprets() => Some("HIP_SOFT_JIT=interp"),
            c if c.notes().any() => Some("virtual time or HIP_SOFT_UM=kernels"),
            _ => None,
        };
        if let Some(other) = other {
            crate::trace::complain(&format!("HIP_SOFT_PROFILE: no profile is made together with {other}"));
            return None;
        }
        exit::at_exit(exit::Part::Profiler, finish);
        Some(Profiler { session: Mutex::new(Rank::Leaf, None) })
    };
    PROFILER.get_or_init(make).as_ref()
}

/// Returns the profile of the launches that have ended; `None` without `HIP_SOFT_PROFILE`, or before the
/// first launch.
pub fn profile() -> Option<Profile> {
    profiler()?.session.lock().as_ref().map(Session::profile)
}

/// Writes the profile at process exit.
fn finish() -> Option<i32> {
    let path = config().profile.as_ref()?;
    let Some(profile) = profile() else {
        crate::trace::complain("HIP_SOFT_PROFILE: no kernel was launched");
        return None;
    };
    let written = serde_json::to_string(&profile)
        .map_err(std::io::Error::other)
        .and_then(|text| std::fs::write(path, text + "\n"));
    if let Err(error) = written {
        crate::trace::complain(&format!("HIP_SOFT_PROFILE: {}: {error}", path.display()));
    }
    None
}

impl Profiler {
    /// Returns the recorder of a launch.
    pub(crate) fn launch(
        &'static self,
        kernel: &Arc<Profiled>,
        (facts, params): (Facts, &[u8]),
        spec: &Spec,
    ) -> Arc<dyn Trace> {
        let kernel = Arc::clone(kernel);
        let known = {
            let mut session = self.session.lock();
            session.get_or_insert_with(|| Session::new(spec)).known(&kernel, &facts, params)
        };
        if let Some(known) = known {
            return Arc::new(Repeated { profiler: self, kernel, facts, known });
        }
        let shape = facts.shape(spec, &kernel.code, config().profile_blocks);
        let recording = Recording(Arc::new(Recorder::new(Arc::clone(&kernel.code), shape)));
        Arc::new(Launched { profiler: self, kernel, facts, params: params.to_vec(), recording })
    }
}

/// A launch with the counters of an earlier one; it is added to the profile when it has ended and is dropped.
struct Repeated {
    profiler: &'static Profiler,
    kernel: Arc<Profiled>,
    facts: Facts,
    known: Known,
}

impl Drop for Repeated {
    fn drop(&mut self) {
        if let Some(session) = &mut *self.profiler.session.lock() {
            session.add_known(&self.kernel, &self.facts, &self.known);
        }
    }
}

impl Trace for Repeated {
    fn block(&self, _: u64, _: BlockMemory) -> Option<Box<dyn BlockTrace>> {
        None
    }

    fn records(&self, _: u64) -> bool {
        false
    }
}

/// A launch; it is added to the profile when it has ended and is dropped.
struct Launched {
    profiler: &'static Profiler,
    kernel: Arc<Profiled>,
    facts: Facts,
    params: Vec<u8>,
    recording: Recording,
}

impl Drop for Launched {
    fn drop(&mut self) {
        if let Some(session) = &mut *self.profiler.session.lock() {
            session.add(&self.kernel, &self.facts, &self.params, &self.recording.0);
        }
    }
}

impl Trace for Launched {
    fn block(&self, index: u64, memory: BlockMemory) -> Option<Box<dyn BlockTrace>> {
        self.recording.block(index, memory)
    }

    fn records(&self, index: u64) -> bool {
        self.recording.records(index)
    }
}

/// A launch whose blocks are recorded.
struct Recording(Arc<Recorder>);

impl Trace for Recording {
    fn block(&self, index: u64, memory: BlockMemory) -> Option<Box<dyn BlockTrace>> {
        let BlockMemory { shared, local, local_bytes, .. } = memory;
        let own = OwnMemory { shared, local, local_bytes };
        let block = self.records(index).then(|| self.0.block(index, own))?;
        Some(Box::new(Block { recorder: Arc::clone(&self.0), block: Some(block) }))
    }

    fn records(&self, index: u64) -> bool {
        self.0.records(index)
    }
}

/// A block that is recorded.
struct Block {
    recorder: Arc<Recorder>,
    block: Option<Box<BlockRecorder>>,
}

impl BlockTrace for Block {
    fn lanes(&mut self, words: &[u64]) {
        if let Some(block) = &mut self.block {
            block.lanes(words);
        }
    }

    fn lost(&mut self) {
        if let Some(block) = &mut self.block {
            block.lost();
        }
    }

    fn end(&mut self) {
        if let Some(block) = self.block.take() {
            self.recorder.end(block);
        }
    }
}
