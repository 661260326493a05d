//! How long lanes that keep in step are held up.

/// For how long lanes of a warp have waited for others to come as far as they are.
///
/// Lanes that part come together again, as hardware reconverges them. But one may wait in a loop for what a
/// lane behind it writes, and every thread shall get on: so it ends after a number of rounds, which is far
/// beyond what lanes of one warp take to hand a word over.
#[derive(Clone, Copy, Default, Debug)]
pub struct Patience(u32);

impl Patience {
    /// What a round in which the others are in a loop that waits counts; any other counts 1.
    const WAITING: u32 = 1 << 8;
    const END: u32 = 1 << 20;

    /// Notes a round in which lanes waited; whether they go on waiting.
    pub fn lasts(&mut self, others_wait: bool) -> bool {
        self.0 = self.0.saturating_add(if others_wait { Self::WAITING } else { 1 });
        self.0 < Self::END
    }
}
