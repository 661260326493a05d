//! Words that rules look for, apart from the tables of names.

/// Meaning of such a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// `alignas`
    Alignas,
    /// `__CUDA_ARCH__`
    Arch,
    /// `asm`, in all spellings.
    Asm,
    /// Prefix of CUDA names, as a separate word.
    Begin,
    /// `cuda`: a namespace, or a prefix of names.
    Cuda,
    /// `__device__`
    Device,
    /// `__global__`
    Global,
    /// Part of a launch's dimensions in a structure of the driver API.
    GridPart,
    /// `__has_include`
    HasInclude,
    /// `__launch_bounds__`
    LaunchBounds,
    /// `nvcuda`
    Nvcuda,
    /// `pragma`
    Pragma,
    /// `__restrict__`, in both spellings.
    Restrict,
    /// `__shared__`
    Shared,
    /// Warp-level function.
    Sync,
    /// `template`
    Template,
    /// `texture`
    Texture,
    /// `thrust`
    Thrust,
    /// Version of CUDA or of a library.
    Version,
}

/// Spellings, each with its meaning.
pub(crate) const WORDS: &[(&str, Word)] = &[
    ("CU", Word::Begin),
    ("CUBLAS", Word::Begin),
    ("CUBLAS_", Word::Begin),
    ("CUBLAS_VERSION", Word::Version),
    ("CUBLAS_VER_MAJOR", Word::Version),
    ("CUDA", Word::Begin),
    ("CUDART_VERSION", Word::Version),
    ("CUDA_", Word::Begin),
    ("CUDA_VERSION", Word::Version),
    ("CUDNN_MAJOR", Word::Version),
    ("CUDNN_VERSION", Word::Version),
    ("CUFFT", Word::Begin),
    ("CUFFT_", Word::Begin),
    ("CUFFT_VERSION", Word::Version),
    ("CURAND", Word::Begin),
    ("CURAND_", Word::Begin),
    ("CURAND_VERSION", Word::Version),
    ("CUSOLVER", Word::Begin),
    ("CUSOLVER_", Word::Begin),
    ("CUSOLVER_VERSION", Word::Version),
    ("CUSOLVER_VER_MAJOR", Word::Version),
    ("CUSPARSE", Word::Begin),
    ("CUSPARSE_", Word::Begin),
    ("CUSPARSE_VERSION", Word::Version),
    ("CUSPARSE_VER_MAJOR", Word::Version),
    ("CU_", Word::Begin),
    ("__CUDA_ARCH__", Word::Arch),
    ("__activemask", Word::Sync),
    ("__all", Word::Sync),
    ("__all_sync", Word::Sync),
    ("__any", Word::Sync),
    ("__any_sync", Word::Sync),
    ("__asm", Word::Asm),
    ("__asm__", Word::Asm),
    ("__ballot", Word::Sync),
    ("__ballot_sync", Word::Sync),
    ("__device__", Word::Device),
    ("__global__", Word::Global),
    ("__has_include", Word::HasInclude),
    ("__has_include_next", Word::HasInclude),
    ("__launch_bounds__", Word::LaunchBounds),
    ("__match_all_sync", Word::Sync),
    ("__match_any_sync", Word::Sync),
    ("__nanosleep", Word::Sync),
    ("__reduce_add_sync", Word::Sync),
    ("__reduce_and_sync", Word::Sync),
    ("__reduce_max_sync", Word::Sync),
    ("__reduce_min_sync", Word::Sync),
    ("__reduce_or_sync", Word::Sync),
    ("__reduce_xor_sync", Word::Sync),
    ("__restrict", Word::Restrict),
    ("__restrict__", Word::Restrict),
    ("__shared__", Word::Shared),
    ("__shfl_down_sync", Word::Sync),
    ("__shfl_sync", Word::Sync),
    ("__shfl_up_sync", Word::Sync),
    ("__shfl_xor_sync", Word::Sync),
    ("__syncwarp", Word::Sync),
    ("__uni_sync", Word::Sync),
    ("alignas", Word::Alignas),
    ("asm", Word::Asm),
    ("blockDimX", Word::GridPart),
    ("blockDimY", Word::GridPart),
    ("blockDimZ", Word::GridPart),
    ("cu", Word::Begin),
    ("cu_", Word::Begin),
    ("cublas", Word::Begin),
    ("cublas_", Word::Begin),
    ("cuda", Word::Cuda),
    ("cuda_", Word::Begin),
    ("cudnn", Word::Begin),
    ("cudnn_", Word::Begin),
    ("cufft", Word::Begin),
    ("cufft_", Word::Begin),
    ("curand", Word::Begin),
    ("curand_", Word::Begin),
    ("cusolver", Word::Begin),
    ("cusolver_", Word::Begin),
    ("cusparse", Word::Begin),
    ("cusparse_", Word::Begin),
    ("gridDimX", Word::GridPart),
    ("gridDimY", Word::GridPart),
    ("gridDimZ", Word::GridPart),
    ("nvcuda", Word::Nvcuda),
    ("pragma", Word::Pragma),
    ("template", Word::Template),
    ("texture", Word::Texture),
    ("thrust", Word::Thrust),
];
