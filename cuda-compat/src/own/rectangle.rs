//! Copies of rectangles: `CUDA_MEMCPY2D` is `hip_Memcpy2D` but for the numbers of two kinds of memory.

use crate::entry::{Code, PER_THREAD, Pointer, of_hip, per_thread, wait};
use crate::result::INVALID_VALUE;

unsafe extern "C" {
    fn hipMemcpyParam2D(copy: Pointer) -> Code;
    fn hipMemcpyParam2DAsync(copy: Pointer, stream: Pointer) -> Code;
    fn hipDrvMemcpy2DUnaligned(copy: Pointer) -> Code;
}

/// `CUDA_MEMCPY2D`: lengths in bytes, heights in rows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Copy2d {
    from_place: [usize; 2],
    from_type: u32,
    from: [usize; 4],
    to_place: [usize; 2],
    to_type: u32,
    to: [usize; 4],
    extent: [usize; 2],
}

const _: () = assert!(size_of::<Copy2d>() == 128, "as CUDA's structure");

/// `hipMemoryType` for a `CUmemorytype`; what is neither stays so.
fn memory_type(cuda: u32) -> u32 {
    match cuda {
        // An array, and unified.
        3 => 10,
        4 => 11,
        // HIP's numbers for those are none of CUDA's.
        10 | 11 => u32::MAX,
        other => other,
    }
}

/// Hands HIP's structure to a call.
///
/// # Safety
/// The pointer is null or leads to a `CUDA_MEMCPY2D`.
unsafe fn with(copy: *const Copy2d, call: impl FnOnce(Pointer) -> Code) -> Code {
    if copy.is_null() {
        return INVALID_VALUE;
    }
    // SAFETY: not null, and the caller's.
    let mut copy = unsafe { copy.read_unaligned() };
    copy.from_type = memory_type(copy.from_type);
    copy.to_type = memory_type(copy.to_type);
    of_hip(call((&raw mut copy).cast()))
}

/// Exported copies: each takes the structure, then maybe a stream, and is one HIP call.
macro_rules! copies {
    ($($symbol:ident($copy:ident $(, $stream:ident)?) = $call:expr;)*) => {$(
        /// A copy of a rectangle.
        ///
        /// # Safety
        /// The first pointer is null or leads to a `CUDA_MEMCPY2D`, whose pointers lead to rectangles of that size.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol(copy: *const Copy2d $(, $stream: Pointer)?) -> Code {
            // SAFETY: as the caller says; HIP gets a local of its own layout.
            unsafe { with(copy, |$copy| $call) }
        }
    )*};
}

copies! {
    cuMemcpy2D_v2(copy) = hipMemcpyParam2D(copy);
    cuMemcpy2DUnaligned_v2(copy) = hipDrvMemcpy2DUnaligned(copy);
    cuMemcpy2DAsync_v2(copy, stream) = hipMemcpyParam2DAsync(copy, stream);
    cuMemcpy2DAsync_v2_ptsz(copy, stream) = hipMemcpyParam2DAsync(copy, per_thread(stream));
    cuMemcpy2D_v2_ptds(copy) = wait(hipMemcpyParam2DAsync(copy, PER_THREAD));
    cuMemcpy2DUnaligned_v2_ptds(copy) = wait(hipMemcpyParam2DAsync(copy, PER_THREAD));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_memory_get_hips_numbers() {
        assert_eq!([1, 2, 3, 4].map(memory_type), [1, 2, 10, 11]);
        assert!(
            [0, 5, 10, 11]
                .map(memory_type)
                .iter()
                .all(|hip| !(1..=3).contains(hip) && !(10..=11).contains(hip))
        );
    }
}
