// Adds two vectors on the GPU through the CUDA driver API and checks every element.
//
// usage: vector_add [kernel.ptx [elements]]

#include "check.h"
#include "device.h"

#include <cuda.h>

#include <cmath>
#include <cstdlib>
#include <vector>

static const unsigned kThreads = 256;

static void fill(std::vector<float> &a, std::vector<float> &b)
{
    for (size_t i = 0; i < a.size(); ++i) {
        a[i] = std::sin(0.001f * (float)i);
        b[i] = 2.0f * std::cos(0.002f * (float)i);
    }
}

static size_t count_errors(const std::vector<float> &a, const std::vector<float> &b,
                           const std::vector<float> &c)
{
    size_t wrong = 0;
    for (size_t i = 0; i < c.size(); ++i) {
        if (c[i] != a[i] + b[i]) {
            if (wrong++ < 5)
                std::fprintf(stderr, "c[%zu] = %g, expected %g\n", i, c[i], a[i] + b[i]);
        }
    }
    return wrong;
}

int main(int argc, char **argv)
{
    const char *image = argc > 1 ? argv[1] : "kernels/vector_add.ptx";
    const int n = argc > 2 ? std::atoi(argv[2]) : 1000003;

    GpuSession session = open_session();

    CUmodule module;
    CUfunction kernel;
    CHECK_CU(cuModuleLoad(&module, image));
    CHECK_CU(cuModuleGetFunction(&kernel, module, "vector_add"));

    std::vector<float> a(n), b(n), c(n, NAN);
    fill(a, b);

    const size_t bytes = n * sizeof(float);
    CUdeviceptr d_a = 0, d_b = 0, d_c = 0;
    CHECK_CU(cuMemAlloc(&d_a, bytes));
    CHECK_CU(cuMemAlloc(&d_b, bytes));
    CHECK_CU(cuMemAlloc(&d_c, bytes));
    CHECK_CU(cuMemcpyHtoD(d_a, a.data(), bytes));
    CHECK_CU(cuMemcpyHtoD(d_b, b.data(), bytes));

    int count = n;
    void *params[] = {&d_a, &d_b, &d_c, &count};
    const unsigned blocks = (n + kThreads - 1) / kThreads;
    CHECK_CU(cuLaunchKernel(kernel, blocks, 1, 1, kThreads, 1, 1, 0, NULL, params, NULL));
    CHECK_CU(cuCtxSynchronize());

    CHECK_CU(cuMemcpyDtoH(c.data(), d_c, bytes));
    const size_t wrong = count_errors(a, b, c);

    CHECK_CU(cuMemFree(d_a));
    CHECK_CU(cuMemFree(d_b));
    CHECK_CU(cuMemFree(d_c));
    CHECK_CU(cuModuleUnload(module));
    close_session(session);

    std::printf("vector_add: %d elements, %u blocks of %u threads: %s\n", n, blocks, kThreads,
                wrong == 0 ? "PASS" : "FAIL");
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
