// Products and transforms by CUDA's libraries, on a stream and in a graph, compared with sums on the host.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cufft.h>

static void check(bool holds, const char *what)
{
    if (!holds) {
        std::fprintf(stderr, "failed: %s\n", what);
        std::exit(1);
    }
}

#define CUDA(call) check((call) == cudaSuccess, #call)
#define BLAS(call) check((call) == CUBLAS_STATUS_SUCCESS, #call)
#define FFT(call) check((call) == CUFFT_SUCCESS, #call)

template <typename T>
static T *copied(const std::vector<T> &values)
{
    T *on_device = nullptr;
    CUDA(cudaMalloc(reinterpret_cast<void **>(&on_device), values.size() * sizeof(T)));
    CUDA(cudaMemcpy(on_device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return on_device;
}

/* C = A B, captured once and launched three times with beta = 1. */
static double product(int n, cudaStream_t stream)
{
    std::vector<float> a(n * n), b(n * n), c(n * n, 0.0f);
    for (int i = 0; i < n * n; i++) {
        a[i] = static_cast<float>((i * 7 + 3) % 11) - 5.0f;
        b[i] = static_cast<float>((i * 5 + 1) % 13) - 6.0f;
    }
    float *on_a = copied(a), *on_b = copied(b), *on_c = copied(c);
    cublasHandle_t handle;
    BLAS(cublasCreate(&handle));
    BLAS(cublasSetStream(handle, stream));

    const float one = 1.0f;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, on_a, n, on_b, n, &one, on_c, n));
    CUDA(cudaStreamEndCapture(stream, &graph));
    CUDA(cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
    for (int times = 0; times < 3; times++)
        CUDA(cudaGraphLaunch(executable, stream));
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaMemcpy(c.data(), on_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));

    double error = 0.0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += static_cast<double>(a[k * n + i]) * b[k * n + j];
            error = std::fmax(error, std::fabs(c[j * n + i] - 3.0 * sum));
        }
    float norm = 0.0f;
    BLAS(cublasSnrm2(handle, n * n, on_c, 1, &norm));
    check(std::isfinite(norm) && norm > 0.0f, "the norm is a number");
    check(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, on_a, 1, on_b, n, &one, on_c, n) ==
              CUBLAS_STATUS_INVALID_VALUE,
          "a leading dimension below the number of rows is refused");

    CUDA(cudaGraphExecDestroy(executable));
    CUDA(cudaGraphDestroy(graph));
    BLAS(cublasDestroy(handle));
    CUDA(cudaFree(on_a));
    CUDA(cudaFree(on_b));
    CUDA(cudaFree(on_c));
    return error;
}

/* There and back again, in place. */
static double transform(int n, int batch, cudaStream_t stream)
{
    std::vector<cufftComplex> values(n * batch), back(n * batch);
    for (int i = 0; i < n * batch; i++) {
        values[i].x = std::sin(0.37f * i);
        values[i].y = std::cos(0.11f * i);
    }
    cufftComplex *on_device = copied(values);
    cufftHandle plan;
    FFT(cufftPlan1d(&plan, n, CUFFT_C2C, batch));
    FFT(cufftSetStream(plan, stream));
    FFT(cufftExecC2C(plan, on_device, on_device, CUFFT_FORWARD));
    FFT(cufftExecC2C(plan, on_device, on_device, CUFFT_INVERSE));
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaMemcpy(back.data(), on_device, back.size() * sizeof(cufftComplex), cudaMemcpyDeviceToHost));
    double error = 0.0;
    for (int i = 0; i < n * batch; i++)
        error = std::fmax(error, std::hypot(back[i].x / n - values[i].x, back[i].y / n - values[i].y));
    FFT(cufftDestroy(plan));
    CUDA(cudaFree(on_device));
    return error;
}

int main()
{
    cudaStream_t stream;
    CUDA(cudaStreamCreate(&stream));
    check(product(96, stream) == 0.0, "sums of small integers are exact");
    check(transform(240, 8, stream) < 1e-5, "a transform and its inverse give the values back");
    CUDA(cudaStreamDestroy(stream));
    std::printf("PASS: products and transforms by libraries\n");
    return 0;
}
