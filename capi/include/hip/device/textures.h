/* Reads of textures, through objects (`hipTextureObject_t`).
 *
 * Each function is one PTX instruction. `T` is a scalar or a vector of one, two or four of the array's scalars; of
 * textures that read as normalised floats it is `float` or a vector of it. */
#ifndef HIP_DEVICE_TEXTURES_H
#define HIP_DEVICE_TEXTURES_H

#include <hip/hip_vector_types.h>

namespace hip_detail {

/* What a value is made of: itself, or the type of a vector's members. */
template <typename T, bool = __is_arithmetic(T)> struct component {
    using type = T;
};
template <typename T> struct component<T, false> {
    using type = decltype(T::x);
};

/* A value out of as many of an instruction's four results as it has members. */
template <typename T> struct texel {
    using of = typename component<T>::type;
    static constexpr int count = sizeof(T) / sizeof(of);
    static_assert(sizeof(of) <= 4 && count != 3, "textures have one, two or four numbers of up to 32 bits");
    template <typename R> static __device__ T make(R x, R y, R z, R w)
    {
        if constexpr (__is_arithmetic(T))
            return static_cast<T>(x);
        else if constexpr (count == 1)
            return T{static_cast<of>(x)};
        else if constexpr (count == 2)
            return T{static_cast<of>(x), static_cast<of>(y)};
        else
            return T{static_cast<of>(x), static_cast<of>(y), static_cast<of>(z), static_cast<of>(w)};
    }
};

}

/* One instruction with results of one kind, out of the three there are. */
#define __HIP_SOFT_TEXTURE_READ(kind, R, constraint, instruction, coordinate, place, ...) \
    { \
        R r0, r1, r2, r3; \
        __asm__ volatile(instruction ".v4." kind "." coordinate " {%0, %1, %2, %3}, [%4, " place ";" \
                         : "=" constraint(r0), "=" constraint(r1), "=" constraint(r2), "=" constraint(r3) \
                         : "l"(texture), __VA_ARGS__); \
        return as::make(r0, r1, r2, r3); \
    }

/* `place` is the rest of the instruction behind the texture; its operands count from %5. */
#define __HIP_SOFT_TEXTURE(name, parameters, arguments, instruction, coordinate, place, ...) \
    template <typename T> static inline __device__ T name(hipTextureObject_t texture, __HIP_SOFT_LIST parameters) \
    { \
        using as = hip_detail::texel<T>; \
        using of = typename as::of; \
        if constexpr (__is_same(of, float)) \
            __HIP_SOFT_TEXTURE_READ("f32", float, "f", instruction, coordinate, place, __VA_ARGS__) \
        else if constexpr (static_cast<of>(-1) < static_cast<of>(0)) \
            __HIP_SOFT_TEXTURE_READ("s32", int, "r", instruction, coordinate, place, __VA_ARGS__) \
        else \
            __HIP_SOFT_TEXTURE_READ("u32", unsigned int, "r", instruction, coordinate, place, __VA_ARGS__) \
    } \
    template <typename T> \
    static inline __device__ void name(T *value, hipTextureObject_t texture, __HIP_SOFT_LIST parameters) \
    { \
        *value = name<T>(texture, __HIP_SOFT_LIST arguments); \
    }
#define __HIP_SOFT_LIST(...) __VA_ARGS__

__HIP_SOFT_TEXTURE(tex1Dfetch, (int x), (x), "tex.1d", "s32", "{%5}]", "r"(x))
__HIP_SOFT_TEXTURE(tex1D, (float x), (x), "tex.1d", "f32", "{%5}]", "f"(x))
__HIP_SOFT_TEXTURE(tex2D, (float x, float y), (x, y), "tex.2d", "f32", "{%5, %6}]", "f"(x), "f"(y))
__HIP_SOFT_TEXTURE(tex3D, (float x, float y, float z), (x, y, z), "tex.3d", "f32", "{%5, %6, %7, %7}]", "f"(x), "f"(y), "f"(z))
__HIP_SOFT_TEXTURE(tex1DLayered, (float x, int layer), (x, layer), "tex.a1d", "f32", "{%6, %5}]", "f"(x), "r"(layer))
__HIP_SOFT_TEXTURE(tex2DLayered, (float x, float y, int layer), (x, y, layer), "tex.a2d", "f32", "{%7, %5, %6, %6}]", "f"(x),
            "f"(y), "r"(layer))
__HIP_SOFT_TEXTURE(texCubemap, (float x, float y, float z), (x, y, z), "tex.cube", "f32", "{%5, %6, %7, %7}]", "f"(x),
            "f"(y), "f"(z))
__HIP_SOFT_TEXTURE(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer), "tex.acube", "f32",
            "{%8, %5, %6, %7}]", "f"(x), "f"(y), "f"(z), "r"(layer))

__HIP_SOFT_TEXTURE(tex1DLod, (float x, float level), (x, level), "tex.level.1d", "f32", "{%5}], %6", "f"(x), "f"(level))
__HIP_SOFT_TEXTURE(tex2DLod, (float x, float y, float level), (x, y, level), "tex.level.2d", "f32", "{%5, %6}], %7", "f"(x),
            "f"(y), "f"(level))
