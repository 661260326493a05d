__global__ void k(int *p);
void run(int *p)
{
#ifdef BIG
    k<<<64, 256>>>
#else
    k<<<1, 64>>>
#endif
        (p);
#ifdef DEBUG
    k<<<1, 1>>>(p);
#endif
}
