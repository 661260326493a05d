//! Lowering of a syntax tree to IR, one kernel at a time. Called device functions are inlined; those that
//! cannot be are lowered once, in the same graph ([`outline`]).
//!
//! The IR is built in SSA form ([`ssa`]). Guards become selects for instructions without side effects, and
//! branches for others. Types are checked as strictly as by `ptxas`, and all errors of a kernel are reported
//! together. The semantics of operations are defined by the IR, never here.

mod alloca;
mod arith;
mod bulk;
mod call;
mod call_graph;
mod compare;
mod constants;
mod contract;
mod control;
mod convert;
mod dispatch;
mod float;
mod fragment;
mod group;
mod host;
mod lane_order;
mod link;
mod lockstep;
mod matrix;
mod mbarrier;
mod memory;
mod moves;
mod multimem;
mod multisample;
mod names;
mod operand;
mod outline;
mod row_order;
mod shared;
mod simplify_cfg;
mod stack;
mod sync;
mod tensor;
mod texture;
mod video;
mod warp_order;

use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::loops::{self, Loops};
use crate::ast::{Instruction, Statement, VarSpace};
use crate::diag::{Diagnostics, Problem, Sink};
use crate::ir::{self, BlockId, Function, Op, Param, Type, Value};
use crate::module::{Formal, Module};
use crate::parse::body;
pub(crate) use call_graph::address_taken;

use crate::ir::ssa::{self, Ssa};
use call_graph::Traits;
use contract::Loose;
use names::{Frame, Place};
use outline::Outline;
use shared::{SharedKey, SharedMemory};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// Limit of statements in a kernel with all inlined calls.
const MAX_STATEMENTS: usize = 400_000;

/// Smallest stack of a thread for calls, in bytes, in addition to the kernel's own variables. CUDA's default
/// is 1 KiB, for frames that hold only what registers cannot. Memory is committed only when it is used. A
/// launch may provide more.
const STACK: u32 = 64 << 10;

/// Returns the offsets and the size of a kernel's parameter block.
pub(crate) fn param_layout(formals: &[Formal]) -> (Vec<Param>, u32) {
    // Indexing rejected sizes and alignments that could overflow here.
    let mut end = 0u32;
    let params = formals
        .iter()
        .map(|formal| {
            let offset = end.next_multiple_of(formal.align);
            end = offset + formal.bytes;
            Param { name: formal.name.clone(), offset, size: formal.bytes, align: formal.align }
        })
        .collect();
    (params, end)
}

/// Returns the statements of a body, and its errors.
pub(crate) fn parse_body(module: &Module, range: Range<usize>) -> (Vec<Statement<'_>>, Sink) {
    body::parse(module.text(), range, module.dialect)
}

/// Lowers the kernel with this index.
pub(crate) fn kernel(module: &Module, index: usize) -> Result<Function, Diagnostics> {
    let decl = &module.functions[index];
    let mut f = Function::new(decl.name.as_str());
    (f.params, f.param_bytes) = param_layout(&decl.params);
    f.attributes = decl.attributes.clone();
    let block = f.add_block();
    let mut lower = Lower {
        module,
        sink: Sink::default(),
        f,
        ssa: Ssa::default(),
        cursor: Cursor { block, open: true, at: 0, line: 0, guard: None },
        calls: Calls { budget: MAX_STATEMENTS, ..Calls::default() },
        shared: SharedMemory::default(),
        local_top: 0,
        outline: Outline::default(),
        loose: Loose::new(),
        for_amd: false,
    };
    let entry = lower.f.entry();
    lower.ssa.seal(&mut lower.f, entry);
    let offsets: Vec<u32> = lower.f.params.iter().map(|p| p.offset).collect();
    let places = decl.params.iter().zip(offsets);
    let places =
        places.map(|(formal, offset)| (formal.name.as_str(), Place::KernelParam { offset })).collect();
    lower.begin_frame(index);
    lower.calls.own = lower.body(index).map_or(0, |body| body.len());
    lower.function(index, places, None);
    lower.units();
    lower.finish()
}

/// Statement being lowered, and the insertion point of its instructions.
struct Cursor {
    block: BlockId,
    /// `true` while the block has no terminator.
    open: bool,
    /// Byte offset of the statement.
    at: u32,
    /// Line of the statement.
    line: u32,
    /// Guard of an instruction without side effects: it selects the value of each destination.
    guard: Option<(Value, bool)>,
}

