//! Sizes of work areas, which are zero, and versions.

use crate::plans::{self, Request};
use crate::status::Status;
use work::{Pointer, put};

type Done = Result<(), Status>;

/// Version of hipFFT: major, minor, patch.
const VERSION: [i32; 3] = [1, 0, 20];

pub(crate) fn version(to: Pointer) -> Done {
    let [major, minor, patch] = VERSION;
    put(to, major * 10000 + minor * 100 + patch)
}

/// `hipfftLibraryPropertyType`
pub(crate) fn property(which: u32, to: Pointer) -> Done {
    put(to, *VERSION.get(which as usize).ok_or(Status::InvalidType)?)
}

/// Checks a request and writes the bytes that it needs.
pub(crate) fn estimate(request: Result<Request, Status>, to: Pointer) -> Done {
    request?;
    put(to, 0usize)
}

/// The same for a plan that is there.
pub(crate) fn size(handle: Pointer, request: Result<Request, Status>, to: Pointer) -> Done {
    plans::plan(handle)?;
    estimate(request, to)
}

pub(crate) fn plan_size(handle: Pointer, to: Pointer) -> Done {
    plans::plan(handle)?;
    put(to, 0usize)
}
