#include <hip/hip_runtime.h>
#include "entropy.h"

__global__ void entropy(const uint8_t *image, float *result, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) result[y * width + x] = entropy_at(image, width, height, x, y);
}

int main(int argc, char **argv) {
    const int width = argument(argc, argv, 1, 1024), height = argument(argc, argv, 2, 1024);
    const int repeat = argument(argc, argv, 3, 4);
    Device<uint8_t> image(picture(width, height));
    Device<float> result(size_t(width) * height);
    const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    for (int i = 0; i < repeat; i++) entropy<<<grid, block>>>(image.at, result.at, width, height);
    print_sum(result.fetch());
}
