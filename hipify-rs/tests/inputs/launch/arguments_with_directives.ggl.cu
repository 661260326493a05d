__global__ void k(int *p, int n, int extra);

void run(int *p, int n)
{
    k<<<1, 64>>>(p,
#ifdef EXTRA
                 n, 1
#else
                 n, 0
#endif
    );
    k<<<1,
#ifdef WIDE
        256
#else
        64
#endif
        >>>(p, n, 0);
    k<<<2, 64>>>(
#ifdef EXTRA
        p, n, 1
#endif
    );
}
