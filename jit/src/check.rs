//! Launches that somebody watches: the memory checker.
//!
//! Code of a [checked](crate::Kernel::checked) kernel runs thread by thread. It asks here before it touches memory whether it may:
//! an access that the watcher refuses is left out, and a load then reads zeros. Where the watcher wants bounds alone, an
//! instruction asks once for each range that it touches; the range is noted in a table of the block that code tests inline. The
//! driver reports barriers and warp operations. Nothing here judges.

use crate::abi::BlockContext;
use crate::launch::Launch;
use ptx::exec::Fault;
use ptx::interp::watch::{Access, Event, Kind, NO_INST, Stored};
use ptx::ir::{AsyncStep, AtomOp, InstId, Op, Order, Scalar, Space};
use ptx::tensor::Places;
use std::ops::Range;

/// What code of a kernel asks a watcher about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Checked {
    /// Nothing: there is none.
    #[default]
    No,
    /// Accesses outside the ranges that it knows of.
    Bounds,
    /// Every access.
    All,
}

/// Watches the blocks of a launch.
pub trait Watch: Send + Sync {
    /// A block before its first region, by the order in which blocks start.
    fn block(&self, index: u64) -> Box<dyn BlockWatch>;
    /// The module's text, for reports.
    fn text(&self) -> &str;
}

/// Watches one block.
pub trait BlockWatch: Send {
    /// Takes an event in; whether an access is carried out.
    fn event(&mut self, event: Event<'_>) -> bool;
    /// The addresses, or offsets in shared memory, around one that an instruction may touch without asking; asked after an access
    /// was allowed.
    fn range(&mut self, space: Space, address: u64, inst: u32) -> Option<Range<u64>>;
    /// Whether ranges that it gave hold no longer; asking forgets it.
    fn changed(&mut self) -> bool;
    /// Places of shared memory whose plain loads it need not see; code tests them inline.
    fn quiet(&self) -> Option<&Quiet>;
    /// The block's turn is over for now.
    fn pause(&mut self);
    /// What stops the block.
    fn fault(&mut self, fault: &Fault);
}

/// A range that an instruction may touch: its first address, and how many addresses from there on an access may begin at.
pub(crate) type Known = [u64; 2];

/// Places of shared memory, 4 bytes each, whose plain loads a watcher need not see until the next event that is no load.
///
/// Two words, the current generation and the number of places, then for each place the generation in which it is quiet, plus the
/// warp whose loads are, or [`ALL_WARPS`].
#[derive(Debug)]
pub struct Quiet {
    words: Vec<u32>,
}

/// Bytes of a place, as a shift.
pub(crate) const QUIET_SHIFT: u32 = 2;
/// Words before the first place.
pub(crate) const QUIET_HEAD: usize = 2;
/// Words behind the last place, never quiet: a load of 16 bytes tests four.
const QUIET_TAIL: usize = 4;
/// A place that is quiet for all warps: above the number of any.
pub const ALL_WARPS: u32 = 63;
/// From one generation to the next.
const GENERATION: u32 = ALL_WARPS + 1;
/// Table for a watcher that sees every load.
static LOUD: [u32; QUIET_HEAD + QUIET_TAIL] = [GENERATION, 0, 0, 0, 0, 0];

impl Default for Quiet {
    fn default() -> Self {
        Quiet { words: LOUD.to_vec() }
    }
}

impl Quiet {
    /// Begins with another block of so many bytes of shared memory: nothing is quiet.
    pub fn reset(&mut self, bytes: u64) {
        let places = (bytes >> QUIET_SHIFT) as usize;
        self.words.resize(QUIET_HEAD + QUIET_TAIL + places, 0);
        self.words[1] = places as u32;
        self.words[QUIET_HEAD + places..].fill(0);
        self.next();
    }

    /// Nothing is quiet any more.
    pub fn next(&mut self) {
        self.words[0] = self.words[0].checked_add(GENERATION).unwrap_or_else(|| {
            self.words[QUIET_HEAD..].fill(0);
            GENERATION
        });
    }

    /// Notes that loads of a place by a warp, or by [`ALL_WARPS`], are quiet from now on.
    pub fn add(&mut self, place: u64, warp: u32) {
        if place < u64::from(self.words[1]) {
            self.words[QUIET_HEAD + place as usize] = self.words[0] + warp;
        }
    }

