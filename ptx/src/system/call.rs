//! The device runtime: calls of kernels to the device that runs them.
//!
//! Names and types are those of `cuda_device_runtime_api.h`. Each function has its name; most have a second
//! one for programs whose default stream is per thread (`_ptsz`); all have further names with the prefix of
//! version 2 of dynamic parallelism (`__cudaCDP2`). The [`Host`](super::Host) implements them.

use crate::ir::Type::{self, I32, I64};

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident ( $($ty:expr),* ) $(-> $gives:expr)? $(, stream $at:literal)?;)*) => {
        /// Function of the device runtime. Structures passed by value count as their words.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Call {
            $($(#[$doc])* $name,)*
        }

        impl Call {
            /// All functions, in the order of the header.
            pub const ALL: &'static [Call] = &[$(Call::$name,)*];

            /// Returns the operand types.
            pub const fn operand_types(self) -> &'static [Type] {
                match self {
                    $(Call::$name => &[$($ty),*],)*
                }
            }

            /// Returns the result type, if it has a result.
            pub const fn result_types(self) -> &'static [Type] {
                match self {
                    $(Call::$name => &[$($gives)?],)*
                }
            }

            /// Returns the index of the stream argument, for functions with a second name for the per-thread
            /// default stream.
            pub const fn stream(self) -> Option<usize> {
                match self {
                    $($(Call::$name => Some($at),)?)*
                    _ => None,
                }
            }

            /// Returns the name without a prefix.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Call::$name => stringify!($name),)*
                }
            }
        }
    };
}

