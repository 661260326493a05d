//! Containers of clang's offload tools: bundles, plain, compressed and as text, and LLVM's offload binaries.

pub mod bundle;
pub mod compressed;
pub mod offload;
