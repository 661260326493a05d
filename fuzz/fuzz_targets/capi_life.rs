//! Activity around calls of the C API: several threads share handles, signals arrive at handlers of the
//! program, processes fork, host pages fault, kernels fault, devices are reset. No call may hang, do harm or
//! return `hipErrorUnknown`, signals must reach only the program's threads, and a device must work after a
//! reset.
//!
//! The first byte is the number of threads that share the others. The interleaving of threads is not part of
//! the input, so a finding may need several runs to reproduce.

#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::Duration;

mod hip;
mod signals;
use hip::*;

const UNKNOWN: u32 = 999;
const NOT_INITIALIZED: u32 = 3;
const MODULE: &[u8] = concat!(include_str!("../../runtime/tests/it/kernels.ptx"), "\0").as_bytes();
/// Kernels that end, whatever they are given.
const KERNELS: [&[u8]; 4] = [b"store\0", b"add_one\0", b"reverse\0", b"trapper\0"];
const THREADS: usize = 4;
/// Calls of one thread: each run is short.
const CALLS: usize = 64;
/// No run takes as long, unless it hangs.
const LONG: Duration = Duration::from_secs(30);
const ROOM: usize = 4096;
const CANARY: u8 = 0xab;

/// State that the threads share.
#[derive(Default)]
struct Shared {
    words: Mutex<Vec<Word>>,
    contexts: Mutex<Vec<Word>>,
    threads: Mutex<Vec<libc::pthread_t>>,
    called: AtomicU64,
}

/// Host memory between canaries, which asynchronous copies use until the device is reset.
struct Buffer([u8; 3 * ROOM]);

impl Buffer {
    fn new() -> Box<Buffer> {
        let mut buffer = Box::new(Buffer([CANARY; 3 * ROOM]));
        buffer.0[ROOM..2 * ROOM].fill(0);
        buffer
    }

    fn inside(&mut self) -> *mut c_void {
        self.0[ROOM..].as_mut_ptr().cast()
    }

    fn check(&self) {
        let around = self.0[..ROOM].iter().chain(&self.0[2 * ROOM..]);
        assert!(around.copied().all(|byte| byte == CANARY), "bytes beside a host buffer have changed");
    }
}

extern "C" fn count(called: *mut c_void) {
    // SAFETY: the counter outlives the device's work, which ends with the reset.
    unsafe { &*called.cast::<AtomicU64>() }.fetch_add(1, SeqCst);
}

/// One thread's calls.
struct Caller {
    shared: Arc<Shared>,
    buffer: Box<Buffer>,
}

impl Caller {
    fn pick(&self, u: &mut Unstructured<'_>) -> Result<Word> {
        let words = self.shared.words.lock().expect("no thread panics with it");
        Ok(match u.int_in_range(0..=9u8)? {
            0 => 0,
            1 => u.arbitrary()?,
            _ if words.is_empty() => 0,
            _ => *u.choose(&words)?,
        })
    }

    /// One thing that happens; what it answered.
    fn step(&mut self, u: &mut Unstructured<'_>) -> Result<u32> {
        let mut out: Word = 0;
        let (a, b) = (self.pick(u)?, self.pick(u)?);
        let (room, size) = (self.buffer.inside(), u.int_in_range(0..=ROOM)? as u64);
        // SAFETY: pointers to the host's memory are to memory of the size that is said, which lives until the
        // device is reset.
        let code = unsafe {
            match u.int_in_range(0..=33u8)? {
                0..=2 => hipMalloc(&raw mut out, size),
                3 => hipMallocManaged(&raw mut out, size, 1),
                4 => hipFree(a),
                5 => hipStreamCreateWithPriority(&raw mut out, u.int_in_range(0..=1)?, 0),
                6 => hipStreamDestroy(a),
                7 => hipStreamSynchronize(a),
                8 => hipEventCreateWithFlags(&raw mut out, u.int_in_range(0..=2)?),
                9 => hipEventRecord(a, b),
                10 => hipStreamWaitEvent(a, b, 0),
                11 => hipEventSynchronize(a),
                12 => hipEventDestroy(a),
                13..=14 => hipModuleLoadData(&raw mut out, MODULE.as_ptr().cast()),
                15 => hipModuleUnload(a),
                16..=18 => hipModuleGetFunction(&raw mut out, a, u.choose(&KERNELS)?.as_ptr().cast()),
                19 => hipMemcpyHtoD(a, room, size),
                20 => hipMemcpyDtoH(room, a, size),
                21 => hipMemcpyHtoDAsync(a, room, size, b),
                22 => hipMemcpyDtoHAsync(room, a, size, b),
                23 => hipMemsetD32Async(a, u.arbitrary()?, size / 4, b),
                24 => hipLaunchHostFunc(a, count, (&raw const self.shared.called).cast_mut().cast()),
                25 => hipCtxSynchronize(),
                26 => {
                    let code = hipCtxCreate(&raw mut out, 0, 0);
                    if code == 0 {
                        self.shared.contexts.lock().expect("no thread panics with it").push(out);
                    }
                    code
                }
                27 => hipCtxSetCurrent(a),
                28 => hipCtxDestroy(a),
                29 if size > 2048 => hipDeviceReset(),
                30 => return self.surroundings(u).map(|()| 0),
                _ => launch(a, b, [self.pick(u)?, self.pick(u)?], u)?,
            }
        };
        if code == 0 && out != 0 {
            self.shared.words.lock().expect("no thread panics with it").push(out);
        }
        Ok(code)
    }

