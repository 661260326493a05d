//! Arrays.

use super::context::Context;
use crate::Error;
use crate::backend;
use crate::sync::{Arc, AtomicBool, Ordering};
use crate::types::ArrayDesc;
use cuda_driver::Handle;
use hip_sys::{HIP_ARRAY3D_DESCRIPTOR, hipArrayMemoryRequirements};
use std::any::Any;

/// Array of a GPU.
#[derive(Debug)]
pub(super) struct Array {
    /// `CUarray`
    pub(super) handle: Handle,
    /// Bytes a row, rows, slices.
    extent: [u64; 3],
    /// Its memory; a level has none of its own.
    owned: Option<Owned>,
}

/// Array with levels of a GPU.
#[derive(Debug)]
pub(super) struct MipmappedArray {
    /// `CUmipmappedArray`
    pub(super) handle: Handle,
    /// Extent of each level in texels.
    levels: Vec<[u32; 3]>,
    texel: u64,
    owned: Owned,
}

/// Memory of an array, until it is freed.
#[derive(Debug)]
struct Owned {
    owner: u64,
    memory: &'static super::memory::Memory,
    device: usize,
    freed: AtomicBool,
}

impl Owned {
    fn of(context: &Context) -> Owned {
        let (owner, device) = (context.owner, context.device.ordinal);
        Owned { owner, memory: context.device.memory, device, freed: AtomicBool::new(false) }
    }

    /// Frees it once.
    fn free(&self, free: impl FnOnce(&cuda_driver::Driver) -> Result<(), cuda_driver::Failure>) {
        if !self.freed.swap(true, Ordering::AcqRel) {
            let _ = self.memory.call(self.owner, self.device, free);
        }
    }
}

/// A GPU's own array.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn gpu_array(array: &dyn backend::Array) -> Result<&Array, Error> {
    let array: &dyn Any = array;
    array.downcast_ref().ok_or_else(|| crate::bug::bug!("an array of another kind of device"))
}

/// A GPU's own array with levels.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn gpu_mipmapped(array: &dyn backend::MipmappedArray) -> Result<&MipmappedArray, Error> {
    let array: &dyn Any = array;
    array.downcast_ref().ok_or_else(|| crate::bug::bug!("an array of another kind of device"))
}

fn descriptor(desc: &ArrayDesc) -> HIP_ARRAY3D_DESCRIPTOR {
    HIP_ARRAY3D_DESCRIPTOR {
        Width: desc.width as usize,
        Height: desc.height as usize,
        Depth: desc.depth as usize,
        Format: super::texture::format_code(desc.format),
        NumChannels: desc.channels,
        Flags: desc.flags,
    }
}

fn texel(desc: &ArrayDesc) -> u64 {
    u64::from(desc.format.bytes()) * u64::from(desc.channels)
}

impl Array {
    /// Makes an array.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn new(context: &Context, desc: &ArrayDesc) -> Result<Array, Error> {
        let mut handle = Handle::default();
        context.call(|driver| driver.cuArray3DCreate_v2(&mut handle, &descriptor(desc)))?;
        let extent = [desc.width * texel(desc), desc.height.max(1), desc.depth.max(1)];
        Ok(Array { handle, extent, owned: Some(Owned::of(context)) })
    }
}

impl MipmappedArray {
    /// Makes an array with levels.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn new(context: &Context, desc: &ArrayDesc, levels: u32) -> Result<MipmappedArray, Error> {
        /// `CUDA_ARRAY3D_LAYERED`, `CUDA_ARRAY3D_CUBEMAP`: the depth counts layers, which levels keep.
        const LAYERS: u32 = 1 | 4;
        let mut handle = Handle::default();
        context.call(|driver| driver.cuMipmappedArrayCreate(&mut handle, &descriptor(desc), levels))?;
        let size = [desc.width, desc.height, desc.depth].map(|side| side as u32);
        let at = |level: u32| {
            let [x, y, z] = size.map(|side| if side == 0 { 1 } else { (side >> level).max(1) });
            if desc.flags & LAYERS != 0 { [x, y, size[2].max(1)] } else { [x, y, z] }
        };
        let levels = (0..levels).map(at).collect();
        Ok(MipmappedArray { handle, levels, texel: texel(desc), owned: Owned::of(context) })
    }
}

impl backend::Array for Array {
    fn extent(&self) -> [u64; 3] {
        self.extent
    }

    fn free(&self) {
        if let Some(owned) = &self.owned {
            owned.free(|driver| driver.cuArrayDestroy(self.handle));
        }
    }
}

impl backend::MipmappedArray for MipmappedArray {
    fn extent(&self, level: usize) -> Option<[u32; 3]> {
        self.levels.get(level).copied()
    }

    fn level(&self, level: usize) -> Option<Arc<dyn backend::Array>> {
        let [x, y, z] = self.levels.get(level)?.map(u64::from);
        let (mut handle, owned) = (Handle::default(), &self.owned);
        let asked = owned.memory.call(owned.owner, owned.device, |driver| {
            driver.cuMipmappedArrayGetLevel(&mut handle, self.handle, level as u32)
        });
        asked.ok()?;
        Some(Arc::new(Array { handle, extent: [x * self.texel, y, z], owned: None }))
    }

    fn memory(&self) -> (u64, u64) {
        let mut needs = hipArrayMemoryRequirements { alignment: 0, size: 0 };
        let (owned, memory) = (&self.owned, self.owned.memory);
        let number = memory.number(owned.device).unwrap_or_default();
        let _ = memory.call(owned.owner, owned.device, |driver| {
            driver.cuMipmappedArrayGetMemoryRequirements(&mut needs, self.handle, number)
        });
        (needs.alignment as u64, needs.size as u64)
    }

    fn free(&self) {
        self.owned.free(|driver| driver.cuMipmappedArrayDestroy(self.handle));
    }
}
