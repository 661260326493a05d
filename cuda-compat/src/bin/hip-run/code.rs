//! What device code a program carries: machine code alone runs on a GPU only.
//!
//! Looks at the program's own file. What its libraries carry is found out when it is loaded.

use fatbin::inventory::{Image, ImageKind, Visitor, walk};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What the images of one fat binary are.
#[derive(Default)]
struct Group {
    has_ptx: bool,
    /// It is NVIDIA's device runtime, whose functions are ours.
    is_runtime: bool,
    targets: Vec<String>,
    kernels: Vec<String>,
}

/// Fat binaries by their places.
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
                // What cannot be read has no names to tell.
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

/// Kernels are named up to this many.
const NAMED: usize = 8;

/// Each text once, in order.
fn sorted<'a>(all: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let set: BTreeSet<&str> = all.map(String::as_str).collect();
    set.into_iter().collect()
}

/// What is wrong with a program whose kernels are all machine code; `None` if some are PTX, or if it has none.
pub(crate) fn complaint(program: &[u8]) -> Option<String> {
    let mut groups = Groups::default();
    walk("program", program, &mut groups);
    let all = groups.0.values().filter(|group| !group.is_runtime);
    let needy: Vec<&Group> = all.filter(|group| !group.kernels.is_empty()).collect();
    if needy.is_empty() || needy.iter().any(|group| group.has_ptx) {
        return None;
    }
    let targets = sorted(needy.iter().flat_map(|group| &group.targets));
    let kernels = sorted(needy.iter().flat_map(|group| &group.kernels));
    let more = kernels.len().saturating_sub(NAMED);
    let mut text = format!("its kernels are machine code ({}), which only a GPU runs: ", targets.join(", "));
    text += &kernels[..kernels.len() - more].join(", ");
    if more > 0 {
        let _ = write!(text, " and {more} more");
    }
    text += "; build it with PTX in it, as `nvcc -gencode arch=compute_80,code=compute_80` does";
    Some(text)
}
