//! The one table of functions that compiled code may call.
//!
//! None of them touches device memory that the caller has not touched just before at the same address, or that the
//! window does not say is there, so none can fault; none panics.

use ptx::exec::Geometry;
use ptx::interp::atomic_result;
use ptx::interp::value::eval;
use ptx::ir::{AtomOp, Op, Scalar, Type};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::time::{Instant, SystemTime};

/// A pure operation that is computed by the interpreter's definition.
pub(crate) struct EvalSite {
    pub(crate) op: Op,
    pub(crate) result: Type,
    pub(crate) types: Vec<Type>,
}

/// A read-modify-write that has no machine instruction.
pub(crate) struct AtomSite {
    pub(crate) op: AtomOp,
    pub(crate) ty: Scalar,
    /// Subnormals are flushed.
    pub(crate) ftz: bool,
}

/// A function that compiled code may call.
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
    /// `(context, instruction, thread, operands) -> stop`: see [`crate::system`].
    System,
}

impl Host {
    /// Address of the function.
    pub(crate) fn address(self) -> u64 {
        match self {
            Host::Eval => host_eval as *const () as u64,
            Host::Atom => host_atom as *const () as u64,
            Host::Clock => host_clock as *const () as u64,
            Host::GlobalTimer => host_global_timer as *const () as u64,
            Host::System => crate::system::host_system as *const () as u64,
        }
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

fn combine(site: &AtomSite, old: u64, b: u64, c: u64) -> u64 {
    atomic_result(site.op, site.ty, site.ftz, old.into(), b.into(), c.into()) as u64
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
