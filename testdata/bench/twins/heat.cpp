#include "heat.h"

int main(int argc, char **argv) {
    const int size = argument(argc, argv, 1, 1024), steps = argument(argc, argv, 2, 40);
    std::vector<double> a = plate(size), b(a.size());
    for (int s = 0; s < steps; s++) {
#pragma omp parallel for
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++) b[size_t(y) * size + x] = heat_at(a.data(), size, x, y, 0.125);
        std::swap(a, b);
    }
    print_sum(a);
}
