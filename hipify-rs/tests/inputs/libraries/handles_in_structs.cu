#include <cublas_v2.h>
#include <cusparse.h>
#include <cusolverDn.h>
#include <curand.h>
#include <cufft.h>
#include <map>

struct Handles {
    cublasHandle_t blas = nullptr;
    cusparseHandle_t sparse = nullptr;
    cusolverDnHandle_t solver = nullptr;
    curandGenerator_t rng = nullptr;
    std::map<int, cufftHandle> plans;
    ~Handles()
    {
        if (blas) cublasDestroy_v2(blas);
        if (sparse) cusparseDestroy(sparse);
        for (auto &plan : plans) cufftDestroy(plan.second);
    }
};
