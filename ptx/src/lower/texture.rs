//! Textures and surfaces: `tex tld4 txq istypep`, `suld sust sured suq`.
//!
//! A handle is a 64-bit word in a register, in a parameter, or in a variable declared as `.texref`,
//! `.samplerref` or `.surfref`, where the host stores it.

use super::Lower;
use super::names::Place;
use crate::ast::{Instruction, Operand};
use crate::ir::texture::{Access, Bound, Lod, Query, Reference, Sample, Surface};
use crate::ir::{AtomOp, Cmp, Op, Order, Scalar, Space, Texture, Type, Value};
use crate::parse::isa::Form;
use crate::texture::Shape;

const SHAPES: &[(&str, Shape)] = &[
    ("1d", Shape::D1),
    ("2d", Shape::D2),
    ("3d", Shape::D3),
    ("a1d", Shape::Layers1),
    ("a2d", Shape::Layers2),
    ("cube", Shape::Cube),
    ("acube", Shape::Cubes),
];

const QUERIES: &[(&str, Query)] = &[
    ("width", Query::Width),
    ("height", Query::Height),
    ("depth", Query::Depth),
    ("channel_data_type", Query::ChannelDataType),
    ("channel_order", Query::ChannelOrder),
    ("normalized_coords", Query::NormalizedCoords),
    ("array_size", Query::ArraySize),
    ("num_mipmap_levels", Query::NumMipmapLevels),
    ("num_samples", Query::NumSamples),
    ("memory_layout", Query::MemoryLayout),
    ("filter_mode", Query::FilterMode),
    ("addr_mode_0", Query::AddressMode(0)),
    ("addr_mode_1", Query::AddressMode(1)),
    ("addr_mode_2", Query::AddressMode(2)),
    ("force_unnormalized_coords", Query::ForceUnnormalized),
];

/// Returns the meaning of the first of these names that the form has.
fn named<T: Copy>(form: &Form<'_>, names: &[(&str, T)]) -> Option<T> {
    names.iter().find(|(name, _)| form.has(name)).map(|&(_, meaning)| meaning)
}

/// Returns the written size of a vector of coordinates; three are padded to four.
const fn padded(count: usize) -> usize {
    if count == 3 { 4 } else { count }
}

impl<'m> Lower<'m> {
    /// Returns whether a name is a `.texref`, `.samplerref` or `.surfref` of the module.
    pub(super) fn is_opaque(&mut self, name: &'m str) -> bool {
        match self.lookup(name) {
            Some(Place::Module { var, .. }) => self.module.vars[var.index()].opaque,
            _ => false,
        }
    }

    /// Returns the handle that a register, parameter or variable holds.
    pub(super) fn handle(&mut self, inst: &Instruction<'m>, n: usize, name: &'m str) -> Option<Value> {
        let load = |space, offset| Op::Load { space, ty: Scalar::B64, offset, order: Order::Weak };
        match self.lookup(name) {
            Some(Place::Register { var, ty }) if ty.bits() == 64 && !ty.is_float() => {
                let v = self.ssa.read(&mut self.f, var, self.cursor.block);
                Some(self.cast(v, Type::I64))
            }
            Some(Place::KernelParam { offset }) => {
                let base = self.constant(0, Type::I32);
                Some(self.op(load(Space::Param, i64::from(offset)), vec![base], Type::I64))
            }
            Some(Place::Module { var, constant }) => {
                let space = if constant { Space::Const } else { Space::Global };
                let base = self.op(Op::VarAddr(var), Vec::new(), Type::I64);
                Some(self.op(load(space, 0), vec![base], Type::I64))
            }
            Some(Place::Cell { var, .. }) if self.ssa.ty(var).bits() == 64 => {
                let v = self.ssa.read(&mut self.f, var, self.cursor.block);
                Some(self.cast(v, Type::I64))
            }
            _ => {
                self.bad_operand(inst, n)?;
                None
            }
        }
    }

    /// Returns the handle in `[a, …]`, and the operands after it in the brackets.
    fn object<'o>(&mut self, inst: &'o Instruction<'m>, n: usize) -> Option<(Value, &'o [Operand<'m>])> {
        let Some(Operand::Address { base: Some(name), offset: 0, coordinates }) = inst.operands.get(n) else {
            self.bad_operand(inst, n)?;
            return None;
        };
        Some((self.handle(inst, n, name)?, coordinates))
    }

    /// Reads an operand as a 32-bit word.
    pub(super) fn word(
        &mut self,
        inst: &Instruction<'m>,
        n: usize,
        operand: &Operand<'m>,
        ty: Scalar,
    ) -> Option<Value> {
        let v = self.read_raw(inst, n, operand, ty, false)?;
        Some(self.cast(v, Type::I32))
    }

