//! Handles and structures of graphs as C lays them out, and what they mean.

use crate::entry::In;
use crate::host_function::behind;
use crate::library::launched;
use crate::memory::{device, direction, host};
use crate::module::{gather, packed};
use crate::rectangle::{Rows, driver_3d, pitched};
use crate::stream::Through;
use crate::stream_memory;
use crate::types::{
    Dim3, Extent as CExtent, Function, Handle, MemLocation, Memcpy3D, Memcpy3DParms, PitchedPtr, Side3D,
    Stream,
};
use runtime::Error;
use runtime::api::graph;
use runtime::api::memory::{Extent, Pattern, Pitch};
use runtime::api::module::LaunchShape;
use runtime::graph::{
    BatchCall, CopyCall, CopyParams, ExecObject, FillCall, GraphObject, HostCall, KernelCall, NodeObject,
    Operation, UserObject,
};
use runtime::handle::{Id, Kind};
use runtime::memory::Pointer;
use std::ffi::c_void;

/// `hipGraph_t`
pub type Graph = Handle<GraphObject>;
/// `hipGraphNode_t`
pub type Node = Handle<NodeObject>;
/// `hipGraphExec_t`
pub type Exec = Handle<ExecObject>;
/// `hipUserObject_t`
pub type User = Handle<UserObject>;
/// `hipHostFn_t`
pub type HostFn = Option<extern "C" fn(*mut c_void)>;

/// The object of a handle that must not be null.
pub(crate) fn some<T: Kind>(handle: Handle<T>, what: &'static str) -> Result<Id<T>, Error> {
    if handle.word() == 0 { Err(Error::Null { what }) } else { handle.id() }
}

/// The objects of a list of handles, none of them null.
pub(crate) fn all<T: Kind>(list: In<Handle<T>>, count: u64) -> Result<Vec<Id<T>>, Error> {
    if list.is_null() && count > 0 {
        return Err(Error::Null { what: "a list of nodes" });
    }
    list.array(count as usize)?.into_iter().map(|handle| some(handle, "a node of the list")).collect()
}

/// `hipKernelNodeParams`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct KernelParams {
    pub block: Dim3,
    pub extra: In<u64>,
    pub function: u64,
    pub grid: Dim3,
    pub params: In<u64>,
    pub shared_bytes: u32,
}

impl KernelParams {
    /// The launch that it describes. With arguments in both ways those of `kernelParams` count.
    pub(crate) fn operation(&self) -> Result<Operation, Error> {
        let function = match launched(Function::of_word(self.function)) {
            // No word of ours: the address of a host function.
            Err(Error::BadHandle { .. }) => behind(self.function as *const c_void)?.id()?,
            found => found?,
        };
        let block = match self.params.is_null() && !self.extra.is_null() {
            true => packed(&self.extra)?,
            false => gather(function, self.params)?,
        };
        let shape = LaunchShape {
            grid: self.grid.into(),
            block: self.block.into(),
            shared_bytes: self.shared_bytes,
            cooperative: false,
            cluster: None,
        };
        graph::kernel(function, self.function, shape, &block)
    }

    /// As C has it; the arguments are the node's own.
    pub(crate) fn of(call: &KernelCall) -> Self {
        let shape = call.shape();
        KernelParams {
            block: shape.block.into(),
            extra: In::nothing(),
            function: call.named(),
            grid: shape.grid.into(),
            params: In::at(call.pointers().as_ptr() as u64),
            shared_bytes: shape.shared_bytes,
        }
    }
}

/// `hipMemsetParams`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FillParams {
    pub to: u64,
    pub element: u32,
    pub height: u64,
    pub pitch: u64,
    pub value: u32,
    pub width: u64,
}

impl FillParams {
    /// The fill that it describes.
    pub(crate) fn operation(&self) -> Result<Operation, Error> {
        let pattern = match self.element {
            1 => Pattern::D8(self.value as u8),
            2 => Pattern::D16(self.value as u16),
            4 => Pattern::D32(self.value),
            got => return Err(Error::OutOfRange { what: "elementSize", got: got.into(), min: 1, max: 4 }),
        };
        let to = (device(self.to as *const c_void), Pitch { row: self.pitch, slice: 0 });
        let values = Extent { width: self.width, height: self.height, depth: 1 };
        Ok(Operation::Fill(FillCall { to, pattern, values }))
    }

