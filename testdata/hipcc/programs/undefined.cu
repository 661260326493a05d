// arch: -Wno-return-type sm_60 sm_90
// What programs rely on although C++ does not define it, as nvcc's host compiler does it: functions that lack their
// `return` on the way that is taken return, and sums of `int` wrap.
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

/* Compares numbers whose squares overflow. */
__attribute__((noinline)) bool squares(const int *values, int count)
{
    for (int n = 0; n < count; ++n)
        if (values[n] != n * n)
            return false;
    return true;
}

static int numbers[1 << 17];

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
    for (unsigned n = 0; n < 1 << 17; ++n)
        numbers[n] = int(n * n);
    bool right = error == cudaSuccess && squares(numbers, 1 << 17) && values[count] == 4 && mark == 5;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
