// No program, but a text that is read as one: what is launched is no sum.
__global__ void k(int x);
void run(CUdeviceptr p, CUdeviceptr q, int x)
{
    CUdeviceptr a(p + 1k<<<1, 2>>>(x));
    CUdeviceptr b(p + k<<<1, 2>>>(x));
    CUdeviceptr c = p - q<<<1, 2>>>(x);
    CUdeviceptr d = p + x; k<<<1, 2>>>(x);
}