    /// As C has it.
    pub(crate) fn of(fill: &FillCall) -> Self {
        let value = match fill.pattern {
            Pattern::D8(value) => value.into(),
            Pattern::D16(value) => value.into(),
            Pattern::D32(value) => value,
        };
        FillParams {
            to: fill.to.0.address(),
            element: fill.pattern.size() as u32,
            height: fill.values.height,
            pitch: fill.to.1.row,
            value,
            width: fill.values.width,
        }
    }
}

/// `hipHostNodeParams`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HostParams {
    pub function: HostFn,
    pub data: *mut c_void,
}

impl HostParams {
    /// The call that it describes.
    pub(crate) fn operation(&self) -> Result<Operation, Error> {
        let function = self.function.ok_or(Error::Null { what: "fn" })?;
        let words = [function as usize as u64, self.data as u64];
        let data = Through::new(self.data);
        Ok(Operation::Host(HostCall::new(move || function(data.get()), words)))
    }
}

/// A copy of a row, as asked for.
pub(crate) fn row(to: Pointer, from: Pointer, count: u64, kind: u32) -> Result<Operation, Error> {
    let direction = direction(kind)?;
    let params = CopyParams {
        pointers: [[from.address(), 0, 0, 0], [to.address(), 0, 0, 0]],
        extent: [count, 1, 1],
        kind,
        ..CopyParams::default()
    };
    let pitch = Pitch::default();
    let (to, from) = ((to, pitch), (from, pitch));
    Ok(Operation::Copy(CopyCall { to, from, extent: Extent::row(count), direction, params }))
}

/// As [`row`], of what C vouches for.
pub(crate) fn plain_row(
    to: *const c_void,
    from: *const c_void,
    count: u64,
    kind: u32,
) -> Result<Operation, Error> {
    row(host(to), host(from), count, kind)
}

fn numbers(at: CExtent) -> [u64; 3] {
    [at.width, at.height, at.depth]
}

fn extent([width, height, depth]: [u64; 3]) -> CExtent {
    CExtent { width, height, depth }
}

fn call(rows: Rows, params: CopyParams) -> Operation {
    let Rows { to, from, extent, direction } = rows;
    Operation::Copy(CopyCall { to, from, extent, direction, params })
}

/// The copy that a structure of the runtime API describes.
pub(crate) fn copy(params: &Memcpy3DParms) -> Result<Operation, Error> {
    let end = |at: &PitchedPtr| [at.pointer, at.pitch, at.width, at.rows];
    let asked = CopyParams {
        arrays: [params.from_array, params.to_array],
        positions: [numbers(params.from_position), numbers(params.to_position)],
        pointers: [end(&params.from), end(&params.to)],
        extent: numbers(params.extent),
        kind: params.kind,
    };
    Ok(call(pitched(params)?, asked))
}

/// As the runtime API has it.
pub(crate) fn copy_params(copy: &CopyCall) -> Memcpy3DParms {
    let CopyParams { arrays, positions, pointers, extent: size, kind } = copy.params;
    let end = |[pointer, pitch, width, rows]: [u64; 4]| PitchedPtr { pointer, pitch, width, rows };
    Memcpy3DParms {
        from_array: arrays[0],
        from_position: extent(positions[0]),
        from: end(pointers[0]),
        to_array: arrays[1],
        to_position: extent(positions[1]),
        to: end(pointers[1]),
        extent: extent(size),
        kind,
    }
}

/// The copy that a structure of the driver API describes: widths count bytes there.
pub(crate) fn driver_copy(params: &Memcpy3D) -> Result<Operation, Error> {
    let end = |side: &Side3D| {
        let pointer = if side.kind == HOST { side.host } else { side.device };
        let pitch = if side.pitch == 0 { params.width } else { side.pitch };
        [pointer, pitch, params.width, if side.height == 0 { params.height } else { side.height }]
    };
    let position = |side: &Side3D| [side.x, side.y, side.z];
    let array = |side: &Side3D| if side.kind == ARRAY { side.array } else { 0 };
    let kind = match (params.from.kind == HOST, params.to.kind == HOST) {
        (true, true) => 0,
        (true, false) => 1,
        (false, true) => 2,
        (false, false) => 3,
    };
    let asked = CopyParams {
        arrays: [array(&params.from), array(&params.to)],
        positions: [position(&params.from), position(&params.to)],
        pointers: [end(&params.from), end(&params.to)],
        extent: [params.width, params.height, params.depth],
        kind,
    };
    Ok(call(driver_3d(params)?, asked))
}

/// `hipMemoryType`
const HOST: u32 = 1;
const DEVICE: u32 = 2;
const ARRAY: u32 = 10;
const UNIFIED: u32 = 11;

