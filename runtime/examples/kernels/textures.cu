// Kernels of the example `textures`: an image is read through a texture, which interpolates, and written
// through a surface. `hipcc --ptx -O2 --offload-arch=sm_75 textures.cu -o textures.ptx`
#include <hip/hip_runtime.h>

// Writes an image of `width` × `height` values, which shows the whole texture.
extern "C" __global__ void resize(hipTextureObject_t image, hipSurfaceObject_t out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        surf2Dwrite(tex2D<float>(image, (x + 0.5f) / width, (y + 0.5f) / height), out, x * sizeof(float), y);
}
