#include "murmur.h"

int main(int argc, char **argv) {
    const int count = argument(argc, argv, 1, 20000), repeat = argument(argc, argv, 2, 40);
    const Keys keys(count);
    std::vector<uint64_t> hash(2 * size_t(count));
    for (int r = 0; r < repeat; r++) {
#pragma omp parallel for
        for (int i = 0; i < count; i++)
            murmur3(keys.bytes.data() + keys.offset[i], keys.length[i], uint32_t(i), &hash[2 * i]);
    }
    print_sum(hash);
}
