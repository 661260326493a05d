//! Operation of a node: the description of a call, complete and owned, and its submission to a stream.
//!
//! What a description says is checked when the node is made, and again when it is carried out: memory that it
//! names may be gone by then.
#![expect(unsafe_code, reason = "a caller vouches for memory that it names by address")]

use crate::Error;
use crate::backend::{DeviceWork, End, HostCondition, Memory};
use crate::graph::{ConditionalCall, GraphObject};
use crate::object::slots::Slot;
use crate::object::{ContextObject, EventObject, FunctionObject, StreamObject};
use crate::sync::Arc;
use crate::types::{Direction, Extent, LaunchShape, MemOp, Pattern, Pitch, Pointer};
use hip_sys::{hipGraphNodeType, hipMemcpyKind};
use std::collections::BTreeMap;
use std::fmt;

/// Operation of a node.
#[derive(Clone, Debug)]
pub enum Operation {
    /// Nothing: others wait for it.
    Empty,
    /// A kernel launch.
    Kernel(KernelCall),
    /// A copy.
    Copy(CopyCall),
    /// A fill.
    Fill(FillCall),
    /// A function of the host.
    Host(HostCall),
    /// An event's record.
    Record(Arc<EventObject>),
    /// A wait for an event's last record.
    Wait(Arc<EventObject>),
    /// An allocation.
    Alloc(AllocCall),
    /// The end of an allocation.
    Free(u64),
    /// Waits for words of memory, and writes of them.
    Batch(BatchCall),
    /// Another graph.
    Child(Arc<GraphObject>),
    /// One of several graphs, or a loop.
    Conditional(ConditionalCall),
}

// `hipLaunchAttributeID`
const COOPERATIVE: u32 = 2;
const CLUSTER_DIMENSION: u32 = 4;
/// Access policy, synchronization policy, cluster scheduling, programmatic launches, priority, domains.
const HINTS: [u32; 8] = [1, 3, 5, 6, 7, 8, 9, 10];

fn known_attribute(id: u32) -> Result<(), Error> {
    match id {
        COOPERATIVE | CLUSTER_DIMENSION => Ok(()),
        id if HINTS.contains(&id) => Ok(()),
        id => Err(Error::UnknownEnumerator { what: "launch attribute", got: id.into() }),
    }
}

/// A kernel launch with its arguments.
#[derive(Clone)]
pub struct KernelCall {
    pub(crate) function: Arc<FunctionObject>,
    /// The word that names the function in C: a host function's address or a handle.
    pub(crate) named: u64,
    pub(crate) shape: LaunchShape,
    /// The context that it was captured or described in: it runs on that one's SMs, whatever stream its
    /// graph is launched in (an H200).
    pub(crate) context: Arc<ContextObject>,
    /// The parameter block.
    pub(crate) params: Arc<[u8]>,
    /// Address of each parameter, as C's `kernelParams`.
    pub(crate) pointers: Arc<[u64]>,
    /// `hipLaunchAttributeID` → value, where it was set.
    pub(crate) attributes: BTreeMap<u32, [u32; 16]>,
}

impl fmt::Debug for KernelCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KernelCall({}, {:?})", self.function.name, self.shape)
    }
}

impl KernelCall {
    /// A launch; what is wrong with it is found here.
    ///
    /// # Errors
    /// As [`backend::Kernel::check`](crate::backend::Kernel::check).
    pub(crate) fn new(
        function: Arc<FunctionObject>,
        named: u64,
        shape: LaunchShape,
        params: &[u8],
        context: &Arc<ContextObject>,
    ) -> Result<KernelCall, Error> {
        function.backend.check(&shape)?;
        let mut params = params.to_vec();
        params.resize(function.backend.parameter_bytes() as usize, 0);
        let params: Arc<[u8]> = params.into();
        let start = params.as_ptr().addr() as u64;
        let pointers =
            function.backend.parameters().iter().map(|(offset, _)| start + u64::from(*offset)).collect();
        let context = Arc::clone(context);
        Ok(KernelCall { function, named, shape, context, params, pointers, attributes: BTreeMap::new() })
    }

    /// Sets an attribute of the launch.
    ///
    /// # Errors
    /// `UnknownEnumerator`.
    pub(crate) fn set_attribute(&mut self, id: u32, value: [u32; 16]) -> Result<(), Error> {
        known_attribute(id)?;
        match id {
            COOPERATIVE => self.shape.cooperative = value[0] != 0,
            CLUSTER_DIMENSION => {
                let [x, y, z] = [value[0], value[1], value[2]];
                self.shape.cluster = (x > 0).then_some([x, y, z]);
            }
            _ => {}
        }
        self.attributes.insert(id, value);
        Ok(())
    }

