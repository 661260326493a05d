//! Copies of rectangles and boxes. `CUDA_MEMCPY2D` is `hip_Memcpy2D` except for the numbers of two memory
//! kinds. `CUDA_MEMCPY3D` has two more words than `HIP_MEMCPY3D`.

use super::get;
use crate::entry::{Code, PER_THREAD, Pointer, named, need, of_hip, per_thread, wait};
use crate::result::INVALID_VALUE;
use hip_sys::hipMemoryType;

unsafe extern "C" {
    fn hipMemcpyParam2D(copy: Pointer) -> Code;
    fn hipMemcpyParam2DAsync(copy: Pointer, stream: Pointer) -> Code;
    fn hipDrvMemcpy2DUnaligned(copy: Pointer) -> Code;
    fn hipDrvMemcpy3D(copy: Pointer) -> Code;
    fn hipDrvMemcpy3DAsync(copy: Pointer, stream: Pointer) -> Code;
    fn hipExtMemcpy3DPeer(copy: Pointer) -> Code;
    fn hipExtMemcpy3DPeerAsync(copy: Pointer, stream: Pointer) -> Code;
}

/// `CUDA_MEMCPY2D`: widths in bytes, heights in rows.
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

// `CU_MEMORYTYPE_ARRAY`, `CU_MEMORYTYPE_UNIFIED`, and HIP's values for them.
const ARRAY: u32 = 3;
const UNIFIED: u32 = 4;
const HIP_ARRAY: hipMemoryType = hipMemoryType::hipMemoryTypeArray;
const HIP_UNIFIED: hipMemoryType = hipMemoryType::hipMemoryTypeUnified;

/// Converts a `CUmemorytype` to `hipMemoryType`. Other values stay unchanged.
fn memory_type(cuda: u32) -> u32 {
    match hipMemoryType(cuda) {
        hipMemoryType(ARRAY) => HIP_ARRAY.0,
        hipMemoryType(UNIFIED) => HIP_UNIFIED.0,
        // HIP's numbers for those are invalid in CUDA.
        HIP_ARRAY | HIP_UNIFIED => u32::MAX,
        hipMemoryType(other) => other,
    }
}

/// Calls a function with HIP's structure.
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

/// Defines exported copies. Each takes the structure and perhaps a stream, and makes one HIP call.
macro_rules! copies {
    ($of:ty, $with:ident: $($symbol:ident($copy:ident $(, $stream:ident)?) = $call:expr;)*) => {$(
        /// Copies a rectangle or a box.
        ///
        /// # Safety
        /// The first pointer is null or leads to CUDA's structure. Its pointers lead to memory of that size.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol(copy: *const $of $(, $stream: Pointer)?) -> Code {
            need!(context);
            // SAFETY: as the caller says; HIP gets a local of its own layout.
            unsafe { $with(copy, |$copy| $call) }
        }
    )*};
}

copies! {
    Copy2d, with:
    cuMemcpy2D_v2(copy) = hipMemcpyParam2D(copy);
    cuMemcpy2DUnaligned_v2(copy) = hipDrvMemcpy2DUnaligned(copy);
    cuMemcpy2DAsync_v2(copy, stream) = hipMemcpyParam2DAsync(copy, stream);
    cuMemcpy2DAsync_v2_ptsz(copy, stream) = hipMemcpyParam2DAsync(copy, per_thread(stream));
    cuMemcpy2D_v2_ptds(copy) = wait(hipMemcpyParam2DAsync(copy, PER_THREAD));
    cuMemcpy2DUnaligned_v2_ptds(copy) = wait(hipMemcpyParam2DAsync(copy, PER_THREAD));
}

/// `CUDA_MEMCPY3D` as words, also `CUDA_MEMCPY3D_PEER`, which has contexts in place of reserved words.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct Copy3d([usize; 25]);

/// Words of `CUDA_MEMCPY3D` that HIP's structure lacks, the contexts of `CUDA_MEMCPY3D_PEER`.
const LACKING: [usize; 2] = [8, 19];
/// Words with a memory kind in the lower half.
const KINDS: [usize; 2] = [4, 15];

