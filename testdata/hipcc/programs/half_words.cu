// arch: sm_70 sm_90
// Compare and swap of half words, at every scope: neighbours in the same word stay as they are. A macro that stops a kernel
// where the device is compiled for, in a host function.
#include <cstdio>
#include <cstdlib>

#ifdef __CUDA_ARCH__
#define ABORT() __trap()
#else
#define ABORT() abort()
#endif

static int checked(int kind)
{
    if (kind == 0)
        ABORT();
    return kind + 1;
}

__global__ void kernel(unsigned short *words)
{
    for (int n = 0; n < 4; n++)
        for (unsigned short seen = words[1], had;; seen = had) {
            had = atomicCAS(&words[1], seen, (unsigned short)(seen + 1));
            if (had == seen)
                break;
        }
    atomicCAS_block(&words[0], (unsigned short)7, (unsigned short)9);
    atomicCAS_system(&words[2], (unsigned short)8, (unsigned short)9);
}

int main()
{
    unsigned short *words;
    cudaMallocManaged(&words, 4 * sizeof *words);
    words[0] = 7;
    words[1] = 65530;
    words[2] = 7;
    words[3] = 5;
    kernel<<<4, 64>>>(words);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    bool right = words[0] == 9 && words[1] == 1018 && words[2] == 7 && words[3] == 5;
    if (right)
        printf("right\n");
    else
        printf("%d %d %d %d\n", words[0], words[1], words[2], words[3]);
    return !right || checked(1) != 2;
}