    /// An attribute of the launch; zeros if it was not set.
    ///
    /// # Errors
    /// `UnknownEnumerator`.
    pub(crate) fn attribute(&self, id: u32) -> Result<[u32; 16], Error> {
        known_attribute(id)?;
        Ok(self.attributes.get(&id).copied().unwrap_or_else(|| {
            let mut value = [0; 16];
            match id {
                COOPERATIVE => value[0] = self.shape.cooperative.into(),
                CLUSTER_DIMENSION => value[..3].copy_from_slice(&self.shape.cluster.unwrap_or([0; 3])),
                _ => {}
            }
            value
        }))
    }

    /// The word that names the function in C.
    pub fn named(&self) -> u64 {
        self.named
    }

    /// The launch's shape.
    pub fn shape(&self) -> LaunchShape {
        self.shape
    }

    /// The kernel's name.
    pub fn name(&self) -> &str {
        &self.function.name
    }

    /// The addresses of its arguments, which stay while the node has them.
    pub fn pointers(&self) -> &[u64] {
        &self.pointers
    }
}

/// A copy as it was asked for, in the words of `hipMemcpy3DParms`: each end is an array or a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CopyParams {
    /// The arrays' handles, 0 where there is a pointer: source, destination.
    pub arrays: [u64; 2],
    /// First element of each end: x, y, z.
    pub positions: [[u64; 3]; 2],
    /// Each end's pointer, pitch, width and height of a slice.
    pub pointers: [[u64; 4]; 2],
    /// Width, height and depth.
    pub extent: [u64; 3],
    /// `hipMemcpyKind`.
    pub kind: u32,
}

/// A copy.
#[derive(Clone, Debug)]
pub struct CopyCall {
    /// Destination.
    pub to: End,
    /// Source.
    pub from: End,
    /// Size of the box; not empty.
    pub extent: Extent,
    /// Direction given with the call.
    pub direction: Direction,
    /// Parameters as C gave them.
    pub params: CopyParams,
}

impl CopyCall {
    /// A copy of a stream call.
    pub(crate) fn captured(to: &End, from: &End, extent: Extent, direction: Direction) -> CopyCall {
        let mut params = CopyParams::default();
        // With an array, widths and positions are in texels.
        let mut texel = 1;
        for (n, end) in [from, to].into_iter().enumerate() {
            match end {
                End::Memory(pointer, pitch) => {
                    let rows = pitch.slice.checked_div(pitch.row).unwrap_or(0);
                    params.pointers[n] = [pointer.address(), pitch.row, extent.width, rows];
                }
                End::Array(part) => {
                    let [x, y, z] = part.position;
                    texel = part.texel;
                    params.arrays[n] = part.word;
                    params.positions[n] = [x / texel, y, z];
                }
            }
        }
        params.extent = [extent.width / texel, extent.height, extent.depth];
        let kind = match direction {
            Direction::ToDevice => hipMemcpyKind::hipMemcpyHostToDevice,
            Direction::ToHost => hipMemcpyKind::hipMemcpyDeviceToHost,
            Direction::OnDevice => hipMemcpyKind::hipMemcpyDeviceToDevice,
            Direction::Any => hipMemcpyKind::hipMemcpyDefault,
        };
        params.kind = kind.0;
        CopyCall { to: to.clone(), from: from.clone(), extent, direction, params }
    }

    fn check(&self, memory: &dyn Memory) -> Result<(), Error> {
        check_extent("extent of a copy", self.extent)?;
        memory.check_copy(&self.to, &self.from, self.extent, self.direction)
    }

    /// Returns for each end whether it is on the device.
    pub(crate) fn sides(&self, memory: &dyn Memory) -> [bool; 2] {
        [&self.to, &self.from].map(|end| match end {
            End::Memory(pointer, _) => memory.is_device_visible(pointer.address()),
            End::Array(_) => true,
        })
    }
}

/// A fill of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FillCall {
    /// Destination.
    pub to: (Pointer, Pitch),
    /// Value to write.
    pub pattern: Pattern,
    /// The width counts values.
    pub values: Extent,
}

impl FillCall {
    fn check(&self, memory: &dyn Memory) -> Result<(), Error> {
        check_extent("extent of a fill", self.values)?;
        memory.check_fill(self.to, self.pattern, self.values)
    }
}

/// A call of a function of the host.
#[derive(Clone)]
pub struct HostCall {
    call: Called,
    /// The words of C: its function and what it is handed.
    pub words: [u64; 2],
}

