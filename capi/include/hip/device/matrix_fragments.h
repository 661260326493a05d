/* Matrix fragments of a warp: `nvcuda::wmma`'s types, and the number of elements in each lane. */
#ifndef HIP_DEVICE_MATRIX_FRAGMENTS_H
#define HIP_DEVICE_MATRIX_FRAGMENTS_H

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#if !defined(__HIP__)
#error "this header is for sources that hipcc compiles as HIP"
#endif

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };

/* Number formats without a C++ type. */
namespace precision {
struct tf32 {};
}
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
}
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}

}
}

namespace hip_detail {

/* A lane's elements of a fragment: number and storage type. */
template <typename Use, int M, int N, int K, typename T> struct fragment_traits {};
template <typename Storage, int Elements, int Stored = Elements> struct fragment_shape {
    using storage = Storage;
    static constexpr int elements = Elements, stored = Stored;
};
#define __HIP_SOFT_FRAGMENT(use, M, N, K, T, ...) \
    template <> struct fragment_traits<nvcuda::wmma::use, M, N, K, T> : fragment_shape<__VA_ARGS__> {};
#define __HIP_SOFT_FRAGMENTS_16(M, N, a, b) \
    __HIP_SOFT_FRAGMENT(matrix_a, M, N, 16, __half, __half, 16) \
    __HIP_SOFT_FRAGMENT(matrix_b, M, N, 16, __half, __half, 16) \
    __HIP_SOFT_FRAGMENT(matrix_a, M, N, 16, __hip_bfloat16, __hip_bfloat16, a) \
    __HIP_SOFT_FRAGMENT(matrix_b, M, N, 16, __hip_bfloat16, __hip_bfloat16, b) \
    __HIP_SOFT_FRAGMENT(matrix_a, M, N, 16, signed char, signed char, a) \
    __HIP_SOFT_FRAGMENT(matrix_b, M, N, 16, signed char, signed char, b) \
    __HIP_SOFT_FRAGMENT(matrix_a, M, N, 16, unsigned char, unsigned char, a) \
    __HIP_SOFT_FRAGMENT(matrix_b, M, N, 16, unsigned char, unsigned char, b) \
    __HIP_SOFT_FRAGMENT(accumulator, M, N, 16, __half, __half, 8) \
    __HIP_SOFT_FRAGMENT(accumulator, M, N, 16, float, float, 8) \
    __HIP_SOFT_FRAGMENT(accumulator, M, N, 16, int, int, 8)
__HIP_SOFT_FRAGMENTS_16(16, 16, 8, 8)
__HIP_SOFT_FRAGMENTS_16(32, 8, 16, 4)
__HIP_SOFT_FRAGMENTS_16(8, 32, 4, 16)
__HIP_SOFT_FRAGMENT(matrix_a, 16, 16, 8, nvcuda::wmma::precision::tf32, float, 4)
__HIP_SOFT_FRAGMENT(matrix_b, 16, 16, 8, nvcuda::wmma::precision::tf32, float, 4)
__HIP_SOFT_FRAGMENT(accumulator, 16, 16, 8, float, float, 8)
__HIP_SOFT_FRAGMENT(matrix_a, 8, 8, 4, double, double, 1)
__HIP_SOFT_FRAGMENT(matrix_b, 8, 8, 4, double, double, 1)
__HIP_SOFT_FRAGMENT(accumulator, 8, 8, 4, double, double, 2)
__HIP_SOFT_FRAGMENT(matrix_a, 8, 8, 32, nvcuda::wmma::experimental::precision::s4, int, 8, 1)
__HIP_SOFT_FRAGMENT(matrix_b, 8, 8, 32, nvcuda::wmma::experimental::precision::s4, int, 8, 1)
__HIP_SOFT_FRAGMENT(matrix_a, 8, 8, 32, nvcuda::wmma::experimental::precision::u4, unsigned int, 8, 1)
__HIP_SOFT_FRAGMENT(matrix_b, 8, 8, 32, nvcuda::wmma::experimental::precision::u4, unsigned int, 8, 1)
__HIP_SOFT_FRAGMENT(accumulator, 8, 8, 32, int, int, 2)
__HIP_SOFT_FRAGMENT(matrix_a, 8, 8, 128, nvcuda::wmma::experimental::precision::b1, unsigned int, 32, 1)
__HIP_SOFT_FRAGMENT(matrix_b, 8, 8, 128, nvcuda::wmma::experimental::precision::b1, unsigned int, 32, 1)
__HIP_SOFT_FRAGMENT(accumulator, 8, 8, 128, int, int, 2)
#undef __HIP_SOFT_FRAGMENTS_16
#undef __HIP_SOFT_FRAGMENT

}

namespace nvcuda {
namespace wmma {

/* Programs read halves in pairs: the alignment is NVIDIA's. */
template <typename Use, int M, int N, int K, typename T, typename Layout = void> class __attribute__((aligned(8))) fragment {
    using traits = hip_detail::fragment_traits<Use, M, N, K, T>;

  public:
    using element_type = T;
    using storage_element_type = typename traits::storage;
    enum { num_elements = traits::elements, num_storage_elements = traits::stored };
    static constexpr __host__ __device__ unsigned int size() { return traits::elements; }

    /* The mapping to matrix elements is not documented; equal positions in fragments of one type are equal elements. */
    storage_element_type x[traits::stored];
};

/* Rounds to tf32, as sm_80's matrix instructions do; the result is a float. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
inline __device__ float __float_to_tf32(float number)
{
    unsigned int rounded;
    __asm__("cvt.rna.tf32.f32 %0, %1;" : "=r"(rounded) : "f"(number));
    return __uint_as_float(rounded);
}
#endif

template <typename Use, int M, int N, int K, typename T, typename Layout, typename V>
inline __device__ void fill_fragment(fragment<Use, M, N, K, T, Layout> &filled, const V &value)
{
    using storage = typename fragment<Use, M, N, K, T, Layout>::storage_element_type;
    storage each = static_cast<storage>(value);
#pragma unroll
    for (int n = 0; n < fragment<Use, M, N, K, T, Layout>::num_storage_elements; ++n)
        filled.x[n] = each;
}

}
}

#endif
