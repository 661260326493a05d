//! Handles of textures and surfaces that were destroyed, until no work uses them.

use super::context::Context;
use crate::Error;
use device::OpId;
use ptx::texture::Object;
use std::collections::VecDeque;

impl Context {
    /// Gives a texture or surface a handle.
    pub(super) fn keep_texture(&self, object: Object) -> Result<u64, Error> {
        // Handles destroyed before work that has ended by now may be given again.
        let ended = {
            let mut retired = self.desk.retired.lock();
            self.engine().with(|front| retired.take_ended(|op| front.is_done(op)))
        };
        ended.into_iter().for_each(|handle| self.desk.textures.release(handle));
        self.desk.textures.insert(object).ok_or(Error::OutOfMemory { wanted: 1, free: 0 })
    }

    /// Retires a handle: work that the context holds now still reads what it names.
    pub(super) fn retire_texture(&self, handle: u64) {
        let before = self.engine().with(|front| front.last_of_context(self.front));
        self.desk.retired.lock().push(handle, before);
    }
}

/// Handles that were destroyed, oldest first, each with the operations that were the last of their streams.
#[derive(Debug, Default)]
pub(crate) struct Retired(VecDeque<(u64, Vec<OpId>)>);

impl Retired {
    /// Adds a handle that was destroyed.
    pub(crate) fn push(&mut self, handle: u64, before: Vec<OpId>) {
        self.0.push_back((handle, before));
    }

    /// The handles that no operation uses any more. A stream's operations end in order: where those before a
    /// handle have not ended, those before a later one have not either, so the others need no look.
    pub(crate) fn take_ended(&mut self, mut is_done: impl FnMut(OpId) -> bool) -> Vec<u64> {
        let mut ended = Vec::new();
        while self.0.front().is_some_and(|(_, before)| before.iter().all(|&op| is_done(op))) {
            ended.extend(self.0.pop_front().map(|(handle, _)| handle));
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use device::{Config, Device, Op, Spec, StreamKind};

    #[test]
    fn each_call_looks_at_one_handle_more_than_it_takes() {
        const HANDLES: u64 = 1000;
        let mut front = Device::new(Spec::named("NVIDIA H200").expect("the default device"));
        let context = front.create_context(&Config::default());
        let stream = front.create_stream(context, StreamKind::NonBlocking, 0, None).expect("a stream");
        let op = front.submit(stream, Op::Copy).expect("an operation");
        let mut retired = Retired::default();
        let mut looks = 0;
        for handle in 1..=HANDLES {
            retired.push(handle, vec![op]);
            let ended = retired.take_ended(|_| {
                looks += 1;
                false
            });
            assert_eq!(ended, [0; 0]);
        }
        assert_eq!(looks, HANDLES, "handles that are in use cost nothing more");
        let ended = retired.take_ended(|_| true);
        assert!(ended.into_iter().eq(1..=HANDLES), "all at once, oldest first");
    }
}
