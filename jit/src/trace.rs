//! Traced launches: the record of what each lane executes, for profilers.
//!
//! Code of a [traced](crate::Kernel::traced) kernel appends words to a buffer of the block. Code that runs
//! thread by thread writes a [lane's number](LANE) where a lane enters a region, the index of each IR block
//! that the lane executes, and after it the addresses of the block's memory instructions, in order, as far as
//! [they count](LaneOffsets::is_traced). Code for strips writes the blocks that a [`strip`] executes, and
//! their lanes, but for blocks that another one [leads](strip::LEADS). The buffer goes to the block's
//! recorder when compiled code returns, and between warps when it is full. This module interprets no word.

use crate::abi::BlockContext;
use ptx::analysis::lane_offsets::LaneOffsets;
use ptx::analysis::leaders::Leaders;
use ptx::exec::Geometry;
use ptx::ir::{BlockId, Function};
use std::ops::Range;

/// Flag of a word that holds the index of a thread in its block: the lane's words follow.
pub const LANE: u64 = 1 << 63;

/// Records of strips.
///
/// That of a block begins with a header: [`FLAG`](strip::FLAG), the number of its words from bit
/// [`WORDS`](strip::WORDS) on, the strip's first thread from bit [`THREAD`](strip::THREAD) on, and the
/// block's index. The second word holds the lanes that execute it, from the first thread on. Each memory
/// instruction adds a word with the form of its addresses, the number of lanes in a strip (from bit
/// [`LANES`](strip::LANES) on) and the step from lane to lane (from bit [`STRIDE`](strip::STRIDE) on,
/// signed), and the addresses in that form; those of inactive lanes mean nothing.
pub mod strip {
    /// Flag of a header.
    pub const FLAG: u64 = 1 << 62;
    /// Flag of a header: strips are whole warps, and the record stands also for the blocks that the block
    /// [leads](ptx::analysis::leaders).
    pub const LEADS: u64 = 1 << 61;
    /// Place of the record's size in a header.
    pub const WORDS: u32 = 36;
    /// Place of the first thread in a header.
    pub const THREAD: u32 = 24;
    /// Words of a header, the lanes included.
    pub const HEADER: usize = 2;
    /// Place of the number of lanes in the word of an access.
    pub const LANES: u32 = 8;
    /// Place of the step in the word of an access.
    pub const STRIDE: u32 = 32;
    /// Form: the first lane's address; the others step by the stride.
    pub const STEP: u64 = 0;
    /// Form: the same, but addresses wrap at 32 bits.
    pub const STEP_32: u64 = 1;
    /// Form: an address a lane.
    pub const EACH: u64 = 2;
    /// Form: an address of 32 bits a lane.
    pub const EACH_32: u64 = 3;
}

/// Size of the buffer at first, words: the warps of a block mostly fit, so that they can take turns. It grows
/// if one of them needs more in one region.
const WORDS: usize = 1 << 19;
/// Maximum size of the buffer, words.
const MOST: usize = 1 << 26;

/// Recorder of the blocks of a launch.
pub trait Trace: Send + Sync {
    /// Returns the recorder of a block before its first region; `index` is its linear index. Without one, the
    /// block runs code that records nothing.
    fn block(&self, index: u64, memory: BlockMemory) -> Option<Box<dyn BlockTrace>>;
    /// Returns whether [`Self::block`] has a recorder for a block.
    fn records(&self, index: u64) -> bool;
}

/// Recorder of one block.
pub trait BlockTrace: Send {
    /// Handles the words of whole warps, region by region. If strips are whole warps, the rest of a warp's
    /// words may come with the next call.
    fn lanes(&mut self, words: &[u64]);
    /// Handles the loss of a warp's words: they exceeded the buffer.
    fn lost(&mut self);
    /// Handles the end of the block.
    fn end(&mut self);
}

/// Addresses of a block's own memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockMemory {
    /// Shared memory.
    pub shared: Range<u64>,
    /// Local memory of all its threads.
    pub local: Range<u64>,
    /// Local memory of a thread, bytes.
    pub local_bytes: u64,
    /// Parameters.
    pub params: Range<u64>,
}