/// Function of the host, with what it needs.
#[derive(Clone)]
enum Called {
    Plain(Arc<dyn Fn() + Send + Sync>),
    /// A library's work on the device's memory, and the work's name.
    OnMemory(DeviceWork, Arc<str>),
    /// A library's condition, which later work waits for, and its name.
    Until(HostCondition, Arc<str>),
    /// A call of a library on CUDA's driver, and its name.
    OnDriver(DriverCall, Arc<str>),
}

/// Call of a library of NVIDIA's, with CUDA's handle of a stream and the driver's number of its device; the
/// answer is the library's code, 0 for success.
pub(crate) type DriverCall = Arc<dyn Fn(usize, i32) -> i32 + Send + Sync>;

impl HostCall {
    /// A call; `words` is what C gave.
    pub fn new(call: impl Fn() + Send + Sync + 'static, words: [u64; 2]) -> HostCall {
        HostCall { call: Called::Plain(Arc::new(call)), words }
    }

    /// A library's work; `words` is what C gave.
    pub(crate) fn on_memory(work: DeviceWork, name: &str, words: [u64; 2]) -> HostCall {
        HostCall { call: Called::OnMemory(work, name.into()), words }
    }

    /// A wait for a library's condition; `words` is what C gave.
    pub(crate) fn until(condition: HostCondition, name: &str, words: [u64; 2]) -> HostCall {
        HostCall { call: Called::Until(condition, name.into()), words }
    }

    /// A call of a library on CUDA's driver; `words` is what C gave.
    pub(crate) fn on_driver(call: DriverCall, name: &str, words: [u64; 2]) -> HostCall {
        HostCall { call: Called::OnDriver(call, name.into()), words }
    }
}

impl fmt::Debug for HostCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [function, data] = self.words;
        write!(f, "HostCall({function:#x}, {data:#x})")
    }
}

/// An allocation of a node.
#[derive(Clone, Debug)]
pub struct AllocCall {
    /// Bytes asked for.
    pub bytes: u64,
    /// Ordinal of the device.
    pub device: usize,
    pub(crate) slot: Arc<Slot>,
}

impl AllocCall {
    /// The address.
    pub fn address(&self) -> u64 {
        self.slot.base()
    }
}

/// Waits for words of memory and writes of them, one after the other.
#[derive(Clone, Debug)]
pub struct BatchCall {
    ops: Arc<[MemOp]>,
    /// The same as C's structures have it.
    structures: Arc<[[u64; 6]]>,
}

impl BatchCall {
    /// A batch; it is checked when it is added.
    ///
    /// # Safety
    /// As for [`submit`](crate::api::stream_memory::submit), whenever the graph is launched.
    pub unsafe fn new(ops: &[MemOp]) -> BatchCall {
        // `hipStreamBatchMemOpParams`: operation, address, value, flags.
        let structure = |op: &MemOp| match *op {
            MemOp::Wait { address, wide, value, until, .. } => {
                [if wide { 4 } else { 1 }, address, value, until.flags().into(), 0, 0]
            }
            MemOp::Write { address, wide, value } => [if wide { 5 } else { 2 }, address, value, 0, 0, 0],
            MemOp::Barrier => [6, 0, 0, 0, 0, 0],
        };
        BatchCall { ops: ops.into(), structures: ops.iter().map(structure).collect() }
    }

    /// Returns the parameters as C's structures, which live as long as the node has them.
    pub fn structures(&self) -> &[[u64; 6]] {
        &self.structures
    }
}

impl Operation {
    /// The kind that C names.
    pub const fn code(&self) -> hipGraphNodeType {
        match self {
            Operation::Kernel(_) => hipGraphNodeType::hipGraphNodeTypeKernel,
            Operation::Copy(_) => hipGraphNodeType::hipGraphNodeTypeMemcpy,
            Operation::Fill(_) => hipGraphNodeType::hipGraphNodeTypeMemset,
            Operation::Host(_) => hipGraphNodeType::hipGraphNodeTypeHost,
            Operation::Child(_) => hipGraphNodeType::hipGraphNodeTypeGraph,
            Operation::Empty => hipGraphNodeType::hipGraphNodeTypeEmpty,
            Operation::Wait(_) => hipGraphNodeType::hipGraphNodeTypeWaitEvent,
            Operation::Record(_) => hipGraphNodeType::hipGraphNodeTypeEventRecord,
            Operation::Alloc(_) => hipGraphNodeType::hipGraphNodeTypeMemAlloc,
            Operation::Free(_) => hipGraphNodeType::hipGraphNodeTypeMemFree,
            Operation::Batch(_) => hipGraphNodeType::hipGraphNodeTypeBatchMemOp,
            Operation::Conditional(_) => hipGraphNodeType::hipExtGraphNodeTypeConditional,
        }
    }

