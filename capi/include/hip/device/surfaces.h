/* Reads and writes of surfaces, through objects (`hipSurfaceObject_t`). x counts bytes, y, z and layers count texels.
 *
 * `T` has one, two or four members of 8, 16, 32 or 64 bits; of four, 32 at most. */
#ifndef HIP_DEVICE_SURFACES_H
#define HIP_DEVICE_SURFACES_H

#include <hip/device/textures.h>

/* Coordinates are named operands; `__HIP_SOFT_SURFACE_MODE` selects the suffix of the instruction. */
#define __HIP_SOFT_SURFACE_MODE(instruction, ...) \
    if (mode == hipBoundaryModeZero) { \
        instruction("zero", __VA_ARGS__) \
    } else if (mode == hipBoundaryModeClamp) { \
        instruction("clamp", __VA_ARGS__) \
    } else { \
        instruction("trap", __VA_ARGS__) \
    }

#define __HIP_SOFT_SURFACE_LOAD(mode, shape, place, type, R, c, ...) \
    if constexpr (count == 1) { \
        R a; \
        __asm__ volatile("suld.b." shape "." type "." mode " %[a], [%[surface], " place "];" \
                         : [a] "=" c(a) \
                         : [surface] "l"(surface), __VA_ARGS__); \
        of parts[] = {__builtin_bit_cast(of, (hip_detail::bits<of>)a)}; \
        __builtin_memcpy(value, parts, sizeof *value); \
    } else if constexpr (count == 2) { \
        R a, b; \
        __asm__ volatile("suld.b." shape ".v2." type "." mode " {%[a], %[b]}, [%[surface], " place "];" \
                         : [a] "=" c(a), [b] "=" c(b) \
                         : [surface] "l"(surface), __VA_ARGS__); \
        of parts[] = {__builtin_bit_cast(of, (hip_detail::bits<of>)a), __builtin_bit_cast(of, (hip_detail::bits<of>)b)}; \
        __builtin_memcpy(value, parts, sizeof *value); \
    } else { \
        R a, b, d, e; \
        __asm__ volatile("suld.b." shape ".v4." type "." mode " {%[a], %[b], %[d], %[e]}, [%[surface], " place "];" \
                         : [a] "=" c(a), [b] "=" c(b), [d] "=" c(d), [e] "=" c(e) \
                         : [surface] "l"(surface), __VA_ARGS__); \
        of parts[] = {__builtin_bit_cast(of, (hip_detail::bits<of>)a), __builtin_bit_cast(of, (hip_detail::bits<of>)b), \
                      __builtin_bit_cast(of, (hip_detail::bits<of>)d), __builtin_bit_cast(of, (hip_detail::bits<of>)e)}; \
        __builtin_memcpy(value, parts, sizeof *value); \
    }

#define __HIP_SOFT_SURFACE_STORE(mode, shape, place, type, R, c, ...) \
    if constexpr (count == 1) { \
        __asm__ volatile("sust.b." shape "." type "." mode " [%[surface], " place "], %[a];" \
                         : \
                         : [surface] "l"(surface), [a] c((R)parts[0]), __VA_ARGS__ \
                         : "memory"); \
    } else if constexpr (count == 2) { \
        __asm__ volatile("sust.b." shape ".v2." type "." mode " [%[surface], " place "], {%[a], %[b]};" \
                         : \
                         : [surface] "l"(surface), [a] c((R)parts[0]), [b] c((R)parts[1]), __VA_ARGS__ \
                         : "memory"); \
    } else { \
        __asm__ volatile("sust.b." shape ".v4." type "." mode " [%[surface], " place "], {%[a], %[b], %[d], %[e]};" \
                         : \
                         : [surface] "l"(surface), [a] c((R)parts[0]), [b] c((R)parts[1]), [d] c((R)parts[2]), \
                           [e] c((R)parts[3]), __VA_ARGS__ \
                         : "memory"); \
    }

#define __HIP_SOFT_SURFACE_SIZES(instruction, shape, place, ...) \
    if constexpr (sizeof(of) == 1) { \
        __HIP_SOFT_SURFACE_MODE(instruction, shape, place, "b8", unsigned short, "h", __VA_ARGS__) \
    } else if constexpr (sizeof(of) == 2) { \
        __HIP_SOFT_SURFACE_MODE(instruction, shape, place, "b16", unsigned short, "h", __VA_ARGS__) \
    } else if constexpr (sizeof(of) == 4) { \
        __HIP_SOFT_SURFACE_MODE(instruction, shape, place, "b32", unsigned int, "r", __VA_ARGS__) \
    } else { \
        __HIP_SOFT_SURFACE_MODE(instruction, shape, place, "b64", unsigned long long, "l", __VA_ARGS__) \
    }

