//! The one table of functions that compiled code may call.
//!
//! None of them touches device memory that the caller has not touched just before at the same address, or that the
//! window does not say is there, so none can fault; none panics.

use crate::abi::BlockContext;
use crate::launch::Launch;
use ptx::exec::Geometry;
use ptx::interp::atomic_result;
use ptx::interp::value::eval;
use ptx::ir::{AtomOp, Function, InstId, Op, Scalar, Type};
use ptx::system::only_replica;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::time::{Instant, SystemTime};

/// A pure operation that is computed by the interpreter's definition.
pub(crate) struct EvalSite {
    op: Op,
    result: Type,
    types: Vec<Type>,
}

impl EvalSite {
    /// What an instruction with one result computes.
    pub(crate) fn of(f: &Function, id: InstId) -> Option<EvalSite> {
        let inst = f.inst(id);
        let result = f.ty(*inst.results.first()?);
        Some(EvalSite { op: inst.op.clone(), result, types: inst.args.iter().map(|&v| f.ty(v)).collect() })
    }
}

/// A read-modify-write that has no machine instruction.
pub(crate) struct AtomSite {
    op: AtomOp,
    ty: Scalar,
}

impl AtomSite {
    /// What an atomic instruction does.
    pub(crate) fn of(f: &Function, id: InstId) -> Option<AtomSite> {
        let Op::Atom { op, ty, .. } = f.inst(id).op else { return None };
        Some(AtomSite { op, ty })
    }
}

/// The instructions that code has the host do; a site's number is its place in the list.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct SiteIds {
    pub(crate) evals: Vec<InstId>,
    pub(crate) atoms: Vec<InstId>,
}

/// The number of an instruction in a list, which it is added to. One may stand there more than once: looking for it
/// would take longer.
pub(crate) fn number(list: &mut Vec<InstId>, id: InstId) -> usize {
    if list.last() != Some(&id) {
        list.push(id);
    }
    list.len() - 1
}

/// What code has the host do; it knows the tables by its context.
pub(crate) struct Sites {
    pub(crate) evals: Vec<EvalSite>,
    pub(crate) atoms: Vec<AtomSite>,
}

impl Sites {
    /// The sites of a function's instructions; `None` if one is no such instruction.
    pub(crate) fn of(f: &Function, ids: &SiteIds) -> Option<Sites> {
        let known = |id: &&InstId| id.index() < f.inst_count();
        if !ids.evals.iter().chain(&ids.atoms).all(|id| known(&id)) {
            return None;
        }
        Some(Sites {
            evals: ids.evals.iter().map(|&id| EvalSite::of(f, id)).collect::<Option<_>>()?,
            atoms: ids.atoms.iter().map(|&id| AtomSite::of(f, id)).collect::<Option<_>>()?,
        })
    }
}

/// A function that compiled code may call; its number is its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Host {
    /// `(site, args, result)`: [`EvalSite`], operands and result as 16-byte words.
    Eval,
    /// `(site, address, b, c) -> old`: [`AtomSite`].
    Atom,
    /// `() -> cycles`
    Clock,
    /// `() -> nanoseconds`
    GlobalTimer,
    /// `(context, address) -> rank`: of the block in whose shared memory a generic address lies, or -1
    RankOf,
    /// `(context, instruction, thread, operands) -> stop`: see [`crate::system`].
    System,
    /// `(address, bytes)`: memory that is likely read soon.
    Prefetch,
    /// `(context)`: the block has ended, and there is another: makes the context that one's.
    NextBlock,
    /// `(site, address, operands, old)`: [`AtomSite`] of 16 bytes, operands and old value as words of 16 bytes.
    AtomWide,
    /// `(context, instruction, bytes, address) -> address`: see [`crate::beyond`].
    Beyond,
    /// `(context, instruction, thread, address, stored) -> left out`: see [`crate::check`].
    Check,
    /// `(context, instruction, thread, operands)`: see [`crate::check`].
    Step,
    /// `(context, address, number) -> address`: see [`ptx::system::Host::replica`].
    Replica,
    /// `(context, bytes, address) -> refused`: see [`crate::beyond`].
    Spread,
}