    /// Address of an array with the words of a conditional node's bodies, which lives as long as the node; 0
    /// for another node.
    pub fn bodies(&self) -> u64 {
        match self {
            Operation::Conditional(call) => call.words().as_ptr().expose_provenance() as u64,
            _ => 0,
        }
    }

    /// The kind in words.
    pub const fn kind(&self) -> &'static str {
        match self {
            Operation::Kernel(_) => "kernel",
            Operation::Copy(_) => "copy",
            Operation::Fill(_) => "fill",
            Operation::Host(_) => "host function",
            Operation::Child(_) => "child graph",
            Operation::Empty => "empty",
            Operation::Wait(_) => "event wait",
            Operation::Record(_) => "event record",
            Operation::Alloc(_) => "allocation",
            Operation::Free(_) => "free",
            Operation::Batch(_) => "batch of memory operations",
            Operation::Conditional(_) => "conditional",
        }
    }

    /// Finds what is wrong with it.
    ///
    /// # Errors
    /// What the call that it describes would answer.
    pub(crate) fn check(&self, memory: &dyn Memory) -> Result<(), Error> {
        match self {
            Operation::Copy(copy) => copy.check(memory),
            // A fill's pitch is a number among others, as an H200 has it.
            Operation::Fill(fill) => fill.check(memory).map_err(|error| match error {
                Error::BadPitch { what, pitch, least } => {
                    Error::OutOfRange { what, got: pitch, min: least, max: u64::MAX }
                }
                error => error,
            }),
            Operation::Kernel(call) => call.function.backend.check(&call.shape),
            Operation::Batch(batch) => memory.check_words(&batch.ops),
            _ => Ok(()),
        }
    }

    /// Puts it into a stream.
    ///
    /// # Errors
    /// What the call that it describes would answer.
    pub(crate) fn enqueue(&self, stream: &StreamObject) -> Result<(), Error> {
        match self {
            Operation::Kernel(call) => stream.launch(&call.function, call.shape, &call.params),
            Operation::Batch(batch) => stream.backend.words(&batch.ops),
            Operation::Record(event) => stream.record(event),
            Operation::Wait(event) => stream.backend.wait(&*event.backend),
            Operation::Copy(CopyCall { to, from, extent, direction, .. }) => {
                check_extent("extent of a copy", *extent)?;
                stream.copy_node(to, from, *extent, *direction)
            }
            Operation::Fill(FillCall { to, pattern, values }) => {
                check_extent("extent of a fill", *values)?;
                stream.backend.fill_node(*to, *pattern, *values)
            }
            Operation::Host(host) => match &host.call {
                Called::Plain(call) => {
                    let call = Arc::clone(call);
                    stream.backend.call(Box::new(move || call()))
                }
                Called::OnMemory(work, name) => stream.backend.work(name, Arc::clone(work)),
                Called::Until(condition, name) => stream.backend.wait_until(name, Arc::clone(condition)),
                Called::OnDriver(call, name) => {
                    let (handle, mut code) = (stream.backend.driver_handle()?, 0);
                    stream.context.backend.on_driver(&mut |device| code = call(handle, device))?;
                    match code {
                        0 => Ok(()),
                        code => Err(Error::LibraryFailed { name: name.to_string(), code }),
                    }
                }
            },
            // Children were laid out among the other nodes; memory is there from the launch on; an executable
            // submits conditional nodes together with their bodies.
            Operation::Empty
            | Operation::Alloc(_)
            | Operation::Free(_)
            | Operation::Child(_)
            | Operation::Conditional(_) => Ok(()),
        }
    }

    /// Makes the handles of the graphs that belong to it stale.
    ///
    /// # Errors
    /// Stale handles.
    pub(crate) fn dissolve_graphs(&self) -> Result<(), Error> {
        match self {
            Operation::Child(child) => child.dissolve(),
            Operation::Conditional(call) => call.bodies.iter().try_for_each(|body| body.dissolve()),
            _ => Ok(()),
        }
    }
}

/// Fails for an empty box.
fn check_extent(what: &'static str, extent: Extent) -> Result<(), Error> {
    match extent.is_empty() {
        true => Err(Error::OutOfRange { what, got: 0, min: 1, max: u64::MAX }),
        false => Ok(()),
    }
}
