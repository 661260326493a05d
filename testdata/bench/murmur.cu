// MurmurHash3 of 32 bits, keys of 16 words each.
extern "C" __global__ void murmur(const unsigned *keys, unsigned *out) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, h = 42;
    const unsigned *key = keys + 16 * (size_t)thread;
    for (int i = 0; i < 16; i++) {
        unsigned k = key[i] * 0xcc9e2d51;
        k = (k << 15 | k >> 17) * 0x1b873593;
        h ^= k;
        h = (h << 13 | h >> 19) * 5 + 0xe6546b64;
    }
    h ^= 64;
    h = (h ^ h >> 16) * 0x85ebca6b;
    h = (h ^ h >> 13) * 0xc2b2ae35;
    out[thread] = h ^ h >> 16;
}
