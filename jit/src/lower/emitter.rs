//! What all emitting has in common: values, the frame, faults, calls of the host.

use crate::abi::{Stop, offset, slot_bytes, stop_place};
use crate::beyond::Asks;
use crate::check::Checked;
use crate::hostcalls::Host;
use crate::lower::held::{Held, Values};
use crate::lower::plan::{Home, Plan};
use crate::sites::{AtomSite, EvalSite, SiteIds, number};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, Block, InstBuilder, MemFlagsData, Signature, SourceLoc, StackSlot, StackSlotData,
    StackSlotKind, Value as Cl, types,
};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_frontend::{FunctionBuilder, Variable};
use ptx::ir::{BlockId, Function, Inst, InstId, Op, Type, Value};

/// Addresses that the emitted code itself vouches for.
pub(super) const TRUSTED: MemFlagsData = MemFlagsData::trusted();

/// What code of a region knows of the lane it runs.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// Number of the thread in its block, `i32`.
    pub(super) thread: Cl,
    /// Number of the lane in its warp, `i32`.
    pub(super) lane: Cl,
    /// Address of the lane's word, double word and quad word in the warp's first slot of each size; code
    /// that runs strips reaches the frame otherwise.
    words: Option<[Cl; 3]>,
    /// Where all lanes of a mask do the same: the first of them is to blame, `thread` is that of bit 0.
    first_of: Option<Cl>,
    /// Where a lane that stops goes: `(place, address, thread)`.
    pub(super) fault: Block,
    /// Where a lane goes that has come to the end of the region: `(next region)`.
    pub(super) end: Block,
}

impl Lane {
    /// A lane whose values are given instruction by instruction.
    pub(super) fn of_strip(thread: Cl, lane: Cl, fault: Block, end: Block) -> Lane {
        Lane { thread, lane, words: None, first_of: None, fault, end }
    }

    /// The lanes of a mask, bit 0 being the given one, where it does not matter which.
    pub(super) fn any_of(self, mask: Cl) -> Lane {
        Lane { first_of: Some(mask), ..self }
    }
}

/// Stack slots for calls of the host, made when they are first needed.
#[derive(Default)]
pub(super) struct Slots {
    /// Operands and result of an operation.
    scratch: Option<(StackSlot, StackSlot)>,
    /// Operands of requests.
    pub(super) requests: Option<StackSlot>,
    /// What a store stores, for who watches.
    pub(super) stored: Option<StackSlot>,
}

pub(super) struct Emitter<'a> {
    pub(super) f: &'a Function,
    pub(super) plan: &'a Plan,
    pub(super) b: FunctionBuilder<'a>,
    pub(super) isa: &'a dyn TargetIsa,
    /// Address of the block's context.
    pub(super) context: Cl,
    /// What flat addresses may name without asking, see [`crate::abi::BlockContext`].
    pub(super) reach: Cl,
    pub(super) reach_bytes: Cl,
    /// Whether other addresses are asked about.
    pub(super) asks: Asks,
    values: Values,
    /// Places of blocks in the region being emitted.
    pub(super) places: Vec<u32>,
    /// Values that code of the region being emitted reads.
    pub(super) reads: Vec<bool>,
    pub(super) lane: Option<Lane>,
    /// Values that are not in variables of their own: operands of one lane of a strip.
    pub(super) given: Vec<(Value, Cl)>,
    /// Where results go instead of into variables and the frame.
    pub(super) captured: Option<Vec<(Value, Cl)>>,
    sites: SiteIds,
    pub(super) slots: Slots,
    /// Whether what is emitted hardly ever runs.
    cold: bool,
    /// The instruction being emitted.
    pub(super) inst: u32,
}

/// Operands of the widest operation that the host computes.
const MOST_OPERANDS: u32 = 8;

impl<'a> Emitter<'a> {
    pub(super) fn new(
        f: &'a Function,
        plan: &'a Plan,
        b: FunctionBuilder<'a>,
        isa: &'a dyn TargetIsa,
        (asks, sites): (Asks, SiteIds),
    ) -> Self {
        let nothing = Cl::from_u32(0);
        Emitter {
            f,
            plan,
            b,
            isa,
            context: nothing,
            reach: nothing,
            reach_bytes: nothing,
            asks,
            values: Values::new(f.value_count()),
            places: vec![u32::MAX; f.blocks().len()],
            reads: vec![false; f.value_count()],
            lane: None,
            given: Vec::new(),
            captured: None,
            sites,
            slots: Slots::default(),
            cold: false,
            inst: 0,
        }
    }

