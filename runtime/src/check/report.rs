//! Findings of the memory checker: each place is reported once, and all occurrences are counted.

use super::json;
use super::shadow::{self, Description};
use super::sync::Misuse;
use crate::types::AllocationKind;
use jit::guard::{Site, Touch};
use ptx::demangle::Readable;
use ptx::exec::{FaultKind, Geometry};
use ptx::interp::watch::{Access, AccessKind};
use ptx::ir::{SharedPlace, Space};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use timeline::report::counted;

/// Limit of places that are written to a file.
const MAX_WRITTEN: usize = 10_000;

/// Classification of an address outside of allocations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pointer {
    /// Zero or nearly zero.
    Null,
    /// Memory of the program that devices cannot access.
    Host,
    /// Address in device memory.
    Device,
    /// Unmapped address.
    Nowhere,
}

/// Kind of a finding, with its facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// Access outside of live allocations, with the allocation that its pointer points to, or else the
    /// nearest.
    Outside(Access, Option<Description>, Pointer),
    /// Access beyond the shared memory of a block or the local memory of a thread, with the size of that, and
    /// the shared variable that it started in.
    Beyond(Access, u64, Option<SharedPlace>),
    /// Read of unwritten bytes: address of the first, and its allocation.
    Unwritten(Access, u64, Option<Description>),
    /// Data race with an earlier access: its thread, its block if that is another, its line, and whether it
    /// wrote; whether two writes wrote the same value.
    Race {
        access: Access,
        other: [u32; 3],
        other_block: Option<[u32; 3]>,
        other_line: u32,
        other_wrote: bool,
        same: bool,
    },
    /// Read before an asynchronous copy has completed, with the copy's thread and line.
    Early { access: Access, other: [u32; 3], other_line: u32, bulk: bool },
    /// Undefined use of a barrier or a warp operation.
    Misuse(Misuse, Geometry),
    /// Fault that stopped the kernel.
    Fault(FaultKind),
    /// Copy or fill by the host that exceeds its allocation.
    Copy { what: &'static str, address: u64, bytes: u64, near: Option<Description> },
    /// Plain host access to device memory, with the place in the program, and the allocation.
    Host { touch: Touch, site: Option<Site>, near: Option<Description> },
    /// Allocation that was never freed.
    Leak(Description),
}

impl What {
    /// Kind of finding, as in the JSON report.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            What::Outside(_, Some(Description { freed: true, .. }), Pointer::Device) => "use-after-free",
            What::Outside(_, _, Pointer::Null) => "null-pointer",
            What::Outside(_, _, Pointer::Host) => "host-pointer",
            What::Outside(..) | What::Beyond(..) | What::Fault(FaultKind::IllegalAddress { .. }) => {
                "out-of-bounds"
            }
            What::Unwritten(..) => "uninitialised",
            What::Race { .. } => "race",
            What::Early { .. } => "async",
            What::Misuse(Misuse::Divergent { .. }, _) | What::Fault(FaultKind::Deadlock) => "barrier",
            What::Misuse(..) => "warp",
            What::Fault(FaultKind::BadFree { .. }) => "invalid-free",
            What::Fault(_) => "misaligned",
            What::Copy { .. } => "copy",
            What::Host { .. } => "host-access",
            What::Leak(_) => "leak",
        }
    }

    /// Returns whether it is only a note: undefined behaviour that makes no difference.
    pub(super) const fn is_note(&self) -> bool {
        matches!(self, What::Race { same: true, .. } | What::Misuse(Misuse::Ended { .. }, _))
    }
}

/// Finding with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Finding<'a> {
    pub(super) what: What,
    /// Name of the kernel; empty for actions of the host.
    pub(super) kernel: &'a str,
    /// PTX text of the module; its `.loc` directives give the source line.
    pub(super) text: &'a str,
    pub(super) line: u32,
    pub(super) block: Option<[u32; 3]>,
    pub(super) thread: Option<[u32; 3]>,
}

