__global__ void régler(int *p);
void f(int *größe) { régler<<<1, 32>>>(größe); }
