#include <cuda_runtime.h>
#include <map>
#include <string>
typedef void (*fn)(int *);
__global__ void a(int *p);
static fn table[] = {a, a};
std::map<std::string, fn> named;
void run(int *p, fn f, fn *g, int i)
{
    f<<<1, 1>>>(p);
    (*g)<<<1, 1>>>(p);
    g[i]<<<1, 1>>>(p);
    table[i + 1]<<<1, 1>>>(p);
    named["a"]<<<1, 1>>>(p);
    named.at("b")<<<1, 1>>>(p);
    ((fn)table[0])<<<1, 1>>>(p);
    reinterpret_cast<fn>(p)<<<1, 1>>>(p);
}
