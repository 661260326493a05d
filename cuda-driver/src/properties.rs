//! Properties of physical memory: `CUmemAllocationProp`.

/// `CUmemAllocationProp`. HIP's structure ends four bytes earlier, where the driver wants zeros.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryProperties {
    kind: u32,
    handle_types: u32,
    place: u32,
    device: i32,
    metadata: usize,
    flags: [u16; 4],
}

const _: () = assert!(size_of::<MemoryProperties>() == 32, "as CUDA's structure");

/// `CU_MEM_ALLOCATION_TYPE_PINNED`, `CU_MEM_LOCATION_TYPE_DEVICE`
const PINNED: u32 = 1;
const DEVICE: u32 = 1;

impl MemoryProperties {
    /// Memory of a device, which can be exported as handles of these types (a mask).
    pub const fn of_device(device: i32, handle_types: u32) -> MemoryProperties {
        MemoryProperties { kind: PINNED, handle_types, place: DEVICE, device, metadata: 0, flags: [0; 4] }
    }
}
