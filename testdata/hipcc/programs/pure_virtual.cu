// arch: sm_60 sm_90 -fgpu-rdc
// Virtual functions that a class leaves to others, called in kernels through it.
#include <cstdio>
#include <cxxabi.h>

struct Shape {
    __device__ Shape(int n) : n_(n) {}
    __device__ virtual ~Shape() {}
    __device__ virtual int area() const = 0;
    int n_;
};
struct Square : Shape {
    __device__ Square(int n) : Shape(n) {}
    __device__ int area() const override { return n_ * n_; }
};
struct Row : Shape {
    __device__ Row(int n) : Shape(n) {}
    __device__ int area() const override { return n_; }
};

__device__ __noinline__ int twice(const Shape &shape) { return 2 * shape.area(); }

__global__ void kernel(int *out)
{
    Shape *shape = threadIdx.x % 2 ? static_cast<Shape *>(new Square(threadIdx.x)) : new Row(threadIdx.x);
    out[threadIdx.x] = twice(*shape);
    delete shape;
}

int main()
{
    int *out, wrong = 0;
    cudaMallocManaged(&out, 64 * sizeof(int));
    kernel<<<1, 64>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        printf("the kernel does not run\n");
        return 1;
    }
    for (int i = 0; i < 64; ++i)
        wrong += out[i] != 2 * (i % 2 ? i * i : i);
    if (wrong == 0)
        printf("right\n");
    return wrong != 0;
}
