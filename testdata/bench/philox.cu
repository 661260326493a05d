// Points in a quarter of a circle, counted: random numbers by Philox 4x32-10, two points a call.
__device__ uint4 philox(unsigned number, unsigned block) {
    uint4 c = {number, block, 0, 0};
    unsigned k0 = 0x12345678, k1 = 0x9abcdef0;
    for (int round = 0; round < 10; round++) {
        unsigned high0 = __umulhi(0xD2511F53u, c.x), low0 = 0xD2511F53u * c.x;
        unsigned high1 = __umulhi(0xCD9E8D57u, c.z), low1 = 0xCD9E8D57u * c.z;
        c = {high1 ^ c.y ^ k0, low1, high0 ^ c.w ^ k1, low0};
        k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
    }
    return c;
}

__device__ bool inside(unsigned x, unsigned y) {
    float a = (x >> 8) * 0x1p-24f, b = (y >> 8) * 0x1p-24f;
    return a * a + b * b < 1;
}

extern "C" __global__ void philox(unsigned *out, int rounds) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, hits = 0;
    for (int i = 0; i < rounds; i++) {
        uint4 r = philox(i, thread);
        hits += inside(r.x, r.y) + inside(r.z, r.w);
    }
    out[thread] = hits;
}
