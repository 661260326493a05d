#include <hip/hip_runtime.h>
#include "murmur.h"

__global__ void hash_keys(const uint8_t *bytes, const int *offset, const int *length, uint64_t *hash, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) murmur3(bytes + offset[i], length[i], uint32_t(i), hash + 2 * i);
}

int main(int argc, char **argv) {
    const int count = argument(argc, argv, 1, 20000), repeat = argument(argc, argv, 2, 40);
    const Keys keys(count);
    Device<uint8_t> bytes(keys.bytes);
    Device<int> offset(keys.offset), length(keys.length);
    Device<uint64_t> hash(2 * size_t(count));
    for (int i = 0; i < repeat; i++)
        hash_keys<<<(count + 255) / 256, 256>>>(bytes.at, offset.at, length.at, hash.at, count);
    print_sum(hash.fetch());
}
