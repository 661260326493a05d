#define FULL_MASK 0xffffffff
__device__ float sum(float v) {
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
  v = __shfl_sync(FULL_MASK, v, 0);
  __syncwarp(0xffffffff);
  return __any_sync(mask(), v > 0) ? __shfl_xor_sync(0x0000ffff, v, 1) : v;
}