calls! {
    /// `int *value, attribute, device`
    DeviceGetAttribute(I64, I32, I32) -> I32;
    /// `size_t *value, limit`
    DeviceGetLimit(I64, I32) -> I32;
    /// `configuration *`
    DeviceGetCacheConfig(I64) -> I32;
    /// `configuration *`
    DeviceGetSharedMemConfig(I64) -> I32;
    /// Waits for everything the block has launched; version 1 only.
    DeviceSynchronize() -> I32;
    /// Returns and clears the thread's last error.
    GetLastError() -> I32;
    /// Returns the thread's last error.
    PeekAtLastError() -> I32;
    /// `error`
    GetErrorString(I32) -> I64;
    /// `error`
    GetErrorName(I32) -> I64;
    /// `int *count`
    GetDeviceCount(I64) -> I32;
    /// `int *device`
    GetDevice(I64) -> I32;
    /// `stream *, flags`
    StreamCreateWithFlags(I64, I32) -> I32;
    /// `stream`
    StreamDestroy(I64) -> I32;
    /// `stream, event, flags`
    StreamWaitEvent(I64, I64, I32) -> I32, stream 0;
    /// `event *, flags`
    EventCreateWithFlags(I64, I32) -> I32;
    /// `event, stream`
    EventRecord(I64, I64) -> I32, stream 1;
    /// `event, stream, flags`
    EventRecordWithFlags(I64, I64, I32) -> I32, stream 1;
    /// `event`
    EventDestroy(I64) -> I32;
    /// `attributes *, function`
    FuncGetAttributes(I64, I64) -> I32;
    /// `pointer`
    Free(I64) -> I32;
    /// `pointer *, bytes`
    Malloc(I64, I64) -> I32;
    /// `to, from, bytes, kind, stream`
    MemcpyAsync(I64, I64, I64, I32, I64) -> I32, stream 4;
    /// `to, pitch, from, pitch, width, height, kind, stream`
    Memcpy2DAsync(I64, I64, I64, I64, I64, I64, I32, I64) -> I32, stream 7;
    /// `parameters *, stream`
    Memcpy3DAsync(I64, I64) -> I32, stream 1;
    /// `to, byte, bytes, stream`
    MemsetAsync(I64, I32, I64, I64) -> I32, stream 3;
    /// `to, pitch, byte, width, height, stream`
    Memset2DAsync(I64, I64, I32, I64, I64, I64) -> I32, stream 5;
    /// `pitched pointer, byte, extent, stream`
    Memset3DAsync(I64, I64, I64, I64, I32, I64, I64, I64, I64) -> I32, stream 8;
    /// `int *version`
    RuntimeGetVersion(I64) -> I32;
    /// `alignment, bytes`: buffer for the arguments of a launch.
    GetParameterBuffer(I64, I64) -> I64;
    /// `function, grid, block, shared`: buffer for the arguments of a launch; 0 if the launch is invalid.
    GetParameterBufferV2(I64, I32, I32, I32, I32, I32, I32, I32) -> I64;
    /// `function, buffer, grid, block, shared, stream`
    LaunchDevice(I64, I64, I32, I32, I32, I32, I32, I32, I32, I64) -> I32, stream 9;
    /// `buffer, stream`
    LaunchDeviceV2(I64, I64) -> I32, stream 1;
    /// `int *blocks, function, threads, shared`
    OccupancyMaxActiveBlocksPerMultiprocessor(I64, I64, I32, I64) -> I32;
    /// `int *blocks, function, threads, shared, flags`
    OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(I64, I64, I32, I64, I32) -> I32;
    /// `executable graph, stream`: launches a graph from a kernel of a graph.
    GraphLaunch(I64, I64) -> I32;
    /// The executable graph that the thread is part of, 0 for none: the register `%current_graph_exec`.
    CurrentGraphExec() -> I64;
    /// `handle, value`: sets the value of a conditional handle of a graph.
    GraphSetConditional(I64, I32);
    /// `work items, grid, block`: decides whether to launch them or do the work in the calling thread
    /// (`hipExtSpawnDecide`, an extension of this project).
    SpawnDecide(I32, I32, I32, I32, I32, I32, I32) -> I32;
    /// `address, bytes, executed`: the thread has waited for this word and has executed this many
    /// instructions. Instrumentation for [virtual time](crate::pass::Instrumentation::waits); like the next
    /// five, it cannot be called by programs. Returns 1 if the thread is to evaluate its exit condition for
    /// other values of the word.
    Waited(I64, I32, I64) -> I32;
    /// Returns an earlier value of the word.
    Candidate() -> I64;
    /// `exits`: reports whether the loop exits with that value. Returns 1 if there is another value.
    Evaluated(I32) -> I32;
    /// Yields the time slice of a thread that has completed a wait.
    YieldSlice() -> I32;
    /// `executed`: the thread is about to update a counter shared with other blocks. Blocks until no other
    /// thread precedes it.
    OrderCounter(I64) -> I32;
    /// `address, bytes, executed, value`: the thread writes this word; no write if `bytes` is 0.
    Wrote(I64, I32, I64, I64) -> I32;
}

/// Handle of the calling thread's own stream (`cudaStreamPerThread`).
pub const STREAM_PER_THREAD: u64 = 2;

/// Result of a call that must be repeated after other threads have run; not an error number.
pub const RETRY: u32 = u32::MAX;

impl Call {
    /// Returns the function that a symbol names, and whether its default stream is per thread.
    pub fn from_symbol(symbol: &str) -> Option<(Call, bool)> {
        match symbol {
            "hipExtSpawnDecide" => return Some((Call::SpawnDecide, false)),
            "hipExtGraphSetConditional" => return Some((Call::GraphSetConditional, false)),
            "hipExtGraphLaunch" => return Some((Call::GraphLaunch, false)),
            "__cudaDeviceSynchronizeDeprecationAvoidance" => return Some((Call::DeviceSynchronize, false)),
            _ => {}
        }
        let second = symbol.strip_prefix("__cudaCDP2");
        let name = second.or_else(|| symbol.strip_prefix("cuda"))?;
        let (name, own) = name.strip_suffix("_ptsz").map_or((name, false), |name| (name, true));
        let call = *Call::ALL.iter().find(|call| call.name() == name)?;
        let exists = match call {
            call if call.is_instrumentation() => false,
            Call::SpawnDecide | Call::CurrentGraphExec => false,
            call => second.is_none() || !call.is_first_version_only(),
        };
        (exists && (!own || call.stream().is_some())).then_some((call, own))
    }

