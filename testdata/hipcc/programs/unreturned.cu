// arch: -Wno-return-type sm_60 sm_90
// Functions that lack their `return` on the way that is taken, as many programs have them, return nevertheless.
#include <cstdio>

__host__ __device__ int checked(const int *values, int count)
{
    for (int n = 0; n < count; ++n)
        if (values[n] != n)
            return n;
}

__host__ __device__ __attribute__((noinline)) bool marked(int *mark, int with)
{
    *mark = with;
}

__global__ void check(int *values, int count)
{
    checked(values, count);
    marked(values + count, 4);
}

int main()
{
    const int count = 5;
    int *values, mark = 0;
    cudaMallocManaged(&values, (count + 1) * sizeof(int));
    for (int n = 0; n < count; ++n)
        values[n] = n;
    check<<<1, 1>>>(values, count);
    cudaError_t error = cudaDeviceSynchronize();
    checked(values, count);
    marked(&mark, 5);
    bool right = error == cudaSuccess && values[count] == 4 && mark == 5;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
