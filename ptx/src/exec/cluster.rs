//! Check of a launch's clusters against the limits of its kernel and the device.
//!
//! All failures are CUDA error 912, invalid cluster size (observed on an H200).

use super::Geometry;
use crate::ir::Attributes;

/// Largest cluster, in blocks, that every device with clusters supports.
pub const PORTABLE_CLUSTER: u32 = 8;
/// Largest cluster, in blocks, of a kernel that allows non-portable sizes.
pub const LARGEST_CLUSTER: u32 = 16;

/// Reason for which clusters are invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadCluster {
    /// The kernel is `.explicitcluster`, and the launch has no clusters.
    #[error("the kernel requires a launch with clusters")]
    Missing,
    /// The shape differs from `.reqnctapercluster`.
    #[error("clusters of {got:?} blocks, but the kernel requires {required:?}")]
    NotRequired {
        /// Shape in the launch.
        got: [u32; 3],
        /// Shape that the kernel requires.
        required: [u32; 3],
    },
    /// A cluster has more blocks than the limit, or none.
    #[error("clusters of {got:?} blocks exceed the limit of {limit} blocks")]
    Size {
        /// Shape in the launch.
        got: [u32; 3],
        /// Limit of blocks.
        limit: u32,
    },
    /// The grid is not a multiple of the cluster.
    #[error("a grid of {grid:?} blocks is not a multiple of clusters of {cluster:?}")]
    Indivisible {
        /// Extents of the grid in blocks.
        grid: [u32; 3],
        /// Extents of a cluster in blocks.
        cluster: [u32; 3],
    },
}

impl Geometry {
    /// Returns the shape that a launch of a kernel with these attributes has. Clusters of 0×0×0 in the launch
    /// mean none. `most` is the device's limit of blocks in a cluster.
    ///
    /// # Errors
    /// [`BadCluster`].
    pub fn for_kernel(self, kernel: &Attributes, most: u32) -> Result<Geometry, BadCluster> {
        let asked = self.cluster.filter(|&cluster| cluster != [0; 3]);
        let (grid, cluster) = match (asked, kernel.cluster) {
            (Some(got), Some(required)) if got != required => {
                return Err(BadCluster::NotRequired { got, required });
            }
            (None, None) if kernel.explicit_cluster => return Err(BadCluster::Missing),
            (None, None) => return Ok(Geometry { cluster: None, ..self }),
            (_, Some(required)) if kernel.blocks_are_clusters => {
                (std::array::from_fn(|n| self.grid[n].saturating_mul(required[n])), required)
            }
            (asked, required) => (self.grid, asked.or(required).unwrap_or([1; 3])),
        };
        let limit = if kernel.maxclusterrank == 0 { most } else { most.min(kernel.maxclusterrank) };
        let blocks = cluster.iter().map(|&n| u64::from(n)).try_fold(1u64, u64::checked_mul);
        if !blocks.is_some_and(|blocks| (1..=u64::from(limit)).contains(&blocks)) {
            return Err(BadCluster::Size { got: cluster, limit });
        }
        if grid.iter().zip(cluster).any(|(blocks, n)| !blocks.is_multiple_of(n)) {
            return Err(BadCluster::Indivisible { grid, cluster });
        }
        Ok(Geometry { grid, cluster: Some(cluster), ..self })
    }
}