/// Addresses of the functions, as [`Host`] numbers them: code finds them by its context.
struct HostTable([*const (); 14]);

// SAFETY: they are addresses of functions, which any thread may call.
unsafe impl Sync for HostTable {}

static TABLE: HostTable = HostTable([
    host_eval as *const (),
    host_atom as *const (),
    host_clock as *const (),
    host_global_timer as *const (),
    host_rank_of as *const (),
    crate::system::host_system as *const (),
    host_prefetch as *const (),
    host_next_block as *const (),
    host_atom_wide as *const (),
    crate::beyond::host_beyond as *const (),
    crate::check::host_check as *const (),
    crate::check::host_step as *const (),
    host_replica as *const (),
    crate::beyond::host_spread as *const (),
]);

impl Host {
    /// Where the function stands in the table, bytes.
    pub(crate) const fn offset(self) -> i32 {
        self as i32 * 8
    }

    /// Address of the table.
    pub(crate) fn table() -> u64 {
        TABLE.0.as_ptr() as u64
    }
}

/// Has the processor fetch memory into its second cache, at most a page of it: the first has too few fetches under way for
/// that, and drops them. Where there is no memory, nothing happens.
extern "C" fn host_prefetch(address: u64, bytes: u64) {
    const LINE: u64 = 64;
    for line in (0..bytes.min(4096)).step_by(LINE as usize) {
        let at = address.wrapping_add(line) as *const i8;
        // SAFETY: a hint, which may name any address.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T1 }>(at);
        }
    }
}

unsafe extern "C" fn host_next_block(context: *mut BlockContext) {
    // SAFETY: compiled code passes the context that it runs with, whose list has as many SMs as it says follow, at least
    // one; shared memory is the block's own, committed, and as large as it says.
    unsafe {
        let context = &mut *context;
        context.following -= 1;
        context.smid = u32::from(*(context.following_sms as *const u16));
        context.following_sms += 2;
        std::ptr::write_bytes(context.shared as *mut u8, 0, context.shared_bytes as usize);
        let [x, y, z] = context.ctaid;
        let next = match context.nctaid {
            [nx, ..] if x + 1 < nx => [x + 1, y, z],
            [_, ny, _] if y + 1 < ny => [0, y + 1, z],
            _ => [0, 0, z + 1],
        };
        // Not read back: the processor would have to wait until what was just written in parts is in its cache.
        (context.ctaid, context.cluster.id) = (next, next);
    }
}

unsafe extern "C" fn host_eval(site: *const EvalSite, args: *const u128, result: *mut u128) {
    // SAFETY: compiled code passes the site it was compiled with, as many operands as that has types, and a slot.
    unsafe {
        let site = &*site;
        let args = std::slice::from_raw_parts(args, site.types.len());
        result.write(eval(&site.op, site.result, &site.types, args));
    }
}

/// `c` says of a sum whether the memory is global.
fn combine(site: &AtomSite, old: u64, b: u64, c: u64) -> u64 {
    let global = site.op == AtomOp::Add && c != 0;
    atomic_result(site.op, site.ty, global, old.into(), b.into(), c.into()) as u64
}

unsafe extern "C" fn host_atom(site: *const AtomSite, address: u64, b: u64, c: u64) -> u64 {
    // SAFETY: the site is the one the code was compiled with; the caller has checked the address and its alignment and
    // has just read from it, and other threads reach it by atomics only or race as the kernel's own fault.
    unsafe {
        let site = &*site;
        macro_rules! swap {
            ($atomic:ty, $word:ty) => {{
                let cell = <$atomic>::from_ptr(address as *mut $word);
                let mask = u64::from(<$word>::MAX);
                let (b, c) = (b & mask, c & mask);
                let next = |old: $word| Some(combine(site, u64::from(old), b, c) as $word);
                let (Ok(old) | Err(old)) = cell.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next);
                u64::from(old)
            }};
        }
        match site.ty.bytes() {
            1 => swap!(AtomicU8, u8),
            2 => swap!(AtomicU16, u16),
            4 => swap!(AtomicU32, u32),
            _ => swap!(AtomicU64, u64),
        }
    }
}