/// Functions that the kernel calls: those being inlined, and facts about all.
#[derive(Default)]
struct Calls<'m> {
    /// Functions being inlined, innermost last.
    frames: Vec<Frame<'m>>,
    active: Vec<usize>,
    bodies: BTreeMap<usize, Rc<Vec<Statement<'m>>>>,
    traits: BTreeMap<usize, Rc<Traits>>,
    recursive: BTreeMap<usize, bool>,
    /// Statements that may still be lowered.
    budget: usize,
    /// Statements of the kernel itself.
    own: usize,
    /// Copies of functions that were begun, and calls begun and ended.
    copies: u32,
    passed: u32,
    /// Number of the copy that is being lowered.
    copy: u32,
}

/// State of lowering one kernel.
struct Lower<'m> {
    module: &'m Module,
    sink: Sink,
    f: Function,
    ssa: Ssa,
    cursor: Cursor,
    calls: Calls<'m>,
    shared: SharedMemory,
    /// End of the local memory allocated by the current unit.
    local_top: u32,
    outline: Outline,
    /// Sums, products and approximate quotients that may be fused.
    loose: Loose,
    /// `true` from the pragma [`crate::FOR_AMD`] on, at the start of a kernel.
    for_amd: bool,
}

impl<'m> Lower<'m> {
    /// Reports an error at the current statement.
    fn error(&mut self, problem: Problem) {
        self.sink.error(self.cursor.at, problem);
    }

    /// Reports an error if the module's dialect is older than an instruction requires.
    fn needs(&mut self, inst: &Instruction<'m>, version: (u32, u32), sm: u32) -> Option<()> {
        let (feature, (major, minor)) = (inst.form.text.into(), version);
        let dialect = self.module.dialect;
        if dialect.version < version {
            self.error(Problem::NeedsVersion { feature, major, minor });
            return None;
        }
        if dialect.sm < sm {
            self.error(Problem::NeedsTarget { feature, target: format!("sm_{sm}") });
            return None;
        }
        Some(())
    }

