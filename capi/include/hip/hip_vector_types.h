/* char1 … double4: structures of one to four scalars, their makers and, in C++, their operators.
 *
 * Layout and alignment are CUDA's: two and four scalars are aligned as a whole up to 16 bytes, three as one. */
#ifndef HIP_VECTOR_TYPES_H
#define HIP_VECTOR_TYPES_H

#include <hip/hip_runtime_api.h>
#include <hip/host_defines.h>

#if defined(__cplusplus) && __cplusplus >= 201402L
#define __HIP_SOFT_MAKE static inline __host__ __device__ constexpr
#elif defined(__cplusplus)
#define __HIP_SOFT_MAKE static inline __host__ __device__
#else
#define __HIP_SOFT_MAKE static inline
#endif

/* For hipcc, components are also elements of `data`, as in AMD's headers: a property, so that the members are those of CUDA. */
#if defined(__cplusplus) && defined(__HIP__) && defined(__clang__)
#define __HIP_SOFT_COMPONENTS(T, ...) \
    T __VA_ARGS__; \
    __host__ __device__ T __hip_get(int place) const { return (&x)[place]; } \
    __host__ __device__ void __hip_put(int place, T value) { (&x)[place] = value; } \
    __declspec(property(get = __hip_get, put = __hip_put)) T data[]
#else
#define __HIP_SOFT_COMPONENTS(T, ...) T __VA_ARGS__
#endif

#define __HIP_SOFT_VECTOR_STRUCTS(T, name, two, four) \
    typedef struct name##1 { __HIP_SOFT_COMPONENTS(T, x); } name##1; \
    typedef struct __attribute__((aligned(two))) name##2 { __HIP_SOFT_COMPONENTS(T, x, y); } name##2; \
    __HIP_SOFT_VECTOR_STRUCT3(T, name) \
    typedef struct __attribute__((aligned(four))) name##4 { __HIP_SOFT_COMPONENTS(T, x, y, z, w); } name##4; \
    __HIP_SOFT_MAKE name##1 make_##name##1(T x) { name##1 made = {x}; return made; } \
    __HIP_SOFT_MAKE name##2 make_##name##2(T x, T y) { name##2 made = {x, y}; return made; } \
    __HIP_SOFT_MAKE name##3 make_##name##3(T x, T y, T z) { name##3 made = {x, y, z}; return made; } \
    __HIP_SOFT_MAKE name##4 make_##name##4(T x, T y, T z, T w) { name##4 made = {x, y, z, w}; return made; }

#define __HIP_SOFT_VECTOR_STRUCT3(T, name) typedef struct name##3 { __HIP_SOFT_COMPONENTS(T, x, y, z); } name##3;
__HIP_SOFT_VECTOR_STRUCTS(signed char, char, 2, 4)
__HIP_SOFT_VECTOR_STRUCTS(unsigned char, uchar, 2, 4)
__HIP_SOFT_VECTOR_STRUCTS(short, short, 4, 8)
__HIP_SOFT_VECTOR_STRUCTS(unsigned short, ushort, 4, 8)
__HIP_SOFT_VECTOR_STRUCTS(int, int, 8, 16)
__HIP_SOFT_VECTOR_STRUCTS(long, long, 16, 16)
__HIP_SOFT_VECTOR_STRUCTS(unsigned long, ulong, 16, 16)
__HIP_SOFT_VECTOR_STRUCTS(long long, longlong, 16, 16)
__HIP_SOFT_VECTOR_STRUCTS(unsigned long long, ulonglong, 16, 16)
__HIP_SOFT_VECTOR_STRUCTS(float, float, 8, 16)
__HIP_SOFT_VECTOR_STRUCTS(double, double, 16, 16)
/* uint3 is in hip_runtime_api.h. */
#undef __HIP_SOFT_VECTOR_STRUCT3
#define __HIP_SOFT_VECTOR_STRUCT3(T, name)
__HIP_SOFT_VECTOR_STRUCTS(unsigned int, uint, 8, 16)
#undef __HIP_SOFT_VECTOR_STRUCT3
#undef __HIP_SOFT_VECTOR_STRUCTS
#undef __HIP_SOFT_COMPONENTS

#if defined(__cplusplus)

