//! Copies, fills and moves of managed memory, as operations of a stream.

use super::stream::Stream;
use crate::Error;
use crate::exec::Work;
use crate::memory::attachment::User;
use crate::memory::copy::{Copy, Fill};
use crate::types::{ATTACH_HOST, ATTACH_SINGLE, Extent, Location, Pattern, Pitch, Pointer};
use device::Op;
use device::residence::Act;
use timeline::Way;

/// Submits a copy.
pub(super) fn submit(stream: &Stream, plan: Copy) -> Result<(), Error> {
    let engine = stream.engine();
    engine.copy(stream.front, plan.described(), Box::new(move || plan.run())).map(drop)
}

/// Carries out a copy in the stream's order and waits for it.
pub(super) fn carry_out(stream: &Stream, plan: Copy) -> Result<(), Error> {
    let engine = stream.engine();
    engine.copy_now(stream.front, plan.described(), Box::new(move || plan.run()))?;
    stream.context.settle()
}

/// Copies a slice to the device and waits for the copy.
pub(super) fn write(stream: &Stream, to: u64, bytes: &[u8]) -> Result<(), Error> {
    let memory = stream.context.memory();
    let plan = Copy::borrowing(memory, Pointer::on_device(to), bytes).inspect_err(|_| {
        memory.report_out_of_bounds("destination", Pointer::on_device(to), bytes.len() as u64)
    })?;
    // `copy_now` returns only when the copy ran or was dropped: the slice outlives it.
    carry_out(stream, plan)
}

/// Copies from the device to a slice and waits for the copy.
pub(super) fn read(stream: &Stream, bytes: &mut [u8], from: u64) -> Result<(), Error> {
    let length = bytes.len() as u64;
    let memory = stream.context.memory();
    let plan = Copy::borrowing_mut(memory, bytes, Pointer::on_device(from))
        .inspect_err(|_| memory.report_out_of_bounds("source", Pointer::on_device(from), length))?;
    // As in `write`.
    carry_out(stream, plan)
}

/// Submits a fill of memory that the stream's device reaches: fills are for such alone, unlike copies
/// (observed on two H200).
pub(super) fn fill(
    stream: &Stream,
    to: (Pointer, Pitch),
    pattern: Pattern,
    values: Extent,
) -> Result<(), Error> {
    let (context, address) = (&stream.context, to.0.address());
    let plan = Fill::plan_box(context.memory(), to, pattern, values)?;
    let reach = context.memory().reach_of(context.device.ordinal, context.owner, Some(stream.front));
    if !reach.is_none_or(|reach| reach.allows(address, 1, true)) {
        return Err(Error::BadPointer { what: "memory of a device that is to be filled", address });
    }
    put(stream, plan)
}

/// Submits a fill.
pub(super) fn fill_anywhere(
    stream: &Stream,
    to: (Pointer, Pitch),
    pattern: Pattern,
    values: Extent,
) -> Result<(), Error> {
    put(stream, Fill::plan_box(stream.context.memory(), to, pattern, values)?)
}

fn put(stream: &Stream, plan: Fill) -> Result<(), Error> {
    let engine = stream.engine();
    engine.copy(stream.front, plan.described(), Box::new(move || plan.run())).map(drop)
}

/// Notes that a range is to be at a place, and has it brought there.
pub(super) fn prefetch(stream: &Stream, range: (u64, u64), to: Location, discard: bool) -> Result<(), Error> {
    let memory = stream.context.memory();
    let target = memory.target(range)?;
    let Some(place) = to.place() else { return Ok(()) };
    let way = if to.ordinal() < 0 { Way::DeviceToHost } else { Way::HostToDevice };
    let moved = if discard { 0 } else { memory.unified().absent(target, place.processor()) };
    let bring = move || {
        if discard {
            memory.act(target, Act::Discard);
        }
        memory.act(target, Act::Prefetch(place));
    };
    stream.engine().copy(stream.front, (way, moved), Box::new(bring))?;
    memory.act(target, Act::Ask(place));
    Ok(())
}

/// Gives up what a range holds.
pub(super) fn discard(stream: &Stream, range: (u64, u64)) -> Result<(), Error> {
    let memory = stream.context.memory();
    let target = memory.target(range)?;
    let discard = move || memory.act(target, Act::Discard);
    stream.submit(&Op::Copy, Work::Copy(Box::new(discard))).map(drop)
}

/// Attaches managed memory. It is so from the call on, as kernels of later launches are what it concerns.
pub(super) fn attach(stream: &Stream, address: u64, flags: u32) -> Result<(), Error> {
    let memory = stream.context.memory();
    let allocation = memory.holding("managed range", address, 1)?;
    stream.submit(&Op::Host, Work::Host(Box::new(|| {})))?;
    let to = match flags {
        ATTACH_HOST => Some(User::Host),
        ATTACH_SINGLE => Some(User::Stream(stream.context.device.ordinal, stream.front)),
        _ => None,
    };
    memory.attach(&allocation, to);
    Ok(())
}
