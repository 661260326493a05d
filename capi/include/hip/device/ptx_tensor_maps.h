/* `cuda::ptx`: changes of tensor maps by kernels, on sm_90a, and the fences around them. Included by hip/ptx. */
#ifndef HIP_DEVICE_PTX_TENSOR_MAPS_H
#define HIP_DEVICE_PTX_TENSOR_MAPS_H

namespace cuda {
namespace ptx {

/* Parts of a map in global or shared memory: a value, a value of one dimension, or a constant. */
#define __HIP_SOFT_PART(space, word, address, constraint_of, part, type, bits, constraint) \
    inline __device__ void tensormap_replace_##part(space, void *map, type value) \
    { \
        __asm__ volatile("tensormap.replace.tile." #part "." word ".b1024." bits " [%0], %1;" \
                         : : constraint_of(address(map)), constraint(value) : "memory"); \
    }
#define __HIP_SOFT_DIMENSION(space, word, address, constraint_of, part, type, bits, constraint) \
    template <int N> inline __device__ void tensormap_replace_##part(space, void *map, n32_t<N>, type value) \
    { \
        __asm__ volatile("tensormap.replace.tile." #part "." word ".b1024." bits " [%0], %1, %2;" \
                         : : constraint_of(address(map)), "n"(N), constraint(value) : "memory"); \
    }
#define __HIP_SOFT_CONSTANT(space, word, address, constraint_of, part) \
    template <int N> inline __device__ void tensormap_replace_##part(space, void *map, n32_t<N>) \
    { \
        __asm__ volatile("tensormap.replace.tile." #part "." word ".b1024.b32 [%0], %1;" \
                         : : constraint_of(address(map)), "n"(N) : "memory"); \
    }
#define __HIP_SOFT_MAP(space, word, address, constraint_of) \
    template <typename T> inline __device__ void tensormap_replace_global_address(space, void *map, T *value) \
    { \
        __asm__ volatile("tensormap.replace.tile.global_address." word ".b1024.b64 [%0], %1;" \
                         : : constraint_of(address(map)), "l"(value) : "memory"); \
    } \
    __HIP_SOFT_PART(space, word, address, constraint_of, global_address, ::std::uint64_t, "b64", "l") \
    __HIP_SOFT_PART(space, word, address, constraint_of, rank, ::std::uint32_t, "b32", "r") \
    __HIP_SOFT_DIMENSION(space, word, address, constraint_of, box_dim, ::std::uint32_t, "b32", "r") \
    __HIP_SOFT_DIMENSION(space, word, address, constraint_of, global_dim, ::std::uint32_t, "b32", "r") \
    __HIP_SOFT_DIMENSION(space, word, address, constraint_of, global_stride, ::std::uint64_t, "b64", "l") \
    __HIP_SOFT_DIMENSION(space, word, address, constraint_of, element_stride, ::std::uint32_t, "b32", "r") \
    __HIP_SOFT_CONSTANT(space, word, address, constraint_of, elemtype) \
    __HIP_SOFT_CONSTANT(space, word, address, constraint_of, fill_mode) \
    __HIP_SOFT_CONSTANT(space, word, address, constraint_of, interleave_layout) \
    __HIP_SOFT_CONSTANT(space, word, address, constraint_of, swizzle_mode)
__HIP_SOFT_MAP(space_global_t, "global", __hip_global, "l")
__HIP_SOFT_MAP(space_shared_t, "shared::cta", __hip_shared, "r")
#undef __HIP_SOFT_MAP
#undef __HIP_SOFT_CONSTANT
#undef __HIP_SOFT_DIMENSION
#undef __HIP_SOFT_PART

/* Between changes by ordinary accesses and uses by tensor copies. */
#define __HIP_SOFT_FENCES(scope) \
    inline __device__ void fence_proxy_tensormap_generic(sem_release_t, scope_##scope##_t) \
    { \
        __asm__ volatile("fence.proxy.tensormap::generic.release." #scope ";" : : : "memory"); \
    } \
    template <int N> inline __device__ void fence_proxy_tensormap_generic(sem_acquire_t, scope_##scope##_t, const void *map, n32_t<N>) \
    { \
        __asm__ volatile("fence.proxy.tensormap::generic.acquire." #scope " [%0], %1;" : : "l"(map), "n"(N) : "memory"); \
    } \
    template <int N> inline __device__ void tensormap_cp_fenceproxy(sem_release_t, scope_##scope##_t, void *to, const void *from, n32_t<N>) \
    { \
        __asm__ volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release." #scope ".sync.aligned [%0], [%1], %2;" \
                         : : "l"(__hip_global(to)), "r"(__hip_shared(from)), "n"(N) : "memory"); \
    }
__HIP_SOFT_FENCES(cta)
__HIP_SOFT_FENCES(cluster)
__HIP_SOFT_FENCES(gpu)
__HIP_SOFT_FENCES(sys)
#undef __HIP_SOFT_FENCES

}
}

#endif
