//! Findings of the memory checker: told once for each place, counted always.

use super::json;
use super::shadow::{self, Near};
use crate::memory::AllocationKind;
use ptx::exec::{Fault, FaultKind};
use ptx::interp::watch::{Access, Kind};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// At most so many places are told …
const MOST: usize = 100;
/// … and written to a file.
const MOST_WRITTEN: usize = 10_000;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// An access of device-visible memory that no live allocation holds, and the allocation nearest to it.
    Outside(Access, Option<Near>),
    /// An access beyond the shared memory of a block or the local memory of a thread, and how much there is.
    Beyond(Access, u64),
    /// A read of bytes that nobody wrote: the first of them, and the allocation it is in.
    Unwritten(Access, u64, Option<Near>),
    /// An access of shared memory that an earlier one races with: its thread, line, and whether it wrote.
    Race { access: Access, other: [u32; 3], other_line: u32, other_wrote: bool },
    /// An access that stopped the kernel.
    Fault(FaultKind),
}

impl What {
    /// What kind of finding, in a word.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            What::Outside(_, Some(Near { freed: true, .. })) => "use-after-free",
            What::Outside(..) | What::Beyond(..) | What::Fault(FaultKind::IllegalAddress { .. }) => {
                "out-of-bounds"
            }
            What::Unwritten(..) => "uninitialised",
            What::Race { .. } => "race",
            What::Fault(_) => "misaligned",
        }
    }

    const fn order(&self) -> u8 {
        match self {
            What::Outside(_, Some(Near { freed: true, .. })) => 0,
            What::Outside(..) => 1,
            What::Beyond(..) => 2,
            What::Unwritten(..) => 3,
            What::Race { .. } => 4,
            What::Fault(_) => 5,
        }
    }
}

/// Something wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Finding<'a> {
    pub(super) what: What,
    pub(super) kernel: &'a str,
    /// The module's text: its `.loc` directives tell the source line.
    pub(super) text: &'a str,
    pub(super) line: u32,
    pub(super) block: [u32; 3],
    pub(super) thread: Option<[u32; 3]>,
}

impl<'a> Finding<'a> {
    /// What stopped a kernel.
    pub(super) fn fault(fault: &'a Fault, text: &'a str) -> Self {
        let Fault { kind, ref kernel, line, block, thread, .. } = *fault;
        Finding { what: What::Fault(kind), kernel, text, line, block, thread }
    }
}

/// What was found so far.
#[derive(Default)]
pub(super) struct Reports {
    /// By kernel, kind, line and the other line of a race.
    places: BTreeMap<(String, u8, u32, u32), Place>,
}

/// A place where something was found.
struct Place {
    /// How often.
    count: u64,
    /// What was found there first, as members of a JSON object; empty beyond [`MOST_WRITTEN`] places.
    members: String,
}

impl Reports {
    /// Counts a finding; its text if it is to be told.
    pub(super) fn add(&mut self, finding: &Finding<'_>) -> Option<String> {
        let other = match finding.what {
            What::Race { other_line, .. } => other_line,
            _ => 0,
        };
        let told = self.places.len();
        let key = (finding.kernel.to_owned(), finding.what.order(), finding.line, other);
        let place = self.places.entry(key).or_insert_with(|| Place {
            count: 0,
            members: if told < MOST_WRITTEN { json::members(finding) } else { String::new() },
        });
        place.count += 1;
        match told {
            _ if place.count > 1 => None,
            MOST => Some(format!("========= {MOST} places were told, further ones are only counted\n")),
            _ if told > MOST => None,
            _ => Some(finding.to_string()),
        }
    }

    /// The last line; `None` if nothing was found.
    pub(super) fn summary(&self) -> Option<String> {
        let (all, places) = (self.places.values().map(|p| p.count).sum::<u64>(), self.places.len());
        let s = |n: u64| if n == 1 { "" } else { "s" };
        (all > 0).then(|| format!("========= {all} error{} at {places} place{}", s(all), s(places as u64)))
    }
}

impl Reports {
    /// All of it as JSON.
    pub(super) fn json(&self) -> String {
        let written = self.places.values().filter(|place| !place.members.is_empty());
        json::report(written.map(|place| (place.members.as_str(), place.count)))
    }
}

struct Triple([u32; 3]);

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "({x}, {y}, {z})")
    }
}

fn verb(kind: Kind) -> &'static str {
    match kind {
        Kind::Load => "read",
        Kind::Store => "write",
        Kind::Atom(_) => "atomic",
    }
}

