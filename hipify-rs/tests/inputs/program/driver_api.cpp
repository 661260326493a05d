#include <cuda.h>
#include <iostream>
#include <stdexcept>
#include <string>

static void check(CUresult r, const char *what)
{
    if (r == CUDA_SUCCESS) return;
    const char *name = nullptr;
    cuGetErrorName(r, &name);
    throw std::runtime_error(std::string(what) + ": " + (name ? name : "unknown CUresult"));
}
#define DRV(call) check(call, #call)

int main(int argc, char **argv)
{
    DRV(cuInit(0));
    CUdevice device;
    DRV(cuDeviceGet(&device, 0));
    int major, minor;
    DRV(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    DRV(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    CUcontext context;
    DRV(cuCtxCreate(&context, 0, device));
    CUmodule module;
    DRV(cuModuleLoad(&module, argc > 1 ? argv[1] : "kernel.ptx"));
    CUfunction function;
    DRV(cuModuleGetFunction(&function, module, "scale"));
    CUdeviceptr data;
    int n = 1 << 20;
    DRV(cuMemAlloc(&data, n * sizeof(float)));
    DRV(cuMemsetD32(data, 0x3f800000, n));
    CUdeviceptr half = data + n / 2 * sizeof(float);
    float factor = 2.0f;
    void *args[] = {&half, &factor, &n};
    DRV(cuLaunchKernel(function, n / 512, 1, 1, 256, 1, 1, 0, nullptr, args, nullptr));
    DRV(cuCtxSynchronize());
    DRV(cuMemFree(data));
    DRV(cuModuleUnload(module));
    DRV(cuCtxDestroy(context));
}
