__global__ void k(int *p);

void run(int *p, int n)
{
    k<<<dim3{4, 2}, {32, 1}>>>(p);
    k<<<{1, 2, 3}, dim3{32}>>>(p);
    k<<<dim3{1} , dim3(32) >>>(p);
    k<<<dim3(1).x, dim3(n, n)>>>(p);
    k<<<dim3 (2, 2), dim3 (8, 8)>>>(p);
}
