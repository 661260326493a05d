//! State of the emitter of strips.

use super::analysis::Analysis;
use super::array::Array;
use super::bounds::Hoisted;
use super::chunk::{Cell, Chunks, Held, Masks};
use super::group::{Groups, Structures};
use super::kind::Kind;
use super::matrix::RowAddresses;
use super::products::Products;
use super::region_code::NotVectorizable;
use super::together::Side;
use crate::limits::Limits;
use crate::lower::emitter::Emitter;
use crate::reach::Asks;
use cranelift_codegen::ir::{Block, StackSlot, Type as ClType, Value as Cl, types};
use cranelift_frontend::Variable;
use ptx::ir::{BlockId, InstId, Space, Value};
use std::collections::BTreeSet;

/// Facts about a whole strip.
pub(super) struct Whole {
    /// Number of active lanes, from lane 0 on: all, except in a short strip whose length is no multiple of
    /// four.
    pub(super) lanes: u32,
    /// Bits of the active lanes, if others may be idle to the region's end.
    pub(super) active: Option<Cl>,
    /// Threads of the row between its first whole strip and this one, `i64`.
    pub(super) row_offset: Cl,
    /// Accesses tested for the row: their root, and its address in the first whole strip.
    pub(super) groups: Vec<(BlockId, (Space, Value), Cl)>,
    /// Vectors that were loaded for this strip and others.
    pub(super) shared: Vec<(InstId, Chunks)>,
}

/// The strip that a region's code runs.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    /// Index of the strip's first thread in the block, and of its first lane in the warp: `i32`.
    pub(super) thread: Cl,
    pub(super) lane: Cl,
    /// Addresses of the strip's first word and double word in the warp's first slot of each size.
    pub(super) words: [Cl; 2],
    pub(super) fault: Block,
    /// Target of a strip that has reached the end of the region.
    pub(super) end: Block,
}

/// The active lanes at the current position of the code.
pub(super) struct Active {
    /// Active lanes of the region, a bit each.
    pub(super) alive: Variable,
    /// Lanes for which the current block runs, as bits and as vectors of all zeros or ones.
    pub(super) mask: Cl,
    pub(super) vectors: Option<Masks>,
    /// `true` if the current block may run for fewer lanes than `alive`.
    pub(super) controlled: bool,
    /// Number of blocks entered so far.
    pub(super) entered: u32,
}

/// The region being emitted.
#[derive(Default)]
pub(super) struct Current {
    pub(super) number: usize,
    /// Regions where all its lanes continue together: known when code is made if there is one, else held in
    /// [`Vectors::next`]; empty if lanes may part.
    pub(super) nexts: Vec<usize>,
    /// Values that whole strips store to the frame; `None` for all that have a slot.
    pub(super) stored: Option<Vec<Value>>,
    /// Values found in the frame, in ascending order.
    pub(super) live_in: Vec<Value>,
    pub(super) strip: Option<Strip>,
    /// Values that whole strips need not compute.
    pub(super) unused: BTreeSet<Value>,
    /// The block at hand, if it is part of a loop that a strip runs alone.
    pub(super) in_loop: Option<BlockId>,
    /// Code for whole strips sweeps along the rows.
    pub(super) swept: bool,
    /// Set while the code of whole strips is emitted.
    pub(super) whole: Option<Whole>,
}

/// Storage of values.
pub(super) struct Storage {
    /// Storage by value, and the values that have some in the current region.
    pub(super) held: Vec<Held>,
    pub(super) holding: Vec<Value>,
    /// Stack slots by type, and how many of each the current region uses: regions share them.
    pub(super) slots: Vec<(ClType, Vec<StackSlot>, usize)>,
    /// Place of the last instruction that reads each value, in the list being emitted.
    pub(super) last_uses: Vec<u32>,
    /// Addresses and indices in the list being emitted, the size of words or 1, whether they do not step by
    /// it, and lane 0's.
    pub(super) stepping: Vec<((Value, i64), (Cl, Cl))>,
    /// Addresses with guessed steps: whether the guess is wrong, and lane 0's.
    pub(super) guessed: Vec<(Value, (Cl, Cl))>,
    /// Loads of the list being emitted that were done before their turn.
    pub(super) early: Vec<InstId>,
    /// Structures in memory that loads have in common since the last other access.
    pub(super) structures: Vec<Structures>,
    /// A value, the block that computed its reciprocals last, and these.
    pub(super) inverse: Option<(Value, u32, Chunks)>,
    /// Reciprocals of uniform values of the region, computed where these are defined, by their type.
    pub(super) inverses: Vec<(Value, ClType, Cell)>,
    /// Limits of indices into arrays of the region, computed at its start.
    pub(super) limits: Vec<(Array, [Cl; 3])>,
    /// Stack slots for operands and results of loops over lanes.
    pub(super) stages: Vec<StackSlot>,
    /// Addresses of rows that the block before has computed.
    pub(super) rows: Option<RowAddresses>,
    pub(super) products: Products,
}

