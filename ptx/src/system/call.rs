//! The device runtime: what kernels ask of the device that they run on.
//!
//! Names and types of its functions, as `cuda_device_runtime_api.h` declares them: each stands under its
//! name, most under a second one for programs whose default stream is the thread's (`_ptsz`), and all again
//! with the prefix of the second version of dynamic parallelism (`__cudaCDP2`). What they do is up to the
//! [`Host`](super::Host).

use crate::ir::Type::{self, I32, I64};

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident ( $($ty:expr),* ) -> $gives:expr $(, stream $at:literal)?;)*) => {
        /// A function of the device runtime. Structures that are passed by value count as their words.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Call {
            $($(#[$doc])* $name,)*
        }

        impl Call {
            /// All, in the order of the header.
            pub const ALL: &'static [Call] = &[$(Call::$name,)*];

            /// The types it takes.
            pub const fn takes(self) -> &'static [Type] {
                match self {
                    $(Call::$name => &[$($ty),*],)*
                }
            }

            /// The type it gives.
            pub const fn gives(self) -> &'static [Type] {
                match self {
                    $(Call::$name => &[$gives],)*
                }
            }

            /// Which of its arguments is a stream that has a second name for the thread's own.
            pub const fn stream(self) -> Option<usize> {
                match self {
                    $($(Call::$name => Some($at),)?)*
                    _ => None,
                }
            }

            /// Its name without a prefix.
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
    /// Waits for all that the block has launched; only in the first version.
    DeviceSynchronize() -> I32;
    /// The thread's last error, which is forgotten.
    GetLastError() -> I32;
    /// The thread's last error.
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
    /// `alignment, bytes`: where a launch's arguments go.
    GetParameterBuffer(I64, I64) -> I64;
    /// `function, grid, block, shared`: where a launch's arguments go; 0 if there can be no such launch.
    GetParameterBufferV2(I64, I32, I32, I32, I32, I32, I32, I32) -> I64;
    /// `function, buffer, grid, block, shared, stream`
    LaunchDevice(I64, I64, I32, I32, I32, I32, I32, I32, I32, I64) -> I32, stream 9;
    /// `buffer, stream`
    LaunchDeviceV2(I64, I64) -> I32, stream 1;
    /// `int *blocks, function, threads, shared`
    OccupancyMaxActiveBlocksPerMultiprocessor(I64, I64, I32, I64) -> I32;
    /// `int *blocks, function, threads, shared, flags`
    OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(I64, I64, I32, I64, I32) -> I32;
    /// `work items, grid, block`: whether to launch them rather than do the work in the calling thread
    /// (`hipExtSpawnDecide`, ours).
    SpawnDecide(I32, I32, I32, I32, I32, I32, I32) -> I32;
    /// `address, bytes, executed`: the thread has waited for this word, after so many instructions; of ours,
    /// for [virtual time](crate::pass::Notes::meets). No program calls it, as is true of the next five. Gives
    /// whether the thread is to say which of the word's values would have done.
    Met(I64, I32, I64) -> I32;
    /// A value that the word had.
    Candidate() -> I64;
    /// `exits`: whether the thread would have gone on with that. Gives whether there is one more to ask for.
    Judge(I32) -> I32;
    /// Gives up the turn of a thread that has met others.
    Turn() -> I32;
    /// `executed`: the thread is about to draw something that others draw, too; it has its turn when no
    /// other's comes before.
    Due(I64) -> I32;
    /// `address, bytes, executed, value`: the thread writes this word, unless there are no bytes.
    Wrote(I64, I32, I64, I64) -> I32;
}

/// The stream that is the calling thread's own (`cudaStreamPerThread`).
pub const STREAM_PER_THREAD: u64 = 2;

/// What a call gives, instead of an error's number, that has to be made again when others have gone on.
pub const AGAIN: u32 = u32::MAX;

