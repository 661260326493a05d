//! Environment variables of the runtime, in one table; read once, when the runtime starts.
//!
//! An invalid value is reported on standard error once and counts as unset: a misspelt setting must not keep
//! a program from running.

mod checks;
mod managed;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

pub use checks::{CheckLog, CheckOutput, Checks};
pub use managed::Managed;

/// Kind of device that programs run on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BackendSetting {
    /// GPUs where there are some, the software device elsewhere.
    #[default]
    Auto,
    /// The software device.
    Software,
    /// GPUs, by CUDA's driver.
    Cuda,
}

/// Settings that mean nothing without the software device: with one of them, `auto` chooses it.
const OF_SOFTWARE: [&str; 24] = [
    "HIP_SOFT_BINDING",
    "HIP_SOFT_BLOCK_LIMIT",
    "HIP_SOFT_BLOCK_TIME",
    "HIP_SOFT_CHECK",
    "HIP_SOFT_CHECK_EXIT",
    "HIP_SOFT_CHECK_LIMIT",
    "HIP_SOFT_CHECK_LOG",
    "HIP_SOFT_CHECK_REPORT",
    "HIP_SOFT_CLOCK",
    "HIP_SOFT_DEVICE",
    "HIP_SOFT_JIT",
    "HIP_SOFT_MATH",
    "HIP_SOFT_MEMORY",
    "HIP_SOFT_PLACEMENT",
    "HIP_SOFT_PROFILE",
    "HIP_SOFT_PROFILE_BLOCKS",
    "HIP_SOFT_RECORD",
    "HIP_SOFT_REPORT",
    "HIP_SOFT_SPAWN",
    "HIP_SOFT_TRACE",
    "HIP_SOFT_TRACE_SIZE",
    "HIP_SOFT_UM",
    "HIP_SOFT_VECTORS",
    "HIP_SOFT_WORKERS",
];

/// Those of them that HIP_BACKEND=cuda follows, too.
const ALSO_ON_GPU: [&str; 3] = ["HIP_SOFT_REPORT", "HIP_SOFT_TRACE", "HIP_SOFT_TRACE_SIZE"];

/// Engine that executes kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum JitMode {
    /// Compiled; the compiler chooses the mode for each kernel.
    #[default]
    Auto,
    /// Compiled with the least effort, thread by thread.
    Quick,
    /// Compiled, thread by thread.
    Scalar,
    /// Compiled, with vectors of lanes wherever possible.
    Vector,
    /// Interpreted by the reference interpreter, one time slice at a time.
    Interp,
}

/// Clock that events measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// Clock of this machine.
    #[default]
    Wall,
    /// Clock of the simulated device, by its time model: the same in every run.
    Virtual,
}

/// Duration of blocks on the virtual timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BlockTime {
    /// The same time for each instruction.
    #[default]
    Instructions,
    /// By the profiler's clock, which knows pipes, caches and latencies.
    Modelled,
}

/// Rules of green contexts, by CUDA version. Names are HIP's throughout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum GreenRules {
    /// CUDA 12.x: no work queues; calls on a stream whose green context was destroyed return that error.
    #[default]
    Cuda12,
    /// CUDA 13.0 to 13.4: work queues; such a stream is detached; a split returns its co-scheduled SM count.
    Cuda13,
    /// CUDA 13.5: like 13, but a split leaves a co-scheduled count of 0 unchanged.
    Cuda135,
}

/// Output of the report on the virtual timeline at process exit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ReportSetting {
    /// No report.
    #[default]
    Off,
    /// Text on standard error; in addition, a deadlock is reported while the program waits.
    Text,
    /// Line of JSON on standard error.
    Json,
    /// JSON in a file.
    At(PathBuf),
}

/// Directory in which compiled code is cached between processes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum CacheSetting {
    /// `hip-soft` in the user's cache directory.
    #[default]
    Default,
    /// No directory.
    Off,
    /// This directory.
    At(PathBuf),
}

/// Size of each device's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemorySetting {
    /// Memory of the simulated device, limited by what this machine can hold.
    #[default]
    Fitting,
    /// Memory of the simulated device.
    Device,
    /// Number of bytes.
    Bytes(u64),
}

