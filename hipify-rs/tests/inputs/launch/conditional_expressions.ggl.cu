__global__ void k(int *p);
void run(int *p, int n, bool wide, cudaStream_t *streams)
{
    k<<<wide ? n : 1, wide ? 256 : 64, wide ? n * sizeof(int) : 0, streams ? streams[0] : 0>>>(p);
    wide ? k<<<1, 1>>>(p) : k<<<2, 2>>>(p);
    k<<<(n > 4) ? dim3(n) : dim3(4, 2), 64>>>(wide ? p : nullptr);
    wide && (k<<<1, 1>>>(p), true);
}
