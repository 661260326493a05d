#include <cstdio>

// A class of the program: CUDA's structures have no constructors.
struct cuComplex {
    float r, i;
    __device__ cuComplex(float a, float b) : r(a), i(b) {}
    __device__ cuComplex operator*(const cuComplex &a) { return cuComplex(r * a.r - i * a.i, i * a.r + r * a.i); }
};

namespace shapes {
class cudaExtent : public Box {
  public:
    explicit cudaExtent(int n);
    ~cudaExtent();
};
cudaExtent unit(1);
}

struct cudaPos {
    size_t x, y, z;
};

__device__ float julia(cuComplex c) { return (c * cuComplex(0.5f, 1)).r; }
cudaExtent extent = make_cudaExtent(1, 1, 1);
cudaPos place;
cudaError_t error = cudaFree(0);
