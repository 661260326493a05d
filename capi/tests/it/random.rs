//! Random sequences of calls, with handles that are valid, stale, null, of another kind or garbage. Every
//! call must return a known code other than that of a caught panic, and the device must work afterwards.
//!
//! Pointers to host memory are valid or null, as C promises; device addresses are arbitrary.

#![expect(unsafe_code, reason = "calls the library as C programs do")]

use crate::system::{library, root, rows, scratch};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::{CString, c_void};
use std::fmt::Write as _;
use std::process::Command;
use std::sync::OnceLock;

/// Kind of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arg {
    /// Handle from a pool of one kind.
    Handle(usize),
    /// Pointer for a handle of a kind, or null.
    Gives(usize),
    /// Pointer for any other value, or null.
    Place,
    /// Device address: in an allocation, after its end, freed, null, or arbitrary.
    Address,
    /// Host buffer, or null.
    Host,
    /// Number of bytes within a host buffer.
    Size,
    /// Any number of bytes.
    AnySize,
    /// Ordinal, flag, or enumerator.
    Number,
    /// Name, or null.
    Name,
    /// Image, or null.
    Image,
    /// Parameters of the kernel, or null.
    Params,
    /// SMs to split.
    Resource,
    /// 1.
    One,
    /// Null.
    Null,
    /// Small extent of a grid or block.
    Extent,
}
use Arg::*;

const STREAM: usize = 0;
const EVENT: usize = 1;
const CONTEXT: usize = 2;
const MODULE: usize = 3;
const FUNCTION: usize = 4;
const DESC: usize = 5;
const MEMORY: usize = 6;
const POOLS: usize = 7;

type Call = (&'static str, &'static [Arg]);

