//! The typed IR and its semantics.
//!
//! A [`Function`] is a control-flow graph in SSA form. Each [`Value`] has one definition: the result of an
//! instruction or a parameter of a block. An edge passes arguments to the parameters of its target; there are
//! no phi instructions. A definition dominates its uses. The first block is the entry and has neither
//! parameters nor predecessors.
//!
//! **Threads.** A function describes one thread. The *sync* operations ([`Op::effect`]) are the only points
//! at which threads of a warp act together. Between them the order of threads is unspecified: an engine may
//! run one thread after the other, or many in lock step. The memory operations of one thread keep their
//! order.
//!
//! **Addresses.** [`Space::Generic`] and [`Space::Global`] addresses are 64-bit addresses in the device
//! window. Shared, local and parameter addresses are offsets from the start of the block's shared memory, of
//! the thread's local memory and of the parameter block. Lowering lays out variables of those spaces; they
//! appear as constants. Module variables are [`Op::VarAddr`], resolved when a module is loaded.
//!
//! **Bits.** Integers wrap. Operations with an undefined result in PTX have a defined one here, the
//! interpreter's, so that all engines agree.
//!
//! This module does not depend on code generation. Every function that passes the verifier can be run.

pub mod group;
pub mod mma;
pub mod op;
pub mod print;
pub(crate) mod ssa;
pub mod system;
pub mod tensor;
pub mod texture;
pub mod types;
pub mod verify;
pub mod watch;

use std::fmt;
use std::hash::{Hash, Hasher};

pub use group::GroupMma;
pub use mma::Mma;
pub use op::{
    Approx, AtomOp, Barrier, Cmp, Effect, FloatOp, FloatUnary, IntOp, IntUnary, Mode, Op, Order, Prmt, Round,
    Shfl, Sreg, TestP, Vote,
};
pub use system::System;
pub use tensor::Tensor;
pub use texture::Texture;
pub use types::{CLUSTER_SHIFT, Class, Scalar, Space, Type};
pub use watch::AsyncStep;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// Returns the id with this index.
            pub const fn new(index: usize) -> Self {
                assert!(index < u32::MAX as usize);
                Self(index as u32)
            }

            /// Returns the position in its table.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}

ids! {
    /// An SSA value of a function.
    Value = "v";
    /// An instruction of a function.
    InstId = "i";
    /// A basic block of a function.
    BlockId = "b";
    /// A module variable in global or constant memory (index into the module's table of variables).
    VarId = "g";
}

/// Definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Def {
    /// Result `n` of an instruction.
    Inst(InstId, u8),
    /// Parameter `n` of a block.
    Param(BlockId, u32),
}

/// A value's type and definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueData {
    /// Type of the value.
    pub ty: Type,
    /// Definition: an instruction or a block parameter.
    pub def: Def,
}

/// An instruction: operation, operands and results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    /// Operation.
    pub op: Op,
    /// Operands, in the order that the operation documents.
    pub args: Vec<Value>,
    /// Results, in the order that the operation documents.
    pub results: Vec<Value>,
    /// 1-based line of the PTX statement; 0 if the instruction was synthesised.
    pub line: u32,
}

/// Place of a variable in a block's shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedPlace {
    /// Name in the PTX; empty for dynamic shared memory.
    pub name: String,
    /// Offset of its first byte.
    pub offset: u32,
    /// Size in bytes; dynamic shared memory extends to the end of the block's shared memory.
    pub bytes: u32,
}

/// Control-flow edge, with the values of the target's parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// Target block.
    pub to: BlockId,
    /// One value for each parameter of the target.
    pub args: Vec<Value>,
}

impl Edge {
    /// Creates an edge without arguments.
    pub fn new(to: BlockId) -> Self {
        Edge { to, args: Vec::new() }
    }
}

/// Terminator of a block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// Unconditional jump.
    Jump(Edge),
    /// Conditional branch.
    Branch {
        /// Condition, a predicate.
        cond: Value,
        /// Edge taken if the condition holds.
        then: Edge,
        /// Edge taken otherwise.
        other: Edge,
    },
    /// `brx.idx`: jumps to the target with an `i32` index; an index out of range selects the last target.
    Switch {
        /// Index, unsigned.
        index: Value,
        /// Targets; never empty.
        targets: Vec<Edge>,
    },
    /// The thread ends (`exit`, or `ret` of a kernel).
    Exit,
    /// The thread stops the grid with a fault (`trap`).
    Trap,
}