#define __HIP_SOFT_SURFACE(read, write, parameters, arguments, shape, place, ...) \
    template <typename T> \
    static inline __device__ void read(T *value, hipSurfaceObject_t surface, __HIP_SOFT_LIST parameters, \
                                       int mode = hipBoundaryModeZero) \
    { \
        using of = typename hip_detail::component<T>::type; \
        constexpr int count = hip_detail::surface_members<T>(); \
        __HIP_SOFT_SURFACE_SIZES(__HIP_SOFT_SURFACE_LOAD, shape, place, __VA_ARGS__) \
    } \
    template <typename T> \
    static inline __device__ T read(hipSurfaceObject_t surface, __HIP_SOFT_LIST parameters, int mode = hipBoundaryModeZero) \
    { \
        T value; \
        read(&value, surface, __HIP_SOFT_LIST arguments, mode); \
        return value; \
    } \
    template <typename T> \
    static inline __device__ void write(T value, hipSurfaceObject_t surface, __HIP_SOFT_LIST parameters, \
                                        int mode = hipBoundaryModeZero) \
    { \
        using of = typename hip_detail::component<T>::type; \
        constexpr int count = hip_detail::surface_members<T>(); \
        hip_detail::bits<of> parts[count]; \
        __builtin_memcpy(parts, &value, sizeof value); \
        __HIP_SOFT_SURFACE_SIZES(__HIP_SOFT_SURFACE_STORE, shape, place, __VA_ARGS__) \
    }
#define __HIP_SOFT_LIST(...) __VA_ARGS__

namespace hip_detail {
template <int Bytes> struct unsigned_of;
template <> struct unsigned_of<1> { using type = unsigned char; };
template <> struct unsigned_of<2> { using type = unsigned short; };
template <> struct unsigned_of<4> { using type = unsigned int; };
template <> struct unsigned_of<8> { using type = unsigned long long; };
template <typename T> using bits = typename unsigned_of<sizeof(T)>::type;

template <typename T> constexpr __host__ __device__ int surface_members()
{
    constexpr int count = sizeof(T) / sizeof(typename component<T>::type);
    static_assert(count != 3 && sizeof(T) <= 16, "surfaces have one, two or four numbers, of 16 bytes together");
    return count;
}
}

__HIP_SOFT_SURFACE(surf1Dread, surf1Dwrite, (int x), (x), "1d", "{%[x]}", [x] "r"(x))
__HIP_SOFT_SURFACE(surf2Dread, surf2Dwrite, (int x, int y), (x, y), "2d", "{%[x], %[y]}", [x] "r"(x), [y] "r"(y))
__HIP_SOFT_SURFACE(surf3Dread, surf3Dwrite, (int x, int y, int z), (x, y, z), "3d", "{%[x], %[y], %[z], %[z]}", [x] "r"(x),
            [y] "r"(y), [z] "r"(z))
__HIP_SOFT_SURFACE(surf1DLayeredread, surf1DLayeredwrite, (int x, int layer), (x, layer), "a1d", "{%[layer], %[x]}",
            [x] "r"(x), [layer] "r"(layer))
__HIP_SOFT_SURFACE(surf2DLayeredread, surf2DLayeredwrite, (int x, int y, int layer), (x, y, layer), "a2d",
            "{%[layer], %[x], %[y], %[y]}", [x] "r"(x), [y] "r"(y), [layer] "r"(layer))
/* A face is a layer of a cubemap. */
__HIP_SOFT_SURFACE(surfCubemapread, surfCubemapwrite, (int x, int y, int face), (x, y, face), "a2d",
            "{%[face], %[x], %[y], %[y]}", [x] "r"(x), [y] "r"(y), [face] "r"(face))
/* Six faces a layer: `face` is 6 × layer + face. */
__HIP_SOFT_SURFACE(surfCubemapLayeredread, surfCubemapLayeredwrite, (int x, int y, int face, int layer), (x, y, face, layer), "a2d",
            "{%[face], %[x], %[y], %[y]}", [x] "r"(x), [y] "r"(y), [face] "r"(6 * layer + face))

#undef __HIP_SOFT_LIST
#undef __HIP_SOFT_SURFACE
#undef __HIP_SOFT_SURFACE_SIZES
#undef __HIP_SOFT_SURFACE_STORE
#undef __HIP_SOFT_SURFACE_LOAD
#undef __HIP_SOFT_SURFACE_MODE

#endif
