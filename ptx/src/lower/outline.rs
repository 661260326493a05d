//! Outlined calls. A function that cannot be inlined (recursive, target of an indirect call, or a user of
//! `alloca`) is lowered once in the kernel's control-flow graph, as a *unit* beside the kernel.
//!
//! A call stores its arguments and its number in a new frame on the thread's stack and jumps to the unit; the
//! unit's `ret` switches over the numbers of all its calls. This module records the calls, with an edge from
//! each call directly to the code after it, so that SSA construction can ignore the callee. [`super::link`]
//! inserts the jumps afterwards. A stack overflow is an access beyond the thread's local memory, as observed
//! on an H200.

use super::Lower;
use super::names::Place;
use super::stack::{self, Layout};
use crate::ast::{Instruction, Interface, Operand};
use crate::diag::Problem;
use crate::ir::ssa::Var;
use crate::ir::{BlockId, Def, Edge, InstId, IntOp, Op, Scalar, Term, Type, Value};
use crate::module::{self, Formal, function_address};
use std::collections::BTreeMap;

/// The kernel, or an outlined function.
pub(super) struct Unit {
    /// Index of the function; `None` for the kernel.
    function: Option<usize>,
    /// Entry block and return block; `None` for the kernel, and before the unit is lowered.
    pub(super) ends: Option<(BlockId, BlockId)>,
    /// First block; the unit's blocks extend to the first block of the next unit.
    pub(super) first_block: usize,
    /// Bytes of the frame, as far as known.
    pub(super) bytes: u32,
    /// Address of the frame; the kernel's is 0.
    frame: Option<Var>,
    /// End of the frame, if `alloca` moves it.
    top: Option<Var>,
}

impl Unit {
    fn new(function: Option<usize>) -> Unit {
        Unit { function, ends: None, first_block: 0, bytes: 0, frame: None, top: None }
    }
}

/// Possible targets of a call.
pub(super) enum Callees {
    /// A single unit.
    One(usize),
    /// The unit selected by an index; `None` is a fault.
    Table {
        /// Instruction that computes the index.
        index: InstId,
        /// Instruction that computes the address, rotated right by the bits of [`module::FUNCTION_ALIGN`].
        rotated: InstId,
        /// Units by index.
        units: Vec<Option<usize>>,
    },
}

/// An outlined call.
pub(super) struct Site {
    /// Block that ends with the call.
    pub(super) from: BlockId,
    /// Block after the call; its parameter is the callee's frame.
    pub(super) to: BlockId,
    /// Instruction that computes the address of the callee's frame.
    pub(super) frame: InstId,
    pub(super) callees: Callees,
    pub(super) line: u32,
}

/// State of outlining.
pub(super) struct Outline {
    /// Units; the kernel comes first.
    pub(super) units: Vec<Unit>,
    by_function: BTreeMap<usize, usize>,
    /// Unit being lowered.
    pub(super) current: usize,
    pub(super) sites: Vec<Site>,
    /// Placeholder constants for the size of a unit's frame.
    pub(super) sizes: Vec<(InstId, usize)>,
    /// `true` if anything is allocated above the kernel's frame.
    pub(super) used: bool,
}

impl Default for Outline {
    fn default() -> Self {
        Outline {
            units: vec![Unit::new(None)],
            by_function: BTreeMap::new(),
            current: 0,
            sites: Vec::new(),
            sizes: Vec::new(),
            used: false,
        }
    }
}

impl Outline {
    /// Returns the end of the current unit's frame, if `alloca` moves it.
    pub(super) fn dynamic_top(&self) -> Option<Var> {
        self.units[self.current].top
    }
}

impl<'m> Lower<'m> {
    /// Returns the unit of a function. A new one is lowered later.
    fn unit_index(&mut self, function: usize) -> usize {
        let outline = &mut self.outline;
        *outline.by_function.entry(function).or_insert_with(|| {
            outline.units.push(Unit::new(Some(function)));
            outline.units.len() - 1
        })
    }

    /// Lowers the units that calls use, and transitively those that they call.
    pub(super) fn units(&mut self) {
        let mut next = 1;
        while next < self.outline.units.len() {
            self.unit(next);
            next += 1;
        }
    }

