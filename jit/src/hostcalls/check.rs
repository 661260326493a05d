//! Host calls about watched accesses.

use crate::abi::BlockContext;
use crate::check::{Checked, Site, Watched};
use crate::launch::Launch;
use ptx::interp::watch::{Access, AccessKind, Event, NO_INST, Stored};
use ptx::ir::{AsyncStep, AtomOp, InstId, Op, Order, Scalar, Space};
use ptx::tensor::{BoxMemory, FilteredMemory};

/// Returns the space and the address in it that an access refers to.
fn resolve(context: &BlockContext, space: Space, thread: u32, address: u64) -> Option<(Space, u64)> {
    match space {
        Space::Shared | Space::Local | Space::Param => return Some((space, address)),
        Space::Global | Space::Const => return Some((Space::Global, address)),
        Space::Generic | Space::Cluster => {}
    }
    let local = context.local + u64::from(thread) * context.local_bytes;
    for (space, base, bytes) in [
        (Space::Shared, context.shared, context.shared_bytes),
        (Space::Local, local, context.local_bytes),
        (Space::Param, context.params, context.shared - context.params),
    ] {
        if address.wrapping_sub(base) < bytes {
            return Some((space, address - base));
        }
    }
    if address.wrapping_sub(context.arena) >= context.arena_bytes {
        return Some((Space::Global, address));
    }
    // SAFETY: the context's table has a base for every block of its cluster.
    let peers = unsafe {
        std::slice::from_raw_parts((context.peers as *const u64).add(1), context.cluster.blocks as usize)
    };
    // Another block's shared memory is its own business. An address that belongs to no space is out of this
    // block's bounds if it is close to them.
    let threads = context.ntid.iter().map(|&n| u64::from(n)).product::<u64>().next_multiple_of(32);
    let end = context.local + threads * context.local_bytes;
    match address {
        _ if peers.iter().any(|&base| address.wrapping_sub(base) < context.shared_bytes) => None,
        at if at >= context.shared && at < context.local => Some((Space::Shared, at - context.shared)),
        at if at >= context.local && at < end => Some((Space::Local, at.wrapping_sub(local))),
        at => Some((Space::Global, at)),
    }
}

/// Reports an access; 1 if it is to be skipped.
///
/// # Safety
/// Compiled code passes its own context, which has a live, watched launch, an instruction of the launch's
/// function, and for a store its bytes, or null.
pub(crate) unsafe extern "C" fn host_check(
    context: *mut BlockContext,
    inst: u32,
    thread: u32,
    address: u64,
    stored: *const u8,
) -> u32 {
    // SAFETY: the caller guarantees the pointers; compiled code, which is waiting for this call, is the only
    // other user of the context, the launch is only read, and no other thread uses the block's watcher while
    // the block runs.
    let (context, launch, watched) = unsafe {
        let context = &*context;
        (context, &*(context.launch as *const Launch), &mut *(context.watched as *mut Watched))
    };
    let Some(&Some(site)) = launch.sites.get(inst as usize) else { return 0 };
    let Site { space: named, kind, order, bytes, align, line } = site;
    // A misaligned access stops the thread, as it does unwatched.
    if address & u64::from(align) != 0 {
        return 0;
    }
    let Some((space, place)) = resolve(context, named, thread, address) else { return 0 };
    let flat = match space {
        Space::Shared => context.shared + place,
        _ => address,
    };
    let before = |to: &mut [u8]| launch.window.read(flat, to);
    let bytes_stored = match stored.is_null() {
        true => &[],
        // SAFETY: guaranteed by the caller.
        false => unsafe { std::slice::from_raw_parts(stored, bytes as usize) },
    };
    let stored = Stored { bytes: bytes_stored, before: Some(&before) };
    let access = Access { space, address: place, bytes, kind, order, thread, line, inst };
    if !watched.watch.event(Event::Access(access, stored)) {
        return 1;
    }
    if launch.kernel.asks() == Checked::Bounds
        && matches!(space, Space::Shared | Space::Global)
        && let Some(range) = watched.watch.range(space, place, inst)
    {
        let count = (range.end - range.start).saturating_sub(u64::from(bytes) - 1);
        // Relative to the instruction's addresses.
        let start = range.start.wrapping_add(address.wrapping_sub(place));
        watched.known[inst as usize] = [start, count];
    }
    0
}

/// Reports a fence, or a step of asynchronous copies with its operands.
///
/// # Safety
/// That of [`host_check`]; there are as many operands as the step takes.
pub(crate) unsafe extern "C" fn host_step(
    context: *mut BlockContext,
    inst: u32,
    thread: u32,
    words: *const u64,
) {
    // SAFETY: as in [`host_check`].
    let (context, launch, watched) = unsafe {
        let context = &*context;
        (context, &*(context.launch as *const Launch), &mut *(context.watched as *mut Watched))
    };
    let at = launch.function().inst(InstId::new(inst as usize));
    let step = match at.op {
        Op::Async(step) => step,
        _ => {
            watched.watch.event(Event::Fence { thread });
            return;
        }
    };
    // SAFETY: guaranteed by the caller.
    let word = |n: usize| if n < step.operand_types().len() { unsafe { *words.add(n) } } else { 0 };
    let own = |address: u64| match resolve(context, Space::Generic, thread, address) {
        Some((Space::Shared, at)) => Some(at),
        _ => None,
    };
    let copies = matches!(step, AsyncStep::Copy | AsyncStep::Bulk);
    let to = if copies { own(word(0)) } else { None };
    let object = if step == AsyncStep::Bulk { own(word(2)) } else { None };
    let number = word(usize::from(copies)) as u32;
    watched.watch.event(Event::Async { thread, step, to, number, object, line: at.line });
}

/// Memory of a tensor copy, as the block's watcher sees it.
pub(crate) struct Watching<'a, P> {
    pub(crate) places: P,
    pub(crate) context: &'a BlockContext,
    pub(crate) watched: &'a mut Watched,
    pub(crate) thread: u32,
    pub(crate) line: u32,
}

impl<P: BoxMemory> FilteredMemory for Watching<'_, P> {
    fn permits(&mut self, address: u64, bytes: u32, kind: AccessKind) -> bool {
        let (thread, line) = (self.thread, self.line);
        let Some((space, address)) = resolve(self.context, Space::Generic, thread, address) else {
            return true;
        };
        let access = Access { space, address, bytes, kind, order: Order::Weak, thread, line, inst: NO_INST };
        self.watched.watch.event(Event::Access(access, Stored::default()))
    }
}

impl<P: BoxMemory> BoxMemory for Watching<'_, P> {
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        self.places.read(address, bytes)
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.places.write(address, bytes)
    }

    fn combine(&mut self, address: u64, op: AtomOp, ty: Scalar, ftz: bool, with: u64) -> bool {
        self.places.combine(address, op, ty, ftz, with)
    }
}
