// One word of each page: a page has 1024 of them.
extern "C" __global__ void add_pages(unsigned *values, unsigned pages, unsigned what)
{
    const unsigned page = blockIdx.x * blockDim.x + threadIdx.x;
    if (page < pages)
        values[page * 1024ul] += what;
}

extern "C" __global__ void sum_pages(const unsigned *values, unsigned pages, unsigned long long *sum)
{
    const unsigned page = blockIdx.x * blockDim.x + threadIdx.x;
    if (page < pages)
        atomicAdd(sum, (unsigned long long)values[page * 1024ul]);
}
