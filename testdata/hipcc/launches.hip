// Launches in kernels: forms that hipcc rewrites and clang compiles. What launches do is shown by testdata/cuda/cdp.
#include <hip/hip_runtime.h>
#include <type_traits>
#include <utility>
struct P { using T = float; static constexpr int n = 3; };
template <class Policy> __global__ void dep(typename Policy::T *v, int (*op)(int) = nullptr)
{
    *v = Policy::n + (op != nullptr);
}
__global__ void __launch_bounds__(256, 2) bounded(int *p) { *p = 1; }
template <class T> __global__ typename std::enable_if<(sizeof(T) > 2), void>::type sfin(T *p) { *p = 1; }
template <class T> __global__ std::enable_if_t<(sizeof(T) <= 2)> sfin(T *p) { *p = 2; }
template <int B, bool F = (B > 2)> __global__ void flag(int *p) { *p = B + F; }
template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0> __global__ void only(T *p) { *p = 1; }
static __global__ void sta(int *p) { *p = 3; }
extern "C" __global__ __launch_bounds__(64) void extc(int *p) { *p = 4; }
namespace a { inline namespace v1 { namespace b { template <class T> __global__ void in(T *p) { *p = 1; } } } using b::in; }
using namespace a;
template <class T> struct Tree {
    T *p;
    template <class U> struct Inner { __device__ void go(U *q) { in<U><<<1, 1>>>(q); a::b::in<<<1, 1>>>(q); } };
    __device__ void go() { in<T><<<{1, 2}, {32}>>>(p); Inner<T>().go(p); }
    __device__ static void st(T *p);
    __device__ Tree(T *p) : p(p) { in<<<1, 1>>>(this->p); }
    __device__ ~Tree() { in<<<1, 1>>>(p); }
};
template <class T> __device__ void Tree<T>::st(T *p) { in<<<1, 1>>>(p); }
template <class T> __global__ void all(T *p, int n)
{
    if constexpr (sizeof(T) == 4) sfin<T><<<n > 3 ? 1 : 2, 1 << 5>>>(p); else sfin<<<1, 1>>>(p);
    switch (n) { case 1: dep<P><<<1, 1>>>((float *)p); break; default: bounded<<<n < 3, (n > 2)>>>((int *)p); }
    for (int i : {1, 2}) flag<1><<<i, 1>>>((int *)p), flag<(3 > 2)><<<1, i>>>((int *)p);
    flag<sizeof(int), true><<<dim3{1, 2, 3}, dim3(n)>>>((int *)p);
    only<<<1, 1>>>((long *)p); only<int><<<1,1>>>((int*)p);
    sta<<<1, 1>>>((int *)p); extc<<<1, 1>>>((int *)p);
    Tree<T> t(p); t.go(); Tree<T>::st(p);
    auto gen = [=](auto q) { in<<<1, 1>>>(q); }; gen(p);
    auto lam = [p, n]() mutable { if (n-- > 0) all<T><<<1, 1>>>(p, n); }; lam();
    (n ? (void)0 : in<<<1, 1>>>(p));
    hipLaunchKernelGGL(extc, dim3(1), dim3(1), 0, 0, (int *)p);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(flag<4, false>), 1, 1, 0, 0, (int *)p);
    typedef void (*F)(int *); const F table[2] = {sta, extc}; table[n & 1]<<<1, 1>>>((int *)p);
    struct L { F f; } l{&bounded}; l.f<<<1, 1>>>((int *)p);
    F *pf = &l.f; (*pf)<<<1, 1>>>((int *)p);
    hipFuncAttributes at; hipFuncGetAttributes(&at, extc); *p = at.numRegs + hipGetLastError();
}
template __global__ void all<int>(int *p, int n);
template __global__ void all<short>(short *p, int n);
