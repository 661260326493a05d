#define FULL_MASK 0xffffffff
__device__ float sum(float v) {
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
  v = __shfl_sync(FULL_MASK, v, 0, 16);
  __syncwarp(0xffffffff);
  unsigned b = __ballot_sync(0xffffffff, v > 0);
  return __all_sync(mask(), v > 0) ? __reduce_add_sync(0xffffffff, b) : v;
}
