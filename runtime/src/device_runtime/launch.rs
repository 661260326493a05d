//! Launches by kernels: the parameter buffer, and the launch that consumes it.

use super::stream::Position;
use super::{Action, Answer, CallError, ChildLaunch, Origin, Requests, code};
use crate::exec::Work;
use crate::software::kernel::Kernel;
use crate::sync::{Arc, Ordering};
use crate::types::LaunchShape;
use device::Op;
use ptx::system::{Call, Caller};

/// Launch with incomplete arguments.
pub(super) struct Pending {
    /// Kernel and shape, if they are known when the buffer is allocated.
    kernel: Option<(Arc<Kernel>, LaunchShape)>,
    bytes: u64,
}

/// Shape from the words of a call: grid, block, shared memory.
fn shape(words: &[u64]) -> LaunchShape {
    let word = |n: usize| words.get(n).map_or(0, |&word| word as u32);
    LaunchShape {
        grid: [word(0), word(1), word(2)],
        block: [word(3), word(4), word(5)],
        shared_bytes: word(6),
        cooperative: false,
        cluster: None,
    }
}

impl Requests {
    /// Kernel at a device address.
    pub(super) fn kernel(&self, address: u64) -> Result<Arc<Kernel>, CallError> {
        if let Some(known) = self.family.state.lock().kernels.get(&address) {
            return Ok(Arc::clone(known));
        }
        let unknown = CallError::Error(code::INVALID_FUNCTION);
        let Some(module) = &self.family.module else { return Err(unknown) };
        let Some(name) = module.image.ptx.kernel_at(address) else { return Err(unknown) };
        let function = module.named(name)?;
        self.family.state.lock().kernels.insert(address, Arc::clone(&function));
        Ok(function)
    }

    /// Implements `cudaGetParameterBuffer`.
    pub(super) fn parameter_buffer(&self, call: Call, args: &[u64]) -> Answer {
        let pending = if call == Call::GetParameterBufferV2 {
            let (function, shape) = (self.kernel(args[0])?, shape(&args[1..]));
            function.geometry(&shape)?;
            let bytes = u64::from(function.param_bytes);
            Pending { kernel: Some((function, shape)), bytes }
        } else {
            Pending { kernel: None, bytes: args[1] }
        };
        let place = (self.device, self.owner);
        let address = self.desk.parameters.allocate(self.memory(), place, pending.bytes.max(1))?;
        self.family.state.lock().pending.insert(address, pending);
        Ok(address)
    }

    /// Implements `cudaLaunchDevice`.
    pub(super) fn launch_call(&self, call: Call, caller: Caller, args: &[u64]) -> Answer {
        let (buffer, stream) = match call {
            Call::LaunchDeviceV2 => (args[0], args[1]),
            _ => (args[1], args[9]),
        };
        let begun =
            self.position(stream, caller).and_then(|position| Ok((self.begin(&position, caller)?, position)));
        if matches!(begun, Err(CallError::Retry)) {
            return Err(CallError::Retry);
        }
        // A refused launch frees its buffer too.
        let pending = self.family.state.lock().pending.remove(&buffer);
        let Some(Pending { kernel, bytes }) = pending else {
            return Err(CallError::Error(code::INVALID_VALUE));
        };
        let mut params = vec![0; usize::try_from(bytes).unwrap_or(0)];
        let read = params.is_empty() || self.memory().window().read(buffer, &mut params);
        self.desk.parameters.free(buffer);
        let (launch, position) = begun?;
        if !read {
            return Err(CallError::Error(code::INVALID_VALUE));
        }
        let (function, shape) = match kernel {
            Some(kernel) => kernel,
            None => (self.kernel(args[0])?, shape(&args[2..])),
        };
        let context = &self.family.context;
        let (mut grid, spec) = (self.prepare)(&function, shape, &params, context, Origin::Kernel(&launch))?;
        let decided = self.family.decision(caller);
        let action = || Action::Launch {
            target: position.target(),
            name: function.name.as_str().into(),
            grid: spec.clone(),
            cost: None,
            later: None,
            decided,
        };
        launch.set_index(self.family.record(caller, action));
        grid.child_launch = Some(Box::new(launch));
        self.submit_child(&position, &Op::Grid(spec), Work::Grid(Arc::new(grid)))
    }

    /// Counts a pending launch. If the limit is reached, the caller repeats the call, or gets an error if no
    /// launch can end.
    pub(super) fn begin(&self, position: &Position, caller: Caller) -> Result<ChildLaunch, CallError> {
        let missing = || crate::bug::bug!("a grid that runs is gone");
        let this = self.this.upgrade().ok_or_else(missing)?;
        let counted = self.desk.parameters.begin();
        self.family.full.store(!counted, Ordering::Relaxed);
        if counted {
            let by = (caller.block, caller.thread);
            return Ok(ChildLaunch::new(this, (!position.is_tail()).then_some(caller.block), by));
        }
        if self.family.context.engine().may_progress() {
            return Err(CallError::Retry);
        }
        self.family.full.store(false, Ordering::Relaxed);
        Err(CallError::Error(code::PENDING_COUNT))
    }

    /// Submits an operation as a child of this grid.
    pub(super) fn submit_child(&self, position: &Position, op: &Op, work: Work) -> Answer {
        let engine = self.family.context.engine();
        let Some(&parent) = self.family.op.get() else {
            return Err(crate::bug::bug!("a grid that runs is no operation").into());
        };
        let mut state = self.family.state.lock();
        let order = position.order(&state);
        let child = engine.launch_child(parent, order, op, work)?;
        position.append(&mut state, child);
        Ok(0)
    }
}

impl Drop for Requests {
    fn drop(&mut self) {
        // Buffers of launches that were never made.
        let left = std::mem::take(&mut self.family.state.get_mut().pending);
        left.into_keys().for_each(|address| self.desk.parameters.free(address));
    }
}
