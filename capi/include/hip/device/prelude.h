/* Included by hipcc before every HIP source: qualifiers, device overloads of the C library, warp and integer intrinsics.
 *
 * Device overloads must be declared before <cmath>: clang then leaves libstdc++'s constexpr functions to the host.
 * The bodies are clang's own (its headers __clang_cuda_*.h, of the compiler's version); `__nv_*` and `vprintf` are
 * left to the engine that runs the kernels. */
#ifndef HIP_DEVICE_PRELUDE_H
#define HIP_DEVICE_PRELUDE_H
#if defined(__HIP__) && defined(__cplusplus)

#include <hip/host_defines.h>

/* An error in clang 19 and newer, but accepted by other compilers of CUDA and HIP. */
#if __has_warning("-Wmissing-template-arg-list-after-template-kw")
#pragma clang diagnostic warning "-Wmissing-template-arg-list-after-template-kw"
#endif

/* Clang has a builtin of this name; g++ lets programs define their own, which is preferred to a template. */
#if defined(__x86_64__) && !defined(__rdtsc)
template <typename = void> static inline unsigned long long __hip_soft_rdtsc()
{
    return __builtin_readcyclecounter();
}
#define __rdtsc __hip_soft_rdtsc
#endif

/* Clang's headers require CUDA's version: 12.0. */
#pragma push_macro("__CUDA__")
#pragma push_macro("CUDA_VERSION")
#define __CUDA__ 1
#undef CUDA_VERSION
#define CUDA_VERSION 12000

#include <__clang_cuda_math_forward_declares.h>

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <hip/hip_runtime_api.h>
#include <hip/hip_vector_types.h>

#include <__clang_cuda_builtin_vars.h>

/* Defaults of `<<<grid, block>>>`. */
extern "C" hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                 hipStream_t stream = nullptr);

/* The host pass has no architecture: it declares everything. */
#pragma push_macro("__CUDA_ARCH__")
#pragma push_macro("__THROW")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#endif
#undef __THROW
#define __THROW

typedef unsigned int cuuint32_t;

#include <__clang_cuda_libdevice_declares.h>
/* Votes without a mask, among active lanes, are in hip/device/intrinsics.h. */
#define __all __clang_all
#define __any __clang_any
#define __ballot __clang_ballot
#include <__clang_cuda_device_functions.h>
#undef __all
#undef __any
#undef __ballot
/* hip/device/extremes.h has these for both sides. */
#define max __clang_max
#define min __clang_min
#define umin __clang_umin
#define umax __clang_umax
#define llmin __clang_llmin
#define llmax __clang_llmax
#define ullmin __clang_ullmin
#define ullmax __clang_ullmax
#include <__clang_cuda_math.h>
#undef max
#undef min
#undef umin
#undef umax
#undef llmin
#undef llmax
#undef ullmin
#undef ullmax
#include <hip/device/extremes.h>

#include <hip/device/floats.h>

static inline __device__ unsigned int __isGlobal(const void *pointer) { return __nvvm_isspacep_global(pointer); }
static inline __device__ unsigned int __isShared(const void *pointer) { return __nvvm_isspacep_shared(pointer); }
static inline __device__ unsigned int __isConstant(const void *pointer) { return __nvvm_isspacep_const(pointer); }
static inline __device__ unsigned int __isLocal(const void *pointer) { return __nvvm_isspacep_local(pointer); }
/* Addresses within a state space, and back. */
#define __HIP_SOFT_SPACE(name, number) \
    static inline __device__ size_t __cvta_generic_to_##name(const void *pointer) \
    { \
        return (size_t)(__attribute__((address_space(number))) void *)pointer; \
    } \
    static inline __device__ void *__cvta_##name##_to_generic(size_t address) \
    { \
        return (void *)(__attribute__((address_space(number))) void *)address; \
    }
__HIP_SOFT_SPACE(global, 1)
__HIP_SOFT_SPACE(shared, 3)
__HIP_SOFT_SPACE(constant, 4)
__HIP_SOFT_SPACE(local, 5)
#undef __HIP_SOFT_SPACE

#include <__clang_cuda_cmath.h>
#pragma push_macro("__forceinline__")
#undef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
/* Shuffles without a mask, which sm_70 and newer lack as instructions, are in hip/device/intrinsics.h. */
#define __shfl __clang_shfl
#define __shfl_up __clang_shfl_up
#define __shfl_down __clang_shfl_down
#define __shfl_xor __clang_shfl_xor
/* Clang 19's reductions pass the mask as the value. */
#define __reduce_add_sync __clang_reduce_add_sync
#define __reduce_min_sync __clang_reduce_min_sync
#define __reduce_max_sync __clang_reduce_max_sync
#define __reduce_and_sync __clang_reduce_and_sync
#define __reduce_or_sync __clang_reduce_or_sync
#define __reduce_xor_sync __clang_reduce_xor_sync
#include <__clang_cuda_intrinsics.h>
#undef __shfl
#undef __shfl_up
#undef __shfl_down
#undef __shfl_xor
#undef __reduce_add_sync
#undef __reduce_min_sync
#undef __reduce_max_sync
#undef __reduce_and_sync
#undef __reduce_or_sync
#undef __reduce_xor_sync
#pragma pop_macro("__forceinline__")
#include <__clang_cuda_complex_builtins.h>

#pragma pop_macro("__THROW")
#pragma pop_macro("__CUDA_ARCH__")
#pragma pop_macro("CUDA_VERSION")
#pragma pop_macro("__CUDA__")

#include <hip/device/library.h>
#include <hip/device/children.h>
#include <hip/device/programmatic.h>
#include <hip/device/atomics.h>
#include <hip/device/host_math.h>
#include <hip/device/intrinsics.h>
#include <hip/device/surfaces.h>
#include <hip/device/texture_references.h>
#include <hip/device/textures.h>
#include <hip/device/words.h>
#include <hip/device/dpx.h>
#include <hip/device/amd_builtins.h>
#include <hip/device/ordered.h>
/* Included by AMD's header and compiler: rocPRIM relies on std::min. */
#include <algorithm>
#include <chrono>
/* Included by CUDA's compiler before each source. */
#include <hip/hip_runtime.h>

#endif
#endif
