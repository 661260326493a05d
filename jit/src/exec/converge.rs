//! Lanes of a warp that keep in step without a barrier: [`Op::Converge`].
//!
//! The lanes furthest behind continue first, so that diverged lanes reconverge where lock step would have
//! them. If these hold up the others for long, they lose their priority: a lane may wait for a word that a
//! lane behind it writes.

use super::{Block, lanes};
use crate::launch::Launch;
use ptx::analysis::regions::Start;
use ptx::ir::{InstId, Op};

impl Block {
    /// Releases lanes of a warp that stand at a converge operation, those furthest behind first; returns
    /// whether any continue.
    pub(super) fn converge(&mut self, launch: &Launch, warp: usize) -> bool {
        let start = |at| launch.code(self.better).plan.start(at);
        if let Some(Start::After(inst)) = self.place(warp).and_then(start)
            && converges(launch, inst).is_some()
            && self.ready[warp] & self.live[warp] == 0
        {
            self.patience[warp].reconverged();
            self.ready[warp] |= self.live[warp];
            return true;
        }
        let mut least: Option<(u32, bool)> = None;
        let (mut first, mut all) = (0u32, 0u32);
        for lane in lanes(self.at_sync(warp)) {
            let Some((number, waits)) = self.converges_at(launch, warp, lane) else { continue };
            all |= 1 << lane;
            match least {
                Some((behind, _)) if behind < number => {}
                Some((behind, _)) if behind == number => first |= 1 << lane,
                _ => (least, first) = (Some((number, waits)), 1 << lane),
            }
        }
        let Some((_, waits)) = least else { return false };
        let others = self.ready[warp] & self.live[warp];
        let patience = &mut self.patience[warp];
        let go = match others {
            0 if first == all => {
                patience.reconverged();
                first
            }
            // Some lanes are held up by those that go first …
            0 if patience.keep_waiting(waits) => first,
            // … or by running lanes, which are in waiting loops.
            _ if others != 0 && patience.keep_waiting(true) => 0,
            _ => all,
        };
        self.ready[warp] |= go;
        go != 0
    }

    /// Returns the number of the converge operation at which a lane stands, if any, and whether it is in a
    /// waiting loop.
    fn converges_at(&self, launch: &Launch, warp: usize, lane: usize) -> Option<(u32, bool)> {
        match launch.code(self.better).plan.start(self.at[warp * 32 + lane]) {
            Some(Start::After(inst)) => converges(launch, inst),
            _ => None,
        }
    }
}

/// Returns the operands of an [`Op::Converge`].
pub(super) fn converges(launch: &Launch, inst: InstId) -> Option<(u32, bool)> {
    match launch.function().inst(inst).op {
        Op::Converge { number, waits } => Some((number, waits)),
        _ => None,
    }
}