__HIP_SOFT_TEXTURE(tex3DLod, (float x, float y, float z, float level), (x, y, z, level), "tex.level.3d", "f32",
            "{%5, %6, %7, %7}], %8", "f"(x), "f"(y), "f"(z), "f"(level))
__HIP_SOFT_TEXTURE(tex1DLayeredLod, (float x, int layer, float level), (x, layer, level), "tex.level.a1d", "f32",
            "{%6, %5}], %7", "f"(x), "r"(layer), "f"(level))
__HIP_SOFT_TEXTURE(tex2DLayeredLod, (float x, float y, int layer, float level), (x, y, layer, level), "tex.level.a2d", "f32",
            "{%7, %5, %6, %6}], %8", "f"(x), "f"(y), "r"(layer), "f"(level))
__HIP_SOFT_TEXTURE(texCubemapLod, (float x, float y, float z, float level), (x, y, z, level), "tex.level.cube", "f32",
            "{%5, %6, %7, %7}], %8", "f"(x), "f"(y), "f"(z), "f"(level))
__HIP_SOFT_TEXTURE(texCubemapLayeredLod, (float x, float y, float z, int layer, float level), (x, y, z, layer, level),
            "tex.level.acube", "f32", "{%8, %5, %6, %7}], %9", "f"(x), "f"(y), "f"(z), "r"(layer), "f"(level))

__HIP_SOFT_TEXTURE(tex1DGrad, (float x, float dx, float dy), (x, dx, dy), "tex.grad.1d", "f32", "{%5}], {%6}, {%7}", "f"(x),
            "f"(dx), "f"(dy))
__HIP_SOFT_TEXTURE(tex2DGrad, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy), "tex.grad.2d", "f32",
            "{%5, %6}], {%7, %8}, {%9, %10}", "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y))
__HIP_SOFT_TEXTURE(tex3DGrad, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy), "tex.grad.3d", "f32",
            "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}", "f"(x), "f"(y), "f"(z), "f"(dx.x),
            "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z))
__HIP_SOFT_TEXTURE(tex1DLayeredGrad, (float x, int layer, float dx, float dy), (x, layer, dx, dy), "tex.grad.a1d", "f32",
            "{%6, %5}], {%7}, {%8}", "f"(x), "r"(layer), "f"(dx), "f"(dy))
__HIP_SOFT_TEXTURE(tex2DLayeredGrad, (float x, float y, int layer, float2 dx, float2 dy), (x, y, layer, dx, dy),
            "tex.grad.a2d", "f32", "{%7, %5, %6, %6}], {%8, %9}, {%10, %11}", "f"(x), "f"(y), "r"(layer), "f"(dx.x),
            "f"(dx.y), "f"(dy.x), "f"(dy.y))
__HIP_SOFT_TEXTURE(texCubemapGrad, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy), "tex.grad.cube",
            "f32", "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}", "f"(x), "f"(y), "f"(z), "f"(dx.x),
            "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z))
__HIP_SOFT_TEXTURE(texCubemapLayeredGrad, (float x, float y, float z, int layer, float4 dx, float4 dy),
            (x, y, z, layer, dx, dy), "tex.grad.acube", "f32",
            "{%8, %5, %6, %7}], {%9, %10, %11, %11}, {%12, %13, %14, %14}", "f"(x), "f"(y), "f"(z), "r"(layer),
            "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z))

#undef __HIP_SOFT_TEXTURE_READ

/* The four texels that a linear filter would mix: `component` of each. */
#define __HIP_SOFT_GATHER(which) \
    if constexpr (__is_same(of, float)) \
        __HIP_SOFT_GATHER_READ("f32", float, "f", which) \
    else if constexpr (static_cast<of>(-1) < static_cast<of>(0)) \
        __HIP_SOFT_GATHER_READ("s32", int, "r", which) \
    else \
        __HIP_SOFT_GATHER_READ("u32", unsigned int, "r", which)
#define __HIP_SOFT_GATHER_READ(kind, R, constraint, which) \
    { \
        R a, b, c, d; \
        __asm__ volatile("tld4." which ".2d.v4." kind ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" \
                         : "=" constraint(a), "=" constraint(b), "=" constraint(c), "=" constraint(d) \
                         : "l"(texture), "f"(x), "f"(y)); \
        return as::make(a, b, c, d); \
    }
template <typename T>
static inline __device__ T tex2Dgather(hipTextureObject_t texture, float x, float y, int component = 0)
{
    using as = hip_detail::texel<T>;
    using of = typename as::of;
    switch (component) {
    case 1:
        __HIP_SOFT_GATHER("g")
    case 2:
        __HIP_SOFT_GATHER("b")
    case 3:
        __HIP_SOFT_GATHER("a")
    default:
        __HIP_SOFT_GATHER("r")
    }
}
template <typename T>
static inline __device__ void tex2Dgather(T *value, hipTextureObject_t texture, float x, float y, int component = 0)
{
    *value = tex2Dgather<T>(texture, x, y, component);
}
#undef __HIP_SOFT_GATHER_READ
#undef __HIP_SOFT_GATHER
#undef __HIP_SOFT_TEXTURE
#undef __HIP_SOFT_LIST

#endif