    fn unit(&mut self, n: usize) {
        let Some(index) = self.outline.units[n].function else { return };
        let module = self.module;
        let decl = &module.functions[index];
        let first_block = self.f.blocks().len();
        let (entry, ret) = (self.new_block(), self.new_block());
        let base = self.f.add_param(entry, Type::I32);
        let var = self.ssa.declare(Type::I32);
        self.ssa.write(var, entry, base);
        self.start_sealed(entry);
        self.outline.current = n;
        let unit = &mut self.outline.units[n];
        (unit.ends, unit.first_block, unit.frame) = (Some((entry, ret)), first_block, Some(var));
        // The calls have checked that the layout is valid.
        let Some(layout) = Layout::new(&decl.returns, &decl.params) else { return };
        self.local_top = layout.end;
        self.outline.units[n].bytes = layout.end;
        self.begin_frame(index);
        let mut places = Vec::new();
        let mut results = Vec::new();
        for (formals, offsets) in [(&decl.returns, &layout.returns), (&decl.params, &layout.params)] {
            for (formal, &offset) in formals.iter().zip(offsets) {
                let place = if formal.register {
                    let var = self.ssa.declare(formal.ty.register());
                    let v = self.load_scalar(base, offset, formal);
                    self.ssa.write(var, self.cursor.block, v);
                    if std::ptr::eq(formals, &decl.returns) {
                        results.push((formal, offset, var));
                    }
                    Place::Register { var, ty: formal.ty }
                } else {
                    Place::Stack { offset, bytes: u64::from(formal.bytes) }
                };
                places.push((formal.name.as_str(), place));
            }
        }
        self.function(index, places, Some(ret));
        self.start_sealed(ret);
        for (formal, offset, var) in results {
            let v = self.ssa.read(&mut self.f, var, ret);
            let base = self.frame_address();
            self.store_scalar(base, offset, formal, v);
        }
        self.cursor.open = false;
    }

    /// Inserts an instruction that reads the address of the unit's frame at the start of each block of a
    /// unit, and returns it for each block.
    pub(super) fn frame_addresses(&mut self) -> Vec<Option<InstId>> {
        let blocks = self.f.blocks().len();
        let mut marks = vec![None; blocks];
        for n in 1..self.outline.units.len() {
            let first = self.outline.units[n].first_block;
            let end = self.outline.units.get(n + 1).map_or(blocks, |next| next.first_block);
            let Some(var) = self.outline.units[n].frame else { continue };
            for (index, mark) in marks.iter_mut().enumerate().take(end).skip(first) {
                let block = BlockId::new(index);
                let frame = self.ssa.read(&mut self.f, var, block);
                let inst = self.f.make_inst(Op::Bitcast, vec![frame], &[Type::I32], 0);
                self.f.block_mut(block).insts.insert(0, inst);
                *mark = Some(inst);
            }
        }
        marks
    }

    /// Declares the end of the frame as a variable, if the function moves it.
    pub(super) fn begin_frame(&mut self, function: usize) {
        if !self.traits(function).alloca {
            return;
        }
        let top = self.ssa.declare(Type::I32);
        let end = self.frame_end();
        self.ssa.write(top, self.cursor.block, end);
        self.outline.units[self.outline.current].top = Some(top);
        self.outline.used = true;
    }

    /// Returns the address of the current unit's frame.
    pub(super) fn frame_address(&mut self) -> Value {
        match self.outline.units[self.outline.current].frame {
            Some(var) => self.ssa.read(&mut self.f, var, self.cursor.block),
            None => self.constant(0, Type::I32),
        }
    }

    /// Returns the address of an offset in the current unit's frame, as a base and a constant.
    pub(super) fn frame_place(&mut self, offset: u32) -> (Value, u32) {
        match self.outline.units[self.outline.current].frame {
            Some(var) => (self.ssa.read(&mut self.f, var, self.cursor.block), offset),
            None => (self.constant(u64::from(offset), Type::I32), 0),
        }
    }

    /// Returns the end of the current unit's frame, if it is fixed.
    fn frame_end(&mut self) -> Value {
        let current = self.outline.current;
        let size = self.f.append(self.cursor.block, Op::Const(0), Vec::new(), &[Type::I32], self.cursor.line);
        self.outline.sizes.push((size, current));
        let size = self.f.inst(size).results[0];
        // Add it in the kernel too: the placeholder constant changes later and must not be copied.
        let frame = self.frame_address();
        self.op(Op::Int(IntOp::Add), vec![frame, size], Type::I32)
    }

    /// Returns the start of the next callee's frame.
    fn next_frame(&mut self) -> Value {
        match self.outline.units[self.outline.current].top {
            Some(var) => {
                let top = self.ssa.read(&mut self.f, var, self.cursor.block);
                self.align_up(top, stack::ALIGN)
            }
            None => self.frame_end(),
        }
    }

