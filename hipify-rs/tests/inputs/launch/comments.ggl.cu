__global__ void k(int *p, int n);

void run(int *p, int n)
{
    k /* the kernel */ <<< 4 /* blocks */, 128 /* threads, all of them */ >>>(p, /* count */ n);
    k<<<n / 128, // blocks
        128      // threads
        >>>(p, n);
    k<<</* grid */ 1, /* block */ 1>>>(/* p */ p, n);
    k<<<1, 1 /* >>> (no end) <<< */>>>(p, n);
    // k<<<1, 1>>>(p, n);
    /* k<<<2, 2>>>(p, n); */
    const char *text = "k<<<3, 3>>>(p, n);";
}
