#include <cuda.h>

void run(CUfunction f, CUstream s, CUdeviceptr a, int n)
{
    void *args[] = {&a, &n};
    cuLaunchKernel(f, (n + 255) / 256, 1, 1, 256, 1, 1, 0, s, args, nullptr);
    cuLaunchCooperativeKernel(f, 8, 1, 1, 64, 1, 1, 0, s, args);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &a, CU_LAUNCH_PARAM_BUFFER_SIZE, &n, CU_LAUNCH_PARAM_END};
    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, nullptr, extra);
    CUlaunchConfig config = {};
    CUlaunchAttribute attribute;
    attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cuLaunchKernelEx(&config, f, args, nullptr);
    cuLaunchHostFunc(s, [](void *) {}, nullptr);
}