/// Settings of the runtime.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Number of threads that run blocks.
    pub workers: usize,
    /// `true` if a launch returns only when its kernel has ended.
    pub launch_blocking: bool,
    /// Log level: 0 none, 1 errors, 2 warnings, 3 API calls, 4 and 5 more.
    pub log_level: u32,
    /// `true` if failures that a program may overlook are not reported.
    pub quiet: bool,
    /// Engine that executes kernels.
    pub jit: JitMode,
    /// `true` if approximate functions may differ from the hardware's in the last bits.
    pub fast_math: bool,
    /// Limit of a kernel's size for optimised code, instructions.
    pub jit_instructions: usize,
    /// Limit of the vectors in compiled kernels, bits.
    pub vector_bits: Option<u32>,
    /// Limit of the memory for optimising a kernel, MiB.
    pub jit_megabytes: u32,
    /// Checks of the memory checker.
    pub checks: Checks,
    /// Output of the checker.
    pub check_output: CheckOutput,
    /// File for the profile of kernels, written at process exit.
    pub profile: Option<PathBuf>,
    /// Maximum number of blocks of a launch that the profiler records.
    pub profile_blocks: u64,
    /// Kind of device that programs run on.
    pub backend: BackendSetting,
    /// File of NVIDIA's device runtime; `None` for the toolkit's.
    pub device_runtime: Option<PathBuf>,
    /// File of the GPUs' driver; `None` for the one that is installed.
    pub driver: Option<String>,
    /// File for what copies to the host brought.
    pub copies: Option<PathBuf>,
    /// First variable that was set and concerns only the software device.
    pub software: Option<&'static str>,
    /// First of them that has no effect on a GPU.
    pub idle_on_gpu: Option<&'static str>,
    /// Ordinals of the visible devices; `None` for all.
    pub visible: Option<Vec<u32>>,
    /// They are in HIP's variable, which CUDA's driver does not read.
    pub visible_by_hip: bool,
    /// Name of the simulated device, as in `device::Spec`.
    pub device: String,
    /// Number of devices, 1 to [`device::Spec::MOST`].
    pub devices: u32,
    /// Limit of the unpacked size of an image, and of the text in it, bytes.
    pub image_bytes: u64,
    /// Memory size of each device.
    pub memory: MemorySetting,
    /// Compute channels of a context, 1..=32.
    pub connections: u32,
    /// Copy channels of a context in each direction; `None` for as many as compute channels.
    pub copy_connections: Option<u32>,
    /// Size of rings and pushbuffers, in quarters of the usual one.
    pub queue_quarters: u32,
    /// Order in which SMs get blocks.
    pub placement: device::Placement,
    /// Clock that events measure.
    pub clock: Clock,
    /// Duration of blocks on the virtual timeline.
    pub block_time: BlockTime,
    /// File for the trace of the virtual timeline.
    pub trace: Option<PathBuf>,
    /// Limit of the trace, bytes.
    pub trace_size: u64,
    /// File for the calls on the virtual timeline, as a launch script.
    pub record: Option<PathBuf>,
    /// Output of the report on the virtual timeline.
    pub report: ReportSetting,
    /// Decisions of `hipExtSpawnDecide`.
    pub spawn: timeline::spawn::Setting,
    /// Rules of green contexts.
    pub green: GreenRules,
    /// Binding of streams to channels.
    pub binding: device::Binding,
    /// Timeout of a thread's wait for a full channel; `None` for no limit.
    pub block_limit: Option<Duration>,
    /// Limit of the calls that the virtual timeline stores while it waits for a kernel's end.
    pub timeline_calls: usize,
    /// Tracing and driver heuristics of managed memory.
    pub managed: Managed,
    /// Directory of compiled code.
    pub cache: CacheSetting,
    /// Limit of that directory, MiB.
    pub cache_megabytes: u32,
    /// Search path for clang; overridden by `clang`.
    pub path: Option<OsString>,
    /// Directory of clang.
    pub clang: Option<OsString>,
    /// SDK with the headers that kernels are compiled with; `None` for the one that contains the library.
    pub sdk: Option<OsString>,
    /// Home directory of the user.
    pub home: Option<PathBuf>,
    /// Cache directory of the user; `None` for the one in `home`.
    pub xdg_cache: Option<PathBuf>,
}

/// Environment variable: its names (the first that is set counts), its help, and its setter.
struct Variable {
    names: &'static [&'static str],
    help: &'static str,
    set: fn(&mut Config, &str) -> Option<()>,
}

