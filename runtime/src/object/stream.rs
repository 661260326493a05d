//! Calls on streams that take a second object, which must be of the same context.

use super::{EventObject, FunctionObject, StreamObject};
use crate::Error;
use crate::types::LaunchShape;

impl StreamObject {
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
