//! A listing of an inventory, for snapshots and comparisons.

use hip_fatbin::Error;
use hip_fatbin::inventory::{Image, Visitor, walk};

#[derive(Default)]
pub(crate) struct List {
    pub(crate) lines: Vec<String>,
    pub(crate) contents: Vec<Vec<u8>>,
    pub(crate) broken: usize,
}

impl Visitor for List {
    fn image(&mut self, image: &Image<'_>) {
        let contents = image.contents();
        let size = contents.as_ref().map_or(0, |c| c.len());
        self.lines.push(format!(
            "{} {} {} {:?} {:?} flags {:#x} {:?} {:?} {size}",
            image.place,
            image.kind.name(),
            image.target.as_deref().unwrap_or("-"),
            image.ptx_version,
            image.packing,
            image.flags,
            image.identifier,
            image.options,
        ));
        match contents {
            Ok(contents) => self.contents.push(contents.into_owned()),
            Err(error) => {
                self.broken += 1;
                self.lines.push(error.to_string());
            }
        }
    }

    fn broken(&mut self, place: &str, error: &Error) {
        self.broken += 1;
        self.lines.push(format!("{place}: {error}"));
    }
}

pub(crate) fn list(bytes: &[u8]) -> List {
    let mut list = List::default();
    walk("", bytes, &mut list);
    list
}
