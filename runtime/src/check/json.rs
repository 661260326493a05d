//! Findings as JSON, for `HIP_SOFT_CHECK_REPORT`: one object for each place. The page `docs/checker.md`
//! describes the format.

use super::report::{Finding, What};
use super::shadow::{self, Description};
use super::sync::Misuse;
use crate::types::AllocationKind;
use jit::guard::Site;
use ptx::demangle::Readable;
use ptx::exec::FaultKind;
use ptx::interp::watch::{Access, AccessKind};
use ptx::ir::SharedPlace;
use serde::{Serialize, Serializer};

/// Address or mask, written as a string of hexadecimal digits.
struct Hex(u64);

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:#x}", self.0))
    }
}

/// A finding.
#[derive(Serialize)]
pub(super) struct Record {
    kind: &'static str,
    /// `true` for a note; absent for an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<bool>,
    /// Absent for actions of the host.
    #[serde(flatten)]
    kernel: Option<Kernel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<[u32; 3]>,
    #[serde(flatten)]
    facts: Facts,
}

/// Kernel and block of a finding.
#[derive(Serialize)]
struct Kernel {
    kernel: String,
    /// Readable name, if that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<String>,
    #[serde(flatten)]
    line: Option<Line>,
    block: [u32; 3],
}

/// Line of the PTX, and its source if `.loc` names it.
#[derive(Serialize)]
struct Line {
    #[serde(rename = "ptx_line")]
    ptx: u32,
    #[serde(flatten)]
    source: Option<Source>,
}

#[derive(Serialize)]
struct Source {
    file: String,
    line: u32,
}

/// Members that depend on the kind of finding.
#[derive(Serialize)]
#[serde(untagged)]
enum Facts {
    Memory {
        #[serde(flatten)]
        accessed: Accessed,
        #[serde(skip_serializing_if = "Option::is_none")]
        first_unwritten: Option<Hex>,
        #[serde(skip_serializing_if = "Option::is_none")]
        allocation: Option<Allocation>,
    },
    Beyond {
        #[serde(flatten)]
        accessed: Accessed,
        limit: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        variable: Option<Variable>,
    },
    Pair {
        #[serde(flatten)]
        accessed: Accessed,
        earlier: Earlier,
    },
    Barrier {
        earlier: Earlier,
    },
    Warp {
        operation: &'static str,
        mask: Hex,
        #[serde(skip_serializing_if = "Option::is_none")]
        lanes: Option<Hex>,
    },
    Fault {
        space: String,
        address: Hex,
        bytes: u32,
    },
    Free {
        address: Hex,
    },
    Nothing {},
    Copy {
        end: &'static str,
        address: Hex,
        bytes: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        allocation: Option<Allocation>,
    },
    Host {
        access: &'static str,
        address: Hex,
        #[serde(skip_serializing_if = "Option::is_none")]
        site: Option<Program>,
        #[serde(skip_serializing_if = "Option::is_none")]
        allocation: Option<Allocation>,
    },
    Leak {
        allocation: Allocation,
    },
}

#[derive(Serialize)]
struct Accessed {
    access: &'static str,
    space: String,
    address: Hex,
    bytes: u32,
}

#[derive(Serialize)]
struct Allocation {
    kind: &'static str,
    base: Hex,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    serial: Option<u64>,
    freed: bool,
}

/// Variable in shared memory.
#[derive(Serialize)]
struct Variable {
    name: String,
    offset: Hex,
    bytes: u32,
}

/// Earlier access of a finding.
#[derive(Serialize)]
struct Earlier {
    access: &'static str,
    #[serde(flatten)]
    line: Option<Line>,
    /// Present if it differs from the finding's block.
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<[u32; 3]>,
    thread: [u32; 3],
}

/// Place in the program.
#[derive(Serialize)]
struct Program {
    object: String,
    offset: Hex,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    called: Option<String>,
}

impl From<&Access> for Accessed {
    fn from(access: &Access) -> Self {
        let kind = match access.kind {
            AccessKind::Load => "read",
            AccessKind::Store => "write",
            AccessKind::Atom(_) => "atomic",
        };
        let (space, address) = (access.space.to_string(), Hex(access.address));
        Accessed { access: kind, space, address, bytes: access.bytes }
    }
}

impl From<&Description> for Allocation {
    fn from(near: &Description) -> Self {
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
        let serial = (near.serial != 0).then_some(near.serial);
        Allocation { kind, base: Hex(near.base), bytes: near.bytes, serial, freed: near.freed }
    }
}

impl From<&SharedPlace> for Variable {
    fn from(place: &SharedPlace) -> Self {
        Variable { name: place.name.clone(), offset: Hex(place.offset.into()), bytes: place.bytes }
    }
}

impl From<&Site> for Program {
    fn from(site: &Site) -> Self {
        let Site { object, offset, symbol, within } = site;
        Program {
            object: object.clone(),
            offset: Hex(*offset),
            symbol: symbol.clone(),
            called: within.clone(),
        }
    }
}

impl Line {
    /// Returns the line; `None` if it is unknown.
    fn locate(text: &str, line: u32) -> Option<Line> {
        let source = || {
            let source = ptx::source::locate(text, line)?;
            Some(Source { file: source.file.to_owned(), line: source.line })
        };
        (line != 0).then(|| Line { ptx: line, source: source() })
    }
}

