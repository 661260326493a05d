/* Copies to the host in two streams, for `hip-run --compare`. With an argument, one number depends on the device: by
 * that much, times a thousand. */
#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000

static void good(hipError_t code)
{
    if (code != hipSuccess) {
        fprintf(stderr, "%s\n", hipGetErrorName(code));
        exit(1);
    }
}

int main(int count, char **arguments)
{
    static float numbers[N], back[N];
    const char *backend = getenv("HIP_BACKEND");
    float *device, *pinned;
    hipStream_t stream;
    for (int i = 0; i < N; i++)
        numbers[i] = (float)(i + 1);
    if (count > 1 && backend && strcmp(backend, "cuda") == 0)
        numbers[N / 2] += strtof(arguments[1], NULL) * 1000;
    good(hipMalloc((void **)&device, sizeof numbers));
    good(hipHostMalloc((void **)&pinned, sizeof numbers, 0));
    good(hipStreamCreate(&stream));
    good(hipMemcpy(device, numbers, sizeof numbers, hipMemcpyHostToDevice));
    good(hipMemcpyAsync(pinned, device, sizeof numbers, hipMemcpyDeviceToHost, stream));
    good(hipStreamSynchronize(stream));
    good(hipMemcpy2D(back, 40, device, 80, 40, 10, hipMemcpyDeviceToHost));
    good(hipMemsetD8Async((hipDeviceptr_t)device, 7, sizeof numbers, stream));
    good(hipMemcpyAsync(back, device, sizeof numbers, hipMemcpyDeviceToHost, stream));
    good(hipStreamDestroy(stream));
    good(hipHostFree(pinned));
    good(hipFree(device));
    return 0;
}
