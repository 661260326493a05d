//! Work of libraries: host functions that read and write device memory in the order of a stream.
//!
//! A range is held from the time that the function asks for it until the function returns. A range that the
//! device does not reach poisons the context, as such an access by a kernel does.

use super::context::Context;
use super::stream::Stream;
use crate::Error;
use crate::backend::{DeviceWork, WorkMemory};
use crate::exec::Work;
use crate::memory::held::Held;
use crate::sync::Arc;
use crate::trace;
use device::{Op, StreamId};
use ptx::exec::FaultKind;
use ptx::ir::Space;
use std::cell::RefCell;

/// Submits work, unless the context is lost.
pub(super) fn submit(stream: &Stream, name: &Arc<str>, work: DeviceWork) -> Result<(), Error> {
    stream.context.health.check()?;
    let (context, front, name) = (Arc::clone(&stream.context), stream.front, Arc::clone(name));
    stream.submit(&Op::Host, Work::Host(Box::new(move || run(&context, front, &name, &work)))).map(drop)
}

fn run(context: &Context, stream: StreamId, name: &str, work: &DeviceWork) {
    if context.health.check().is_err() {
        return;
    }
    let reached = Reached {
        context,
        stream,
        name,
        held: RefCell::new(Held::new(context.memory())),
        fault: RefCell::new(None),
    };
    work(&reached);
    let Reached { held, fault, .. } = reached;
    held.into_inner().settle();
    if let Some(kind) = fault.into_inner() {
        context.poison(name, kind);
    }
}

/// Memory that the device reaches, for one run of a function.
struct Reached<'a> {
    context: &'a Context,
    stream: StreamId,
    name: &'a str,
    held: RefCell<Held>,
    /// First range that was refused.
    fault: RefCell<Option<FaultKind>>,
}

impl Reached<'_> {
    fn refuse(&self, kind: FaultKind, error: Error) -> Error {
        trace::log(trace::Level::Error, format_args!("{}: {error}", self.name));
        self.fault.borrow_mut().get_or_insert(kind);
        error
    }
}

impl WorkMemory for Reached<'_> {
    fn fail(&self) {
        self.fault.borrow_mut().get_or_insert(FaultKind::Work);
    }

    fn hold(&self, address: u64, bytes: u64, align: u64, write: bool) -> Result<(), Error> {
        let space = Space::Global;
        let narrow = u32::try_from(bytes).unwrap_or(u32::MAX);
        if align > 1 && !address.is_multiple_of(align) {
            let kind = FaultKind::Misaligned { space, address, bytes: align as u32 };
            let error = Error::Unaligned { what: "memory of a library's work", address, align };
            return Err(self.refuse(kind, error));
        }
        if bytes == 0 {
            return Ok(());
        }
        let (context, memory) = (self.context, self.context.memory());
        let reach = memory.reach_of(context.device.ordinal, context.owner, Some(self.stream));
        let held = match reach.is_none_or(|reach| reach.allows(address, bytes, write)) {
            true => self.held.borrow_mut().add(address, bytes, write),
            false => Err(Error::BadPointer { what: "memory of a library's work", address }),
        };
        let kind = FaultKind::IllegalAddress { space, address, bytes: narrow, write };
        held.map_err(|error| self.refuse(kind, error))
    }
}