const VARIABLES: &[Variable] = &[
    Variable {
        names: &["AMD_LOG_LEVEL"],
        help: "log on standard error: 0 nothing, 1 failures, 2 warnings, 3 every API call, 4 and 5 more",
        set: |c, v| v.parse().ok().map(|n| c.log_level = n),
    },
    Variable {
        names: &["AMD_SERIALIZE_KERNEL"],
        help: "2 or 3: a launch returns when its kernel has ended; 0 and 1 have no effect",
        set: |c, v| v.parse().ok().filter(|&n: &u32| n < 4).map(|n| c.launch_blocking |= n >= 2),
    },
    Variable {
        names: &["CUDA_DEVICE_MAX_CONNECTIONS", "GPU_MAX_HW_QUEUES"],
        help: "channels of a context for kernels, and for copies each way: 1 to 32; larger numbers count as 32",
        set: |c, v| connections(v).map(|n| c.connections = n),
    },
    Variable {
        names: &["CUDA_DEVICE_MAX_COPY_CONNECTIONS"],
        help: "channels of a context for copies each way: 1 to 32; default: as many as for kernels",
        set: |c, v| connections(v).map(|n| c.copy_connections = Some(n)),
    },
    Variable {
        names: &["CUDA_SCALE_LAUNCH_QUEUES"],
        help: "size of the launch queues: 0.25x, 0.5x, 1x, 2x or 4x",
        set: |c, v| device::queue_quarters(v).map(|n| c.queue_quarters = n),
    },
    Variable {
        names: &["HIP_BACKEND"],
        help: "device that programs run on: cuda, GPUs by CUDA's driver; soft, the software device; auto, GPUs if there are some and no \
               setting of the software device is given; default: auto",
        set: |c, v| {
            c.backend = match v {
                "auto" => BackendSetting::Auto,
                "soft" => BackendSetting::Software,
                "cuda" => BackendSetting::Cuda,
                _ => return None,
            };
            Some(())
        },
    },
    Variable {
        names: &["HIP_CLANG_PATH"],
        help: "directory of the clang that hipcc and hipRTC use; default: the newest of PATH",
        set: |c, v| {
            c.clang = Some(v.into());
            Some(())
        },
    },
    Variable {
        names: &["HIP_COPIES"],
        help: "file for what copies to the host brought, for `hip-run --compare`; %p in its name is the process",
        set: |c, v| (!v.is_empty()).then(|| c.copies = Some(v.into())),
    },
    Variable {
        names: &["HIP_CUDA_DEVICE_RUNTIME"],
        help: "file of NVIDIA's libcudadevrt.a, for kernels that launch kernels on a GPU; default: that of a CUDA toolkit in /usr/local/cuda",
        set: |c, v| (!v.is_empty()).then(|| c.device_runtime = Some(v.into())),
    },
    Variable {
        names: &["HIP_CUDA_DRIVER"],
        help: "file of CUDA's driver for HIP_BACKEND=cuda; default: libcuda.so.1 where programs find it",
        set: |c, v| (!v.is_empty()).then(|| c.driver = Some(v.into())),
    },
    Variable {
        names: &["HIP_LAUNCH_BLOCKING", "CUDA_LAUNCH_BLOCKING"],
        help: "1: a launch returns when its kernel has ended",
        set: |c, v| v.parse().ok().map(|n: u32| c.launch_blocking |= n != 0),
    },
    Variable {
        names: &["HIP_PATH"],
        help: "SDK whose headers hipcc and hipRTC use; default: their own",
        set: |c, v| {
            c.sdk = Some(v.into());
            Some(())
        },
    },
    Variable {
        names: &["HIP_SOFT_BINDING"],
        help: "binding of streams to channels: dynamic, as on an H200, or static, by number",
        set: |c, v| {
            c.binding = match v {
                "dynamic" => device::Binding::Dynamic,
                "static" => device::Binding::Static,
                _ => return None,
            };
            Some(())
        },
    },
    Variable {
        names: &["HIP_SOFT_BLOCK_LIMIT"],
        help: "milliseconds that a thread waits for a full channel before the call answers hipErrorLaunchTimeOut; default: no limit",
        set: |c, v| v.parse().ok().map(|n| c.block_limit = Some(Duration::from_millis(n))),
    },
    Variable {
        names: &["HIP_SOFT_BLOCK_TIME"],
        help: "duration of blocks in virtual time: instructions, six cycles each, or modelled, as the profiler estimates them",
        set: |c, v| {
            c.block_time = match v {
                "instructions" => BlockTime::Instructions,
                "modelled" => BlockTime::Modelled,
                _ => return None,
            };
            Some(())
        },
    },
    Variable {
        names: &["HIP_SOFT_CACHE"],
        help: "directory for compiled code, which only the user may enter, or off",
        set: |c, v| {
            c.cache = match v {
                "" => return None,
                "off" => CacheSetting::Off,
                path => CacheSetting::At(path.into()),
            };
            Some(())
        },
    },
    Variable {
        names: &["HIP_SOFT_CACHE_SIZE"],
        help: "limit of the directory for compiled code in MiB: 1 to 65536; default: 256",
        set: |c, v| v.parse().ok().filter(|n| (1..=65536).contains(n)).map(|n| c.cache_megabytes = n),
    },
    Variable {
        names: &["HIP_SOFT_CHECK"],
        help: "checks, separated by commas: memory, race, uninit, sync, leak, host, or all; after findings the process exits with 66",
        set: |c, v| checks::parse(v).map(|found| c.checks = found),
    },
    Variable {
        names: &["HIP_SOFT_CHECK_EXIT"],
        help: "exit code of a process with findings: 1 to 255, or 0, its own; default: 66",
        set: |c, v| v.parse().ok().map(|code| c.check_output.exit = code),
    },
    Variable {
        names: &["HIP_SOFT_CHECK_LIMIT"],
        help: "number of places that the checker prints, 0 for all; default: 100",
        set: |c, v| v.parse().ok().map(|limit| c.check_output.limit = limit),
    },
    Variable {
        names: &["HIP_SOFT_CHECK_LOG"],
        help: "file that the checker's text is appended to, or stdout; %p in its name is the process; default: standard error",
        set: |c, v| checks::log(v).map(|log| c.check_output.log = log),
    },
    Variable {
        names: &["HIP_SOFT_CHECK_REPORT"],
        help: "file for the checker's findings as JSON, written when the process ends; %p in its name is the process",
        set: |c, v| (!v.is_empty()).then(|| c.check_output.report = Some(v.into())),
    },
    Variable {
        names: &["HIP_SOFT_CLOCK"],
        help: "clock of events: wall, this machine's, or virtual, the simulated device's",
        set: |c, v| {
            c.clock = match v {
                "wall" => Clock::Wall,
                "virtual" => Clock::Virtual,
                _ => return None,
            };
            Some(())
        },
    },
    Variable {
        names: &["HIP_SOFT_DEVICE"],
        help: "simulated device, by its name or a unique part of it: `NVIDIA H200`, h200; h200x4 for four of them",
        set: |c, v| pick_devices(v).map(|(name, count)| (c.device, c.devices) = (name, count)),
    },
    Variable {
        names: &["HIP_SOFT_GREEN"],
        help: "rules of green contexts: those of CUDA 12, 13 (with work queues) or 13.5",
        set: |c, v| {
            c.green = match v {
                "12" => GreenRules::Cuda12,
                "13" => GreenRules::Cuda13,
                "13.5" => GreenRules::Cuda135,
                _ => return None,
            };
            Some(())
        },
    },
    Variable {
        names: &["HIP_SOFT_IMAGE_SIZE"],
        help: "limit in MiB of what an image of device code is unpacked to, and of its PTX: 1 to 4096; default: 256",
        set: |c, v| v.parse().ok().filter(|n| (1..=4096).contains(n)).map(|n: u64| c.image_bytes = n << 20),
    },
    Variable {
        names: &["HIP_SOFT_JIT"],
        help: "execution of kernels: compiled (auto, quick, scalar, vector) or interpreted (interp)",
        set: |c, v| {
            c.jit = match v {
                "auto" => JitMode::Auto,
                "quick" => JitMode::Quick,
                "scalar" => JitMode::Scalar,
                "vector" => JitMode::Vector,
                "interp" => JitMode::Interp,
                _ => return None,
            };
            Some(())
        },
    },
    Variable {
        names: &["HIP_SOFT_JIT_INSTRUCTIONS"],
        help: "limit in instructions up to which a kernel gets optimised code; default: 20000",
        set: |c, v| v.parse().ok().map(|n| c.jit_instructions = n),
    },
    Variable {
        names: &["HIP_SOFT_JIT_MEMORY"],
        help: "limit in MiB of the memory that optimising a kernel takes: 16 to 65536; default: 400",
        set: |c, v| v.parse().ok().filter(|n| (16..=65536).contains(n)).map(|n| c.jit_megabytes = n),
    },
    Variable {
        names: &["HIP_SOFT_MATH"],
        help: "approximate functions (rcp, sqrt, ex2 and others): exact, the bits of an H200, or fast, by the host's arithmetic within \
               the errors of the PTX ISA; default: exact",
        set: |c, v| {
            c.fast_math = match v {
                "exact" => false,
                "fast" => true,
                _ => return None,
            };
            Some(())
        },
    },
    Variable {
        names: &["HIP_SOFT_MEMORY"],
        help: "memory of each device: a number with K, M or G (of 1024), or device, that of such a device; default: as device, but for all \
               devices together no more than this machine or the process's control group holds",
        set: |c, v| {
            c.memory = if v == "device" { MemorySetting::Device } else { MemorySetting::Bytes(bytes(v)?) };
            Some(())
        },
    },
    Variable {
        names: &["HIP_SOFT_PLACEMENT"],
        help: "order in which SMs get blocks: roundrobin, gpcs (as an H200), packed, or seed:N",
        set: |c, v| v.parse().ok().map(|placement| c.placement = placement),
    },
    Variable {
        names: &["HIP_SOFT_QUIET"],
        help: "1: no line on standard error for the first fault, refused launch, refused image and dropped work",
        set: |c, v| v.parse().ok().map(|n: u32| c.quiet = n != 0),
    },
    Variable {
        names: &["HIP_SOFT_PROFILE"],
        help: "file for a profile of all kernels (JSON), written when the process ends; hip-prof makes and reads it",
        set: |c, v| (!v.is_empty()).then(|| c.profile = Some(v.into())),
    },
    Variable {
        names: &["HIP_SOFT_PROFILE_BLOCKS"],
        help: "blocks of a launch that the profiler records, spread over the grid, at most; the others count as them; default: 1024",
        set: |c, v| v.parse().ok().filter(|n| *n > 0).map(|n| c.profile_blocks = n),
    },
    Variable {
        names: &["HIP_SOFT_RECORD"],
        help: "file for a launch script of what the program does, for `hip-sim run`; %p in its name is the process",
        set: |c, v| (!v.is_empty()).then(|| c.record = Some(v.into())),
    },
    Variable {
        names: &["HIP_SOFT_REPORT"],
        help: "report at the end, of the virtual timeline's counters and of what waited for what, or with HIP_BACKEND=cuda of the GPU's times: 1 on standard error, json as JSON there, or a \
               file for the JSON; %p in its name is the process",
        set: |c, v| {
            c.report = match v {
                "" => return None,
                "0" => ReportSetting::Off,
                "1" => ReportSetting::Text,
                "json" => ReportSetting::Json,
                file => ReportSetting::At(file.into()),
            };
            Some(())
        },
    },
    Variable {
        names: &["HIP_SOFT_SPAWN"],
        help: "answer to kernels that ask hipExtSpawnDecide: off (always launch), on (launch what pays), on,window or on,capacity_floor",
        set: |c, v| v.parse().ok().map(|spawn| c.spawn = spawn),
    },
    Variable {
        names: &["HIP_SOFT_TIMELINE_CALLS"],
        help: "calls that the virtual timeline buffers while a kernel runs; when full, it proceeds without that kernel's end; default: 131072",
        set: |c, v| v.parse().ok().filter(|&n| n > 0).map(|n| c.timeline_calls = n),
    },
    Variable {
        names: &["HIP_SOFT_TRACE"],
        help: "file for the virtual timeline, or with HIP_BACKEND=cuda for the GPU's, for Perfetto or `hip-sim view`; %p in its name is the process",
        set: |c, v| (!v.is_empty()).then(|| c.trace = Some(v.into())),
    },
    Variable {
        names: &["HIP_SOFT_TRACE_SIZE"],
        help: "limit of a trace in MiB; later events are left out, which is reported at the end; default: 1024",
        set: |c, v| v.parse().ok().filter(|n| (1..=1 << 20).contains(n)).map(|n: u64| c.trace_size = n << 20),
    },
    Variable {
        names: &["HIP_SOFT_UM"],
        help: "list of: report, of managed memory at the end on standard error; kernels, trace what they touch; host, trace what the host touches \
               (by page faults: debuggers stop at them, system calls fail at them); prefetch, faults bring neighbouring pages; thrashing or \
               thrashing=N, pages that faults moved 13 or N times are pinned",
        set: |c, v| managed::parse(v).map(|managed| c.managed = managed),
    },
    Variable {
        names: &["HIP_SOFT_VECTORS"],
        help: "limit in bits of vectors in compiled kernels, to try what another processor runs: 128, 256 or 512; default: what the processor has",
        set: |c, v| v.parse().ok().filter(|n| [128, 256, 512].contains(n)).map(|n| c.vector_bits = Some(n)),
    },
    Variable {
        names: &["HIP_SOFT_WORKERS"],
        help: "threads that run blocks: 1 to 256; default: one per core",
        set: |c, v| v.parse().ok().filter(|n| (1..=256).contains(n)).map(|n| c.workers = n),
    },
    Variable {
        names: &["HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"],
        help: "ordinals of the devices that a program sees, separated by commas; -1 for none",
        set: |c, v| {
            c.visible = Some(visible(v));
            Some(())
        },
    },
    Variable {
        names: &["HOME"],
        help: "home directory; compiled code is kept in .cache/hip-soft below it",
        set: |c, v| {
            c.home = Some(v.into());
            Some(())
        },
    },
    Variable {
        names: &["PATH"],
        help: "directories searched for clang",
        set: |c, v| {
            c.path = Some(v.into());
            Some(())
        },
    },
    Variable {
        names: &["XDG_CACHE_HOME"],
        help: "cache directory; default: .cache in HOME",
        set: |c, v| {
            c.xdg_cache = Some(v.into());
            Some(())
        },
    },
];

