//! Common parts of both emitters: values, the frame, faults, host calls.

use crate::abi::{Stop, offset, slot_bytes, stop_place};
use crate::check::Checked;
use crate::hostcalls::{Approximate, Host};
use crate::lower::builder::Builder;
use crate::lower::held::{Held, Known, Values};
use crate::lower::plan::{Home, Plan};
use crate::machine::{Extra, Level, SPARING};
use crate::reach::Asks;
use crate::sites::{AtomSite, EvalSite, SiteIds, number};
use crate::trace::leaders;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, AbiParam, Block, ExtFuncData, ExternalName, FuncRef, InstBuilder, MemFlagsData, Signature,
    SourceLoc, StackSlot, StackSlotData, StackSlotKind, Value as Cl, types,
};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_frontend::{FunctionBuilder, Variable};
use ptx::analysis::lane_offsets::LaneOffsets;
use ptx::analysis::leaders::Leaders;
use ptx::ir::{BlockId, Function, Inst, InstId, Op, Type, Value};

/// Flags for addresses that the emitted code itself computes.
pub(super) const TRUSTED: MemFlagsData = MemFlagsData::trusted();

/// The lane that a region's code runs.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// Index of the thread in its block, `i32`.
    pub(super) thread: Cl,
    /// Index of the lane in its warp, `i32`.
    pub(super) lane: Cl,
    /// Address of the lane's word, double word and quad word in the warp's first slot of each size. `None` in
    /// code for strips, which addresses the frame differently.
    words: Option<[Cl; 3]>,
    /// Mask of lanes that all do the same; faults are attributed to the first of them, and `thread` is that
    /// of bit 0.
    first_of: Option<Cl>,
    /// Target of a lane that stops: `(place, address, thread)`.
    pub(super) fault: Block,
    /// Target of a lane that has reached the end of the region: `(next region)`.
    pub(super) end: Block,
}

impl Lane {
    /// Returns a lane with values that are given instruction by instruction.
    pub(super) fn in_strip(thread: Cl, lane: Cl, fault: Block, end: Block) -> Lane {
        Lane { thread, lane, words: None, first_of: None, fault, end }
    }

    /// Returns any lane of a mask; bit 0 is the given lane.
    pub(super) fn first_of_mask(self, mask: Cl) -> Lane {
        Lane { first_of: Some(mask), ..self }
    }
}

/// Stack slots for host calls, created at their first use.
#[derive(Default)]
pub(super) struct Slots {
    /// Operands and result of an operation.
    scratch: Option<(StackSlot, StackSlot)>,
    /// Operands of requests.
    pub(super) requests: Option<StackSlot>,
    /// Values of a store, for the watcher.
    pub(super) stored: Option<StackSlot>,
    /// Operands of approximate functions.
    pub(super) rows: Option<StackSlot>,
    /// Operands of an operation on a strip.
    pub(super) strip: Option<StackSlot>,
    /// Operands and results of a strip's fetches.
    pub(super) fetch: Option<StackSlot>,
    /// Offsets of the rows of a strip's `ldmatrix`.
    pub(super) matrix_rows: Option<StackSlot>,
    /// Operands and results of runs of arithmetic.
    pub(super) run: Option<StackSlot>,
    /// Addresses and values of accesses that the host does.
    pub(super) access: Option<StackSlot>,
    /// Addresses of a strip's lanes.
    pub(super) addresses: Option<StackSlot>,
}

