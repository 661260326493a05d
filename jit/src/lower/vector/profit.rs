//! Cost model that decides between strips and thread-by-thread code.
//!
//! Vectors of 128 bits hold two 64-bit numbers, and without AVX-512 lanes at unrelated addresses are accessed
//! one by one, so a kernel that does little else is faster thread by thread. So is one that gathers where few
//! lanes are active. Costs are machine instructions, calibrated with byte-wise hash functions (3.4 times as
//! fast thread by thread), stencils, window filters and products of sparse matrices. A loop counts as eight
//! iterations.

use super::analysis::Analysis;
use super::kind::Kind;
use super::values::may_step;
use crate::machine::{Extra, load_at_addresses};
use ptx::ir::{Function, Inst, IntOp, Op, Scalar, Space, Type, Value};

/// Assumed iterations of a loop.
const TRIPS: f64 = 8.0;

/// Maximum depth of nested loops that multiplies.
const DEEPEST: u32 = 4;

/// Cost of a thread's load or store, its test included.
const ACCESS: f64 = 5.0;

/// Cost of a strip's contiguous or uniform access.
const TOGETHER: f64 = 8.0;

/// Cost of a strip's access that is contiguous if a run-time comparison of all addresses says so.
const LIKELY: f64 = 40.0;

/// Cost of a lane in a strided access.
const STRIDED: f64 = 3.0;

/// Cost of a lane in a gather or scatter that is done lane by lane.
const ANYWHERE: f64 = 7.0;

/// Cost of a lane in one that the processor does, if all lanes are active.
const GATHERED: f64 = 2.5;

impl Analysis {
    /// Narrows strips for a kernel that computes more in 64 bits than in 32: a value of eight vectors leaves
    /// no register for the next.
    pub(crate) fn fit_registers(&mut self, f: &Function) {
        let results = f.blocks().flat_map(|b| &f.block(b).insts).flat_map(|&i| &f.inst(i).results);
        let varying = results.filter(|v| self.kinds[v.index()] == Kind::Varying);
        let (wide, narrow): (Vec<Value>, Vec<Value>) = varying.partition(|v| f.ty(**v).bits() == 64);
        if wide.len() > narrow.len() {
            self.width = self.width.min(8);
        }
    }

    /// Estimates whether a kernel is faster in strips. A kernel of several regions always is: the frame is
    /// laid out for strips.
    pub(crate) fn is_profitable(&self, f: &Function, vector_bytes: u32) -> bool {
        if self.regions.iter().count() > 1 {
            return true;
        }
        let gathers = vector_bytes == 64 && load_at_addresses() == Extra::Gather;
        let lanes_for_one = self.lanes_for_one(f);
        let (mut strip, mut threads) = (0.0, 0.0);
        for b in f.blocks() {
            let innermost = self.flow.loops.innermost(b.index());
            let depth = innermost.map_or(0, |l| self.flow.loops.get(l).depth);
            let trips = TRIPS.powi(depth.min(DEEPEST) as i32);
            let anywhere = |ty: Scalar| match innermost.map_or(1.0, |l| lanes_for_one[l]) {
                lanes if gathers && ty.bytes() >= 4 => (GATHERED * lanes).min(ANYWHERE),
                _ => ANYWHERE,
            };
            for inst in f.block(b).insts.iter().map(|&i| f.inst(i)) {
                let (together, each) = self.costs(f, inst, anywhere);
                strip += trips * together;
                threads += trips * each * f64::from(self.width);
            }
        }
        strip <= threads
    }

    /// Returns the costs of an instruction for a strip and for a thread, given that of a lane at an unrelated
    /// address.
    fn costs(&self, f: &Function, inst: &Inst, anywhere: impl Fn(Scalar) -> f64) -> (f64, f64) {
        let lanes = f64::from(self.width);
        let varies = |v: &Value| self.kinds[v.index()] == Kind::Varying;
        let wide = |v: &Value| f.ty(*v).bits() == 64;
        match &inst.op {
            Op::Const(_) => (0.0, 0.0),
            Op::Load { space, ty, .. } | Op::Store { space, ty, .. } => {
                let cost = match self.kinds[inst.args[0].index()] {
                    Kind::Uniform if *space != Space::Local => TOGETHER,
                    Kind::Affine(step) | Kind::Widened(step) if step == i64::from(ty.bytes()) => TOGETHER,
                    Kind::Varying if ty.bytes() >= 4 && may_step(f, &self.kinds, inst.args[0]) => LIKELY,
                    Kind::Varying => anywhere(*ty) * lanes,
                    _ => STRIDED * lanes,
                };
                (cost, ACCESS)
            }
            _ if !inst.results.iter().any(varies) => (1.0, 1.0),
            // Vectors of words or double words, some of which are spilled.
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
