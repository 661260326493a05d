// One line for each call whose number or spelling is CUDA's own; streams, events and look-ups by name on the way.
#include <cuda.h>

#include <stdio.h>

static const char *name(CUresult code)
{
    const char *text = NULL;
    cuGetErrorName(code, &text);
    return text ? text : "?";
}

#define SAY(call) printf("%s: %s\n", #call, name(call))

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    const char *text = NULL;
    int value = 0, status = -1;
    SAY(cuInit(1));
    SAY(cuInit(0));
    SAY(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0));
    printf("threads per block %d\n", value);
    SAY(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    printf("warp size %d\n", value);
    SAY(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
    printf("compute capability %d\n", value);
    SAY(cuDeviceGetAttribute(&value, (CUdevice_attribute)100000, 0));
    SAY(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text));
    printf("%s\n", text);
    SAY(cuGetErrorName((CUresult)12345, &text));

    CUcontext context;
    SAY(cuDevicePrimaryCtxRetain(&context, 0));
    SAY(cuCtxSetCurrent(context));
    CUmodule module;
    CUfunction kernel;
    SAY(cuModuleLoad(&module, "no such file"));
    SAY(cuModuleLoad(&module, argv[1]));
    SAY(cuModuleGetFunction(&kernel, module, "no_such_kernel"));
    SAY(cuModuleGetFunction(&kernel, module, "vector_add"));

    // A caller that knows the driver by name only: the allocation of CUDA 12, a copy for per-thread streams.
    CUresult (*allocate)(CUdeviceptr *, size_t) = NULL;
    CUresult (*upload)(CUdeviceptr, const void *, size_t) = NULL;
    SAY(cuGetProcAddress("cuMemAlloc", (void **)&allocate, 12000, 0, &status));
    SAY(cuGetProcAddress("cuMemcpyHtoD", (void **)&upload, 12000, 2, &status));
    printf("status %d\n", status);
    CUdeviceptr a, b, c;
    float one[256], sum[256];
    for (int i = 0; i < 256; ++i)
        one[i] = (float)i;
    SAY(allocate(&a, sizeof(one)));
    SAY(allocate(&b, sizeof(one)));
    SAY(allocate(&c, sizeof(one)));
    SAY(upload(a, one, sizeof(one)));
    SAY(cuMemsetD32(b, 0x3f800000, 256));
    CUstream stream;
    CUevent from, to;
    SAY(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    SAY(cuEventCreate(&from, CU_EVENT_DEFAULT));
    SAY(cuEventCreate(&to, CU_EVENT_DEFAULT));
    SAY(cuEventRecord(from, stream));
    int count = 256;
    void *params[] = {&a, &b, &c, &count};
    SAY(cuCtxSynchronize());
    SAY(cuLaunchKernel(kernel, 0, 1, 1, 256, 1, 1, 0, stream, params, NULL));
    SAY(cuLaunchKernel(kernel, 1, 1, 1, 256, 1, 1, 0, stream, params, NULL));
    SAY(cuEventRecord(to, stream));
    SAY(cuMemcpyDtoHAsync(sum, c, sizeof(sum), stream));
    SAY(cuStreamSynchronize(stream));
    float elapsed = -1;
    SAY(cuEventElapsedTime(&elapsed, from, to));
    printf("time passed: %s\n", elapsed >= 0 ? "yes" : "no");
    printf("sum %g %g %g\n", sum[0], sum[100], sum[255]);
    // The last row of four of 64 values, by an address that may be anyone's.
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    copy.srcDevice = c;
    copy.srcY = 3;
    copy.srcPitch = copy.dstPitch = copy.WidthInBytes = 64 * sizeof(float);
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = sum;
    copy.Height = 1;
    SAY(cuMemcpy2D(&copy));
    printf("row %g %g\n", sum[0], sum[63]);
    copy.srcMemoryType = (CUmemorytype)10;
    SAY(cuMemcpy2D(&copy));
    SAY(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000));
    SAY(cuLaunchKernel(kernel, 1, 1, 1, 256, 1, 1, 100000, stream, params, NULL));
    SAY(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1000000));
    SAY(cuFuncSetAttribute(NULL, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000));
    SAY(cuCtxSynchronize());
    SAY(cuEventDestroy(from));
    SAY(cuEventDestroy(to));
    SAY(cuStreamDestroy(stream));
    SAY(cuMemFree(a));
    SAY(cuMemFree(a));
    SAY(cuModuleUnload(module));

    void *code = &value;
    SAY(cuGetProcAddress("cuNoSuchFunction", &code, 13000, 0, &status));
    printf("status %d, %s\n", status, code ? "some code" : "no code");
    SAY(cuTensorMapReplaceAddress(NULL, NULL));
    SAY(cuTensorMapSetAllocationClass(NULL, 0, NULL));
    SAY(cuDevicePrimaryCtxRelease(0));
    return 0;
}
