//! Attributes of kernels in the machine code that a device would run: nothing here runs it.

use crate::device::{self, Kernel};
use crate::inventory::{self, Image, ImageKind, Visitor};
use crate::nvidia::flag;
use crate::{Error, Format, sniff};
use std::collections::BTreeMap;

/// Architectures of embedded chips; their machine code is compatible with no other architecture.
const EMBEDDED: [u32; 4] = [53, 62, 72, 87];

/// Rank of machine code for a device: architecture, then specificity.
type Fit = (u32, u8);

/// Returns how well machine code of an architecture with these flags fits a device of compute capability
/// `device`; `None` if it cannot run (CUDA's rules of binary compatibility: the same major number and no
/// higher minor; architecture-specific code takes precedence, as on an H200).
fn fit(arch: u32, flags: u64, device: u32) -> Option<Fit> {
    let alone = |arch| EMBEDDED.contains(&arch);
    let of_family = arch / 10 == device / 10 && arch <= device && !alone(arch) && !alone(device);
    match flags {
        f if f & flag::ARCH_SPECIFIC != 0 => (arch == device).then_some((arch, 2)),
        f if f & flag::FAMILY_SPECIFIC != 0 => (arch == device || of_family).then_some((arch, 1)),
        _ => (arch == device || of_family).then_some((arch, 0)),
    }
}

/// Returns the kernels of the machine code in `image` that a device of compute capability `device` (90 for
/// 9.0) would run, by name. Empty if there is none for the device, or it cannot be read: the driver compiles
/// such an image's PTX.
pub fn kernels(image: &[u8], device: u32) -> BTreeMap<String, Kernel> {
    kernels_within(image, device, u64::MAX)
}

/// Returns the same, and unpacks at most `limit` bytes of the image.
pub fn kernels_within(image: &[u8], device: u32, limit: u64) -> BTreeMap<String, Kernel> {
    // Plain PTX text, the usual case, has no machine code.
    if matches!(sniff(image), Ok(Format::Ptx)) {
        return BTreeMap::new();
    }
    let mut facts = Facts { device, kernels: BTreeMap::new() };
    inventory::walk_within("", image, limit, &mut facts);
    facts.kernels.into_iter().map(|(name, (_, kernel))| (name, kernel)).collect()
}

struct Facts {
    device: u32,
    kernels: BTreeMap<String, (Fit, Kernel)>,
}

impl Visitor for Facts {
    fn image(&mut self, image: &Image<'_>) {
        let (ImageKind::Cubin, Some(arch)) = (image.kind, image.arch) else { return };
        let Some(fit) = fit(arch, image.flags, self.device) else { return };
        let Ok(bytes) = image.contents() else { return };
        let Ok(Some(object)) = device::read(&bytes) else { return };
        for kernel in object.kernels {
            // The last of equals wins, as with PTX.
            if self.kernels.get(&kernel.name).is_none_or(|(known, _)| *known <= fit) {
                self.kernels.insert(kernel.name.clone(), (fit, kernel));
            }
        }
    }

    fn broken(&mut self, _: &str, _: &Error) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_code_runs_on_its_own_generation() {
        for (arch, flags, device, fits) in [
            (90, 0, 90, Some((90, 0))),
            (90, flag::ARCH_SPECIFIC, 90, Some((90, 2))),
            (80, 0, 90, None),
            (80, 0, 86, Some((80, 0))),
            (86, 0, 80, None),
            (80, 0, 87, None),
            (87, 0, 87, Some((87, 0))),
            (87, 0, 89, None),
            (100, flag::ARCH_SPECIFIC, 103, None),
            (100, flag::FAMILY_SPECIFIC, 103, Some((100, 1))),
            (103, flag::FAMILY_SPECIFIC, 100, None),
            (120, 0, 121, Some((120, 0))),
            (100, 0, 120, None),
        ] {
            assert_eq!(fit(arch, flags, device), fits, "sm_{arch} on {device}");
        }
    }
}