    /// Notes that places of a range of bytes are no longer quiet.
    pub fn remove(&mut self, bytes: &Range<u64>) {
        let places = u64::from(self.words[1]);
        let at = |place: u64| QUIET_HEAD + place.min(places) as usize;
        let end = bytes.end.div_ceil(1 << QUIET_SHIFT);
        self.words[at(bytes.start >> QUIET_SHIFT)..at(end)].fill(0);
    }

    fn address(&self) -> u64 {
        self.words.as_ptr() as u64
    }
}

/// The state of a block that is watched.
pub(crate) struct Watched {
    pub(crate) watch: Box<dyn BlockWatch>,
    /// By instruction.
    pub(crate) known: Vec<Known>,
}

impl Watched {
    /// Before a turn: forgets ranges that hold no longer.
    pub(crate) fn refresh(&mut self) {
        if self.watch.changed() {
            self.known.fill([0; 2]);
        }
    }

    /// Address of the table that code tests inline: of ranges by instruction, or of quiet places.
    pub(crate) fn table(&self, asks: Checked) -> u64 {
        match asks {
            Checked::All => self.watch.quiet().map_or(LOUD.as_ptr() as u64, Quiet::address),
            _ => self.known.as_ptr() as u64,
        }
    }
}

/// Where an access goes.
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
    // Another block's shared memory is its own business; what is nobody's is beyond this block's, if it lies near that.
    let threads = context.ntid.iter().map(|&n| u64::from(n)).product::<u64>().next_multiple_of(32);
    let end = context.local + threads * context.local_bytes;
    match address {
        _ if peers.iter().any(|&base| address.wrapping_sub(base) < context.shared_bytes) => None,
        at if at >= context.shared && at < context.local => Some((Space::Shared, at - context.shared)),
        at if at >= context.local && at < end => Some((Space::Local, at.wrapping_sub(local))),
        at => Some((Space::Global, at)),
    }
}

/// Space, bytes, kind and order of an instruction's access.
fn access_of(inst: &ptx::ir::Inst) -> Option<(Space, u32, Kind, Order)> {
    Some(match inst.op {
        Op::Load { space, ty, order, .. } => {
            (space, ty.bytes() * inst.results.len() as u32, Kind::Load, order)
        }
        Op::Store { space, ty, order, .. } => {
            (space, ty.bytes() * (inst.args.len() as u32 - 1), Kind::Store, order)
        }
        Op::Atom { space, op, ty, order, .. } => (space, ty.bytes(), Kind::Atom(op), order),
        _ => return None,
    })
}

/// Whether an access is left out.
///
/// # Safety
/// Compiled code passes the context that it runs with, whose launch is alive and watched, an instruction of the launch's function,
/// and for a store as many bytes as that stores, or null.
pub(crate) unsafe extern "C" fn host_check(
    context: *mut BlockContext,
    inst: u32,
    thread: u32,
    address: u64,
    stored: *const u8,
) -> u32 {
    // SAFETY: by the caller's word; compiled code, which is waiting for this call, is the only other user of the context, the
    // launch is only read, and the block's watcher is used by nobody else while the block runs.
    let (context, launch, watched) = unsafe {
        let context = &*context;
        (context, &*(context.launch as *const Launch), &mut *(context.watched as *mut Watched))
    };
    let at = launch.function().inst(InstId::new(inst as usize));
    let Some((named, bytes, kind, order)) = access_of(at) else { return 0 };
    // What is not aligned stops the thread, as it does unwatched.
    if address & (u64::from(bytes.next_power_of_two()) - 1) != 0 {
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
        // SAFETY: by the caller's word.
        false => unsafe { std::slice::from_raw_parts(stored, bytes as usize) },
    };
    let stored = Stored { bytes: bytes_stored, before: Some(&before) };
    let access = Access { space, address: place, bytes, kind, order, thread, line: at.line, inst };
    if !watched.watch.event(Event::Access(access, stored)) {
        return 1;
    }
    if launch.kernel.asks() == Checked::Bounds
        && matches!(space, Space::Shared | Space::Global)
        && let Some(range) = watched.watch.range(space, place, inst)
    {
        let count = (range.end - range.start).saturating_sub(u64::from(bytes) - 1);
        // Counted as the instruction's addresses are.
        let start = range.start.wrapping_add(address.wrapping_sub(place));
        watched.known[inst as usize] = [start, count];
    }
    0
}

