/* `nvcuda::wmma`: loads, stores and products of fragments, an instruction each. Each architecture has those that CUDA documents
 * for it: sm_70 halves, sm_72 bytes, sm_75 bits and half bytes, sm_80 the types of 16 bits with a float's range, tf32 and doubles. */
#ifndef HIP_DEVICE_MMA_H
#define HIP_DEVICE_MMA_H

#include <hip/device/matrix_fragments.h>

namespace hip_detail {

/* Register operands of an instruction, of any C++ type. */
typedef unsigned int __attribute__((may_alias)) fragment_word;
template <typename F> inline __device__ fragment_word *r(F &fragment) { return reinterpret_cast<fragment_word *>(fragment.x); }
template <typename F> inline __device__ const fragment_word *r(const F &fragment)
{
    return reinterpret_cast<const fragment_word *>(fragment.x);
}
template <typename F> inline __device__ auto *f(F &fragment) { return fragment.x; }
template <typename F> inline __device__ auto *d(F &fragment) { return fragment.x; }

}

/* Lists of registers, in the text and as operands. */
#define __HIP_SOFT_LIST1(x) "{%[" x "0]}"
#define __HIP_SOFT_LIST2(x) "{%[" x "0],%[" x "1]}"
#define __HIP_SOFT_LIST4(x) "{%[" x "0],%[" x "1],%[" x "2],%[" x "3]}"
#define __HIP_SOFT_LIST8(x) "{%[" x "0],%[" x "1],%[" x "2],%[" x "3],%[" x "4],%[" x "5],%[" x "6],%[" x "7]}"
#define __HIP_SOFT_REGS1(x, c, from) [x##0] c((from)[0])
#define __HIP_SOFT_REGS2(x, c, from) __HIP_SOFT_REGS1(x, c, from), [x##1] c((from)[1])
#define __HIP_SOFT_REGS4(x, c, from) __HIP_SOFT_REGS2(x, c, from), [x##2] c((from)[2]), [x##3] c((from)[3])
#define __HIP_SOFT_REGS8(x, c, from) \
    __HIP_SOFT_REGS4(x, c, from), [x##4] c((from)[4]), [x##5] c((from)[5]), [x##6] c((from)[6]), [x##7] c((from)[7])

/* kind: r, f or d, the constraint and the access to the fragment's registers. */
#define __HIP_SOFT_LOAD(use, letter, M, N, K, T, P, type, layout, Layout, count, kind) \
    inline __device__ void load_matrix_sync(fragment<use, M, N, K, T, Layout> &to, const P *from, unsigned int ldm) \
    { \
        __asm__ volatile("wmma.load." letter ".sync.aligned." layout ".m" #M "n" #N "k" #K "." type " " \
                         __HIP_SOFT_LIST##count("a") ", [%[p]], %[l];" \
                         : __HIP_SOFT_REGS##count(a, "=" #kind, hip_detail::kind(to)) : [p] "l"(from), [l] "r"(ldm) : "memory"); \
    }
#define __HIP_SOFT_LOADS(M, N, K, T, P, type, a, b, kind) \
    __HIP_SOFT_LOAD(matrix_a, "a", M, N, K, T, P, type, "row", row_major, a, kind) \
    __HIP_SOFT_LOAD(matrix_a, "a", M, N, K, T, P, type, "col", col_major, a, kind) \
    __HIP_SOFT_LOAD(matrix_b, "b", M, N, K, T, P, type, "row", row_major, b, kind) \
    __HIP_SOFT_LOAD(matrix_b, "b", M, N, K, T, P, type, "col", col_major, b, kind)
#define __HIP_SOFT_ACCUMULATOR(M, N, K, T, type, count, kind) \
    inline __device__ void load_matrix_sync(fragment<accumulator, M, N, K, T> &to, const T *from, unsigned int ldm, layout_t layout) \
    { \
        if (layout == mem_row_major) \
            __asm__ volatile("wmma.load.c.sync.aligned.row.m" #M "n" #N "k" #K "." type " " __HIP_SOFT_LIST##count("a") ", [%[p]], %[l];" \
                             : __HIP_SOFT_REGS##count(a, "=" #kind, hip_detail::kind(to)) : [p] "l"(from), [l] "r"(ldm) : "memory"); \
        else \
            __asm__ volatile("wmma.load.c.sync.aligned.col.m" #M "n" #N "k" #K "." type " " __HIP_SOFT_LIST##count("a") ", [%[p]], %[l];" \
                             : __HIP_SOFT_REGS##count(a, "=" #kind, hip_detail::kind(to)) : [p] "l"(from), [l] "r"(ldm) : "memory"); \
    } \
    inline __device__ void store_matrix_sync(T *to, const fragment<accumulator, M, N, K, T> &from, unsigned int ldm, layout_t layout) \
    { \
        if (layout == mem_row_major) \
            __asm__ volatile("wmma.store.d.sync.aligned.row.m" #M "n" #N "k" #K "." type " [%[p]], " __HIP_SOFT_LIST##count("a") ", %[l];" \
                             : : [p] "l"(to), __HIP_SOFT_REGS##count(a, #kind, hip_detail::kind(from)), [l] "r"(ldm) : "memory"); \
        else \
            __asm__ volatile("wmma.store.d.sync.aligned.col.m" #M "n" #N "k" #K "." type " [%[p]], " __HIP_SOFT_LIST##count("a") ", %[l];" \
                             : : [p] "l"(to), __HIP_SOFT_REGS##count(a, #kind, hip_detail::kind(from)), [l] "r"(ldm) : "memory"); \
    }

/* d = a · b + c. The suffix gives types and saturation. */
#define __HIP_SOFT_MULTIPLY(text, suffix, nd, na, nb, nc, kd, kab, kc) \
    __asm__ volatile(text suffix " " __HIP_SOFT_LIST##nd("d") ", " __HIP_SOFT_LIST##na("a") ", " __HIP_SOFT_LIST##nb("b") ", " \
                     __HIP_SOFT_LIST##nc("c") ";" \
                     : __HIP_SOFT_REGS##nd(d, "=" #kd, hip_detail::kd(d)) \
                     : __HIP_SOFT_REGS##na(a, #kab, hip_detail::kab(a)), __HIP_SOFT_REGS##nb(b, #kab, hip_detail::kab(b)), \
                       __HIP_SOFT_REGS##nc(c, #kc, hip_detail::kc(c)))
#define __HIP_SOFT_MMA(M, N, K, D, A, B, C, LayoutA, LayoutB, layouts, plain, full, nd, na, nb, nc, kd, kab, kc) \
    inline __device__ void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, A, LayoutA> &a, \
                                    const fragment<matrix_b, M, N, K, B, LayoutB> &b, const fragment<accumulator, M, N, K, C> &c, \
                                    bool satf = false) \
    { \
        if (satf) \
            __HIP_SOFT_MULTIPLY("wmma.mma.sync.aligned." layouts ".m" #M "n" #N "k" #K ".", full, nd, na, nb, nc, kd, kab, kc); \
        else \
            __HIP_SOFT_MULTIPLY("wmma.mma.sync.aligned." layouts ".m" #M "n" #N "k" #K ".", plain, nd, na, nb, nc, kd, kab, kc); \
    }
#define __HIP_SOFT_MMAS(M, N, K, D, A, B, C, ...) \
    __HIP_SOFT_MMA(M, N, K, D, A, B, C, row_major, row_major, "row.row", __VA_ARGS__) \
    __HIP_SOFT_MMA(M, N, K, D, A, B, C, row_major, col_major, "row.col", __VA_ARGS__) \
    __HIP_SOFT_MMA(M, N, K, D, A, B, C, col_major, row_major, "col.row", __VA_ARGS__) \
    __HIP_SOFT_MMA(M, N, K, D, A, B, C, col_major, col_major, "col.col", __VA_ARGS__)

namespace nvcuda {
namespace wmma {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define __HIP_SOFT_HALVES(M, N) \
    __HIP_SOFT_LOADS(M, N, 16, __half, __half, "f16", 8, 8, r) \
    __HIP_SOFT_ACCUMULATOR(M, N, 16, __half, "f16", 4, r) \
    __HIP_SOFT_ACCUMULATOR(M, N, 16, float, "f32", 8, f) \
    __HIP_SOFT_MMAS(M, N, 16, __half, __half, __half, __half, "f16.f16", "f16.f16", 4, 8, 8, 4, r, r, r) \
    __HIP_SOFT_MMAS(M, N, 16, float, __half, __half, __half, "f32.f16", "f32.f16", 8, 8, 8, 4, f, r, r) \
    __HIP_SOFT_MMAS(M, N, 16, __half, __half, __half, float, "f16.f32", "f16.f32", 4, 8, 8, 8, r, r, f) \
    __HIP_SOFT_MMAS(M, N, 16, float, __half, __half, float, "f32.f32", "f32.f32", 8, 8, 8, 8, f, r, f)
__HIP_SOFT_HALVES(16, 16)
__HIP_SOFT_HALVES(32, 8)
__HIP_SOFT_HALVES(8, 32)
#undef __HIP_SOFT_HALVES
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 720
#define __HIP_SOFT_BYTES(M, N, na, nb) \
    __HIP_SOFT_LOADS(M, N, 16, signed char, signed char, "s8", na, nb, r) \
    __HIP_SOFT_LOADS(M, N, 16, unsigned char, unsigned char, "u8", na, nb, r) \
    __HIP_SOFT_ACCUMULATOR(M, N, 16, int, "s32", 8, r) \
    __HIP_SOFT_MMAS(M, N, 16, int, signed char, signed char, int, "s32.s8.s8.s32", "s32.s8.s8.s32.satfinite", 8, na, nb, 8, r, r, r) \
    __HIP_SOFT_MMAS(M, N, 16, int, unsigned char, unsigned char, int, "s32.u8.u8.s32", "s32.u8.u8.s32.satfinite", 8, na, nb, 8, r, r, r)
__HIP_SOFT_BYTES(16, 16, 2, 2)
__HIP_SOFT_BYTES(32, 8, 4, 1)
__HIP_SOFT_BYTES(8, 32, 1, 4)
#undef __HIP_SOFT_BYTES
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 750
#define __HIP_SOFT_SMALL(K, T, type) \
    __HIP_SOFT_LOAD(matrix_a, "a", 8, 8, K, experimental::precision::T, void, type, "row", row_major, 1, r) \
    __HIP_SOFT_LOAD(matrix_b, "b", 8, 8, K, experimental::precision::T, void, type, "col", col_major, 1, r)
#define __HIP_SOFT_HALF_BYTES(T, type) \
    __HIP_SOFT_SMALL(32, T, type) \
    __HIP_SOFT_MMA(8, 8, 32, int, experimental::precision::T, experimental::precision::T, int, row_major, col_major, "row.col", \
                   "s32." type "." type ".s32", "s32." type "." type ".s32.satfinite", 2, 1, 1, 2, r, r, r)
__HIP_SOFT_HALF_BYTES(s4, "s4")
__HIP_SOFT_HALF_BYTES(u4, "u4")
__HIP_SOFT_SMALL(128, b1, "b1")
__HIP_SOFT_ACCUMULATOR(8, 8, 32, int, "s32", 2, r)
__HIP_SOFT_ACCUMULATOR(8, 8, 128, int, "s32", 2, r)
#undef __HIP_SOFT_HALF_BYTES
#undef __HIP_SOFT_SMALL

namespace experimental {
inline __device__ void bmma_sync(fragment<accumulator, 8, 8, 128, int> &d, const fragment<matrix_a, 8, 8, 128, precision::b1, row_major> &a,
                                 const fragment<matrix_b, 8, 8, 128, precision::b1, col_major> &b,
                                 const fragment<accumulator, 8, 8, 128, int> &c, bmmaBitOp bits = bmmaBitOpXOR,
                                 bmmaAccumulateOp = bmmaAccumulateOpPOPC)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    if (bits == bmmaBitOpAND) {
        __HIP_SOFT_MULTIPLY("wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.", "s32.b1.b1.s32", 2, 1, 1, 2, r, r, r);
        return;
    }
#endif
    __HIP_SOFT_MULTIPLY("wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.", "s32.b1.b1.s32", 2, 1, 1, 2, r, r, r);
}
}
/* CUDA's header has it here, and its guide above. */
using experimental::bmma_sync;
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define __HIP_SOFT_BRAINS(M, N, na, nb) \
    __HIP_SOFT_LOADS(M, N, 16, __hip_bfloat16, __hip_bfloat16, "bf16", na, nb, r) \
    __HIP_SOFT_MMAS(M, N, 16, float, __hip_bfloat16, __hip_bfloat16, float, "f32.bf16.bf16.f32", "f32.bf16.bf16.f32", \
                    8, na, nb, 8, f, r, f)
__HIP_SOFT_BRAINS(16, 16, 4, 4)
__HIP_SOFT_BRAINS(32, 8, 8, 2)
__HIP_SOFT_BRAINS(8, 32, 2, 8)
#undef __HIP_SOFT_BRAINS
__HIP_SOFT_LOADS(16, 16, 8, precision::tf32, float, "tf32", 4, 4, r)
__HIP_SOFT_ACCUMULATOR(16, 16, 8, float, "f32", 8, f)
__HIP_SOFT_MMAS(16, 16, 8, float, precision::tf32, precision::tf32, float, "f32.tf32.tf32.f32", "f32.tf32.tf32.f32", \
                8, 4, 4, 8, f, r, f)
__HIP_SOFT_LOADS(8, 8, 4, double, double, "f64", 1, 1, d)
__HIP_SOFT_ACCUMULATOR(8, 8, 4, double, "f64", 2, d)
__HIP_SOFT_MMAS(8, 8, 4, double, double, double, double, "f64.f64.f64.f64", "f64.f64.f64.f64", 2, 1, 1, 2, d, d, d)
#endif

}
}

#undef __HIP_SOFT_MMAS
#undef __HIP_SOFT_MMA
#undef __HIP_SOFT_MULTIPLY
#undef __HIP_SOFT_ACCUMULATOR
#undef __HIP_SOFT_LOADS
#undef __HIP_SOFT_LOAD
#undef __HIP_SOFT_REGS8
#undef __HIP_SOFT_REGS4
#undef __HIP_SOFT_REGS2
#undef __HIP_SOFT_REGS1
#undef __HIP_SOFT_LIST8
#undef __HIP_SOFT_LIST4
#undef __HIP_SOFT_LIST2
#undef __HIP_SOFT_LIST1

#endif
