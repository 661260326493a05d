//! Calls on streams that take a second object, which must be of the same context, and their end.

use super::{ContextObject, EventObject, FunctionObject, StreamObject};
use crate::Error;
use crate::backend;
use crate::sync::{Arc, AtomicU64, Ordering};
use crate::types::LaunchShape;
use device::StreamKind;

/// Whether a stream is destroyed, and how many keep the device's stream nonetheless.
#[derive(Debug, Default)]
pub(crate) struct Life(AtomicU64);

const DESTROYED: u64 = 1;
const ONE: u64 = 2;

impl Life {
    /// Destroys the device's stream, now or with the last that keeps it.
    pub(crate) fn destroy(&self, backend: &dyn backend::Stream) {
        if self.0.fetch_or(DESTROYED, Ordering::AcqRel) == 0 {
            backend.destroy();
        }
    }
}

/// Stream that takes work although it is destroyed meanwhile.
#[derive(Debug)]
pub(crate) struct Kept(Arc<StreamObject>);

impl Kept {
    /// Keeps a stream; none that is destroyed.
    pub(crate) fn new(stream: &Arc<StreamObject>) -> Option<Kept> {
        let more = |life: u64| (life & DESTROYED == 0).then_some(life + ONE);
        stream.life.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).ok()?;
        Some(Kept(Arc::clone(stream)))
    }
}

impl Clone for Kept {
    fn clone(&self) -> Self {
        self.0.life.0.fetch_add(ONE, Ordering::AcqRel);
        Kept(Arc::clone(&self.0))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.0.life.0.fetch_sub(ONE, Ordering::AcqRel) == DESTROYED + ONE {
            self.0.backend.destroy();
        }
    }
}

impl std::ops::Deref for Kept {
    type Target = StreamObject;

    fn deref(&self) -> &StreamObject {
        &self.0
    }
}

impl StreamObject {
    /// Creates a stream without a handle: a default stream, or one of the runtime's own.
    pub(crate) fn without_handle(
        context: Arc<ContextObject>,
        backend: Arc<dyn backend::Stream>,
        kind: StreamKind,
        priority: i32,
    ) -> Arc<StreamObject> {
        Arc::new(StreamObject { id: None, context, backend, kind, priority, life: Life::default() })
    }

    /// Launches a kernel of the stream's context.
    ///
    /// # Errors
    /// `ContextsDiffer`; as [`backend::Stream::launch`](crate::backend::Stream::launch).
    pub(crate) fn launch(
        &self,
        kernel: &FunctionObject,
        shape: LaunchShape,
        parameters: &[u8],
    ) -> Result<(), Error> {
        if kernel.context.owner() != self.context.owner() {
            return Err(Error::ContextsDiffer { what: "the kernel and the stream" });
        }
        self.backend.launch(&*kernel.backend, shape, parameters)
    }

    /// Records an event of the stream's context.
    ///
    /// # Errors
    /// `ContextsDiffer`; as [`backend::Stream::record`](crate::backend::Stream::record).
    pub(crate) fn record(&self, event: &EventObject) -> Result<(), Error> {
        if event.context.owner() != self.context.owner() {
            return Err(Error::ContextsDiffer { what: "the event and the stream" });
        }
        self.backend.record(&*event.backend)
    }
}
