/* rocWMMA's names for matrix fragments, in the shapes and types of CUDA's devices. */
#ifndef HIP_DEVICE_ROCWMMA_H
#define HIP_DEVICE_ROCWMMA_H

#include <hip/device/mma.h>

namespace hip_detail {

/* Clang's own type of halves. */
template <typename Use, int M, int N, int K>
struct fragment_traits<Use, M, N, K, _Float16> : fragment_shape<_Float16, fragment_traits<Use, M, N, K, __half>::elements> {};

/* The same registers as a fragment of `__half`; other fragments stay. */
template <typename Use, int M, int N, int K, typename T, typename Layout>
inline __device__ auto &halves(nvcuda::wmma::fragment<Use, M, N, K, T, Layout> &f)
{
    if constexpr (__is_same(T, _Float16))
        return reinterpret_cast<nvcuda::wmma::fragment<Use, M, N, K, __half, Layout> &>(f);
    else
        return f;
}
template <typename Use, int M, int N, int K, typename T, typename Layout>
inline __device__ const auto &halves(const nvcuda::wmma::fragment<Use, M, N, K, T, Layout> &f)
{
    return halves(const_cast<nvcuda::wmma::fragment<Use, M, N, K, T, Layout> &>(f));
}

}

namespace nvcuda {
namespace wmma {

template <typename Use, int M, int N, int K, typename Layout, typename... Order>
inline __device__ void load_matrix_sync(fragment<Use, M, N, K, _Float16, Layout> &to, const _Float16 *from, unsigned int ldm, Order... order)
{
    load_matrix_sync(hip_detail::halves(to), reinterpret_cast<const __half *>(from), ldm, order...);
}
template <int M, int N, int K>
inline __device__ void store_matrix_sync(_Float16 *to, const fragment<accumulator, M, N, K, _Float16> &from, unsigned int ldm, layout_t layout)
{
    store_matrix_sync(reinterpret_cast<__half *>(to), hip_detail::halves(from), ldm, layout);
}
template <int M, int N, int K, typename D, typename C, typename LayoutA, typename LayoutB>
inline __device__ void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, _Float16, LayoutA> &a,
                                const fragment<matrix_b, M, N, K, _Float16, LayoutB> &b, const fragment<accumulator, M, N, K, C> &c)
{
    mma_sync(hip_detail::halves(d), hip_detail::halves(a), hip_detail::halves(b), hip_detail::halves(c));
}

}
}

namespace rocwmma {

using namespace nvcuda::wmma;

using float16_t = _Float16;
using hfloat16_t = __half;
using bfloat16_t = __hip_bfloat16;
using float32_t = float;
using float64_t = double;
using xfloat32_t = precision::tf32;
using int8_t = signed char;
using uint8_t = unsigned char;
using int32_t = int;
using uint32_t = unsigned int;

inline __device__ void synchronize_workgroup() { __syncthreads(); }

}

#endif
