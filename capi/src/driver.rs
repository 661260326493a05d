//! Extension: calls of CUDA's driver API that HIP lacks, or has for its runtime only. CUDA uses contexts to
//! identify the memory of a copy; here the addresses do, so contexts are only checked.

use crate::entry::{In, Out, entry_points};
use crate::host_function::{banks, cache};
use crate::launch_ex::driver_shape;
use crate::library::launched;
use crate::memory::device;
use crate::rectangle::{Rows, Side, Sides, driver_3d};
use crate::types::{Array, Context, Event, Function, Stream};
use hip_sys::{HIP_LAUNCH_CONFIG_st, hipMemoryType};
use runtime::Error;
use runtime::api::memory::{self, Direction, Extent};
use runtime::api::module::{self, FunctionAttribute as Attribute, LaunchShape};
use runtime::api::{StreamRef, context, green, occupancy, stream};
use runtime::handle::Id;
use runtime::object::FunctionObject;
use std::ffi::c_void;

/// End of a `hipExtMemcpy3DPeerParams`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PeerSide {
    position: [u64; 3],
    lod: u64,
    kind: hipMemoryType,
    host: *const c_void,
    device: *const c_void,
    array: Array,
    context: Context,
    pitch: u64,
    height: u64,
}

impl PeerSide {
    /// Returns the end without the context, after checking it.
    fn side(&self) -> Result<Side, Error> {
        check(self.context)?;
        let PeerSide { position, lod, kind, host, device, array, pitch, height, .. } = *self;
        Ok(Side { position, lod, kind, host, device, array, pitch, height })
    }
}

/// `hipExtMemcpy3DPeerParams`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PeerBox {
    from: PeerSide,
    to: PeerSide,
    extent: [u64; 3],
}

const _: () = assert!(size_of::<PeerBox>() == 200, "as CUDA's structure");

impl PeerBox {
    fn plan(&self) -> Result<Rows, Error> {
        let [width, height, depth] = self.extent;
        let extent = Extent { width, height, depth };
        driver_3d(&Sides { from: self.from.side()?, to: self.to.side()?, extent })
    }
}

/// Checks the context of a copy; it may be null.
fn check(context: Context) -> Result<(), Error> {
    if context.word() == 0 { Ok(()) } else { context::check(context.id()?) }
}

/// Returns the kernel and the launch for an occupancy query.
fn occupancy_query(
    function: Function,
    config: In<HIP_LAUNCH_CONFIG_st>,
) -> Result<(Id<FunctionObject>, LaunchShape, StreamRef), Error> {
    let config = config.read("config")?;
    // Here a null function is an invalid value, elsewhere an invalid handle (observed on an H200).
    if function.word() == 0 {
        return Err(Error::Null { what: "func" });
    }
    let on = Stream::of_c(config.hStream);
    Ok((launched(function)?, driver_shape(&config)?, StreamRef::from_word(on.word())?))
}

entry_points! {
    /// Counts a use of the current context.
    fn hipExtCtxAttach(out: Out<Context>, flags: u32) {
        let out = out.wanted("pctx")?;
        if flags != 0 {
            return Err(Error::BadFlags { what: "an attached context", got: flags.into() });
        }
        out.set(Context::of(context::attach()?));
    }
    /// Releases a use of the current context, which ends with the last one.
    fn hipExtCtxDetach(context: Context) { context::detach(context.id()?)?; }
    /// Records an event over all work of a context.
    fn hipExtCtxRecordEvent(context: Context, event: Event) {
        green::record_event(context.id()?, event.id()?)?;
    }
    /// Makes later work of a context wait for an event.
    fn hipExtCtxWaitEvent(context: Context, event: Event) {
        green::wait_event(context.id()?, event.id()?)?;
    }
    /// Returns the context of a stream; for a green context, the handle that other calls accept as a context.
    fn hipExtStreamGetCtx(on: Stream, out: Out<Context>) {
        let out = out.wanted("pctx")?;
        let found = stream::context(StreamRef::from_word(on.word())?)?;
        green::name(found)?;
        out.set(Context::of(found));
    }
    /// Returns the contexts of a stream in the form of CUDA 12.5: its green context, and the primary context
    /// that contains it.
    fn hipExtStreamGetCtx_v2(on: Stream, out: Out<Context>, own: Out<Context>) {
        let (context, green) = green::contexts_of(StreamRef::from_word(on.word())?)?;
        if let Some(out) = out.optional() {
            out.set(Context::of(context));
        }
        if let Some(own) = own.optional() {
            own.set(green.map_or(Context::NULL, Context::of));
        }
    }
    /// Copies from one context's memory to another's.
    fn hipExtMemcpyPeer(to: *mut c_void, to_of: Context, from: *mut c_void, from_of: Context, size: u64) {
        check(to_of)?;
        check(from_of)?;
        memory::copy(device(to), device(from), size, Direction::OnDevice)?;
    }
    /// Copies from one context's memory to another's, in stream order.
    fn hipExtMemcpyPeerAsync(
        to: *mut c_void,
        to_of: Context,
        from: *mut c_void,
        from_of: Context,
        size: u64,
        on: Stream,
    ) {
        check(to_of)?;
        check(from_of)?;
        let on = StreamRef::from_word(on.word())?;
        memory::copy_async(device(to), device(from), size, Direction::OnDevice, on)?;
    }
    /// Copies a box from one context's memory to another's and waits.
    fn hipExtMemcpy3DPeer(copy: In<PeerBox>) { copy.read("pCopy")?.plan()?.now(StreamRef::Legacy)?; }
    /// Copies a box from one context's memory to another's, in stream order.
    fn hipExtMemcpy3DPeerAsync(copy: In<PeerBox>, on: Stream) {
        copy.read("pCopy")?.plan()?.later(StreamRef::from_word(on.word())?)?;
    }
    /// Sets the preferred split of cache and shared memory: checked, but without effect on a software device.
    fn hipExtFuncSetCacheConfig(function: Function, config: i32) {
        launched(function)?;
        cache(config)?;
    }
    /// Sets an attribute of a kernel of a module.
    fn hipExtFuncSetAttribute(function: Function, attribute: i32, value: i32) {
        module::set_attribute(launched(function)?, Attribute::from_code(attribute)?, value)?;
    }
    /// Sets the preferred width of shared-memory banks: checked, but without effect on a software device.
    fn hipExtFuncSetSharedMemConfig(function: Function, config: i32) {
        launched(function)?;
        banks(config)?;
    }
    /// Returns the number of clusters of a kernel that the SMs of the configuration's stream can hold at
    /// once.
    fn hipExtModuleOccupancyMaxActiveClusters(out: Out<i32>, function: Function, config: In<HIP_LAUNCH_CONFIG_st>) {
        let out = out.wanted("numClusters")?;
        let (function, shape, on) = occupancy_query(function, config)?;
        out.set(i32::try_from(occupancy::active_clusters(function, &shape, on)?).unwrap_or(i32::MAX));
    }
    /// Returns the maximum number of blocks in a cluster of a kernel.
    fn hipExtModuleOccupancyMaxPotentialClusterSize(out: Out<i32>, function: Function, config: In<HIP_LAUNCH_CONFIG_st>) {
        let out = out.wanted("clusterSize")?;
        let (function, shape, on) = occupancy_query(function, config)?;
        out.set(occupancy::largest_cluster(function, &shape, on)? as i32);
    }
}