/// A fence, or a step of asynchronous copies with its operands.
///
/// # Safety
/// As [`host_check`]; the operands are as many words as the step takes.
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
    // SAFETY: by the caller's word.
    let word = |n: usize| if n < step.takes().len() { unsafe { *words.add(n) } } else { 0 };
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

/// Memory that a box is copied between, each piece of which the watcher is told of.
pub(crate) struct Pieces<'a, P> {
    pub(crate) places: P,
    pub(crate) context: &'a BlockContext,
    pub(crate) watched: &'a mut Watched,
    pub(crate) thread: u32,
    pub(crate) line: u32,
}

/// Most bytes of a piece.
const PIECE: u64 = 16;

/// Bytes of the largest access that an address and what is left allow.
fn piece(address: u64, left: usize) -> usize {
    let aligned = 1 << (address | PIECE).trailing_zeros();
    usize::min(aligned, 1 << left.ilog2())
}

impl<P> Pieces<'_, P> {
    fn told(&mut self, address: u64, bytes: usize, kind: Kind) -> bool {
        let (thread, line) = (self.thread, self.line);
        let Some((space, address)) = resolve(self.context, Space::Generic, thread, address) else {
            return true;
        };
        let (bytes, order, inst) = (bytes as u32, Order::Weak, NO_INST);
        let access = Access { space, address, bytes, kind, order, thread, line, inst };
        self.watched.watch.event(Event::Access(access, Stored::default()))
    }
}

impl<P: Places> Places for Pieces<'_, P> {
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        let mut at = 0;
        while at < bytes.len() {
            let place = address.wrapping_add(at as u64);
            let size = piece(place, bytes.len() - at);
            let part = &mut bytes[at..at + size];
            if !self.told(place, size, Kind::Load) {
                part.fill(0);
            } else if !self.places.read(place, part) {
                return false;
            }
            at += size;
        }
        true
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let mut at = 0;
        while at < bytes.len() {
            let place = address.wrapping_add(at as u64);
            let size = piece(place, bytes.len() - at);
            if self.told(place, size, Kind::Store) && !self.places.write(place, &bytes[at..at + size]) {
                return false;
            }
            at += size;
        }
        true
    }

    fn combine(&mut self, address: u64, op: AtomOp, ty: Scalar, ftz: bool, with: u64) -> bool {
        !self.told(address, ty.bytes() as usize, Kind::Atom(op))
            || self.places.combine(address, op, ty, ftz, with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(quiet: &Quiet) -> Vec<Option<u32>> {
        let (head, places) = quiet.words.split_at(QUIET_HEAD);
        let own = |word: &u32| (word / GENERATION == head[0] / GENERATION).then_some(word % GENERATION);
        places[..head[1] as usize].iter().map(own).collect()
    }

    #[test]
    fn places_are_quiet_until_a_write_or_the_next_event() {
        let mut quiet = Quiet::default();
        quiet.reset(18);
        assert_eq!(states(&quiet), [None; 4]);
        quiet.add(1, 7);
        quiet.add(2, ALL_WARPS);
        quiet.add(4, 0);
        quiet.add(3, 0);
        assert_eq!(states(&quiet), [None, Some(7), Some(ALL_WARPS), Some(0)], "place 4 is not whole");
        quiet.remove(&(11..13));
        assert_eq!(states(&quiet), [None, Some(7), None, None]);
        quiet.remove(&(100..1 << 40));
        assert_eq!(states(&quiet), [None, Some(7), None, None]);
        quiet.next();
        assert_eq!(states(&quiet), [None; 4]);
        quiet.add(0, 1);
        quiet.reset(8);
        assert_eq!(states(&quiet), [None; 2]);
    }

    #[test]
    fn no_place_is_quiet_again_when_generations_run_out() {
        let mut quiet = Quiet::default();
        quiet.reset(16);
        quiet.add(1, 0);
        quiet.words[0] = u32::MAX / GENERATION * GENERATION;
        quiet.add(0, ALL_WARPS);
        quiet.next();
        assert_eq!((quiet.words[0], states(&quiet)), (GENERATION, vec![None; 4]));
    }
}
