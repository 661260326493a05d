//! Selection of machine instructions for Cranelift's intermediate code.
//!
//! Blocks and instructions are visited backwards, so that an instruction is selected only if one after it
//! needs its value in a register. A load, a comparison or an address may become part of the instruction that
//! uses it. Values of fewer bits than a register leave the rest of it undefined, except where
//! [`Select::is_zero_extended`] says otherwise.

mod directed;
mod flow;
mod integer;
mod logic;
mod memory;
mod scalar;
mod shuffle;
mod vector;

use super::Extra;
use super::codes::Width;
use super::inst::{Block, Call, Class, Code, Constant, End, Info, Inst, Mem, NONE, OPERANDS, Op, Reg};
use super::order::Order;
use cranelift_codegen::ir::{self, Function, InstructionData, Opcode, StackSlot, Type, Value, types};
use rustc_hash::FxHashMap;

/// Reason for which this code generator does not take a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused(pub(crate) String);

pub(super) type Taken<T = ()> = Result<T, Refused>;

pub(super) fn refuse<T>(what: impl std::fmt::Display) -> Taken<T> {
    Err(Refused(what.to_string()))
}

pub(super) struct Select<'a> {
    f: &'a Function,
    order: &'a Order,
    /// Instructions, last one first.
    out: Vec<Inst>,
    /// Instructions for the one being selected, first one first.
    own: Vec<Inst>,
    infos: Vec<Info>,
    /// Registers that a selected instruction reads.
    needed: Vec<bool>,
    /// The value that each operand stands for, and the instruction that defines each value.
    resolved: Vec<u32>,
    defs: Vec<u32>,
    /// Number of uses of each value, at most 255.
    uses: Vec<u8>,
    /// The register of each value.
    roots: Vec<Reg>,
    /// Number of effects before each instruction.
    effects: Vec<u32>,
    /// Loads that are part of other instructions.
    sunk: Vec<bool>,
    pool: Vec<u8>,
    /// Registers of constant vectors and floats.
    pooled: FxHashMap<Vec<u8>, Reg>,
    calls: Vec<Call>,
    slots: Vec<u32>,
    /// The block and the instruction being selected.
    block: Option<ir::Block>,
    at: Option<ir::Inst>,
    place: u32,
    /// Operands of the comparison just selected.
    operands: Option<flow::Operands>,
    wide: bool,
    evex: bool,
}

/// An operand that may be in memory.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Reg(Reg),
    Mem(Address),
    Imm(i32),
}

/// An address and its registers.
#[derive(Clone, Copy)]
pub(super) struct Address {
    pub(super) mem: Mem,
    pub(super) regs: [Reg; 2],
}

/// Returns the class of registers and log2 of the size in memory for a type.
pub(super) fn shape(ty: Type) -> Option<(Class, u8)> {
    Some(match ty {
        types::I8 | types::I16 | types::I32 | types::I64 => (Class::Int, 3),
        types::F32 | types::F64 => (Class::Vector, 3),
        _ if ty.is_vector() && matches!(ty.bits(), 128 | 256 | 512) => {
            (Class::Vector, ty.bytes().trailing_zeros() as u8)
        }
        _ => return None,
    })
}

/// Selects instructions for a function. Blocks of the result are in `order`.
pub(super) fn select(f: &Function, order: &Order, evex: bool) -> Taken<Code> {
    let values = f.dfg.num_values();
    let mut slots = Vec::new();
    let mut bytes = 0u32;
    for slot in f.sized_stack_slots.values() {
        let align = 1u32 << slot.align_shift.max(3);
        bytes = bytes.next_multiple_of(align);
        slots.push(bytes);
        bytes += slot.size;
    }
    let none = Info { class: Class::Int, log_bytes: 3, constant: None };
    let mut this = Select {
        f,
        order,
        out: Vec::new(),
        own: Vec::new(),
        infos: vec![none; values],
        needed: vec![false; values],
        resolved: vec![NONE; values],
        defs: vec![NONE; values],
        uses: vec![0; values],
        roots: vec![NONE; values],
        effects: vec![0; f.dfg.num_insts()],
        sunk: vec![false; f.dfg.num_insts()],
        pool: Vec::new(),
        pooled: FxHashMap::default(),
        calls: Vec::new(),
        slots,
        block: None,
        at: None,
        place: 0,
        operands: None,
        wide: false,
        evex,
    };
    this.survey()?;
    this.function(bytes)
}