const CALLS: &[Call] = &[
    ("hipCtxCreate", &[Gives(CONTEXT), Number, Number]),
    ("hipCtxDestroy", &[Handle(CONTEXT)]),
    ("hipCtxGetApiVersion", &[Handle(CONTEXT), Place]),
    ("hipCtxGetCurrent", &[Gives(CONTEXT)]),
    ("hipCtxGetDevice", &[Place]),
    ("hipCtxGetFlags", &[Place]),
    ("hipCtxPopCurrent", &[Gives(CONTEXT)]),
    ("hipCtxPushCurrent", &[Handle(CONTEXT)]),
    ("hipCtxSetCurrent", &[Handle(CONTEXT)]),
    ("hipCtxSynchronize", &[]),
    ("hipDevResourceGenerateDesc", &[Gives(DESC), Resource, One]),
    ("hipDevSmResourceSplitByCount", &[Null, Place, Resource, Null, Number, Number]),
    ("hipDeviceGetAttribute", &[Place, Number, Number]),
    ("hipDeviceGetDevResource", &[Number, Resource, Number]),
    ("hipDeviceGetExecutionCtx", &[Gives(CONTEXT), Number]),
    ("hipDeviceGetLimit", &[Place, Number]),
    ("hipDevicePrimaryCtxRelease", &[Number]),
    ("hipDevicePrimaryCtxReset", &[Number]),
    ("hipDevicePrimaryCtxRetain", &[Gives(CONTEXT), Number]),
    ("hipDeviceReset", &[]),
    ("hipDeviceSetLimit", &[Number, AnySize]),
    ("hipDeviceSynchronize", &[]),
    ("hipEventCreateWithFlags", &[Gives(EVENT), Number]),
    ("hipEventDestroy", &[Handle(EVENT)]),
    ("hipEventElapsedTime", &[Place, Handle(EVENT), Handle(EVENT)]),
    ("hipEventQuery", &[Handle(EVENT)]),
    ("hipEventRecord", &[Handle(EVENT), Handle(STREAM)]),
    ("hipEventSynchronize", &[Handle(EVENT)]),
    ("hipExecutionCtxDestroy", &[Handle(CONTEXT)]),
    ("hipExecutionCtxGetDevice", &[Place, Handle(CONTEXT)]),
    ("hipExecutionCtxGetDevResource", &[Handle(CONTEXT), Place, Number]),
    ("hipExecutionCtxRecordEvent", &[Handle(CONTEXT), Handle(EVENT)]),
    ("hipExecutionCtxStreamCreate", &[Gives(STREAM), Handle(CONTEXT), Number, Number]),
    ("hipExecutionCtxSynchronize", &[Handle(CONTEXT)]),
    ("hipExecutionCtxWaitEvent", &[Handle(CONTEXT), Handle(EVENT)]),
    ("hipFree", &[Address]),
    ("hipFuncGetAttribute", &[Place, Number, Handle(FUNCTION)]),
    ("hipGetDevicePropertiesR0600", &[Place, Number]),
    ("hipGreenCtxCreate", &[Gives(CONTEXT), Handle(DESC), Number, Number]),
    ("hipHostFree", &[Address]),
    ("hipHostGetDevicePointer", &[Place, Address, Number]),
    ("hipHostGetFlags", &[Place, Address]),
    ("hipHostMalloc", &[Gives(MEMORY), Size, Number]),
    ("hipMalloc", &[Gives(MEMORY), AnySize]),
    ("hipMallocManaged", &[Gives(MEMORY), Size, Number]),
    ("hipMallocPitch", &[Gives(MEMORY), Place, AnySize, AnySize]),
    ("hipMemAdvise", &[Address, AnySize, Number, Number]),
    ("hipMemGetAddressRange", &[Place, Place, Address]),
    ("hipMemGetInfo", &[Place, Place]),
    ("hipMemPrefetchAsync", &[Address, AnySize, Number, Handle(STREAM)]),
    ("hipMemRangeGetAttribute", &[Place, Size, Number, Address, AnySize]),
    ("hipMemcpyDtoD", &[Address, Address, AnySize]),
    ("hipMemcpyDtoDAsync", &[Address, Address, AnySize, Handle(STREAM)]),
    ("hipMemcpyDtoH", &[Host, Address, Size]),
    ("hipMemcpyDtoHAsync", &[Host, Address, Size, Handle(STREAM)]),
    ("hipMemcpyHtoD", &[Address, Host, Size]),
    ("hipMemcpyHtoDAsync", &[Address, Host, Size, Handle(STREAM)]),
    ("hipMemset", &[Address, Number, AnySize]),
    ("hipMemset2D", &[Address, AnySize, Number, AnySize, AnySize]),
    ("hipMemsetAsync", &[Address, Number, AnySize, Handle(STREAM)]),
    ("hipMemsetD16", &[Address, Number, AnySize]),
    ("hipMemsetD32Async", &[Address, Number, AnySize, Handle(STREAM)]),
    ("hipModuleGetFunction", &[Gives(FUNCTION), Handle(MODULE), Name]),
    ("hipModuleGetFunctionCount", &[Place, Handle(MODULE)]),
    ("hipModuleGetGlobal", &[Place, Place, Handle(MODULE), Name]),
    (
        "hipModuleLaunchCooperativeKernel",
        &[Handle(FUNCTION), Extent, Extent, Extent, Extent, Extent, Extent, Extent, Handle(STREAM), Params],
    ),
    (
        "hipModuleLaunchKernel",
        &[
            Handle(FUNCTION),
            Extent,
            Extent,
            Extent,
            Extent,
            Extent,
            Extent,
            Extent,
            Handle(STREAM),
            Params,
            Null,
        ],
    ),
    ("hipModuleLoadData", &[Gives(MODULE), Image]),
    ("hipModuleOccupancyMaxActiveBlocksPerMultiprocessor", &[Place, Handle(FUNCTION), Number, AnySize]),
    ("hipModuleUnload", &[Handle(MODULE)]),
    ("hipPointerGetAttribute", &[Place, Number, Address]),
    ("hipPointerGetAttributes", &[Place, Address]),
    ("hipSetDevice", &[Number]),
    ("hipStreamCreateWithPriority", &[Gives(STREAM), Number, Number]),
    ("hipStreamDestroy", &[Handle(STREAM)]),
    ("hipStreamGetDevResource", &[Handle(STREAM), Place, Number]),
    ("hipStreamGetDevice", &[Handle(STREAM), Place]),
    ("hipStreamGetFlags", &[Handle(STREAM), Place]),
    ("hipStreamGetPriority", &[Handle(STREAM), Place]),
    ("hipStreamQuery", &[Handle(STREAM)]),
    ("hipStreamSynchronize", &[Handle(STREAM)]),
    ("hipStreamWaitEvent", &[Handle(STREAM), Handle(EVENT), Number]),
];

/// Words that were never returned as handles or addresses.
const GARBAGE: [u64; 10] =
    [0, 1, 2, 3, 0xdead_beef, 0x7fff_dead_beef, 1 << 56 | 1, 3 << 56 | 0xffff_ffff, 1 << 63, u64::MAX];
