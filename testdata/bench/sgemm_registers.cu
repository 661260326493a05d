// A product of square matrices: a block makes 128 by 128 elements, a thread 8 by 8 of them in registers. Threads are
// numbered in one dimension: half a warp shares its rows, and its columns are 8 apart.
extern "C" __global__ void sgemm_registers(const float *a, const float *b, float *c, int n) {
    __shared__ float left[128 * 8], right[8 * 128];
    int t = threadIdx.x, x = t % 16 * 8, y = t / 16 * 8;
    a += blockIdx.y * 128 * n, b += blockIdx.x * 128, c += blockIdx.y * 128 * n + blockIdx.x * 128;
    float sums[8][8] = {};
    for (int k = 0; k < n; k += 8) {
        for (int i = 0; i < 128; i += 32) left[(t / 8 + i) * 8 + t % 8] = a[(t / 8 + i) * n + t % 8];
        for (int i = 0; i < 8; i += 2) right[(t / 128 + i) * 128 + t % 128] = b[(t / 128 + i) * n + t % 128];
        __syncthreads();
        a += 8, b += 8 * n;
        for (int j = 0; j < 8; j++) {
            float u[8], v[8];
            for (int i = 0; i < 8; i++) u[i] = left[(y + i) * 8 + j], v[i] = right[j * 128 + x + i];
            for (int i = 0; i < 8; i++)
                for (int l = 0; l < 8; l++) sums[i][l] += u[i] * v[l];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int l = 0; l < 8; l++) c[(y + i) * n + x + l] = sums[i][l];
}
