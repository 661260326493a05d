#include "complex.h"

template <typename T> static void run(int count, int repeat) {
    std::vector<T> sum(count);
    for (int r = 0; r < repeat; r++) {
#pragma omp parallel for
        for (int i = 0; i < count; i++) sum[i] = identities<T>(i);
    }
    print_sum(sum);
}

int main(int argc, char **argv) {
    const int count = argument(argc, argv, 1, 200000), repeat = argument(argc, argv, 2, 4);
    run<float>(count, repeat);
    run<double>(count, repeat);
}
