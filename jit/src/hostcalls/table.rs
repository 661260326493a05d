//! Table of the functions that compiled code may call.
//!
//! None of them faults: each accesses only device memory that the caller has just accessed at the same
//! address, or that the window reports as accessible. None panics.

use super::approximate::{FUNCTIONS, fastest};
use super::{Host, ROW_BYTES, RunRows};
use crate::abi::{BlockContext, slot_bytes};
use crate::launch::Launch;
use crate::sites::{AtomSite, EvalSite};
use crate::trace::Traced;
use ptx::exec::WARP;
use ptx::interp::atomic_result;
use ptx::interp::value::eval;
use ptx::ir::{AtomOp, InstId, Type, Value};
use ptx::system::only_replica;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::time::{Instant, SystemTime};

/// Addresses of the functions in the order of [`Host`](super::Host): code finds them by its context.
struct HostTable([*const (); COUNT]);

const COUNT: usize = HOSTS.len() + FUNCTIONS;
const _: () = assert!(HOSTS.len() == Host::Approximate as usize);

// SAFETY: they are addresses of functions, which any thread may call.
unsafe impl Sync for HostTable {}
// SAFETY: as above.
unsafe impl Send for HostTable {}

/// The same without the approximate functions, of which there are several forms.
const HOSTS: [*const (); 21] = [
    host_eval as *const (),
    host_atom as *const (),
    host_clock as *const (),
    host_global_timer as *const (),
    host_rank_of as *const (),
    super::system::host_system as *const (),
    host_prefetch as *const (),
    host_prefetch_rows as *const (),
    host_next_block as *const (),
    host_atom_wide as *const (),
    super::reach::host_outside as *const (),
    super::check::host_check as *const (),
    super::check::host_step as *const (),
    host_replica as *const (),
    super::reach::host_store_replicas as *const (),
    host_trace_full as *const (),
    host_eval_rows as *const (),
    super::fetch::host_fetch as *const (),
    super::matrix::host_multiply as *const (),
    super::access::host_access as *const (),
    host_eval_run as *const (),
];

/// Returns the address of the table.
pub(crate) fn table() -> u64 {
    static TABLE: OnceLock<HostTable> = OnceLock::new();
    let make = || {
        let approximate = fastest().map(|row| row as *const ());
        let mut hosts = HOSTS;
        let [eval_rows, access, eval_run] = super::sparing::entrances();
        hosts[Host::EvalRows as usize] = eval_rows;
        hosts[Host::Access as usize] = access;
        hosts[Host::EvalRun as usize] = eval_run;
        let mut all = hosts.into_iter().chain(approximate);
        HostTable(std::array::from_fn(|_| all.next().unwrap_or(std::ptr::null())))
    };
    TABLE.get_or_init(make).0.as_ptr() as u64
}

/// Prefetches memory into the second-level cache, at most a page of it: the first-level cache supports too
/// few outstanding fetches and drops them. Unmapped memory is ignored.
extern "C" fn host_prefetch(address: u64, bytes: u64) {
    const LINE: u64 = 64;
    for line in (0..bytes.min(4096)).step_by(LINE as usize) {
        let at = address.wrapping_add(line);
        // SAFETY: hints, which may name any address.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T1 }>(at as *const i8);
        }
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        unsafe {
            std::arch::asm!("prfm pldl2keep, [{at}]", at = in(reg) at, options(nostack, preserves_flags));
        }
    }
}

/// Prefetches one of `squad` shares of some groups of rows. Groups that are one row apart, as those of a
/// stencil, read the same.
unsafe extern "C" fn host_prefetch_rows(
    groups: *const [u64; 3],
    count: u32,
    rows: u32,
    own: u32,
    squad: u32,
) {
    // SAFETY: compiled code passes an array of its own and the array's length.
    let groups = unsafe { std::slice::from_raw_parts(groups, count as usize) };
    for (n, &[first, step, bytes]) in groups.iter().enumerate() {
        let near = |other: u64, step: u64| first.wrapping_sub(other).wrapping_add(step) as i64;
        let same = |other: u64| [0, step, step.wrapping_neg()].iter().any(|&s| near(other, s).abs() < 64);
        if groups[..n].iter().any(|&[other, ..]| same(other)) {
            continue;
        }
        let (mut at, end) = (own * rows, (own + 1) * rows);
        while at < end {
            let (row, column) = (at / squad, at % squad);
            let blocks = (squad - column).min(end - at);
            let from = first.wrapping_add(step.wrapping_mul(row.into()));
            host_prefetch(from.wrapping_add(bytes * u64::from(column)), bytes * u64::from(blocks));
            at += blocks;
        }
    }
}

