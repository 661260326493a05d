// arch: sm_70
// NVTX is headers alone: a program that uses it names no library. Its calls with attributes are ours over rocTX.
#include <cstdio>
#include <nvtx3/nvToolsExt.h>

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

// A range with attributes in one of a domain, and a wide mark; returns whether the depths are right.
bool nested() {
  nvtxEventAttributes_t attributes = {};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.colorType = NVTX_COLOR_ARGB;
  attributes.color = 0xff00ff00;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = "attributes";
  int outer = nvtxRangePushEx(&attributes);
  nvtxDomainHandle_t domain = nvtxDomainCreateA("domain");
  attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  attributes.message.registered = nvtxDomainRegisterStringA(domain, "registered");
  int inner = nvtxDomainRangePushEx(domain, &attributes);
  nvtxMarkW(L"wide");
  nvtxNameOsThreadA(1, "thread");
  int closed = nvtxDomainRangePop(domain);
  nvtxDomainDestroy(domain);
  return outer == 0 && inner == 1 && closed == 1 && nvtxRangePop() == 0;
}

int main() {
  if (!nested()) return 1;
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
