#include <cuda_runtime.h>

typedef void (*kernel_t)(float *);
__global__ void a(float *);
__global__ void b(float *);
namespace deep { namespace er { __global__ void c(float *); template <int N> __global__ void d(float *); } }

struct Launcher {
    kernel_t fn;
    kernel_t all[2];
    template <int N> static __global__ void dummy(float *);
    static kernel_t get();
    void run(float *p, bool first)
    {
        fn<<<1, 32>>>(p);
        this->fn<<<1, 32>>>(p);
        all[first ? 0 : 1]<<<1, 32>>>(p);
        (first ? a : b)<<<1, 32>>>(p);
        (*fn)<<<1, 32>>>(p);
        get()<<<1, 32>>>(p);
        Launcher::get()<<<1, 32>>>(p);
    }
};

void run(Launcher *l, Launcher &r, float *p)
{
    l->fn<<<1, 32>>>(p);
    r.all[1]<<<1, 32>>>(p);
    deep::er::c<<<1, 32>>>(p);
    ::deep::er::d<4><<<1, 32>>>(p);
    (a)<<<1, 32>>>(p);
    if (p) a<<<1, 32>>>(p); else b<<<2, 32>>>(p);
    for (int i = 0; i < 3; ++i) a<<<i, 32>>>(p);
}

template <class Policy> void dependent(float *p)
{
    Policy::template kernel<4><<<1, 32>>>(p);
    Policy::Inner::run<<<1, 32>>>(p);
    typename Policy::Kernel k = Policy::get();
    k<<<1, 32>>>(p);
}