/// Numbers, mostly valid ones.
const NUMBERS: [u64; 20] =
    [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 4, 7, 16, 99, 0x4000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
const SIZES: [u64; 17] =
    [4, 4, 4, 4, 100, 100, 100, 0, 1, 4, 100, 4096, 1 << 20, 1 << 40, 1 << 62, u64::MAX - 3, u64::MAX];
/// Size of a host buffer in bytes.
const ROOM: usize = 4096;

/// State of a sequence.
struct World {
    pools: [Vec<u64>; POOLS],
    host: Vec<u64>,
    place: Vec<u64>,
    names: [CString; 4],
    images: [CString; 3],
    values: [u64; 3],
    params: [u64; 3],
    /// A `hipDevResource`.
    resource: [u64; 18],
}

impl World {
    fn new() -> Box<World> {
        let text = std::fs::read(root().join("testdata/capi/kernels.ptx")).expect("the kernels");
        let c = |text: &[u8]| CString::new(text).expect("no zero in it");
        Box::new(World {
            pools: Default::default(),
            host: vec![0; ROOM / 8],
            place: vec![0; ROOM / 8],
            names: [c(b"store"), c(b"bounded"), c(b"counter"), c(b"")],
            images: [c(&text), c(b"garbage"), c(b".version 7.0\n.target sm_70\nbogus\n")],
            values: [0; 3],
            params: [0; 3],
            resource: [0; 18],
        })
    }

    /// Returns a word of a pool, or garbage.
    fn handle(&self, pool: usize, choice: u64) -> u64 {
        // One in four is of another kind or no handle.
        let all = &self.pools[if choice % 8 == 7 { choice as usize / 8 % POOLS } else { pool }];
        let (which, pick) = (choice % 8, choice as usize / 64);
        if which == 6 || all.is_empty() { GARBAGE[pick % GARBAGE.len()] } else { all[pick % all.len()] }
    }

    fn word(&mut self, arg: Arg, choice: u64) -> u64 {
        let pick = |from: &[u64]| from[choice as usize % from.len()];
        let or_null = |word: u64| if choice % 16 == 15 { 0 } else { word };
        match arg {
            Handle(pool) => self.handle(pool, choice),
            Gives(_) | Place => {
                self.place.fill(0);
                or_null(self.place.as_mut_ptr() as u64)
            }
            Address => self.handle(MEMORY, choice).wrapping_add(pick(&[0, 0, 0, 0, 1, 4, 4096])),
            Host => or_null(self.host.as_mut_ptr() as u64),
            Size if choice.is_multiple_of(3) => 4,
            Size => choice % (ROOM as u64 + 1),
            AnySize => pick(&SIZES),
            Number => pick(&NUMBERS),
            Name => or_null(self.names[choice as usize / 16 % 4].as_ptr() as u64),
            // Most loads succeed.
            Image => or_null(self.images[[0, 0, 0, 1, 2][choice as usize / 16 % 5]].as_ptr() as u64),
            Params => {
                self.values = [self.handle(MEMORY, choice), 0, 0];
                let first = self.values.as_ptr() as u64;
                self.params = [first, first + 8, first + 16];
                or_null(self.params.as_ptr() as u64)
            }
            Resource => or_null(self.resource.as_mut_ptr() as u64),
            One => 1,
            Null => 0,
            Extent => pick(&[1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 0, 0xffff_ffff]),
        }
    }
}

/// Type of a call with raw words: integers and pointers are passed the same way.
type Raw = unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64) -> u32;

struct Library {
    calls: Vec<Raw>,
    reset: Raw,
    malloc: Raw,
    set_current: Raw,
    destroy: Raw,
}

fn loaded() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let path = CString::new(library().into_os_string().into_encoded_bytes()).expect("no zero in a path");
        // SAFETY: the library's initialisers run, of which it has none of its own.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!handle.is_null(), "{path:?} loads");
        let find = |name: &str| {
            let symbol = CString::new(name).expect("no zero in a name");
            // SAFETY: the handle is open and stays so.
            let found = unsafe { libc::dlsym(handle, symbol.as_ptr()) };
            assert!(!found.is_null(), "{name}");
            // SAFETY: a C function of integers and pointers; it reads as many of the words as it has
            // parameters.
            unsafe { std::mem::transmute::<*mut c_void, Raw>(found) }
        };
        Library {
            calls: CALLS.iter().map(|(name, _)| find(name)).collect(),
            reset: find("hipDeviceReset"),
            malloc: find("hipMalloc"),
            set_current: find("hipCtxSetCurrent"),
            destroy: find("hipExecutionCtxDestroy"),
        }
    })
}

fn call(function: Raw, words: &[u64]) -> u32 {
    let mut all = [0; 11];
    all[..words.len()].copy_from_slice(words);
    let [a, b, c, d, e, f, g, h, i, j, k] = all;
    // SAFETY: pointers to host memory are valid or null; everything else is the library's to check.
    unsafe { function(a, b, c, d, e, f, g, h, i, j, k) }
}

