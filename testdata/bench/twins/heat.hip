#include <hip/hip_runtime.h>
#include "heat.h"

__global__ void step(const double *from, double *to, int size, double r) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size * size) to[i] = heat_at(from, size, i % size, i / size, r);
}

int main(int argc, char **argv) {
    const int size = argument(argc, argv, 1, 1024), steps = argument(argc, argv, 2, 40);
    const std::vector<double> first = plate(size);
    Device<double> a(first), b(first.size());
    double *from = a.at, *to = b.at;
    for (int i = 0; i < steps; i++) {
        step<<<(size * size + 255) / 256, 256>>>(from, to, size, 0.125);
        std::swap(from, to);
    }
    print_sum((steps % 2 ? b : a).fetch());
}
