//! Findings as JSON, for `HIP_SOFT_CHECK_REPORT`: one object for each place. The page `docs/checker.md`
//! describes the format.

use super::report::{Finding, What};
use super::shadow::{self, Description};
use super::sync::Misuse;
use crate::types::AllocationKind;
use jit::guard::Site;
use ptx::demangle::Readable;
use ptx::exec::FaultKind;
use ptx::interp::watch::{Access, Kind};
use std::fmt::Write;

/// JSON object; members are in order of insertion.
#[derive(Default)]
struct Object(String);

impl Object {
    fn raw(&mut self, name: &str, value: &str) {
        if !self.0.is_empty() {
            self.0.push_str(", ");
        }
        let _ = write!(self.0, "\"{name}\": {value}");
    }

    fn number(&mut self, name: &str, value: u64) {
        self.raw(name, &value.to_string());
    }

    fn text(&mut self, name: &str, value: &str) {
        self.raw(name, &quoted(value));
    }

    fn address(&mut self, name: &str, value: u64) {
        self.raw(name, &format!("\"{value:#x}\""));
    }

    fn triple(&mut self, name: &str, [x, y, z]: [u32; 3]) {
        self.raw(name, &format!("[{x}, {y}, {z}]"));
    }

    /// Adds the line of the PTX and, if `.loc` has them, file and line of the source.
    fn place(&mut self, text: &str, line: u32) {
        if line == 0 {
            return;
        }
        self.number("ptx_line", line.into());
        if let Some(source) = ptx::source::locate(text, line) {
            self.text("file", source.file);
            self.number("line", source.line.into());
        }
    }
}

/// Encodes a JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn allocation(near: &Description) -> String {
    let kind = match near.kind {
        shadow::What::Program(AllocationKind::Device) => "device",
        shadow::What::Program(AllocationKind::Variable) => "variable",
        shadow::What::Program(AllocationKind::Managed(_)) => "managed",
        shadow::What::Program(AllocationKind::Pinned(_)) => "page-locked",
        shadow::What::Program(AllocationKind::Registered(_)) => "registered",
        shadow::What::Program(AllocationKind::Pooled(_)) => "pool",
        shadow::What::Program(AllocationKind::Mapped) => "mapped",
        shadow::What::Program(AllocationKind::Opened) => "another process",
        shadow::What::Heap => "heap of kernels",
        shadow::What::Kernel => "allocated by a kernel",
    };
    let mut object = Object::default();
    object.text("kind", kind);
    object.address("base", near.base);
    object.number("bytes", near.bytes);
    if near.serial != 0 {
        object.number("serial", near.serial);
    }
    object.raw("freed", if near.freed { "true" } else { "false" });
    format!("{{{}}}", object.0)
}