impl Select<'_> {
    /// Counts uses and effects, and finds the register of each value.
    fn survey(&mut self) -> Taken {
        let mut effects = 0;
        for &block in &self.order.blocks {
            for &param in self.f.dfg.block_params(block) {
                self.describe(param)?;
            }
            for inst in self.f.layout.block_insts(block) {
                for value in self.f.dfg.inst_values(inst) {
                    let resolved = &mut self.resolved[value.as_u32() as usize];
                    if *resolved == NONE {
                        *resolved = self.f.dfg.resolve_aliases(value).as_u32();
                    }
                    let uses = &mut self.uses[*resolved as usize];
                    *uses = uses.saturating_add(1);
                }
                for &result in self.f.dfg.inst_results(inst) {
                    self.describe(result)?;
                    self.defs[result.as_u32() as usize] = inst.as_u32();
                }
                self.effects[inst.as_u32() as usize] = effects;
                if self.has_effect(inst) {
                    effects += 1;
                }
            }
        }
        Ok(())
    }

    fn describe(&mut self, value: Value) -> Taken {
        let ty = self.f.dfg.value_type(value);
        let Some((class, log_bytes)) = shape(ty) else { return refuse(ty) };
        self.wide |= ty.bits() > 128;
        self.infos[value.as_u32() as usize] = Info { class, log_bytes, constant: None };
        Ok(())
    }

    /// Returns whether an instruction must stay in its place among others with effects.
    fn has_effect(&self, inst: ir::Inst) -> bool {
        let data = &self.f.dfg.insts[inst];
        match data.opcode() {
            Opcode::Load => {
                !self.f.dfg.insts[inst].memflags_data(&self.f.dfg).is_some_and(|flags| flags.notrap())
            }
            Opcode::Call => self.extra_of(inst).is_some_and(Extra::has_effect),
            opcode => {
                opcode.other_side_effects()
                    || opcode.can_store()
                    || opcode.is_call()
                    || opcode.is_terminator()
            }
        }
    }

    fn function(mut self, slots: u32) -> Taken<Code> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut ends = Vec::new();
        for (n, &block) in self.order.blocks.iter().enumerate().rev() {
            let last = self.out.len();
            self.block = Some(block);
            let end = self.block_code(block)?;
            ends.push((n, last..self.out.len(), end));
        }
        let total = self.out.len() as u32;
        self.out.reverse();
        let mut preds = vec![0u32; self.order.blocks.len()];
        for (_, _, end) in &ends {
            for edge in end.edges() {
                preds[edge.to as usize] += 1;
            }
        }
        for (n, range, end) in ends.into_iter().rev() {
            let block = self.order.blocks[n];
            let params = if n == 0 { Vec::new() } else { self.params(block) };
            blocks.push(Block {
                insts: total - range.end as u32..total - range.start as u32,
                params,
                end,
                cold: self.f.layout.is_cold(block),
                depth: self.order.depth[n],
                header: self.order.header[n],
                preds: preds[n],
            });
        }
        let entry = self.params(self.order.blocks[0]);
        Ok(Code {
            blocks,
            insts: self.out,
            calls: self.calls,
            infos: self.infos,
            pool: self.pool,
            entry,
            slots,
            idom: self.order.idom.clone(),
            loops: self.order.loops.clone(),
            outer: self.order.outer.clone(),
            needed: self.needed,
            wide: self.wide,
            evex: self.evex,
        })
    }

    /// Returns the registers of a block's parameters that are used.
    fn params(&self, block: ir::Block) -> Vec<Reg> {
        self.f.dfg.block_params(block).iter().map(|p| p.as_u32()).collect()
    }

    fn block_code(&mut self, block: ir::Block) -> Taken<End> {
        let mut before = self.f.layout.block_insts(block);
        let Some(last) = before.next_back() else { return refuse("an empty block") };
        self.begin(last);
        let end = self.end(last)?;
        self.finish();
        for inst in before.rev() {
            if self.sunk[inst.as_u32() as usize] {
                continue;
            }
            let results = self.f.dfg.inst_results(inst);
            let wanted = results.iter().any(|r| {
                let own = r.as_u32();
                self.needed[own as usize] && self.infos[own as usize].constant.is_none()
            });
            if !wanted && !self.has_effect(inst) {
                continue;
            }
            self.begin(inst);
            self.instruction(inst)?;
            self.finish();
        }
        Ok(end)
    }

    fn begin(&mut self, inst: ir::Inst) {
        self.at = Some(inst);
        let place = self.f.srcloc(inst);
        self.place = place.bits();
    }

    fn finish(&mut self) {
        self.out.extend(self.own.drain(..).rev());
    }

    fn instruction(&mut self, inst: ir::Inst) -> Taken {
        let data = &self.f.dfg.insts[inst];
        let opcode = data.opcode();
        match opcode {
            Opcode::Load | Opcode::Store | Opcode::AtomicRmw | Opcode::AtomicCas | Opcode::Fence => {
                self.memory(inst)
            }
            Opcode::CallIndirect => self.call(inst),
            Opcode::Call => self.extra(inst),
            _ => {
                let &[result] = self.f.dfg.inst_results(inst) else { return refuse(opcode) };
                let ty = self.f.dfg.value_type(result);
                let types = self.f.dfg.inst_args(inst).iter().map(|&v| self.ty(v)).chain([ty]);
                let (vector, float) =
                    types.fold((false, false), |(v, f), ty| (v || ty.is_vector(), f || ty.is_float()));
                if vector {
                    self.vector(inst, opcode, result.as_u32(), ty)
                } else if float {
                    self.scalar(inst, opcode, result.as_u32(), ty)
                } else {
                    self.integer(inst, opcode, result.as_u32(), ty)
                }
            }
        }
    }

    // Values.

    pub(super) fn ty(&self, value: Value) -> Type {
        self.f.dfg.value_type(value)
    }

    /// Returns the value that another one stands for.
    pub(super) fn resolved(&self, value: Value) -> Value {
        match self.resolved[value.as_u32() as usize] {
            NONE => self.f.dfg.resolve_aliases(value),
            resolved => Value::from_u32(resolved),
        }
    }

    /// Returns an instruction's operand.
    pub(super) fn arg(&self, inst: ir::Inst, n: usize) -> Value {
        self.resolved(self.f.dfg.inst_args(inst)[n])
    }

    /// Returns the instruction that defines a value.
    pub(super) fn def(&self, value: Value) -> Option<(ir::Inst, &InstructionData)> {
        let inst = self.defs[self.resolved(value).as_u32() as usize];
        let inst = (inst != NONE).then(|| ir::Inst::from_u32(inst))?;
        Some((inst, &self.f.dfg.insts[inst]))
    }

    /// Returns the definition of a value if it is of an opcode.
    pub(super) fn def_of(&self, value: Value, opcode: Opcode) -> Option<ir::Inst> {
        self.def(value).filter(|(_, data)| data.opcode() == opcode).map(|(inst, _)| inst)
    }

    /// Returns an integer constant, sign-extended from its type.
    pub(super) fn number(&self, value: Value) -> Option<i64> {
        let (inst, data) = self.def(value)?;
        match *data {
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => {
                let bits = self.ty(value).bits();
                Some(imm.bits() << (64 - bits) >> (64 - bits))
            }
            InstructionData::Unary { opcode: Opcode::Uextend, arg } => {
                let bits = self.ty(arg).bits();
                let n = self.number(arg)?;
                Some(if bits == 64 { n } else { n & ((1 << bits) - 1) })
            }
            InstructionData::Unary { opcode: Opcode::Ireduce, arg } => {
                let bits = self.ty(value).bits();
                let _ = inst;
                self.number(arg).map(|n| n << (64 - bits) >> (64 - bits))
            }
            _ => None,
        }
    }

    /// Returns an integer constant that fits an immediate operand.
    pub(super) fn immediate(&self, value: Value) -> Option<i32> {
        i32::try_from(self.number(value)?).ok()
    }

    /// Returns the bits of a constant of any type.
    fn constant_bytes(&self, value: Value) -> Option<Vec<u8>> {
        let ty = self.ty(value);
        let size = ty.bytes() as usize;
        if ty.is_int() {
            return self.number(value).map(|n| n.to_le_bytes()[..size].to_vec());
        }
        let (inst, data) = self.def(value)?;
        Some(match *data {
            InstructionData::UnaryIeee32 { imm, .. } => imm.bits().to_le_bytes().to_vec(),
            InstructionData::UnaryIeee64 { imm, .. } => imm.bits().to_le_bytes().to_vec(),
            InstructionData::UnaryConst { constant_handle, .. } => {
                self.f.dfg.constants.get(constant_handle).as_slice().to_vec()
            }
            InstructionData::Unary { opcode: Opcode::Splat, arg } => {
                self.constant_bytes(self.resolved(arg))?.into_iter().cycle().take(size).collect()
            }
            InstructionData::LoadNoOffset { opcode: Opcode::Bitcast, arg, .. } => {
                self.constant_bytes(self.resolved(arg))?
            }
            InstructionData::Binary { opcode: Opcode::Bxor, args: [a, b] }
                if self.resolved(a) == self.resolved(b) =>
            {
                let _ = inst;
                vec![0; size]
            }
            _ => return None,
        })
    }

    /// Returns the register that holds a value: its own, or that of the value of which it is a part.
    fn root(&mut self, value: Value) -> Reg {
        let value = self.resolved(value);
        let own = value.as_u32();
        if self.roots[own as usize] != NONE {
            return self.roots[own as usize];
        }
        let root = match self.part_of(value) {
            Some(whole) if self.number(value).is_none() => self.root(whole),
            _ => own,
        };
        self.roots[own as usize] = root;
        if root != own {
            return root;
        }
        self.note_constant(value);
        self.roots[own as usize]
    }

    /// Returns the value whose register also holds `value`.
    fn part_of(&self, value: Value) -> Option<Value> {
        let (_, data) = self.def(value)?;
        match *data {
            InstructionData::Unary { opcode: Opcode::Ireduce, arg } => Some(arg),
            InstructionData::Unary { opcode: Opcode::Uextend, arg } if self.is_zero_extended(arg) => {
                Some(arg)
            }
            InstructionData::LoadNoOffset { opcode: Opcode::Bitcast, arg, .. }
                if self.ty(arg).is_vector() && self.ty(value).is_vector() =>
            {
                Some(arg)
            }
            InstructionData::BinaryImm8 { opcode: Opcode::Extractlane, arg, imm }
                if imm == 0 && self.ty(value).is_float() =>
            {
                Some(arg)
            }
            _ => None,
        }
    }

    /// Returns whether the register of a value holds zeros above its bits.
    fn is_zero_extended(&self, value: Value) -> bool {
        let Some((inst, data)) = self.def(value) else { return false };
        let ty = self.ty(value);
        match data.opcode() {
            Opcode::Icmp | Opcode::Fcmp | Opcode::VanyTrue | Opcode::VallTrue => true,
            Opcode::Load => ty.is_int(),
            Opcode::Iconst => true,
            Opcode::Uextend if ty == types::I32 => self.is_zero_extended(self.arg(inst, 0)),
            Opcode::Iadd
            | Opcode::Isub
            | Opcode::Imul
            | Opcode::Ineg
            | Opcode::Band
            | Opcode::Bor
            | Opcode::Bxor
            | Opcode::Bnot
            | Opcode::Ishl
            | Opcode::Ushr
            | Opcode::Sshr
            | Opcode::Sextend
            | Opcode::Ctz
            | Opcode::Clz
            | Opcode::Popcnt
            | Opcode::Umin
            | Opcode::Umax
            | Opcode::Smin
            | Opcode::Smax
            | Opcode::Select
            | Opcode::VhighBits => ty == types::I32,
            _ => false,
        }
    }

    /// Notes that a value is a constant, if it is.
    fn note_constant(&mut self, value: Value) {
        let ty = self.ty(value);
        let own = value.as_u32() as usize;
        if ty.is_int() {
            let bits = ty.bits();
            let number = self.number(value).map(|n| if bits == 64 { n } else { n & ((1 << bits) - 1) });
            let place =
                self.stack_place(value).map(|(slot, at)| Constant::Frame(self.slot(slot) as i32 + at));
            self.infos[own].constant = number.map(Constant::Int).or(place);
        } else if let Some(bytes) = self.constant_bytes(value) {
            self.roots[own] = self.vector_constant(&bytes);
        }
    }

    /// Returns the register of a constant vector or float: one for all equal ones.
    fn vector_constant(&mut self, bytes: &[u8]) -> Reg {
        if let Some(&reg) = self.pooled.get(bytes) {
            return reg;
        }
        let constant = if bytes.iter().all(|&b| b == 0) {
            Constant::Zero
        } else {
            let at = self.pool.len().next_multiple_of(bytes.len().max(4));
            self.pool.resize(at, 0);
            self.pool.extend(bytes);
            Constant::Pool(at as u32, bytes.len().trailing_zeros() as u8)
        };
        let reg = self.fixed(Class::Vector, constant);
        self.pooled.insert(bytes.to_vec(), reg);
        reg
    }

    /// Returns a register that holds a value, for a use of it.
    pub(super) fn reg(&mut self, value: Value) -> Reg {
        let root = self.root(value);
        self.needed[root as usize] = true;
        root
    }

    /// Returns a new register.
    pub(super) fn temp(&mut self, class: Class, log_bytes: u8) -> Reg {
        self.infos.push(Info { class, log_bytes, constant: None });
        self.needed.push(true);
        (self.infos.len() - 1) as Reg
    }

    pub(super) fn int(&mut self) -> Reg {
        self.temp(Class::Int, 3)
    }

    /// Returns a new register for a vector of a width.
    pub(super) fn lanes(&mut self, width: Width) -> Reg {
        self.temp(Class::Vector, 4 + width)
    }

    /// Returns a register that holds a constant.
    pub(super) fn fixed(&mut self, class: Class, constant: Constant) -> Reg {
        let log_bytes = match constant {
            Constant::Pool(_, log_bytes) => log_bytes.max(3),
            Constant::Int(_) | Constant::Frame(_) | Constant::Zero => 3,
        };
        self.infos.push(Info { class, log_bytes, constant: Some(constant) });
        self.needed.push(true);
        (self.infos.len() - 1) as Reg
    }

    pub(super) fn fixed_int(&mut self, n: i64) -> Reg {
        self.fixed(Class::Int, Constant::Int(n))
    }

    /// Returns a register that holds bytes in each part of a vector.
    pub(super) fn repeated(&mut self, bytes: &[u8], width: Width) -> Reg {
        let all: Vec<u8> = bytes.iter().copied().cycle().take(16 << width).collect();
        self.vector_constant(&all)
    }

    // Operands in memory.

    /// Returns an operand as a register, or in memory if nothing else uses the loaded value and nothing
    /// intervenes.
    pub(super) fn operand(&mut self, value: Value) -> Operand {
        match self.sinkable(value) {
            Some(load) => Operand::Mem(self.sink(load)),
            None => Operand::Reg(self.reg(value)),
        }
    }

    /// Returns the load of a value if it can become part of the instruction at hand.
    pub(super) fn sinkable(&self, value: Value) -> Option<ir::Inst> {
        let value = self.resolved(value);
        let load = self.def_of(value, Opcode::Load)?;
        let at = self.at?;
        let between = self.effects[at.as_u32() as usize] - self.effects[load.as_u32() as usize];
        let own = u32::from(self.has_effect(load));
        let here = self.f.layout.inst_block(load) == self.block;
        let alone = self.uses[value.as_u32() as usize] == 1;
        // Something that its one user has become a part of may read the register.
        let free = !self.sunk[load.as_u32() as usize] && !self.needed[value.as_u32() as usize];
        (here && between == own && alone && free).then_some(load)
    }

    /// Makes a load part of the instruction at hand.
    pub(super) fn sink(&mut self, load: ir::Inst) -> Address {
        self.sunk[load.as_u32() as usize] = true;
        if self.has_effect(load) {
            // Only the load can fault.
            self.place = self.f.srcloc(load).bits();
        }
        let offset = self.f.dfg.insts[load].load_store_offset().unwrap_or(0);
        self.address(self.arg(load, 0), offset)
    }

    // Instructions.

    pub(super) fn emit(&mut self, op: Op, def: Reg, plain: &[Reg]) {
        self.push(op, def, plain, None, None);
    }

    /// Emits an instruction whose last operand may be in memory or a number.
    pub(super) fn emit_with(&mut self, op: Op, def: Reg, plain: &[Reg], last: Operand) {
        match last {
            Operand::Reg(reg) => {
                let mut all = [NONE; OPERANDS];
                all[..plain.len()].copy_from_slice(plain);
                all[plain.len()] = reg;
                self.push(op, def, &all[..plain.len() + 1], None, None);
            }
            Operand::Mem(address) => self.push(op, def, plain, Some(address), None),
            Operand::Imm(n) => self.push(op, def, plain, None, Some(n)),
        }
    }

    pub(super) fn emit_at(&mut self, op: Op, def: Reg, plain: &[Reg], address: Address) {
        self.push(op, def, plain, Some(address), None);
    }

    pub(super) fn push(
        &mut self,
        op: Op,
        def: Reg,
        plain: &[Reg],
        address: Option<Address>,
        imm: Option<i32>,
    ) {
        let mut args = [NONE; OPERANDS];
        args[..plain.len()].copy_from_slice(plain);
        let mem = address.map_or(Mem::None, |a| a.mem);
        if let Some(address) = address {
            let count = mem.registers();
            args[plain.len()..plain.len() + count].copy_from_slice(&address.regs[..count]);
        }
        self.own.push(Inst {
            op,
            def,
            args,
            plain: plain.len() as u8,
            mem,
            imm: imm.unwrap_or(0),
            has_imm: imm.is_some(),
            place: self.place,
        });
    }

    /// Returns the place of a stack slot in the frame.
    pub(super) fn slot(&self, slot: StackSlot) -> u32 {
        self.slots[slot.as_u32() as usize]
    }
}
