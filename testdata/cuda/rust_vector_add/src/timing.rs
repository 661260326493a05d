//! Events, by declarations of our own: cuEventRecord and its kind.

use std::ffi::{c_int, c_uint, c_void};

type Event = *mut c_void;

#[link(name = "cuda")]
extern "C" {
    fn cuEventCreate(event: *mut Event, flags: c_uint) -> c_int;
    fn cuEventRecord(event: Event, stream: *mut c_void) -> c_int;
    fn cuEventSynchronize(event: Event) -> c_int;
    fn cuEventElapsedTime(milliseconds: *mut f32, start: Event, end: Event) -> c_int;
    #[link_name = "cuEventDestroy_v2"]
    fn destroy(event: Event) -> c_int;
}

/// Runs from `start` to `stop`.
pub struct Clock {
    events: [Event; 2],
}

impl Clock {
    pub fn start(stream: *mut c_void) -> Clock {
        let mut events = [std::ptr::null_mut(); 2];
        for event in &mut events {
            assert_eq!(unsafe { cuEventCreate(event, 0) }, 0, "an event");
        }
        assert_eq!(unsafe { cuEventRecord(events[0], stream) }, 0);
        Clock { events }
    }

    /// Milliseconds since the start, once the stream got here.
    pub fn stop(self, stream: *mut c_void) -> f32 {
        let [start, end] = self.events;
        let mut milliseconds = 0.0;
        unsafe {
            assert_eq!(cuEventRecord(end, stream), 0);
            assert_eq!(cuEventSynchronize(end), 0);
            assert_eq!(cuEventElapsedTime(&mut milliseconds, start, end), 0);
        }
        milliseconds
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        for event in self.events {
            unsafe { destroy(event) };
        }
    }
}
