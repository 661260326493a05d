#include <hip/hip_runtime.h>
#include "smooth.h"

__global__ void smooth(const float *image, float *average, int *radius, int size, int threshold, int most) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= size || y >= size) return;
    const Smoothed found = smooth_at(image, size, x, y, threshold, most);
    average[y * size + x] = found.average;
    radius[y * size + x] = found.radius;
}

int main(int argc, char **argv) {
    const int size = argument(argc, argv, 1, 512), threshold = argument(argc, argv, 2, 600);
    const int most = argument(argc, argv, 3, 9), repeat = argument(argc, argv, 4, 10);
    Device<float> image(picture(size)), average(size_t(size) * size);
    Device<int> radius(size_t(size) * size);
    const dim3 block(16, 16), grid((size + 15) / 16, (size + 15) / 16);
    for (int i = 0; i < repeat; i++)
        smooth<<<grid, block>>>(image.at, average.at, radius.at, size, threshold, most);
    print_sum(average.fetch());
    print_sum(radius.fetch());
}
