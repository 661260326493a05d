__global__ void k(int *p);

void run(int *p, int n, cudaStream_t s)
{
    k<<<{4, 2}, {32, 1}>>>(p);
    k<<<dim3{1}, {n}, 0, s>>>(p);
    k<<<n, { 16, 16 } /* a tile */, 0, {}>>>(p);
    k<<<{}, dim3{32}.x>>>(p);
    k<<<[] { return 2; }(), 1>>>(p);
    k << <{ n }, 1> >>(p);
}
