//! Timeout of lanes that wait for reconvergence.

/// Time for which lanes of a warp have waited for the others to reach a reconvergence point.
///
/// Diverged lanes reconverge as they do on hardware. But a lane may spin-wait for a word that a waiting lane
/// would write, and every thread must make progress. The wait therefore ends after a number of rounds that is
/// far more than lanes of one warp need to exchange a word. Where lanes take a lock one after the other, each
/// of them would wait so long: every end in vain shortens the next wait.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReconvergenceTimeout {
    waited: u32,
    shortened: u32,
}

impl ReconvergenceTimeout {
    /// Weight of a round in which the other lanes are in a spin-wait loop; other rounds have weight 1.
    const WAITING: u32 = 1 << 8;
    const END: u32 = 1 << 20;
    /// Bits by which a wait in vain shortens the next, and all of them together.
    const SHORTER: u32 = 2;
    const SHORTEST: u32 = 12;

    /// Counts a round in which lanes waited. Returns whether they keep waiting.
    pub fn keep_waiting(&mut self, others_wait: bool) -> bool {
        self.waited = self.waited.saturating_add(if others_wait { Self::WAITING } else { 1 });
        if self.waited < Self::END >> self.shortened {
            return true;
        }
        self.waited = 0;
        self.shortened = (self.shortened + Self::SHORTER).min(Self::SHORTEST);
        false
    }

    /// Notes that all lanes have reconverged.
    pub fn reconverged(&mut self) {
        self.waited = 0;
        self.shortened = self.shortened.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::ReconvergenceTimeout;

    /// Lanes that take a lock one after the other wait long at first, then hardly.
    #[test]
    fn waits_in_vain_become_shorter() {
        let mut timeout = ReconvergenceTimeout::default();
        let mut wait = || 1 + (0..).take_while(|_| timeout.keep_waiting(true)).count();
        assert_eq!([(); 8].map(|()| wait()), [4096, 1024, 256, 64, 16, 4, 1, 1]);
        (0..12).for_each(|_| timeout.reconverged());
        assert_eq!(1 + (0..).take_while(|_| timeout.keep_waiting(true)).count(), 4096);
    }
}
