//! Graphs: work of a stream that is recorded once and launched often.
//!
//! A graph uses its buffers whenever it is launched. So it borrows them as long as it lives, and its work
//! takes parts that were lent to the recording, and no others.

use super::edges::Edges;
use super::slice::{DeviceSlice, DeviceSliceMut, Lend, LendMut, Part};
use super::storage::{Loan, submit};
use crate::api::capture::{Status, info};
use crate::api::stream::resolve;
use crate::api::{capture, executable, graph};
use crate::graph::capture::Mode;
use crate::graph::{CaptureError, ExecObject, GraphObject};
use crate::handle::Id;
use crate::{Error, Stream};
use std::cell::RefCell;
use std::marker::PhantomData;

/// Recording of a graph: it lends buffers to the work.
#[derive(Debug)]
pub struct Recording<'g> {
    /// Number of the capture.
    number: u64,
    loans: RefCell<Vec<Loan>>,
    /// Neither longer nor shorter borrows will do.
    of: PhantomData<fn(&'g ()) -> &'g ()>,
}

impl<'g> Recording<'g> {
    /// Values that work of the graph may read.
    pub fn lend<T>(&self, values: impl Lend<T> + 'g) -> DeviceSlice<'g, T> {
        DeviceSlice::new(self.keep(values.loan(), values.count()))
    }

    /// Values that work of the graph may read and write.
    pub fn lend_mut<T>(&self, values: impl LendMut<T> + 'g) -> DeviceSliceMut<'g, T> {
        DeviceSliceMut::new(self.keep(values.loan(), values.count()))
    }

    fn keep<T>(&self, loan: Loan, len: usize) -> Part<T> {
        let part = Part::recorded(&loan, len, self.number);
        self.loans.borrow_mut().push(loan);
        part
    }
}

/// Recorded work, ready for launches. It borrows the buffers that the work uses; launches that are under way
/// continue after its end.
#[derive(Debug)]
pub struct Graph<'g> {
    graph: Id<GraphObject>,
    executable: Id<ExecObject>,
    loans: Vec<Loan>,
    of: PhantomData<fn(&'g ()) -> &'g ()>,
}

impl Stream {
    /// Records the work that a function submits to the stream, without carrying it out.
    ///
    /// # Errors
    /// Those of the function; `Capture` for calls that cannot be recorded, such as allocations.
    pub fn record<'g>(
        &self,
        work: impl FnOnce(&Recording<'g>) -> Result<(), Error>,
    ) -> Result<Graph<'g>, Error> {
        self.record_with(work, |_| None)
    }

    /// Records work without an order of its own: each node waits for the earlier ones that use the same
    /// values, if one of both writes them, and for no others. What is independent may run at the same time.
    ///
    /// # Errors
    /// Those of [`Stream::record`].
    pub fn record_parallel<'g>(
        &self,
        work: impl FnOnce(&Recording<'g>) -> Result<(), Error>,
    ) -> Result<Graph<'g>, Error> {
        self.record_with(work, |number| Some(Edges::new(number)))
    }

    fn record_with<'g>(
        &self,
        work: impl FnOnce(&Recording<'g>) -> Result<(), Error>,
        edges: impl FnOnce(u64) -> Option<Edges>,
    ) -> Result<Graph<'g>, Error> {
        let stream = self.handle();
        capture::begin(stream, Mode::ThreadLocal)?;
        let number = info(stream).map(|info| if info.status == Status::Active { info.id } else { 0 })?;
        let recording = Recording { number, loans: RefCell::default(), of: PhantomData };
        let edges = edges(number);
        let outcome = work(&recording);
        let ended = capture::end(stream);
        drop(edges);
        let graph = match (outcome, ended) {
            (Ok(()), ended) => ended?,
            (Err(error), ended) => {
                ended.and_then(graph::destroy).or(Err(error.clone()))?;
                return Err(error);
            }
        };
        let executable =
            executable::instantiate(graph, 0, None).inspect_err(|_| drop(graph::destroy(graph)))?;
        Ok(Graph { graph, executable, loans: recording.loans.into_inner(), of: PhantomData })
    }
}

impl Graph<'_> {
    /// Submits the work to a stream, after the work that uses its buffers.
    ///
    /// # Errors
    /// `Capture` while the stream captures; errors of the stream.
    pub fn launch(&mut self, stream: &Stream) -> Result<(), Error> {
        let handle = stream.handle();
        let of = resolve(handle)?;
        if crate::graph::capture::id_of(&of).is_some() {
            return Err(CaptureError::Unsupported.into());
        }
        submit(&of, &self.loans, || executable::launch(self.executable, handle))
    }

    /// Handle of the recorded graph, for [`api::graph`](crate::api::graph).
    pub const fn id(&self) -> Id<GraphObject> {
        self.graph
    }
}

impl Drop for Graph<'_> {
    fn drop(&mut self) {
        // An error means that they are destroyed already.
        let _ = executable::destroy(self.executable);
        let _ = graph::destroy(self.graph);
    }
}
