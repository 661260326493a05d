// Attention of one head of 32 numbers: a thread a query, keys and values by tiles of 64, sums rescaled as the maximum
// grows. Compiled with -use_fast_math.
extern "C" __global__ void attention(const float *queries, const float *keys, const float *values, float *out, int n) {
    __shared__ float key[64][32], value[64][32];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float q[32], sums[32] = {}, most = -INFINITY, total = 0;
    for (int d = 0; d < 32; d++) q[d] = queries[row * 32 + d];
    for (int tile = 0; tile < n; tile += 64) {
        for (int i = threadIdx.x; i < 64 * 32; i += blockDim.x) {
            key[i / 32][i % 32] = keys[tile * 32 + i];
            value[i / 32][i % 32] = values[tile * 32 + i];
        }
        __syncthreads();
        for (int j = 0; j < 64; j++) {
            float score = 0;
            for (int d = 0; d < 32; d++) score += q[d] * key[j][d];
            float larger = fmaxf(most, score), scale = expf(most - larger), weight = expf(score - larger);
            most = larger, total = total * scale + weight;
            for (int d = 0; d < 32; d++) sums[d] = sums[d] * scale + weight * value[j][d];
        }
        __syncthreads();
    }
    for (int d = 0; d < 32; d++) out[row * 32 + d] = sums[d] / total;
}