    /// Reads the first `count` operands of a possibly padded vector.
    pub(super) fn words(
        &mut self,
        inst: &Instruction<'m>,
        n: usize,
        list: &[Operand<'m>],
        (count, ty): (usize, Scalar),
        args: &mut Vec<Value>,
    ) -> Option<()> {
        if list.len() != padded(count) {
            return self.bad_operand(inst, n);
        }
        for operand in &list[..count] {
            args.push(self.word(inst, n, operand, ty)?);
        }
        Some(())
    }

    /// Reads coordinates; the first may be a layer.
    fn coordinates(
        &mut self,
        inst: &Instruction<'m>,
        n: usize,
        list: &[Operand<'m>],
        (shape, ty): (Shape, Scalar),
        args: &mut Vec<Value>,
    ) -> Option<()> {
        let layered = usize::from(shape.is_layered());
        let count = layered + shape.dimensions();
        if list.len() != padded(count) {
            return self.bad_operand(inst, n);
        }
        for (at, operand) in list[..count].iter().enumerate() {
            let ty = if at < layered { Scalar::B32 } else { ty };
            args.push(self.word(inst, n, operand, ty)?);
        }
        Some(())
    }

    /// Lowers `tex` and `tld4`.
    pub(super) fn texture(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let shape = named(form, SHAPES)?;
        let coordinate = form.ty(1);
        let expected = padded(shape.dimensions() + usize::from(shape.is_layered()));
        let (texture, sampler, list) = self.sampled(inst, expected)?;
        let mut args = vec![texture, sampler];
        self.coordinates(inst, 1, list, (shape, coordinate), &mut args)?;
        let mut next = 2;
        let lod = match form.one_of(&["level", "grad"]) {
            Some("level") => {
                let operand = inst.operands.get(next)?;
                args.push(self.word(inst, next, operand, coordinate)?);
                next += 1;
                Lod::Level
            }
            Some(_) => {
                for _ in 0..2 {
                    let operand = inst.operands.get(next)?;
                    let list = if let Operand::Vector(list) = operand {
                        list
                    } else {
                        std::slice::from_ref(operand)
                    };
                    self.words(inst, next, list, (shape.dimensions(), Scalar::F32), &mut args)?;
                    next += 1;
                }
                Lod::Gradient
            }
            None => Lod::Base,
        };
        let mut offset = false;
        if let Some(Operand::Vector(list)) = inst.operands.get(next) {
            self.words(inst, next, list, (shape.filtered(), Scalar::S32), &mut args)?;
            (offset, next) = (true, next + 1);
        }
        let compare = next < inst.operands.len();
        if let Some(operand) = inst.operands.get(next) {
            args.push(self.word(inst, next, operand, Scalar::F32)?);
        }
        if next + 1 < inst.operands.len() {
            return self.bad_operand(inst, next + 1);
        }
        let gather = form.one_of(&["r", "g", "b", "a"]).filter(|_| form.base() == "tld4");
        let gather = gather.map(|c| match c {
            "r" => 0,
            "g" => 1,
            "b" => 2,
            _ => 3,
        });
        let ty = form.ty(0);
        let half = matches!(ty, Scalar::F16 | Scalar::F16x2);
        let integer = coordinate == Scalar::S32;
        let sample = Sample { shape, integer, lod, gather, offset, compare, half };
        let words = self.op_many(Op::Texture(Texture::Sample(sample)), args, &[Type::I32; 4]);
        self.texels(inst, words)
    }

    /// Returns texture, sampler and `expected` coordinates of operand 1.
    pub(super) fn sampled<'o>(
        &mut self,
        inst: &'o Instruction<'m>,
        expected: usize,
    ) -> Option<(Value, Value, &'o [Operand<'m>])> {
        let (texture, list) = self.object(inst, 1)?;
        // Old code passes four coordinates for every shape; surplus ones are ignored.
        let list = if list.len() == 4 && expected < 4 { &list[..expected] } else { list };
        // In independent mode, a sampler precedes the coordinates.
        Some(match list {
            [Operand::Name { name, .. }, rest @ ..] if list.len() == expected + 1 => {
                (texture, self.handle(inst, 1, name)?, rest)
            }
            _ => (texture, texture, list),
        })
    }

    /// Writes the four words of a sample as elements of the form's type.
    pub(super) fn texels(&mut self, inst: &Instruction<'m>, words: Vec<Value>) -> Option<()> {
        let ty = inst.form.ty(0);
        let values = match ty {
            Scalar::F16 => words.iter().map(|&w| self.op(Op::Part(0), vec![w], Type::I16)).collect(),
            Scalar::F16x2 => words.chunks(2).map(|pair| self.packed(pair)).collect(),
            _ => words,
        };
        self.results(inst, ty, &values)
    }

    /// Packs the low halves of two words.
    fn packed(&mut self, pair: &[Value]) -> Value {
        let halves = pair.iter().map(|&w| self.op(Op::Part(0), vec![w], Type::I16)).collect();
        self.op(Op::Pack, halves, Type::I32)
    }

