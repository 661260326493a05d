//! Blocks on the reference interpreter, for the memory checker and for whoever does not trust the compiler.
//!
//! One block at a time runs in the process: whoever runs one holds the baton until the block's turn is over. So an
//! atomic is one, and the checker sees accesses one after the other.

use super::{Outcome, Running};
use crate::check::{self, BlockState, checker};
use crate::memory::copy::Copy;
use crate::memory::{Memory, Pointer};
use crate::sync::{Arc, AtomicBool, Mutex, Ordering, Rank};
use ptx::exec::Geometry;
use ptx::interp::{self, Turns, watch::Event};
use ptx::ir::Function;
use ptx::system::Host;

static BATON: Mutex<()> = Mutex::new(Rank::Baton, ());

/// A launch that is interpreted.
pub(crate) struct Launch {
    pub(crate) function: Arc<Function>,
    /// The module's text, for reports.
    pub(crate) text: Arc<str>,
    pub(crate) geometry: Geometry,
    pub(crate) params: Vec<u8>,
    pub(crate) dynamic_shared: u32,
    pub(crate) vars: Arc<[u64]>,
    pub(crate) memory: &'static Memory,
    /// Does what kernels ask of the host.
    pub(crate) host: Arc<dyn Host>,
    /// Address of a cooperative grid's workspace, or 0.
    pub(crate) workspace: u64,
    pub(crate) cancel: AtomicBool,
}

/// A block between two turns.
pub(crate) struct Block {
    resident: interp::Resident,
    checked: Option<BlockState>,
}

/// Memory as a block sees it.
struct View<'a> {
    launch: &'a Launch,
    checked: Option<(&'static check::Checker, check::Kernel<'a>, &'a mut BlockState)>,
}

impl interp::Memory for View<'_> {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        let plan = Copy::borrowing_mut(self.launch.memory, bytes, Pointer::device(address));
        plan.map(Copy::run).is_ok()
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        Copy::borrowing(self.launch.memory, Pointer::device(address), bytes).map(Copy::run).is_ok()
    }

    fn host(&self) -> Option<&dyn Host> {
        Some(&*self.launch.host)
    }

    fn workspace(&self) -> u64 {
        self.launch.workspace
    }

    fn cancelled(&mut self) -> bool {
        self.launch.cancel.load(Ordering::Relaxed)
    }

    fn watch(&mut self, event: Event<'_>) -> bool {
        match &mut self.checked {
            Some((checker, kernel, block)) => checker.event(kernel, block, event),
            None => true,
        }
    }
}

impl Launch {
    fn turns(&self) -> Turns<'_> {
        Turns::new(&self.function, self.geometry, &self.params, self.dynamic_shared, &self.vars)
    }

    fn kernel(&self) -> check::Kernel<'_> {
        check::Kernel {
            name: &self.function.name,
            text: &self.text,
            geometry: self.geometry,
            shared: u64::from(self.function.shared_bytes) + u64::from(self.dynamic_shared),
            local: u64::from(self.function.local_bytes),
        }
    }

    /// Runs a block until it ends or its turn is over.
    pub(super) fn start(&self, block: u64) -> Outcome {
        let checked = checker().map(|c| c.block(&self.kernel(), self.geometry.block_at(block)));
        self.resume(Box::new(Block { resident: self.turns().block(block), checked }))
    }

    /// Goes on with a block whose turn was over.
    pub(super) fn resume(&self, mut block: Box<Block>) -> Outcome {
        let Block { resident, checked } = &mut *block;
        let baton = BATON.lock();
        let state = checker().zip(checked.as_mut());
        let checked = state.map(|(checker, state)| (checker, self.kernel(), state));
        let mut view = View { launch: self, checked };
        let end = self.turns().resume(resident, &mut view);
        if let (Err(fault), Some((checker, kernel, state))) = (&end, view.checked) {
            checker.fault(&kernel, state, fault);
        }
        drop(baton);
        match end {
            Ok(true) => Outcome::Done,
            Ok(false) => Outcome::Yielded(Running::Interpreted(block)),
            Err(fault) => Outcome::Fault(fault),
        }
    }
}