unsafe extern "C" fn host_next_block(context: *mut BlockContext) {
    // SAFETY: compiled code passes its own context; its list has as many SMs as it says follow, at least one;
    // shared memory is the block's own, committed, and as large as it says.
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
        // Not read back: the load would wait for the partial stores to reach the cache.
        (context.ctaid, context.cluster.id) = (next, next);
    }
}

unsafe extern "C" fn host_eval(site: *const EvalSite, args: *const u128, result: *mut u128) {
    // SAFETY: compiled code passes the site with which it was compiled, as many operands as that has types,
    // and a slot.
    unsafe {
        let site = &*site;
        let args = std::slice::from_raw_parts(args, site.types.len());
        result.write(eval(&site.op, site.result, &site.types, args));
    }
}

pub(super) unsafe extern "C" fn host_eval_rows(
    site: *const EvalSite,
    lanes: u32,
    rows: *mut [u8; ROW_BYTES],
) {
    // SAFETY: compiled code passes the site with which it was compiled, and as many rows as that has types.
    let (site, rows) = unsafe {
        let site = &*site;
        (site, std::slice::from_raw_parts_mut(rows, site.types.len()))
    };
    let mut args = vec![0; rows.len()];
    for lane in (0..WARP as usize).filter(|lane| lanes >> lane & 1 != 0) {
        for ((arg, row), &ty) in args.iter_mut().zip(rows.iter()).zip(&site.types) {
            *arg = row_word(ty, row, lane);
        }
        let result = eval(&site.op, site.result, &site.types, &args);
        let Some(row) = rows.first_mut() else { return };
        set_lane(site.result, row, lane, result);
    }
}

/// See [`Host::EvalRun`].
///
/// # Safety
/// Compiled code passes its own context, which has a live launch, and pure instructions of the launch's
/// function with at most as many values as there are rows.
pub(super) unsafe extern "C" fn host_eval_run(
    context: *const BlockContext,
    count: u32,
    lanes: u32,
    rows: *mut RunRows,
) {
    // SAFETY: the caller guarantees the pointers; compiled code, which is waiting for this call, is the only
    // other user of the context, and the launch is only read.
    let (launch, rows) = unsafe { (&*((*context).launch as *const Launch), &mut *rows) };
    let f = launch.function();
    let RunRows { insts, rows } = rows;
    let mut known: Vec<Value> = Vec::new();
    for inst in insts.iter().take(count as usize).map(|&id| f.inst(InstId::new(id as usize))) {
        for &v in &inst.args {
            if f.constant(v).is_none() && !known.contains(&v) {
                known.push(v);
            }
        }
        let Some(&result) = inst.results.first() else { return };
        known.push(result);
        let (to, ty) = (known.len() - 1, f.ty(result));
        let types: Vec<Type> = inst.args.iter().map(|&v| f.ty(v)).collect();
        let places: Vec<Option<usize>> =
            inst.args.iter().map(|v| known.iter().position(|own| own == v)).collect();
        for lane in (0..WARP as usize).filter(|lane| lanes >> lane & 1 != 0) {
            let operand = |(v, place): (&Value, &Option<usize>)| match place {
                Some(n) => row_word(f.ty(*v), &rows[*n], lane),
                None => f.constant(*v).unwrap_or_default().into(),
            };
            let args: Vec<u128> = inst.args.iter().zip(&places).map(operand).collect();
            set_lane(ty, &mut rows[to], lane, eval(&inst.op, ty, &types, &args));
        }
    }
}

