#include <stdio.h>
#include <cuda_runtime.h>

// cudaMalloc and cudaFree are called below; see cudaMemcpy.
/* cuInit(0) is not: "cudaMalloc" /* still one comment */
int main()
{
    void *p; // cudaMalloc(&p, 1);
    if (cudaMalloc(&p, 1) != cudaSuccess) printf("cudaMalloc failed: cudaErrorMemoryAllocation\n");
    char c = 'c', q = '"', b = '\\';
    printf("a \"quoted cudaFree\" %c%c%c\n", c, q, b);
    puts("cudaFree"
         "cudaMalloc");
    cudaFree(p);
}