impl Term {
    /// Returns the edges in order.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (one, two, many): (Option<&Edge>, Option<&Edge>, &[Edge]) = match self {
            Term::Jump(e) => (Some(e), None, &[]),
            Term::Branch { then, other, .. } => (Some(then), Some(other), &[]),
            Term::Switch { targets, .. } => (None, None, targets),
            Term::Exit | Term::Trap => (None, None, &[]),
        };
        one.into_iter().chain(two).chain(many)
    }

    /// Returns the edges in order, mutably.
    pub fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        let (one, two, many): (Option<&mut Edge>, Option<&mut Edge>, &mut [Edge]) = match self {
            Term::Jump(e) => (Some(e), None, &mut []),
            Term::Branch { then, other, .. } => (Some(then), Some(other), &mut []),
            Term::Switch { targets, .. } => (None, None, targets),
            Term::Exit | Term::Trap => (None, None, &mut []),
        };
        one.into_iter().chain(two).chain(many)
    }

    /// Returns the value that selects the edge, if there are several.
    pub fn selector(&self) -> Option<Value> {
        match self {
            Term::Branch { cond, .. } => Some(*cond),
            Term::Switch { index, .. } => Some(*index),
            _ => None,
        }
    }
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Parameters; the incoming edges supply their values.
    pub params: Vec<Value>,
    /// Instructions in order.
    pub insts: Vec<InstId>,
    /// Terminator.
    pub term: Term,
    /// 1-based line of the PTX statement that ends the block; 0 if it was synthesised.
    pub line: u32,
}

/// Parameter of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Name in the PTX.
    pub name: String,
    /// Byte offset in the parameter block.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// Alignment in bytes, a power of two.
    pub align: u32,
}

/// Values of a kernel's directives; 0 or `None` without the directive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attributes {
    /// `.reqntid`: exact block shape.
    pub reqntid: Option<[u32; 3]>,
    /// `.maxntid`: three limits; their product bounds the threads of a block.
    pub maxntid: Option<[u32; 3]>,
    /// `.minnctapersm`.
    pub minnctapersm: u32,
    /// `.maxnreg`.
    pub maxnreg: u32,
    /// `.reqnctapercluster`: cluster shape of every launch, in blocks.
    pub cluster: Option<[u32; 3]>,
    /// `.maxclusterrank`: largest number of blocks in a cluster.
    pub maxclusterrank: u32,
    /// `.explicitcluster`: a launch must have clusters.
    pub explicit_cluster: bool,
    /// `.blocksareclusters`: the grid that a launch names counts clusters.
    pub blocks_are_clusters: bool,
}

/// A kernel with everything it calls. Device functions are either lowered in place, or stand once in the same
/// graph; then jumps enter and leave them, and their frame is in local memory. The IR has no call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Name in the PTX.
    pub name: String,
    /// Kernel parameters in order.
    pub params: Vec<Param>,
    /// Size of the parameter block in bytes.
    pub param_bytes: u32,
    /// Statically allocated shared memory in bytes; dynamic shared memory starts here.
    pub shared_bytes: u32,
    /// Bytes of `shared_bytes` that are guards between variables; nonzero only in a kernel lowered for
    /// watching.
    pub guard_bytes: u32,
    /// Variables in shared memory, in a kernel lowered for watching.
    pub shared_vars: Vec<SharedPlace>,
    /// `true` if the kernel is lowered for watching: loads with unused results must be kept.
    pub watched: bool,
    /// Local memory of one thread in bytes.
    pub local_bytes: u32,
    /// Bytes of `local_bytes`, at its end, that are the stack for calls; 0 if all calls are lowered in place.
    pub stack_bytes: u32,
    /// Values of the kernel's directives.
    pub attributes: Attributes,
    values: Vec<ValueData>,
    insts: Vec<Inst>,
    blocks: Vec<Block>,
}

impl Function {
    /// Returns the local memory of one thread in bytes in a context whose stack limit is `stack` bytes: at
    /// least the kernel's default, and within the 512 KiB that architectures offer a thread.
    pub fn local_bytes_with(&self, stack: u64) -> u32 {
        const MOST: u32 = 512 << 10;
        let own = self.local_bytes - self.stack_bytes;
        match self.stack_bytes {
            0 => self.local_bytes,
            least => own + u64::from(MOST.saturating_sub(own)).min(stack).max(least.into()) as u32,
        }
    }

    /// Creates a function without blocks.
    pub fn new(name: impl Into<String>) -> Self {
        Function {
            name: name.into(),
            params: Vec::new(),
            param_bytes: 0,
            shared_bytes: 0,
            guard_bytes: 0,
            shared_vars: Vec::new(),
            watched: false,
            local_bytes: 0,
            stack_bytes: 0,
            attributes: Attributes::default(),
            values: Vec::new(),
            insts: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Returns the entry block.
    pub const fn entry(&self) -> BlockId {
        BlockId::new(0)
    }

    /// Returns all blocks, in order of their ids.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = BlockId> + use<> {
        (0..self.blocks.len()).map(BlockId::new)
    }

    /// Returns the number of values ever made; all ids are below it.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Returns the number of instructions ever made; all ids are below it.
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }

