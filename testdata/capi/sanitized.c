/* Launches the kernel of a PTX file of testdata/check, for `compute-sanitizer`: FILE THREADS CODE ends with CODE, and leaves
 * 4,096 bytes unfreed. */
#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

static void good(hipError_t code)
{
    if (code != hipSuccess) {
        fprintf(stderr, "%s\n", hipGetErrorName(code));
        exit(9);
    }
}

int main(int count, char **arguments)
{
    hipModule_t module;
    hipFunction_t kernel;
    void *out, *unwritten;
    unsigned threads;
    if (count != 4)
        return 8;
    threads = (unsigned)atoi(arguments[2]);
    good(hipModuleLoad(&module, arguments[1]));
    good(hipModuleGetFunction(&kernel, module, "k"));
    good(hipMalloc(&out, 4 * threads));
    good(hipMemset(out, 0, 4 * threads));
    good(hipMalloc(&unwritten, 4096));
    {
        void *nothing = NULL;
        void *parameters[] = { &out, &unwritten, &nothing, &nothing };
        good(hipModuleLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, 0, NULL, parameters, NULL));
    }
    good(hipDeviceSynchronize());
    good(hipFree(out));
    good(hipModuleUnload(module));
    return atoi(arguments[3]);
}
