#include "smooth.h"

int main(int argc, char **argv) {
    const int size = argument(argc, argv, 1, 512), threshold = argument(argc, argv, 2, 600);
    const int most = argument(argc, argv, 3, 9), repeat = argument(argc, argv, 4, 10);
    const std::vector<float> image = picture(size);
    std::vector<float> average(size_t(size) * size);
    std::vector<int> radius(size_t(size) * size);
    for (int r = 0; r < repeat; r++) {
#pragma omp parallel for
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++) {
                const Smoothed found = smooth_at(image.data(), size, x, y, threshold, most);
                average[size_t(y) * size + x] = found.average;
                radius[size_t(y) * size + x] = found.radius;
            }
    }
    print_sum(average);
    print_sum(radius);
}