/// First calls of a sequence, which create an object of each kind: the name, and the choices.
const FIRST: [(&str, [u64; 4]); 11] = [
    // Without flags, on device 0, with the priority 0.
    ("hipMalloc", [0, 11, 0, 0]),
    ("hipMallocManaged", [0, 4096, 6, 0]),
    ("hipHostMalloc", [0, 4096, 0, 0]),
    ("hipStreamCreateWithPriority", [0, 0, 0, 0]),
    ("hipEventCreateWithFlags", [0, 0, 0, 0]),
    ("hipModuleLoadData", [0, 0, 0, 0]),
    ("hipModuleGetFunction", [0, 0, 0, 0]),
    ("hipModuleGetFunction", [0, 0, 16, 0]),
    ("hipDevicePrimaryCtxRetain", [0, 0, 0, 0]),
    ("hipDeviceGetDevResource", [0, 0, 6, 0]),
    ("hipDevResourceGenerateDesc", [0, 0, 0, 0]),
];

/// Runs a sequence, given as the index and the choices of arguments of each call. Records the calls that
/// succeed.
fn run(
    steps: &[(usize, [u64; 11])],
    codes: &BTreeSet<u32>,
    succeeded: &RefCell<BTreeSet<usize>>,
) -> Result<(), TestCaseError> {
    let library = loaded();
    let mut world = World::new();
    let first = FIRST.map(|(name, [a, b, c, d])| {
        let which = CALLS.iter().position(|call| call.0 == name).expect("a call of the table");
        (which, [a, b, c, d, 0, 0, 0, 0, 0, 0, 0])
    });
    let steps = [&first, steps].concat();
    for (n, (which, choices)) in steps.iter().enumerate() {
        let (name, args) = CALLS[*which];
        let words: Vec<u64> =
            args.iter().zip(choices).map(|(arg, choice)| world.word(*arg, *choice)).collect();
        let code = call(library.calls[*which], &words);
        prop_assert!(codes.contains(&code), "step {n}, {name}{words:x?}: {code} is no code of HIP");
        prop_assert!(code != 999, "step {n}, {name}{words:x?}: a mistake of the runtime's own");
        if code == 0 {
            succeeded.borrow_mut().insert(*which);
        }
        for (arg, word) in args.iter().zip(&words) {
            if let (Gives(pool), true) = (arg, *word != 0 && code == 0) {
                world.pools[*pool].push(world.place[0]);
            }
        }
    }
    // Whatever happened, a device works after a reset.
    for _ in 0..steps.len() + 1 {
        call(library.set_current, &[0]);
    }
    prop_assert_eq!(call(library.reset, &[]), 0);
    prop_assert_eq!(call(library.malloc, &[world.place.as_mut_ptr() as u64, 16]), 0);
    // Green contexts survive that, and a primary context with green contexts is not reset, so none must be
    // left to the next sequence.
    for context in &world.pools[CONTEXT] {
        call(library.destroy, &[*context]);
    }
    Ok(())
}

/// Environment variable set in the process that runs the sequences.
const ALONE: &str = "HIP_TEST_RANDOM_ALONE";

/// Runs in a process of its own, so that sequences and the other tests of this program do not affect each
/// other.
#[test]
fn no_sequence_of_calls_crashes() {
    if std::env::var_os(ALONE).is_some() {
        return sequences();
    }
    let this = std::env::current_exe().expect("the tests' program has a path");
    let name = "random::no_sequence_of_calls_crashes";
    let output = Command::new(this)
        .args(["--exact", name, "--nocapture"])
        .env(ALONE, "1")
        .output()
        .expect("the tests' program runs");
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{said}\n{wrong}", output.status);
    assert!(said.contains("1 passed"), "it ran: {said}");
}

fn sequences() {
    let enums = rows(&root().join("capi/api/enums.tsv"));
    let mut codes: BTreeSet<u32> =
        enums.iter().filter(|row| row[0] == "hipError_t").filter_map(|row| row[2].parse().ok()).collect();
    // CUDA's codes without a HIP name.
    codes.extend([222, 715, 716, 717, 718, 800]);
    let steps = prop::collection::vec((0..CALLS.len(), prop::array::uniform11(any::<u64>())), 1..80);
    let log = scratch("random").join("last.txt");
    let config =
        Config { cases: 2000, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    let succeeded = RefCell::default();
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(Default::default()),
    );
    let outcome = runner.run(&steps, |steps| {
        // If the process crashes, this file has the sequence.
        let mut text = String::new();
        for (which, choices) in &steps {
            let _ = writeln!(text, "{} {choices:x?}", CALLS[*which].0);
        }
        std::fs::write(&log, text).expect("the scratch folder can be written");
        run(&steps, &codes, &succeeded)
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    // Sequences in which a call never succeeds would prove nothing.
    let succeeded = succeeded.into_inner();
    let never = (0..CALLS.len()).filter(|n| !succeeded.contains(n)).map(|n| CALLS[n].0).collect::<Vec<_>>();
    assert_eq!(never, Vec::<&str>::new(), "calls that never succeeded");
}