impl Copy3d {
    /// Number of words of `HIP_MEMCPY3D`.
    pub(super) const HIP_WORDS: usize = 23;

    /// Converts to HIP's structure.
    fn to_hip(self) -> [usize; Self::HIP_WORDS] {
        let mut hip = [0; Self::HIP_WORDS];
        let kept = (0..self.0.len()).filter(|at| !LACKING.contains(at));
        for (word, at) in hip.iter_mut().zip(kept) {
            *word = if KINDS.contains(&at) { memory_type(self.0[at] as u32) as usize } else { self.0[at] };
        }
        hip
    }

    /// Converts from HIP's structure.
    pub(super) fn of_hip(hip: &[usize; Self::HIP_WORDS]) -> Self {
        let mut cuda = [0; 25];
        let kept = (0..cuda.len()).filter(|at| !LACKING.contains(at));
        for (&word, at) in hip.iter().zip(kept) {
            cuda[at] = match (KINDS.contains(&at), hipMemoryType(word as u32)) {
                (true, HIP_ARRAY) => ARRAY as usize,
                (true, HIP_UNIFIED) => UNIFIED as usize,
                (true, kind) => kind.0 as usize,
                (false, _) => word,
            };
        }
        Copy3d(cuda)
    }
}

/// Calls a function with HIP's structure of a box.
///
/// # Safety
/// The pointer is null or leads to a `CUDA_MEMCPY3D`.
pub(super) unsafe fn box_of(copy: *const Copy3d, call: impl FnOnce(Pointer) -> Code) -> Code {
    // SAFETY: as the caller says.
    let Some(copy) = (unsafe { get(copy) }) else { return INVALID_VALUE };
    of_hip(call(copy.to_hip().as_mut_ptr().cast()))
}

copies! {
    Copy3d, box_of:
    cuMemcpy3D_v2(copy) = hipDrvMemcpy3D(copy);
    cuMemcpy3DAsync_v2(copy, stream) = hipDrvMemcpy3DAsync(copy, stream);
    cuMemcpy3DAsync_v2_ptsz(copy, stream) = hipDrvMemcpy3DAsync(copy, per_thread(stream));
    cuMemcpy3D_v2_ptds(copy) = wait(hipDrvMemcpy3DAsync(copy, PER_THREAD));
}

/// Calls a function with a `hipExtMemcpy3DPeerParams`, which has CUDA's layout.
///
/// # Safety
/// The pointer is null or leads to a `CUDA_MEMCPY3D_PEER`.
unsafe fn peers(copy: *const Copy3d, call: impl FnOnce(Pointer) -> Code) -> Code {
    // SAFETY: as the caller says.
    let Some(Copy3d(mut words)) = (unsafe { get(copy) }) else { return INVALID_VALUE };
    for at in KINDS {
        words[at] = memory_type(words[at] as u32) as usize;
    }
    for at in LACKING {
        words[at] = named(words[at] as Pointer).addr();
    }
    of_hip(call(words.as_mut_ptr().cast()))
}

copies! {
    Copy3d, peers:
    cuMemcpy3DPeer(copy) = hipExtMemcpy3DPeer(copy);
    cuMemcpy3DPeerAsync(copy, stream) = hipExtMemcpy3DPeerAsync(copy, stream);
    cuMemcpy3DPeerAsync_ptsz(copy, stream) = hipExtMemcpy3DPeerAsync(copy, per_thread(stream));
    cuMemcpy3DPeer_ptds(copy) = wait(hipExtMemcpy3DPeerAsync(copy, PER_THREAD));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_keeps_its_members() {
        let mut words: [usize; 25] = std::array::from_fn(|at| 100 + at);
        (words[4], words[15]) = (3, 1);
        let hip = Copy3d(words).to_hip();
        assert_eq!((hip[4], hip[7], hip[8], hip[14], hip[22]), (10, 107, 109, 1, 124));
        (words[8], words[19]) = (0, 0);
        assert_eq!(Copy3d::of_hip(&hip).0, words, "but for the reserved words");
    }

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