impl From<&Finding<'_>> for Record {
    fn from(finding: &Finding<'_>) -> Self {
        let kernel = finding.block.map(|block| {
            let readable = Readable(finding.kernel).to_string();
            Kernel {
                kernel: finding.kernel.to_owned(),
                function: (readable != finding.kernel).then_some(readable),
                line: Line::locate(finding.text, finding.line),
                block,
            }
        });
        Record {
            kind: finding.what.name(),
            note: finding.what.is_note().then_some(true),
            kernel,
            thread: finding.thread,
            facts: Facts::from(finding),
        }
    }
}

impl From<&Finding<'_>> for Facts {
    fn from(finding: &Finding<'_>) -> Self {
        let near = |near: &Option<Description>| near.as_ref().map(Allocation::from);
        let earlier = |access, block, thread, line| Earlier {
            access,
            line: Line::locate(finding.text, line),
            block,
            thread,
        };
        match &finding.what {
            What::Outside(access, nearest, _) => {
                Facts::Memory { accessed: access.into(), first_unwritten: None, allocation: near(nearest) }
            }
            What::Beyond(access, limit, variable) => Facts::Beyond {
                accessed: access.into(),
                limit: *limit,
                variable: variable.as_ref().filter(|of| !of.name.is_empty()).map(Variable::from),
            },
            What::Unwritten(access, first, nearest) => Facts::Memory {
                accessed: access.into(),
                first_unwritten: Some(Hex(*first)),
                allocation: near(nearest),
            },
            What::Race { access, other, other_block, other_line, other_wrote, .. } => {
                let kind = if *other_wrote { "write" } else { "read" };
                let earlier = earlier(kind, *other_block, *other, *other_line);
                Facts::Pair { accessed: access.into(), earlier }
            }
            What::Early { access, other, other_line, bulk } => {
                let kind = if *bulk { "bulk copy" } else { "copy" };
                Facts::Pair { accessed: access.into(), earlier: earlier(kind, None, *other, *other_line) }
            }
            What::Misuse(misuse, geometry) => match *misuse {
                Misuse::Divergent { there: (thread, line), .. } => {
                    Facts::Barrier { earlier: earlier("barrier", None, geometry.thread_at(thread), line) }
                }
                Misuse::Source { name, named, there, .. } | Misuse::Ended { name, named, there, .. } => {
                    let lanes = Some(Hex(there.into()));
                    Facts::Warp { operation: name, mask: Hex(named.into()), lanes }
                }
                Misuse::NotNamed { name, named, .. } => {
                    Facts::Warp { operation: name, mask: Hex(named.into()), lanes: None }
                }
            },
            What::Fault(
                FaultKind::IllegalAddress { space, address, bytes, .. }
                | FaultKind::Misaligned { space, address, bytes },
            ) => Facts::Fault { space: space.to_string(), address: Hex(*address), bytes: *bytes },
            What::Fault(FaultKind::BadFree { address }) => Facts::Free { address: Hex(*address) },
            What::Fault(_) => Facts::Nothing {},
            What::Copy { what, address, bytes, near: nearest } => {
                Facts::Copy { end: what, address: Hex(*address), bytes: *bytes, allocation: near(nearest) }
            }
            What::Host { touch, site, near: nearest } => Facts::Host {
                access: if touch.write { "write" } else { "read" },
                address: Hex(touch.address),
                site: site.as_ref().map(Program::from),
                allocation: near(nearest),
            },
            What::Leak(leaked) => Facts::Leak { allocation: leaked.into() },
        }
    }
}

/// The report.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    errors: u64,
    notes: u64,
    findings: Vec<Counted<'a>>,
}

/// A finding, and how often it occurred.
#[derive(Serialize)]
struct Counted<'a> {
    #[serde(flatten)]
    record: &'a Record,
    count: u64,
}

/// Returns the report of all places, each with its number of findings.
pub(super) fn report<'a>(places: impl Iterator<Item = (&'a Record, u64)>) -> String {
    let findings: Vec<_> = places.map(|(record, count)| Counted { record, count }).collect();
    let total = |note: Option<bool>| {
        let counted = findings.iter().filter(|counted| counted.record.note == note);
        counted.map(|counted| counted.count).sum()
    };
    let report = Report { version: 2, errors: total(None), notes: total(Some(true)), findings };
    serde_json::to_string_pretty(&report).expect("numbers and text are valid JSON") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptx::exec::FaultKind;

    #[test]
    fn kernels_have_symbols_and_readable_names() {
        let record = |kernel| {
            let what = What::Fault(FaultKind::Trap);
            let finding = Finding { what, kernel, text: "", line: 0, block: Some([0; 3]), thread: None };
            serde_json::to_string(&Record::from(&finding)).expect("JSON")
        };
        let mangled = r#"{"kind":"misaligned","kernel":"_Z3sumPi","function":"sum(int*)","block":[0,0,0]}"#;
        assert_eq!(record("_Z3sumPi"), mangled);
        assert_eq!(record("sum"), r#"{"kind":"misaligned","kernel":"sum","block":[0,0,0]}"#);
    }
}
