#include <hip/hip_runtime.h>
#include "example"
texture<float> line;
void g(const void *p, size_t width, hipMipmappedArray_t levels, hipArray_t a)
{
    size_t offset;
    hipBindTexture(&offset, line, p);
    hipBindTexture(&offset, line, p, line.channelDesc, 4 * width);
    hipBindTexture2D(&offset, image, p, width, 4, 256);
    hipBindTexture2D(&offset, image, p, image.channelDesc, width, 4, 256);
    hipBindTextureToArray(image, a, image.channelDesc);
    hipBindTextureToMipmappedArray(image, levels);
    hipBindTextureToMipmappedArray(image, levels, image.channelDesc);
    hipUnbindTexture(image);
}
