/* Texture references (deprecated): variables at file scope that the host configures and binds, and kernels read.
 *
 * Clang makes such a variable a `.texref` and passes its handle to functions that take it by value; reads are those of
 * hip/device/textures.h. */
#ifndef HIP_DEVICE_TEXTURE_REFERENCES_H
#define HIP_DEVICE_TEXTURE_REFERENCES_H

#include <hip/device/textures.h>

namespace hip_detail {

/* Channel description of a type, and result of a read: the type, or floats from 0 (or -1) to 1. */
template <typename T> struct channel {
    using of = typename component<T>::type;
    static constexpr int bits = sizeof(of) * 8, count = sizeof(T) / sizeof(of);
    static constexpr hipChannelFormatDesc description()
    {
        return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0,
                __is_same(of, float)                         ? hipChannelFormatKindFloat
                : static_cast<of>(-1) < static_cast<of>(0) ? hipChannelFormatKindSigned
                                                             : hipChannelFormatKindUnsigned};
    }
};
template <int count> struct floats {
    using type = float;
};
template <> struct floats<2> {
    using type = float2;
};
template <> struct floats<4> {
    using type = float4;
};
template <typename T, enum hipTextureReadMode mode> struct read {
    using type = T;
};
template <typename T> struct read<T, hipReadModeNormalizedFloat> {
    using type = typename floats<channel<T>::count>::type;
};

}

template <typename T, int dim = hipTextureType1D, enum hipTextureReadMode mode = hipReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
    texture(int normalized_, enum hipTextureFilterMode filter, enum hipTextureAddressMode address,
            hipChannelFormatDesc description)
        : textureReference()
    {
        normalized = normalized_;
        readMode = mode;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = description;
        numChannels = hip_detail::channel<T>::count;
    }
    texture(int normalized_ = 0, enum hipTextureFilterMode filter = hipFilterModePoint,
            enum hipTextureAddressMode address = hipAddressModeClamp)
        : texture(normalized_, filter, address, hip_detail::channel<T>::description())
    {
    }
};

namespace hip_detail {

/* Handle of a reference that is passed by value, for which C++ has no cast. */
template <typename Reference> static inline __device__ hipTextureObject_t handle(Reference reference)
{
    unsigned long long made;
    __asm__("mov.b64 %0, %1;" : "=l"(made) : "l"(reference));
    return (hipTextureObject_t)made;
}

}

#define __HIP_SOFT_LIST(...) __VA_ARGS__
#define __HIP_SOFT_TEXTURE_REFERENCE(name, dim, parameters, arguments) \
    template <typename T, enum hipTextureReadMode mode> \
    static inline __device__ typename hip_detail::read<T, mode>::type name(texture<T, dim, mode> reference, \
                                                                           __HIP_SOFT_LIST parameters) \
    { \
        return name<typename hip_detail::read<T, mode>::type>(hip_detail::handle(reference), __HIP_SOFT_LIST arguments); \
    }

__HIP_SOFT_TEXTURE_REFERENCE(tex1Dfetch, hipTextureType1D, (int x), (x))
__HIP_SOFT_TEXTURE_REFERENCE(tex1D, hipTextureType1D, (float x), (x))
__HIP_SOFT_TEXTURE_REFERENCE(tex2D, hipTextureType2D, (float x, float y), (x, y))
__HIP_SOFT_TEXTURE_REFERENCE(tex3D, hipTextureType3D, (float x, float y, float z), (x, y, z))
__HIP_SOFT_TEXTURE_REFERENCE(tex1DLayered, hipTextureType1DLayered, (float x, int layer), (x, layer))
__HIP_SOFT_TEXTURE_REFERENCE(tex2DLayered, hipTextureType2DLayered, (float x, float y, int layer), (x, y, layer))
__HIP_SOFT_TEXTURE_REFERENCE(texCubemap, hipTextureTypeCubemap, (float x, float y, float z), (x, y, z))
__HIP_SOFT_TEXTURE_REFERENCE(texCubemapLayered, hipTextureTypeCubemapLayered, (float x, float y, float z, int layer),
                      (x, y, z, layer))
__HIP_SOFT_TEXTURE_REFERENCE(tex1DLod, hipTextureType1D, (float x, float level), (x, level))
__HIP_SOFT_TEXTURE_REFERENCE(tex2DLod, hipTextureType2D, (float x, float y, float level), (x, y, level))
__HIP_SOFT_TEXTURE_REFERENCE(tex3DLod, hipTextureType3D, (float x, float y, float z, float level), (x, y, z, level))
__HIP_SOFT_TEXTURE_REFERENCE(tex1DGrad, hipTextureType1D, (float x, float dx, float dy), (x, dx, dy))
__HIP_SOFT_TEXTURE_REFERENCE(tex2DGrad, hipTextureType2D, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
__HIP_SOFT_TEXTURE_REFERENCE(tex3DGrad, hipTextureType3D, (float x, float y, float z, float4 dx, float4 dy),
                      (x, y, z, dx, dy))
#undef __HIP_SOFT_TEXTURE_REFERENCE
#undef __HIP_SOFT_LIST

/* Binding by variable, as in CUDA's runtime; without a description, by the declared type. */
#define __HIP_SOFT_REFERENCE const texture<T, dim, mode> &reference
template <typename T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture(size_t *offset, __HIP_SOFT_REFERENCE, const void *pointer,
                                        const hipChannelFormatDesc &description, size_t bytes = ~0u)
{
    return hipBindTexture(offset, &reference, pointer, &description, bytes);
}
template <typename T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture(size_t *offset, __HIP_SOFT_REFERENCE, const void *pointer, size_t bytes = ~0u)
{
    return hipBindTexture(offset, &reference, pointer, &reference.channelDesc, bytes);
}
template <typename T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture2D(size_t *offset, __HIP_SOFT_REFERENCE, const void *pointer,
                                          const hipChannelFormatDesc &description, size_t width, size_t height,
                                          size_t pitch)
{
    return hipBindTexture2D(offset, &reference, pointer, &description, width, height, pitch);
}
template <typename T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture2D(size_t *offset, __HIP_SOFT_REFERENCE, const void *pointer, size_t width,
                                          size_t height, size_t pitch)
{
    return hipBindTexture2D(offset, &reference, pointer, &reference.channelDesc, width, height, pitch);
}
template <typename T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToArray(__HIP_SOFT_REFERENCE, hipArray_const_t array,
                                               const hipChannelFormatDesc &description)
{
    return hipBindTextureToArray(&reference, array, &description);
}
template <typename T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToArray(__HIP_SOFT_REFERENCE, hipArray_const_t array)
{
    hipChannelFormatDesc description;
    hipError_t result = hipGetChannelDesc(&description, array);
    return result != hipSuccess ? result : hipBindTextureToArray(&reference, array, &description);
}
template <typename T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToMipmappedArray(__HIP_SOFT_REFERENCE, hipMipmappedArray_const_t array,
                                                        const hipChannelFormatDesc &description)
{
    return hipBindTextureToMipmappedArray(&reference, array, &description);
}
template <typename T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToMipmappedArray(__HIP_SOFT_REFERENCE, hipMipmappedArray_const_t array)
{
    return hipBindTextureToMipmappedArray(&reference, array, &reference.channelDesc);
}
template <typename T, int dim, enum hipTextureReadMode mode> static inline hipError_t hipUnbindTexture(__HIP_SOFT_REFERENCE)
{
    return hipUnbindTexture(&reference);
}
#undef __HIP_SOFT_REFERENCE

#endif
