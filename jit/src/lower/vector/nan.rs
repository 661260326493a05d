//! Which binary32 values may hold a NaN other than PTX's.
//!
//! Arithmetic gives PTX's one NaN. What the machine gives is made that only where someone could see the difference:
//! arithmetic, comparisons and what merely hands values on cannot.

use super::kind::Kind;
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, types};
use ptx::ir::{Def, FloatOp, Function, Op, Scalar, Type, Value};

use super::Vectors;
use super::fast::{is_approximated, is_fast};
use super::value::{Chunks, little};

/// Whether an operation's vectors come as the machine computes them.
pub(super) fn is_arithmetic(op: &Op) -> bool {
    match op {
        Op::Float { op, ty: Scalar::F32, mode } if is_fast(*mode) => match op {
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div => true,
            FloatOp::Min { nan, xorsign } | FloatOp::Max { nan, xorsign } => !nan && !xorsign,
        },
        Op::Fma { ty: Scalar::F32, mode } | Op::FloatUnary { ty: Scalar::F32, mode, .. } => is_fast(*mode),
        Op::Approx { op, ty: Scalar::F32, .. } => is_approximated(*op),
        _ => false,
    }
}

/// The values that are kept as the machine computes them: results of arithmetic, and what gets only such.
pub(super) fn raw(f: &Function, kinds: &[Kind], has_fma: bool) -> Vec<bool> {
    let own = |v: Value| f.ty(v) == Type::F32 && kinds[v.index()] == Kind::Varying;
    let mut raw: Vec<bool> = (0..f.value_count())
        .map(Value::new)
        .map(|v| {
            own(v)
                && match f.value(v).def {
                    Def::Param(..) => true,
                    Def::Inst(id, _) => match &f.inst(id).op {
                        Op::Select => true,
                        Op::Fma { .. } if !has_fma => false,
                        op => is_arithmetic(op),
                    },
                }
        })
        .collect();
    let number = |v: Value| f.constant(v).is_some_and(|bits| !f32::from_bits(bits as u32).is_nan());
    loop {
        let mut changed = false;
        for b in f.blocks() {
            let block = f.block(b);
            for edge in block.term.edges() {
                for (p, &a) in f.block(edge.to).params.iter().zip(&edge.args) {
                    if raw[p.index()] && !raw[a.index()] && !number(a) {
                        raw[p.index()] = false;
                        changed = true;
                    }
                }
            }
            for inst in block.insts.iter().map(|&i| f.inst(i)).filter(|inst| inst.op == Op::Select) {
                let fits = inst.args[1..].iter().all(|&a| raw[a.index()] || number(a));
                for v in &inst.results {
                    changed |= raw[v.index()] && !fits;
                    raw[v.index()] &= fits;
                }
            }
        }
        if !changed {
            return raw;
        }
    }
}

impl Vectors<'_> {
    /// Every NaN of binary32 arithmetic is the one that PTX gives. Mostly there is none: then nothing waits for that.
    pub(super) fn canonical(&mut self, raw: Chunks) -> Chunks {
        let words = self.words();
        let mut any = None;
        for pair in raw[..words].chunks(2) {
            let odd = self.e.b.ins().fcmp(FloatCC::Unordered, pair[0], pair[pair.len() - 1]);
            any = Some(any.map_or(odd, |any| self.e.b.ins().bor(any, odd)));
        }
        let Some(any) = any else { return raw };
        let any = self.e.b.ins().vany_true(any);
        let [mend, go_on] = std::array::from_fn(|_| self.e.b.create_block());
        let mut out = raw;
        for chunk in out.iter_mut().take(words) {
            *chunk = self.e.b.append_block_param(go_on, types::F32X4);
        }
        let numbers: Vec<BlockArg> = raw[..words].iter().map(|&x| x.into()).collect();
        self.e.b.ins().brif(any, mend, &[], go_on, &numbers);
        self.e.open(mend);
        let warm = self.e.turn_cold();
        let nan = self.e.b.ins().f32const(f32::from_bits(crate::lower::float::NAN_F32));
        let nan = self.e.b.ins().splat(types::F32X4, nan);
        let mut mended: Vec<BlockArg> = Vec::new();
        for &chunk in &raw[..words] {
            let is_number = self.e.b.ins().fcmp(FloatCC::Ordered, chunk, chunk);
            let mask = self.e.b.ins().bitcast(types::F32X4, little(), is_number);
            mended.push(self.e.b.ins().bitselect(mask, chunk, nan).into());
        }
        self.e.b.ins().jump(go_on, &mended);
        self.e.turn(warm);
        self.e.open(go_on);
        out
    }
}
