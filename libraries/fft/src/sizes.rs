//! Sizes of work areas, which are zero, and versions.

use crate::layout::Numbers;
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
fn answer(request: Result<Request, Status>, to: Pointer) -> Done {
    request?;
    put(to, 0usize)
}

pub(crate) fn plan_size(handle: Pointer, to: Pointer) -> Done {
    plans::plan(handle)?;
    put(to, 0usize)
}

pub(crate) fn estimate_1d(n: i64, kind: u32, batch: i64, to: Pointer) -> Done {
    answer(Request::simple(&[n], kind, batch), to)
}

pub(crate) fn estimate_2d(nx: i64, ny: i64, kind: u32, to: Pointer) -> Done {
    answer(Request::simple(&[nx, ny], kind, 1), to)
}

pub(crate) fn estimate_3d(nx: i64, ny: i64, nz: i64, kind: u32, to: Pointer) -> Done {
    answer(Request::simple(&[nx, ny, nz], kind, 1), to)
}

pub(crate) fn size_1d(handle: Pointer, n: i64, kind: u32, batch: i64, to: Pointer) -> Done {
    plans::plan(handle)?;
    estimate_1d(n, kind, batch, to)
}

pub(crate) fn size_2d(handle: Pointer, nx: i64, ny: i64, kind: u32, to: Pointer) -> Done {
    plans::plan(handle)?;
    estimate_2d(nx, ny, kind, to)
}

pub(crate) fn size_3d(handle: Pointer, nx: i64, ny: i64, nz: i64, kind: u32, to: Pointer) -> Done {
    plans::plan(handle)?;
    estimate_3d(nx, ny, nz, kind, to)
}

pub(crate) fn estimate_many(
    rank: i64,
    n: Pointer,
    inembed: Pointer,
    istride: i64,
    idist: i64,
    onembed: Pointer,
    ostride: i64,
    odist: i64,
    kind: u32,
    batch: i64,
    to: Pointer,
) -> Done {
    let input = (Numbers::Narrow(inembed), istride, idist);
    let output = (Numbers::Narrow(onembed), ostride, odist);
    answer(Request::many(rank, Numbers::Narrow(n), input, output, kind, batch), to)
}

macro_rules! sizes_of_many {
    ($($name:ident: $numbers:path;)*) => {$(
        pub(crate) fn $name(
            handle: Pointer, rank: i64, n: Pointer, inembed: Pointer, istride: i64, idist: i64, onembed: Pointer,
            ostride: i64, odist: i64, kind: u32, batch: i64, to: Pointer,
        ) -> Done {
            plans::plan(handle)?;
            let (input, output) = (($numbers(inembed), istride, idist), ($numbers(onembed), ostride, odist));
            answer(Request::many(rank, $numbers(n), input, output, kind, batch), to)
        }
    )*};
}
sizes_of_many! {
    size_many: Numbers::Narrow;
    size_many_64: Numbers::Wide;
}

pub(crate) fn size_typed(
    handle: Pointer,
    rank: i64,
    n: Pointer,
    inembed: Pointer,
    istride: i64,
    idist: i64,
    input: u32,
    onembed: Pointer,
    ostride: i64,
    odist: i64,
    output: u32,
    batch: i64,
    to: Pointer,
    execution: u32,
) -> Done {
    plans::plan(handle)?;
    let (from, into) = ((inembed, istride, idist, input), (onembed, ostride, odist, output));
    answer(plans::typed(rank, n, from, into, batch, execution), to)
}
