//! Images that C passes by their start alone: each format says in its own header how long it is.

use fatbin::nvidia::{WRAPPER_BYTES, WRAPPER_MAGIC, Wrapper};
use fatbin::{HIP_WRAPPER_MAGIC, clang};
use runtime::Error;
use std::ffi::{CStr, c_void};

/// The bytes of the image at `pointer`: text that ends in a zero, or a container whose header says how long it is.
///
/// A registration record stands for the image that it points at.
///
/// # Errors
/// `Null`; what the header of a container says that is not one.
pub(crate) fn bytes<'a>(pointer: *const c_void) -> Result<&'a [u8], Error> {
    let start = Start { pointer: target(pointer)?.cast() };
    let len = match start.length()? {
        Some(len) => len,
        // SAFETY: what is no container is text, which C promised to end in a zero.
        None => unsafe { CStr::from_ptr(start.pointer.cast()) }.count_bytes(),
    };
    // SAFETY: C promised a whole image, whose length its own header states.
    Ok(unsafe { std::slice::from_raw_parts(start.pointer, len) })
}

/// Where the image is: behind the record, if it is one.
fn target(pointer: *const c_void) -> Result<*const c_void, Error> {
    if pointer.is_null() {
        return Err(Error::Null { what: "image" });
    }
    let start = Start { pointer: pointer.cast() };
    let magic = start.word32(0);
    if magic != WRAPPER_MAGIC && magic != HIP_WRAPPER_MAGIC {
        return Ok(pointer);
    }
    // SAFETY: a record of either kind has this length.
    let mut record = unsafe { std::slice::from_raw_parts(start.pointer, WRAPPER_BYTES) }.to_vec();
    // Both kinds have the same fields; HIP's has one version.
    record[..4].copy_from_slice(&WRAPPER_MAGIC.to_le_bytes());
    let image = Wrapper::read(&record)?.image as usize as *const c_void;
    if image.is_null() { Err(Error::Null { what: "image of the registration record" }) } else { Ok(image) }
}

/// The first bytes of an image, read as far as its own fields say that it goes.
struct Start {
    pointer: *const u8,
}

impl Start {
    fn word32(&self, offset: usize) -> u32 {
        // SAFETY: every image has four bytes; further ones are read only of formats that have them.
        u32::from_le(unsafe { self.pointer.add(offset).cast::<u32>().read_unaligned() })
    }

    fn word64(&self, offset: usize) -> u64 {
        // SAFETY: as above.
        u64::from_le(unsafe { self.pointer.add(offset).cast::<u64>().read_unaligned() })
    }

    fn half(&self, offset: usize) -> usize {
        (self.word32(offset & !3) >> (8 * (offset & 2)) & 0xffff) as usize
    }

    /// The length, from the image's own header; `None` for text.
    fn length(&self) -> Result<Option<usize>, Error> {
        // SAFETY: the shortest image, a line of text with its zero, has four bytes.
        let head = unsafe { std::slice::from_raw_parts(self.pointer, 4) };
        let length = match head {
            [0x50, 0xed, 0x55, 0xba] => usize::try_from(self.word64(8)).ok().and_then(|n| n.checked_add(self.half(6))),
            b"\x7fELF" => {
                // 64-bit objects end with their section headers.
                let sections = usize::try_from(self.word64(0x28)).ok();
                sections.and_then(|n| n.checked_add(self.half(0x3a) * self.half(0x3c)))
            }
            head if head == clang::compressed::MAGIC => return self.compressed().map(Some),
            head if head == clang::offload::MAGIC => usize::try_from(self.word64(8)).ok(),
            b"__CL" if self.is_bundle() => self.bundle(),
            _ => return Ok(None),
        };
        length.map(Some).ok_or(Error::Image(fatbin::Error::TooLarge { offset: 0, size: u64::MAX }))
    }

    fn is_bundle(&self) -> bool {
        // Byte by byte, so that a text which begins alike is not read past its end.
        // SAFETY: every byte before this one was one of the magic number's, none of which is zero.
        clang::bundle::MAGIC.iter().enumerate().all(|(n, want)| unsafe { *self.pointer.add(n) } == *want)
    }

    /// A bundle goes on to the end of its last entry.
    fn bundle(&self) -> Option<usize> {
        let mut at = clang::bundle::MAGIC.len() + 8;
        let mut end = at;
        for _ in 0..self.word64(clang::bundle::MAGIC.len()) {
            let field = |n: usize| usize::try_from(self.word64(at + 8 * n)).ok();
            end = end.max(field(0)?.checked_add(field(1)?)?);
            at = at.checked_add(24)?.checked_add(field(2)?)?;
        }
        Some(end.max(at))
    }

    /// The first version of compressed bundles does not say how long it is.
    fn compressed(&self) -> Result<usize, Error> {
        // SAFETY: the shortest header of a compressed bundle has this length.
        let header = unsafe { std::slice::from_raw_parts(self.pointer, 8) };
        let mut whole = header.to_vec();
        if header[4] >= 2 {
            // SAFETY: those of later versions have this one.
            whole = unsafe { std::slice::from_raw_parts(self.pointer, if header[4] == 2 { 0x18 } else { 0x20 }) }.to_vec();
        } else {
            whole.resize(0x20, 0);
        }
        let header = clang::compressed::header(&whole)?;
        let total = header.total.and_then(|total| usize::try_from(total).ok());
        total.ok_or(Error::NotSupported {
            what: "a compressed bundle of version 1 from memory: it does not say how long it is",
        })
    }
}
