//! Reads of memory ahead: of later blocks, and of loops.
//!
//! Strips of a block prefetch what the same strips of a later block read. Blocks that only compute between
//! two barriers leave memory idle, and a block that reads all at once waits: a processor has room for some
//! ten lines that are on their way to the first cache.
//!
//! A loop over a grid's stride (`for (i = …; i < n; i += gridDim.x * blockDim.x)`) reads one line in each
//! iteration, and the next one pages further on, where the processor does not read ahead by itself.

use super::group::LINE;
use super::memory::Access;
use super::plane::RowGroup;
use super::row_values::{AHEAD, RowValues};
use super::state::Vectors;
use crate::machine::Extra;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value as Cl, types};
use ptx::ir::{BlockId, Def, Space, Value};

/// Log2 of the numbers of iterations from a prefetch into the second cache to its use, and from one into the
/// first. Lines at a grid's stride may have one place in the first cache.
const LOG_FAR: i64 = 4;
const LOG_NEAR: i64 = 1;

/// The same of a prefetch for stores.
const LOG_WRITE: i64 = 2;

/// Blocks between one that stores and the one for which it makes memory ready, and the number of lines.
const WRITES_AHEAD: i64 = 1;
const WRITTEN_LINES: i64 = 8;

/// Most lines that a strip prefetches for a later block.
const MOST_LINES: usize = 16;

/// Size of a page, bytes.
const PAGE: i64 = 4096;

/// Lines that each strip of a row prefetches for strips of a later block: pieces of some lines each.
pub(super) struct Later {
    /// Address of the first piece for the later block's first whole strip.
    start: Cl,
    /// Bytes from lane to lane, `i64`.
    stride: Cl,
    /// Bytes from piece to piece, `i64`, and their number.
    gap: Cl,
    pieces: usize,
    /// Offsets of the lines in a piece.
    lines: Vec<i64>,
}

