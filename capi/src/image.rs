//! Images that C passes by their start address only.

use runtime::Error;
use runtime::api::module::{Extent, extent};
use runtime::registry::Carried;
use std::ffi::{CStr, c_void};

/// Returns the bytes of the image at `pointer`: NUL-terminated text, a container with its length in the
/// header, or the image that a registration record points at.
///
/// # Errors
/// `Null`; `Image` for an invalid header of the container.
pub(crate) fn bytes<'a>(pointer: *const c_void) -> Result<&'a [u8], Error> {
    let mut pointer = pointer.cast::<u8>();
    // A record points at an image, never at another record.
    for _ in 0..2 {
        if pointer.is_null() {
            return Err(Error::Null { what: "image" });
        }
        // SAFETY: C promised a whole image, and no byte is asked for that its own header does not promise.
        let length = match extent(|at, len| unsafe { std::slice::from_raw_parts(pointer.add(at), len) })? {
            Extent::Bytes(length) => length,
            // SAFETY: what is no container is text, which C promised to end in a zero.
            Extent::Text => unsafe { CStr::from_ptr(pointer.cast()) }.count_bytes(),
            Extent::At { image, .. } => {
                pointer = image as usize as *const u8;
                continue;
            }
        };
        // SAFETY: as above.
        return Ok(unsafe { std::slice::from_raw_parts(pointer, length) });
    }
    Err(Error::Null { what: "image of a registration record" })
}

/// Limit of fat binaries linked into one program.
const MOST_UNITS: usize = 1 << 20;

/// Returns the image of a registration record, with the fat binaries that it was linked from, if any.
///
/// # Errors
/// As [`bytes`].
pub(crate) fn carried(record: *const c_void) -> Result<Carried, Error> {
    if record.is_null() {
        return Err(Error::Null { what: "fat binary" });
    }
    let start = record.cast::<u8>();
    // SAFETY: C promised a record, and no byte is asked for that its own header does not promise.
    let found = extent(|at, len| unsafe { std::slice::from_raw_parts(start.add(at), len) })?;
    let mut units = Vec::new();
    if let Extent::At { units: list @ 1.., .. } = found {
        let list = list as usize as *const *const c_void;
        for at in 0..MOST_UNITS {
            // SAFETY: the record's list ends with a null, which has not come yet.
            match unsafe { list.add(at).read() } {
                unit if unit.is_null() => break,
                unit => units.push(bytes(unit)?),
            }
        }
    }
    Ok(Carried { image: bytes(record)?, units })
}
