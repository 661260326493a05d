#include "entropy.h"

int main(int argc, char **argv) {
    const int width = argument(argc, argv, 1, 1024), height = argument(argc, argv, 2, 1024);
    const int repeat = argument(argc, argv, 3, 4);
    const std::vector<uint8_t> image = picture(width, height);
    std::vector<float> result(size_t(width) * height);
    for (int r = 0; r < repeat; r++) {
#pragma omp parallel for
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                result[size_t(y) * width + x] = entropy_at(image.data(), width, height, x, y);
    }
    print_sum(result);
}