pub(super) struct Emitter<'a> {
    pub(super) f: &'a Function,
    pub(super) plan: &'a Plan,
    pub(super) b: Builder<'a>,
    pub(super) isa: &'a dyn TargetIsa,
    /// Address of the block's context.
    pub(super) context: Cl,
    /// Range that flat addresses may access without asking: see [`crate::abi::BlockContext`].
    pub(super) reach: Cl,
    /// The negative reach: added to an address, it gives the distance from there.
    pub(super) from_reach: Cl,
    pub(super) reach_bytes: Cl,
    /// Its size in units of 1, 2, 4, 8 and 16 bytes.
    pub(super) reach_units: [Cl; 5],
    /// Questions about other addresses to the host.
    pub(super) asks: Asks,
    values: Values,
    /// Positions of blocks in the region being emitted.
    pub(super) places: Vec<u32>,
    /// Values that the region being emitted reads.
    pub(super) reads: Vec<bool>,
    pub(super) lane: Option<Lane>,
    /// Values without variables: operands of one lane of a strip.
    pub(super) given: Vec<(Value, Cl)>,
    /// Values of the lane that a loop over the lanes of a strip is at.
    pub(super) at_lane: Known,
    /// Results, if they are captured instead of going to variables and the frame.
    pub(super) captured: Option<Vec<(Value, Cl)>>,
    sites: SiteIds,
    pub(super) slots: Slots,
    /// `true` while rarely executed code is emitted.
    cold: bool,
    /// The instruction being emitted.
    pub(super) inst: u32,
    /// Start of the words of the block being emitted, and offset of the next one, if the kernel is traced.
    pub(super) trace: Option<(Cl, i32)>,
    /// Addresses that a traced kernel need not record.
    pub(super) offsets: Option<LaneOffsets>,
    /// Blocks that stand for others in its records.
    pub(super) leaders: Option<Leaders>,
    /// Values whose NaNs may be the machine's: see [`super::unseen`]; none in strips.
    pub(super) unseen_nans: &'a [bool],
    /// `true` if the machine flushes subnormal numbers while code of the kernel runs.
    pub(super) flushing: bool,
    /// Code may have arithmetic that rounds in a [direction](super::directed).
    pub(super) directs: bool,
    /// Operations beyond Cranelift's.
    extras: Vec<(ExtraKey, FuncRef)>,
}

