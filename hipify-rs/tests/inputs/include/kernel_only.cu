__global__ void touch(int *p) { *p = 1; }
