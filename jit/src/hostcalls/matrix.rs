//! Matrix products for compiled code that has a warp's registers in vectors.

use crate::sites::EvalSite;
use crate::tile::fragments::{self, Scratch};
use crate::tile::halves::{self, Words};
use ptx::interp::mma::{Register, answer};
use ptx::ir::{Mma, Op};
use std::cell::RefCell;

thread_local! {
    /// All registers of an operation, and matrices between them.
    static SCRATCH: RefCell<Box<(Vec<Words>, Scratch)>> = RefCell::default();
}

/// Computes an `mma` of some lanes; others count as zero. Compiled code passes rows of registers: of A, of B
/// with the metadata, and of C, which D replaces.
pub(super) unsafe extern "C" fn host_multiply(
    site: *const EvalSite,
    lanes: u32,
    left: *mut Words,
    right: *mut Words,
    sums: *mut Words,
) {
    // SAFETY: compiled code passes the site with which it was compiled.
    let site = unsafe { &*site };
    let Op::Mma(ref mma) = site.op else { return };
    let [a, b, c] = halves::registers(mma).unwrap_or_else(|| {
        let [a, b, c, d] = mma.registers();
        [a, b + usize::from(mma.sparse.is_some()), c.max(d)]
    });
    // SAFETY: compiled code has as many rows of each as the operation has registers, apart from each other.
    let [left, right, sums] = unsafe {
        [
            std::slice::from_raw_parts_mut(left, a),
            std::slice::from_raw_parts_mut(right, b),
            std::slice::from_raw_parts_mut(sums, c),
        ]
    };
    if lanes != u32::MAX {
        for row in left.iter_mut().chain(&mut *right).chain(&mut *sums) {
            (0..).zip(row).filter(|(lane, _)| lanes >> lane & 1 == 0).for_each(|(_, word)| *word = 0);
        }
    }
    if !fragments::add_product(mma, left, right, sums) {
        by_matrices(site, mma, [left, right, sums]);
    }
}

/// Computes an `mma` by way of matrices, or as the reference does.
#[inline(never)]
fn by_matrices(site: &EvalSite, mma: &Mma, [left, right, sums]: [&mut [Words]; 3]) {
    let [_, b, c, _] = mma.registers();
    let (columns, meta) = right.split_at(b);
    let is_done = SCRATCH.try_with(|own| {
        let Ok(mut own) = own.try_borrow_mut() else { return false };
        let (registers, scratch) = &mut **own;
        registers.clear();
        [&*left, columns, &sums[..c], meta].into_iter().for_each(|part| registers.extend(part));
        let is_done = fragments::by_matrices(mma, registers, scratch);
        if is_done {
            sums.iter_mut().zip(&scratch.results).for_each(|(row, words)| *row = *words);
        }
        is_done
    });
    if !is_done.unwrap_or_default() {
        let rows = left.iter().chain(columns).chain(&sums[..c]).chain(meta);
        let registers: Vec<Register> = rows.map(|row| row.map(u64::from)).collect();
        let results = answer(&site.op, &registers);
        sums.iter_mut().zip(results).for_each(|(row, words)| *row = words.map(|word| word as u32));
    }
}
