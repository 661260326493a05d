//! Calls that name memory, kernels and files by numbers are unsafe.

use hip_runtime::api::module::LaunchShape;
use hip_runtime::api::{StreamRef, graph, memory, module, pool, stream_memory, virtual_memory};
use hip_runtime::handle::Id;
use hip_runtime::launch::argument;
use hip_runtime::object::FunctionObject;
use hip_runtime::types::Pointer;
use hip_runtime::{Function, LaunchConfig};

fn run(function: Function, config: LaunchConfig, id: Id<FunctionObject>, shape: LaunchShape) {
    let _ = function.launch(&config, &[argument(1u64)]);
    let _ = module::launch(id, shape, &[], StreamRef::Legacy);
    let _ = graph::kernel(id, 0, shape, &[]);
    let _ = pool::import(3);
    let _ = virtual_memory::import(3);
    let _ = Pointer::device(4096);
    let _ = memory::write(4096, &[1], StreamRef::Legacy);
    let _ = memory::free(4096);
    let _ = memory::free_host(4096);
    let _ = memory::unregister(4096);
    let _ = pool::free(4096, StreamRef::Legacy);
    let _ = stream_memory::submit(StreamRef::Legacy, &[]);
}

fn main() {}