unsafe extern "C" fn host_atom_wide(
    site: *const AtomSite,
    address: *mut u128,
    operands: *const u128,
    result: *mut u128,
) {
    // SAFETY: as in [`host_atom`]; compiled code passes two operands, of which the second need not mean anything, and a
    // slot. A guess of the old value is right or answered with it.
    unsafe {
        let site = &*site;
        let (b, c) = (*operands, *operands.add(1));
        let mut old = 0;
        loop {
            let new = atomic_result(site.op, site.ty, false, old, b, c);
            let found = exchange_wide(address, old, new);
            if found == old {
                break;
            }
            old = found;
        }
        result.write_unaligned(old);
    }
}

/// Writes `new` over `old` if that is there; what was there.
///
/// # Safety
/// The address is valid for 16 bytes and aligned to as many.
unsafe fn exchange_wide(address: *mut u128, old: u128, new: u128) -> u128 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("cmpxchg16b") {
        let (mut low, mut high) = (old as u64, (old >> 64) as u64);
        // SAFETY: the processor has the instruction; the rest is the caller's promise. `rbx` is not ours to name: it is
        // put aside and back.
        unsafe {
            std::arch::asm!(
                "xchg {new}, rbx",
                "lock cmpxchg16b [{address}]",
                "mov rbx, {new}",
                new = inout(reg) new as u64 => _,
                address = in(reg) address,
                in("rcx") (new >> 64) as u64,
                inout("rax") low,
                inout("rdx") high,
                options(nostack),
            );
        }
        return u128::from(high) << 64 | u128::from(low);
    }
    // Processors before 2006: all accesses of 16 bytes that are atomic come through here, one at a time.
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _held = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    // SAFETY: the caller's promise.
    unsafe {
        let found = address.read();
        if found == old {
            address.write(new);
        }
        found
    }
}

unsafe extern "C" fn host_rank_of(context: *const BlockContext, address: u64) -> i32 {
    // SAFETY: compiled code passes the context that it runs with, whose table has a base for every block of its cluster.
    let (context, bases) = unsafe {
        let context = &*context;
        let blocks = context.cluster.blocks as usize;
        (context, std::slice::from_raw_parts((context.peers as *const u64).add(1), blocks))
    };
    let here = |&base: &u64| address.wrapping_sub(base) < context.shared_bytes;
    bases.iter().position(here).map_or(-1, |rank| rank as i32)
}

unsafe extern "C" fn host_replica(context: *const BlockContext, address: u64, number: u32) -> u64 {
    // SAFETY: compiled code passes the context that it runs with, whose launch is alive; it is only read.
    let launch = unsafe { &*((*context).launch as *const Launch) };
    match &launch.host {
        Some(host) => host.replica(address, number),
        None => only_replica(address, number),
    }
}

fn started() -> Instant {
    static START: OnceLock<Instant> = OnceLock::new();
    *START.get_or_init(Instant::now)
}

extern "C" fn host_clock() -> u64 {
    // Cycles of a clock of 2 GHz, about an H200's.
    started().elapsed().as_nanos() as u64 * 2
}

extern "C" fn host_global_timer() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |t| t.as_nanos() as u64)
}

/// Coordinates of every thread of a block, three words each.
pub(crate) fn thread_table(geometry: &Geometry) -> Vec<u32> {
    let padded = geometry.warps() * ptx::exec::WARP;
    (0..padded).flat_map(|t| geometry.thread_at(t)).collect()
}