/// Sets a lane's value in a row. A predicate is a word of all zeros or ones.
pub(super) fn set_lane(ty: Type, row: &mut [u8; ROW_BYTES], lane: usize, value: u128) {
    let size = slot_bytes(ty) as usize;
    let word = if ty == Type::Pred { 0u128.wrapping_sub(value & 1) } else { value };
    row[lane * size..][..size].copy_from_slice(&word.to_le_bytes()[..size]);
}

/// Returns a lane's value in a row.
pub(super) fn row_word(ty: Type, row: &[u8; ROW_BYTES], lane: usize) -> u128 {
    let size = slot_bytes(ty) as usize;
    let mut bytes = [0; 16];
    bytes[..size].copy_from_slice(&row[lane * size..][..size]);
    let word = u128::from_le_bytes(bytes);
    match ty {
        Type::Pred => word & 1,
        Type::I16 => word & 0xffff,
        _ => word,
    }
}

/// Returns the new value of an atomic; for a sum, `c` says whether the memory is global.
fn combine(site: &AtomSite, old: u64, b: u64, c: u64) -> u64 {
    let global = site.op == AtomOp::Add && c != 0;
    atomic_result(site.op, site.ty, global, old.into(), b.into(), c.into()) as u64
}

unsafe extern "C" fn host_atom(site: *const AtomSite, address: u64, b: u64, c: u64) -> u64 {
    // SAFETY: the site is the one with which the code was compiled; the caller has tested the address and its
    // alignment and has just read from it; other threads access it by atomics only, or race by the kernel's
    // own fault.
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
    // SAFETY: as in [`host_atom`]; compiled code passes two operands, the second of which may be unused, and
    // a slot. If the guessed old value is wrong, the exchange returns the right one.
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

/// Stores `new` if the memory holds `old`; returns the previous value.
///
/// # Safety
/// The address is valid for 16 bytes and aligned to as many.
unsafe fn exchange_wide(address: *mut u128, old: u128, new: u128) -> u128 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("cmpxchg16b") {
        let (mut low, mut high) = (old as u64, (old >> 64) as u64);
        // SAFETY: the processor has the instruction; the caller guarantees the rest. `rbx` is reserved by the
        // compiler: it is saved and restored.
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
    // Processors before 2006: all atomic accesses of 16 bytes are serialised here.
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _held = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    // SAFETY: guaranteed by the caller.
    unsafe {
        let found = address.read();
        if found == old {
            address.write(new);
        }
        found
    }
}

unsafe extern "C" fn host_rank_of(context: *const BlockContext, address: u64) -> i32 {
    // SAFETY: compiled code passes its own context, which has a base for every block of its cluster.
    let (context, bases) = unsafe {
        let context = &*context;
        let blocks = context.cluster.blocks as usize;
        (context, std::slice::from_raw_parts((context.peers as *const u64).add(1), blocks))
    };
    let here = |&base: &u64| address.wrapping_sub(base) < context.shared_bytes;
    bases.iter().position(here).map_or(-1, |rank| rank as i32)
}

unsafe extern "C" fn host_replica(context: *const BlockContext, address: u64, number: u32) -> u64 {
    // SAFETY: compiled code passes its own context, which has a live launch; it is only read.
    let launch = unsafe { &*((*context).launch as *const Launch) };
    match &launch.host {
        Some(host) => host.replica(address, number),
        None => only_replica(address, number),
    }
}

unsafe extern "C" fn host_trace_full(context: *mut BlockContext) {
    // SAFETY: compiled code of a traced kernel passes its own context, whose block is traced; the code, which
    // is waiting for this call, is the only other user of both.
    unsafe {
        let context = &mut *context;
        let traced = &mut *(context.traced as *mut Traced);
        traced.make_room(context);
    }
}

fn started() -> Instant {
    static START: OnceLock<Instant> = OnceLock::new();
    *START.get_or_init(Instant::now)
}

extern "C" fn host_clock() -> u64 {
    // Cycles of a 2 GHz clock, about an H200's.
    started().elapsed().as_nanos() as u64 * 2
}

extern "C" fn host_global_timer() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |t| t.as_nanos() as u64)
}
