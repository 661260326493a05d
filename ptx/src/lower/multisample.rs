//! Fetches from multi-sample textures: `tex.2dms tex.a2dms`.
//!
//! Neither CUDA nor HIP creates textures with several samples, so every texture has only sample 0. Observed
//! on an H200 (driver 580): sample 0 inside the image is the texel. Any other sample, and any position
//! outside, is zero, regardless of the address mode.

use super::Lower;
use crate::ast::{Instruction, Operand};
use crate::ir::texture::{Lod, Query, Sample};
use crate::ir::{Cmp, IntOp, Op, Scalar, Texture, Type, Value};
use crate::texture::Shape;

impl<'m> Lower<'m> {
    /// Lowers coordinates `{sample, x, y, _}`, or with layers `{sample, layer, x, y}`, and an optional offset
    /// of `x` and `y`.
    pub(super) fn multisample(&mut self, inst: &Instruction<'m>) -> Option<()> {
        const WORDS: usize = 4;
        let form = &inst.form;
        let (texture, sampler, list) = self.sampled(inst, WORDS)?;
        let (shape, places) = match list {
            [_, x, y, _] if form.has("2dms") => (Shape::D2, vec![x, y]),
            [_, layer, x, y] => (Shape::Layers2, vec![layer, x, y]),
            _ => return self.bad_operand(inst, 1),
        };
        let index = self.word(inst, 1, &list[0], Scalar::S32)?;
        let mut args = vec![texture, sampler];
        for operand in places {
            args.push(self.word(inst, 1, operand, Scalar::S32)?);
        }
        let mut place = args[2..].to_vec();
        let offset = match inst.operands.get(2) {
            Some(Operand::Vector(list)) => {
                self.words(inst, 2, list, (2, Scalar::S32), &mut args)?;
                let by = &args[args.len() - 2..];
                let first = place.len() - 2;
                for (at, by) in place[first..].iter_mut().zip(by) {
                    *at = self.op(Op::Int(IntOp::Add), vec![*at, *by], Type::I32);
                }
                true
            }
            Some(_) => return self.bad_operand(inst, 2),
            None => false,
        };
        let extents: &[Query] = match shape {
            Shape::D2 => &[Query::Width, Query::Height],
            _ => &[Query::ArraySize, Query::Width, Query::Height],
        };
        let zero = self.constant(0, Type::I32);
        let first = Op::Cmp { op: Cmp::Eq, ty: Scalar::U32, ftz: false };
        let mut inside = self.op(first, vec![index, zero], Type::Pred);
        for (&query, at) in extents.iter().zip(place) {
            inside = self.and_below(inside, at, query, texture);
        }
        let half = matches!(form.ty(0), Scalar::F16 | Scalar::F16x2);
        let sample =
            Sample { shape, integer: true, lod: Lod::Base, gather: None, offset, compare: false, half };
        let mut words = self.op_many(Op::Texture(Texture::Sample(sample)), args, &[Type::I32; 4]);
        for word in &mut words {
            *word = self.op(Op::Select, vec![inside, *word, zero], Type::I32);
        }
        self.texels(inst, words)
    }

    /// Combines `inside` with a test that an unsigned coordinate is below a queried extent of the texture.
    fn and_below(&mut self, inside: Value, at: Value, query: Query, texture: Value) -> Value {
        let query = Op::Texture(Texture::Query { query, level: false, surface: false });
        let extent = self.op(query, vec![texture], Type::I32);
        let below = Op::Cmp { op: Cmp::Lt, ty: Scalar::U32, ftz: false };
        let below = self.op(below, vec![at, extent], Type::Pred);
        self.op(Op::Int(IntOp::And), vec![inside, below], Type::Pred)
    }
}
