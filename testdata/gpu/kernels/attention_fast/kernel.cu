/*CASE
{"about":"one head of attention with a running maximum, with -use_fast_math","tags":["f32","approx"],"nvcc":["-use_fast_math"],"variants":["O0"],
 "buffers":{"q":"f32 2048 uniform(731,-1,1)","k":"f32 2048 uniform(732,-1,1)","v":"f32 2048 uniform(733,-1,1)","o":"f32 2048 zeros out"},
 "launches":["attention 1 64 : q k v o i32:64"]}
CASE*/
constexpr int WIDTH = 32;

extern "C" __global__ void attention(const float *q, const float *k, const float *v, float *o, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float most = -INFINITY, sum = 0, result[WIDTH] = {};
  for (int j = 0; j < n; j++) {
    float score = 0;
    for (int c = 0; c < WIDTH; c++) score += q[row * WIDTH + c] * k[j * WIDTH + c];
    score *= rsqrtf(float(WIDTH));
    float next = fmaxf(most, score), scale = expf(most - next), weight = expf(score - next);
    sum = sum * scale + weight;
    for (int c = 0; c < WIDTH; c++) result[c] = result[c] * scale + weight * v[j * WIDTH + c];
    most = next;
  }
  for (int c = 0; c < WIDTH; c++) o[row * WIDTH + c] = result[c] / sum;
}