/// Parses the name of a device and its count.
fn pick_devices(wanted: &str) -> Option<(String, u32)> {
    device::Spec::find_several(wanted).ok().map(|(spec, count)| (spec.name, count))
}

/// Parses a number of bytes, at least a page, with an optional suffix for a power of 1024.
fn bytes(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return None,
    };
    let number: u64 = digits.trim().parse().ok()?;
    number.checked_mul(1 << shift).filter(|bytes| *bytes >= 4096)
}

/// Parses ordinals of visible devices. As in CUDA, the list ends at the first entry that is not an ordinal.
fn visible(list: &str) -> Vec<u32> {
    let mut seen = Vec::new();
    for ordinal in list.split(',').map_while(|part| part.trim().parse().ok()) {
        // A repeated device also ends the list.
        if seen.contains(&ordinal) {
            break;
        }
        seen.push(ordinal);
    }
    seen
}

impl Config {
    /// Returns whether the interpreter executes kernels.
    pub const fn interprets(&self) -> bool {
        matches!(self.jit, JitMode::Interp)
    }

    /// Notes that compiled kernels record at run time.
    pub const fn notes(&self) -> ptx::pass::Instrumentation {
        let counts = self.simulates();
        let touches = self.managed.kernels;
        ptx::pass::Instrumentation {
            counts,
            counters: counts && self.is_followed(),
            waits: false,
            pages: touches,
        }
    }

