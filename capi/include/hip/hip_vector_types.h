/* char1 … double4: structures of one to four scalars, how they are made and, in C++, how they are computed with.
 *
 * Layout and alignment are CUDA's: two and four scalars are aligned as a whole up to 16 bytes, three as one. */
#ifndef HIP_VECTOR_TYPES_H
#define HIP_VECTOR_TYPES_H

#include <hip/hip_runtime_api.h>
#include <hip/host_defines.h>

#if defined(__cplusplus) && __cplusplus >= 201402L
#define HIP_MAKE static inline __host__ __device__ constexpr
#elif defined(__cplusplus)
#define HIP_MAKE static inline __host__ __device__
#else
#define HIP_MAKE static inline
#endif

#define HIP_VECTOR_STRUCTS(T, name, two, four) \
    typedef struct name##1 { T x; } name##1; \
    typedef struct __attribute__((aligned(two))) name##2 { T x, y; } name##2; \
    HIP_VECTOR_STRUCT3(T, name) \
    typedef struct __attribute__((aligned(four))) name##4 { T x, y, z, w; } name##4; \
    HIP_MAKE name##1 make_##name##1(T x) { name##1 made = {x}; return made; } \
    HIP_MAKE name##2 make_##name##2(T x, T y) { name##2 made = {x, y}; return made; } \
    HIP_MAKE name##3 make_##name##3(T x, T y, T z) { name##3 made = {x, y, z}; return made; } \
    HIP_MAKE name##4 make_##name##4(T x, T y, T z, T w) { name##4 made = {x, y, z, w}; return made; }

#define HIP_VECTOR_STRUCT3(T, name) typedef struct name##3 { T x, y, z; } name##3;
HIP_VECTOR_STRUCTS(signed char, char, 2, 4)
HIP_VECTOR_STRUCTS(unsigned char, uchar, 2, 4)
HIP_VECTOR_STRUCTS(short, short, 4, 8)
HIP_VECTOR_STRUCTS(unsigned short, ushort, 4, 8)
HIP_VECTOR_STRUCTS(int, int, 8, 16)
HIP_VECTOR_STRUCTS(long, long, 16, 16)
HIP_VECTOR_STRUCTS(unsigned long, ulong, 16, 16)
HIP_VECTOR_STRUCTS(long long, longlong, 16, 16)
HIP_VECTOR_STRUCTS(unsigned long long, ulonglong, 16, 16)
HIP_VECTOR_STRUCTS(float, float, 8, 16)
HIP_VECTOR_STRUCTS(double, double, 16, 16)
/* uint3 stands in hip_runtime_api.h. */
#undef HIP_VECTOR_STRUCT3
#define HIP_VECTOR_STRUCT3(T, name)
HIP_VECTOR_STRUCTS(unsigned int, uint, 8, 16)
#undef HIP_VECTOR_STRUCT3
#undef HIP_VECTOR_STRUCTS

#if defined(__cplusplus)

/* Each operator works on components; a scalar stands for a vector of itself. */
#define HIP_VECTOR_SPLAT1(s) {s}
#define HIP_VECTOR_SPLAT2(s) {s, s}
#define HIP_VECTOR_SPLAT3(s) {s, s, s}
#define HIP_VECTOR_SPLAT4(s) {s, s, s, s}
#define HIP_VECTOR_SAME1 (a.x == b.x)
#define HIP_VECTOR_SAME2 (a.x == b.x && a.y == b.y)
#define HIP_VECTOR_SAME3 (a.x == b.x && a.y == b.y && a.z == b.z)
#define HIP_VECTOR_SAME4 (a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w)

