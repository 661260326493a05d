#pragma once
#include <cuda_runtime.h>
#include <stdexcept>

class cudaException : public std::runtime_error {
public:
    explicit cudaException(cudaError_t code) : std::runtime_error(cudaGetErrorString(code)), code_(code) {}
    cudaError_t code() const { return code_; }

private:
    cudaError_t code_;
};

template <typename T> class cudaBuffer {
    T *data_ = nullptr;
    size_t size_ = 0;

public:
    explicit cudaBuffer(size_t n) : size_(n)
    {
        if (cudaError_t e = cudaMalloc(&data_, n * sizeof(T)); e != cudaSuccess) throw cudaException(e);
    }
    ~cudaBuffer() { cudaFree(data_); }
    T *get() { return data_; }
};
