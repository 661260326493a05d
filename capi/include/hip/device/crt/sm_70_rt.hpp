/* Clang's intrinsics ask for this file of CUDA's by name; what it would declare stands in hip/device/prelude.h. */
