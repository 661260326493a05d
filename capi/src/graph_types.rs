//! C parameters of graph nodes, and the operations that they describe.

use crate::entry::In;
use crate::host_function::kernel_of_host_function;
use crate::library::launched;
use crate::memory::{device, direction, host};
use crate::module::{gathered, packed};
use crate::rectangle::{Rows, Side, Sides, driver_3d, pitched};
use crate::stream::Through;
use crate::stream_memory;
use crate::types::{Array, Function, Handle};
use hip_sys::{
    HIP_MEMCPY3D, hipBatchMemOpNodeParams, hipExtent, hipHostNodeParams, hipKernelNodeParams,
    hipMemAllocNodeParams, hipMemAllocationType, hipMemLocation, hipMemLocationType, hipMemcpy3DParms,
    hipMemcpyKind, hipMemoryType, hipMemsetParams, hipPitchedPtr, hipPos, zeroed,
};
use runtime::Error;
use runtime::api::graph;
use runtime::api::memory::{Extent, Pattern, Pitch};
use runtime::api::module::LaunchShape;
use runtime::graph::{BatchCall, CopyCall, CopyParams, FillCall, HostCall, KernelCall, Operation};
use runtime::handle::{Id, Kind};
use runtime::types::Pointer;
use std::ffi::c_void;

/// Returns the object of a handle that must not be null.
pub(crate) fn some<T: Kind>(handle: Handle<T>, what: &'static str) -> Result<Id<T>, Error> {
    if handle.word() == 0 { Err(Error::Null { what }) } else { handle.id() }
}

/// Returns the objects of a list of handles, none of which may be null.
pub(crate) fn all<T: Kind>(list: In<Handle<T>>, count: u64) -> Result<Vec<Id<T>>, Error> {
    if list.is_null() && count > 0 {
        return Err(Error::Null { what: "a list of nodes" });
    }
    list.array(count as usize)?.into_iter().map(|handle| some(handle, "a node of the list")).collect()
}

/// C parameters of one kind of node.
pub(crate) trait Describes: Copy {
    /// The operation of a node with these parameters.
    fn operation(&self) -> Result<Operation, Error>;
}

impl Describes for hipKernelNodeParams {
    /// If both are given, the arguments of `kernelParams` are used.
    fn operation(&self) -> Result<Operation, Error> {
        let word = self.func as u64;
        let function = match launched(Function::of_word(word)) {
            // Not a handle of ours, so the address of a host function.
            Err(Error::BadHandle { .. }) => kernel_of_host_function(self.func)?.id()?,
            found => found?,
        };
        let block = match self.kernelParams.is_null() && !self.extra.is_null() {
            true => packed(&In::at(self.extra as u64))?,
            false => gathered(function, In::at(self.kernelParams as u64))?,
        };
        let shape = LaunchShape {
            grid: self.gridDim.into(),
            block: self.blockDim.into(),
            shared_bytes: self.sharedMemBytes,
            cooperative: false,
            cluster: None,
        };
        // SAFETY: C promised that the kernel uses its arguments as it may.
        unsafe { graph::kernel(function, word, shape, &block) }
    }
}

/// Returns the parameters of a launch; the arguments belong to the node.
pub(crate) fn kernel_params(call: &KernelCall) -> hipKernelNodeParams {
    let shape = call.shape();
    hipKernelNodeParams {
        blockDim: shape.block.into(),
        extra: std::ptr::null_mut(),
        func: call.named() as *mut c_void,
        gridDim: shape.grid.into(),
        kernelParams: call.pointers().as_ptr() as *mut *mut c_void,
        sharedMemBytes: shape.shared_bytes,
    }
}

impl Describes for hipMemsetParams {
    fn operation(&self) -> Result<Operation, Error> {
        let pattern = match self.elementSize {
            1 => Pattern::D8(self.value as u8),
            2 => Pattern::D16(self.value as u16),
            4 => Pattern::D32(self.value),
            got => return Err(Error::OutOfRange { what: "elementSize", got: got.into(), min: 1, max: 4 }),
        };
        let to = (device(self.dst), Pitch { row: self.pitch as u64, slice: 0 });
        let values = Extent { width: self.width as u64, height: self.height as u64, depth: 1 };
        Ok(Operation::Fill(FillCall { to, pattern, values }))
    }
}

/// Returns the parameters of a fill.
pub(crate) fn fill_params(fill: &FillCall) -> hipMemsetParams {
    let value = match fill.pattern {
        Pattern::D8(value) => value.into(),
        Pattern::D16(value) => value.into(),
        Pattern::D32(value) => value,
    };
    hipMemsetParams {
        dst: fill.to.0.address() as *mut c_void,
        elementSize: fill.pattern.size() as u32,
        height: fill.values.height as usize,
        pitch: fill.to.1.row as usize,
        value,
        width: fill.values.width as usize,
    }
}