namespace hip_detail {

/* Component type and number of components of a vector. Operators are templates, so that a program's own have precedence. */
template <typename V> struct vector_of {};
template <int> struct count_of {};
/* Vector of a component type and a number of components. */
template <typename T, unsigned int> struct vector_type {};
#define __HIP_SOFT_VECTOR_OF(kind, T, name) __HIP_SOFT_VECTOR(kind, T, name, 1) __HIP_SOFT_VECTOR(kind, T, name, 2) \
    __HIP_SOFT_VECTOR(kind, T, name, 3) __HIP_SOFT_VECTOR(kind, T, name, 4)
#define __HIP_SOFT_VECTOR(kind, T, name, n) \
    template <> struct vector_of<name##n> { typedef T scalar; typedef T kind; typedef count_of<n> count; }; \
    template <> struct vector_type<T, n> { typedef name##n type; };
__HIP_SOFT_VECTOR_OF(integer, signed char, char)
__HIP_SOFT_VECTOR_OF(integer, unsigned char, uchar)
__HIP_SOFT_VECTOR_OF(integer, short, short)
__HIP_SOFT_VECTOR_OF(integer, unsigned short, ushort)
__HIP_SOFT_VECTOR_OF(integer, int, int)
__HIP_SOFT_VECTOR_OF(integer, unsigned int, uint)
__HIP_SOFT_VECTOR_OF(integer, long, long)
__HIP_SOFT_VECTOR_OF(integer, unsigned long, ulong)
__HIP_SOFT_VECTOR_OF(integer, long long, longlong)
__HIP_SOFT_VECTOR_OF(integer, unsigned long long, ulonglong)
__HIP_SOFT_VECTOR_OF(floating, float, float)
__HIP_SOFT_VECTOR_OF(floating, double, double)
#undef __HIP_SOFT_VECTOR
#undef __HIP_SOFT_VECTOR_OF
template <unsigned int n> struct vector_type<char, n> : vector_type<signed char, n> {};

template <typename V> __HIP_SOFT_MAKE V splat(typename vector_of<V>::scalar s, count_of<1>) { return V{s}; }
template <typename V> __HIP_SOFT_MAKE V splat(typename vector_of<V>::scalar s, count_of<2>) { return V{s, s}; }
template <typename V> __HIP_SOFT_MAKE V splat(typename vector_of<V>::scalar s, count_of<3>) { return V{s, s, s}; }
template <typename V> __HIP_SOFT_MAKE V splat(typename vector_of<V>::scalar s, count_of<4>) { return V{s, s, s, s}; }

template <typename O, typename V> __HIP_SOFT_MAKE V zip(const V &a, const V &b, count_of<1>) { return V{O::of(a.x, b.x)}; }
template <typename O, typename V> __HIP_SOFT_MAKE V zip(const V &a, const V &b, count_of<2>)
{
    return V{O::of(a.x, b.x), O::of(a.y, b.y)};
}
template <typename O, typename V> __HIP_SOFT_MAKE V zip(const V &a, const V &b, count_of<3>)
{
    return V{O::of(a.x, b.x), O::of(a.y, b.y), O::of(a.z, b.z)};
}
template <typename O, typename V> __HIP_SOFT_MAKE V zip(const V &a, const V &b, count_of<4>)
{
    return V{O::of(a.x, b.x), O::of(a.y, b.y), O::of(a.z, b.z), O::of(a.w, b.w)};
}

template <typename V> __HIP_SOFT_MAKE bool same(const V &a, const V &b, count_of<1>) { return a.x == b.x; }
template <typename V> __HIP_SOFT_MAKE bool same(const V &a, const V &b, count_of<2>) { return a.x == b.x && a.y == b.y; }
template <typename V> __HIP_SOFT_MAKE bool same(const V &a, const V &b, count_of<3>)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}
template <typename V> __HIP_SOFT_MAKE bool same(const V &a, const V &b, count_of<4>)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

}

/* AMD's name of all vectors. */
#if __cplusplus >= 201103L
template <typename T, unsigned int n> using HIP_vector_type = typename hip_detail::vector_type<T, n>::type;
#endif

