__global__ void k(int *p) {
void run(int *p
{
    if (p {
        k<<<1, 64>>>(p);
    }
    k<<<1, (64>>>(p);
    k<<<1, 64>>(p);
    k<<1, 64>>>(p);
    k<<<1, 64>>>(p;
}
cudaFree(p);
