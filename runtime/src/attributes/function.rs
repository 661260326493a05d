//! Attributes of kernels.

use crate::Error;

/// An attribute of a kernel (`hipFunction_attribute`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionAttribute {
    /// Most threads of a block.
    MaxThreadsPerBlock,
    /// Static shared memory, bytes.
    SharedBytes,
    /// Constant memory of the program's own, bytes.
    ConstBytes,
    /// Local memory of a thread, bytes.
    LocalBytes,
    /// Registers of a thread: those of the machine code beside the PTX; else those `.maxnreg` allows, or a
    /// usual number.
    Registers,
    /// The architecture that the PTX is for, major × 10 + minor.
    PtxVersion,
    /// Architecture of the machine code, major × 10 + minor: the device's.
    BinaryVersion,
    /// Caching of global loads, which is not modelled.
    CacheModeCa,
    /// Most dynamic shared memory, bytes; can be set.
    MaxDynamicShared,
    /// Preferred carve-out of shared memory, percent, −1 for the default; can be set.
    Carveout,
    /// 1 if a launch must have clusters.
    ClusterMustBeSet,
    /// The cluster that it requires along x, blocks; 0 if none.
    ClusterWidth,
    /// Along y.
    ClusterHeight,
    /// Along z.
    ClusterDepth,
    /// 1 if clusters of more than 8 blocks are allowed; can be set.
    NonPortableCluster,
    /// Preferred placement of clusters: a hint that is kept; can be set.
    ClusterScheduling,
}

impl FunctionAttribute {
    /// All, in the order of their numbers.
    const ALL: [FunctionAttribute; 16] = [
        FunctionAttribute::MaxThreadsPerBlock,
        FunctionAttribute::SharedBytes,
        FunctionAttribute::ConstBytes,
        FunctionAttribute::LocalBytes,
        FunctionAttribute::Registers,
        FunctionAttribute::PtxVersion,
        FunctionAttribute::BinaryVersion,
        FunctionAttribute::CacheModeCa,
        FunctionAttribute::MaxDynamicShared,
        FunctionAttribute::Carveout,
        FunctionAttribute::ClusterMustBeSet,
        FunctionAttribute::ClusterWidth,
        FunctionAttribute::ClusterHeight,
        FunctionAttribute::ClusterDepth,
        FunctionAttribute::NonPortableCluster,
        FunctionAttribute::ClusterScheduling,
    ];

    /// The attribute with a number.
    ///
    /// # Errors
    /// `UnknownEnumerator`.
    pub fn from_code(code: i32) -> Result<Self, Error> {
        let found = usize::try_from(code).ok().and_then(|n| Self::ALL.get(n)).copied();
        found.ok_or(Error::UnknownEnumerator { what: "function attribute", got: code.into() })
    }

    /// Its number.
    pub(crate) fn code(self) -> i32 {
        Self::ALL.iter().position(|other| *other == self).unwrap_or(0) as i32
    }
}
