/* Clang's intrinsics ask for this file of CUDA's by name; its declarations are in hip/device/prelude.h. */
