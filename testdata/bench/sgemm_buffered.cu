// A product of square matrices as in sgemm_vectors with two tiles of each matrix: while one is multiplied, the words of the
// next one are on their way in registers, and so are the next row's factors. Blocks of 16 × 16 threads.
extern "C" __global__ void sgemm_buffered(const float *a, const float *b, float *c, int n) {
    __shared__ float left[2][8][128], right[2][8][128];
    int t = threadIdx.y * 16 + threadIdx.x, x = threadIdx.x * 8, y = threadIdx.y * 8;
    int row = t / 2, part = t % 2 * 4, line = t / 32, column = t % 32 * 4;
    a += blockIdx.y * 128 * n, b += blockIdx.x * 128, c += blockIdx.y * 128 * n + blockIdx.x * 128;
    float sums[8][8] = {}, u[2][8], v[2][8];
    float4 words = *(const float4 *)&a[row * n + part], more = *(const float4 *)&b[line * n + column];
    left[0][part][row] = words.x, left[0][part + 1][row] = words.y;
    left[0][part + 2][row] = words.z, left[0][part + 3][row] = words.w;
    *(float4 *)&right[0][line][column] = more;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i += 4) {
        *(float4 *)&u[0][i] = *(const float4 *)&left[0][0][y + i];
        *(float4 *)&v[0][i] = *(const float4 *)&right[0][0][x + i];
    }
    for (int k = 8, tile = 0; k <= n; k += 8, tile ^= 1) {
        if (k < n) {
            words = *(const float4 *)&a[row * n + part + k];
            more = *(const float4 *)&b[(line + k) * n + column];
        }
#pragma unroll
        for (int j = 0; j < 8; j++) {
            if (j == 7 && k < n) {
                left[tile ^ 1][part][row] = words.x, left[tile ^ 1][part + 1][row] = words.y;
                left[tile ^ 1][part + 2][row] = words.z, left[tile ^ 1][part + 3][row] = words.w;
                *(float4 *)&right[tile ^ 1][line][column] = more;
                __syncthreads();
            }
#pragma unroll
            for (int i = 0; i < 8; i += 4) {
                int from = j < 7 ? tile : tile ^ 1;
                *(float4 *)&u[(j + 1) % 2][i] = *(const float4 *)&left[from][(j + 1) % 8][y + i];
                *(float4 *)&v[(j + 1) % 2][i] = *(const float4 *)&right[from][(j + 1) % 8][x + i];
            }
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int l = 0; l < 8; l++) sums[i][l] += u[j % 2][i] * v[j % 2][l];
        }
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int l = 0; l < 8; l += 4)
            *(float4 *)&c[(y + i) * n + x + l] = make_float4(sums[i][l], sums[i][l + 1], sums[i][l + 2], sums[i][l + 3]);
}
