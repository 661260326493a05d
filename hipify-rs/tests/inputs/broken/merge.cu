#include <cuda_runtime.h>
void run(void *p)
{
<<<<<<< ours
    cudaFree(p);
||||||| base
    cudaFreeHost(p);
=======
    cudaFreeAsync(p, 0);
>>>>>>> theirs
}
