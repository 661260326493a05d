//! Conditional handles and nodes.
//!
//! A handle belongs to a graph, and names the value that kernels set and one conditional node of the graph,
//! or of a body in it, reads. A body is a graph that belongs to the node.

use crate::Error;
use crate::backend::{Branching, Condition};
use crate::graph::body::{GraphObject, Role};
use crate::graph::{GraphError, NodeObject, Operation};
use crate::handle::Id;
use crate::sync::Arc;
use hip_sys::hipExtGraphConditionalNodeType as Type;

/// Conditional handle of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    condition: Arc<Condition>,
    /// Value at the beginning of each launch.
    default: Option<u32>,
    used: bool,
}

impl Handle {
    pub(crate) fn new(condition: Arc<Condition>, default: Option<u32>) -> Handle {
        Handle { condition, default, used: false }
    }
}

/// A conditional node.
#[derive(Clone, Debug)]
pub struct ConditionalCall {
    pub(crate) condition: Arc<Condition>,
    /// Value at the beginning of each launch.
    pub(crate) default: Option<u32>,
    pub(crate) kind: Branching,
    pub(crate) bodies: Vec<Arc<GraphObject>>,
    /// Words of the bodies' handles, as C's structure has them.
    words: Arc<[u64]>,
}

impl ConditionalCall {
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}

/// Returns the kind that C names, if a node of it may have so many bodies.
fn kind(number: u32, bodies: u32) -> Result<Branching, Error> {
    let (kind, max) = match Type(number) {
        Type::hipExtGraphCondTypeIf => (Branching::If, 2),
        Type::hipExtGraphCondTypeWhile => (Branching::While, 1),
        Type::hipExtGraphCondTypeSwitch => (Branching::Switch, u32::MAX),
        Type(got) => {
            return Err(Error::UnknownEnumerator { what: "kind of a conditional node", got: got.into() });
        }
    };
    match (1..=max).contains(&bodies) {
        true => Ok(kind),
        false => {
            let (got, max) = (bodies.into(), max.into());
            Err(Error::OutOfRange { what: "number of bodies of a conditional node", got, min: 1, max })
        }
    }
}

impl GraphObject {
    /// Adds a conditional node, whose bodies are empty graphs.
    ///
    /// # Errors
    /// `UnknownEnumerator`, `OutOfRange`; `Graph` for a handle that is not of this graph, or has a node; as
    /// [`GraphObject::add`].
    pub(crate) fn add_conditional(
        self: &Arc<Self>,
        dependencies: &[Id<NodeObject>],
        handle: u64,
        (number, bodies): (u32, u32),
    ) -> Result<Id<NodeObject>, Error> {
        /// More bodies than any program has: their graphs take memory.
        const MOST: u32 = 1 << 20;
        let kind = kind(number, bodies)?;
        if bodies > MOST {
            return Err(Error::OutOfMemory { wanted: bodies.into(), free: MOST.into() });
        }
        if matches!(self.role, Role::Child) {
            return Err(GraphError::Conditional { what: "be a node of another graph" }.into());
        }
        self.keys(dependencies)?;
        let Handle { condition, default, .. } = self.use_handle(handle)?;
        let role = || Role::Body(Arc::downgrade(self));
        let bodies: Vec<Arc<GraphObject>> =
            (0..bodies).map(|_| GraphObject::create(self.process, role())).collect();
        let words = bodies.iter().map(|body| body.id.word()).collect();
        let call = ConditionalCall { condition, default, kind, bodies, words };
        self.add(Operation::Conditional(call), dependencies)
    }

    /// Marks a handle of this graph, or of one around it, as used.
    fn use_handle(&self, handle: u64) -> Result<Handle, Error> {
        if let Some(found) = self.body().conditions.get_mut(&handle) {
            if found.used {
                return Err(GraphError::Handle { handle }.into());
            }
            found.used = true;
            return Ok(found.clone());
        }
        match self.around() {
            Some(outer) => outer.use_handle(handle),
            None => Err(GraphError::Handle { handle }.into()),
        }
    }

    /// Marks a handle as unused: its node is destroyed.
    pub(crate) fn release_handle(&self, call: &ConditionalCall) {
        if let Some(found) = self.body().conditions.get_mut(&call.condition.handle()) {
            found.used = false;
            return;
        }
        if let Some(outer) = self.around() {
            outer.release_handle(call);
        }
    }

    /// The graph whose conditional node this one is a body of.
    fn around(&self) -> Option<Arc<GraphObject>> {
        match &self.role {
            Role::Body(outer) => outer.upgrade(),
            Role::Whole | Role::Child => None,
        }
    }

    /// Fails if a handle of this graph, or of a body in it, has no node.
    ///
    /// # Errors
    /// `Graph`.
    pub(crate) fn check_handles(&self) -> Result<(), Error> {
        let (unused, calls) = {
            let body = self.body();
            let unused = body.conditions.iter().find(|(_, handle)| !handle.used).map(|(&handle, _)| handle);
            (unused, body.conditionals().cloned().collect::<Vec<_>>())
        };
        if let Some(handle) = unused {
            return Err(GraphError::UnusedHandle { handle }.into());
        }
        calls.iter().flat_map(|call| &call.bodies).try_for_each(|body| body.check_handles())
    }
}
