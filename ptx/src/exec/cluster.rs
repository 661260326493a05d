//! Whether a launch's clusters are such as its kernel and the device take. Recorded on an H200: everything
//! here is CUDA's error 912, invalid cluster size.

use super::Geometry;
use crate::ir::Attributes;
use std::fmt;

/// Most blocks of a cluster on every device that has clusters.
pub const PORTABLE_CLUSTER: u32 = 8;
/// Most blocks of a cluster of a kernel that was told that it need not be portable.
pub const LARGEST_CLUSTER: u32 = 16;

/// Why clusters cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadCluster {
    /// The kernel is `.explicitcluster`, and the launch says nothing of clusters.
    Missing,
    /// `.reqnctapercluster` says something else.
    NotRequired {
        /// What the launch says.
        got: [u32; 3],
        /// What the kernel says.
        required: [u32; 3],
    },
    /// More blocks than may be, or none.
    Size {
        /// What the launch says.
        got: [u32; 3],
        /// Most blocks.
        limit: u32,
    },
    /// The grid is not made of whole clusters.
    Indivisible {
        /// Blocks of the grid.
        grid: [u32; 3],
        /// Blocks of a cluster.
        cluster: [u32; 3],
    },
}

impl fmt::Display for BadCluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadCluster::Missing => f.write_str("it must be launched with clusters"),
            BadCluster::NotRequired { got, required } => {
                write!(f, "clusters of {got:?} blocks, where it requires {required:?}")
            }
            BadCluster::Size { got, limit } => {
                write!(f, "clusters of {got:?} blocks, at most {limit} in all")
            }
            BadCluster::Indivisible { grid, cluster } => {
                write!(f, "a grid of {grid:?} blocks is not made of clusters of {cluster:?}")
            }
        }
    }
}

impl Geometry {
    /// The shape that a launch has of a kernel with these directives; a launch's clusters of 0×0×0 are none.
    /// `most` is how many blocks the device puts into a cluster.
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
