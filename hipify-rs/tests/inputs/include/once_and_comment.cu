#pragma once /* and
   a comment */
__global__ void k(int *p) { *p = 1; }
