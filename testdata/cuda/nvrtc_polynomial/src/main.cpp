// Compiles a kernel template for the degree that the program is asked for, at run time, and evaluates polynomials with it.
#include "check.h"

#include <cmath>
#include <string>
#include <vector>

namespace {

const char *const kHorner = R"(
template <typename T, int Degree> __device__ T horner(const T *c, T x)
{
    T sum = c[Degree];
#pragma unroll
    for (int i = Degree - 1; i >= 0; --i)
        sum = sum * x + c[i];
    return sum;
}
)";

const char *const kSource = R"(
#include "horner.h"

__constant__ float coefficients[MAX_DEGREE + 1];

namespace poly {
template <typename T, int Degree> __global__ void evaluate(const T *x, T *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = horner<T, Degree>(coefficients, x[i]);
}
}
)";

const char *const kBroken = "__global__ void broken(int *x)\n{\n    *x = undeclared;\n}\n";

std::string log_of(nvrtcProgram program)
{
    size_t size = 0;
    CHECK_NVRTC(nvrtcGetProgramLogSize(program, &size));
    std::vector<char> text(size);
    CHECK_NVRTC(nvrtcGetProgramLog(program, text.data()));
    return std::string(text.data());
}

// A mistake in the source is an error with a log that says where.
bool mistakes_are_told()
{
    nvrtcProgram program;
    CHECK_NVRTC(nvrtcCreateProgram(&program, kBroken, "broken.cu", 0, nullptr, nullptr));
    nvrtcResult result = nvrtcCompileProgram(program, 0, nullptr);
    std::string log = log_of(program);
    CHECK_NVRTC(nvrtcDestroyProgram(&program));
    return result == NVRTC_ERROR_COMPILATION && log.find("broken.cu") != std::string::npos &&
           log.find("undeclared") != std::string::npos;
}

} // namespace

int main(int argc, char **argv)
{
    int degree = argc > 1 ? std::atoi(argv[1]) : 5;
    if (degree < 1 || degree > 15) {
        std::fprintf(stderr, "usage: polynomial [degree, 1 to 15]\n");
        return 2;
    }
    const int n = 100003;

    CHECK_CU(cuInit(0));
    CUdevice device;
    CHECK_CU(cuDeviceGet(&device, 0));
    CUcontext context;
    CHECK_CU(cuDevicePrimaryCtxRetain(&context, device));
    CHECK_CU(cuCtxSetCurrent(context));

    const char *headers[] = {kHorner};
    const char *names[] = {"horner.h"};
    nvrtcProgram program;
    CHECK_NVRTC(nvrtcCreateProgram(&program, kSource, "polynomial.cu", 1, headers, names));
    std::string kernel = "poly::evaluate<float, " + std::to_string(degree) + ">";
    CHECK_NVRTC(nvrtcAddNameExpression(program, kernel.c_str()));
    CHECK_NVRTC(nvrtcAddNameExpression(program, "&coefficients"));
    const char *options[] = {"--gpu-architecture=compute_75", "-std=c++17", "-DMAX_DEGREE=15"};
    nvrtcResult compiled = nvrtcCompileProgram(program, 3, options);
    std::string log = log_of(program);
    if (compiled != NVRTC_SUCCESS) {
        std::fprintf(stderr, "%s\n%s\n", nvrtcGetErrorString(compiled), log.c_str());
        return 1;
    }

    size_t size = 0;
    CHECK_NVRTC(nvrtcGetPTXSize(program, &size));
    std::vector<char> ptx(size);
    CHECK_NVRTC(nvrtcGetPTX(program, ptx.data()));
    const char *lowered_kernel, *lowered_table;
    CHECK_NVRTC(nvrtcGetLoweredName(program, kernel.c_str(), &lowered_kernel));
    CHECK_NVRTC(nvrtcGetLoweredName(program, "&coefficients", &lowered_table));

    CUmodule module;
    CHECK_CU(cuModuleLoadData(&module, ptx.data()));
    CUfunction function;
    CHECK_CU(cuModuleGetFunction(&function, module, lowered_kernel));
    CUdeviceptr table;
    size_t table_bytes = 0;
    CHECK_CU(cuModuleGetGlobal(&table, &table_bytes, module, lowered_table));
    CHECK_NVRTC(nvrtcDestroyProgram(&program));

    std::vector<float> coefficients(degree + 1), x(n), y(n);
    for (int i = 0; i <= degree; ++i)
        coefficients[i] = 1.0f / float(i + 1);
    for (int i = 0; i < n; ++i)
        x[i] = float(i) / float(n);
    if (table_bytes != 16 * sizeof(float))
        return 1;
    CHECK_CU(cuMemcpyHtoD(table, coefficients.data(), coefficients.size() * sizeof(float)));

    CUdeviceptr on_x, on_y;
    CHECK_CU(cuMemAlloc(&on_x, n * sizeof(float)));
    CHECK_CU(cuMemAlloc(&on_y, n * sizeof(float)));
    CHECK_CU(cuMemcpyHtoD(on_x, x.data(), n * sizeof(float)));
    int count = n;
    void *arguments[] = {&on_x, &on_y, &count};
    CHECK_CU(cuLaunchKernel(function, (n + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK_CU(cuMemcpyDtoH(y.data(), on_y, n * sizeof(float)));

    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        double sum = coefficients[degree];
        for (int k = degree - 1; k >= 0; --k)
            sum = sum * x[i] + coefficients[k];
        wrong += std::fabs(sum - y[i]) > 1e-5;
    }
    bool told = mistakes_are_told();
    CHECK_CU(cuMemFree(on_x));
    CHECK_CU(cuMemFree(on_y));
    CHECK_CU(cuModuleUnload(module));
    CHECK_CU(cuDevicePrimaryCtxRelease(device));
    std::printf("polynomial: degree %d at %d points, %d wrong, mistakes %s: %s\n", degree, n, wrong,
                told ? "told" : "hidden", wrong == 0 && told ? "PASS" : "FAIL");
    return wrong == 0 && told ? 0 : 1;
}
