#ifndef KERNELS_H
#define KERNELS_H

__global__ void touch(int *p);

#endif