/// All findings so far.
pub(super) struct Reports {
    /// Number of places after which no more are printed.
    limit: usize,
    /// Places by kernel, kind, note, line, and a number: the other line of a race, or an address for findings
    /// outside of kernels.
    places: BTreeMap<(String, &'static str, bool, u32, u64), Place>,
}

/// Place with findings.
struct Place {
    /// Number of findings.
    count: u64,
    note: bool,
    /// First finding; `None` beyond [`MAX_WRITTEN`] places.
    first: Option<json::Record>,
}

impl Reports {
    /// No findings; at most `limit` places will be printed, all for 0.
    pub(super) fn new(limit: usize) -> Reports {
        let limit = if limit == 0 { usize::MAX } else { limit };
        Reports { limit, places: BTreeMap::new() }
    }

    /// Counts a finding. Returns its text if it is to be printed.
    pub(super) fn add(&mut self, finding: &Finding<'_>) -> Option<String> {
        let other = match finding.what {
            What::Race { other_line, .. } | What::Early { other_line, .. } => other_line.into(),
            What::Leak(near) => near.base,
            What::Copy { address, .. } => address,
            What::Host { ref site, touch, .. } => {
                site.as_ref().map_or(touch.instruction, |site| site.offset) << 1 | u64::from(touch.write)
            }
            _ => 0,
        };
        let (known, note) = (self.places.len(), finding.what.is_note());
        let key = (finding.kernel.to_owned(), finding.what.name(), note, finding.line, other);
        let place = self.places.entry(key).or_insert_with(|| Place {
            count: 0,
            note,
            first: (known < MAX_WRITTEN).then(|| finding.into()),
        });
        place.count += 1;
        if place.count > 1 {
            return None;
        }
        match known.cmp(&self.limit) {
            Ordering::Less => Some(finding.to_string()),
            Ordering::Equal => {
                let places = counted(self.limit as u64, "place");
                Some(format!("========= {places} reported; further ones are only counted\n"))
            }
            Ordering::Greater => None,
        }
    }

    /// Returns whether any finding is an error.
    pub(super) fn has_errors(&self) -> bool {
        self.places.values().any(|place| !place.note)
    }

    /// Summary line; `None` without findings.
    pub(super) fn summary(&self) -> Option<String> {
        let of = |note: bool, name: &str| {
            let places = || self.places.values().filter(|place| place.note == note);
            let (all, places) = (places().map(|p| p.count).sum::<u64>(), places().count());
            (all > 0).then(|| format!("{} at {}", counted(all, name), counted(places as u64, "place")))
        };
        let all = [of(false, "error"), of(true, "note")].into_iter().flatten().collect::<Vec<_>>();
        (!all.is_empty()).then(|| format!("========= {}", all.join(", ")))
    }

    /// All findings as JSON.
    pub(super) fn json(&self) -> String {
        json::report(self.places.values().filter_map(|place| Some((place.first.as_ref()?, place.count))))
    }
}

struct Triple([u32; 3]);

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "({x}, {y}, {z})")
    }
}

fn verb(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Load => "read",
        AccessKind::Store => "write",
        AccessKind::Atom(_) => "atomic",
    }
}

