//! A kernel that nothing is known of may do anything with its arguments: launches of it are unsafe.

use hip_runtime::handle::Id;
use hip_runtime::object::FunctionObject;
use hip_runtime::{DeviceBuffer, Error, Function, Module, launch};

fn run(module: &Module, function: Function, id: Id<FunctionObject>) -> Result<(), Error> {
    // On devices with pageable access, the kernel writes what is borrowed here.
    let host: &u32 = &7;
    launch!(module.poke<<<1, 1>>>(std::ptr::from_ref(host) as usize, 99u32))?;
    let mut data = DeviceBuffer::<u32>::zeroed(1)?;
    launch!(function<<<1, 1>>>(&mut data, 99u32))?;
    launch!(id<<<1, 1>>>(&mut data, 99u32))
}

fn main() {}
