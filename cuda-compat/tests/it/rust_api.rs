//! The safe Rust API on the backend `cuda`, over our own `libcuda.so.1`: the runtime's tests of it once more,
//! in a process of their own.
#![expect(unsafe_code, reason = "the tests vouch for their memory and kernels")]

use crate::backend::on_driver;
use crate::libraries::folder;
use setup::{KERNELS, setup};
use std::process::Command;

// Before the macro: the examples have the crate's.
#[path = "../../../runtime/tests/it/examples.rs"]
mod examples;
#[macro_use]
#[path = "../../../runtime/tests/it/setup.rs"]
mod setup;
#[path = "../../../runtime/tests/it/raw.rs"]
#[expect(dead_code, reason = "other tests of the runtime use the rest")]
mod raw;

#[path = "../../../runtime/tests/it/allocation.rs"]
mod allocation;
#[path = "../../../runtime/tests/it/arrays.rs"]
mod arrays;
#[path = "../../../runtime/tests/it/cluster.rs"]
mod cluster;
#[path = "../../../runtime/tests/it/host_memory.rs"]
mod host_memory;
#[path = "../../../runtime/tests/it/libraries.rs"]
mod libraries;
#[path = "../../../runtime/tests/it/lifetimes.rs"]
mod lifetimes;
#[path = "../../../runtime/tests/it/module.rs"]
mod module;
#[path = "../../../runtime/tests/it/owned.rs"]
mod owned;
#[path = "../../../runtime/tests/it/typed.rs"]
mod typed;

#[test]
fn the_safe_api_works_on_a_driver() {
    let folder = folder("backend_safe");
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    let command =
        on_driver(&mut command, &folder).args(["rust_api::", "--skip", "the_safe_api_works_on_a_driver"]);
    let done = command.output().expect("this test starts");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
}
