//! Fast path for the common access: plain, without any error, and without effect on the checker's state that
//! needs more. All other accesses take the full path, with the same results.

use super::block::{BlockState, CACHED};
use super::grid::Accessor;
use jit::check::{Mark, Passes};
use ptx::exec::WARP;
use ptx::interp::watch::{Access, AccessKind};
use ptx::ir::{Order, Space};

impl BlockState {
    /// Checks an access. Returns `true` if it is fine and was recorded.
    #[inline]
    pub(super) fn quick(&mut self, access: &Access) -> bool {
        let plain = access.order == Order::Weak && !matches!(access.kind, AccessKind::Atom(_));
        if !plain || !self.checks.race || !self.carried.is_empty() {
            return false;
        }
        match access.space {
            Space::Global => self.quick_global(access),
            Space::Shared => self.quick_shared(access),
            _ => false,
        }
    }

    fn quick_global(&mut self, access: &Access) -> bool {
        let Some(near) = &self.parts.near[access.inst as usize % CACHED] else { return false };
        let range = access.address..access.address + u64::from(access.bytes);
        if near.inst != access.inst
            || range.start < near.range.start
            || range.end > near.range.end
            || near.live.is_of_kernel()
            || self.checks.uninit && !near.is_written(access, &range)
        {
            return false;
        }
        let Some(grid) = self.grid.as_deref_mut() else { return false };
        grid.quick_access(
            &Accessor { block: self.index, clocks: &self.parts.clocks, shift: self.shift },
            access,
        )
    }

    /// Handles a load of a place that was only read since the last barrier.
    fn quick_shared(&mut self, access: &Access) -> bool {
        let parts = &mut self.parts;
        let (place, now) = (access.address / 4, parts.clocks.now);
        let mark = parts.marks.get(place);
        // The written bytes were written by this block, as the mark has the block's time.
        let same = mark.time() == now && mark.is_written() && parts.clocks.is_simple();
        if access.kind != AccessKind::Load || access.bytes != 4 || !same {
            return false;
        }
        let warp = access.thread / WARP;
        let passes = match mark.passes() {
            Passes::Thread { thread, store: false, inst } => {
                parts.races.record_marked(access.address, (thread, inst), now, false);
                parts.races.record_second_read(access.address, (access.thread, access.inst), now);
                if thread / WARP == warp { Passes::Warp(warp) } else { Passes::Loads }
            }
            Passes::Warp(other) if other != warp => {
                parts.races.record_second_read(access.address, (access.thread, access.inst), now);
                Passes::Loads
            }
            _ => return false,
        };
        parts.marks.set(place, Mark::new(now, passes, true));
        true
    }
}