    /// Simulates events in the process besides its calls.
    fn surroundings(&self, u: &mut Unstructured<'_>) -> Result<()> {
        match u.int_in_range(0..=5u8)? {
            0 => signals::send_to_process(),
            1 => {
                let threads = self.shared.threads.lock().expect("no thread panics with it");
                signals::send_to(*u.choose(&threads)?);
            }
            2 => signals::handle(u.arbitrary()?),
            3 => signals::touch_closed_page(),
            4 => forked(self.pick(u)?),
            _ => assert!(std::process::Command::new("true").status().is_ok_and(|status| status.success())),
        }
        Ok(())
    }
}

/// A copy of the process, made at any moment: its calls are refused at once, as CUDA's are, or it ends
/// without any.
fn forked(word: Word) {
    // SAFETY: the child calls only functions of the library and of the system, and ends.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::signal(libc::SIGALRM, libc::SIG_DFL);
            libc::alarm(LONG.as_secs() as u32);
            if word.is_multiple_of(2) {
                let mut out = 0;
                let codes = [
                    hipMalloc(&raw mut out, 4),
                    hipStreamSynchronize(word),
                    hipFree(word),
                    hipDeviceReset(),
                    hipInit(0),
                ];
                if codes[0] != NOT_INITIALIZED || codes.contains(&0) || codes.contains(&UNKNOWN) {
                    libc::_exit(1);
                }
            }
            libc::_exit(0);
        }
        let mut status = 0;
        while libc::waitpid(child, &raw mut status, 0) == -1 {
            assert_eq!(std::io::Error::last_os_error().kind(), std::io::ErrorKind::Interrupted);
        }
        assert!(
            !libc::WIFSIGNALED(status),
            "a forked process was ended by signal {}",
            libc::WTERMSIG(status)
        );
        assert_eq!(libc::WEXITSTATUS(status), 0, "calls in a forked process");
    }
}

fn launch(function: Word, stream: Word, mut values: [Word; 2], u: &mut Unstructured<'_>) -> Result<u32> {
    let mut params = values.each_mut().map(|value| (&raw mut *value).cast::<c_void>());
    let mut extent = || u.int_in_range(1..=33u32);
    let (grid, block) = (extent()?, extent()?);
    // SAFETY: no kernel has more than two parameters or any of more than eight bytes.
    Ok(unsafe {
        hipModuleLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, stream, params.as_mut_ptr(), null_mut())
    })
}

/// Whatever happened, a device that is reset works.
fn works_afterwards() {
    let (mut at, mut module, mut function, mut word) = (0, 0, 0, 0u32);
    // SAFETY: pointers are to locals of the size that is said.
    unsafe {
        assert_eq!(hipDeviceReset(), 0);
        assert_eq!(hipMalloc(&raw mut at, 4), 0);
        assert_eq!(hipModuleLoadData(&raw mut module, MODULE.as_ptr().cast()), 0);
        assert_eq!(hipModuleGetFunction(&raw mut function, module, c"store".as_ptr()), 0);
        let mut value = 77u32;
        let mut params = [(&raw mut at).cast::<c_void>(), (&raw mut value).cast()];
        let launched =
            hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, params.as_mut_ptr(), null_mut());
        assert_eq!(launched, 0);
        assert_eq!(hipMemcpyDtoH((&raw mut word).cast(), at, 4), 0);
        assert_eq!(word, 77);
        assert_eq!(hipDeviceReset(), 0);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    signals::begin();
    // SAFETY: takes no pointer.
    unsafe { hipInit(0) };
    let shared = Arc::new(Shared::default());
    let (done, ended) = mpsc::channel();
    let callers: Vec<_> = rest
        .chunks(rest.len().div_ceil(1 + usize::from(first) % THREADS).max(1))
        .map(|part| {
            let (shared, done, part) = (Arc::clone(&shared), done.clone(), part.to_vec());
            std::thread::spawn(move || {
                // SAFETY: the calling thread's own handle.
                shared
                    .threads
                    .lock()
                    .expect("no thread panics with it")
                    .push(unsafe { libc::pthread_self() });
                let mut caller = Caller { shared: Arc::clone(&shared), buffer: Buffer::new() };
                let mut u = Unstructured::new(&part);
                for _ in 0..CALLS {
                    match (u.is_empty(), caller.step(&mut u)) {
                        (false, Ok(code)) => assert_ne!(code, UNKNOWN, "a panic was caught"),
                        _ => break,
                    }
                }
                // No thread goes while another may send it a signal.
                let own = unsafe { libc::pthread_self() };
                shared.threads.lock().expect("no thread panics with it").retain(|&thread| thread != own);
                done.send(()).expect("somebody waits");
                caller.buffer
            })
        })
        .collect();
    drop(done);
    for _ in &callers {
        match ended.recv_timeout(LONG) {
            Ok(()) | Err(RecvTimeoutError::Disconnected) => {}
            Err(RecvTimeoutError::Timeout) => panic!("a call hangs"),
        }
    }
    let buffers: Vec<_> = callers.into_iter().map(|thread| thread.join().expect("no panic")).collect();
    for context in shared.contexts.lock().expect("no thread panics with it").drain(..) {
        // SAFETY: a handle, which may have been destroyed.
        unsafe { hipCtxDestroy(context) };
    }
    works_afterwards();
    buffers.iter().for_each(|buffer| buffer.check());
    signals::check();
});
