/* HIP's kernel language beyond clang's own headers: conversions of the built-in variables, votes without masks,
 * matches, reductions, fences, lanes. */
#ifndef HIP_DEVICE_INTRINSICS_H
#define HIP_DEVICE_INTRINSICS_H

#define __HIP_SOFT_BUILTIN_CONVERSIONS(variable) \
    __device__ inline __cuda_builtin_##variable##_t::operator dim3() const { return dim3(x, y, z); } \
    __device__ inline __cuda_builtin_##variable##_t::operator uint3() const { return {x, y, z}; }
__HIP_SOFT_BUILTIN_CONVERSIONS(threadIdx)
__HIP_SOFT_BUILTIN_CONVERSIONS(blockIdx)
__HIP_SOFT_BUILTIN_CONVERSIONS(blockDim)
__HIP_SOFT_BUILTIN_CONVERSIONS(gridDim)
#undef __HIP_SOFT_BUILTIN_CONVERSIONS

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

/* Clang's device pass also checks host functions, unlike nvcc: macros that stop a kernel are used
 * in some of them. */
static inline __host__ void __trap(void) { __builtin_trap(); }

static inline __device__ unsigned int __lane_id() { return __nvvm_read_ptx_sreg_laneid(); }

/* Votes of active lanes; HIP's ballot has 64 bits on every device. */
static inline __device__ int __all(int predicate) { return __all_sync(__activemask(), predicate); }
static inline __device__ int __any(int predicate) { return __any_sync(__activemask(), predicate); }
static inline __device__ unsigned long long __ballot(int predicate)
{
    return __ballot_sync(__activemask(), predicate);
}
static inline __device__ unsigned long long __ballot64(int predicate) { return __ballot(predicate); }

/* Shuffles among active lanes. */
#define __HIP_SOFT_SHUFFLE(name, Lane) \
    template <typename T> static inline __device__ T name(T value, Lane lane, int width = warpSize) \
    { \
        return name##_sync(__activemask(), value, lane, width); \
    }
__HIP_SOFT_SHUFFLE(__shfl, int)
__HIP_SOFT_SHUFFLE(__shfl_up, unsigned int)
__HIP_SOFT_SHUFFLE(__shfl_down, unsigned int)
__HIP_SOFT_SHUFFLE(__shfl_xor, int)
#undef __HIP_SOFT_SHUFFLE

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
/* Devices before sm_70 have no instruction: the lanes of `mask` broadcast their values in turn. */
template <typename T> static inline __device__ unsigned int __hip_match(unsigned int mask, T value)
{
    unsigned int same = 0;
    for (unsigned int rest = mask; rest != 0; rest &= rest - 1) {
        int lane = __ffs((int)rest) - 1;
        unsigned int is_same = __shfl_sync(mask, value, lane) == value;
        same |= is_same << lane;
    }
    return same;
}
template <typename T> static inline __device__ unsigned int __hip_match_all(unsigned int mask, T value, int *predicate)
{
    *predicate = __all_sync(mask, __shfl_sync(mask, value, __ffs((int)mask) - 1) == value);
    return *predicate ? mask : 0;
}
static inline __device__ unsigned int __match32_any_sync(unsigned int mask, unsigned int value) { return __hip_match(mask, value); }
static inline __device__ unsigned int __match64_any_sync(unsigned int mask, unsigned long long value) { return __hip_match(mask, value); }
static inline __device__ unsigned int __match32_all_sync(unsigned int mask, unsigned int value, int *predicate)
{
    return __hip_match_all(mask, value, predicate);
}
static inline __device__ unsigned int __match64_all_sync(unsigned int mask, unsigned long long value, int *predicate)
{
    return __hip_match_all(mask, value, predicate);
}
#endif

/* Lanes of `mask` whose value has the same bits as this lane's. */
template <typename T> static inline __device__ unsigned long long __match_any_sync(unsigned long long mask, T value)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a match compares 32 or 64 bits");
    if constexpr (sizeof(T) == 4)
        return __match32_any_sync((unsigned int)mask, __builtin_bit_cast(unsigned int, value));
    else
        return __match64_any_sync((unsigned int)mask, __builtin_bit_cast(unsigned long long, value));
}

/* Returns `mask` if all its lanes have the same value, else 0; `predicate` is whether they have. */
template <typename T>
static inline __device__ unsigned long long __match_all_sync(unsigned long long mask, T value, int *predicate)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a match compares 32 or 64 bits");
    if constexpr (sizeof(T) == 4)
        return __match32_all_sync((unsigned int)mask, __builtin_bit_cast(unsigned int, value), predicate);
    else
        return __match64_all_sync((unsigned int)mask, __builtin_bit_cast(unsigned long long, value), predicate);
}

template <typename T> static inline __device__ unsigned long long __match_any(T value)
{
    return __match_any_sync(__activemask(), value);
}

template <typename T> static inline __device__ unsigned long long __match_all(T value, int *predicate)
{
    return __match_all_sync(__activemask(), value, predicate);
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
/* Devices before sm_80 have no instruction: the lanes of `mask` are combined in turn. */
#define __HIP_SOFT_REDUCE(name, T, combine, operation) \
    static inline __device__ T name(unsigned int mask, T value) \
    { \
        int lane = __ffs((int)mask) - 1; \
        T result = __shfl_sync(mask, value, lane); \
        for (unsigned int rest = mask & (mask - 1); rest != 0; rest &= rest - 1) { \
            T other = __shfl_sync(mask, value, __ffs((int)rest) - 1); \
            result = combine; \
        } \
        return result; \
    }
#else
#define __HIP_SOFT_REDUCE(name, T, combine, operation) \
    static inline __device__ T name(unsigned int mask, T value) \
    { \
        T result; \
        __asm__ volatile("redux.sync." operation " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask)); \
        return result; \
    }
#endif
__HIP_SOFT_REDUCE(__reduce_add_sync, unsigned int, result + other, "add.u32")
__HIP_SOFT_REDUCE(__reduce_min_sync, unsigned int, result < other ? result : other, "min.u32")
__HIP_SOFT_REDUCE(__reduce_max_sync, unsigned int, result < other ? other : result, "max.u32")
__HIP_SOFT_REDUCE(__reduce_add_sync, int, (int)((unsigned int)result + (unsigned int)other), "add.s32")
__HIP_SOFT_REDUCE(__reduce_min_sync, int, result < other ? result : other, "min.s32")
__HIP_SOFT_REDUCE(__reduce_max_sync, int, result < other ? other : result, "max.s32")
__HIP_SOFT_REDUCE(__reduce_and_sync, unsigned int, result & other, "and.b32")
__HIP_SOFT_REDUCE(__reduce_or_sync, unsigned int, result | other, "or.b32")
__HIP_SOFT_REDUCE(__reduce_xor_sync, unsigned int, result ^ other, "xor.b32")
#undef __HIP_SOFT_REDUCE

/* CUDA 12.8's fast hyperbolic tangent. */
static inline __device__ float __tanhf(float x)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750
    float result;
    __asm__("tanh.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
#else
    return tanhf(x);
#endif
}

/* Masks of every integer type, which would be ambiguous between two. */
template <typename T> static inline __device__ void __syncwarp(T mask) { __nvvm_bar_warp_sync((unsigned int)mask); }
static inline __device__ long long wall_clock64() { return clock64(); }

#endif
