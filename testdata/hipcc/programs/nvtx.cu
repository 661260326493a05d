// arch: sm_70
// NVTX is headers alone: a program that uses it names no library.
#include <cstdio>
#include <nvtx3/nvToolsExt.h>

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

int main() {
  int outer = nvtxRangePushA("work");
  int inner = nvtxRangePushA("kernel");
  int *x;
  cudaMallocManaged(&x, 32 * sizeof(int));
  for (int i = 0; i < 32; i++) x[i] = i;
  twice<<<1, 32>>>(x);
  cudaError_t error = cudaDeviceSynchronize();
  int closed = nvtxRangePop();
  nvtxRangePop();
  bool right = error == cudaSuccess && outer == 0 && inner == 1 && closed == 1;
  for (int i = 0; i < 32; i++) right &= x[i] == 2 * i;
  if (right) puts("right");
  else printf("error %d, depths %d, %d, %d\n", error, outer, inner, closed);
  return !right;
}
