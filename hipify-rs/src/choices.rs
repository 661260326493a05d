//! Choices of a translation: the form of launches, the libraries, the release, the masks of warps.

/// What becomes of `<<<…>>>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KernelLaunch {
    /// It stays: `hipcc` understands it.
    #[default]
    Keep,
    /// It becomes `hipLaunchKernelGGL(…)`.
    Ggl,
}

/// Whose names the libraries' functions get.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// The portable ones: hipBLAS, hipFFT, hipRAND…
    #[default]
    Hip,
    /// ROCm's own, where there are some: rocBLAS, rocFFT, MIOpen…
    Roc,
    /// The portable ones, but MIOpen for cuDNN.
    Miopen,
    /// ROCm's own, and MIOpen's names for what goes with it.
    RocMiopen,
}

/// Whose spellings names get.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Release {
    /// HIP 7.15's.
    #[default]
    Hip7,
    /// Those of HIP 6, as HIPIFY wrote them then: some fifty differ.
    Hip6,
}

/// What becomes of masks of all 32 lanes: `__shfl_sync(0xffffffff, …)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WarpMasks {
    /// They stay, and are reported.
    #[default]
    Keep,
    /// They become masks of 64 lanes, as HIP 7 wants them on AMD's devices.
    Widen,
    /// They go, with the functions that take one.
    Drop,
}
