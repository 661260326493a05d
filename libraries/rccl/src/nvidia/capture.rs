//! Operations on streams that are captured. The runtime keeps graphs of its own, so NVIDIA's library gets a
//! stream of the driver that captures; what it puts there becomes a graph of the driver, which the runtime's
//! graph launches.

use super::library::Library;
use std::cell::RefCell;
use std::ffi::CStr;
use work::{Pointer, Stream};

/// `CU_STREAM_NON_BLOCKING`, and `CU_STREAM_CAPTURE_MODE_RELAXED`: the library allocates memory.
const NON_BLOCKING: u32 = 1;
const RELAXED: u32 = 2;

/// A word of the driver's.
type Handle = usize;

/// Functions of the driver.
struct Driver(Library);

impl Driver {
    /// Finds the driver that the runtime uses.
    fn get() -> Result<&'static Driver, String> {
        static FOUND: std::sync::OnceLock<Result<Driver, String>> = std::sync::OnceLock::new();
        let found = FOUND.get_or_init(|| {
            let place = work::driver_place().map_err(|code| format!("no driver: {code:?}"))?;
            Ok(Driver(Library::open(&place.file.to_string_lossy(), place.space)?))
        });
        found.as_ref().map_err(Clone::clone)
    }

    /// Makes a call of the driver with a word.
    fn call(&self, name: &CStr, word: Handle) -> Result<(), String> {
        let found = self.find(name)?;
        // SAFETY: callers name functions with this parameter.
        let function = unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(Handle) -> u32>(found) };
        // SAFETY: the driver's own word.
        answer(name, unsafe { function(word) })
    }

    /// Makes a call that takes a word and a number and writes a word, with the place first or in between.
    fn make(&self, name: &CStr, call: impl FnOnce(usize, *mut Handle) -> u32) -> Result<Handle, String> {
        let (found, mut made) = (self.find(name)?, 0);
        answer(name, call(found, &raw mut made)).map(|()| made)
    }

    fn find(&self, name: &CStr) -> Result<usize, String> {
        self.0.find(name).ok_or_else(|| format!("the driver has no {}", name.to_string_lossy()))
    }

    fn stream(&self) -> Result<Handle, String> {
        self.make(c"cuStreamCreate", |found, to| {
            // SAFETY: the driver's function of this name; the place is a local's.
            unsafe {
                std::mem::transmute::<usize, unsafe extern "C" fn(*mut Handle, u32) -> u32>(found)(
                    to,
                    NON_BLOCKING,
                )
            }
        })
    }

    fn begin(&self, stream: Handle) -> Result<(), String> {
        const NAME: &CStr = c"cuStreamBeginCapture_v2";
        let found = self.find(NAME)?;
        // SAFETY: the driver's function of this name.
        let function =
            unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(Handle, u32) -> u32>(found) };
        // SAFETY: the driver's own stream.
        answer(NAME, unsafe { function(stream, RELAXED) })
    }

    fn end(&self, stream: Handle) -> Result<Handle, String> {
        self.make(c"cuStreamEndCapture", |found, to| {
            // SAFETY: the driver's function of this name, and its own stream; the place is a local's.
            unsafe {
                std::mem::transmute::<usize, unsafe extern "C" fn(Handle, *mut Handle) -> u32>(found)(
                    stream, to,
                )
            }
        })
    }

    fn instantiate(&self, graph: Handle) -> Result<Handle, String> {
        self.make(c"cuGraphInstantiateWithFlags", |found, to| {
            // SAFETY: as above.
            unsafe {
                std::mem::transmute::<usize, unsafe extern "C" fn(*mut Handle, Handle, u64) -> u32>(found)(
                    to, graph, 0,
                )
            }
        })
    }

    fn launch(&self, executable: Handle, stream: Pointer) -> i32 {
        let Some(found) = self.0.find(c"cuGraphLaunch") else { return -1 };
        // SAFETY: the driver's function of this name.
        let function =
            unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(Handle, Pointer) -> u32>(found) };
        // SAFETY: the driver's own executable and stream.
        unsafe { function(executable, stream) as i32 }
    }
}

fn answer(name: &CStr, code: u32) -> Result<(), String> {
    match code {
        0 => Ok(()),
        code => Err(format!("{}: the driver answered {code}", name.to_string_lossy())),
    }
}

/// A graph of the driver; 0 for what there is none of.
struct Graph {
    driver: &'static Driver,
    graph: Handle,
    executable: Handle,
}

impl Graph {
    /// Launches it on a stream of the driver. Returns the driver's code.
    fn launch(&self, stream: Pointer) -> i32 {
        self.driver.launch(self.executable, stream)
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        for (name, word) in [(c"cuGraphExecDestroy", self.executable), (c"cuGraphDestroy", self.graph)] {
            if word != 0 {
                // Nobody is left to hear of a failure.
                let _ = self.driver.call(name, word);
            }
        }
    }
}

/// Streams of the runtime that a thread's group captures, and the driver's that stand for them.
type Streams = Vec<(Stream, Handle)>;

thread_local! {
    static STREAMS: RefCell<Streams> = const { RefCell::new(Vec::new()) };
}

/// Returns the driver's stream that captures for a stream of the runtime, until the thread's calls end.
pub(super) fn begin(stream: Stream) -> Result<Pointer, String> {
    let known = STREAMS.with_borrow(|streams| streams.iter().find(|known| known.0 == stream).copied());
    let (_, handle) = match known {
        Some(known) => known,
        None => {
            let driver = Driver::get()?;
            let device = stream.device().map_err(|failure| format!("{failure:?}"))?;
            let made = work::on_device(device, || work::on_driver(Stream::DEFAULT, |_, _| driver.stream()));
            let handle = made.and_then(|outcome| outcome).map_err(|code| format!("{code:?}"))??;
            STREAMS.with_borrow_mut(|streams| streams.push((stream, handle)));
            driver.begin(handle)?;
            (stream, handle)
        }
    };
    Ok(std::ptr::with_exposed_provenance_mut(handle))
}

/// Ends the captures of the thread's calls, and puts what was captured into the runtime's graphs.
pub(super) fn end(name: &CStr) -> Result<(), String> {
    let streams = STREAMS.take();
    if streams.is_empty() {
        return Ok(());
    }
    let driver = Driver::get()?;
    let mut outcome = Ok(());
    for (stream, handle) in streams {
        let captured = finish(driver, handle).and_then(|graph| {
            work::launch_on_driver(stream, name, move |on| graph.launch(on))
                .map_err(|code| format!("{code:?}"))
        });
        outcome = outcome.and(captured);
    }
    outcome
}

/// Ends a capture, and destroys its stream.
fn finish(driver: &'static Driver, stream: Handle) -> Result<Graph, String> {
    let captured = driver.end(stream);
    let destroyed = driver.call(c"cuStreamDestroy_v2", stream);
    let mut graph = Graph { driver, graph: captured?, executable: 0 };
    destroyed?;
    graph.executable = driver.instantiate(graph.graph)?;
    Ok(graph)
}