/// Members of a finding, without braces.
pub(super) fn members(finding: &Finding<'_>) -> String {
    let mut object = Object::default();
    object.text("kind", finding.what.name());
    if finding.what.is_note() {
        object.raw("note", "true");
    }
    if let Some(block) = finding.block {
        object.text("kernel", finding.kernel);
        let readable = Readable(finding.kernel).to_string();
        if readable != finding.kernel {
            object.text("function", &readable);
        }
        object.place(finding.text, finding.line);
        object.triple("block", block);
    }
    if let Some(thread) = finding.thread {
        object.triple("thread", thread);
    }
    let near = |object: &mut Object, near: &Option<Description>| {
        near.iter().for_each(|near| object.raw("allocation", &allocation(near)));
    };
    match &finding.what {
        What::Outside(access, nearest, _) => {
            accessed(&mut object, access);
            near(&mut object, nearest);
        }
        What::Beyond(access, limit, of) => {
            accessed(&mut object, access);
            object.number("limit", *limit);
            if let Some(of) = of.as_ref().filter(|of| !of.name.is_empty()) {
                let mut variable = Object::default();
                variable.text("name", &of.name);
                variable.address("offset", of.offset.into());
                variable.number("bytes", of.bytes.into());
                object.raw("variable", &format!("{{{}}}", variable.0));
            }
        }
        What::Unwritten(access, first, nearest) => {
            accessed(&mut object, access);
            object.address("first_unwritten", *first);
            near(&mut object, nearest);
        }
        What::Race { access, other, other_block, other_line, other_wrote, .. } => {
            accessed(&mut object, access);
            let kind = if *other_wrote { "write" } else { "read" };
            object.raw("earlier", &earlier(finding.text, kind, *other_block, (*other, *other_line)));
        }
        What::Early { access, other, other_line, bulk } => {
            accessed(&mut object, access);
            let kind = if *bulk { "bulk copy" } else { "copy" };
            object.raw("earlier", &earlier(finding.text, kind, None, (*other, *other_line)));
        }
        What::Misuse(misuse, geometry) => {
            let mask = |object: &mut Object, named: u32, there: Option<u32>| {
                object.address("mask", named.into());
                there.iter().for_each(|&there| object.address("lanes", there.into()));
            };
            match *misuse {
                Misuse::Divergent { there: (thread, line), .. } => {
                    let other = (geometry.thread_at(thread), line);
                    object.raw("earlier", &earlier(finding.text, "barrier", None, other));
                }
                Misuse::Source { name, named, there, .. } | Misuse::Ended { name, named, there, .. } => {
                    object.text("operation", name);
                    mask(&mut object, named, Some(there));
                }
                Misuse::NotNamed { name, named, .. } => {
                    object.text("operation", name);
                    mask(&mut object, named, None);
                }
            }
        }
        What::Fault(
            FaultKind::IllegalAddress { space, address, bytes, .. }
            | FaultKind::Misaligned { space, address, bytes },
        ) => {
            object.text("space", &space.to_string());
            object.address("address", *address);
            object.number("bytes", (*bytes).into());
        }
        What::Fault(FaultKind::BadFree { address }) => object.address("address", *address),
        What::Fault(_) => {}
        What::Copy { what, address, bytes, near: nearest } => {
            object.text("end", what);
            object.address("address", *address);
            object.number("bytes", *bytes);
            near(&mut object, nearest);
        }
        What::Host { touch, site, near: nearest } => {
            object.text("access", if touch.write { "write" } else { "read" });
            object.address("address", touch.address);
            if let Some(Site { object: file, offset, symbol, within }) = site {
                let mut site = Object::default();
                site.text("object", file);
                site.address("offset", *offset);
                symbol.iter().for_each(|symbol| site.text("symbol", symbol));
                within.iter().for_each(|within| site.text("called", within));
                object.raw("site", &format!("{{{}}}", site.0));
            }
            near(&mut object, nearest);
        }
        What::Leak(leaked) => object.raw("allocation", &allocation(leaked)),
    }
    object.0
}

/// Encodes the earlier access of a finding.
fn earlier(text: &str, kind: &str, block: Option<[u32; 3]>, (thread, line): ([u32; 3], u32)) -> String {
    let mut earlier = Object::default();
    earlier.text("access", kind);
    earlier.place(text, line);
    block.iter().for_each(|&block| earlier.triple("block", block));
    earlier.triple("thread", thread);
    format!("{{{}}}", earlier.0)
}

fn accessed(object: &mut Object, access: &Access) {
    let kind = match access.kind {
        Kind::Load => "read",
        Kind::Store => "write",
        Kind::Atom(_) => "atomic",
    };
    object.text("access", kind);
    object.text("space", &access.space.to_string());
    object.address("address", access.address);
    object.number("bytes", access.bytes.into());
}

/// Report of all places: members, number of findings, and whether they are notes.
pub(super) fn report<'a>(places: impl Iterator<Item = (&'a str, u64, bool)>) -> String {
    let (mut all, mut errors, mut notes) = (Vec::new(), 0, 0);
    for (members, count, note) in places {
        *(if note { &mut notes } else { &mut errors }) += count;
        all.push(format!("    {{{members}, \"count\": {count}}}"));
    }
    let list = if all.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", all.join(",\n")) };
    format!(
        "{{\n  \"version\": 2,\n  \"errors\": {errors},\n  \"notes\": {notes},\n  \"findings\": {list}\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptx::exec::FaultKind;

    #[test]
    fn kernels_have_symbols_and_readable_names() {
        let what = What::Fault(FaultKind::Trap);
        let finding = |kernel| Finding {
            what: what.clone(),
            kernel,
            text: "",
            line: 0,
            block: Some([0; 3]),
            thread: None,
        };
        assert!(members(&finding("_Z3sumPi")).contains(r#""kernel": "_Z3sumPi", "function": "sum(int*)", "#));
        assert!(!members(&finding("sum")).contains("function"));
    }
}
