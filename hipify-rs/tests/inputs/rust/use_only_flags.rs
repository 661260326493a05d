// the flags
use cudarc::driver::sys::CUevent_flags;
use std::ptr;

const PLAIN: u32 = CUevent_flags::CU_EVENT_DISABLE_TIMING as u32;
