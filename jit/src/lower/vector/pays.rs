//! Whether code in strips is worth it.
//!
//! Vectors of 128 bits hold two numbers of 64, and what lanes read at addresses that have nothing in common
//! is picked into them one by one. A kernel that does little else is faster thread by thread. Costs are
//! machine instructions, measured with hash functions of bytes (3.4 times as fast thread by thread), stencils
//! and window filters; each loop counts for eight of its trips.

use super::analysis::Analysis;
use super::kind::Kind;
use super::values::may_step;
use ptx::ir::{Function, Inst, IntOp, Op, Space, Type, Value};

/// Trips that a loop counts for, and loops within each other that are looked at.
const TRIPS: f64 = 8.0;
const DEEPEST: u32 = 4;

/// A thread's load or store, its test included.
const ACCESS: f64 = 5.0;
/// Those of a strip: neighbours, or one address for all; neighbours, if a look at all addresses says so; a
/// step apart; anywhere.
const TOGETHER: f64 = 8.0;
const LIKELY: f64 = 40.0;
const STRIDED: f64 = 3.0;
const ANYWHERE: f64 = 7.0;

impl Analysis {
    /// Makes strips narrower for a kernel that computes in 64 bits more than in 32: eight vectors a value
    /// leave no register for the next.
    pub(crate) fn fit_registers(&mut self, f: &Function) {
        let results = f.blocks().flat_map(|b| &f.block(b).insts).flat_map(|&i| &f.inst(i).results);
        let varying = results.filter(|v| self.kinds[v.index()] == Kind::Varying);
        let (wide, narrow): (Vec<Value>, Vec<Value>) = varying.partition(|v| f.ty(**v).bits() == 64);
        if wide.len() > narrow.len() {
            self.width = self.width.min(8);
        }
    }

    /// Whether a kernel is better off in strips, as far as can be told. One that hands values from region to
    /// region is: the frame is laid out for strips.
    pub(crate) fn pays(&self, f: &Function) -> bool {
        if self.regions.iter().count() > 1 {
            return true;
        }
        let (mut strip, mut threads) = (0.0, 0.0);
        for b in f.blocks() {
            let depth = self.flow.loops.innermost(b.index()).map_or(0, |l| self.flow.loops.get(l).depth);
            let trips = TRIPS.powi(depth.min(DEEPEST) as i32);
            for inst in f.block(b).insts.iter().map(|&i| f.inst(i)) {
                let (together, each) = self.costs(f, inst);
                strip += trips * together;
                threads += trips * each * f64::from(self.width);
            }
        }
        strip <= threads
    }

    /// What an instruction costs a strip and what it costs a thread.
    fn costs(&self, f: &Function, inst: &Inst) -> (f64, f64) {
        let lanes = f64::from(self.width);
        let varies = |v: &Value| self.kinds[v.index()] == Kind::Varying;
        let wide = |v: &Value| f.ty(*v).bits() == 64;
        match &inst.op {
            Op::Const(_) => (0.0, 0.0),
            Op::Load { space, ty, .. } | Op::Store { space, ty, .. } => {
                let cost = match self.kinds[inst.args[0].index()] {
                    Kind::Uniform if *space != Space::Local => TOGETHER,
                    Kind::Affine(step) | Kind::Widened(step) if step == i64::from(ty.bytes()) => TOGETHER,
                    Kind::Varying if ty.bytes() >= 4 && may_step(f, inst.args[0]) => LIKELY,
                    Kind::Varying => ANYWHERE * lanes,
                    _ => STRIDED * lanes,
                };
                (cost, ACCESS)
            }
            _ if !inst.results.iter().any(varies) => (1.0, 1.0),
            // Vectors of words or of double words, some of which do not stay in registers.
            op => {
                let narrow = inst.results.iter().chain(&inst.args).any(wide);
                let vectors = lanes / if narrow { 2.0 } else { 4.0 };
                let product = matches!(op, Op::Int(IntOp::Mul)) && f.ty(inst.results[0]) == Type::I64;
                (
                    vectors
                        * if product {
                            4.0
                        } else if narrow {
                            1.5
                        } else {
                            1.25
                        },
                    1.0,
                )
            }
        }
    }
}