/// An operation beyond Cranelift's: the types of at most five operands, and of its result.
type ExtraKey = (Extra, [types::Type; 5], Option<types::Type>);

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
        let offsets = asks.traced.then(|| LaneOffsets::new(f));
        let leaders = offsets.as_ref().map(|offsets| leaders(f, offsets));
        Emitter {
            f,
            plan,
            b: Builder::new(b),
            isa,
            context: nothing,
            reach: nothing,
            from_reach: nothing,
            reach_bytes: nothing,
            reach_units: [nothing; 5],
            asks,
            values: Values::new(f.value_count()),
            places: vec![u32::MAX; f.blocks().len()],
            reads: vec![false; f.value_count()],
            lane: None,
            given: Vec::new(),
            at_lane: Known::new(f.value_count()),
            captured: None,
            sites,
            slots: Slots::default(),
            cold: false,
            inst: 0,
            trace: None,
            offsets,
            leaders,
            unseen_nans: &[],
            flushing: false,
            directs: false,
            extras: Vec::new(),
        }
    }

    pub(super) fn finish(self) -> SiteIds {
        let config = self.isa.frontend_config();
        self.b.finalize(config);
        self.sites
    }

    /// Clears the values at the start of a region's code.
    pub(super) fn forget_values(&mut self) {
        self.values.forget();
        self.recycle_variables();
    }

    /// Selects the lane of the current block for the code that follows.
    pub(super) fn enter_lane(&mut self, thread: Cl, lane: Cl, frame: Cl, fault: Block, end: Block) {
        let wide = self.b.ins().uextend(types::I64, lane);
        let words = [2, 3, 4].map(|shift| {
            let offset = self.b.ins().ishl_imm_u(wide, shift);
            self.b.ins().iadd(frame, offset)
        });
        self.lane = Some(Lane { thread, lane, words: Some(words), first_of: None, fault, end });
    }

    /// Records which threads run from here on, `count` of them from `first`, for reports of page faults.
    pub(super) fn note_running(&mut self, first: Cl, count: u32) {
        let running = self.b.ins().iadd_imm_s(first, i64::from(count) << 16);
        self.b.ins().store(TRUSTED, running, self.context, offset!(running));
    }

    pub(super) fn lane(&self) -> Lane {
        self.lane.expect("regions are emitted inside enter_lane")
    }

    /// Returns the machine type of a value.
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

    /// Switches a value with several definitions in the region being emitted to a variable.
    pub(super) fn expect_more(&mut self, v: Value) {
        let variable = self.variable(Self::clif(self.f.ty(v)));
        self.values.keep(v, Held::Variable(variable));
    }

    /// Returns a variable that is unused in the region being emitted. The code generator keeps a word for
    /// each pair of variable and block, so regions share variables: none reads what another has assigned.
    pub(super) fn variable(&mut self, ty: types::Type) -> Variable {
        self.values.variable(&mut self.b, ty)
    }

    /// Returns a variable for a value that only its own block reads. Other values may be kept for lanes that
    /// wait while the block runs again.
    pub(super) fn local_variable(&mut self, ty: types::Type) -> Variable {
        self.values.spare(ty).unwrap_or_else(|| self.variable(ty))
    }

    /// Makes a [local variable](Self::local_variable) available again.
    pub(super) fn give_back(&mut self, ty: types::Type, variable: Variable) {
        self.values.give_back(ty, variable);
    }

    /// Returns the number of variables.
    pub(super) fn variable_count(&self) -> usize {
        self.values.variable_count()
    }

    /// Makes all variables available to a new region and zeroes them: values of earlier regions would stay
    /// live otherwise.
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
            for &variable in self.values.pool_variables(n) {
                self.b.def_var(variable, zero);
            }
        }
    }

    /// Sets the value of `v` in the region.
    fn hold(&mut self, v: Value, value: Cl) {
        match self.values.held(v) {
            Held::Variable(var) => self.b.def_var(var, value),
            _ => self.values.keep(v, Held::Here(value)),
        }
    }

    /// Returns a constant of a type.
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

    /// Returns a value at its use.
    pub(super) fn get(&mut self, v: Value) -> Cl {
        if let Some(bits) = self.f.constant(v) {
            return self.constant(self.f.ty(v), bits);
        }
        if let Some(&(_, value)) = self.given.iter().find(|(given, _)| *given == v) {
            return value;
        }
        if let Some(value) = self.at_lane.get(v) {
            return value;
        }
        if let Held::Nowhere = self.values.held(v) {
            // Its definition runs first, but comes later in the order of blocks.
            self.expect_more(v);
        }
        match self.values.held(v) {
            Held::Here(value) => value,
            Held::Variable(var) => self.b.use_var(var),
            Held::Nowhere => self.constant(self.f.ty(v), 0),
        }
    }

    /// Sets a value at its definition; stores it to the frame if another region or the driver reads it.
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
        self.store_to_frame(v, value);
    }

    /// Stores a value to the frame.
    pub(super) fn store_to_frame(&mut self, v: Value, value: Cl) {
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

    /// Loads a value from the frame.
    pub(super) fn load_from_frame(&mut self, v: Value) {
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

    /// Loads a field of the context.
    pub(super) fn field(&mut self, ty: types::Type, offset: i32) -> Cl {
        self.b.ins().load(ty, TRUSTED, self.context, offset)
    }

    /// Stops the lane if `bad` is not 0.
    pub(super) fn stop_if(&mut self, bad: Cl, why: Stop, address: Cl) {
        let resume = self.b.create_block();
        let place = self.b.ins().iconst(types::I32, i64::from(stop_place(why, self.inst)));
        let Lane { fault, thread, first_of, .. } = self.lane();
        if let Some(mask) = first_of {
            let blame = self.b.create_block();
            self.b.ins().brif(bad, blame, &[], resume, &[]);
            self.open(blame);
            self.b.set_cold_block(blame);
            let first = self.b.ins().ctz(mask);
            let thread = self.b.ins().iadd(thread, first);
            self.b.ins().jump(fault, &[place.into(), address.into(), thread.into()]);
        } else if self.cold && Level::usable().is_none() {
            // Cranelift places a block on an edge from cold code among the hot ones, before the
            // values passed to it are defined. The one-pass allocator then keeps these alive from the
            // function's start, and its time grows with the square of such edges.
            let own = self.b.create_block();
            self.b.ins().brif(bad, own, &[], resume, &[]);
            self.open(own);
            self.b.ins().jump(fault, &[place.into(), address.into(), thread.into()]);
        } else {
            let why = [place.into(), address.into(), thread.into()];
            self.b.ins().brif(bad, fault, &why, resume, &[]);
        }
        self.open(resume);
    }

    /// Switches to a block with no further predecessors.
    pub(super) fn open(&mut self, block: Block) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
        self.mark_if_cold(block);
    }

    /// Marks the code from here on, the current block included, as rarely executed. Returns the state for
    /// [`Self::leave_cold`].
    pub(super) fn enter_cold(&mut self) -> bool {
        let before = std::mem::replace(&mut self.cold, true);
        if let Some(block) = self.b.current_block() {
            self.mark_if_cold(block);
        }
        before
    }

    /// Restores the state before [`Self::enter_cold`].
    pub(super) fn leave_cold(&mut self, before: bool) {
        self.cold = before;
    }

    /// Marks a block as cold if the current code is.
    pub(super) fn mark_if_cold(&mut self, block: Block) {
        if self.cold {
            self.b.set_cold_block(block);
        }
    }

    /// Stops the lane at a block that ends in a trap.
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

    /// Creates a block for lanes that stop.
    pub(super) fn make_fault_block(&mut self) -> Block {
        let block = self.b.create_block();
        for ty in [types::I32, types::I64, types::I32] {
            self.b.append_block_param(block, ty);
        }
        block
    }

    /// Emits the block for lanes that stop.
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

    /// Calls a host function, in the default mode of arithmetic if that matters.
    pub(super) fn call(&mut self, host: Host, args: &[Cl], result: Option<types::Type>) -> Option<Cl> {
        self.call_at((host.offset(), host.spares()), host.computes(), args, result)
    }

    /// Calls an approximate function for the first lanes of a row of operands.
    pub(super) fn call_approximate(&mut self, function: Approximate, operands: Cl, lanes: u32) {
        let lanes = self.b.ins().iconst(types::I32, i64::from(lanes));
        self.call_at((function.offset(), false), function.computes(), &[operands, lanes], None);
    }

    /// Calls the host function at an offset of the table, in the default mode of arithmetic if it `computes`.
    /// `spares` if it preserves registers.
    fn call_at(
        &mut self,
        (offset, spares): (i32, bool),
        computes: bool,
        args: &[Cl],
        result: Option<types::Type>,
    ) -> Option<Cl> {
        let keeps = self.flushing && computes;
        if keeps {
            self.extra_effect(Extra::KeepSubnormals, &[]);
        }
        let mut signature = Signature::new(if spares { SPARING } else { CallConv::SystemV });
        signature.params.extend(args.iter().map(|&a| AbiParam::new(self.b.func.dfg.value_type(a))));
        signature.returns.extend(result.map(AbiParam::new));
        let signature = self.b.import_signature(signature);
        let table = self.field(types::I64, offset!(hosts));
        let address = self.b.ins().load(types::I64, TRUSTED, table, offset);
        let call = self.b.ins().call_indirect(signature, address, args);
        if keeps {
            self.extra_effect(Extra::FlushSubnormals, &[]);
        }
        self.b.inst_results(call).first().copied()
    }

    /// Emits an operation that Cranelift's language has no instruction for.
    pub(super) fn extra(&mut self, op: Extra, args: &[Cl], result: types::Type) -> Cl {
        let call = self.call_extra(op, args, Some(result));
        self.b.inst_results(call)[0]
    }

    /// Emits such an operation without a result.
    pub(super) fn extra_effect(&mut self, op: Extra, args: &[Cl]) {
        self.call_extra(op, args, None);
    }

    fn call_extra(&mut self, op: Extra, args: &[Cl], result: Option<types::Type>) -> ir::Inst {
        let types: Vec<types::Type> = args.iter().map(|&arg| self.b.func.dfg.value_type(arg)).collect();
        let function = self.extra_function(op, &types, result);
        self.b.ins().call(function, args)
    }

    /// Returns the function that stands for an operation beyond Cranelift's on some types.
    pub(super) fn extra_function(
        &mut self,
        op: Extra,
        args: &[types::Type],
        result: Option<types::Type>,
    ) -> FuncRef {
        let mut key: ExtraKey = (op, [types::INVALID; 5], result);
        key.1.iter_mut().zip(args).for_each(|(to, &ty)| *to = ty);
        let known = self.extras.iter().find(|own| own.0 == key).map(|own| own.1);
        known.unwrap_or_else(|| {
            let mut signature = Signature::new(CallConv::SystemV);
            signature.params.extend(key.1[..args.len()].iter().map(|&ty| AbiParam::new(ty)));
            signature.returns.extend(result.map(AbiParam::new));
            let signature = self.b.import_signature(signature);
            let name = self.b.func.declare_imported_user_function(op.name());
            let name = ExternalName::user(name);
            let data = ExtFuncData { name, signature, colocated: false, patchable: false };
            let function = self.b.import_function(data);
            self.extras.push((key, function));
            function
        })
    }

    /// Has the host compute the instruction being emitted, which is pure.
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

    /// Has the host compute the instruction being emitted, which is pure, for the lanes of a mask. Operands
    /// are in rows of memory; the result replaces the first.
    pub(super) fn eval_rows(&mut self, lanes: Cl, rows: StackSlot) {
        let site = number(&mut self.sites.evals, InstId::new(self.inst as usize));
        let site = self.site(offset!(evals), site * size_of::<EvalSite>());
        let rows = self.b.ins().stack_addr(types::I64, rows, 0);
        self.call(Host::EvalRows, &[site, lanes, rows], None);
    }

    /// Has the host carry out an `mma` of the lanes of a mask, with the registers in rows of memory: those of
    /// A, of B with metadata, and of C, which D replaces.
    pub(super) fn multiply(&mut self, id: InstId, lanes: Cl, parts: [StackSlot; 3]) {
        let site = number(&mut self.sites.evals, id);
        let site = self.site(offset!(evals), site * size_of::<EvalSite>());
        let [a, b, sums] = parts.map(|slot| self.b.ins().stack_addr(types::I64, slot, 0));
        self.call(Host::Multiply, &[site, lanes, a, b, sums], None);
    }

    /// Stores operands as 16-byte words for a host function. Returns the slots of the operands and of the
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

    /// Zero-extends a value's bits to 64.
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

    /// Converts the low bits of a 64-bit word to a value of a type.
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

    /// Returns the site of the instruction being emitted, a read-modify-write that the host carries out.
    pub(super) fn atom_site(&mut self) -> Cl {
        let site = number(&mut self.sites.atoms, InstId::new(self.inst as usize));
        self.site(offset!(atoms), site * size_of::<AtomSite>())
    }

    fn site(&mut self, table: i32, at: usize) -> Cl {
        let table = self.field(types::I64, table);
        self.b.ins().iadd_imm_s(table, at as i64)
    }

    /// Attributes the code from here on to an instruction.
    pub(super) fn set_place(&mut self, inst: u32) {
        self.inst = inst;
        self.b.set_srcloc(SourceLoc::new(inst));
    }

    /// Emits one instruction, which is no sync operation.
    pub(super) fn emit_inst(&mut self, id: InstId) {
        let inst: &'a Inst = self.f.inst(id);
        self.set_place(id.index() as u32);
        self.trace_access(id);
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
            // Its loop ends the region here, so others get a time slice.
            Op::Nanosleep => {}
            _ => {
                let Some(&result) = inst.results.first() else { return };
                let value = self.emit_pure(inst, self.f.ty(result));
                self.set(result, value);
            }
        }
    }

    /// Emits a pure operation: native code where it exists, else a host call.
    fn emit_pure(&mut self, inst: &Inst, ty: Type) -> Cl {
        if let Some(value) = self.special(inst, ty) {
            return value;
        }
        let args: Vec<(Type, Cl)> = inst.args.iter().map(|&v| (self.f.ty(v), self.get(v))).collect();
        let native = self
            .integer(&inst.op, ty, &args)
            .or_else(|| self.float(&inst.op, ty, &args))
            .or_else(|| self.halves(&inst.op, ty, &args))
            .or_else(|| self.fields(&inst.op, ty, &args))
            .or_else(|| self.convert(&inst.op, ty, &args))
            .or_else(|| self.pack(&inst.op, ty, &args));
        native.unwrap_or_else(|| self.eval(ty, &args))
    }
}
