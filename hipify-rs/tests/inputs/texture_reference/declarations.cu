#include <cuda_runtime.h>
texture<float, cudaTextureType1D, cudaReadModeElementType> line;
static texture<uchar4, 2> image;
texture<float> plain, other;
struct S { sf::texture<int> t; };
void texture_of(int texture);
__global__ void k(float *p, cudaTextureObject_t t) { p[0] = tex1Dfetch(line, 1) + tex2D<float>(t, 0, 0); }
void bind(float *p, size_t n) { cudaBindTexture(nullptr, line, p, n); cudaUnbindTexture(line); }
