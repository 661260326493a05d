//! CUDA's driver below the runtime.

use crate::entry::{Out, entry_points, text};
use crate::stream::Through;
use crate::types::Stream;
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::native;
use std::ffi::{CString, c_char, c_void};
use std::sync::OnceLock;

/// `hipExtDriverCall_t`
type Function = Option<extern "C" fn(*mut c_void, *mut c_void, i32)>;

/// `hipExtDriverWork_t`
type Work = Option<extern "C" fn(*mut c_void, *mut c_void, i32) -> i32>;

/// C's function and its data, which are released with it.
struct Launch {
    function: extern "C" fn(*mut c_void, *mut c_void, i32) -> i32,
    data: Through,
    release: Option<extern "C" fn(*mut c_void)>,
}

impl Launch {
    fn run(&self, handle: usize, device: i32) -> i32 {
        (self.function)(self.data.get(), handle as *mut c_void, device)
    }
}

impl Drop for Launch {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            release(self.data.get());
        }
    }
}

entry_points! {
    /// The namespace of the dynamic linker and the file that CUDA's driver was loaded from.
    fn hipExtDriverPlace(space: Out<i64>, file: Out<*const c_char>) {
        static FILE: OnceLock<CString> = OnceLock::new();
        let (space, file) = (space.wanted("space")?, file.wanted("file")?);
        let place = native::driver()?;
        space.set(place.space);
        // A file that was loaded has no zero in its name.
        file.set(FILE.get_or_init(|| CString::new(place.file.as_str()).unwrap_or_default()).as_ptr());
    }
    /// Calls a function with CUDA's handle of a stream.
    fn hipExtDriverCall(stream: Stream, function: Function, data: *mut c_void) {
        let function = function.ok_or(Error::Null { what: "function" })?;
        native::call(StreamRef::from_word(stream.word())?, |handle, device| {
            function(data, handle as *mut c_void, device);
        })?;
    }
    /// Calls a function with CUDA's handle of a stream, at each launch of the graph if the stream captures.
    fn hipExtDriverLaunch(stream: Stream, name: *const c_char, work: Work, data: *mut c_void, release: Option<extern "C" fn(*mut c_void)>) {
        let function = work.ok_or(Error::Null { what: "work" })?;
        let words = [function as usize as u64, data as u64];
        // From here on the data are released even if the call fails.
        let launch = Launch { function, data: Through::new(data), release };
        let name = text(name, "name")?;
        let run = move |handle: usize, device: i32| launch.run(handle, device);
        native::launch(StreamRef::from_word(stream.word())?, &name, run, words)?;
    }
}
