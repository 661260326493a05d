#include <cuda_runtime.h>
template <class A, class B> B pick(A a, B b);
cudaMemsetParams make(void *p, size_t n)
{
    return cudaMemsetParams{pick<int, void *>(1, p), 0, n > 4 ? 1u : 2u, 1, (size_t)(n << 1), [&] { return n, 1; }()};
}
void use(cudaMemsetParams) {}
void run(void *p) { use((cudaMemsetParams){p, 0, cudaMemAttachGlobal, 1, 4, 1}); }