impl Vectors<'_> {
    /// Returns what strips prefetch of the accesses of a group in a later block: `None` if it is nothing, or
    /// if the code generator has no prefetches.
    pub(super) fn later(
        &mut self,
        (id, (space, root), group): RowGroup,
        (made, count): (&mut RowValues, Cl),
    ) -> Option<Later> {
        if self.bounds.vector_bytes < 32 || !(1..=LINE).contains(&group.stride) {
            return None;
        }
        let lines = self.lines_of(id, (space, root), group.stride, false);
        if lines.is_empty() || lines.len() > MOST_LINES {
            return None;
        }
        let start = self.root_in_later_block(root, AHEAD, made)?;
        let start = self.e.b.ins().iadd_imm_s(start, lines[0]);
        let lines: Vec<i64> = lines.iter().map(|line| line - lines[0]).collect();
        let own = group.stride * i64::from(self.width);
        let each = (own / LINE).max(1) as usize;
        let pieces = lines.len() / each;
        let apart = lines.get(each).copied().unwrap_or(0);
        let place = |n: usize| (n / each) as i64 * apart + (n % each) as i64 * LINE;
        let alike = own % LINE == 0 && lines.iter().enumerate().all(|(n, &line)| line == place(n));
        if pieces < 3 || !alike {
            let [stride, gap] = [group.stride, 0].map(|n| self.e.b.ins().iconst(types::I64, n));
            return Some(Later { start, stride, gap, pieces: 1, lines });
        }
        // The processor follows few streams in a page: pieces that follow each other are shared out in order.
        let row = self.e.times(count, group.stride);
        let dense = self.e.b.ins().icmp_imm_s(IntCC::Equal, row, apart);
        let [shared, own_stride] =
            [group.stride * pieces as i64, group.stride].map(|n| self.e.b.ins().iconst(types::I64, n));
        let stride = self.e.b.ins().select(dense, shared, own_stride);
        let [next, apart] = [own, apart].map(|n| self.e.b.ins().iconst(types::I64, n));
        let gap = self.e.b.ins().select(dense, next, apart);
        Some(Later { start, stride, gap, pieces, lines: lines[..each].to_vec() })
    }

    /// Returns the offsets of the lines that a strip's accesses of a group touch; `stores` if only stores
    /// into the caches count.
    fn lines_of(&self, id: BlockId, key: (Space, Value), stride: i64, stores: bool) -> Vec<i64> {
        let bytes = stride * i64::from(self.width);
        let insts = &self.e.f.block(id).insts;
        let cached = insts.iter().filter(|id| !stores || !self.analysis.streamed[id.index()]);
        let own = cached.filter_map(|&inst| self.decode(inst).filter(Access::groups));
        let own = own.filter(|access| access.key() == key && !(stores && access.load));
        let mut all: Vec<i64> =
            own.flat_map(|a| (0..bytes).step_by(LINE as usize).map(move |line| a.offset + line)).collect();
        all.sort_unstable();
        let mut lines: Vec<i64> = Vec::new();
        for line in all {
            if lines.last().is_none_or(|last| last + LINE <= line) {
                lines.push(line);
            }
        }
        lines
    }

    /// Prefetches a strip's share of what a later block reads.
    pub(super) fn prefetch_later(&mut self, later: &[Later], row_offset: Cl) {
        for Later { start, stride, gap, pieces, lines } in later {
            let more = self.e.b.ins().imul(row_offset, *stride);
            let mut at = self.e.b.ins().iadd(*start, more);
            for piece in 0..*pieces {
                if piece > 0 {
                    at = self.e.b.ins().iadd(at, *gap);
                }
                for &line in lines {
                    let line = self.e.b.ins().iadd_imm_s(at, line);
                    self.e.extra_effect(Extra::Prefetch, &[line]);
                }
            }
        }
    }

    /// Makes the first lines ready that the next block stores with the accesses of a group, if a row of them
    /// may be a page: the processor follows a stream of stores, but not into the next page.
    pub(super) fn prefetch_stores(
        &mut self,
        (id, (space, root), group): RowGroup,
        (made, most): (&mut RowValues, i64),
    ) {
        let few = !(1..=LINE).contains(&group.stride) || most * group.stride < PAGE;
        if few || self.bounds.vector_bytes < 32 {
            return;
        }
        let Some(&first) = self.lines_of(id, (space, root), group.stride, true).first() else { return };
        let Some(start) = self.root_in_later_block(root, WRITES_AHEAD, made) else { return };
        for line in 0..WRITTEN_LINES {
            let line = self.e.b.ins().iadd_imm_s(start, first + line * LINE);
            self.e.extra_effect(Extra::PrefetchWrite, &[line]);
        }
    }

    /// Returns whether a block is part of a loop with iterations that a strip runs one after the other.
    pub(super) fn is_in_loop(&self, id: BlockId) -> bool {
        let loops = &self.analysis.flow.loops;
        loops.innermost(id.index()).is_some_and(|own| {
            self.e
                .f
                .blocks()
                .all(|b| !loops.contains(own, b.index()) || self.analysis.sync_at_end(self.e.f, b).is_none())
        })
    }

    /// Returns whether an access of device memory has another address in the next iteration of a loop.
    pub(super) fn advances(&self, access: &Access) -> bool {
        let Some(block) = self.region.in_loop else { return false };
        let (space, root) = access.key();
        let here = match self.e.f.value(root).def {
            Def::Inst(id, _) => self.e.f.block(block).insts.contains(&id),
            Def::Param(of, _) => of == block,
        };
        let before = access.offset - self.group_for(access).low;
        let own = before == 0 || before >= LINE;
        here && own && access.weak && self.is_flat(space) && self.bounds.vector_bytes >= 32
    }

    /// Prefetches what a strip will read or store some iterations later, if its address goes on as it did
    /// since the last one. Lane 0's address is the sum of `at` and `first`, others follow at steps of
    /// `stride`.
    pub(super) fn prefetch_ahead(&mut self, load: bool, (at, first): (Cl, i32), stride: i64) {
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = self.e.b.create_sized_stack_slot(slot);
        let before = self.e.b.ins().stack_load(types::I64, types::I64, slot, 0);
        self.e.b.ins().stack_store(types::I64, at, slot, 0);
        let step = self.e.b.ins().isub(at, before);
        let bytes = stride * i64::from(self.width);
        let kinds: &[(Extra, i64)] = match load {
            true => &[(Extra::PrefetchFar, LOG_FAR), (Extra::Prefetch, LOG_NEAR)],
            false => &[(Extra::PrefetchWrite, LOG_WRITE)],
        };
        for &(prefetch, log_iterations) in kinds {
            let far = self.e.b.ins().ishl_imm_u(step, log_iterations);
            let ahead = self.e.b.ins().iadd(at, far);
            for line in (0..bytes).step_by(LINE as usize) {
                let line = self.e.b.ins().iadd_imm_s(ahead, i64::from(first) + line);
                self.e.extra_effect(prefetch, &[line]);
            }
        }
    }
}
