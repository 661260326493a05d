//! Lanes of a warp that keep in step without a barrier: [`Op::Converge`].
//!
//! Those furthest behind go on first, so that lanes which parted come together again where lock step would
//! have them. Whoever holds the others up for long goes on alone: a lane may wait for what a lane behind it
//! writes.

use super::{Block, lanes};
use crate::launch::Launch;
use ptx::analysis::regions::Start;
use ptx::exec::Patience;
use ptx::ir::{InstId, Op};

impl Block {
    /// Lets lanes of a warp go on that stand where they converge, those first that are behind; whether any
    /// do.
    pub(super) fn converge(&mut self, launch: &Launch, warp: usize) -> bool {
        let start = |at| launch.code(self.better).plan.start(at);
        if let Some(Start::After(inst)) = self.place(warp).and_then(start)
            && converges(launch, inst).is_some()
            && self.ready[warp] & self.live[warp] == 0
        {
            self.patience[warp] = Patience::default();
            self.ready[warp] |= self.live[warp];
            return true;
        }
        let mut least: Option<(u32, bool)> = None;
        let (mut first, mut all) = (0u32, 0u32);
        for lane in lanes(self.live[warp] & !self.ready[warp]) {
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
            0 if first == all => first,
            // Some lanes are held up by those that go first …
            0 if patience.lasts(waits) => first,
            // … or by lanes that run, which are in loops that wait.
            _ if others != 0 && patience.lasts(true) => 0,
            _ => all,
        };
        if go == all {
            self.patience[warp] = Patience::default();
        }
        self.ready[warp] |= go;
        go != 0
    }

    /// Number of the place where a lane converges with others, if it stands at one, and whether that is in a
    /// loop that waits.
    fn converges_at(&self, launch: &Launch, warp: usize, lane: usize) -> Option<(u32, bool)> {
        match launch.code(self.better).plan.start(self.at[warp * 32 + lane]) {
            Some(Start::After(inst)) => converges(launch, inst),
            _ => None,
        }
    }
}

/// What [`Op::Converge`] says, if an operation is one.
pub(super) fn converges(launch: &Launch, inst: InstId) -> Option<(u32, bool)> {
    match launch.function().inst(inst).op {
        Op::Converge { number, waits } => Some((number, waits)),
        _ => None,
    }
}