/// Emitter of code for strips.
pub(super) struct Vectors<'a> {
    pub(super) e: Emitter<'a>,
    pub(super) analysis: &'a Analysis,
    pub(super) bounds: Bounds,
    /// Lanes of a strip.
    pub(super) width: u32,
    /// `true` if lanes may wait at different sync operations; values of inactive lanes are then preserved in
    /// the frame.
    pub(super) divergent_sync: bool,
    /// First block of each region's code.
    pub(super) starts: Vec<Block>,
    /// Smallest and greatest next region of any lane.
    pub(super) low: Variable,
    pub(super) high: Variable,
    /// Next region of all lanes.
    pub(super) next: Variable,
    /// Place of the next word of the record of a traced block.
    pub(super) log: Variable,
    pub(super) region: Current,
    /// Strips that run together with the one at hand.
    pub(super) side: Option<Side>,
    pub(super) active: Active,
    pub(super) storage: Storage,
    /// Accesses of the current block that are tested together.
    pub(super) groups: Groups,
    pub(super) hoisted: Hoisted,
}

/// Limits of the generated code.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// Cranelift instructions.
    pub(crate) most: usize,
    /// Size of the largest vectors, bytes.
    pub(crate) vector_bytes: u32,
    /// Questions about addresses outside the reach to the host.
    pub(crate) asks: Asks,
    pub(crate) limits: Limits,
}

impl<'a> Vectors<'a> {
    /// Returns the state at the beginning of a function.
    pub(super) fn new(mut e: Emitter<'a>, analysis: &'a Analysis, bounds: Bounds) -> Self {
        let [alive, low, high, next] = [types::I32; 4].map(|ty| e.b.declare_var(ty));
        let log = e.b.declare_var(types::I64);
        let divergent_sync = e.f.blocks().any(|b| analysis.uniformity.is_desynchronized(b));
        let held = vec![Held::default(); e.f.value_count()];
        let last_uses = vec![0; e.f.value_count()];
        let mask = Cl::from_u32(0);
        Vectors {
            e,
            analysis,
            bounds,
            width: analysis.width,
            divergent_sync,
            starts: Vec::new(),
            low,
            high,
            next,
            log,
            region: Current::default(),
            side: None,
            active: Active { alive, mask, vectors: None, controlled: false, entered: 0 },
            storage: Storage {
                held,
                holding: Vec::new(),
                slots: Vec::new(),
                last_uses,
                stepping: Vec::new(),
                guessed: Vec::new(),
                early: Vec::new(),
                structures: Vec::new(),
                inverse: None,
                inverses: Vec::new(),
                limits: Vec::new(),
                stages: Vec::new(),
                rows: None,
                products: Products::default(),
            },
            groups: Groups::new(),
            hoisted: Hoisted::default(),
        }
    }

    /// Fails if the code so far exceeds its limits. Called at each block, so that code beyond them is not
    /// made first.
    pub(super) fn check_size(&self) -> Result<(), NotVectorizable> {
        let (insts, blocks) = (self.e.b.func.dfg.num_insts(), self.e.b.func.dfg.num_blocks());
        let within =
            insts <= self.bounds.most && self.bounds.limits.holds_pairs(self.e.variable_count(), blocks);
        if within { Ok(()) } else { Err(NotVectorizable::Large) }
    }

    pub(super) fn strip(&self) -> Strip {
        self.region.strip.expect("regions are emitted for a strip")
    }

    /// Returns the kind of a value.
    pub(super) fn kind(&self, v: Value) -> Kind {
        self.analysis.kinds[v.index()]
    }
}
