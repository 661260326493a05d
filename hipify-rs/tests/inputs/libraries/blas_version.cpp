// Versions of cuBLAS, which hipBLAS does not tell.
#include <cublas_v2.h>

bool is_recent(cublasHandle_t handle)
{
    int version = 0, part = 0;
    libraryPropertyType property = MINOR_VERSION;
    return cublasGetVersion(handle, &version) == CUBLAS_STATUS_SUCCESS && version >= 11000 &&
           cublasGetVersion_v2(handle, &version) == CUBLAS_STATUS_SUCCESS &&
           cublasGetProperty(MAJOR_VERSION, &part) == CUBLAS_STATUS_SUCCESS &&
           cublasGetProperty(property, &part) == CUBLAS_STATUS_SUCCESS && cublasGetCudartVersion() >= 11000;
}
