// Names of the runtime outside of the branch for nvcc need the header everywhere.
#pragma once
#include <vector>
#ifdef __CUDACC__
__global__ void scale(float *x, float by);
#endif
cudaError_t scale(std::vector<float> &x, float by);
