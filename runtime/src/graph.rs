//! Graphs: work that is described once and launched often (HIP: "Graph Management").
//!
//! A graph is built node by node, or captured from streams; an executable is what of it can be launched. A
//! node's [`Operation`] is carried out in a stream as the call that it describes would be. What calls mean is
//! in [`api::graph`](crate::api::graph) and [`api::capture`](crate::api::capture); nothing here knows of C.

pub(crate) mod body;
pub(crate) mod capture;
pub(crate) mod condition;
pub(crate) mod dot;
pub(crate) mod edge;
pub(crate) mod exec;
pub(crate) mod memory;
pub(crate) mod operation;
pub(crate) mod plan;
pub(crate) mod user;

pub use crate::error::{CaptureError, GraphError, UpdateResult};
pub use body::{GraphObject, NodeObject};
pub use capture::Mode as CaptureMode;
pub use condition::ConditionalCall;
pub use edge::EdgeData;
pub use exec::ExecObject;
pub use operation::{BatchCall, CopyCall, CopyParams, FillCall, HostCall, KernelCall, Operation};
pub use user::UserObject;
