//! Two tenants of a device: short requests beside background work, first on the same SMs, then on their own.
//! `HIP_SOFT_CLOCK=virtual cargo run -p hip-runtime --example green` gives the modelled times.

#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::api::green::split;
use hip_runtime::{Context, Device, DeviceBuffer, Error, Event, Stream, kernels, launch};
use std::time::Duration;

/// Blocks of the background work, more than the device holds at once, and values of a request.
const BLOCKS: usize = 2112;
const VALUES: usize = 1024;

kernels! {
    // SAFETY: a block of 256 threads reads `n` bodies in steps of 256, and writes 256 accelerations.
    unsafe mod background = "../../testdata/bench/nbody.ptx" {
        #[block(256)]
        safe fn nbody(bodies: &[[f32; 4]; n + 255 + grid.x * 256], out: &mut [[f32; 4]; grid.x * 256], n: u32);
    }
    // SAFETY: the kernel reads `n` values of `x`, and reads and writes `n` values of `y`.
    unsafe mod request = "../../testdata/bench/saxpy.ptx" {
        safe fn saxpy(a: f32, x: &[f32; n], y: &mut [f32; n], n: i32);
    }
}

/// Mean time of a request in one stream while another one is busy.
fn latency(busy: &Stream, urgent: &Stream) -> Result<Duration, Error> {
    let bodies = DeviceBuffer::from_slice(&vec![[1.0, 2.0, 3.0, 1.0f32]; (BLOCKS + 2) * 256])?;
    let mut out = DeviceBuffer::<[f32; 4]>::zeroed(BLOCKS * 256)?;
    let (x, mut y) = (DeviceBuffer::<f32>::zeroed(VALUES)?, DeviceBuffer::<f32>::zeroed(VALUES)?);
    let (start, stop) = (Event::new()?, Event::new()?);
    let mut total = Duration::ZERO;
    let rounds = 2;
    for _ in 0..rounds {
        launch!(background::nbody<<<BLOCKS, 256, 0, busy>>>(&bodies, &mut out, 256))?;
        start.record(urgent)?;
        launch!(request::saxpy<<<VALUES / 256, 256, 0, urgent>>>(2.0, &x, &mut y, VALUES as i32))?;
        stop.record(urgent)?;
        urgent.synchronize()?;
        busy.synchronize()?;
        total += stop.elapsed_since(&start)?;
    }
    Ok(total / rounds)
}

pub(crate) fn main() -> Result<(), Error> {
    let device = Device::get(0)?;
    let _context = Context::primary(device)?;
    let shared = latency(&Stream::non_blocking(0)?, &Stream::non_blocking(0)?)?;

    let (groups, rest) = split(&device.sms()?, Some(1), 0, 16)?;
    let (urgent, background) = (Context::green(&groups[0])?, Context::green(&rest)?);
    let own = latency(&Stream::of(&background)?, &Stream::of(&urgent)?)?;

    assert_eq!(groups[0].sms.len() + rest.sms.len(), device.sms()?.sms.len());
    println!(
        "green: a request takes {shared:?} on shared SMs, {own:?} on {} of its own, PASS",
        groups[0].sms.len()
    );
    Ok(())
}