impl Describes for hipHostNodeParams {
    fn operation(&self) -> Result<Operation, Error> {
        let function = self.fn_.ok_or(Error::Null { what: "fn" })?;
        let words = [function as usize as u64, self.userData as u64];
        let data = Through::new(self.userData);
        // SAFETY: C passed the function to be called with this pointer.
        Ok(Operation::Host(HostCall::new(move || unsafe { function(data.get()) }, words)))
    }
}

/// Returns the operation for a copy of a row.
pub(crate) fn row(to: Pointer, from: Pointer, count: u64, kind: hipMemcpyKind) -> Result<Operation, Error> {
    let direction = direction(kind)?;
    let params = CopyParams {
        pointers: [[from.address(), 0, 0, 0], [to.address(), 0, 0, 0]],
        extent: [count, 1, 1],
        kind: kind.0,
        ..CopyParams::default()
    };
    let pitch = Pitch::default();
    let (to, from) = ((to, pitch).into(), (from, pitch).into());
    Ok(Operation::Copy(CopyCall { to, from, extent: Extent::row(count), direction, params }))
}

/// Like [`row`], for host pointers valid by the C contract.
pub(crate) fn plain_row(
    to: *const c_void,
    from: *const c_void,
    count: u64,
    kind: hipMemcpyKind,
) -> Result<Operation, Error> {
    row(host(to), host(from), count, kind)
}

fn call(rows: Rows, params: CopyParams) -> Operation {
    let Rows { to, from, extent, direction } = rows;
    Operation::Copy(CopyCall { to, from, extent, direction, params })
}

impl Describes for hipMemcpy3DParms {
    fn operation(&self) -> Result<Operation, Error> {
        let position = |at: &hipPos| [at.x, at.y, at.z].map(|n| n as u64);
        let end = |at: &hipPitchedPtr| [at.ptr as u64, at.pitch as u64, at.xsize as u64, at.ysize as u64];
        let hipExtent { width, height, depth } = self.extent;
        let asked = CopyParams {
            arrays: [self.srcArray as u64, self.dstArray as u64],
            positions: [position(&self.srcPos), position(&self.dstPos)],
            pointers: [end(&self.srcPtr), end(&self.dstPtr)],
            extent: [width, height, depth].map(|n| n as u64),
            kind: self.kind.0,
        };
        Ok(call(pitched(self)?, asked))
    }
}

/// Returns the parameters of a copy, in the form of the runtime API.
pub(crate) fn copy_params(copy: &CopyCall) -> hipMemcpy3DParms {
    let CopyParams { arrays, positions, pointers, extent, kind } = copy.params;
    let position = |at: [u64; 3]| {
        let [x, y, z] = at.map(|n| n as usize);
        hipPos { x, y, z }
    };
    let end = |[address, pitch, width, rows]: [u64; 4]| hipPitchedPtr {
        ptr: address as *mut c_void,
        pitch: pitch as usize,
        xsize: width as usize,
        ysize: rows as usize,
    };
    let [width, height, depth] = extent.map(|n| n as usize);
    hipMemcpy3DParms {
        srcArray: Array::of_word(arrays[0]).c(),
        srcPos: position(positions[0]),
        srcPtr: end(pointers[0]),
        dstArray: Array::of_word(arrays[1]).c(),
        dstPos: position(positions[1]),
        dstPtr: end(pointers[1]),
        extent: hipExtent { width, height, depth },
        kind: hipMemcpyKind(kind),
    }
}

impl Describes for HIP_MEMCPY3D {
    /// In the driver API, widths are in bytes.
    fn operation(&self) -> Result<Operation, Error> {
        let sides = Sides::from(self);
        let Extent { width, height, depth } = sides.extent;
        let is_host = |side: &Side| side.kind == hipMemoryType::hipMemoryTypeHost;
        let end = |side: &Side| {
            let pointer = if is_host(side) { side.host } else { side.device };
            let pitch = if side.pitch == 0 { width } else { side.pitch };
            [pointer as u64, pitch, width, if side.height == 0 { height } else { side.height }]
        };
        let array = |side: &Side| match side.kind {
            hipMemoryType::hipMemoryTypeArray => side.array.word(),
            _ => 0,
        };
        let kind = match (is_host(&sides.from), is_host(&sides.to)) {
            (true, true) => hipMemcpyKind::hipMemcpyHostToHost,
            (true, false) => hipMemcpyKind::hipMemcpyHostToDevice,
            (false, true) => hipMemcpyKind::hipMemcpyDeviceToHost,
            (false, false) => hipMemcpyKind::hipMemcpyDeviceToDevice,
        };
        let asked = CopyParams {
            arrays: [array(&sides.from), array(&sides.to)],
            positions: [sides.from.position, sides.to.position],
            pointers: [end(&sides.from), end(&sides.to)],
            extent: [width, height, depth],
            kind: kind.0,
        };
        Ok(call(driver_3d(&sides)?, asked))
    }
}