impl Call {
    /// The function that a symbol names, and whether its default stream is the thread's.
    pub fn of_symbol(symbol: &str) -> Option<(Call, bool)> {
        match symbol {
            "hipExtSpawnDecide" => return Some((Call::SpawnDecide, false)),
            "__cudaDeviceSynchronizeDeprecationAvoidance" => return Some((Call::DeviceSynchronize, false)),
            _ => {}
        }
        let second = symbol.strip_prefix("__cudaCDP2");
        let name = second.or_else(|| symbol.strip_prefix("cuda"))?;
        let (name, own) = name.strip_suffix("_ptsz").map_or((name, false), |name| (name, true));
        let call = *Call::ALL.iter().find(|call| call.name() == name)?;
        let exists = match call {
            call if call.is_note() => false,
            Call::SpawnDecide => false,
            Call::DeviceSynchronize => second.is_none(),
            _ => true,
        };
        (exists && (!own || call.stream().is_some())).then_some((call, own))
    }

    /// What it gives where there is no device runtime: `cudaErrorNotSupported`, or nothing.
    pub const fn refused(self) -> u64 {
        match self.gives() {
            [I32] if !self.is_note() && !matches!(self, Call::SpawnDecide) => 801,
            _ => 0,
        }
    }

    /// Whether it only tells where threads meet; nobody can call it.
    pub const fn is_note(self) -> bool {
        matches!(self, Call::Met | Call::Candidate | Call::Judge | Call::Turn | Call::Due | Call::Wrote)
    }

    /// Whether it may have to be [made again](AGAIN).
    pub const fn waits(self) -> bool {
        matches!(
            self,
            Call::DeviceSynchronize
                | Call::Turn
                | Call::Due
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

/// Who calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caller {
    /// Linear index of the block in its grid.
    pub block: u64,
    /// Linear index of the thread in its block.
    pub thread: u32,
}

/// Memory as the calling thread sees it, by generic addresses.
pub trait Reach {
    /// Fills `bytes`; `false` if any of it is not there.
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool;
    /// Stores `bytes`; `false` if any of it is not there.
    fn write(&mut self, address: u64, bytes: &[u8]) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_declares_forty_four_names() {
        let ours =
            |&&call: &&Call| call.is_note() || matches!(call, Call::SpawnDecide | Call::DeviceSynchronize);
        let plain = Call::ALL.iter().filter(|call| !ours(call));
        let names: Vec<String> = plain
            .flat_map(|call| {
                let own = call.stream().map(|_| format!("__cudaCDP2{}_ptsz", call.name()));
                [Some(format!("__cudaCDP2{}", call.name())), own].into_iter().flatten()
            })
            .collect();
        assert_eq!(names.len(), 44);
        for name in &names {
            let found = Call::of_symbol(name).map(|(call, own)| (call.name(), own));
            let bare = name.trim_start_matches("__cudaCDP2");
            assert_eq!(found, Some((bare.trim_end_matches("_ptsz"), bare.ends_with("_ptsz"))));
            assert!(Call::of_symbol(&format!("cuda{bare}")).is_some(), "{name} in the first version");
        }
    }

    #[test]
    fn what_is_no_function_of_it() {
        for name in [
            "cudaGetDevice_ptsz",
            "__cudaCDP2DeviceSynchronize",
            "cudaSpawnDecide",
            "cudaMet",
            "cudaJudge",
            "__cudaCDP2Turn",
            "GetDevice",
            "cudaGraphLaunch",
        ] {
            assert_eq!(Call::of_symbol(name), None, "{name}");
        }
        assert_eq!(Call::of_symbol("cudaDeviceSynchronize"), Some((Call::DeviceSynchronize, false)));
        for call in Call::ALL {
            assert!(call.takes().len() <= crate::ir::Texture::OPERANDS, "{call:?}");
            assert!(call.stream().is_none_or(|at| call.takes()[at] == I64), "{call:?}");
        }
    }
}
