//! `librccl.so`: collectives between software devices, in one process or several, with NCCL's names.
//!
//! Every function of C is a line of `exports`, which is written from `api/functions.tsv`. An operation takes
//! steps on its stream: it copies what its rank sends, gives each other rank its piece, has the stream wait
//! until all pieces have come, and writes the result. No step blocks a thread. On a GPU, calls go to NVIDIA's
//! library.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions bear their names in C")]

mod absent;
mod bootstrap;
mod both;
mod collective;
mod communicator;
mod element;
mod engine;
mod exports;
mod group;
mod inbox;
mod init;
mod last_error;
mod lifecycle;
mod memory;
mod nvidia;
mod operation;
mod operators;
mod pair;
mod queries;
mod reduce;
mod settings;
mod split;
mod status;
mod transport;

pub use absent::*;
pub use communicator::UniqueId;
pub use exports::*;
pub use queries::{ncclGetErrorString, ncclGetLastError, ncclResetDebugInit};
pub use status::Status;
