//! The start: devices as the driver and the settings have them.

use super::device::{self, Device};
use super::memory::Memory;
use super::recording::Recording;
use crate::Error;
use crate::backend;
use crate::config::Config;
use crate::trace::{Level, log};
use cuda_driver::Driver;

/// Makes the memory of a process and its devices, by ordinal.
///
/// # Errors
/// The driver's.
pub(crate) fn start(
    config: &Config,
    driver: Driver,
) -> Result<(&'static dyn backend::Memory, Vec<&'static dyn backend::Device>), Error> {
    let driver: &'static Driver = Box::leak(Box::new(driver));
    let mut count = 0;
    driver.cuDeviceGetCount(&mut count)?;
    let count = count.unsigned_abs();
    // The driver has followed CUDA's variable; a driver of ours has followed HIP's, too.
    let list = config.visible.as_ref().filter(|_| config.visible_by_hip && !driver.place().is_ours);
    let ordinals: Vec<u32> = match list {
        Some(list) => list.iter().copied().take_while(|&n| n < count).collect(),
        None => (0..count).collect(),
    };
    // Callbacks of the driver and threads of the program use it until the process ends.
    let memory: &'static Memory = Box::leak(Box::new(Memory::new(driver)));
    let mut devices: Vec<&'static dyn backend::Device> = Vec::new();
    let mut numbers = Vec::new();
    for (ordinal, visible) in ordinals.into_iter().enumerate() {
        let mut number = 0;
        driver.cuDeviceGet(&mut number, visible as i32)?;
        let spec = device::spec(driver, number)?;
        let (major, minor) = spec.capability;
        let version = driver.version();
        log(
            Level::Call,
            format_args!(
                "device {ordinal}: {}, compute capability {major}.{minor}, {} MiB; {}, CUDA {}.{}",
                spec.name,
                spec.memory_bytes >> 20,
                driver.place().file,
                version / 1000,
                version % 1000 / 10
            ),
        );
        numbers.push(number);
        let recording = Recording::from_settings(ordinal, &spec.name);
        devices.push(Box::leak(Box::new(Device { ordinal, number, spec, driver, memory, recording })));
    }
    memory.know_devices(numbers);
    Ok((memory, devices))
}
