#include <cuda.h>
#include <cuda_runtime.h>

static const char *name(cudaError_t error) { return cudaGetErrorName(error); }

#ifdef WITH_DRIVER
static const char *name(CUresult result)
{
    const char *text = nullptr;
    cuGetErrorName(result, &text);
    return text;
}
#endif

// Declared only, or told apart by another parameter.
void wait(CUstream stream);
void wait(cudaStream_t stream);
void record(CUstream stream, int n) {}
void record(cudaStream_t stream, long n) {}

namespace driver { inline void check(CUresult) {} }
namespace runtime { inline void check(cudaError_t) {} }

struct Stream {
    explicit Stream(CUstream s = nullptr) : s_(s) {}
    Stream &operator=(const Stream &) = delete;
    void set(const CUstream &s, int device) noexcept { s_ = s; }
    void set(const cudaStream_t &other, int) noexcept { s_ = other; }
    CUstream s_;
};

// One of them is compiled.
#if CUDART_VERSION >= 12000
int code(cudaError_t e) { return e; }
#else
int code(cudaError_t e) { return -e; }
#endif

int use(CUresult r, cudaError_t e) { return name(r) == name(e); }