    /// Returns whether the program is simulated on a virtual timeline.
    pub const fn simulates(&self) -> bool {
        // The spawn controller needs the costs that the timeline counts.
        let spawn = !matches!(self.spawn, timeline::spawn::Setting::Off);
        // The memory checker runs kernels without such changes.
        (self.is_followed() || spawn) && !self.checks.any()
    }

    /// Returns whether the timeline has any output, which has to be the same in every run.
    const fn is_followed(&self) -> bool {
        let drawn =
            self.trace.is_some() || self.record.is_some() || !matches!(self.report, ReportSetting::Off);
        matches!(self.clock, Clock::Virtual) || drawn
    }

    /// Default settings, for a machine with `cores` cores.
    pub fn defaults(cores: usize) -> Self {
        Config {
            workers: cores.clamp(1, 256),
            launch_blocking: false,
            log_level: 0,
            quiet: false,
            jit: JitMode::Auto,
            fast_math: false,
            jit_instructions: 20_000,
            vector_bits: None,
            jit_megabytes: 400,
            checks: Checks::default(),
            check_output: CheckOutput::default(),
            profile: None,
            profile_blocks: 1024,
            backend: BackendSetting::default(),
            driver: None,
            device_runtime: None,
            copies: None,
            software: None,
            idle_on_gpu: None,
            visible: None,
            visible_by_hip: false,
            device: device::Spec::DEFAULT.to_owned(),
            devices: 1,
            image_bytes: 256 << 20,
            memory: MemorySetting::default(),
            connections: 8,
            copy_connections: None,
            queue_quarters: 4,
            placement: device::Placement::default(),
            green: GreenRules::default(),
            binding: device::Binding::default(),
            block_limit: None,
            timeline_calls: 1 << 17,
            clock: Clock::Wall,
            block_time: BlockTime::Instructions,
            trace: None,
            trace_size: 1 << 30,
            record: None,
            report: ReportSetting::Off,
            spawn: timeline::spawn::Setting::Off,
            managed: Managed::default(),
            cache: CacheSetting::Default,
            cache_megabytes: 256,
            path: None,
            clang: None,
            sdk: None,
            home: None,
            xdg_cache: None,
        }
    }

