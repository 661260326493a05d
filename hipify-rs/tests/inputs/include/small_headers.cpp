#include <channel_descriptor.h>
#include <cuda_texture_types.h>
#include <device_functions.h>
#include <driver_types.h>
#include <library_types.h>
#include <math_constants.h>
#include <math_functions.h>
#include <surface_types.h>
#include <texture_types.h>
#include <vector_types.h>

cudaChannelFormatDesc format() { return cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned); }
cudaChannelFormatDesc floats() { return cudaCreateChannelDesc<float4>(); }

double circle(double radius, float4 &out)
{
    out.x = CUDART_PI_F;
    out.y = -CUDART_INF_F;
    cudaDataType_t type = CUDA_R_64F;
    cudaTextureDesc texture = {};
    texture.readMode = cudaReadModeElementType;
    return type == CUDA_R_64F ? 2 * CUDART_PI * radius + CUDART_NAN : CUDART_SQRT_TWO;
}