/* Operators work by component; a scalar operand is used for all components. */
#define __HIP_SOFT_VECTOR_OPERATOR(kind, name, op) \
    namespace hip_detail { \
    struct name { \
        template <typename T> static __host__ __device__ __HIP_SOFT_CONSTEXPR T of(T a, T b) { return static_cast<T>(a op b); } \
    }; \
    } \
    template <typename V, typename = typename hip_detail::vector_of<V>::kind> \
    __HIP_SOFT_MAKE V operator op(const V &a, const V &b) \
    { \
        return hip_detail::zip<hip_detail::name>(a, b, typename hip_detail::vector_of<V>::count()); \
    } \
    template <typename V, typename = typename hip_detail::vector_of<V>::kind> \
    __HIP_SOFT_MAKE V operator op(const V &a, typename hip_detail::vector_of<V>::scalar s) \
    { \
        return a op hip_detail::splat<V>(s, typename hip_detail::vector_of<V>::count()); \
    } \
    template <typename V, typename = typename hip_detail::vector_of<V>::kind> \
    __HIP_SOFT_MAKE V operator op(typename hip_detail::vector_of<V>::scalar s, const V &b) \
    { \
        return hip_detail::splat<V>(s, typename hip_detail::vector_of<V>::count()) op b; \
    } \
    template <typename V, typename = typename hip_detail::vector_of<V>::kind> \
    static inline __host__ __device__ V &operator op##=(V &a, const V &b) { return a = a op b; } \
    template <typename V, typename = typename hip_detail::vector_of<V>::kind> \
    static inline __host__ __device__ V &operator op##=(V &a, typename hip_detail::vector_of<V>::scalar s) \
    { return a = a op s; }
#if __cplusplus >= 201402L
#define __HIP_SOFT_CONSTEXPR constexpr
#else
#define __HIP_SOFT_CONSTEXPR
#endif
__HIP_SOFT_VECTOR_OPERATOR(scalar, plus, +)
__HIP_SOFT_VECTOR_OPERATOR(scalar, minus, -)
__HIP_SOFT_VECTOR_OPERATOR(scalar, times, *)
__HIP_SOFT_VECTOR_OPERATOR(scalar, over, /)
__HIP_SOFT_VECTOR_OPERATOR(integer, modulo, %)
__HIP_SOFT_VECTOR_OPERATOR(integer, bits_and, &)
__HIP_SOFT_VECTOR_OPERATOR(integer, bits_or, |)
__HIP_SOFT_VECTOR_OPERATOR(integer, bits_xor, ^)
__HIP_SOFT_VECTOR_OPERATOR(integer, left, <<)
__HIP_SOFT_VECTOR_OPERATOR(integer, right, >>)
#undef __HIP_SOFT_CONSTEXPR
#undef __HIP_SOFT_VECTOR_OPERATOR

template <typename V, typename = typename hip_detail::vector_of<V>::scalar>
__HIP_SOFT_MAKE bool operator==(const V &a, const V &b)
{
    return hip_detail::same(a, b, typename hip_detail::vector_of<V>::count());
}
template <typename V, typename = typename hip_detail::vector_of<V>::scalar>
__HIP_SOFT_MAKE bool operator!=(const V &a, const V &b)
{
    return !(a == b);
}
template <typename V, typename = typename hip_detail::vector_of<V>::floating> __HIP_SOFT_MAKE V operator-(const V &b)
{
    return b * static_cast<typename hip_detail::vector_of<V>::scalar>(-1);
}
template <typename V, typename = void, typename = typename hip_detail::vector_of<V>::integer>
__HIP_SOFT_MAKE V operator-(const V &b)
{
    return static_cast<typename hip_detail::vector_of<V>::scalar>(0) - b;
}
template <typename V, typename = typename hip_detail::vector_of<V>::integer> __HIP_SOFT_MAKE V operator~(const V &b)
{
    return b ^ static_cast<typename hip_detail::vector_of<V>::scalar>(-1);
}
template <typename V, typename = typename hip_detail::vector_of<V>::scalar>
static inline __host__ __device__ V &operator++(V &a)
{
    return a += static_cast<typename hip_detail::vector_of<V>::scalar>(1);
}
template <typename V, typename = typename hip_detail::vector_of<V>::scalar>
static inline __host__ __device__ V operator++(V &a, int)
{
    V before = a;
    ++a;
    return before;
}
template <typename V, typename = typename hip_detail::vector_of<V>::scalar>
static inline __host__ __device__ V &operator--(V &a)
{
    return a -= static_cast<typename hip_detail::vector_of<V>::scalar>(1);
}
template <typename V, typename = typename hip_detail::vector_of<V>::scalar>
static inline __host__ __device__ V operator--(V &a, int)
{
    V before = a;
    --a;
    return before;
}

#endif
#undef __HIP_SOFT_MAKE
#endif
