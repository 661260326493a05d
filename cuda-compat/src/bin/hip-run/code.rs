//! Device code of a program: a program with machine code alone runs on a GPU only.
//!
//! Examines only the program's own file. The code in its libraries is found when it is loaded.

use fatbin::inventory::{Image, ImageKind, Visitor, walk};
use memchr::memmem;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Summary of the images of one fat binary.
#[derive(Default)]
struct Group {
    /// Names of the architectures, their numbers and flags.
    ptx: Vec<(String, u32, u64)>,
    /// `true` for NVIDIA's device runtime, which this library replaces.
    is_runtime: bool,
    targets: Vec<String>,
    kernels: Vec<String>,
}

/// Fat binaries by their positions.
#[derive(Default)]
pub(crate) struct Groups(BTreeMap<String, Group>);

impl Groups {
    pub(crate) fn read(program: &[u8]) -> Groups {
        let mut groups = Groups::default();
        walk("program", program, &mut groups);
        groups
    }

    /// Groups of the program's own, NVIDIA's device runtime aside.
    fn own(&self) -> impl Iterator<Item = &Group> {
        self.0.values().filter(|group| !group.is_runtime)
    }

    /// Returns the architectures of PTX.
    pub(crate) fn ptx(&self) -> Vec<String> {
        let names = self.own().flat_map(|group| &group.ptx).map(|(name, ..)| name);
        sorted(names).into_iter().map(str::to_owned).collect()
    }

    /// Returns the architectures of machine code.
    pub(crate) fn machine_code(&self) -> Vec<String> {
        let names = self.own().flat_map(|group| &group.targets);
        sorted(names).into_iter().map(str::to_owned).collect()
    }

    /// Returns the reason why no PTX of a program with PTX is for a device of this compute capability.
    pub(crate) fn too_new(&self, capability: u32) -> Option<String> {
        let mut all = self.own().flat_map(|group| &group.ptx).peekable();
        all.peek()?;
        let runs = all.any(|(_, arch, flags)| fatbin::runs_on(*arch, *flags, capability));
        let (major, minor) = (capability / 10, capability % 10);
        let names = || self.ptx().join(", ");
        (!runs).then(|| {
            format!(
                "its PTX ({}) is not for compute capability {major}.{minor}: choose another --device",
                names()
            )
        })
    }
}

impl Visitor for Groups {
    fn image(&mut self, image: &Image<'_>) {
        let of = image.place.rfind('[').map_or(image.place, |at| &image.place[..at]);
        let group = self.0.entry(of.to_owned()).or_default();
        match image.kind {
            ImageKind::Ptx => {
                let name = image.target.clone().unwrap_or_else(|| "of any".to_owned());
                group.ptx.push((name, image.arch.unwrap_or(0), image.flags));
            }
            ImageKind::Cubin => {
                group.targets.extend(image.target.clone());
                // Code that cannot be read has no names to report.
                let Ok(bytes) = image.contents() else { return };
                group.is_runtime |= fatbin::device::is_device_runtime(&bytes);
                let object = fatbin::device::read(&bytes).ok().flatten();
                group.kernels.extend(object.into_iter().flat_map(|o| o.kernels).map(|kernel| kernel.name));
            }
            _ => {}
        }
    }

    fn broken(&mut self, _: &str, _: &fatbin::Error) {}
}

/// Maximum number of kernels to name.
const NAMED: usize = 8;

/// Returns the distinct texts in order.
fn sorted<'a>(all: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let set: BTreeSet<&str> = all.map(String::as_str).collect();
    set.into_iter().collect()
}

/// Identifier of the private table that NVIDIA's static runtime uses to verify that the driver is NVIDIA's.
const PROOF: [u8; 16] =
    [0xd4, 0x08, 0x20, 0x55, 0xbd, 0xe6, 0x70, 0x4b, 0x8d, 0x34, 0xba, 0x12, 0x3c, 0x66, 0xe1, 0xf2];

/// Returns the reason why a program with kernels cannot run: all are machine code, or it contains NVIDIA's
/// runtime, stripped of symbols.
pub(crate) fn complaint(program: &[u8]) -> Option<String> {
    let groups = Groups::read(program);
    if groups.0.is_empty() {
        return None;
    }
    let needy: Vec<&Group> = groups.own().filter(|group| !group.kernels.is_empty()).collect();
    if !needy.is_empty() && !needy.iter().any(|group| !group.ptx.is_empty()) {
        return Some(machine_code(&needy));
    }
    // With its symbols, `libhipadopt` leads its functions to ours.
    if cfg!(target_arch = "x86_64") && hipadopt::read(program).is_some() {
        return None;
    }
    is_nvidias_runtime(program).then(|| {
        "NVIDIA's runtime is part of it without its symbols, and runs on NVIDIA's driver only, which must prove itself; do not strip it, \
         or link it with `nvcc -cudart shared`"
            .to_owned()
    })
}

/// Returns whether a file has NVIDIA's static runtime, with symbols or without.
pub(crate) fn is_nvidias_runtime(program: &[u8]) -> bool {
    memmem::find(program, &PROOF).is_some()
}

/// Returns the message for kernels that are all machine code.
fn machine_code(needy: &[&Group]) -> String {
    let targets = sorted(needy.iter().flat_map(|group| &group.targets));
    let kernels = sorted(needy.iter().flat_map(|group| &group.kernels));
    let more = kernels.len().saturating_sub(NAMED);
    let mut text = format!("its kernels are machine code ({}), which only a GPU runs: ", targets.join(", "));
    text += &kernels[..kernels.len() - more].join(", ");
    if more > 0 {
        let _ = write!(text, " and {more} more");
    }
    text += "; build it with PTX in it, as `nvcc -gencode arch=compute_80,code=compute_80` does";
    text
}
