//! Choice of the device that programs run on: a GPU, or the software device.

use crate::Error;
use crate::config::{BackendSetting, Config};
use crate::sync::fixed::AtomicBool;
use crate::trace::{Level, complain, log};
use cuda_driver::Driver;
use std::sync::atomic::Ordering;

/// Kind of device that a process runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backend {
    /// The software device.
    Software,
    /// GPUs, by CUDA's driver.
    Cuda,
}

/// This process's core belongs to a driver of CUDA.
static IS_DRIVER: AtomicBool = AtomicBool::new(false);

/// Notes that the runtime is the core of a driver of CUDA, which brings its device and asks for no other
/// driver's.
pub fn become_driver() {
    IS_DRIVER.store(true, Ordering::Release);
}

/// Device that was chosen.
pub(crate) enum Chosen {
    Software,
    Cuda(Box<Driver>),
}

/// Chooses the device, and says why at the level of calls.
///
/// # Errors
/// `NoDevice` if a GPU is wanted and there is no driver.
pub(crate) fn choose(config: &Config) -> Result<Chosen, Error> {
    let software = |why: &str| {
        log(Level::Call, format_args!("the software device is used: {why}"));
        Ok(Chosen::Software)
    };
    if IS_DRIVER.load(Ordering::Acquire) {
        return software("this is the core of a driver of CUDA");
    }
    let open = || Driver::open(config.driver.as_deref());
    match (config.backend, config.software) {
        (BackendSetting::Software, _) => software("HIP_BACKEND=soft"),
        (BackendSetting::Auto, Some(setting)) => software(&format!("{setting} is set")),
        (BackendSetting::Auto, None) => match open() {
            Ok(driver) if has_device(&driver) => Ok(gpu(driver, "a GPU is there")),
            Ok(_) => software("the driver has no GPU"),
            Err(missing) => software(&missing.to_string()),
        },
        (BackendSetting::Cuda, _) => {
            if let Some(setting) = config.idle_on_gpu {
                complain(&format!(
                    "{setting} has no effect on a GPU (HIP_BACKEND=cuda): it is the software device's"
                ));
            }
            match open() {
                Ok(driver) => Ok(gpu(driver, "HIP_BACKEND=cuda")),
                Err(missing) => {
                    complain(&format!("HIP_BACKEND=cuda: {missing}"));
                    Err(Error::NoDevice)
                }
            }
        }
    }
}

fn has_device(driver: &Driver) -> bool {
    let mut count = 0;
    driver.cuDeviceGetCount(&mut count).is_ok() && count > 0
}

fn gpu(driver: Driver, why: &str) -> Chosen {
    log(Level::Call, format_args!("GPUs are used: {why}; driver {}", driver.place().file));
    Chosen::Cuda(Box::new(driver))
}
