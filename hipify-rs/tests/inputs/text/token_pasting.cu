#include <cuda_runtime.h>
#define CAT(a, b) a##b
#define STR(x) #x
#define FREE(p) CAT(cuda, Free)(p)
#define TYPED(name) cuda##name##_t
void run(void *p)
{
    FREE(p);
    TYPED(Error) e = cudaSuccess;
    puts(STR(cudaFree));
}
