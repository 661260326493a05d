__global__ void k(int *p);
void run(int *p) {
    k<<<1, 1>>>(p);
    }
    k<<<2, 2>>>(p);
    ] k<<<3, 3>>>(p); )
    k<<<4, (4]>>>(p);
    k<<<5, 5>>>(p[);
}
