#pragma once

#include <cuda.h>

#include <sstream>
#include <stdexcept>
#include <string>

// A failed driver call: which one, where, and what the driver says about it.
class CudaError : public std::runtime_error {
public:
    CudaError(CUresult code, const std::string &what) : std::runtime_error(what), code_(code) {}
    CUresult code() const { return code_; }

private:
    CUresult code_;
};

#define CU_TRY(expr)                                                                  \
    do {                                                                              \
        CUresult cu_try_status = (expr);                                              \
        if (cu_try_status != CUDA_SUCCESS) {                                          \
            const char *cu_try_name = nullptr;                                        \
            cuGetErrorName(cu_try_status, &cu_try_name);                              \
            std::ostringstream cu_try_text;                                           \
            cu_try_text << __FILE__ << ':' << __LINE__ << ": " << #expr << ": "       \
                        << (cu_try_name ? cu_try_name : "?");                         \
            throw CudaError(cu_try_status, cu_try_text.str());                        \
        }                                                                             \
    } while (0)

// Device memory that frees itself.
class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t bytes) : bytes_(bytes) { CU_TRY(cuMemAlloc(&ptr_, bytes)); }
    ~DeviceBuffer() { cuMemFree(ptr_); }
    DeviceBuffer(const DeviceBuffer &) = delete;
    DeviceBuffer &operator=(const DeviceBuffer &) = delete;

    CUdeviceptr get() const { return ptr_; }
    size_t size() const { return bytes_; }

private:
    CUdeviceptr ptr_ = 0;
    size_t bytes_;
};