    pub(super) fn finish(self) -> SiteIds {
        let config = self.isa.frontend_config();
        self.b.finalize(config);
        self.sites
    }

    /// What follows is code of another region, which holds nothing yet.
    pub(super) fn forget_values(&mut self) {
        self.values.forget();
        self.recycle_variables();
    }

    /// What follows is code for the lane that the current block has chosen.
    pub(super) fn enter_lane(&mut self, thread: Cl, lane: Cl, frame: Cl, fault: Block, end: Block) {
        let wide = self.b.ins().uextend(types::I64, lane);
        let words = [2, 3, 4].map(|shift| {
            let offset = self.b.ins().ishl_imm_u(wide, shift);
            self.b.ins().iadd(frame, offset)
        });
        self.lane = Some(Lane { thread, lane, words: Some(words), first_of: None, fault, end });
    }

    /// Tells the driver whose code runs from here on, should a page not be there: so many threads from one
    /// on.
    pub(super) fn note_running(&mut self, first: Cl, count: u32) {
        let running = self.b.ins().iadd_imm_s(first, i64::from(count) << 16);
        self.b.ins().store(TRUSTED, running, self.context, offset!(running));
    }

    pub(super) fn lane(&self) -> Lane {
        self.lane.expect("regions are emitted inside enter_lane")
    }

    /// The machine's type for a value.
    pub(super) fn clif(ty: Type) -> types::Type {
        match ty {
            Type::Pred => types::I8,
            Type::I16 => types::I16,
            Type::I32 => types::I32,
            Type::I64 => types::I64,
            Type::I128 => types::I128,
            Type::F32 => types::F32,
            Type::F64 => types::F64,
        }
    }

    /// A value has more than one definition in the region being emitted: it is found in the frame, and made
    /// anew.
    pub(super) fn expect_more(&mut self, v: Value) {
        let variable = self.variable(Self::clif(self.f.ty(v)));
        self.values.keep(v, Held::Variable(variable));
    }

    /// A variable that nothing in the region being emitted has. The code generator keeps a word for each of a
    /// function's blocks with each variable, so regions, none of which reads what another has assigned,
    /// use the same ones.
    pub(super) fn variable(&mut self, ty: types::Type) -> Variable {
        self.values.variable(&mut self.b, ty)
    }

    /// Variables there are.
    pub(super) fn variable_count(&self) -> usize {
        self.values.variable_count()
    }

    /// The region that begins here takes variables from the first on again, and finds zeros in them: what
    /// regions before it left would be kept alive for it.
    pub(super) fn recycle_variables(&mut self) {
        for n in 0..self.values.pools() {
            let zero = match self.values.release(n) {
                types::F32 => self.b.ins().f32const(0.0),
                types::F64 => self.b.ins().f64const(0.0),
                types::I128 => self.constant(Type::I128, 0),
                ty if ty.is_vector() => {
                    let constant = self.b.func.dfg.constants.insert(vec![0; ty.bytes() as usize].into());
                    self.b.ins().vconst(ty, constant)
                }
                ty => self.b.ins().iconst(ty, 0),
            };
            for &variable in self.values.of_pool(n) {
                self.b.def_var(variable, zero);
            }
        }
    }

    /// Holds a value.
    fn hold(&mut self, v: Value, value: Cl) {
        match self.values.held(v) {
            Held::Variable(var) => self.b.def_var(var, value),
            _ => self.values.keep(v, Held::Here(value)),
        }
    }

    /// A constant of a type.
    pub(super) fn constant(&mut self, ty: Type, bits: u64) -> Cl {
        match ty {
            Type::F32 => self.b.ins().f32const(f32::from_bits(bits as u32)),
            Type::F64 => self.b.ins().f64const(f64::from_bits(bits)),
            Type::I128 => {
                let low = self.b.ins().iconst(types::I64, bits as i64);
                self.b.ins().uextend(types::I128, low)
            }
            Type::Pred => self.b.ins().iconst(types::I8, (bits & 1) as i64),
            Type::I16 => self.b.ins().iconst(types::I16, i64::from(bits as u16)),
            Type::I32 => self.b.ins().iconst(types::I32, i64::from(bits as u32)),
            Type::I64 => self.b.ins().iconst(types::I64, bits as i64),
        }
    }