/// Returns the parameters of a copy, in the form of the driver API.
pub(crate) fn driver_params(copy: &CopyCall) -> HIP_MEMCPY3D {
    let CopyParams { arrays, positions, pointers, kind, .. } = copy.params;
    let kind = hipMemcpyKind(kind);
    let place = |n: usize, is_host: bool| match (arrays[n], kind) {
        (0, _) if is_host => hipMemoryType::hipMemoryTypeHost,
        (0, hipMemcpyKind::hipMemcpyHostToHost | hipMemcpyKind::hipMemcpyDefault) => {
            hipMemoryType::hipMemoryTypeUnified
        }
        (0, _) => hipMemoryType::hipMemoryTypeDevice,
        _ => hipMemoryType::hipMemoryTypeArray,
    };
    let ends = [
        place(0, kind == hipMemcpyKind::hipMemcpyHostToDevice),
        place(1, kind == hipMemcpyKind::hipMemcpyDeviceToHost),
    ];
    let address = |n: usize, on_host: bool| match (ends[n] == hipMemoryType::hipMemoryTypeHost) == on_host {
        true => pointers[n][0] as *mut c_void,
        false => std::ptr::null_mut(),
    };
    let number = |n: u64| n as usize;
    let Extent { width, height, depth } = copy.extent;
    HIP_MEMCPY3D {
        srcXInBytes: number(positions[0][0]),
        srcY: number(positions[0][1]),
        srcZ: number(positions[0][2]),
        srcLOD: 0,
        srcMemoryType: ends[0],
        srcHost: address(0, true),
        srcDevice: address(0, false),
        srcArray: Array::of_word(arrays[0]).c(),
        srcPitch: number(pointers[0][1]),
        srcHeight: number(pointers[0][3]),
        dstXInBytes: number(positions[1][0]),
        dstY: number(positions[1][1]),
        dstZ: number(positions[1][2]),
        dstLOD: 0,
        dstMemoryType: ends[1],
        dstHost: address(1, true),
        dstDevice: address(1, false),
        dstArray: Array::of_word(arrays[1]).c(),
        dstPitch: number(pointers[1][1]),
        dstHeight: number(pointers[1][3]),
        WidthInBytes: number(width),
        Height: number(height),
        Depth: number(depth),
    }
}

/// Returns the device of an allocation.
pub(crate) fn alloc_device(params: &hipMemAllocNodeParams) -> Result<i32, Error> {
    let count = runtime::api::device::count()? as i32;
    let (kind, location) = (params.poolProps.allocType, params.poolProps.location);
    if kind != hipMemAllocationType::hipMemAllocationTypePinned {
        return Err(Error::UnknownEnumerator { what: "kind of an allocation", got: kind.0.into() });
    }
    if location.type_ != hipMemLocationType::hipMemLocationTypeDevice {
        let got = location.type_.0.into();
        return Err(Error::UnknownEnumerator { what: "place of an allocation", got });
    }
    if (0..count).contains(&location.id) {
        return Ok(location.id);
    }
    let max = u64::from(count.unsigned_abs()).saturating_sub(1);
    Err(Error::OutOfRange { what: "device of an allocation", got: location.id as u64, min: 0, max })
}

/// Returns the parameters of an allocation.
pub(crate) fn alloc_params(bytes: u64, device: usize, address: u64) -> hipMemAllocNodeParams {
    let mut params = zeroed::<hipMemAllocNodeParams>();
    params.poolProps.allocType = hipMemAllocationType::hipMemAllocationTypePinned;
    params.poolProps.location =
        hipMemLocation { type_: hipMemLocationType::hipMemLocationTypeDevice, id: device as i32 };
    params.bytesize = bytes as usize;
    params.dptr = address as *mut c_void;
    params
}

impl Describes for hipBatchMemOpNodeParams {
    fn operation(&self) -> Result<Operation, Error> {
        let ops = stream_memory::batch(self.count, In::at(self.paramArray as u64), self.flags)?;
        // SAFETY: C promised that the words are used by atomic operations alone.
        Ok(Operation::Batch(unsafe { BatchCall::new(&ops) }))
    }
}

/// Returns the parameters of a batch; the operations belong to the node.
pub(crate) fn batch_params(batch: &BatchCall) -> hipBatchMemOpNodeParams {
    let structures = batch.structures();
    hipBatchMemOpNodeParams {
        ctx: std::ptr::null_mut(),
        count: structures.len() as u32,
        paramArray: structures.as_ptr() as *mut _,
        flags: 0,
    }
}
