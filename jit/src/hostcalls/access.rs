//! Loads and stores of a strip after a failed test, lane by lane. Rare, so that one call is worth more than
//! the time that a loop in line would save.

use super::table::{row_word, set_lane};
use super::{AccessRows, ROW_LANES};
use crate::abi::BlockContext;
use crate::launch::Launch;
use crate::probe;
use ptx::ir::{Function, InstId, Op, Scalar, Space, Type};

/// Maximum size of an access, bytes.
const MOST: usize = 16;

/// Accesses memory for the lanes of a mask, of which the first is `thread`. Returns 0, or the number of the
/// first thread that must stop, plus 1; its address replaces the first lane's.
///
/// # Safety
/// Compiled code passes its own context, which has a live launch, a load or store of the launch's function of
/// at most 16 bytes, and rows that nothing else uses.
pub(super) unsafe extern "C" fn host_access(
    context: *const BlockContext,
    inst: u32,
    lanes: u32,
    thread: u32,
    rows: *mut AccessRows,
) -> u32 {
    // SAFETY: the caller guarantees the pointers; compiled code, which is waiting for this call, is the only
    // other user of the context, and the launch is only read.
    let (context, launch, rows) = unsafe { (&*context, &*((*context).launch as *const Launch), &mut *rows) };
    let f = launch.function();
    let inst = f.inst(InstId::new(inst as usize));
    let (space, ty, offset) = match inst.op {
        Op::Load { space, ty, offset, .. } | Op::Store { space, ty, offset, .. } => (space, ty, offset),
        _ => return 0,
    };
    let loads = matches!(inst.op, Op::Load { .. });
    let values = if loads { &inst.results[..] } else { &inst.args[1..] };
    let each = ty.bytes() as usize;
    let bytes = (each * values.len()).min(MOST);
    let address_type = f.ty(inst.args[0]);
    for lane in (0..ROW_LANES).filter(|lane| lanes >> lane & 1 != 0) {
        let own = thread + lane as u32;
        let address = row_word(address_type, &rows.addresses, lane) as u64;
        let (at, place) = place(context, f, own, (space, address, offset), bytes as u64);
        let mut words = [0; MOST];
        let moved = place.is_some_and(|place| {
            if loads {
                return probe::read(&launch.window, place, &mut words[..bytes]);
            }
            for ((word, &v), row) in words.chunks_mut(each).zip(values).zip(&rows.values) {
                let value = row_word(f.ty(v), row, lane).to_le_bytes();
                word.copy_from_slice(&value[..each]);
            }
            probe::write(&launch.window, place, &words[..bytes])
        });
        if !moved {
            rows.addresses[..8].copy_from_slice(&at.to_le_bytes());
            return own + 1;
        }
        if loads {
            for ((word, &v), row) in words.chunks(each).zip(values).zip(&mut rows.values) {
                set_lane(f.ty(v), row, lane, extended(ty, word, f.ty(v)).into());
            }
        }
    }
    0
}

/// Returns the address that an access has, and its place in memory if its space has it.
fn place(
    context: &BlockContext,
    f: &Function,
    thread: u32,
    (space, address, offset): (Space, u64, i64),
    bytes: u64,
) -> (u64, Option<u64>) {
    let (base, size) = match space {
        Space::Shared => (context.shared, context.shared_bytes),
        Space::Param => (context.params, f.param_bytes.into()),
        Space::Local => (context.local + u64::from(thread) * context.local_bytes, context.local_bytes),
        Space::Generic | Space::Global | Space::Const | Space::Cluster => {
            let at = address.wrapping_add(offset as u64);
            let within = at.wrapping_sub(context.reach);
            return (at, fits(within, bytes, context.reach_bytes).then_some(at));
        }
    };
    let at = u64::from((address as u32).wrapping_add(offset as u32));
    (at, fits(at, bytes, size).then_some(base.wrapping_add(at)))
}

/// Returns whether an access of a power of two of bytes is aligned and lies in a space of a size.
fn fits(at: u64, bytes: u64, size: u64) -> bool {
    at.is_multiple_of(bytes) && at / bytes < size / bytes
}

/// Returns a register's bits after a load of some bytes.
fn extended(from: Scalar, bytes: &[u8], to: Type) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    let (word, above) = (u64::from_le_bytes(word), 64 - 8 * bytes.len() as u32);
    let whole = if from.is_signed() { ((word << above) as i64 >> above) as u64 } else { word };
    if to == Type::I16 { whole & 0xffff } else { whole }
}
