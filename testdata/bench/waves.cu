// Sums of sines and cosines on a plane of points. Compiled with -use_fast_math.
extern "C" __global__ void waves(const float *sources, float *out, int n, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = (i & 1023) * 0.01f, y = (i >> 10) * 0.01f, sum = 0;
    for (int k = 0; k < count; k++) {
        float dx = x - sources[2 * k], dy = y - sources[2 * k + 1];
        float square = dx * dx + dy * dy + 0.01f;
        float distance = square * rsqrtf(square);
        sum += sinf(6.0f * distance) / distance + cosf(dx);
    }
    out[i] = sum;
}
