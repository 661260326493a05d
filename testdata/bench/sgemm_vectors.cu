// A product of square matrices as in sgemm_registers, moved in vectors of four words; the tile of the left matrix is
// stored in columns.
extern "C" __global__ void sgemm_vectors(const float *a, const float *b, float *c, int n) {
    __shared__ float left[8 * 128], right[8 * 128];
    int t = threadIdx.x, x = t % 16 * 8, y = t / 16 * 8;
    a += blockIdx.y * 128 * n, b += blockIdx.x * 128, c += blockIdx.y * 128 * n + blockIdx.x * 128;
    float sums[8][8] = {};
    for (int k = 0; k < n; k += 8) {
        int row = t / 2, part = t % 2 * 4;
        float4 words = *(const float4 *)&a[row * n + part];
        left[part * 128 + row] = words.x, left[(part + 1) * 128 + row] = words.y;
        left[(part + 2) * 128 + row] = words.z, left[(part + 3) * 128 + row] = words.w;
        *(float4 *)&right[t / 32 * 128 + t % 32 * 4] = *(const float4 *)&b[t / 32 * n + t % 32 * 4];
        __syncthreads();
        a += 8, b += 8 * n;
        for (int j = 0; j < 8; j++) {
            float u[8], v[8];
            for (int i = 0; i < 8; i += 4) {
                *(float4 *)&u[i] = *(const float4 *)&left[j * 128 + y + i];
                *(float4 *)&v[i] = *(const float4 *)&right[j * 128 + x + i];
            }
            for (int i = 0; i < 8; i++)
                for (int l = 0; l < 8; l++) sums[i][l] += u[i] * v[l];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int l = 0; l < 8; l += 4)
            *(float4 *)&c[(y + i) * n + x + l] = make_float4(sums[i][l], sums[i][l + 1], sums[i][l + 2], sums[i][l + 3]);
}
