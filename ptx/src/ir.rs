//! The typed IR and its meaning.
//!
//! A [`Function`] is a control-flow graph in SSA form: every [`Value`] has one definition, either the result
//! of an instruction or the parameter of a block; an edge passes arguments to the parameters of its target
//! (there are no phi instructions). A definition dominates its uses. The first block is the entry and has
//! neither parameters nor predecessors.
//!
//! **Threads.** The function describes one thread. Threads of a warp run it together only as far as the
//! *sync* operations say ([`Op::effect`]); between two of those the order in which threads run is open, so an
//! engine may run one thread at a time, or many in lock step. Memory operations of one thread keep their
//! order.
//!
//! **Addresses.** [`Space::Generic`] and [`Space::Global`] addresses are 64-bit addresses in the device
//! window. Shared, local and parameter addresses are offsets from the start of the block's shared memory, of
//! the thread's local memory and of the parameter block; variables in those spaces are laid out by lowering
//! and appear as constants. Module variables are [`Op::VarAddr`], resolved when a module is loaded.
//!
//! **Bits.** Integers wrap. Operations whose PTX result is undefined have a defined one here (what the
//! interpreter computes), so that every engine agrees.
//!
//! This module never depends on how code is generated, and any function that passes the verifier can be run.

pub mod group;
pub mod mma;
pub mod op;
pub mod print;
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
            /// The id with this index.
            pub const fn new(index: usize) -> Self {
                assert!(index < u32::MAX as usize);
                Self(index as u32)
            }

            /// Position in its table.
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

/// Where a value comes from.
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
    /// What it is.
    pub ty: Type,
    /// Where it comes from.
    pub def: Def,
}

/// One instruction: an operation, what it takes and what it gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    /// What is done.
    pub op: Op,
    /// Operands, in the order the operation documents.
    pub args: Vec<Value>,
    /// Results, in the order the operation documents.
    pub results: Vec<Value>,
    /// 1-based line of the PTX statement it stems from; 0 if made up.
    pub line: u32,
}

/// Where a variable lies in a block's shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedPlace {
    /// Its name in the PTX; that of dynamic shared memory is empty.
    pub name: String,
    /// Offset of its first byte.
    pub offset: u32,
    /// Bytes; dynamic shared memory goes on to the end of what the block has.
    pub bytes: u32,
}

/// A way into a block, with the values its parameters take.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// Where to.
    pub to: BlockId,
    /// One value per parameter of the target.
    pub args: Vec<Value>,
}

impl Edge {
    /// An edge without arguments.
    pub fn new(to: BlockId) -> Self {
        Edge { to, args: Vec::new() }
    }
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// Goes on at one place.
    Jump(Edge),
    /// Goes on at one of two.
    Branch {
        /// A predicate.
        cond: Value,
        /// Where to when it holds.
        then: Edge,
        /// Where to otherwise.
        other: Edge,
    },
    /// `brx.idx`: the target numbered by an `i32`; an index out of range takes the last.
    Switch {
        /// The index, unsigned.
        index: Value,
        /// Never empty.
        targets: Vec<Edge>,
    },
    /// The thread ends (`exit`, or `ret` of a kernel).
    Exit,
    /// The thread stops the grid with a fault (`trap`).
    Trap,
}

impl Term {
    /// The edges, in order.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (one, two, many): (Option<&Edge>, Option<&Edge>, &[Edge]) = match self {
            Term::Jump(e) => (Some(e), None, &[]),
            Term::Branch { then, other, .. } => (Some(then), Some(other), &[]),
            Term::Switch { targets, .. } => (None, None, targets),
            Term::Exit | Term::Trap => (None, None, &[]),
        };
        one.into_iter().chain(two).chain(many)
    }

    /// The edges, in order, to change.
    pub fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        let (one, two, many): (Option<&mut Edge>, Option<&mut Edge>, &mut [Edge]) = match self {
            Term::Jump(e) => (Some(e), None, &mut []),
            Term::Branch { then, other, .. } => (Some(then), Some(other), &mut []),
            Term::Switch { targets, .. } => (None, None, targets),
            Term::Exit | Term::Trap => (None, None, &mut []),
        };
        one.into_iter().chain(two).chain(many)
    }

    /// The value the choice depends on, if there is a choice.
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
    /// Values the edges into it supply.
    pub params: Vec<Value>,
    /// Instructions in order.
    pub insts: Vec<InstId>,
    /// How it ends.
    pub term: Term,
    /// 1-based line of the PTX statement that ends it; 0 if made up.
    pub line: u32,
}

/// One parameter of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// As the PTX names it.
    pub name: String,
    /// Byte offset in the parameter block.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// Alignment in bytes, a power of two.
    pub align: u32,
}

