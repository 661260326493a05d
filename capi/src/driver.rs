//! Extension: calls of CUDA's driver that HIP has for its runtime only, or not at all. Contexts say whose
//! memory a copy is about; here the addresses do, so contexts are only checked.

use crate::entry::{In, Out, entry_points};
use crate::host_function::cache;
use crate::launch_ex::driver_shape;
use crate::library::launched;
use crate::memory::device;
use crate::rectangle::{Rows, Side, Sides, driver_3d};
use crate::types::{Array, Context, Event, Function, Stream};
use hip_sys::{HIP_LAUNCH_CONFIG_st, hipMemoryType};
use runtime::Error;
use runtime::api::memory::{self, Direction, Extent};
use runtime::api::module::LaunchShape;
use runtime::api::{StreamRef, context, green, occupancy, stream};
use runtime::handle::Id;
use runtime::object::FunctionObject;
use std::ffi::c_void;

/// One end of a `hipExtMemcpy3DPeerParams`.
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
    /// Without the context, which is checked.
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

/// Checks a context that a copy names; it may name none.
fn check(context: Context) -> Result<(), Error> {
    if context.word() == 0 { Ok(()) } else { context::check(context.id()?) }
}

/// A kernel and the launch that an occupancy is asked for.
fn occupancy_query(
    function: Function,
    config: In<HIP_LAUNCH_CONFIG_st>,
) -> Result<(Id<FunctionObject>, LaunchShape, StreamRef), Error> {
    let config = config.read("config")?;
    // No function is an invalid value here, and an invalid handle elsewhere (observed on an H200).
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
    /// Gives up a use of the current context, which ends with the last.
    fn hipExtCtxDetach(context: Context) { context::detach(context.id()?)?; }
    /// Records an event over all work of a context.
    fn hipExtCtxRecordEvent(context: Context, event: Event) {
        green::record_event(context.id()?, event.id()?)?;
    }
    /// Makes later work of a context wait for an event.
    fn hipExtCtxWaitEvent(context: Context, event: Event) {
        green::wait_event(context.id()?, event.id()?)?;
    }
    /// The context of a stream; a green one's is the one that calls take as a context.
    fn hipExtStreamGetCtx(on: Stream, out: Out<Context>) {
        let out = out.wanted("pctx")?;
        let found = stream::context(StreamRef::from_word(on.word())?)?;
        green::name(found)?;
        out.set(Context::of(found));
    }
    /// The contexts of a stream as CUDA 12.5's driver has them: a green one, and the primary context that it
    /// is in.
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
    /// Copies from one context's memory to another's when the stream's turn comes.
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
    /// Copies a box from one context's memory to another's when the stream's turn comes.
    fn hipExtMemcpy3DPeerAsync(copy: In<PeerBox>, on: Stream) {
        copy.read("pCopy")?.plan()?.later(StreamRef::from_word(on.word())?)?;
    }
    /// Wishes for a split of cache and shared memory: checked, and without effect on a software device.
    fn hipExtFuncSetCacheConfig(function: Function, config: i32) {
        launched(function)?;
        cache(config)?;
    }
    /// How many clusters of a kernel the SMs of the configuration's stream hold at once.
    fn hipExtModuleOccupancyMaxActiveClusters(out: Out<i32>, function: Function, config: In<HIP_LAUNCH_CONFIG_st>) {
        let out = out.wanted("numClusters")?;
        let (function, shape, on) = occupancy_query(function, config)?;
        out.set(i32::try_from(occupancy::active_clusters(function, &shape, on)?).unwrap_or(i32::MAX));
    }
    /// The most blocks a cluster of a kernel may have.
    fn hipExtModuleOccupancyMaxPotentialClusterSize(out: Out<i32>, function: Function, config: In<HIP_LAUNCH_CONFIG_st>) {
        let out = out.wanted("clusterSize")?;
        let (function, shape, on) = occupancy_query(function, config)?;
        out.set(occupancy::largest_cluster(function, &shape, on)? as i32);
    }
}
