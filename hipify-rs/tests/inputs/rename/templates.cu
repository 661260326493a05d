#include <cuda_runtime.h>
#include <type_traits>

template <typename T, cudaMemcpyKind Kind = cudaMemcpyHostToDevice>
cudaError_t copy(T *to, const T *from, size_t n) { return cudaMemcpy(to, from, n * sizeof(T), Kind); }

template cudaError_t copy<int, cudaMemcpyDeviceToHost>(int *, const int *, size_t);
static_assert(std::is_same<decltype(cudaFree(nullptr)), cudaError_t>::value, "");
using Handle = std::remove_pointer<cudaStream_t>::type;