impl fmt::Display for Description {
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

/// Writes the position of an address relative to an allocation.
fn relation(f: &mut fmt::Formatter<'_>, address: u64, near: Description) -> fmt::Result {
    let end = near.base + near.bytes;
    if address < near.base {
        write!(f, "{} bytes before {near}", near.base - address)
    } else if address >= end {
        write!(f, "{} bytes past the end of {near}", address - end)
    } else {
        write!(f, "at offset {} of {near}", address - near.base)
    }
}

impl Finding<'_> {
    /// Writes the title line.
    fn title(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Outside(Access { kind, bytes, space, .. }, near, pointer) => {
                let what = match pointer {
                    Pointer::Null => "Null pointer",
                    Pointer::Host => "Host pointer",
                    Pointer::Device if near.is_some_and(|n| n.freed) => "Use after free",
                    _ => "Out of bounds",
                };
                writeln!(f, "{what}: {} of {bytes} bytes of {space} memory", verb(*kind))
            }
            What::Beyond(Access { kind, bytes, space, .. }, ..) => {
                writeln!(f, "Out of bounds: {} of {bytes} bytes of {space} memory", verb(*kind))
            }
            What::Unwritten(Access { kind, bytes, space, .. }, ..) => {
                writeln!(f, "Uninitialised: {} of {bytes} bytes of {space} memory", verb(*kind))
            }
            What::Race { access: Access { kind, bytes, space, .. }, other_wrote, same, .. } => {
                let earlier = if *other_wrote { "write" } else { "read" };
                let what = if *same { "Note: race of equal values" } else { "Race" };
                writeln!(f, "{what}: {} of {bytes} bytes of {space} memory after a {earlier}", verb(*kind))
            }
            What::Early { access: Access { kind, bytes, .. }, .. } => writeln!(
                f,
                "Asynchronous copy: {} of {bytes} bytes of shared memory before the copy was waited for",
                verb(*kind)
            ),
            What::Misuse(Misuse::Divergent { warp, .. }, _) => {
                let of = if *warp { "a warp" } else { "the block" };
                writeln!(f, "Barrier: threads of {of} wait at different barriers")
            }
            What::Misuse(Misuse::Source { name, .. }, _) => {
                writeln!(f, "Warp: {name} reads a lane that does not participate")
            }
            What::Misuse(Misuse::NotNamed { name, .. }, _) => {
                writeln!(f, "Warp: {name} by a lane that is not in its mask")
            }
            What::Misuse(Misuse::Ended { name, .. }, _) => {
                writeln!(f, "Note: the mask of {name} has lanes that have exited")
            }
            What::Fault(FaultKind::IllegalAddress { .. }) => {
                writeln!(f, "Out of bounds: the kernel was stopped")
            }
            What::Fault(FaultKind::Deadlock) => {
                writeln!(f, "Barrier: it can never complete; the kernel was stopped")
            }
            What::Fault(FaultKind::BadFree { .. }) => writeln!(f, "Invalid free: the kernel was stopped"),
            What::Fault(_) => writeln!(f, "Misaligned: the kernel was stopped"),
            What::Copy { what, bytes, .. } => {
                writeln!(f, "Out of bounds: the {what} of a copy or fill of {bytes} bytes by the host")
            }
            What::Host { touch, .. } => {
                let verb = if touch.write { "write" } else { "read" };
                writeln!(f, "Host access: {verb} of device memory by the program")
            }
            What::Leak(near) => writeln!(f, "Leak: {} bytes were never freed", near.bytes),
        }
    }

    /// Writes the details.
    fn details(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Outside(Access { address, .. }, near, pointer) => match (pointer, near) {
                (Pointer::Null, _) => write!(f, "address {address:#x} is a null pointer"),
                (Pointer::Host, _) => {
                    write!(f, "address {address:#x} is host memory, which devices cannot access")
                }
                (_, Some(near)) => {
                    write!(f, "address {address:#x} is ")?;
                    relation(f, *address, *near)
                }
                _ => write!(f, "address {address:#x} is not near any allocation"),
            },
            What::Beyond(Access { address, bytes, .. }, limit, of) => {
                write!(f, "offset {address:#x} of {limit} bytes")?;
                let Some(place) = of.as_ref().filter(|place| !place.name.is_empty()) else { return Ok(()) };
                let (end, from) = (u64::from(place.offset) + u64::from(place.bytes), *address);
                let ahead = from.saturating_sub(end);
                match from + u64::from(*bytes) > end {
                    true => {
                        write!(f, ", {ahead} bytes past the end of `{}`, {} bytes", place.name, place.bytes)
                    }
                    false => Ok(()),
                }
            }
            What::Unwritten(_, first, Some(near)) => {
                write!(f, "no write to {first:#x}, ")?;
                relation(f, *first, *near)
            }
            What::Unwritten(_, first, None) => write!(f, "no write to the byte at offset {first:#x}"),
            What::Race { access, other, other_block, other_line, other_wrote, .. } => {
                let earlier = if *other_wrote { "written" } else { "read" };
                let at = if access.space == Space::Shared { "offset" } else { "address" };
                write!(f, "{at} {:#x} was {earlier} by ", access.address)?;
                if let Some(block) = other_block {
                    write!(f, "block {}, ", Triple(*block))?;
                }
                write!(f, "thread {}", Triple(*other))?;
                place(f, *other_line, self.text)?;
                match other_block {
                    Some(_) => f.write_str(", and the two blocks are not synchronised"),
                    None => f.write_str(", without a barrier in between"),
                }
            }
            What::Early { access, other, other_line, bulk } => {
                let way = if *bulk { "a bulk copy" } else { "a copy" };
                write!(f, "offset {:#x} is written by {way} by thread {}", access.address, Triple(*other))?;
                place(f, *other_line, self.text)?;
                f.write_str(", which is not complete")
            }
            What::Misuse(misuse, geometry) => self.misuse(f, misuse, geometry),
            What::Fault(kind) => match kind {
                FaultKind::IllegalAddress { space, address, bytes, .. }
                | FaultKind::Misaligned { space, address, bytes } => {
                    write!(f, "{space} address {address:#x}, {bytes} bytes")
                }
                FaultKind::BadFree { address } => {
                    write!(f, "{address:#x} is not a live allocation of malloc")
                }
                FaultKind::Deadlock => {
                    f.write_str("the threads that it waits for have exited, or wait elsewhere")
                }
                _ => Ok(()),
            },
            What::Copy { address, near, .. } => {
                write!(f, "address {address:#x} is ")?;
                match near {
                    Some(near) => relation(f, *address, *near),
                    None => f.write_str("not near any allocation"),
                }
            }
            What::Host { touch, site, near } => {
                write!(f, "address {:#x} is ", touch.address)?;
                match near {
                    Some(near) => relation(f, touch.address, *near)?,
                    None => f.write_str("memory of the runtime itself")?,
                }
                let Some(Site { object, offset, symbol, within }) = site else { return Ok(()) };
                let symbol = symbol.as_deref().unwrap_or_default();
                write!(f, "\n=========     at {object}+{offset:#x}")?;
                if !symbol.is_empty() {
                    write!(f, " ({symbol})")?;
                }
                within.iter().try_for_each(|within| write!(f, ", which called {within}"))
            }
            What::Leak(near) => write!(f, "{near}"),
        }
    }

    fn misuse(&self, f: &mut fmt::Formatter<'_>, misuse: &Misuse, geometry: &Geometry) -> fmt::Result {
        match *misuse {
            Misuse::Divergent { there: (thread, line), .. } => {
                write!(f, "thread {} waits at another barrier", Triple(geometry.thread_at(thread)))?;
                place(f, line, self.text)
            }
            Misuse::Source { named, there, .. } | Misuse::Ended { named, there, .. } => {
                write!(f, "the mask is {named:#010x}, the participating lanes are {there:#010x}")
            }
            Misuse::NotNamed { named, .. } => write!(f, "the mask is {named:#010x}"),
        }
    }
}

impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("========= ")?;
        self.title(f)?;
        if let Some(block) = self.block {
            write!(f, "=========     in kernel `{}`", Readable(self.kernel))?;
            place(f, self.line, self.text)?;
            write!(f, "\n=========     by block {}", Triple(block))?;
            if let Some(thread) = self.thread {
                write!(f, ", thread {}", Triple(thread))?;
            }
            f.write_char('\n')?;
        }
        f.write_str("=========     ")?;
        self.details(f)?;
        f.write_char('\n')
    }
}

/// Writes `, PTX line 12 (a.cu:7)`.
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
