/*CASE
{"about":"option prices with -use_fast_math","tags":["f32","approx"],"nvcc":["-use_fast_math"],"variants":["O0"],
 "buffers":{"p":"f32 2048 uniform(701,10,100)","k":"f32 2048 uniform(702,10,100)","y":"f32 2048 uniform(703,0.1,3)","o":"f32 2048 zeros out"},
 "launches":["black_scholes 16 128 : p k y o i32:2048"]}
CASE*/
__device__ float below(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

extern "C" __global__ void black_scholes(const float *price, const float *strike, const float *years, float *call, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float rate = 0.02f, volatility = 0.3f;
    float root = sqrtf(years[i]);
    float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
    float d2 = d1 - volatility * root;
    call[i] = price[i] * below(d1) - strike[i] * expf(-rate * years[i]) * below(d2);
}