    /// Cache directory of the user (XDG Base Directory Specification: relative paths are ignored).
    pub fn user_cache(&self) -> Option<PathBuf> {
        let absolute = |path: &Option<PathBuf>| path.clone().filter(|path| path.is_absolute());
        absolute(&self.xdg_cache).or_else(|| Some(absolute(&self.home)?.join(".cache")))
    }

    /// Reads the settings from `variable` (name → value). Returns them with messages on invalid values.
    pub fn read(cores: usize, variable: impl Fn(&str) -> Option<String>) -> (Self, Vec<String>) {
        let mut config = Config::defaults(cores);
        let mut complaints = Vec::new();
        for entry in VARIABLES {
            let found = entry.names.iter().find_map(|&name| variable(name).map(|value| (name, value)));
            let Some((name, value)) = found else { continue };
            if (entry.set)(&mut config, value.trim()).is_none() {
                // A part of a name may fit several devices: the error lists them.
                let device =
                    (name == "HIP_SOFT_DEVICE").then(|| device::Spec::find_several(value.trim()).err());
                let reason =
                    device.flatten().map_or_else(|| entry.help.to_owned(), |error| error.to_string());
                complaints.push(format!("{name}=`{value}` is ignored ({reason})"));
                continue;
            }
            let software = OF_SOFTWARE.into_iter().find(|other| *other == name);
            config.software = config.software.or(software);
            let idle = software.filter(|name| !ALSO_ON_GPU.contains(name));
            config.idle_on_gpu = config.idle_on_gpu.or(idle);
            config.visible_by_hip |= name == "HIP_VISIBLE_DEVICES";
        }
        (config, complaints)
    }
}

