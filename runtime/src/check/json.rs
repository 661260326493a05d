//! The findings as JSON, for `HIP_SOFT_CHECK_REPORT`: one object a place, as the page `docs/checker.md` describes it. Nothing
//! here judges.

use super::report::{Finding, What};
use super::shadow::{self, Near};
use crate::memory::AllocationKind;
use ptx::exec::FaultKind;
use ptx::interp::watch::{Access, Kind};
use std::fmt::Write;

/// Members of an object, in the order they are added.
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

    /// `line` of the PTX, and the source's file and line where `.loc` tells them.
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

/// A JSON string.
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

fn allocation(near: &Near) -> String {
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

/// The members of a finding, without the braces.
pub(super) fn members(finding: &Finding<'_>) -> String {
    let mut object = Object::default();
    object.text("kind", finding.what.name());
    object.text("kernel", finding.kernel);
    object.place(finding.text, finding.line);
    object.triple("block", finding.block);
    if let Some(thread) = finding.thread {
        object.triple("thread", thread);
    }
    match finding.what {
        What::Outside(access, near) => {
            accessed(&mut object, &access);
            near.iter().for_each(|near| object.raw("allocation", &allocation(near)));
        }
        What::Beyond(access, limit) => {
            accessed(&mut object, &access);
            object.number("limit", limit);
        }
        What::Unwritten(access, first, near) => {
            accessed(&mut object, &access);
            object.address("first_unwritten", first);
            near.iter().for_each(|near| object.raw("allocation", &allocation(near)));
        }
        What::Race { access, other, other_line, other_wrote } => {
            accessed(&mut object, &access);
            let mut earlier = Object::default();
            earlier.text("access", if other_wrote { "write" } else { "read" });
            earlier.place(finding.text, other_line);
            earlier.triple("thread", other);
            object.raw("earlier", &format!("{{{}}}", earlier.0));
        }
        What::Fault(
            FaultKind::IllegalAddress { space, address, bytes, .. }
            | FaultKind::Misaligned { space, address, bytes },
        ) => {
            object.text("space", &space.to_string());
            object.address("address", address);
            object.number("bytes", bytes.into());
        }
        What::Fault(_) => {}
    }
    object.0
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

/// The whole report: members of each place, with how often it was found there.
pub(super) fn report<'a>(places: impl Iterator<Item = (&'a str, u64)>) -> String {
    let (mut all, mut errors) = (Vec::new(), 0);
    for (members, count) in places {
        errors += count;
        all.push(format!("    {{{members}, \"count\": {count}}}"));
    }
    let list = if all.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", all.join(",\n")) };
    format!("{{\n  \"version\": 1,\n  \"errors\": {errors},\n  \"findings\": {list}\n}}\n")
}
