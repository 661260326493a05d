//! Written by `cargo xtask check --write`: functions of HIP 7.15 that are not implemented yet.
//!
//! Each says its name once on standard error and answers `hipErrorNotSupported`; those that return something else
//! answer nothing. COVERAGE.md lists them.

use crate::entry::Code;
use runtime::Status;
use std::sync::atomic::{AtomicBool, Ordering};

fn complain(name: &str, said: &AtomicBool) {
    if !said.swap(true, Ordering::Relaxed) {
        eprintln!("hip: {name} is not implemented");
    }
}

macro_rules! not_supported {
    ($($name:ident),* $(,)?) => {$(
        /// Not implemented yet.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> Code {
            static SAID: AtomicBool = AtomicBool::new(false);
            complain(stringify!($name), &SAID);
            crate::entry::run(stringify!($name), || Err(runtime::Error::Unsupported { what: stringify!($name) }));
            Status::NotSupported.code()
        }
    )*};
}

macro_rules! nothing {
    ($($name:ident),* $(,)?) => {$(
        /// Not implemented yet.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> usize {
            static SAID: AtomicBool = AtomicBool::new(false);
            complain(stringify!($name), &SAID);
            0
        }
    )*};
}

not_supported! {
    hipGraphAddExternalSemaphoresSignalNode,
    hipGraphAddExternalSemaphoresWaitNode,
    hipGraphExecExternalSemaphoresSignalNodeSetParams,
    hipGraphExecExternalSemaphoresWaitNodeSetParams,
    hipGraphExternalSemaphoresSignalNodeGetParams,
    hipGraphExternalSemaphoresSignalNodeSetParams,
    hipGraphExternalSemaphoresWaitNodeGetParams,
    hipGraphExternalSemaphoresWaitNodeSetParams,
}

nothing! {}