    /// A value, where it is used.
    pub(super) fn get(&mut self, v: Value) -> Cl {
        if let Some(bits) = self.f.constant(v) {
            return self.constant(self.f.ty(v), bits);
        }
        if let Some(&(_, value)) = self.given.iter().find(|(given, _)| *given == v) {
            return value;
        }
        if let Held::Nowhere = self.values.held(v) {
            // Its definition comes first when the code runs, but later in the order of blocks.
            self.expect_more(v);
        }
        match self.values.held(v) {
            Held::Here(value) => value,
            Held::Variable(var) => self.b.use_var(var),
            Held::Nowhere => self.constant(self.f.ty(v), 0),
        }
    }

    /// A value, where it is defined; it is left in the frame if another region or the driver wants it.
    pub(super) fn set(&mut self, v: Value, value: Cl) {
        debug_assert_eq!(
            self.b.func.dfg.value_type(value),
            Self::clif(self.f.ty(v)),
            "{v} of {:?}",
            self.f.def_inst(v)
        );
        if let Some(captured) = &mut self.captured {
            captured.push((v, value));
            return;
        }
        self.hold(v, value);
        self.leave(v, value);
    }

    /// Leaves a value in the frame.
    pub(super) fn leave(&mut self, v: Value, value: Cl) {
        let Home::Slot(slot) = self.plan.home(v) else { return };
        let Some(at) = self.slot_address(slot.ty) else { return };
        let stored = match slot.ty {
            Type::Pred => {
                let wide = self.b.ins().uextend(types::I32, value);
                self.b.ins().ineg(wide)
            }
            Type::I16 => self.b.ins().uextend(types::I32, value),
            _ => value,
        };
        self.b.ins().store(TRUSTED, stored, at, slot.offset as i32);
    }

    /// Takes a value out of the frame.
    pub(super) fn take(&mut self, v: Value) {
        let Home::Slot(slot) = self.plan.home(v) else { return };
        let Some(at) = self.slot_address(slot.ty) else { return };
        let ty = match slot.ty {
            Type::Pred | Type::I16 => types::I32,
            ty => Self::clif(ty),
        };
        let stored = self.b.ins().load(ty, TRUSTED, at, slot.offset as i32);
        let value = match slot.ty {
            Type::Pred => self.b.ins().icmp_imm_u(IntCC::NotEqual, stored, 0),
            Type::I16 => self.b.ins().ireduce(types::I16, stored),
            _ => stored,
        };
        self.hold(v, value);
    }

    fn slot_address(&self, ty: Type) -> Option<Cl> {
        let words = self.lane().words?;
        Some(words[slot_bytes(ty).trailing_zeros() as usize - 2])
    }

    /// A field of the context.
    pub(super) fn field(&mut self, ty: types::Type, offset: i32) -> Cl {
        self.b.ins().load(ty, TRUSTED, self.context, offset)
    }

    /// Stops the lane when `bad` is not 0.
    pub(super) fn stop_if(&mut self, bad: Cl, why: Stop, address: Cl) {
        let go_on = self.b.create_block();
        let place = self.b.ins().iconst(types::I32, i64::from(stop_place(why, self.inst)));
        let Lane { fault, thread, first_of, .. } = self.lane();
        if let Some(mask) = first_of {
            let blame = self.b.create_block();
            self.b.ins().brif(bad, blame, &[], go_on, &[]);
            self.open(blame);
            self.b.set_cold_block(blame);
            let first = self.b.ins().ctz(mask);
            let thread = self.b.ins().iadd(thread, first);
            self.b.ins().jump(fault, &[place.into(), address.into(), thread.into()]);
        } else if self.cold {
            // The code generator lays a block on an edge from cold code among the others, before what it is
            // passed is made. For the allocator in one pass that is alive from the function's
            // start on then, and time grows by the square of such edges.
            let own = self.b.create_block();
            self.b.ins().brif(bad, own, &[], go_on, &[]);
            self.open(own);
            self.b.ins().jump(fault, &[place.into(), address.into(), thread.into()]);
        } else {
            let why = [place.into(), address.into(), thread.into()];
            self.b.ins().brif(bad, fault, &why, go_on, &[]);
        }
        self.open(go_on);
    }

