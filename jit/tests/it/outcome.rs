//! Runs of a kernel with its buffers, for tests of what it leaves in the last one.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

/// Runs kernel `k` of a text, whose parameters are the addresses of buffers and then bytes. Returns what the
/// last buffer has afterwards, or the fault, or why the kernel does not compile or wrote elsewhere.
pub(crate) fn outcome(
    text: &str,
    mode: Mode,
    geometry: Geometry,
    buffers: &[&[u8]],
    rest: &[u8],
) -> Result<Vec<u8>, String> {
    let module = Module::parse(text).map_err(|e| e.to_string())?;
    let mut device = Device::new();
    let names: Vec<String> = (0..buffers.len()).map(|n| n.to_string()).collect();
    let mut params = Vec::new();
    for (name, bytes) in names.iter().zip(buffers) {
        params.extend(device.place(name, bytes).to_le_bytes());
    }
    params.extend(rest);
    let kernel = kernel(&module, "k", mode)?;
    device.run(&kernel, geometry, &params, 0, &Arc::from(Vec::new())).map_err(|fault| fault.to_string())?;
    device.check_guards()?;
    Ok(names.last().map(|name| device.bytes(name).to_vec()).unwrap_or_default())
}
