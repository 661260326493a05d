//! Interface of a device: what the runtime asks of it, whatever kind of device it is.
//!
//! Handles, current contexts, captures, graphs and the checks that HIP defines stand above; an object there
//! holds its counterpart as `Arc<dyn …>` and never looks into it. Arguments and answers are plain values. A
//! method that takes a second object of the interface wants one of its own kind of device.

mod array;
mod graph;
mod image;
mod memory;
mod virtual_memory;

pub use array::End;
pub(crate) use array::{Array, ArrayPart, MipmappedArray};
pub(crate) use graph::Branching;
pub(crate) use graph::{Condition, Conditional, DeviceExec, DeviceGraph, DeviceStep, DeviceTask};
pub(crate) use image::{Contents, InputForm, KernelEntry, Link};
pub(crate) use memory::Memory;
pub(crate) use virtual_memory::{Mappable, MappedAt, Multicast, Physical, VirtualMemory};

use crate::Error;
use crate::attributes::FunctionAttribute;
use crate::sync::Arc;
use crate::types::{
    ArrayDesc, Direction, Extent, LaunchShape, Location, MemOp, Pattern, Pitch, Pointer, Resource,
    SmResource, TextureDesc,
};
use device::partition::Wanted;
use device::{SmSet, Spec, StreamKind};
use hip_sys::hipMemPoolAttr;
use ptx::tensor::encode::{Columns, Tensor};
use ptx::texture::Shape;
use std::any::Any;
use std::fmt::Debug;

/// The event takes no times.
pub const DISABLE_TIMING: u32 = 2;

/// Resource of a texture.
pub(crate) type Texels = Resource<Arc<dyn Array>, Arc<dyn MipmappedArray>>;

/// A tensor map's bytes.
pub(crate) type TensorBytes = [u8; ptx::tensor::BYTES];

/// Function of the host that a stream calls.
pub(crate) type HostFunction = Box<dyn FnOnce() + Send>;

/// Work of a library on the device's memory, which a stream carries out.
pub(crate) type DeviceWork = Arc<dyn Fn(&dyn WorkMemory) + Send + Sync>;

/// Condition of a library, which a stream waits for; returns whether it holds now.
pub(crate) type HostCondition = Arc<dyn Fn() -> bool + Send + Sync>;

/// Memory that a library's work reaches while it runs.
pub trait WorkMemory {
    /// Holds a range until the work ends: it may be read, and written if `write`. A refused range also
    /// poisons the context when the work has ended.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd` for memory that the device does not reach; `Unaligned`.
    fn hold(&self, address: u64, bytes: u64, align: u64, write: bool) -> Result<(), Error>;

    /// Poisons the context when the work has ended (`hipErrorLaunchFailure`).
    fn fail(&self);
}

/// Context as its handle names it: owner of memory and modules.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    /// Word of the handle.
    pub(crate) word: u64,
    /// Text of the handle, for messages.
    pub(crate) name: String,
}

/// Context to be made on all of a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewContext {
    /// It is the device's primary context.
    pub(crate) is_primary: bool,
    /// Flags (`hipDeviceSchedule…`).
    pub(crate) flags: u32,
}

/// Memory pool to be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPool {
    /// Mask of the handle types it can be exported as.
    pub(crate) handle_types: u32,
    /// Most bytes, 0 for all there are.
    pub(crate) max_bytes: u64,
}

/// Pool of another process.
#[derive(Debug)]
pub(crate) struct OpenedPool {
    /// Process and handle of the pool that it stands for.
    pub(crate) exporter: (u32, u64),
    pub(crate) pool: Arc<dyn Pool>,
}

/// SMs of a descriptor.
#[derive(Clone, Debug)]
pub struct Described {
    /// The SMs.
    pub sms: SmResource,
    /// The device's own word for the descriptor; 0 if it has none.
    pub word: usize,
}

/// Device.
pub(crate) trait Device: Debug + Send + Sync {
    /// Returns the device's profile.
    fn spec(&self) -> &Spec;

