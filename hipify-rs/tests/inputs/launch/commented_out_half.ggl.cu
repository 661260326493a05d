__global__ void k(int *p, int n);
void run(int *p, int n)
{
    k<<<1 /* , 2 */, 3>>>(p, n);
    k<<<1, 3 //, 4
        , 0>>>(p, n);
    k<<<1, 3>>>(p, /*n*/ 0);
#if 0
    k<<<9, 9>>>(p, n);
#endif
}
