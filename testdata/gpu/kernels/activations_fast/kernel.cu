/*CASE
{"about":"activation functions and layer norm with -use_fast_math","tags":["f32","approx"],"nvcc":["-use_fast_math"],"variants":["O0"],
 "buffers":{"x":"f32 1024 uniform(741,-6,6)","o":"f32 1024*6 zeros out"},
 "launches":["act 4 256 : x o i32:1024"]}
CASE*/
extern "C" __global__ void act(const float *x, float *o, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  float a = x[i];
  o[i] = a / (1.0f + expf(-a));
  o[n + i] = 0.5f * a * (1.0f + tanhf(0.79788456f * (a + 0.044715f * a * a * a)));
  o[2 * n + i] = log1pf(expf(a));
  o[3 * n + i] = a > 0 ? a : expm1f(a);
  part[threadIdx.x] = a;
  __syncthreads();
  float mean = 0, variance = 0;
  for (int k = 0; k < 256; k++) mean += part[k];
  mean /= 256;
  for (int k = 0; k < 256; k++) variance += (part[k] - mean) * (part[k] - mean);
  o[4 * n + i] = (a - mean) * rsqrtf(variance / 256 + 1e-5f);
  o[5 * n + i] = powf(fabsf(a) + 0.1f, 0.75f) * sinf(a) * __cosf(2 * a);
}