/// What a kernel's directives ask for; 0 or `None` where they say nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attributes {
    /// `.reqntid`: the block shape must be exactly this.
    pub reqntid: Option<[u32; 3]>,
    /// `.maxntid`: the block may have at most the product of these.
    pub maxntid: Option<[u32; 3]>,
    /// `.minnctapersm`.
    pub minnctapersm: u32,
    /// `.maxnreg`.
    pub maxnreg: u32,
    /// `.reqnctapercluster`: every launch has clusters of so many blocks.
    pub cluster: Option<[u32; 3]>,
    /// `.maxclusterrank`: most blocks of a cluster.
    pub maxclusterrank: u32,
    /// `.explicitcluster`: a launch must have clusters.
    pub explicit_cluster: bool,
    /// `.blocksareclusters`: the grid that a launch names counts clusters.
    pub blocks_are_clusters: bool,
}

/// A kernel, with all that it calls: device functions are lowered in place, or stand once in the same graph,
/// entered and left by jumps with a frame in local memory. There is no call in the IR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// As the PTX names it.
    pub name: String,
    /// Kernel parameters in order.
    pub params: Vec<Param>,
    /// Size of the parameter block in bytes.
    pub param_bytes: u32,
    /// Statically allocated shared memory in bytes; dynamic shared memory starts here.
    pub shared_bytes: u32,
    /// Bytes of that which lie between variables, where the kernel is lowered to be watched; and the
    /// variables.
    pub guard_bytes: u32,
    /// See `guard_bytes`.
    pub shared_vars: Vec<SharedPlace>,
    /// Somebody watches: loads whose result nobody wants are loads all the same.
    pub watched: bool,
    /// Local memory of one thread in bytes.
    pub local_bytes: u32,
    /// Of that, the stack for calls at its end, in bytes; 0 where nothing is called that is not in place.
    pub stack_bytes: u32,
    /// What the directives ask for.
    pub attributes: Attributes,
    values: Vec<ValueData>,
    insts: Vec<Inst>,
    blocks: Vec<Block>,
}

impl Function {
    /// Local memory of one thread in bytes where a context gives threads so much stack: never less than what
    /// the kernel has without being given any, and within the 512 KiB that an architecture offers a
    /// thread.
    pub fn local_bytes_with(&self, stack: u64) -> u32 {
        const MOST: u32 = 512 << 10;
        let own = self.local_bytes - self.stack_bytes;
        match self.stack_bytes {
            0 => self.local_bytes,
            least => own + u64::from(MOST.saturating_sub(own)).min(stack).max(least.into()) as u32,
        }
    }

    /// A function with no blocks yet.
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

    /// The entry block.
    pub const fn entry(&self) -> BlockId {
        BlockId::new(0)
    }

    /// All blocks, in order of their ids.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = BlockId> + use<> {
        (0..self.blocks.len()).map(BlockId::new)
    }

    /// How many values were ever made; ids are below this.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// How many instructions were ever made; ids are below this.
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// A block, to change.
    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.index()]
    }

    /// An instruction.
    pub fn inst(&self, id: InstId) -> &Inst {
        &self.insts[id.index()]
    }

    /// An instruction, to change.
    pub fn inst_mut(&mut self, id: InstId) -> &mut Inst {
        &mut self.insts[id.index()]
    }

    /// A value's type and definition.
    pub fn value(&self, v: Value) -> ValueData {
        self.values[v.index()]
    }

    /// A value's type.
    pub fn ty(&self, v: Value) -> Type {
        self.values[v.index()].ty
    }

    /// Changes a value's type; its definition and uses must allow it.
    pub fn set_ty(&mut self, v: Value, ty: Type) {
        self.values[v.index()].ty = ty;
    }

    /// The instruction that defines `v`, if one does.
    pub fn def_inst(&self, v: Value) -> Option<&Inst> {
        match self.values[v.index()].def {
            Def::Inst(i, _) => Some(self.inst(i)),
            Def::Param(..) => None,
        }
    }

    /// The bits of a constant, if `v` is one.
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

    /// Removes parameter `n` of a block and renumbers the later ones. The edges are the caller's to mend.
    pub fn remove_param(&mut self, block: BlockId, n: usize) {
        self.blocks[block.index()].params.remove(n);
        for (k, &v) in self.blocks[block.index()].params.iter().enumerate().skip(n) {
            self.values[v.index()].def = Def::Param(block, k as u32);
        }
    }

    /// Makes an instruction with fresh results of the given types, in no block yet.
    pub fn make_inst(&mut self, op: Op, args: Vec<Value>, results: &[Type], line: u32) -> InstId {
        let id = InstId::new(self.insts.len());
        let results =
            results.iter().enumerate().map(|(n, &ty)| self.add_value(ty, Def::Inst(id, n as u8))).collect();
        self.insts.push(Inst { op, args, results, line });
        id
    }

    /// Makes an instruction at the end of a block.
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

    /// The same of one that gives one value: that.
    pub fn append_one(&mut self, block: BlockId, op: Op, args: Vec<Value>, ty: Type, line: u32) -> Value {
        let inst = self.append(block, op, args, &[ty], line);
        self.inst(inst).results[0]
    }

    /// Keeps these blocks only, in this order, and renumbers them. The entry comes first, none is named
    /// twice, and no edge leads from a kept block to one that is not.
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

    /// Feeds a hasher all that running the function depends on: neither its name nor the lines it stems from,
    /// nor what only the launch looks at.
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
