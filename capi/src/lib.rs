//! `libamdhip64`: the HIP C ABI of the software device.
//!
//! One declaration for each C function, in a file for its HIP documentation group, and nothing else:
//! `runtime::api` implements the calls. `entry` is the boundary: it catches panics, keeps the thread's last
//! error and writes the call trace. Functions that are not implemented yet are in `stubs`, generated from the
//! table of the API.

#![expect(unsafe_code, reason = "pointers of C become values here, and nowhere else")]
#![expect(unreachable_pub, reason = "exported by symbol, not by path")]
#![expect(non_snake_case, reason = "functions bear their names in C")]

mod array;
mod batch;
mod capture;
mod context;
mod device;
mod driver;
mod entry;
mod event;
mod front;
mod graph;
mod graph_edges;
mod graph_exec;
mod graph_nodes;
mod graph_semaphore;
mod graph_types;
mod green;
mod host_function;
mod image;
mod init;
mod interop;
mod introspect;
mod launch_ex;
mod library;
mod link;
mod managed;
mod memory;
mod module;
mod multicast;
mod names;
mod native;
mod occupancy;
mod peer;
mod per_thread;
mod pointer;
mod pool;
mod properties;
mod rectangle;
mod register;
mod rtc;
mod stateful_launch;
mod stream;
mod stream_memory;
mod stubs;
mod symbol;
mod tensor;
mod texture;
mod texture_reference;
mod tool;
mod types;
mod virtual_memory;
mod watch;
mod work;
