//! Matrix products for compiled code that has a warp's registers in vectors.

use crate::sites::EvalSite;
use crate::tile::fragments::{self, Scratch};
use crate::tile::halves::Words;
use ptx::interp::mma::{Register, answer};
use ptx::ir::Op;
use std::cell::RefCell;

thread_local! {
    /// Matrices between registers.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

pub(super) unsafe extern "C" fn host_multiply(site: *const EvalSite, lanes: u32, rows: *mut Words) {
    // SAFETY: compiled code passes the site with which it was compiled, and as many rows as that has types.
    let (site, rows) = unsafe {
        let site = &*site;
        (site, std::slice::from_raw_parts_mut(rows, site.types.len()))
    };
    let Op::Mma(ref mma) = site.op else { return };
    if lanes != u32::MAX {
        for row in &mut *rows {
            (0..).zip(row).filter(|(lane, _)| lanes >> lane & 1 == 0).for_each(|(_, word)| *word = 0);
        }
    }
    let mut multiply = |scratch: &mut Scratch| {
        let is_done = fragments::multiply(mma, rows, scratch);
        if is_done {
            rows.iter_mut().zip(&scratch.results).for_each(|(row, words)| *row = *words);
        }
        is_done
    };
    let is_done = SCRATCH.try_with(|own| own.try_borrow_mut().is_ok_and(|mut own| multiply(&mut own)));
    if !is_done.unwrap_or_default() {
        let registers: Vec<Register> = rows.iter().map(|row| row.map(u64::from)).collect();
        let results = answer(&site.op, &registers);
        rows.iter_mut().zip(results).for_each(|(row, words)| *row = words.map(|word| word as u32));
    }
}