/// As the driver API has it.
pub(crate) fn driver_params(copy: &CopyCall) -> Memcpy3D {
    let CopyParams { arrays, positions, pointers, kind, .. } = copy.params;
    let side = |n: usize, is_host: bool| {
        let [x, y, z] = positions[n];
        let [pointer, pitch, _, height] = pointers[n];
        let code = match (arrays[n], is_host, kind) {
            (0, true, _) => HOST,
            (0, _, 0 | 4) => UNIFIED,
            (0, ..) => DEVICE,
            _ => ARRAY,
        };
        let (host, device) = if code == HOST { (pointer, 0) } else { (0, pointer) };
        Side3D { x, y, z, lod: 0, kind: code, host, device, array: arrays[n], pitch, height }
    };
    let Extent { width, height, depth } = copy.extent;
    Memcpy3D { from: side(0, kind == 1), to: side(1, kind == 2), width, height, depth }
}

/// `hipMemAllocNodeParams`, with `hipMemPoolProps` as its beginning.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AllocParams {
    pub kind: u32,
    pub handle_types: u32,
    pub location: MemLocation,
    pub security: u64,
    pub max_size: u64,
    pub reserved: [u64; 7],
    pub access: u64,
    pub access_count: u64,
    pub bytes: u64,
    pub address: u64,
}

/// `hipMemAllocationTypePinned`
const PINNED: u32 = 1;
/// `hipMemLocationTypeDevice`
const ON_DEVICE: u32 = 1;

impl AllocParams {
    /// The device that it asks for.
    pub(crate) fn device(&self) -> Result<i32, Error> {
        let count = runtime::api::device::count()? as i32;
        match (self.kind, self.location.kind, self.location.id) {
            (PINNED, ON_DEVICE, id) if (0..count).contains(&id) => Ok(id),
            (PINNED, ON_DEVICE, id) => {
                let max = u64::from(count.unsigned_abs()).saturating_sub(1);
                Err(Error::OutOfRange { what: "device of an allocation", got: id as u64, min: 0, max })
            }
            (PINNED, kind, _) => {
                Err(Error::UnknownEnumerator { what: "place of an allocation", got: kind.into() })
            }
            (kind, ..) => Err(Error::UnknownEnumerator { what: "kind of an allocation", got: kind.into() }),
        }
    }

    /// As C has it.
    pub(crate) fn of(bytes: u64, device: usize, address: u64) -> Self {
        AllocParams {
            kind: PINNED,
            handle_types: 0,
            location: MemLocation { kind: ON_DEVICE, id: device as i32 },
            security: 0,
            max_size: 0,
            reserved: [0; 7],
            access: 0,
            access_count: 0,
            bytes,
            address,
        }
    }
}

/// `hipMemcpyNodeParams`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CopyNodeParams {
    pub flags: i32,
    pub reserved: [i32; 3],
    pub copy: Memcpy3DParms,
}

/// `hipGraphNodeParams`: what the words are depends on the kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct NodeParams {
    pub kind: u32,
    pub reserved: [i32; 3],
    pub words: [u64; 29],
    pub end: i64,
}

/// `hipGraphInstantiateParams`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct InstantiateParams {
    pub wrong: Node,
    pub flags: u64,
    pub result: u32,
    pub upload: Stream,
}

/// `hipBatchMemOpNodeParams`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BatchParams {
    pub context: u64,
    pub count: u32,
    pub operations: In<stream_memory::Operation>,
    pub flags: u32,
}

impl BatchParams {
    /// The batch that it describes.
    pub(crate) fn operation(&self) -> Result<Operation, Error> {
        let ops = stream_memory::batch(self.count, self.operations, self.flags)?;
        Ok(Operation::Batch(BatchCall::new(&ops)))
    }

    /// As C has it; the operations are the node's own.
    pub(crate) fn of(batch: &BatchCall) -> Self {
        let structures = batch.structures();
        BatchParams {
            context: 0,
            count: structures.len() as u32,
            operations: In::at(structures.as_ptr() as u64),
            flags: 0,
        }
    }
}

// Sizes are HIP 7.15's.
const _: () = {
    assert!(size_of::<KernelParams>() == 64);
    assert!(size_of::<FillParams>() == 48);
    assert!(size_of::<HostParams>() == 16);
    assert!(size_of::<BatchParams>() == 32);
    assert!(size_of::<AllocParams>() == 120);
    assert!(size_of::<CopyNodeParams>() == 176);
    assert!(size_of::<NodeParams>() == 256);
    assert!(size_of::<InstantiateParams>() == 32);
};
