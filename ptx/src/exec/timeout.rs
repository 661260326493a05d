//! Timeout of lanes that wait for reconvergence.

/// Time for which lanes of a warp have waited for the others to reach a reconvergence point.
///
/// Diverged lanes reconverge as they do on hardware. But a lane may spin-wait for a word that a waiting lane
/// would write, and every thread must make progress. The wait therefore ends after a number of rounds that is
/// far more than lanes of one warp need to exchange a word.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReconvergenceTimeout(u32);

impl ReconvergenceTimeout {
    /// Weight of a round in which the other lanes are in a spin-wait loop; other rounds have weight 1.
    const WAITING: u32 = 1 << 8;
    const END: u32 = 1 << 20;

    /// Counts a round in which lanes waited. Returns whether they keep waiting.
    pub fn keep_waiting(&mut self, others_wait: bool) -> bool {
        self.0 = self.0.saturating_add(if others_wait { Self::WAITING } else { 1 });
        self.0 < Self::END
    }
}
