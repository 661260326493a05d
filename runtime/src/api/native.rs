//! CUDA's driver below the runtime, for libraries that pass calls on to NVIDIA's (`hipExtDriverCall`).

use crate::Error;
use crate::api::stream::{StreamRef, launch_call, resolve};
use crate::graph::HostCall;
use crate::state::{process, usable};
use crate::sync::Arc;
pub use cuda_driver::Place;

/// Place of CUDA's driver.
///
/// # Errors
/// `Unsupported` on the software device; `NoDevice`.
pub fn driver() -> Result<&'static Place, Error> {
    let place = process()?.device(0)?.backend.driver();
    place.ok_or(Error::Unsupported { what: "CUDA's driver on the software device" })
}

/// Calls a function with CUDA's handle of a stream and the driver's number of the current device. The
/// thread's context is current in the driver meanwhile.
///
/// # Errors
/// `Unsupported` on the software device; errors of the handle and of the context.
pub fn call(stream: StreamRef, function: impl FnOnce(usize, i32)) -> Result<(), Error> {
    let (current, stream) = (usable()?, resolve(stream)?);
    let handle = stream.backend.driver_handle()?;
    let mut function = Some(function);
    current.backend.on_driver(&mut |device| {
        if let Some(function) = function.take() {
            function(handle, device);
        }
    })
}

/// Calls a function with CUDA's handle of a stream and the driver's number of its device. The stream's
/// context is current in the driver meanwhile. While the stream captures, each launch of the graph calls it
/// instead, with the stream that the node has there. The function answers a code, 0 for success.
///
/// # Errors
/// As [`call`]; `LibraryFailed`, here or where the graph is launched.
pub fn launch(
    stream: StreamRef,
    name: &str,
    function: impl Fn(usize, i32) -> i32 + Send + Sync + 'static,
    words: [u64; 2],
) -> Result<(), Error> {
    launch_call(stream, HostCall::on_driver(Arc::new(function), name, words))
}