    /// Returns the value of an attribute (`hipDeviceAttribute_t`), `i32::MAX` for one that is larger.
    ///
    /// # Errors
    /// `UnknownEnumerator`.
    fn attribute(&self, number: i32) -> Result<i32, Error>;

    /// Returns the UUID, the same in every process.
    fn uuid(&self) -> [u8; 16];

    /// Makes a context on all of the device.
    ///
    /// # Errors
    /// Those of the device.
    fn context(&'static self, owner: Owner, new: NewContext) -> Result<Arc<dyn Context>, Error>;

    /// Makes a memory pool, whose handle has the word.
    ///
    /// # Errors
    /// Those of the device.
    fn pool(&'static self, word: u64, new: NewPool) -> Result<Arc<dyn Pool>, Error>;

    /// Opens the pool that a file [identifies](Pool::export), whose handle here has the word; none if it is
    /// another device's.
    ///
    /// # Errors
    /// `BadPointer` for a file that is none of a pool.
    fn open_pool(&'static self, word: u64, file: i32) -> Result<Option<OpenedPool>, Error>;

    /// Returns the contents of an image, which is not loaded.
    ///
    /// # Errors
    /// `Image`, `Ptx`.
    fn contents(&self, image: &[u8]) -> Result<Contents, Error>;

    /// Begins a link of images for the device.
    fn link(&'static self) -> Box<dyn Link>;

    /// Links the units of a program, if the image that they were linked to has no code for the device.
    /// Returns none if it has.
    ///
    /// # Errors
    /// `Unit` for one without PTX; `Link`: everything that does not fit.
    fn link_units(&self, linked: &[u8], units: &[&[u8]]) -> Result<Option<String>, Error>;

    /// Makes a tensor map of boxes of so many elements, as the device's kernels read it.
    ///
    /// # Errors
    /// `TensorMap`.
    fn tiled_map(&self, tensor: &Tensor<'_>, extent: &[u32]) -> Result<TensorBytes, Error>;

    /// Makes a tensor map of columns.
    ///
    /// # Errors
    /// `TensorMap`.
    fn column_map(&self, tensor: &Tensor<'_>, columns: &Columns<'_>) -> Result<TensorBytes, Error>;

    /// Returns the tensor map of the same tensor at another address.
    ///
    /// # Errors
    /// `TensorMap`; `UnknownEnumerator` if the bytes are no map.
    fn moved_map(&self, map: &TensorBytes, address: u64) -> Result<TensorBytes, Error>;

    /// Returns all SMs of the device.
    ///
    /// # Errors
    /// Those of the device.
    fn sms(&self) -> Result<SmResource, Error>;

    /// Splits SMs into groups of at least `min_count`, at most `groups` of them, and the rest.
    ///
    /// # Errors
    /// `Split`.
    fn split(
        &self,
        input: &SmResource,
        groups: Option<u32>,
        flags: u32,
        min_count: u32,
    ) -> Result<(Vec<SmResource>, SmResource), Error>;

    /// Splits SMs into groups of given sizes, and the rest; with `dry` only to see which sizes come of it.
    ///
    /// # Errors
    /// `Split`.
    fn split_into(
        &self,
        input: &SmResource,
        wanted: &[Wanted],
        dry: bool,
    ) -> Result<(Vec<SmResource>, SmResource), Error>;

    /// Joins parts of one split, at least one, to the SMs of a descriptor.
    ///
    /// # Errors
    /// `ResourceConfiguration` for parts of different splits.
    fn describe(&self, parts: &[SmResource]) -> Result<Described, Error>;

    /// Returns the SMs that a split of given sizes co-schedules where a group leaves it open.
    fn default_coscheduled(&self) -> u32;

    /// Fails if the calling thread may not wait for work of the device, as in a host function.
    ///
    /// # Errors
    /// `WaitsInHostFunction`.
    fn may_wait(&self) -> Result<(), Error>;

    /// Returns the number of streams whose work is not done, when the process ends; never blocks.
    fn streams_with_work(&self) -> usize;

    /// Ends the device's reports, when the process ends.
    fn finish(&self);

    /// Returns where CUDA's driver is, if the device is the driver's.
    fn driver(&self) -> Option<&'static cuda_driver::Place> {
        None
    }
}

/// Context of a device. A green context is one, too.
pub(crate) trait Context: Any + Debug + Send + Sync {
    /// Returns the context's legacy default stream; a green context's waits for no other stream.
    fn default_stream(self: Arc<Self>) -> Arc<dyn Stream>;

    /// Makes a stream, on all SMs of the context or on those given.
    ///
    /// # Errors
    /// `ContextDestroyed`.
    fn stream(
        self: Arc<Self>,
        kind: StreamKind,
        priority: i32,
        sms: Option<SmSet>,
    ) -> Result<Arc<dyn Stream>, Error>;

    /// Makes an event; of the flags [`DISABLE_TIMING`] counts.
    fn event(self: Arc<Self>, flags: u32) -> Result<Arc<dyn Event>, Error>;

    /// Makes a value that kernels know by its handle.
    ///
    /// # Errors
    /// `Unsupported`.
    fn condition(&self) -> Result<Arc<Condition>, Error>;

    /// Makes an executable, of a handle, known to kernels, which launch it once it is uploaded.
    ///
    /// # Errors
    /// `Unsupported`.
    fn device_exec(&self, handle: u64) -> Result<Arc<DeviceExec>, Error>;

    /// Opens an event that another process [exported](Event::export).
    ///
    /// # Errors
    /// `NotMapped` for other bytes, and for an event that is gone; `NoContext` for one of this process.
    fn open_event(self: Arc<Self>, exported: &[u8; 64]) -> Result<Arc<dyn Event>, Error>;

    /// Makes a green context in this one: a part of its SMs, and a set of its work queues.
    ///
    /// # Errors
    /// `ContextDestroyed`.
    fn green(self: Arc<Self>, owner: Owner, sms: &Described, queues: u32) -> Result<Arc<dyn Context>, Error>;

    /// Returns the SMs of a green context, which may be split again; none for all of the device's.
    ///
    /// # Errors
    /// Those of the device.
    fn part(&self) -> Result<Option<SmResource>, Error>;

    /// Makes work queues on which so many streams do not wait for each other. Returns the set's number.
    ///
    /// # Errors
    /// `ContextDestroyed`.
    fn work_queues(&self, streams: u32) -> Result<u32, Error>;

    /// Waits until all work of the context's streams is done; also that of its green contexts' streams.
    ///
    /// # Errors
    /// `Fault`, `ContextDestroyed` if the work did not get to its end; `WaitsInHostFunction`.
    fn synchronize(&self) -> Result<(), Error>;

    /// Records an event behind all work that the context's streams hold now.
    ///
    /// # Errors
    /// `ContextDestroyed`; those of a record in a stream.
    fn record(self: Arc<Self>, event: &dyn Event) -> Result<(), Error>;

    /// Has later work of the context's streams wait for the event's last record, also that of streams that
    /// are yet to be made.
    ///
    /// # Errors
    /// Those of a wait in a stream.
    fn wait(self: Arc<Self>, event: &dyn Event) -> Result<(), Error>;

    /// Fails if the context is unusable.
    ///
    /// # Errors
    /// `Fault`.
    fn check(&self) -> Result<(), Error>;

    /// Lets kernels of the context reach memory of a context of another device. Returns `false` if they do
    /// already.
    ///
    /// # Errors
    /// Those of the device.
    fn enable_peer(&self, peer: &dyn Context) -> Result<bool, Error>;

    /// Ends the reach of [`Context::enable_peer`]. Returns `false` if there is none.
    ///
    /// # Errors
    /// Those of the device.
    fn disable_peer(&self, peer: &dyn Context) -> Result<bool, Error>;

    /// Returns a limit (`hipLimit_t`).
    ///
    /// # Errors
    /// `UnsupportedLimit`, `UnknownEnumerator`.
    fn limit(&self, number: u32) -> Result<u64, Error>;

    /// Sets a limit.
    ///
    /// # Errors
    /// As [`Context::limit`]; `OutOfRange`.
    fn set_limit(&self, number: u32, value: u64) -> Result<(), Error>;

    /// Loads an image: PTX text, a fat binary, or a host object with one in it.
    ///
    /// # Errors
    /// `Image`, `Ptx`, `PtxTarget`, `Unresolved`; `OutOfMemory`.
    fn load(self: Arc<Self>, image: &[u8]) -> Result<Arc<dyn Module>, Error>;

    /// Makes an array of a shape.
    ///
    /// # Errors
    /// `OutOfMemory`.
    fn array(&self, desc: &ArrayDesc, shape: Shape) -> Result<Arc<dyn Array>, Error>;

    /// Makes an array of a shape, with levels.
    ///
    /// # Errors
    /// `OutOfMemory`.
    fn mipmapped_array(
        &self,
        desc: &ArrayDesc,
        shape: Shape,
        levels: u32,
    ) -> Result<Arc<dyn MipmappedArray>, Error>;

    /// Makes a texture. Returns its handle.
    ///
    /// # Errors
    /// `UnknownEnumerator`, `BadFlags`, `OutOfRange`, `BadPitch`, `Unaligned`, `BadPointer`, `PastEnd`;
    /// `OutOfMemory`.
    fn texture(&self, resource: &Texels, texture: &TextureDesc) -> Result<u64, Error>;

    /// Makes a surface. Returns its handle.
    ///
    /// # Errors
    /// `OutOfMemory`.
    fn surface(&self, array: &dyn Array) -> Result<u64, Error>;

    /// Destroys a texture or surface; work that the context holds still reads it.
    fn remove_texture(&self, handle: u64);

    /// Stops what runs: the first part of the end, after which the context's objects are dropped.
    fn stop(&self);

    /// Ends the context and frees its memory.
    fn end(&self);

    /// Calls a function with the driver's number of the device while the context is current in CUDA's driver
    /// on this thread. The function may make another one current.
    ///
    /// # Errors
    /// `Unsupported` without a driver; `ContextDestroyed`; the driver's.
    fn on_driver(&self, _function: &mut dyn FnMut(i32)) -> Result<(), Error> {
        Err(NO_DRIVER)
    }
}

/// Error of what only a driver of CUDA has.
const NO_DRIVER: Error = Error::Unsupported { what: "CUDA's driver on the software device" };

/// Stream of a context.
pub(crate) trait Stream: Any + Debug + Send + Sync {
    /// Returns a number unlike that of any other stream of the process.
    fn number(&self) -> u64;

    /// Launches a kernel of the same context; `parameters` is the parameter block.
    ///
    /// # Errors
    /// Those of the shape; `Refused`; `Ptx`, `Launch` at the kernel's first launch.
    fn launch(&self, kernel: &dyn Kernel, shape: LaunchShape, parameters: &[u8]) -> Result<(), Error>;

    /// Copies a box, which is not empty. Pageable host memory is read and written before the method returns.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`, `BadPitch`; where it waits, as [`Stream::synchronize`].
    fn copy(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error>;

    /// Copies as a node of a graph does: host memory is read and written when the copy is carried out.
    ///
    /// # Errors
    /// As [`Stream::copy`].
    fn copy_node(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error>;

    /// Copies a box and waits for the copy.
    ///
    /// # Errors
    /// As [`Stream::copy`], [`Stream::synchronize`].
    fn copy_and_wait(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error>;

    /// Copies bytes to the device and waits for the copy.
    ///
    /// # Errors
    /// As [`Stream::copy_and_wait`].
    fn write(&self, to: u64, bytes: &[u8]) -> Result<(), Error>;

    /// Copies bytes from the device and waits for the copy.
    ///
    /// # Errors
    /// As [`Stream::copy_and_wait`].
    fn read(&self, bytes: &mut [u8], from: u64) -> Result<(), Error>;

    /// Fills a box, whose width is a number of values, in memory that the stream's device reaches.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`, `BadPitch`, `Unaligned`.
    fn fill(&self, to: (Pointer, Pitch), pattern: Pattern, values: Extent) -> Result<(), Error>;

    /// Fills as a node of a graph does: in any memory.
    ///
    /// # Errors
    /// As [`Stream::fill`].
    fn fill_node(&self, to: (Pointer, Pitch), pattern: Pattern, values: Extent) -> Result<(), Error>;

    /// Brings a range of managed memory to a place; `discard` gives up what it holds before.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`.
    fn prefetch(&self, range: (u64, u64), to: Location, discard: bool) -> Result<(), Error>;

    /// Gives up what a range of managed memory holds.
    ///
    /// # Errors
    /// As [`Stream::prefetch`].
    fn discard(&self, range: (u64, u64)) -> Result<(), Error>;

    /// Attaches the managed allocation at an address to this stream
    /// ([`ATTACH_SINGLE`](crate::types::ATTACH_SINGLE)), to the host, or to all streams.
    ///
    /// # Errors
    /// `BadPointer`.
    fn attach(&self, address: u64, flags: u32) -> Result<(), Error>;

    /// Calls a function of the host. It is dropped uncalled if the context ends before.
    ///
    /// # Errors
    /// Those of the stream.
    fn call(&self, function: HostFunction) -> Result<(), Error>;

    /// Calls a function of the host as [`Stream::call`] does. It is dropped uncalled if a kernel makes the
    /// context unusable before.
    ///
    /// # Errors
    /// Those of the stream.
    fn call_or_drop(&self, function: HostFunction) -> Result<(), Error> {
        self.call(function)
    }

    /// Carries out a library's work; `name` is the one that faults tell.
    ///
    /// # Errors
    /// `Unsupported` for a device whose memory the host does not reach; those of the stream.
    fn work(&self, name: &Arc<str>, work: DeviceWork) -> Result<(), Error>;

    /// Has later work wait for a library's condition; `name` is the one that refusals tell.
    ///
    /// # Errors
    /// As [`Stream::work`].
    fn wait_until(&self, name: &Arc<str>, condition: HostCondition) -> Result<(), Error>;

    /// Waits for words of memory and writes them, one after the other. All are checked before the first.
    ///
    /// # Errors
    /// `OutOfRange` for too many; `BadPointer`, `PastEnd`, `Unaligned`.
    fn words(&self, operations: &[MemOp]) -> Result<(), Error>;

    /// Sets values that kernels set, too.
    ///
    /// # Errors
    /// Those of the stream.
    fn assign(&self, values: Vec<(Arc<Condition>, u32)>) -> Result<(), Error>;

    /// Carries out a conditional node of a graph.
    ///
    /// # Errors
    /// `Unsupported`; those of the stream.
    fn branch(&self, node: Arc<Conditional>) -> Result<(), Error>;

    /// Carries out a graph whose kernels may launch graphs. `known` is its executable, if kernels may launch
    /// that.
    ///
    /// # Errors
    /// `Unsupported`; those of the stream.
    fn graph(&self, graph: Arc<DeviceGraph>, known: Option<Arc<DeviceExec>>) -> Result<(), Error>;

    /// Frees an allocation when the stream comes to it; the address is invalid at once. `pool` is the pool
    /// that the allocation is of, if that still exists.
    ///
    /// # Errors
    /// `BadPointer`.
    fn free(&self, address: u64, pool: Option<&dyn Pool>) -> Result<(), Error>;

    /// Records an event of the same context.
    ///
    /// # Errors
    /// Those of the stream.
    fn record(&self, event: &dyn Event) -> Result<(), Error>;

    /// Has later work wait for an event's last record; one never recorded delays nothing.
    ///
    /// # Errors
    /// Those of the stream.
    fn wait(&self, event: &dyn Event) -> Result<(), Error>;

    /// Returns an event of all that the stream holds now, for streams of the same device to wait for; none if
    /// all of it has ended.
    fn tail(&self) -> Option<Arc<dyn Event>>;

    /// Returns whether all work of the stream is done.
    fn is_idle(&self) -> bool;

    /// Waits until all work of the stream is done.
    ///
    /// # Errors
    /// `Fault`, `ContextDestroyed` if the work did not get to its end; `WaitsInHostFunction`.
    fn synchronize(&self) -> Result<(), Error>;

    /// Returns the stream's priority.
    fn priority(&self) -> i32;

    /// Sets the priority of later work.
    fn set_priority(&self, priority: i32);

    /// Destroys the stream; work that it holds is still carried out.
    fn destroy(&self);

    /// Returns CUDA's handle of the stream.
    ///
    /// # Errors
    /// `Unsupported` without a driver.
    fn driver_handle(&self) -> Result<usize, Error> {
        Err(NO_DRIVER)
    }
}

/// Event of a context.
pub(crate) trait Event: Any + Debug + Send + Sync {
    /// Returns whether it was ever recorded in this process.
    fn is_recorded(&self) -> bool;

    /// Returns whether the last record was reached; `true` if there is none.
    ///
    /// # Errors
    /// `Fault`.
    fn is_reached(&self) -> Result<bool, Error>;

    /// Waits until the last record is reached.
    ///
    /// # Errors
    /// `Fault`, `ContextDestroyed` if that never happens; `WaitsInHostFunction`.
    fn synchronize(&self) -> Result<(), Error>;

    /// Milliseconds from the last record of this event to that of another; both were recorded with times.
    ///
    /// # Errors
    /// `NotReady`; `Fault`.
    fn elapsed(&self, end: &dyn Event) -> Result<f32, Error>;

    /// Returns bytes by which another process [opens](Context::open_event) the event. Waits for a record that
    /// is under way.
    ///
    /// # Errors
    /// As [`Event::synchronize`]; `OutOfMemory`, `System`.
    fn export(&self) -> Result<[u8; 64], Error>;
}

/// Module of a context; unloaded when it is dropped.
pub(crate) trait Module: Any + Debug + Send + Sync {
    /// Returns the kernel of a name; one name gives one kernel.
    ///
    /// # Errors
    /// `NotFound`.
    fn kernel(self: Arc<Self>, name: &str) -> Result<Arc<dyn Kernel>, Error>;

    /// Returns the names of the kernels, in the order of the image.
    fn kernels(&self) -> Vec<String>;

    /// Returns the variable of a name.
    ///
    /// # Errors
    /// `NotAVariable` for a kernel; `NotFound`.
    fn variable(&self, name: &str) -> Result<Variable, Error>;
}

/// Variable of a module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    pub(crate) address: u64,
    pub(crate) bytes: u64,
    /// It holds the texture that a texture reference is bound to.
    pub(crate) is_texture_reference: bool,
}

/// Kernel of a module.
pub(crate) trait Kernel: Any + Debug + Send + Sync {
    /// Returns offset and size of each parameter in the parameter block, bytes.
    fn parameters(&self) -> &[(u32, u32)];

    /// Returns the size of the parameter block, bytes.
    fn parameter_bytes(&self) -> u32;

    /// Fails for a shape that the kernel cannot be launched with.
    ///
    /// # Errors
    /// `BadDimension`, `BlockNotRequired`, `TooManyRegisters`, `BadCluster`, `SharedTooLarge`; `Ptx`,
    /// `Launch` at the kernel's first use.
    fn check(&self, shape: &LaunchShape) -> Result<(), Error>;

    /// Returns an attribute.
    ///
    /// # Errors
    /// `Ptx`.
    fn attribute(&self, attribute: FunctionAttribute) -> Result<i32, Error>;

    /// Sets an attribute.
    ///
    /// # Errors
    /// `UnknownEnumerator` for one that cannot be set; `SharedTooLarge`, `OutOfRange`; `Ptx`.
    fn set_attribute(&self, attribute: FunctionAttribute, value: i32) -> Result<(), Error>;

    /// Returns the blocks that an SM holds at once.
    ///
    /// # Errors
    /// `OutOfRange` for a block of no threads; `Ptx`.
    fn blocks_per_sm(&self, threads: u32, dynamic_shared: u64) -> Result<u32, Error>;

    /// Returns the block size of the best occupancy, and the blocks that fill the context's SMs with it.
    /// `dynamic_shared` gives the dynamic shared memory of a block of so many threads; a `limit` of 0 is
    /// none.
    ///
    /// # Errors
    /// `Ptx`.
    fn best_block_size(
        &self,
        context: &dyn Context,
        dynamic_shared: &dyn Fn(u32) -> u64,
        limit: u32,
    ) -> Result<(u32, u32), Error>;

    /// Returns the clusters that the context's SMs hold at once, 0 for a shape without clusters.
    ///
    /// # Errors
    /// `OutOfRange`, `BadCluster`; `Ptx`.
    fn active_clusters(&self, context: &dyn Context, shape: &LaunchShape) -> Result<u64, Error>;

    /// Returns the largest number of blocks of a cluster on the context's SMs.
    ///
    /// # Errors
    /// `OutOfRange`; `Ptx`.
    fn largest_cluster(&self, context: &dyn Context, shape: &LaunchShape) -> Result<u32, Error>;

    /// Returns whether it may launch graphs, and runs in this process's own engine, which then has to launch
    /// its graph as a whole.
    fn launches_graphs(&self) -> bool;

    /// Returns the most dynamic shared memory of a block, bytes, with which so many blocks fit on an SM.
    ///
    /// # Errors
    /// `OutOfRange` where blocks without any do not fit; `Ptx`.
    fn free_shared(&self, blocks: u32, threads: u32) -> Result<u64, Error>;
}

/// Pool of device memory that streams allocate and free in their order.
pub(crate) trait Pool: Any + Debug + Send + Sync {
    /// Allocates for later work of a stream. Returns the address.
    ///
    /// # Errors
    /// `OutOfMemory`; those of the stream.
    fn allocate(&self, bytes: u64, stream: &dyn Stream) -> Result<u64, Error>;

    /// Counts an allocation that was freed without a stream.
    fn freed(&self, bytes: u64);

    /// Returns an attribute.
    ///
    /// # Errors
    /// `UnknownEnumerator`.
    fn attribute(&self, attribute: hipMemPoolAttr) -> Result<u64, Error>;

    /// Sets an attribute.
    ///
    /// # Errors
    /// `UnknownEnumerator`, `OutOfRange`.
    fn set_attribute(&self, attribute: hipMemPoolAttr, value: u64) -> Result<(), Error>;

    /// Gives up what is reserved beyond `keep` bytes and not used.
    fn trim(&self, keep: u64);

    /// Returns the access of a device to the pool's memory: 0 or [`READ_WRITE`](crate::types::READ_WRITE).
    fn access(&self, device: usize) -> u32;

    /// Sets the access of a device.
    fn set_access(&self, device: usize, access: u32);

    /// Returns a file that identifies the pool to other processes; the descriptor is the caller's.
    ///
    /// # Errors
    /// `System`.
    fn export(&self) -> Result<i32, Error>;

    /// Returns bytes by which another process [opens](Pool::open_pointer) an allocation, given its first
    /// address.
    ///
    /// # Errors
    /// `BadPointer`; `OutOfMemory`, `System`.
    fn export_pointer(&self, address: u64) -> Result<[u8; 64], Error>;

    /// Maps memory that a process exported from the pool. Returns its address.
    ///
    /// # Errors
    /// `BadPointer` if it is gone or may not be opened; `OutOfMemory`, `System`.
    fn open_pointer(&self, exported: &[u8; 64]) -> Result<u64, Error>;

    /// Notes that the pool was destroyed; its allocations stay, for its own device alone.
    fn destroy(&self);
}
