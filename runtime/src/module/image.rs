//! Selection of the PTX in an image, and facts of the machine code beside it, in any container.

use crate::Error;
use crate::config::config;
use device::Spec;
use fatbin::inventory::{self, ImageKind, Visitor};
use std::collections::BTreeMap;

/// Returns the PTX in an image that a device should run.
///
/// # Errors
/// `Image`: its format is unknown or it is damaged, has no PTX for the device, or exceeds
/// `HIP_SOFT_IMAGE_SIZE`.
pub(crate) fn text<'a>(image: &'a [u8], spec: &Spec) -> Result<std::borrow::Cow<'a, str>, Error> {
    let (major, minor) = spec.capability;
    Ok(fatbin::ptx_within(image, major * 10 + minor, config().image_bytes)?.text)
}

/// Facts about kernels, by name, from the machine code that a driver would load on the device.
pub(crate) fn machine(image: &[u8], spec: &Spec) -> BTreeMap<String, Machine> {
    let (major, minor) = spec.capability;
    let machine = |kernel: fatbin::device::Kernel| Machine {
        registers: kernel.registers.filter(|count| REGISTERS.contains(count)),
        local_bytes: kernel.local.and_then(|bytes| u32::try_from(bytes).ok()),
    };
    let kernels = fatbin::machine::kernels_within(image, major * 10 + minor, config().image_bytes);
    kernels.into_iter().map(|(name, kernel)| (name, machine(kernel))).collect()
}

/// Resources of a kernel's machine code, if known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Machine {
    /// Registers a thread.
    pub(crate) registers: Option<u32>,
    /// Local memory a thread, bytes.
    pub(crate) local_bytes: Option<u32>,
}

/// Valid register counts; others mean that the code is damaged.
const REGISTERS: std::ops::RangeInclusive<u32> = 1..=255;

/// Returns whether an image is NVIDIA's device runtime (`libcudadevrt.a`). Its functions are implemented
/// here, so it is not linked.
pub(crate) fn is_device_runtime(image: &[u8]) -> bool {
    let mut first = FirstCode::default();
    inventory::walk_within("", image, config().image_bytes, &mut first);
    first.is_runtime
}

/// Facts about the first machine code of an image; the others are the same code for other devices.
#[derive(Default)]
struct FirstCode {
    seen: bool,
    is_runtime: bool,
}

impl Visitor for FirstCode {
    fn image(&mut self, image: &inventory::Image<'_>) {
        if image.kind == ImageKind::Cubin && !self.seen {
            self.seen = true;
            self.is_runtime = image.contents().is_ok_and(|bytes| fatbin::device::is_device_runtime(&bytes));
        }
    }

    fn broken(&mut self, _: &str, _: &fatbin::Error) {}
}
