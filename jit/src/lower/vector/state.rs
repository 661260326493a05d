//! State of code for strips while it is made.

use super::analysis::Analysis;
use super::chunk::{Held, Masks};
use super::group::Groups;
use super::kind::Kind;
use super::ways::Shapeless;
use crate::beyond::Asks;
use crate::limits::Limits;
use crate::lower::emitter::Emitter;
use cranelift_codegen::ir::{Block, StackSlot, Type as ClType, Value as Cl, types};
use cranelift_frontend::Variable;
use ptx::ir::{BlockId, Space, Value};

/// Lanes of the widest strip.
pub(super) const WIDEST: u32 = 16;

/// What is known of a whole strip.
pub(super) struct Whole {
    /// The first so many of its lanes run: all, but in a short strip whose length is no multiple of four.
    pub(super) lanes: u32,
    /// Threads of the row between its first whole strip and this one, `i64`.
    pub(super) behind: Cl,
    /// Accesses that were tested for the row: their root, and its address in the first whole strip.
    pub(super) groups: Vec<(BlockId, (Space, Value), Cl)>,
}

/// What code of a region knows of the strip it runs.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    /// Number of the strip's first thread in the block, and of its first lane in the warp: `i32`.
    pub(super) thread: Cl,
    pub(super) lane: Cl,
    /// Address of the strip's first word and double word in the warp's first slot of each size.
    pub(super) words: [Cl; 2],
    pub(super) fault: Block,
    /// Where a strip goes that has come to the end of the region.
    pub(super) end: Block,
}

/// Lanes that run, as the code being made knows them.
pub(super) struct Active {
    /// The lanes that run, a bit each.
    pub(super) alive: Variable,
    /// The lanes that the current block runs for, and the same as vectors of all zeros or ones.
    pub(super) mask: Cl,
    pub(super) vectors: Option<Masks>,
    /// Whether the current block runs for all lanes that run at all.
    pub(super) controlled: bool,
    /// Counts blocks as they are entered.
    pub(super) entered: u32,
}

/// The region being emitted.
#[derive(Default)]
pub(super) struct Current {
    pub(super) number: usize,
    /// Where all its lanes go on, if that is one place.
    pub(super) one_next: Option<usize>,
    /// Values that it found in the frame, ascending.
    pub(super) live_in: Vec<Value>,
    pub(super) strip: Option<Strip>,
    /// What is known of the whole strip that code is made for.
    pub(super) whole: Option<Whole>,
}

/// Places of values.
pub(super) struct Storage {
    /// Of the region being emitted, and the values that something holds in it.
    pub(super) held: Vec<Held>,
    pub(super) holding: Vec<Value>,
    /// Places in memory by their types, and how many of each the region being emitted has taken: regions use
    /// the same ones.
    pub(super) slots: Vec<(ClType, Vec<StackSlot>, usize)>,
    /// Room for operands and results of what is done lane by lane.
    pub(super) stages: Vec<StackSlot>,
}

/// Code for strips while it is made.
pub(super) struct Vectors<'a> {
    pub(super) e: Emitter<'a>,
    pub(super) analysis: &'a Analysis,
    pub(super) bounds: Bounds,
    /// Lanes of a strip.
    pub(super) width: u32,
    /// Whether lanes may wait at different sync operations anywhere: then some lanes' values in the frame
    /// are to be kept while others run.
    pub(super) apart: bool,
    /// Where the code of regions starts.
    pub(super) starts: Vec<Block>,
    /// The least and the greatest region that a lane goes on with.
    pub(super) low: Variable,
    pub(super) high: Variable,
    pub(super) region: Current,
    pub(super) active: Active,
    pub(super) storage: Storage,
    /// Accesses of the current block that are tested together.
    pub(super) groups: Groups,
}

/// Bounds of the code that is made.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// Instructions for the code generator.
    pub(crate) most: usize,
    /// Addresses outside the reach are asked about.
    pub(crate) asks: Asks,
    pub(crate) limits: Limits,
}

impl<'a> Vectors<'a> {
    /// State at the beginning of a function.
    pub(super) fn new(mut e: Emitter<'a>, analysis: &'a Analysis, bounds: Bounds) -> Self {
        let [alive, low, high] = [types::I32; 3].map(|ty| e.b.declare_var(ty));
        let apart = e.f.blocks().any(|b| analysis.uniformity.is_apart(b));
        let held = vec![Held::default(); e.f.value_count()];
        let mask = Cl::from_u32(0);
        Vectors {
            e,
            analysis,
            bounds,
            width: analysis.width,
            apart,
            starts: Vec::new(),
            low,
            high,
            region: Current::default(),
            active: Active { alive, mask, vectors: None, controlled: false, entered: 0 },
            storage: Storage { held, holding: Vec::new(), slots: Vec::new(), stages: Vec::new() },
            groups: Groups::new(),
        }
    }

    /// Looks whether the code so far is within its bounds: asked at each block, so that what is too large is
    /// not made first.
    pub(super) fn affordable(&self) -> Result<(), Shapeless> {
        let (insts, blocks) = (self.e.b.func.dfg.num_insts(), self.e.b.func.dfg.num_blocks());
        let within =
            insts <= self.bounds.most && self.bounds.limits.holds_pairs(self.e.variable_count(), blocks);
        if within { Ok(()) } else { Err(Shapeless::Large) }
    }

    pub(super) fn strip(&self) -> Strip {
        self.region.strip.expect("regions are emitted for a strip")
    }

    /// What the lanes hold of a value.
    pub(super) fn kind(&self, v: Value) -> Kind {
        self.analysis.kinds[v.index()]
    }
}
