#include <cuda.h>

#define LOAD(name) name##_ = (decltype(name##_))symbol(#name)
struct { const char *name; void **to; } table[] = {
    {"cuInit", nullptr}, {"cuCtxCreate_v2", nullptr}, {"cuTensorMapEncodeTiled", nullptr}, {"cuCtxGetId", nullptr},
};
const char *libraries[] = {"libcuda.so.1", "libcudart.so.12", "libnvrtc.so", "libcublas.so.12", "nvcuda.dll"};
const char *not_names[] = {"cuInit failed", "calling cuInit", "cuInit(", L"cuInit" ? "" : "", u8"cudaMalloc"};
