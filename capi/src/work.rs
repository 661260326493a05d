//! Work of libraries on device memory, in the order of a stream.

use crate::entry::{entry_points, text};
use crate::stream::Through;
use crate::types::Stream;
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::stream::{self, WorkMemory};
use std::cell::Cell;
use std::ffi::{c_char, c_void};

/// `hipExtWork_t`
type Function = Option<extern "C" fn(*mut c_void)>;

thread_local! {
    /// Memory of the work that the thread runs.
    static CURRENT: Cell<Option<*const (dyn WorkMemory + 'static)>> = const { Cell::new(None) };
}

/// `hipExtCondition_t`
type Condition = Option<extern "C" fn(*mut c_void) -> i32>;

/// C's function and its data, which are released with it.
struct Work<F> {
    function: F,
    data: Through,
    release: Function,
}

impl<F> Drop for Work<F> {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            release(self.data.get());
        }
    }
}

impl Work<extern "C" fn(*mut c_void) -> i32> {
    fn holds(&self) -> bool {
        (self.function)(self.data.get()) != 0
    }
}

impl Work<extern "C" fn(*mut c_void)> {
    fn run(&self, memory: &dyn WorkMemory) {
        let memory = &raw const *memory;
        // SAFETY: only the lifetime changes; the pointer is taken away before the reference ends.
        let memory = unsafe {
            std::mem::transmute::<*const (dyn WorkMemory + '_), *const (dyn WorkMemory + 'static)>(memory)
        };
        CURRENT.set(Some(memory));
        (self.function)(self.data.get());
        CURRENT.set(None);
    }
}

entry_points! {
    /// Carries out a library's work in the order of a stream.
    fn hipExtLaunchWork(stream: Stream, name: *const c_char, work: Function, data: *mut c_void, release: Function) {
        let function = work.ok_or(Error::Null { what: "work" })?;
        let words = [function as usize as u64, data as u64];
        // From here on the data are released even if the call fails.
        let work = Work { function, data: Through::new(data), release };
        let name = text(name, "name")?;
        stream::launch_work(StreamRef::from_word(stream.word())?, &name, move |memory| work.run(memory), words)?;
    }
    /// Makes later work of a stream wait for a library's condition.
    fn hipExtLaunchWait(stream: Stream, name: *const c_char, condition: Condition, data: *mut c_void, release: Function) {
        let function = condition.ok_or(Error::Null { what: "condition" })?;
        let words = [function as usize as u64, data as u64];
        // From here on the data are released even if the call fails.
        let work = Work { function, data: Through::new(data), release };
        let name = text(name, "name")?;
        stream::launch_wait(StreamRef::from_word(stream.word())?, &name, move || work.holds(), words)?;
    }
    /// Reports that the work that the calling thread runs has failed.
    fn hipExtFailWork() {
        let memory = CURRENT.get().ok_or(Error::OutsideWork)?;
        // SAFETY: the work of this thread has not returned.
        unsafe { &*memory }.fail();
    }
    /// Makes a range accessible to the work that the calling thread runs.
    fn hipExtHoldMemory(pointer: *const c_void, bytes: usize, alignment: usize, write: i32) {
        let memory = CURRENT.get().ok_or(Error::OutsideWork)?;
        // SAFETY: the work of this thread has not returned.
        let memory = unsafe { &*memory };
        memory.hold(pointer as u64, bytes as u64, alignment as u64, write != 0)?;
    }
}
