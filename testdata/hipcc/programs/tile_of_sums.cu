// arch: sm_70 sm_90 -O2
// Loops over a tile of sums are unrolled without being told so, as by nvcc: the sums are in registers.
#include <cstdio>

const int DEPTH = 16, TILE = 8;

__global__ void multiply(const float *a, const float *b, float *c, int depth)
{
    __shared__ float left[TILE * 4][DEPTH], right[DEPTH][TILE * 4];
    float sums[TILE][TILE] = {0}, rows[TILE], columns[TILE];
    const int row = threadIdx.y * TILE, column = threadIdx.x * TILE;
    for (int start = 0; start < depth; start += DEPTH) {
        for (int i = threadIdx.y * 4 + threadIdx.x; i < TILE * 4 * DEPTH; i += 16) {
            left[i / DEPTH][i % DEPTH] = a[i / DEPTH * depth + start + i % DEPTH];
            right[i / (TILE * 4)][i % (TILE * 4)] = b[(start + i / (TILE * 4)) * TILE * 4 + i % (TILE * 4)];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEPTH; ++k) {
#pragma unroll
            for (int i = 0; i < TILE; ++i)
                rows[i] = left[row + i][k], columns[i] = right[k][column + i];
            for (int i = 0; i < TILE; ++i)
                for (int j = 0; j < TILE; ++j)
                    sums[i][j] += rows[i] * columns[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TILE; ++i)
        for (int j = 0; j < TILE; ++j)
            c[(row + i) * TILE * 4 + column + j] = sums[i][j];
}

int main()
{
    const int n = TILE * 4, depth = 2 * DEPTH;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * depth * sizeof *a);
    cudaMallocManaged(&b, n * depth * sizeof *b);
    cudaMallocManaged(&c, n * n * sizeof *c);
    for (int i = 0; i < n * depth; ++i)
        a[i] = i % 5 - 2, b[i] = i % 7 - 3;
    multiply<<<1, dim3(4, 4)>>>(a, b, c, depth);
    bool is_right = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            float sum = 0;
            for (int k = 0; k < depth; ++k)
                sum += a[i * depth + k] * b[k * n + j];
            is_right &= c[i * n + j] == sum;
        }
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, multiply);
    printf(is_right && attributes.localSizeBytes == 0 ? "right\n" : "wrong: %d, %zu bytes\n", is_right, attributes.localSizeBytes);
    return 0;
}