    /// Returns the innermost function being lowered.
    fn frame(&mut self) -> &mut Frame<'m> {
        self.calls.frames.last_mut().expect("statements are lowered inside a function only")
    }

    /// Returns the parsed body of a function. Its errors are reported once.
    fn body(&mut self, index: usize) -> Option<Rc<Vec<Statement<'m>>>> {
        if let Some(body) = self.calls.bodies.get(&index) {
            return Some(Rc::clone(body));
        }
        let range = self.module.functions[index].body.clone()?;
        let module = self.module;
        let (statements, found) = parse_body(module, range);
        self.sink.absorb(found);
        let body = Rc::new(statements);
        self.calls.bodies.insert(index, Rc::clone(&body));
        Some(body)
    }

    /// Appends an instruction without results.
    fn effect(&mut self, op: Op, args: Vec<Value>) {
        self.f.append(self.cursor.block, op, args, &[], self.cursor.line);
    }

    /// Appends an instruction with one result.
    fn op(&mut self, op: Op, args: Vec<Value>, ty: Type) -> Value {
        let inst = self.f.append(self.cursor.block, op, args, &[ty], self.cursor.line);
        self.f.inst(inst).results[0]
    }

    /// Appends an instruction with several results.
    fn op_many(&mut self, op: Op, args: Vec<Value>, types: &[Type]) -> Vec<Value> {
        let inst = self.f.append(self.cursor.block, op, args, types, self.cursor.line);
        self.f.inst(inst).results.clone()
    }

    /// Appends a constant.
    fn constant(&mut self, bits: u64, ty: Type) -> Value {
        let bits = if ty.bits() < 64 { bits & ((1 << ty.bits()) - 1) } else { bits };
        self.op(Op::Const(bits), Vec::new(), ty)
    }

    /// Converts a value to another type of the same width, keeping its bits.
    fn cast(&mut self, v: Value, ty: Type) -> Value {
        if self.f.ty(v) == ty { v } else { self.op(Op::Bitcast, vec![v], ty) }
    }

    /// Creates a block.
    fn new_block(&mut self) -> BlockId {
        self.f.add_block()
    }

    /// Ends the current block.
    fn terminate(&mut self, term: ir::Term) {
        debug_assert!(self.cursor.open);
        for edge in term.edges().map(|e| e.to).collect::<Vec<_>>() {
            self.ssa.edge(self.cursor.block, edge);
        }
        let block = self.f.block_mut(self.cursor.block);
        block.term = term;
        block.line = self.cursor.line;
        self.cursor.open = false;
    }

    /// Continues in a block after all its predecessors are known.
    fn start_sealed(&mut self, block: BlockId) {
        self.ssa.seal(&mut self.f, block);
        self.cursor.block = block;
        self.cursor.open = true;
    }

    /// Allocates local memory in the frame of the current unit and returns its offset.
    fn allocate_local(&mut self, bytes: u64, align: u32, name: &str) -> u32 {
        let offset = u64::from(self.local_top).next_multiple_of(u64::from(align));
        // Architectures offer a thread 512 KiB.
        let end = offset.saturating_add(bytes);
        if end > 512 << 10 {
            self.error(Problem::TooLarge { name: name.into(), bytes });
            return 0;
        }
        self.local_top = end as u32;
        let unit = &mut self.outline.units[self.outline.current];
        unit.bytes = unit.bytes.max(end as u32);
        offset as u32
    }

    /// Returns the offset of a shared variable, which is allocated at its first use.
    fn allocate_shared(&mut self, key: SharedKey, bytes: u64, align: u32, name: &str) -> u32 {
        if let Some(offset) = self.shared.offset(key) {
            return offset;
        }
        let align = if self.for_amd { align.max(shared::alignment_for_amd(bytes)) } else { align };
        let Some(offset) = self.shared.place(key, bytes, align, self.module.watched) else {
            self.error(Problem::TooLarge { name: name.into(), bytes });
            return 0;
        };
        if self.module.watched {
            let (name, bytes) = (name.to_owned(), bytes as u32);
            self.f.shared_vars.push(ir::SharedPlace { name, offset, bytes });
        }
        offset
    }

    fn finish(mut self) -> Result<Function, Diagnostics> {
        if self.ssa.has_too_many_arguments() {
            let kernel = self.f.name.clone();
            self.error(Problem::TooManyArguments { kernel, limit: ssa::MAX_ARGUMENTS });
        }
        if let Some(found) = std::mem::take(&mut self.sink).finish(self.module.lines()) {
            return Err(found);
        }
        let (dynamic_start, used) = self.shared.ends(self.module.watched);
        self.f.guard_bytes = dynamic_start - used;
        self.f.watched = self.module.watched;
        if self.module.watched && !self.shared.dynamic.is_empty() {
            let (name, offset) = (String::new(), dynamic_start);
            self.f.shared_vars.push(ir::SharedPlace { name, offset, bytes: u32::MAX });
        }
        for &inst in &self.shared.dynamic {
            self.f.inst_mut(inst).op = Op::Const(u64::from(dynamic_start));
        }
        self.f.shared_bytes = dynamic_start;
        let frames = self.frame_addresses();
        self.ssa.finish(&mut self.f);
        let (own, calls) = link::calls(&mut self.f, self.outline, &frames);
        self.f.stack_bytes = if calls { STACK } else { 0 };
        self.f.local_bytes = own + self.f.stack_bytes;
        simplify_cfg::run(&mut self.f);
        let graph = Graph::from_function(&self.f);
        if Loops::new(&graph, &Dominators::new(&graph)).is_too_deep() {
            let mut sink = Sink::default();
            let kernel = self.f.name.clone();
            sink.error(self.cursor.at, Problem::LoopsTooDeep { kernel, limit: loops::DEEPEST });
            if let Some(found) = sink.finish(self.module.lines()) {
                return Err(found);
            }
        }
        lockstep::run(&mut self.f, self.for_amd, &self.shared.starts(self.module.watched));
        if !self.module.debugged {
            constants::run(&mut self.f);
            contract::run(&mut self.f, &self.loose);
        }
        debug_assert!(ir::verify::check(&self.f).is_empty(), "{:?}", ir::verify::check(&self.f));
        Ok(self.f)
    }
}

/// Returns the IR's state space of variables declared in `space`.
fn ir_space(space: VarSpace) -> ir::Space {
    match space {
        VarSpace::Global => ir::Space::Global,
        VarSpace::Const => ir::Space::Const,
        VarSpace::Shared => ir::Space::Shared,
        VarSpace::Local | VarSpace::Reg => ir::Space::Local,
        VarSpace::Param => ir::Space::Param,
    }
}