    /// Returns a block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// Returns a block, mutably.
    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.index()]
    }

    /// Returns an instruction.
    pub fn inst(&self, id: InstId) -> &Inst {
        &self.insts[id.index()]
    }

    /// Returns an instruction, mutably.
    pub fn inst_mut(&mut self, id: InstId) -> &mut Inst {
        &mut self.insts[id.index()]
    }

    /// Returns a value's type and definition.
    pub fn value(&self, v: Value) -> ValueData {
        self.values[v.index()]
    }

    /// Returns a value's type.
    pub fn ty(&self, v: Value) -> Type {
        self.values[v.index()].ty
    }

    /// Changes a value's type; its definition and uses must allow it.
    pub fn set_ty(&mut self, v: Value, ty: Type) {
        self.values[v.index()].ty = ty;
    }

    /// Returns the instruction that defines `v`; `None` for a block parameter.
    pub fn def_inst(&self, v: Value) -> Option<&Inst> {
        match self.values[v.index()].def {
            Def::Inst(i, _) => Some(self.inst(i)),
            Def::Param(..) => None,
        }
    }

    /// Returns the bits of `v` if it is a constant.
    pub fn constant(&self, v: Value) -> Option<u64> {
        match self.def_inst(v)?.op {
            Op::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// Appends an empty block that ends in [`Term::Exit`].
    pub fn add_block(&mut self) -> BlockId {
        let id = BlockId::new(self.blocks.len());
        self.blocks.push(Block { params: Vec::new(), insts: Vec::new(), term: Term::Exit, line: 0 });
        id
    }

    /// Appends a parameter to a block; every edge into it must then pass one more argument.
    pub fn add_param(&mut self, block: BlockId, ty: Type) -> Value {
        let n = self.blocks[block.index()].params.len() as u32;
        let v = self.add_value(ty, Def::Param(block, n));
        self.blocks[block.index()].params.push(v);
        v
    }

    /// Removes parameter `n` of a block and renumbers the later ones. The caller updates the edges.
    pub fn remove_param(&mut self, block: BlockId, n: usize) {
        self.blocks[block.index()].params.remove(n);
        for (k, &v) in self.blocks[block.index()].params.iter().enumerate().skip(n) {
            self.values[v.index()].def = Def::Param(block, k as u32);
        }
    }

    /// Creates an instruction with fresh results of the given types, without inserting it into a block.
    pub fn make_inst(&mut self, op: Op, args: Vec<Value>, results: &[Type], line: u32) -> InstId {
        let id = InstId::new(self.insts.len());
        let results =
            results.iter().enumerate().map(|(n, &ty)| self.add_value(ty, Def::Inst(id, n as u8))).collect();
        self.insts.push(Inst { op, args, results, line });
        id
    }

    /// Appends an instruction to a block.
    pub fn append(
        &mut self,
        block: BlockId,
        op: Op,
        args: Vec<Value>,
        results: &[Type],
        line: u32,
    ) -> InstId {
        let id = self.make_inst(op, args, results, line);
        self.blocks[block.index()].insts.push(id);
        id
    }

    /// Appends an instruction with one result to a block and returns the result.
    pub fn append_one(&mut self, block: BlockId, op: Op, args: Vec<Value>, ty: Type, line: u32) -> Value {
        let inst = self.append(block, op, args, &[ty], line);
        self.inst(inst).results[0]
    }

    /// Keeps only these blocks, in this order, and renumbers them. The entry must come first, no block may be
    /// listed twice, and no edge may lead from a kept block to a dropped one.
    pub fn keep_blocks(&mut self, order: &[BlockId]) {
        let mut number = vec![None; self.blocks.len()];
        for (n, b) in order.iter().enumerate() {
            number[b.index()] = Some(BlockId::new(n));
        }
        let mut old: Vec<Option<Block>> = std::mem::take(&mut self.blocks).into_iter().map(Some).collect();
        for (n, b) in order.iter().enumerate() {
            let Some(mut block) = old[b.index()].take() else { continue };
            for (k, &v) in block.params.iter().enumerate() {
                self.values[v.index()].def = Def::Param(BlockId::new(n), k as u32);
            }
            for edge in block.term.edges_mut() {
                if let Some(to) = number[edge.to.index()] {
                    edge.to = to;
                }
            }
            self.blocks.push(block);
        }
    }

    /// Hashes everything that running the function depends on: not its name, nor source lines, nor what only
    /// the launch reads.
    pub fn hash_meaning(&self, to: &mut impl Hasher) {
        (self.param_bytes, self.shared_bytes, self.local_bytes, &self.values).hash(to);
        to.write_usize(self.insts.len());
        for Inst { op, args, results, line: _ } in &self.insts {
            (op, args, results).hash(to);
        }
        to.write_usize(self.blocks.len());
        for Block { params, insts, term, line: _ } in &self.blocks {
            (params, insts, term).hash(to);
        }
    }

    fn add_value(&mut self, ty: Type, def: Def) -> Value {
        let v = Value::new(self.values.len());
        self.values.push(ValueData { ty, def });
        v
    }
}