impl fmt::Display for Near {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            shadow::What::Program(AllocationKind::Device) => "device memory",
            shadow::What::Program(AllocationKind::Variable) => "a module's variable",
            shadow::What::Program(AllocationKind::Managed(_)) => "managed memory",
            shadow::What::Program(AllocationKind::Pinned(_)) => "page-locked memory",
            shadow::What::Program(AllocationKind::Registered(_)) => "registered host memory",
            shadow::What::Program(AllocationKind::Pooled(_)) => "device memory of a pool",
            shadow::What::Program(AllocationKind::Mapped) => "mapped device memory",
            shadow::What::Program(AllocationKind::Opened) => "device memory of another process",
            shadow::What::Heap => "the heap of kernels",
            shadow::What::Kernel => "memory that a kernel allocated",
        };
        write!(f, "{} bytes of {kind} at {:#x}", self.bytes, self.base)?;
        match (self.kind, self.freed) {
            (shadow::What::Program(_) | shadow::What::Heap, freed) => {
                let freed = if freed { ", which was freed" } else { "" };
                write!(f, " (allocation {}{freed})", self.serial)
            }
            (_, true) => f.write_str(" (it was freed)"),
            (_, false) => Ok(()),
        }
    }
}

/// Where an address lies, seen from an allocation.
fn relation(f: &mut fmt::Formatter<'_>, address: u64, near: Near) -> fmt::Result {
    let end = near.base + near.bytes;
    if address < near.base {
        write!(f, "{} bytes before the nearest allocation, {near}", near.base - address)
    } else if address >= end {
        write!(f, "{} bytes behind the end of the nearest allocation, {near}", address - end)
    } else {
        write!(f, "at offset {} of {near}", address - near.base)
    }
}

impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("========= ")?;
        match self.what {
            What::Outside(Access { kind, bytes, space, .. }, near) => {
                let what = if near.is_some_and(|n| n.freed) { "Use after free" } else { "Out of bounds" };
                writeln!(f, "{what}: {} of {bytes} bytes of {space} memory", verb(kind))
            }
            What::Beyond(Access { kind, bytes, space, .. }, _) => {
                writeln!(f, "Out of bounds: {} of {bytes} bytes of {space} memory", verb(kind))
            }
            What::Unwritten(Access { kind, bytes, space, .. }, ..) => {
                writeln!(f, "Uninitialised: {} of {bytes} bytes of {space} memory", verb(kind))
            }
            What::Race { access: Access { kind, bytes, space, .. }, other_wrote, .. } => {
                let earlier = if other_wrote { "write" } else { "read" };
                writeln!(f, "Race: {} of {bytes} bytes of {space} memory after a {earlier}", verb(kind))
            }
            What::Fault(FaultKind::IllegalAddress { .. }) => {
                writeln!(f, "Out of bounds: the kernel was stopped")
            }
            What::Fault(_) => writeln!(f, "Misaligned: the kernel was stopped"),
        }?;
        write!(f, "=========     in kernel `{}`", self.kernel)?;
        place(f, self.line, self.text)?;
        write!(f, "\n=========     by block {}", Triple(self.block))?;
        if let Some(thread) = self.thread {
            write!(f, ", thread {}", Triple(thread))?;
        }
        f.write_str("\n=========     ")?;
        match self.what {
            What::Outside(Access { address, .. }, near) => {
                write!(f, "address {address:#x} is ")?;
                match near {
                    Some(near) => relation(f, address, near)?,
                    None => f.write_str("far from everything: nothing was ever allocated")?,
                }
            }
            What::Beyond(Access { address, .. }, limit) => {
                write!(f, "offset {address:#x} of {limit} bytes")?;
            }
            What::Unwritten(_, first, Some(near)) => {
                write!(f, "nobody wrote {first:#x}, ")?;
                relation(f, first, near)?;
            }
            What::Unwritten(_, first, None) => write!(f, "nobody wrote the byte at offset {first:#x}")?,
            What::Race { access, other, other_line, other_wrote } => {
                let earlier = if other_wrote { "written" } else { "read" };
                write!(f, "offset {:#x} was {earlier} by thread {}", access.address, Triple(other))?;
                place(f, other_line, self.text)?;
                f.write_str(", and no barrier lies between")?;
            }
            What::Fault(kind) => match kind {
                FaultKind::IllegalAddress { space, address, bytes, .. }
                | FaultKind::Misaligned { space, address, bytes } => {
                    write!(f, "{space} address {address:#x}, {bytes} bytes")?;
                }
                _ => {}
            },
        }
        f.write_char('\n')
    }
}

/// `, PTX line 12 (a.cu:7)`.
fn place(f: &mut fmt::Formatter<'_>, line: u32, text: &str) -> fmt::Result {
    if line == 0 {
        return Ok(());
    }
    write!(f, ", PTX line {line}")?;
    match ptx::source::locate(text, line) {
        Some(source) => write!(f, " ({}:{})", source.file, source.line),
        None => Ok(()),
    }
}
