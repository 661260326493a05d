/* The comment ends
*/#include <cublas.h>
__global__ void k(int *p) { *p = 1; }
void f(int *p) { k<<<1, 2>>>(p); }
