/*CASE
{"about":"sums of sines, cosines and reciprocal roots with -use_fast_math","tags":["f32","approx"],"nvcc":["-use_fast_math"],"variants":["O0"],
 "buffers":{"s":"f32 64 uniform(721,-10,10)","o":"f32 4096 zeros out"},
 "launches":["waves 16 256 : s o i32:4096 i32:32"]}
CASE*/
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
