//! Calls that name memory by addresses, of memory that the tests keep.
#![expect(unsafe_code, reason = "the tests vouch for their memory and kernels")]

use hip_runtime::api::module::LaunchShape;
use hip_runtime::api::stream_memory::MemOp;
use hip_runtime::api::{StreamRef, graph, memory, module, pool, stream_memory};
use hip_runtime::graph::Operation;
use hip_runtime::handle::Id;
use hip_runtime::launch::Argument;
use hip_runtime::object::FunctionObject;
use hip_runtime::types::Pointer;
use hip_runtime::{DeviceBuffer, Error, Function, LaunchConfig, Stream};

pub(crate) fn device(address: u64) -> Pointer {
    // SAFETY: tests order what uses their memory.
    unsafe { Pointer::device(address) }
}

pub(crate) fn free(address: u64) -> Result<(), Error> {
    // SAFETY: tests free their own memory, or want to see the call refused.
    unsafe { memory::free(address) }
}

pub(crate) fn free_host(address: u64) -> Result<(), Error> {
    // SAFETY: as in `free`.
    unsafe { memory::free_host(address) }
}

pub(crate) fn free_in(address: u64, stream: StreamRef) -> Result<(), Error> {
    // SAFETY: as in `free`.
    unsafe { pool::free(address, stream) }
}

pub(crate) fn write(to: u64, bytes: &[u8], stream: StreamRef) -> Result<(), Error> {
    // SAFETY: as in `device`.
    unsafe { memory::write(to, bytes, stream) }
}

/// Writes words that kernels poll.
pub(crate) fn poke(buffer: &DeviceBuffer<u32>, words: &[u32], stream: Option<&Stream>) -> Result<(), Error> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    write(buffer.ptr().address(), &bytes, stream.map_or(StreamRef::Legacy, Stream::handle))
}

pub(crate) fn submit(stream: StreamRef, ops: &[MemOp]) -> Result<(), Error> {
    // SAFETY: as in `device`.
    unsafe { stream_memory::submit(stream, ops) }
}

pub(crate) fn launch(
    id: Id<FunctionObject>,
    shape: LaunchShape,
    params: &[u8],
    stream: StreamRef,
) -> Result<(), Error> {
    // SAFETY: as in the macro `launch`.
    unsafe { module::launch(id, shape, params, stream) }
}

pub(crate) fn launch_registered(host: u64) -> Result<(), Error> {
    // SAFETY: as in the macro `launch`.
    unsafe { hip_runtime::registry::call::launch(host) }
}

pub(crate) fn release_primary(ordinal: i32) -> Result<(), Error> {
    // SAFETY: the process is the test's own, and no value lends memory of the context.
    unsafe { hip_runtime::api::context::primary_release(ordinal) }
}

pub(crate) fn reset_primary(ordinal: i32) -> Result<(), Error> {
    // SAFETY: as in `release_primary`.
    unsafe { hip_runtime::api::context::primary_reset(ordinal) }
}

pub(crate) fn run(function: &Function, config: &LaunchConfig, arguments: &[Argument]) -> Result<(), Error> {
    // SAFETY: as in the macro `launch`.
    unsafe { function.launch(config, arguments) }
}

pub(crate) fn kernel(
    id: Id<FunctionObject>,
    named: u64,
    shape: LaunchShape,
    params: &[u8],
) -> Result<Operation, Error> {
    // SAFETY: as in the macro `launch`.
    unsafe { graph::kernel(id, named, shape, params) }
}
