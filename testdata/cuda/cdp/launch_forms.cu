// grid=1 block=2 words=80
// `<<<…>>>` in kernels in all its forms; each leaves its mark at a place of its own.
struct Line { char first; short step; double scale; };

__global__ void mark(int *out, int v) { out[threadIdx.x] = v + threadIdx.x; }
__global__ void with_defaults(int *out, int v = 40, Line line = Line{1, 2, 0.5}) { *out = v + line.first + (int)(line.step * line.scale); }
// Declared first, with a default, and launched before it is defined.
template <class T, int N = 3> __global__ void numbers(T *out, Line line, T add = T(5));
// Of one name, for two types.
__global__ void over(int *out) { *out = 11; }
__global__ void over(float *out) { *out = 0.5f; }
template <typename... Parts> __global__ void sum(int *out, Parts... parts)
{
    int total = 0;
    int all[] = {parts...};
    for (int part : all) total += part;
    *out = total;
}
template <class Function> __global__ void apply(int *out, Function f) { out[threadIdx.x] = f(threadIdx.x); }

namespace deep { namespace er {
__global__ void named(int *out, const int) { *out = 21; }
template <class> struct Two { int a, b; };
__global__ void by_struct(int *out, Two<Line> two) { *out = two.a * 10 + two.b; }
} }
namespace { __global__ void hidden(int *out) { *out = 22; } }
using deep::er::by_struct;
extern "C" { __global__ void c_name(int *out, int c_name) { *out = c_name; } }

// A macro of the program's.
#define LAUNCH(kernel, n, ...) do { kernel<<<1, n>>>(__VA_ARGS__); } while (0)

// A kernel as a constant of a template, and as a value.
template <void (*Kernel)(int *, int)> __global__ void by_constant(int *out) { Kernel<<<1, 2>>>(out, 100); }
template <class Kernel> __device__ void by_value(Kernel kernel, int *out) { kernel<<<1, 2>>>(out, 110); }
struct Launcher {
    int *out;
    int base;
    __device__ Launcher(int *out) : out(out), base{120} {}
    __device__ void operator()(int n) const { mark<<<1, n>>>(out, base); }
    template <class T> __device__ static void typed(T *out) { numbers<T><<<1, 2>>>(out, {2, 3, 1.5}); }
};
__host__ __device__ void both_sides(int *out) { mark<<<1, 2>>>(out, 130); }

// Down and down, each level by itself.
__global__ void down(int *out, int level)
{
    *out = level;
    if (level > 0) down<<<1, 1>>>(out + 1, level - 1);
}

template <class T, int N> __global__ void numbers(T *out, Line line, T add)
{
    out[threadIdx.x] = static_cast<T>(line.first + line.step * line.scale * N) + add;
}

extern "C" __global__ void run(int *out)
{
    if (threadIdx.x != 1) return;
    mark<<<1, 2>>>(out, 1);
    mark<<<dim3(1, 1), dim3(2), 0, cudaStreamFireAndForget>>>(out + 2, 3.9);
    with_defaults<<<1, 1>>>(out + 4);
    with_defaults<<<1, 1>>>(out + 5, 50);
    numbers<int, 4><<<1, 2>>>(out + 6, Line{1, 2, 3.0}, 7);
    numbers<<<1, 2>>>(out + 8, Line{1, 2, 3.0});
    over<<<1, 1>>>(out + 10);
    over<<<1, 1>>>((float *)out + 11);
    sum<<<1, 1>>>(out + 12, 1, 2, 3);
    sum<int><<<1, 1>>>(out + 13, 9);
    int from = 200;
    apply<<<1, 2>>>(out + 14, [=](int i) { return from + i; });
    deep::er::named<<<1, 1>>>(out + 16, 0);
    by_struct<<<1, 1>>>(out + 17, {3, 4});
    ::deep::er::by_struct<<<1, 1>>>(out + 18, {5, 6});
    hidden<<<1, 1>>>(out + 19);
    c_name<<<1, 1>>>(out + 20, 23);
    LAUNCH(mark, 2, out + 22, 90);
    by_constant<mark><<<1, 1>>>(out + 24);
    by_value(mark, out + 26);
    Launcher launcher(out + 28);
    launcher(2);
    Launcher::typed(out + 30);
    both_sides(out + 32);
    auto again = [&](int n) { mark<<<1, n>>>(out + 34, 140); };
    again(2);
    down<<<1, 1>>>(out + 40, 5);
    void (*picked)(int *, int) = from > 100 ? mark : down;
    picked<<<1, 2>>>(out + 46, 150);
    (from > 300 ? down : mark)<<<1, 2>>>(out + 48, 160);
    for (int i = 0; i < 4; i++)
        if (i % 2) mark<<<1, 1>>>(out + 50 + i, i); else with_defaults<<<1, 1>>>(out + 50 + i, i);
    mark << <1, 2>> >(out + 56, 170);
    auto one = [](int *to) { over<<<1, 1>>>(to); };
    one(out + 58);
    // What cannot be launched changes nothing, and is told; then nothing is wrong.
    mark<<<1, 5000>>>(out + 60, 1);
    out[64] = cudaGetLastError();
    mark<<<0, 1>>>(out + 60, 1);
    out[65] = cudaGetLastError();
    mark<<<1, 2, 1 << 20>>>(out + 60, 1);
    out[66] = cudaGetLastError();
    out[67] = cudaGetLastError();
    // Behind all of it.
    mark<<<1, 2, 0, cudaStreamTailLaunch>>>(out + 70, 180);
}
