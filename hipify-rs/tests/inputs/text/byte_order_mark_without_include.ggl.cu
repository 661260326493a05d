__global__ void k();
void f() { k<<<1, 1>>>(); }
