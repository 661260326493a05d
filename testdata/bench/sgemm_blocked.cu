// A product of square matrices: a block makes 64 by 64 elements, a thread 4 by 4 of them in registers.
extern "C" __global__ void sgemm_blocked(const float *a, const float *b, float *c, int n) {
    __shared__ float left[16][64], right[16][64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;
    float sums[4][4] = {};
    for (int k = 0; k < n; k += 16) {
        for (int i = t; i < 1024; i += 256) {
            left[i % 16][i / 16] = a[(row + i / 16) * n + k + i % 16];
            right[i / 64][i % 64] = b[(k + i / 64) * n + column + i % 64];
        }
        __syncthreads();
        for (int j = 0; j < 16; j++) {
            float u[4], v[4];
            for (int i = 0; i < 4; i++) u[i] = left[j][y * 4 + i], v[i] = right[j][x * 4 + i];
            for (int i = 0; i < 4; i++)
                for (int l = 0; l < 4; l++) sums[i][l] += u[i] * v[l];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int l = 0; l < 4; l++) c[(row + y * 4 + i) * n + column + x * 4 + l] = sums[i][l];
}