#define HIP_VECTOR_OPERATOR(T, V, n, op) \
    HIP_MAKE V operator op(const V &a, const V &b) \
    { using scalar = T; return V{static_cast<scalar>(a.x op b.x) HIP_VECTOR_REST##n(op)}; } \
    HIP_MAKE V operator op(const V &a, T s) { V b = HIP_VECTOR_SPLAT##n(s); return a op b; } \
    HIP_MAKE V operator op(T s, const V &b) { V a = HIP_VECTOR_SPLAT##n(s); return a op b; } \
    static inline __host__ __device__ V &operator op##=(V &a, const V &b) { return a = a op b; } \
    static inline __host__ __device__ V &operator op##=(V &a, T s) { return a = a op s; }
#define HIP_VECTOR_REST1(op)
#define HIP_VECTOR_REST2(op) , static_cast<scalar>(a.y op b.y)
#define HIP_VECTOR_REST3(op) HIP_VECTOR_REST2(op) , static_cast<scalar>(a.z op b.z)
#define HIP_VECTOR_REST4(op) HIP_VECTOR_REST3(op) , static_cast<scalar>(a.w op b.w)

#define HIP_VECTOR_MINUS1
#define HIP_VECTOR_MINUS2 , static_cast<scalar>(-b.y)
#define HIP_VECTOR_MINUS3 HIP_VECTOR_MINUS2 , static_cast<scalar>(-b.z)
#define HIP_VECTOR_MINUS4 HIP_VECTOR_MINUS3 , static_cast<scalar>(-b.w)

#define HIP_VECTOR_ARITHMETIC(T, V, n) \
    HIP_VECTOR_OPERATOR(T, V, n, +) \
    HIP_VECTOR_OPERATOR(T, V, n, -) \
    HIP_VECTOR_OPERATOR(T, V, n, *) \
    HIP_VECTOR_OPERATOR(T, V, n, /) \
    HIP_MAKE bool operator==(const V &a, const V &b) { return HIP_VECTOR_SAME##n; } \
    HIP_MAKE bool operator!=(const V &a, const V &b) { return !HIP_VECTOR_SAME##n; } \
    HIP_MAKE V operator-(const V &b) { using scalar = T; return V{static_cast<scalar>(-b.x) HIP_VECTOR_MINUS##n}; }

#define HIP_VECTOR_INTEGERS(T, V, n) \
    HIP_VECTOR_ARITHMETIC(T, V, n) \
    HIP_VECTOR_OPERATOR(T, V, n, %) \
    HIP_VECTOR_OPERATOR(T, V, n, &) \
    HIP_VECTOR_OPERATOR(T, V, n, |) \
    HIP_VECTOR_OPERATOR(T, V, n, ^) \
    HIP_VECTOR_OPERATOR(T, V, n, <<) \
    HIP_VECTOR_OPERATOR(T, V, n, >>)

#define HIP_VECTOR_ALL(kind, T, name) kind(T, name##1, 1) kind(T, name##2, 2) kind(T, name##3, 3) kind(T, name##4, 4)
HIP_VECTOR_ALL(HIP_VECTOR_INTEGERS, signed char, char)
HIP_VECTOR_ALL(HIP_VECTOR_INTEGERS, unsigned char, uchar)
HIP_VECTOR_ALL(HIP_VECTOR_INTEGERS, short, short)
HIP_VECTOR_ALL(HIP_VECTOR_INTEGERS, unsigned short, ushort)
HIP_VECTOR_ALL(HIP_VECTOR_INTEGERS, int, int)
HIP_VECTOR_ALL(HIP_VECTOR_INTEGERS, unsigned int, uint)
HIP_VECTOR_ALL(HIP_VECTOR_INTEGERS, long, long)
HIP_VECTOR_ALL(HIP_VECTOR_INTEGERS, unsigned long, ulong)
HIP_VECTOR_ALL(HIP_VECTOR_INTEGERS, long long, longlong)
HIP_VECTOR_ALL(HIP_VECTOR_INTEGERS, unsigned long long, ulonglong)
HIP_VECTOR_ALL(HIP_VECTOR_ARITHMETIC, float, float)
HIP_VECTOR_ALL(HIP_VECTOR_ARITHMETIC, double, double)

#endif
#undef HIP_MAKE
#endif
