//! Reading and writing the values of a strip.

use super::chunk::{Cell, Chunks, Copied, Held, Layout, MOST, Masks, layout, little};
use super::kind::Kind;
use super::state::Vectors;
use crate::lower::emitter::Emitter;
use crate::machine::Extra;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    ConstantData, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Type as ClType, Value as Cl, types,
};
use ptx::ir::{Type, Value};

impl Vectors<'_> {
    /// Returns the layout of a strip of a type.
    pub(super) fn layout(&self, ty: Type) -> Layout {
        layout(self.width, self.bounds.vector_bytes, ty)
    }

    /// Returns the number of vectors of 32-bit lanes in a strip.
    pub(super) fn words(&self) -> usize {
        self.layout(Type::I32).count
    }

    /// Returns the vectors of 32-bit integers.
    pub(super) fn ints(&self) -> ClType {
        self.layout(Type::I32).vector
    }

    /// Returns the vectors of binary32 numbers.
    pub(super) fn singles(&self) -> ClType {
        self.layout(Type::F32).vector
    }

    /// Returns the vectors of 64-bit integers.
    pub(super) fn longs(&self) -> ClType {
        self.layout(Type::I64).vector
    }

    /// Returns the vectors of binary64 numbers.
    pub(super) fn doubles_type(&self) -> ClType {
        self.layout(Type::F64).vector
    }

    /// Resets the storage at the start of a region's code.
    pub(super) fn clear_values(&mut self) {
        for v in self.storage.holding.drain(..) {
            self.storage.held[v.index()] = Held::default();
        }
        self.storage.slots.iter_mut().for_each(|pool| pool.2 = 0);
        self.e.recycle_variables();
    }

    /// Changes the number of lanes; returns the one before. Values in lanes have to be set again.
    pub(super) fn set_width(&mut self, lanes: u32) -> u32 {
        let before = std::mem::replace(&mut self.width, lanes);
        if before != lanes {
            for v in &self.storage.holding {
                let held = &mut self.storage.held[v.index()];
                (held.chunks, held.fresh) = ([None; MOST], None);
            }
        }
        before
    }

    /// Allocates storage for a part of a value.
    pub(super) fn cell(&mut self, ty: ClType, memory: bool) -> Cell {
        if !memory {
            return Cell::Register(self.e.variable(ty));
        }
        let at = match self.storage.slots.iter().position(|pool| pool.0 == ty) {
            Some(at) => at,
            None => {
                self.storage.slots.push((ty, Vec::new(), 0));
                self.storage.slots.len() - 1
            }
        };
        let (_, known, taken) = &mut self.storage.slots[at];
        if *taken == known.len() {
            let align = ty.bytes().trailing_zeros() as u8;
            let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, ty.bytes(), align);
            known.push(self.e.b.create_sized_stack_slot(slot));
        }
        *taken += 1;
        Cell::Memory(known[*taken - 1], ty)
    }

    /// Allocates storage for a part of `v`, in a register or in memory.
    fn cell_of(&mut self, v: Value, ty: ClType) -> Cell {
        self.storage.holding.push(v);
        self.cell(ty, self.analysis.memory[v.index()])
    }

    pub(super) fn write(&mut self, cell: Cell, value: Cl) {
        match cell {
            Cell::Register(var) => self.e.b.def_var(var, value),
            Cell::Memory(slot, _) => {
                self.e.b.ins().stack_store(types::I64, value, slot, 0);
            }
        }
    }

    pub(super) fn read(&mut self, cell: Cell) -> Cl {
        match cell {
            Cell::Register(var) => self.e.b.use_var(var),
            Cell::Memory(slot, ty) => self.e.b.ins().stack_load(types::I64, ty, slot, 0),
        }
    }

    pub(super) fn base_cell(&mut self, v: Value) -> Cell {
        let ty = Emitter::clif(self.e.f.ty(v));
        let cell = self.storage.held[v.index()].base;
        let cell = cell.unwrap_or_else(|| self.cell_of(v, ty));
        *self.storage.held[v.index()].base.insert(cell)
    }

    pub(super) fn flag_cell(&mut self, v: Value) -> Cell {
        let cell = self.storage.held[v.index()].flag;
        let cell = cell.unwrap_or_else(|| self.cell_of(v, types::I8));
        *self.storage.held[v.index()].flag.insert(cell)
    }

    pub(super) fn chunk_cell(&mut self, v: Value, n: usize) -> Cell {
        let ty = self.layout(self.e.f.ty(v)).vector;
        let cell = self.storage.held[v.index()].chunks[n];
        let cell = cell.unwrap_or_else(|| match self.is_local(v) {
            true => {
                self.storage.holding.push(v);
                Cell::Register(self.e.local_variable(ty))
            }
            false => self.cell_of(v, ty),
        });
        *self.storage.held[v.index()].chunks[n].insert(cell)
    }

    /// Returns whether a value has storage in vectors.
    pub(super) fn has_chunks(&self, v: Value) -> bool {
        self.storage.held[v.index()].chunks[0].is_some()
    }

    /// Releases the vectors of a value that is not read again: the frontend keeps a word for each pair of a
    /// variable and a block.
    pub(super) fn release_chunks(&mut self, v: Value) {
        let vector = self.layout(self.e.f.ty(v)).vector;
        let held = &mut self.storage.held[v.index()];
        held.fresh = None;
        for cell in std::mem::take(&mut held.chunks) {
            if let Some(Cell::Register(variable)) = cell {
                self.e.give_back(vector, variable);
            }
        }
    }

    /// Returns the scalar of lane 0; for a uniform value that of any lane.
    pub(super) fn base(&mut self, v: Value) -> Cl {
        if let Some(bits) = self.e.f.constant(v) {
            return self.e.constant(self.e.f.ty(v), bits);
        }
        if self.kind(v) == Kind::Varying {
            return self.lane_value(v, 0);
        }
        if let Some(number) = self.lane_number(v) {
            return self.e.constant(self.e.f.ty(v), number as u64);
        }
        let cell = self.base_cell(v);
        self.read(cell)
    }

    pub(super) fn set_base(&mut self, v: Value, value: Cl) {
        let cell = self.base_cell(v);
        self.write(cell, value);
    }

    /// Returns the flag of a widened value, `i8`: 1 while its step holds.
    pub(super) fn flag(&mut self, v: Value) -> Cl {
        let cell = self.flag_cell(v);
        self.read(cell)
    }

    pub(super) fn set_flag(&mut self, v: Value, flag: Cl) {
        let cell = self.flag_cell(v);
        self.write(cell, flag);
    }

    /// Sets the result of an instruction of the current block from vectors of 512 bits of its words.
    pub(super) fn set_words(&mut self, v: Value, words: &Chunks) {
        let layout = self.layout(self.e.f.ty(v));
        let mut chunks = *words;
        if layout.vector != types::I32X16 {
            for chunk in &mut chunks[..layout.count] {
                *chunk = self.e.b.ins().bitcast(layout.vector, little(), *chunk);
            }
        }
        self.set_chunks(v, &chunks);
    }

    /// Sets the result of an instruction of the current block.
    pub(super) fn set_chunks(&mut self, v: Value, chunks: &Chunks) {
        if self.active.controlled
            && !self.none_idles()
            && self.analysis.redefined.contains(self.region.number, v)
        {
            // Neither the cached vectors nor the mask are kept: this may be one of two paths through the
            // block.
            self.storage.held[v.index()].fresh = None;
            let old = self.read_chunks(v);
            let mask = self.vectors_of(self.active.mask);
            let mixed = self.blend(self.e.f.ty(v), mask, chunks, &old);
            return self.hold_chunks(v, &mixed);
        }
        self.hold_chunks(v, chunks);
    }

    /// Sets a value in all lanes.
    pub(super) fn hold_chunks(&mut self, v: Value, chunks: &Chunks) {
        self.write_chunks(v, chunks);
        self.storage.held[v.index()].fresh = Some((self.active.entered, *chunks));
    }

    fn write_chunks(&mut self, v: Value, chunks: &Chunks) {
        self.storage.held[v.index()].fresh = None;
        for (n, &chunk) in chunks.iter().enumerate().take(self.layout(self.e.f.ty(v)).count) {
            let cell = self.chunk_cell(v, n);
            self.write(cell, chunk);
        }
    }

    pub(super) fn read_chunks(&mut self, v: Value) -> Chunks {
        if let Some((when, chunks)) = self.storage.held[v.index()].fresh
            && when == self.active.entered
        {
            return chunks;
        }
        let mut chunks = [self.active.mask; MOST];
        for (n, chunk) in chunks.iter_mut().enumerate().take(self.layout(self.e.f.ty(v)).count) {
            let cell = self.chunk_cell(v, n);
            *chunk = self.read(cell);
        }
        chunks
    }

    /// Returns a value as vectors, whatever its kind.
    pub(super) fn chunks(&mut self, v: Value) -> Chunks {
        let ty = self.e.f.ty(v);
        match self.kind(v) {
            Kind::Uniform => {
                let value = self.base(v);
                self.splat(ty, value)
            }
            Kind::Affine(stride) => {
                let base = self.base(v);
                self.ramp(ty, base, stride)
            }
            Kind::Varying if self.analysis.raw[v.index()] => {
                let raw = self.read_chunks(v);
                self.canonical(raw)
            }
            Kind::Varying => self.read_chunks(v),
            Kind::Widened(stride) if self.region.whole.is_some() && self.analysis.row_affine[v.index()] => {
                let base = self.base(v);
                self.ramp(ty, base, stride)
            }
            Kind::Widened(_) if self.storage.held[v.index()].from_frame => self.read_chunks(v),
            Kind::Widened(_) => self.exact_chunks(v),
        }
    }

    /// Returns a value as vectors, for uses that do not distinguish NaNs.
    pub(super) fn raw_chunks(&mut self, v: Value) -> Chunks {
        self.chunks_as(v, true)
    }

    /// Returns a value as vectors, raw or with PTX's NaN.
    pub(super) fn chunks_as(&mut self, v: Value, raw: bool) -> Chunks {
        if raw && self.analysis.raw[v.index()] { self.read_chunks(v) } else { self.chunks(v) }
    }

    /// Returns a scalar in all lanes.
    pub(super) fn splat(&mut self, ty: Type, value: Cl) -> Chunks {
        let value = self.as_element(ty, value);
        let vector = self.layout(ty).vector;
        [self.e.b.ins().splat(vector, value); MOST]
    }

    /// Returns an integer that grows by `stride` from lane to lane.
    pub(super) fn ramp(&mut self, ty: Type, base: Cl, stride: i64) -> Chunks {
        let Layout { vector, count, lanes } = self.layout(ty);
        if let Some(start) = self.e.const_value(base).filter(|_| vector == self.ints()) {
            let width = i64::from(self.width);
            return self.pattern((0..width).map(|lane| start.wrapping_add(stride.wrapping_mul(lane)) as u32));
        }
        let first = self.e.b.ins().splat(vector, base);
        let mut chunks = [first; MOST];
        for (n, chunk) in chunks.iter_mut().enumerate().take(count) {
            let steps = self.steps(vector, stride, n as u32 * lanes);
            *chunk = self.e.b.ins().iadd(first, steps);
        }
        chunks
    }

    /// Returns the multiples of a step for the lanes of one vector, from lane `from` on.
    pub(super) fn steps(&mut self, vector: ClType, stride: i64, from: u32) -> Cl {
        let bytes: Vec<u8> = (0..vector.lane_count())
            .flat_map(|k| {
                let value = stride.wrapping_mul(i64::from(from + k));
                value.to_le_bytes().into_iter().take(vector.lane_type().bytes() as usize)
            })
            .collect();
        let constant = self.e.b.func.dfg.constants.insert(ConstantData::from(bytes.as_slice()));
        self.e.b.ins().vconst(vector, constant)
    }

    /// Converts a scalar to an element of a vector.
    pub(super) fn as_element(&mut self, ty: Type, value: Cl) -> Cl {
        match ty {
            Type::Pred => {
                let wide = self.e.b.ins().uextend(types::I32, value);
                self.e.b.ins().ineg(wide)
            }
            Type::I16 => self.e.b.ins().uextend(types::I32, value),
            _ => value,
        }
    }

    /// Converts an element of a vector to a scalar.
    pub(super) fn scalar_from_element(&mut self, ty: Type, element: Cl) -> Cl {
        match ty {
            Type::Pred => self.e.b.ins().icmp_imm_u(IntCC::NotEqual, element, 0),
            Type::I16 => self.e.b.ins().ireduce(types::I16, element),
            _ => element,
        }
    }

    /// Returns the scalar of a lane that is known when code is made.
    pub(super) fn lane_value(&mut self, v: Value, lane: u32) -> Cl {
        if self.e.f.constant(v).is_some() {
            return self.base(v);
        }
        let ty = self.e.f.ty(v);
        match self.kind(v) {
            Kind::Uniform => self.base(v),
            Kind::Affine(stride) => {
                let base = self.base(v);
                self.stepped(ty, base, stride, lane)
            }
            Kind::Widened(_) | Kind::Varying => {
                let chunks = self.chunks(v);
                self.extract(ty, &chunks, lane)
            }
        }
    }

    /// Returns a lane's scalar, computed from lane 0's.
    pub(super) fn stepped(&mut self, ty: Type, base: Cl, stride: i64, lane: u32) -> Cl {
        let steps = stride.wrapping_mul(i64::from(lane));
        let steps = if ty == Type::I32 { i64::from(steps as i32) } else { steps };
        if steps == 0 { base } else { self.e.b.ins().iadd_imm_s(base, steps) }
    }

    /// Extracts a lane's scalar from vectors.
    pub(super) fn extract(&mut self, ty: Type, chunks: &Chunks, lane: u32) -> Cl {
        let lanes = self.layout(ty).lanes;
        let element = self.element(chunks[(lane / lanes) as usize], (lane % lanes) as u8);
        self.scalar_from_element(ty, element)
    }

    /// Extracts an element of a vector. The first integer is extracted as a float's bits, for which the code
    /// generator has a plain move.
    pub(super) fn element(&mut self, vector: Cl, at: u8) -> Cl {
        let (whole, own) = match self.e.b.func.dfg.value_type(vector) {
            types::I32X4 if at == 0 => (types::F32X4, types::I32),
            types::I64X2 if at == 0 => (types::F64X2, types::I64),
            _ => return self.e.b.ins().extractlane(vector, at),
        };
        let floats = self.e.b.ins().bitcast(whole, little(), vector);
        let first = self.e.b.ins().extractlane(floats, 0);
        self.e.b.ins().bitcast(own, MemFlagsData::new(), first)
    }

    /// Builds vectors from scalars, one a lane.
    pub(super) fn gathered(&mut self, ty: Type, lanes: &[Cl]) -> Chunks {
        // Vectors of 128 bits first, then pairs of them.
        let whole = self.layout(ty).vector;
        let mut vector = layout(self.width, 16, ty).vector;
        let mut parts = self.gathered_in(vector, ty, lanes);
        while vector != whole
            && let Some(double) = vector.lane_type().by(2 * vector.lane_count())
        {
            vector = double;
            parts = parts.chunks(2).map(|pair| self.e.extra(Extra::Join, pair, vector)).collect();
        }
        let mut chunks = [self.active.mask; MOST];
        chunks[..parts.len()].copy_from_slice(&parts);
        chunks
    }

    /// Builds vectors of a type from scalars, one a lane.
    pub(super) fn gathered_in(&mut self, vector: ClType, ty: Type, lanes: &[Cl]) -> Vec<Cl> {
        let mut parts: Vec<Cl> = Vec::new();
        for lanes in lanes.chunks(vector.lane_count() as usize) {
            let mut part = None;
            for (n, &lane) in lanes.iter().enumerate() {
                let element = self.as_element(ty, lane);
                part = Some(match part {
                    None => self.e.b.ins().splat(vector, element),
                    Some(part) => self.e.b.ins().insertlane(part, element, n as u8),
                });
            }
            parts.extend(part);
        }
        parts
    }

    /// Returns whether a parameter is stored as vectors rather than as lane 0's scalar.
    pub(super) fn is_vector_param(&self, param: Value) -> bool {
        matches!(self.kind(param), Kind::Varying | Kind::Widened(_))
    }

    /// Reads the argument that an edge passes to a parameter.
    pub(super) fn copy(&mut self, to: Value, from: Value) -> Copied {
        if self.is_vector_param(to) {
            Copied::Vectors(self.chunks_as(from, self.analysis.raw[to.index()]))
        } else {
            Copied::Scalar(self.base(from))
        }
    }

    /// Assigns the argument of an edge to a parameter; if `lanes` is given, in those lanes only.
    pub(super) fn paste(&mut self, to: Value, value: Copied, lanes: Option<Cl>) {
        match (value, lanes) {
            (Copied::Scalar(value), _) => self.set_base(to, value),
            (Copied::Vectors(chunks), None) => self.write_chunks(to, &chunks),
            (Copied::Vectors(chunks), Some(lanes)) => {
                let old = self.read_chunks(to);
                let mask = self.vectors_of(lanes);
                let mixed = self.blend(self.e.f.ty(to), mask, &chunks, &old);
                self.write_chunks(to, &mixed);
            }
        }
    }

    /// Selects `a` in the lanes of a mask, `b` in the others.
    pub(super) fn blend(&mut self, ty: Type, mask: Masks, a: &Chunks, b: &Chunks) -> Chunks {
        let Layout { vector, count, .. } = self.layout(ty);
        let masks = self.widened_mask(ty, mask);
        let mut chunks = *a;
        for n in 0..count {
            let mask = if vector == masks.1 {
                masks.0[n]
            } else {
                self.e.b.ins().bitcast(vector, little(), masks.0[n])
            };
            chunks[n] = self.e.b.ins().bitselect(mask, a[n], b[n]);
        }
        chunks
    }

    /// Returns a mask as integer vectors of a type's size.
    pub(super) fn widened_mask(&mut self, ty: Type, mask: Masks) -> (Chunks, ClType) {
        let mut wide = [mask[0]; MOST];
        if self.layout(ty).lane_shift() == 2 {
            wide[..4].copy_from_slice(&mask);
            return (wide, self.ints());
        }
        for n in 0..self.words() {
            wide[2 * n] = self.e.b.ins().swiden_low(mask[n]);
            wide[2 * n + 1] = self.e.b.ins().swiden_high(mask[n]);
        }
        (wide, self.longs())
    }

    /// Returns the vectors of 32-bit lanes.
    pub(super) fn first_words(chunks: &Chunks) -> Masks {
        [chunks[0], chunks[1], chunks[2], chunks[3]]
    }

    /// Expands a bit mask to vectors of all zeros or ones.
    pub(super) fn vectors_of(&mut self, bits: Cl) -> Masks {
        if bits == self.active.mask
            && let Some(vectors) = self.active.vectors
        {
            return vectors;
        }
        let (ints, lanes) = (self.ints(), self.layout(Type::I32).lanes);
        if let Some(bits) = self.e.const_value(bits) {
            let width = self.width;
            let known = self.pattern((0..width).map(|lane| if bits >> lane & 1 != 0 { u32::MAX } else { 0 }));
            return Self::first_words(&known);
        }
        let all = self.e.b.ins().splat(ints, bits);
        let mut vectors = [all; 4];
        for (n, vector) in vectors.iter_mut().enumerate().take(self.words()) {
            let from = n as u32 * lanes;
            let bytes: Vec<u8> = (0..lanes).flat_map(|k| (1u32 << (from + k)).to_le_bytes()).collect();
            let constant = self.e.b.func.dfg.constants.insert(ConstantData::from(bytes.as_slice()));
            let own = self.e.b.ins().vconst(ints, constant);
            let here = self.e.b.ins().band(all, own);
            *vector = self.e.b.ins().icmp(IntCC::Equal, here, own);
        }
        vectors
    }

    /// Returns the current mask as vectors.
    pub(super) fn mask_vectors(&mut self) -> Masks {
        let vectors = self.vectors_of(self.active.mask);
        self.active.vectors = Some(vectors);
        vectors
    }

    /// Compresses vectors of all zeros or ones to a bit mask.
    pub(super) fn bits_of(&mut self, vectors: &[Cl]) -> Cl {
        if let Some(words) = self.known_words(vectors) {
            let bits = words.iter().rev().fold(0, |bits: u32, word| bits << 1 | word >> 31);
            return self.e.b.ins().iconst(types::I32, i64::from(bits));
        }
        let mut all = None;
        let lanes = i64::from(self.layout(Type::I32).lanes);
        for (n, &vector) in vectors.iter().enumerate().take(self.words()) {
            let bits = self.e.b.ins().vhigh_bits(types::I32, vector);
            let placed = if n == 0 { bits } else { self.e.b.ins().ishl_imm_u(bits, lanes * n as i64) };
            all = Some(all.map_or(placed, |all| self.e.b.ins().bor(all, placed)));
        }
        all.unwrap_or(self.active.mask)
    }
}
