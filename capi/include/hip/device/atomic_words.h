/* Relaxed accesses of words of 1, 2, 4 and 8 bytes, by scope, on host and device; the base of `cuda::atomic`. */
#ifndef HIP_DEVICE_ATOMIC_WORDS_H
#define HIP_DEVICE_ATOMIC_WORDS_H

#include <hip/device/scopes.h>

namespace hip_detail {

#if defined(__CUDA_ARCH__)

#define __HIP_SOFT_WORD(W, R, type, c) \
    template <cuda::thread_scope Scope> inline __device__ W load_word(const W *address) \
    { \
        R word; \
        __HIP_SOFT_SCOPED(Scope, __HIP_SOFT_LD, type " %0, [%1];", : "=" c(word) : "l"(address) : "memory"); \
        return static_cast<W>(word); \
    } \
    template <cuda::thread_scope Scope> inline __device__ void store_word(W *address, W word) \
    { \
        __HIP_SOFT_SCOPED(Scope, __HIP_SOFT_ST, type " [%0], %1;", : : "l"(address), c(static_cast<R>(word)) : "memory"); \
    }
__HIP_SOFT_WORD(unsigned char, unsigned int, ".u8", "r")
__HIP_SOFT_WORD(unsigned short, unsigned int, ".u16", "r")
__HIP_SOFT_WORD(unsigned int, unsigned int, ".u32", "r")
__HIP_SOFT_WORD(unsigned long long, unsigned long long, ".u64", "l")
#undef __HIP_SOFT_WORD

#define __HIP_SOFT_UPDATE(name, T, instruction, c) \
    template <cuda::thread_scope Scope> inline __device__ T name(T *address, T value) \
    { \
        T before; \
        __HIP_SOFT_SCOPED(Scope, __HIP_SOFT_ATOM, instruction " %0, [%1], %2;", \
                          : "=" c(before) : "l"(address), c(value) : "memory"); \
        return before; \
    }
#define __HIP_SOFT_UPDATES(T, bits, plain, sign, c) \
    __HIP_SOFT_UPDATE(exchange_word, T, ".exch.b" bits, c) \
    __HIP_SOFT_UPDATE(add_word, T, ".add." plain bits, c) \
    __HIP_SOFT_UPDATE(and_word, T, ".and.b" bits, c) \
    __HIP_SOFT_UPDATE(or_word, T, ".or.b" bits, c) \
    __HIP_SOFT_UPDATE(xor_word, T, ".xor.b" bits, c) \
    __HIP_SOFT_UPDATE(min_word, T, ".min." sign bits, c) \
    __HIP_SOFT_UPDATE(max_word, T, ".max." sign bits, c)
__HIP_SOFT_UPDATES(unsigned int, "32", "u", "u", "r")
__HIP_SOFT_UPDATES(int, "32", "u", "s", "r")
__HIP_SOFT_UPDATES(unsigned long long, "64", "u", "u", "l")
__HIP_SOFT_UPDATES(long long, "64", "u", "s", "l")
__HIP_SOFT_UPDATE(add_word, float, ".add.f32", "f")
#if __CUDA_ARCH__ >= 600
__HIP_SOFT_UPDATE(add_word, double, ".add.f64", "d")
#endif
#undef __HIP_SOFT_UPDATES
#undef __HIP_SOFT_UPDATE

#define __HIP_SOFT_CAS(W, instruction, c) \
    template <cuda::thread_scope Scope> inline __device__ W cas_word(W *address, W expected, W wanted) \
    { \
        W before; \
        __HIP_SOFT_SCOPED(Scope, __HIP_SOFT_ATOM, instruction " %0, [%1], %2, %3;", \
                          : "=" c(before) : "l"(address), c(expected), c(wanted) : "memory"); \
        return before; \
    }
__HIP_SOFT_CAS(unsigned int, ".cas.b32", "r")
__HIP_SOFT_CAS(unsigned long long, ".cas.b64", "l")
#undef __HIP_SOFT_CAS

/* Bytes and half words are exchanged within their 32-bit word. */
template <cuda::thread_scope Scope, typename W> inline __device__ W cas_part(W *address, W expected, W wanted)
{
    unsigned long long place = reinterpret_cast<unsigned long long>(address);
    unsigned int *whole = reinterpret_cast<unsigned int *>(place & ~3ull);
    unsigned int shift = static_cast<unsigned int>(place & 3) * 8, mask = static_cast<unsigned int>(static_cast<W>(-1)) << shift;
    unsigned int seen = load_word<Scope>(whole);
    for (;;) {
        W part = static_cast<W>((seen & mask) >> shift);
        if (part != expected)
            return part;
        unsigned int before = cas_word<Scope>(whole, seen, (seen & ~mask) | static_cast<unsigned int>(wanted) << shift);
        if (before == seen)
            return part;
        seen = before;
    }
}
template <cuda::thread_scope Scope>
inline __device__ unsigned char cas_word(unsigned char *address, unsigned char expected, unsigned char wanted)
{
    return cas_part<Scope>(address, expected, wanted);
}
template <cuda::thread_scope Scope>
inline __device__ unsigned short cas_word(unsigned short *address, unsigned short expected, unsigned short wanted)
{
    return cas_part<Scope>(address, expected, wanted);
}

#else

template <cuda::thread_scope Scope, typename W> inline W load_word(const W *address)
{
    return __atomic_load_n(address, __ATOMIC_RELAXED);
}
template <cuda::thread_scope Scope, typename W> inline void store_word(W *address, W word)
{
    __atomic_store_n(address, word, __ATOMIC_RELAXED);
}
template <cuda::thread_scope Scope, typename W> inline W cas_word(W *address, W expected, W wanted)
{
    __atomic_compare_exchange_n(address, &expected, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
template <cuda::thread_scope Scope, typename W> inline W exchange_word(W *address, W word)
{
    return __atomic_exchange_n(address, word, __ATOMIC_RELAXED);
}
template <cuda::thread_scope Scope, typename W> inline W add_word(W *address, W word)
{
    return __atomic_fetch_add(address, word, __ATOMIC_RELAXED);
}
template <cuda::thread_scope Scope, typename W> inline W and_word(W *address, W word)
{
    return __atomic_fetch_and(address, word, __ATOMIC_RELAXED);
}
template <cuda::thread_scope Scope, typename W> inline W or_word(W *address, W word)
{
    return __atomic_fetch_or(address, word, __ATOMIC_RELAXED);
}
template <cuda::thread_scope Scope, typename W> inline W xor_word(W *address, W word)
{
    return __atomic_fetch_xor(address, word, __ATOMIC_RELAXED);
}

#endif

/* Update functions for operations without an instruction. */
struct sum_of { template <typename T> static __HIP_SOFT_BOTH T of(T a, T b) { return static_cast<T>(a + b); } };
struct and_of { template <typename T> static __HIP_SOFT_BOTH T of(T a, T b) { return static_cast<T>(a & b); } };
struct or_of { template <typename T> static __HIP_SOFT_BOTH T of(T a, T b) { return static_cast<T>(a | b); } };
struct xor_of { template <typename T> static __HIP_SOFT_BOTH T of(T a, T b) { return static_cast<T>(a ^ b); } };
struct min_of { template <typename T> static __HIP_SOFT_BOTH T of(T a, T b) { return b < a ? b : a; } };
struct max_of { template <typename T> static __HIP_SOFT_BOTH T of(T a, T b) { return a < b ? b : a; } };
struct last_of { template <typename T> static __HIP_SOFT_BOTH T of(T, T b) { return b; } };

/* Accesses of an object of any type, by its word. */
template <typename T, cuda::thread_scope Scope> struct atomic_access {
    static_assert(__is_trivially_copyable(T), "atomic objects are copied bit by bit");
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8, "atomic objects have 1, 2, 4 or 8 bytes here");
    using word = typename word_of<sizeof(T)>::type;
    static __HIP_SOFT_BOTH word *at(T *address) { return reinterpret_cast<word *>(address); }
    static __HIP_SOFT_BOTH const word *at(const T *address) { return reinterpret_cast<const word *>(address); }

    static __HIP_SOFT_BOTH T load(const T *address, order o)
    {
        if (o == order::seq_cst)
            fence<Scope>(o);
        word seen = load_word<Scope>(at(address));
        fence_behind<Scope>(o);
        return __builtin_bit_cast(T, seen);
    }
    static __HIP_SOFT_BOTH void store(T *address, T value, order o)
    {
        fence_before<Scope>(o);
        store_word<Scope>(at(address), __builtin_bit_cast(word, value));
        if (o == order::seq_cst)
            fence<Scope>(o);
    }
    static __HIP_SOFT_BOTH bool exchange_if(T *address, T &expected, T wanted, order good, order bad)
    {
        fence_before<Scope>(good);
        word seen = __builtin_bit_cast(word, expected);
        word before = cas_word<Scope>(at(address), seen, __builtin_bit_cast(word, wanted));
        bool is_done = before == seen;
        fence_behind<Scope>(is_done ? good : bad);
        if (!is_done)
            expected = __builtin_bit_cast(T, before);
        return is_done;
    }
    template <typename Combine> static __HIP_SOFT_BOTH T update(T *address, T value, order o)
    {
        fence_before<Scope>(o);
        T before = relaxed<Combine>(address, value);
        fence_behind<Scope>(o);
        return before;
    }

  private:
    template <typename A, typename B> static constexpr bool is = __is_same(A, B);
    /* Number whose updates are instructions. */
    static constexpr bool is_whole = (__is_integral(T) || __is_same(T, void *)) && (sizeof(T) == 4 || sizeof(T) == 8);

    template <typename Combine> static __HIP_SOFT_BOTH T relaxed(T *address, T value)
    {
#if defined(__CUDA_ARCH__)
        using whole = decltype(choose());
        whole *place = reinterpret_cast<whole *>(address);
        if constexpr (is<Combine, last_of> && (sizeof(T) == 4 || sizeof(T) == 8))
            return __builtin_bit_cast(T, exchange_word<Scope>(at(address), __builtin_bit_cast(word, value)));
        else if constexpr (is<Combine, sum_of> && is<T, float>)
            return add_word<Scope>(address, value);
#if __CUDA_ARCH__ >= 600
        else if constexpr (is<Combine, sum_of> && is<T, double>)
            return add_word<Scope>(address, value);
#endif
        else if constexpr (!is_whole)
            return by_exchange<Combine>(address, value);
        else if constexpr (is<Combine, sum_of>)
            return static_cast<T>(add_word<Scope>(place, static_cast<whole>(value)));
        else if constexpr (is<Combine, and_of>)
            return static_cast<T>(and_word<Scope>(place, static_cast<whole>(value)));
        else if constexpr (is<Combine, or_of>)
            return static_cast<T>(or_word<Scope>(place, static_cast<whole>(value)));
        else if constexpr (is<Combine, xor_of>)
            return static_cast<T>(xor_word<Scope>(place, static_cast<whole>(value)));
        else if constexpr (is<Combine, min_of>)
            return static_cast<T>(min_word<Scope>(place, static_cast<whole>(value)));
        else
            return static_cast<T>(max_word<Scope>(place, static_cast<whole>(value)));
#else
        if constexpr (is<Combine, last_of>)
            return __builtin_bit_cast(T, exchange_word<Scope>(at(address), __builtin_bit_cast(word, value)));
        else if constexpr (!__is_integral(T) || is<T, bool> || is<Combine, min_of> || is<Combine, max_of>)
            return by_exchange<Combine>(address, value);
        else if constexpr (is<Combine, sum_of>)
            return add_word<Scope>(address, value);
        else if constexpr (is<Combine, and_of>)
            return and_word<Scope>(address, value);
        else if constexpr (is<Combine, or_of>)
            return or_word<Scope>(address, value);
        else
            return xor_word<Scope>(address, value);
#endif
    }
    /* The number of the instruction: `long` is one of 64 bits. */
    static constexpr __host__ __device__ auto choose()
    {
        if constexpr (sizeof(T) == 8) {
            if constexpr (__is_signed(T))
                return 0ll;
            else
                return 0ull;
        } else if constexpr (__is_signed(T)) {
            return 0;
        } else {
            return 0u;
        }
    }
    template <typename Combine> static __HIP_SOFT_BOTH T by_exchange(T *address, T value)
    {
        word seen = load_word<Scope>(at(address));
        for (;;) {
            T wanted = Combine::of(__builtin_bit_cast(T, seen), value);
            word before = cas_word<Scope>(at(address), seen, __builtin_bit_cast(word, wanted));
            if (before == seen)
                return __builtin_bit_cast(T, seen);
            seen = before;
        }
    }
};

}

#endif
