#include <hip/hip_runtime.h>
#include "complex.h"

template <typename T> __global__ void check_identities(T *sum, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) sum[i] = identities<T>(i);
}

template <typename T> static void run(int count, int repeat) {
    Device<T> sum(count);
    for (int i = 0; i < repeat; i++) check_identities<<<(count + 255) / 256, 256>>>(sum.at, count);
    print_sum(sum.fetch());
}

int main(int argc, char **argv) {
    const int count = argument(argc, argv, 1, 200000), repeat = argument(argc, argv, 2, 4);
    run<float>(count, repeat);
    run<double>(count, repeat);
}