/// Lists all variables with their help; alternative names are separated by ` or `.
pub fn variables() -> impl Iterator<Item = (String, &'static str)> {
    VARIABLES.iter().map(|v| (v.names.join(" or "), v.help))
}

/// Returns the settings of this process.
pub(crate) fn config() -> &'static Config {
    static CONFIG: OnceLock<Config> = OnceLock::new();
    CONFIG.get_or_init(|| {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let (config, mut complaints) = Config::read(cores, |name| std::env::var(name).ok());
        let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        complaints.extend(names.filter_map(|name| unknown(&name)));
        for complaint in complaints {
            crate::trace::complain(&complaint);
        }
        config
    })
}

/// Message on a name that looks like a setting of ours and is unknown.
fn unknown(name: &str) -> Option<String> {
    let known = || VARIABLES.iter().flat_map(|variable| variable.names).copied();
    if !name.starts_with("HIP_SOFT_") || known().any(|other| other == name) {
        return None;
    }
    let distance = |other: &&str| strsim::damerau_levenshtein(name, other);
    let nearest = known().filter(|other| other.starts_with("HIP_SOFT_")).min_by_key(distance);
    let guess = nearest.filter(|other| distance(other) <= 3);
    Some(match guess {
        Some(other) => format!("{name} is not a known setting; did you mean {other}?"),
        None => {
            format!("{name} is not a known setting; the book's page \"Environment variables\" lists them")
        }
    })
}

/// Parses a number of channels like an H200's driver: only leading digits count, and the number is 32 if it
/// is larger or negative. `None` without digits, or for zero.
fn connections(text: &str) -> Option<u32> {
    let (minus, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let digits = text[..end].trim_start_matches('0');
    match (digits, minus) {
        ("", _) => None,
        (_, true) => Some(32),
        // A number that does not fit is larger than 32, too.
        (digits, false) => Some(digits.parse().map_or(32, |count: u32| count.min(32))),
    }
}

#[cfg(test)]
mod tests;