    /// Returns the result without a device runtime: `cudaErrorNotSupported`, or 0.
    pub const fn unsupported_result(self) -> u64 {
        match self.result_types() {
            [I32] if !self.is_instrumentation() && !matches!(self, Call::SpawnDecide) => 801,
            _ => 0,
        }
    }

    /// Returns whether the call has no name of version 2 of dynamic parallelism.
    const fn is_first_version_only(self) -> bool {
        matches!(self, Call::DeviceSynchronize | Call::GraphLaunch | Call::GraphSetConditional)
    }

    /// Returns whether the call is instrumentation, which programs cannot call.
    pub const fn is_instrumentation(self) -> bool {
        matches!(
            self,
            Call::Waited
                | Call::Candidate
                | Call::Evaluated
                | Call::YieldSlice
                | Call::OrderCounter
                | Call::Wrote
        )
    }

    /// Returns whether the call may have to be [repeated](RETRY).
    pub const fn may_block(self) -> bool {
        matches!(
            self,
            Call::DeviceSynchronize
                | Call::YieldSlice
                | Call::OrderCounter
                | Call::LaunchDevice
                | Call::LaunchDeviceV2
                | Call::MemcpyAsync
                | Call::Memcpy2DAsync
                | Call::Memcpy3DAsync
                | Call::MemsetAsync
                | Call::Memset2DAsync
                | Call::Memset3DAsync
        )
    }
}

/// Calling thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caller {
    /// Linear index of the block in its grid.
    pub block: u64,
    /// Linear index of the thread in its block.
    pub thread: u32,
}

/// Memory as the calling thread sees it, by generic addresses.
pub trait CallerMemory {
    /// Reads `bytes`; returns `false` if any of them is inaccessible.
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool;
    /// Writes `bytes`; returns `false` if any of them is inaccessible.
    fn write(&mut self, address: u64, bytes: &[u8]) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_declares_forty_four_names() {
        let ours = |&&call: &&Call| {
            call.is_instrumentation()
                || call.is_first_version_only()
                || matches!(call, Call::SpawnDecide | Call::CurrentGraphExec)
        };
        let plain = Call::ALL.iter().filter(|call| !ours(call));
        let names: Vec<String> = plain
            .flat_map(|call| {
                let own = call.stream().map(|_| format!("__cudaCDP2{}_ptsz", call.name()));
                [Some(format!("__cudaCDP2{}", call.name())), own].into_iter().flatten()
            })
            .collect();
        assert_eq!(names.len(), 44);
        for name in &names {
            let found = Call::from_symbol(name).map(|(call, own)| (call.name(), own));
            let bare = name.trim_start_matches("__cudaCDP2");
            assert_eq!(found, Some((bare.trim_end_matches("_ptsz"), bare.ends_with("_ptsz"))));
            assert!(Call::from_symbol(&format!("cuda{bare}")).is_some(), "{name} in the first version");
        }
    }

    #[test]
    fn other_names_are_rejected() {
        for name in [
            "cudaGetDevice_ptsz",
            "__cudaCDP2DeviceSynchronize",
            "cudaSpawnDecide",
            "cudaWaited",
            "cudaEvaluated",
            "__cudaCDP2YieldSlice",
            "__cudaCDP2GraphSetConditional",
            "GetDevice",
            "__cudaCDP2GraphLaunch",
            "cudaCurrentGraphExec",
        ] {
            assert_eq!(Call::from_symbol(name), None, "{name}");
        }
        assert_eq!(Call::from_symbol("cudaDeviceSynchronize"), Some((Call::DeviceSynchronize, false)));
        assert_eq!(Call::from_symbol("cudaGraphLaunch"), Some((Call::GraphLaunch, false)));
        assert_eq!(Call::from_symbol("cudaGraphSetConditional"), Some((Call::GraphSetConditional, false)));
        for call in Call::ALL {
            assert!(call.operand_types().len() <= crate::ir::Texture::OPERANDS, "{call:?}");
            assert!(call.stream().is_none_or(|at| call.operand_types()[at] == I64), "{call:?}");
        }
    }
}
