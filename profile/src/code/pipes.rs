//! Pipes for arithmetic: which instructions occupy theirs twice as long, and which can go to either.

use crate::class::{Class, Made};
use ptx::ir::{Function, Inst, IntOp, Op, Value};
use std::collections::BTreeSet;

/// Instructions of a basic block, as far as the pipes are concerned.
#[derive(Default)]
pub(super) struct Pipes {
    /// Instructions that occupy the pipe of products twice as long.
    pub(super) slow: u32,
    /// Sums of integers that either pipe can execute.
    sums: u32,
    /// Result of the last sum of a product.
    last: Option<Value>,
}

impl Pipes {
    /// Adds an instruction.
    pub(super) fn add(&mut self, f: &Function, inst: &Inst, made: &Made) {
        match inst.op {
            Op::Fma { ty, .. } if ty.bits() <= 32 => {
                let in_registers = |v: &&Value| f.constant(**v).is_none();
                let distinct: BTreeSet<Value> = inst.args.iter().filter(in_registers).copied().collect();
                let waits = self.last.is_some_and(|last| distinct.contains(&last));
                self.slow += u32::from(waits && distinct.len() == 3);
                self.last = inst.results.first().copied();
            }
            Op::Int(_) | Op::MulWide { .. } | Op::Mul24 { .. } | Op::Dp4a { .. } => {
                let products = made.parts.iter().flatten().find(|(class, _)| *class == Class::Fma);
                self.slow += products.map_or(0, |(_, count)| u32::from(*count));
            }
            _ => {}
        }
        let is_sum = matches!(inst.op, Op::Int(IntOp::Add | IntOp::Sub));
        self.sums += u32::from(is_sum && made.parts == [Some((Class::Alu, 1)), None, None]);
    }

    /// Moves sums to the pipe of products, as far as that balances the two.
    pub(super) fn balance(&self, classes: &mut [u32; Class::ALL.len()]) {
        let [alu, fma] = [Class::Alu, Class::Fma].map(|class| classes[class as usize]);
        let moved = (alu.saturating_sub(fma) / 2).min(self.sums);
        classes[Class::Alu as usize] -= moved;
        classes[Class::Fma as usize] += moved;
    }
}
