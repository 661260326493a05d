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
    has_ptx: bool,
    /// `true` for NVIDIA's device runtime, which this library replaces.
    is_runtime: bool,
    targets: Vec<String>,
    kernels: Vec<String>,
}

/// Fat binaries by their positions.
#[derive(Default)]
struct Groups(BTreeMap<String, Group>);

impl Visitor for Groups {
    fn image(&mut self, image: &Image<'_>) {
        let of = image.place.rfind('[').map_or(image.place, |at| &image.place[..at]);
        let group = self.0.entry(of.to_owned()).or_default();
        match image.kind {
            ImageKind::Ptx => group.has_ptx = true,
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
    let mut groups = Groups::default();
    walk("program", program, &mut groups);
    if groups.0.is_empty() {
        return None;
    }
    let own = groups.0.values().filter(|group| !group.is_runtime);
    let needy: Vec<&Group> = own.filter(|group| !group.kernels.is_empty()).collect();
    if !needy.is_empty() && !needy.iter().any(|group| group.has_ptx) {
        return Some(machine_code(&needy));
    }
    // With its symbols, `libhipadopt` leads its functions to ours.
    if cfg!(target_arch = "x86_64") && hipadopt::read(program).is_some() {
        return None;
    }
    memmem::find(program, &PROOF).map(|_| {
        "NVIDIA's runtime is part of it without its symbols, and runs on NVIDIA's driver only, which must prove itself; do not strip it, \
         or link it with `nvcc -cudart shared`"
            .to_owned()
    })
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