/// Returns the words that a lane appends in a block.
pub(crate) fn words_in(f: &Function, offsets: &LaneOffsets, block: BlockId) -> usize {
    1 + accesses_in(f, offsets, block)
}

fn accesses_in(f: &Function, offsets: &LaneOffsets, block: BlockId) -> usize {
    f.block(block).insts.iter().filter(|&&inst| offsets.is_traced(f, inst)).count()
}

/// Returns the blocks that stand for others in records of whole warps.
pub(crate) fn leaders(f: &Function, offsets: &LaneOffsets) -> Leaders {
    Leaders::new(f, |block| accesses_in(f, offsets, block) > 0)
}

/// Returns the maximum of the words that code appends after it has looked for room: those of a block, and a
/// lane's number. A strip has at most as many lanes as a warp.
pub(crate) fn most_words(f: &Function) -> usize {
    let offsets = LaneOffsets::new(f);
    let accesses = f.blocks().map(|block| accesses_in(f, &offsets, block)).max().unwrap_or(0);
    strip::HEADER + accesses * (1 + ptx::exec::WARP as usize)
}

/// State of a traced block.
pub(crate) struct Traced {
    recorder: Box<dyn BlockTrace>,
    words: Vec<u64>,
    /// Words that code may append after it has looked for room.
    slack: usize,
    /// Strips are whole warps, so that records are complete block by block.
    whole_warps: bool,
}

impl Traced {
    /// Returns the state of a block that starts, if the launch records it. `slack` are the
    /// [words](most_words) that its code may append, `words` is the buffer of an earlier block, or empty.
    pub(crate) fn start(
        trace: &dyn Trace,
        (slack, geometry, width): (usize, &Geometry, u32),
        index: u64,
        context: &BlockContext,
        mut words: Vec<u64>,
    ) -> Option<Box<Traced>> {
        let threads = u64::from(geometry.warps() * ptx::exec::WARP);
        let BlockContext { shared, shared_bytes, local, local_bytes, params, .. } = *context;
        let memory = BlockMemory {
            shared: shared..shared + shared_bytes,
            local: local..local + local_bytes * threads,
            local_bytes,
            params: params..shared,
        };
        let recorder = trace.block(index, memory)?;
        let whole_warps = width == ptx::exec::WARP;
        if words.len() < WORDS + slack {
            words.resize(WORDS + slack, 0);
        }
        Some(Box::new(Traced { recorder, words, slack, whole_warps }))
    }

    /// Makes the buffer that of the code to be called.
    pub(crate) fn enter(&mut self, context: &mut BlockContext) {
        context.traced = &raw mut *self as u64;
        self.reset(context, 0);
    }

    /// Sets the context's place in the buffer, `used` words after its start.
    fn reset(&mut self, context: &mut BlockContext, used: usize) {
        let start = self.words.as_mut_ptr() as u64;
        context.log = start + 8 * used as u64;
        context.log_warp = start;
        context.log_end = start + 8 * (self.words.len() - self.slack) as u64;
    }

    fn position(&self, address: u64) -> usize {
        ((address - self.words.as_ptr() as u64) / 8) as usize
    }

    /// Passes the words of a region that has ended to the recorder.
    pub(crate) fn leave(&mut self, context: &mut BlockContext) {
        let used = self.position(context.log);
        self.recorder.lanes(&self.words[..used]);
        self.reset(context, 0);
    }

    /// Makes room in the middle of a region.
    pub(crate) fn make_room(&mut self, context: &mut BlockContext) {
        let (warp, used) = (self.position(context.log_warp), self.position(context.log));
        if self.whole_warps {
            self.recorder.lanes(&self.words[..used]);
            return self.reset(context, 0);
        }
        if warp > 0 {
            self.recorder.lanes(&self.words[..warp]);
            self.words.copy_within(warp..used, 0);
        } else if self.words.len() < MOST {
            self.words.resize(2 * self.words.len(), 0);
        } else {
            self.recorder.lost();
            return self.reset(context, 0);
        }
        self.reset(context, used - warp);
    }

    /// Handles the end of the block; returns its buffer.
    pub(crate) fn end(mut self) -> Vec<u64> {
        self.recorder.end();
        self.words
    }
}
