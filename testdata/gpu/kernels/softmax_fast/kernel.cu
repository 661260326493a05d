/*CASE
{"about":"softmax of rows with -use_fast_math","tags":["f32","approx"],"nvcc":["-use_fast_math"],"variants":["O0"],
 "buffers":{"i":"f32 4096 uniform(711,-8,8)","o":"f32 4096 zeros out"},
 "launches":["softmax 8 256 : i o i32:512"]}
CASE*/
constexpr int THREADS = 256;

__device__ float over_block(float own, float *shared, bool largest) {
    shared[threadIdx.x] = own;
    __syncthreads();
    for (int step = THREADS / 2; step > 0; step /= 2) {
        if (threadIdx.x < step) {
            float other = shared[threadIdx.x + step];
            shared[threadIdx.x] = largest ? fmaxf(shared[threadIdx.x], other) : shared[threadIdx.x] + other;
        }
        __syncthreads();
    }
    float all = shared[0];
    __syncthreads();
    return all;
}

extern "C" __global__ void softmax(const float *in, float *out, int n) {
    __shared__ float shared[THREADS];
    const float *row = in + (size_t)blockIdx.x * n;
    float *result = out + (size_t)blockIdx.x * n;
    float most = -INFINITY;
    for (int i = threadIdx.x; i < n; i += THREADS) most = fmaxf(most, row[i]);
    most = over_block(most, shared, true);
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += THREADS) sum += expf(row[i] - most);
    sum = over_block(sum, shared, false);
    for (int i = threadIdx.x; i < n; i += THREADS) result[i] = expf(row[i] - most) / sum;
}