    pub(super) fn align_up(&mut self, v: Value, align: u32) -> Value {
        let less = self.constant(u64::from(align - 1), Type::I32);
        let mask = self.constant(u64::from(!(align - 1)), Type::I32);
        let v = self.op(Op::Int(IntOp::Add), vec![v, less], Type::I32);
        self.op(Op::Int(IntOp::And), vec![v, mask], Type::I32)
    }

    /// Lowers a call of an outlined function.
    pub(super) fn call_unit(
        &mut self,
        inst: &Instruction<'m>,
        index: usize,
        results: &[Operand<'m>],
        arguments: &[Operand<'m>],
    ) -> Option<()> {
        let module = self.module;
        let decl = &module.functions[index];
        self.call_layout(inst, &decl.returns, &decl.params)?;
        let unit = self.unit_index(index);
        self.call_any(inst, (&decl.returns, results), (&decl.params, arguments), |_| Some(Callees::One(unit)))
    }

    /// Lowers a call through a register.
    pub(super) fn call_indirect(
        &mut self,
        inst: &Instruction<'m>,
        pointer: &Operand<'m>,
        interface: &Interface<'m>,
        results: &[Operand<'m>],
        arguments: &[Operand<'m>],
    ) -> Option<()> {
        let module = self.module;
        let (returns, params, candidates): (Vec<Formal>, Vec<Formal>, Vec<usize>) = match interface {
            Interface::Prototype { returns, params } => {
                let returns: Vec<Formal> = module::formals(returns);
                let params: Vec<Formal> = module::formals(params);
                let fits = |n: &usize| {
                    let decl = &module.functions[*n];
                    decl.body.is_some()
                        && !decl.kernel
                        && stack::same_shape(&decl.returns, &returns)
                        && stack::same_shape(&decl.params, &params)
                };
                let candidates = module.address_taken().filter(fits).collect();
                (returns, params, candidates)
            }
            Interface::Targets(names) => {
                let mut list = Vec::new();
                for &name in names {
                    match self.lookup(name) {
                        Some(Place::Function { index }) if module.functions[index].body.is_some() => {
                            list.push(index);
                        }
                        Some(Place::Function { .. }) => {
                            self.error(Problem::ExternCall { callee: name.into() });
                        }
                        _ => self.error(Problem::WrongSymbol { name: name.into(), expected: "a function" }),
                    }
                }
                let first = &module.functions[*list.first()?];
                list.retain(|&n| {
                    let decl = &module.functions[n];
                    stack::same_shape(&decl.returns, &first.returns)
                        && stack::same_shape(&decl.params, &first.params)
                });
                list.sort_unstable();
                list.dedup();
                (first.returns.clone(), first.params.clone(), list)
            }
        };
        for (formals, actuals) in [(&returns, results), (&params, arguments)] {
            self.check_actuals("a prototype", formals, actuals)?;
        }
        self.call_layout(inst, &returns, &params)?;
        let units: Vec<(usize, usize)> = candidates.into_iter().map(|n| (n, self.unit_index(n))).collect();
        self.call_any(inst, (&returns, results), (&params, arguments), |lower| {
            lower.pick(inst, pointer, &units)
        })
    }

    /// Computes the table index of a function's address, and returns the units by that index. Addresses are
    /// multiples of [`module::FUNCTION_ALIGN`]; rotating the low bits to the top makes all other addresses
    /// exceed the table.
    fn pick(
        &mut self,
        inst: &Instruction<'m>,
        pointer: &Operand<'m>,
        units: &[(usize, usize)],
    ) -> Option<Callees> {
        let ty = self.register_type(pointer).filter(|ty| matches!(ty.bits(), 32 | 64) && !ty.is_float());
        let Some(ty) = ty else {
            self.bad_operand(inst, 0);
            return None;
        };
        let v = self.read_raw(inst, 0, pointer, ty, false)?;
        let v = self.cast(v, ty.register().to_int());
        let v = self.resize(v, Type::I64);
        let place = module::FUNCTION_ALIGN.trailing_zeros();
        let (right, left) =
            (self.constant(u64::from(place), Type::I32), self.constant(u64::from(64 - place), Type::I32));
        let number = self.op(Op::Int(IntOp::ShrU), vec![v, right], Type::I64);
        let odd = self.op(Op::Int(IntOp::Shl), vec![v, left], Type::I64);
        let rotated = self.f.append(
            self.cursor.block,
            Op::Int(IntOp::Or),
            vec![number, odd],
            &[Type::I64],
            self.cursor.line,
        );
        let number = self.f.inst(rotated).results[0];
        let index = |function: usize| (function_address(function) / module::FUNCTION_ALIGN) as usize;
        let last = units.iter().map(|&(n, _)| index(n) + 1).max().unwrap_or(1);
        let mut table = vec![None; last + 1];
        for &(n, unit) in units {
            table[index(n)] = Some(unit);
        }
        let most = self.constant(last as u64, Type::I64);
        let number = self.op(Op::Int(IntOp::MinU), vec![number, most], Type::I64);
        let index =
            self.f.append(self.cursor.block, Op::Part(0), vec![number], &[Type::I32], self.cursor.line);
        Some(Callees::Table { index, rotated, units: table })
    }

    fn call_any(
        &mut self,
        inst: &Instruction<'m>,
        (returns, results): (&[Formal], &[Operand<'m>]),
        (params, arguments): (&[Formal], &[Operand<'m>]),
        callees: impl FnOnce(&mut Self) -> Option<Callees>,
    ) -> Option<()> {
        let layout = self.call_layout(inst, returns, params)?;
        let callees = callees(self)?;
        let base = self.next_frame();
        let Def::Inst(frame, _) = self.f.value(base).def else { return None };
        for ((formal, &offset), actual) in params.iter().zip(&layout.params).zip(arguments) {
            self.store_argument(inst, formal, (base, offset), actual)?;
        }
        let mine = self.outline.units[self.outline.current].frame;
        if let Some(var) = mine {
            let own = self.ssa.read(&mut self.f, var, self.cursor.block);
            self.store_local(base, stack::CALLER, Scalar::B32, own);
        }
        let (from, to, line) = (self.cursor.block, self.new_block(), self.cursor.line);
        let base = self.f.add_param(to, Type::I32);
        self.terminate(Term::Jump(Edge::new(to)));
        self.start_sealed(to);
        self.outline.sites.push(Site { from, to, frame, callees, line });
        self.outline.used = true;
        if let Some(var) = mine {
            let own = self.load_local(base, stack::CALLER, Scalar::B32, Type::I32);
            self.ssa.write(var, to, own);
        }
        for ((formal, &offset), actual) in returns.iter().zip(&layout.returns).zip(results) {
            self.fetch_result(inst, formal, (base, offset), actual)?;
        }
        Some(())
    }

    fn store_argument(
        &mut self,
        inst: &Instruction<'m>,
        formal: &Formal,
        (base, offset): (Value, u32),
        actual: &Operand<'m>,
    ) -> Option<()> {
        let v = match *actual {
            Operand::Name { name, negated: false, offset: 0 } => match self.lookup(name) {
                Some(Place::Stack { offset: from, bytes })
                    if !formal.register && bytes >= u64::from(formal.bytes) =>
                {
                    let from = self.frame_place(from);
                    self.copy_local(from, (base, offset), formal.bytes, formal.align);
                    return Some(());
                }
                Some(Place::Cell { var, ty }) if formal.scalar && ty.bits() == formal.ty.bits() => {
                    self.ssa.read(&mut self.f, var, self.cursor.block)
                }
                _ if formal.scalar => self.actual(inst, formal, actual)?,
                _ => return self.bad_operand(inst, 0),
            },
            _ if formal.scalar => self.actual(inst, formal, actual)?,
            _ => return self.bad_operand(inst, 0),
        };
        self.store_scalar(base, offset, formal, v);
        Some(())
    }

    fn fetch_result(
        &mut self,
        inst: &Instruction<'m>,
        formal: &Formal,
        (base, offset): (Value, u32),
        actual: &Operand<'m>,
    ) -> Option<()> {
        let Some(register) = actual.register() else {
            return self.bad_operand(inst, 0);
        };
        match self.register_place(register) {
            Some(Place::Stack { offset: to, bytes })
                if !formal.register && bytes >= u64::from(formal.bytes) =>
            {
                let to = self.frame_place(to);
                self.copy_local((base, offset), to, formal.bytes, formal.align);
                Some(())
            }
            Some(Place::Cell { var, ty }) if formal.scalar && ty.bits() == formal.ty.bits() => {
                let v = self.load_scalar(base, offset, formal);
                self.assign(var, v);
                Some(())
            }
            Some(Place::Register { ty, .. }) if formal.scalar && ty.bits() == formal.ty.bits() => {
                let v = self.load_scalar(base, offset, formal);
                self.write_name(inst, 0, register, ty, v, false)
            }
            None if register.name == "_" => Some(()),
            _ => self.bad_operand(inst, 0),
        }
    }
}
