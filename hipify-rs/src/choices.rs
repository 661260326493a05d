//! Choices for a translation: form of launches, libraries, release, warp masks.

/// Treatment of `<<<…>>>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KernelLaunch {
    /// Keep it: `hipcc` understands it.
    #[default]
    Keep,
    /// Replace it by `hipLaunchKernelGGL(…)`.
    Ggl,
}

/// Libraries that calls of CUDA's libraries are translated to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// Portable libraries: hipBLAS, hipFFT, hipRAND…
    #[default]
    Hip,
    /// ROCm's own libraries where they exist: rocBLAS, rocFFT, MIOpen…
    Roc,
    /// Portable libraries, but MIOpen for cuDNN.
    Miopen,
    /// ROCm's own libraries, with MIOpen's names for related types.
    RocMiopen,
}

/// HIP release that determines the spelling of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Release {
    /// HIP 7.15.
    #[default]
    Hip7,
    /// HIP 6, as HIPIFY wrote it then; about fifty names differ.
    Hip6,
}

/// Treatment of masks of all 32 lanes: `__shfl_sync(0xffffffff, …)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WarpMasks {
    /// Keep and report them.
    #[default]
    Keep,
    /// Widen them to 64 lanes, as HIP 7 requires on AMD devices.
    Widen,
    /// Drop them, and call the functions without a mask.
    Drop,
}