    /// Goes on in a block that all ways into are made.
    pub(super) fn open(&mut self, block: Block) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
        self.mark(block);
    }

    /// What is emitted from here on hardly ever runs, the current block included; gives what to
    /// [`Self::turn`] back to.
    pub(super) fn turn_cold(&mut self) -> bool {
        let before = std::mem::replace(&mut self.cold, true);
        if let Some(block) = self.b.current_block() {
            self.mark(block);
        }
        before
    }

    /// Ends what [`Self::turn_cold`] began.
    pub(super) fn turn(&mut self, before: bool) {
        self.cold = before;
    }

    /// Notes of a block whether it hardly ever runs.
    pub(super) fn mark(&mut self, block: Block) {
        if self.cold {
            self.b.set_cold_block(block);
        }
    }

    /// The lane stops at the end of a block, which is a trap.
    pub(super) fn trap(&mut self, block: BlockId) {
        let place = self.b.ins().iconst(types::I32, i64::from(stop_place(Stop::Trap, block.index() as u32)));
        let address = self.b.ins().iconst(types::I64, 0);
        let Lane { fault, thread, first_of, .. } = self.lane();
        let thread = match first_of {
            Some(mask) => {
                let first = self.b.ins().ctz(mask);
                self.b.ins().iadd(thread, first)
            }
            None => thread,
        };
        self.b.ins().jump(fault, &[place.into(), address.into(), thread.into()]);
    }

    /// A block for lanes that stop by themselves.
    pub(super) fn make_fault_block(&mut self) -> Block {
        let block = self.b.create_block();
        for ty in [types::I32, types::I64, types::I32] {
            self.b.append_block_param(block, ty);
        }
        block
    }

    /// The end of a lane that stops by itself.
    pub(super) fn emit_fault_block(&mut self, block: Block) {
        self.b.switch_to_block(block);
        self.b.set_cold_block(block);
        let [place, address, thread] = *self.b.block_params(block) else { return };
        self.b.ins().store(TRUSTED, place, self.context, offset!(stop_place));
        self.b.ins().store(TRUSTED, address, self.context, offset!(stop_address));
        self.b.ins().store(TRUSTED, thread, self.context, offset!(stop_thread));
        let faulted = self.b.ins().iconst(types::I64, -1);
        self.b.ins().return_(&[faulted]);
    }

    /// Calls the host.
    pub(super) fn call(&mut self, host: Host, args: &[Cl], result: Option<types::Type>) -> Option<Cl> {
        let mut signature = Signature::new(CallConv::SystemV);
        signature.params.extend(args.iter().map(|&a| AbiParam::new(self.b.func.dfg.value_type(a))));
        signature.returns.extend(result.map(AbiParam::new));
        let signature = self.b.import_signature(signature);
        let table = self.field(types::I64, offset!(hosts));
        let address = self.b.ins().load(types::I64, TRUSTED, table, host.offset());
        let call = self.b.ins().call_indirect(signature, address, args);
        self.b.inst_results(call).first().copied()
    }

    /// Has the host compute the instruction being emitted, a pure one, by its definition.
    pub(super) fn eval(&mut self, result: Type, args: &[(Type, Cl)]) -> Cl {
        let site = number(&mut self.sites.evals, InstId::new(self.inst as usize));
        let (operands, out) = self.words_for_host(args);
        let site = self.site(offset!(evals), site * size_of::<EvalSite>());
        let operands = self.b.ins().stack_addr(types::I64, operands, 0);
        let to = self.b.ins().stack_addr(types::I64, out, 0);
        self.call(Host::Eval, &[site, operands, to], None);
        match result {
            Type::Pred => self.b.ins().stack_load(types::I64, types::I8, out, 0),
            ty => self.b.ins().stack_load(types::I64, Self::clif(ty), out, 0),
        }
    }

    /// Lays operands down as words of 16 bytes for a host function; the slots of the operands and of its
    /// result.
    pub(super) fn words_for_host(&mut self, args: &[(Type, Cl)]) -> (StackSlot, StackSlot) {
        let (operands, out) = *self.slots.scratch.get_or_insert_with(|| {
            let mut slot = |bytes| {
                self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 4))
            };
            (slot(16 * MOST_OPERANDS), slot(16))
        });
        for (n, &(ty, value)) in args.iter().take(MOST_OPERANDS as usize).enumerate() {
            let at = n as i32 * 16;
            if ty == Type::I128 {
                self.b.ins().stack_store(types::I64, value, operands, at);
                continue;
            }
            let low = self.widened(ty, value);
            let high = self.b.ins().iconst(types::I64, 0);
            self.b.ins().stack_store(types::I64, low, operands, at);
            self.b.ins().stack_store(types::I64, high, operands, at + 8);
        }
        (operands, out)
    }

    /// A value's bits in 64, zero above.
    pub(super) fn widened(&mut self, ty: Type, value: Cl) -> Cl {
        match ty {
            Type::Pred | Type::I16 | Type::I32 => self.b.ins().uextend(types::I64, value),
            Type::F32 => {
                let bits = self.b.ins().bitcast(types::I32, MemFlagsData::new(), value);
                self.b.ins().uextend(types::I64, bits)
            }
            Type::F64 => self.b.ins().bitcast(types::I64, MemFlagsData::new(), value),
            Type::I128 => self.b.ins().ireduce(types::I64, value),
            Type::I64 => value,
        }
    }

    /// A value of a type from the low bits of a 64-bit word.
    pub(super) fn narrowed(&mut self, ty: Type, word: Cl) -> Cl {
        match ty {
            Type::Pred => self.b.ins().ireduce(types::I8, word),
            Type::I16 => self.b.ins().ireduce(types::I16, word),
            Type::I32 => self.b.ins().ireduce(types::I32, word),
            Type::F32 => {
                let bits = self.b.ins().ireduce(types::I32, word);
                self.b.ins().bitcast(types::F32, MemFlagsData::new(), bits)
            }
            Type::F64 => self.b.ins().bitcast(types::F64, MemFlagsData::new(), word),
            Type::I128 => self.b.ins().uextend(types::I128, word),
            Type::I64 => word,
        }
    }

    /// The site of the instruction being emitted, a read-modify-write that the host carries out.
    pub(super) fn atom_site(&mut self) -> Cl {
        let site = number(&mut self.sites.atoms, InstId::new(self.inst as usize));
        self.site(offset!(atoms), site * size_of::<AtomSite>())
    }

    fn site(&mut self, table: i32, at: usize) -> Cl {
        let table = self.field(types::I64, table);
        self.b.ins().iadd_imm_s(table, at as i64)
    }

    /// What is emitted from here on belongs to an instruction.
    pub(super) fn set_place(&mut self, inst: u32) {
        self.inst = inst;
        self.b.set_srcloc(SourceLoc::new(inst));
    }

    /// One instruction that is no sync operation.
    pub(super) fn emit_inst(&mut self, id: InstId) {
        let inst: &'a Inst = self.f.inst(id);
        self.set_place(id.index() as u32);
        match inst.op {
            Op::Const(_) => {}
            Op::Load { .. } | Op::Store { .. } | Op::Atom { .. } if self.asks.checked != Checked::No => {
                self.emit_watched(inst, |this, inst| match inst.op {
                    Op::Atom { .. } => this.emit_atom(inst),
                    _ => this.emit_access(inst),
                });
            }
            Op::Async(_) => self.emit_step(inst),
            Op::Load { .. } | Op::Store { .. } => self.emit_access(inst),
            Op::Atom { .. } => self.emit_atom(inst),
            Op::System(_) | Op::Texture(_) | Op::Tensor(_) => self.emit_system(inst),
            Op::Fence => {
                self.emit_step(inst);
                self.b.ins().fence();
            }
            // Its loop ends its region here: others get their turn.
            Op::Nanosleep => {}
            _ => {
                let Some(&result) = inst.results.first() else { return };
                let value = self.emit_pure(inst, self.f.ty(result));
                self.set(result, value);
            }
        }
    }

    /// A pure operation: native code where there is some, else by the host.
    fn emit_pure(&mut self, inst: &Inst, ty: Type) -> Cl {
        if let Some(value) = self.special(inst, ty) {
            return value;
        }
        let args: Vec<(Type, Cl)> = inst.args.iter().map(|&v| (self.f.ty(v), self.get(v))).collect();
        let native = self
            .integer(&inst.op, ty, &args)
            .or_else(|| self.float(&inst.op, ty, &args))
            .or_else(|| self.convert(&inst.op, ty, &args))
            .or_else(|| self.pack(&inst.op, ty, &args));
        native.unwrap_or_else(|| self.eval(ty, &args))
    }
}