    /// Writes the registers of the first operand and, after a bar, the residency predicate, which is always
    /// true.
    fn results(&mut self, inst: &Instruction<'m>, ty: Scalar, values: &[Value]) -> Option<()> {
        let single;
        let (list, predicate): (&[Operand<'m>], _) = match inst.operands.first()? {
            Operand::Vector(list) => (list, None),
            Operand::VectorPair(list, predicate) => (list, Some(*predicate)),
            &Operand::Pair(name, predicate) => {
                single = [Operand::Name { name, negated: false, offset: 0 }];
                (&single, Some(predicate))
            }
            one => (std::slice::from_ref(one), None),
        };
        if list.len() != values.len() {
            return self.bad_operand(inst, 0);
        }
        for (operand, &v) in list.iter().zip(values) {
            let Some(name) = operand.register() else {
                return self.bad_operand(inst, 0);
            };
            let wide = self.register_type(operand).map_or(ty, |declared| declared);
            let register = if ty.bytes() < 4 && wide.bits() >= ty.bits() {
                wide.register().to_int()
            } else {
                ty.register()
            };
            let v = self.resize(v, register);
            self.write_name(inst, 0, name, ty, v, true)?;
        }
        match predicate {
            Some(name) => {
                let all = self.constant(1, Type::Pred);
                self.write_name(inst, 0, name, Scalar::Pred, all, false)
            }
            None => Some(()),
        }
    }

    /// Lowers `txq` and `suq`.
    pub(super) fn texture_query(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let query = named(form, QUERIES)?;
        let (handle, list) = self.object(inst, 1)?;
        if !list.is_empty() {
            return self.bad_operand(inst, 1);
        }
        let level = form.has("level");
        let mut args = vec![handle];
        if level {
            args.push(self.read_as(inst, 2, Scalar::U32)?);
        }
        let surface = form.base() == "suq";
        let v = self.op(Op::Texture(Texture::Query { query, level, surface }), args, Type::I32);
        self.set(inst, 0, v)
    }

    /// Lowers `istypep`.
    pub(super) fn is_reference(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let kinds = [
            ("texref", Reference::Texture),
            ("samplerref", Reference::Sampler),
            ("surfref", Reference::Surface),
        ];
        let kind = named(&inst.form, &kinds)?;
        let handle = match inst.operands.get(1)? {
            &Operand::Name { name, negated: false, offset: 0 } => self.handle(inst, 1, name)?,
            _ => return self.bad_operand(inst, 1),
        };
        let v = self.op(Op::Texture(Texture::Is(kind)), vec![handle], Type::I32);
        let zero = self.constant(0, Type::I32);
        let v = self.op(Op::Cmp { op: Cmp::Ne, ty: Scalar::U32, ftz: false }, vec![v, zero], Type::Pred);
        self.set(inst, 0, v)
    }

    /// Lowers `suld`, `sust` and `sured`.
    pub(super) fn surface(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let shape = named(form, SHAPES)?;
        let load = form.base() == "suld";
        let formatted = form.has("p");
        let atoms = [
            ("add", AtomOp::Add),
            ("min", AtomOp::Min),
            ("max", AtomOp::Max),
            ("and", AtomOp::And),
            ("or", AtomOp::Or),
        ];
        let access = match named(form, &atoms) {
            Some(op) if formatted => Access::ReduceTexel(op),
            Some(op) => Access::Reduce(op),
            None if load => Access::Load,
            None if formatted => Access::Format,
            None => Access::Store,
        };
        let bounds = [("trap", Bound::Trap), ("clamp", Bound::Clamp), ("zero", Bound::Zero)];
        let bound = named(form, &bounds).unwrap_or(Bound::Trap);
        let lanes = named(form, &[("v2", 2), ("v4", 4)]).unwrap_or(1);
        let surface = Surface { shape, access, ty: form.ty(0), lanes, bound };
        let (at, other) = if load { (1, 0) } else { (0, 1) };
        let (handle, list) = self.object(inst, at)?;
        let mut args = vec![handle];
        self.coordinates(inst, at, list, (shape, Scalar::S32), &mut args)?;
        let op = Op::Texture(Texture::Surface(surface));
        if load {
            let values = self.op_many(op, args, &vec![surface.element(); lanes.into()]);
            return self.results(inst, surface.ty, &values);
        }
        let operand = inst.operands.get(other)?;
        let list = if let Operand::Vector(list) = operand { list } else { std::slice::from_ref(operand) };
        if list.len() != usize::from(lanes) {
            return self.bad_operand(inst, other);
        }
        for operand in list {
            let v = self.read_raw(inst, other, operand, surface.ty, true)?;
            args.push(self.resize(v, surface.element()));
        }
        self.effect(op, args);
        Some(())
    }
}
