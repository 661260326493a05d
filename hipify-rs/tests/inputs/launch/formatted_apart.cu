__global__ void k(int *p);

void run(int *p, int n)
{
    k << <n / 64, 64 >> >(p);
    k << < n / 64, 64, 0, 0 >> > (p);
    int a = n << 2, b = 3 >> 1;
}
