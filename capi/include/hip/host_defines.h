/* Qualifiers of kernels and device functions; empty for compilers that make no device code. */
#ifndef HIP_HOST_DEFINES_H
#define HIP_HOST_DEFINES_H

#if defined(__HIP__) && defined(__clang__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
/* Launch bounds of hipcc; the second is a minimum of resident blocks. */
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
/* Shape of a kernel's clusters: CUDA's attribute, of which hipcc and hipRTC make directives of PTX. */
#define __cluster_dims__(...) __attribute__((annotate("hip-soft cluster", __VA_ARGS__)))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
/* libstdc++ uses __attribute__((__noinline__)), so the macro must be a valid attribute. */
#ifndef __noinline__
#define __noinline__
#endif
#endif

#ifndef __noinline__
#define __noinline__ __attribute__((noinline))
#endif
#ifndef __forceinline__
#define __forceinline__ inline __attribute__((always_inline))
#endif
#ifndef __align__
#define __align__(n) __attribute__((aligned(n)))
#endif
#define __grid_constant__
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

#endif
