//! Shapes that a kernel may be launched with.

use super::kernel::Kernel;
use crate::Error;
use crate::types::LaunchShape;
use ptx::exec::Geometry;

/// The greatest grid dimensions (CUDA: all devices since compute capability 3.0).
const MAX_GRID: [u64; 3] = [0x7fff_ffff, 65_535, 65_535];
/// The greatest block dimensions.
const MAX_BLOCK: [u64; 3] = [1024, 1024, 64];

impl Kernel {
    /// The geometry of a launch, if it may be.
    ///
    /// # Errors
    /// `BadDimension`, `BlockNotRequired`, `TooManyRegisters`, `BadCluster`, `SharedTooLarge`; `Ptx`,
    /// `Launch` at the kernel's first use.
    pub(crate) fn geometry(&self, shape: &LaunchShape) -> Result<Geometry, Error> {
        self.check_shape(shape)?;
        let code = self.code()?;
        let limit = self.most_dynamic_shared(&code);
        if shape.shared_bytes > limit {
            let wanted = u64::from(shape.shared_bytes) + u64::from(code.shared_bytes);
            let limit = u64::from(limit) + u64::from(code.shared_bytes);
            return Err(Error::SharedTooLarge { kernel: self.name.clone(), wanted, limit });
        }
        let geometry = Geometry { cluster: shape.cluster, ..Geometry::new(shape.grid, shape.block) };
        geometry
            .for_kernel(&code.attributes, self.most_in_cluster())
            .map_err(|why| Error::BadCluster { kernel: self.name.clone(), why })
    }

    fn check_shape(&self, shape: &LaunchShape) -> Result<(), Error> {
        const GRID: [&str; 3] = ["gridDim.x", "gridDim.y", "gridDim.z"];
        const BLOCK: [&str; 3] = ["blockDim.x", "blockDim.y", "blockDim.z"];
        for (names, got, limits) in [(GRID, shape.grid, MAX_GRID), (BLOCK, shape.block, MAX_BLOCK)] {
            for ((what, got), limit) in names.into_iter().zip(got).zip(limits) {
                let got = u64::from(got);
                if got == 0 || got > limit {
                    return Err(Error::BadDimension { what, got, limit });
                }
            }
        }
        let threads = shape.block.into_iter().map(u64::from).product();
        let limit = u64::from(self.bound());
        if threads > limit {
            return Err(Error::BadDimension {
                what: "the number of threads of a block",
                got: threads,
                limit,
            });
        }
        match self.image.ptx.attributes(&self.name).and_then(|a| a.reqntid) {
            Some(required) if required != shape.block => {
                return Err(Error::BlockNotRequired {
                    kernel: self.name.clone(),
                    got: shape.block,
                    required,
                });
            }
            _ => {}
        }
        let (threads, most) = (threads as u32, self.max_threads());
        if threads > most {
            let (kernel, registers) = (self.name.clone(), self.registers());
            return Err(Error::TooManyRegisters { kernel, registers, threads, most });
        }
        Ok(())
    }
}
