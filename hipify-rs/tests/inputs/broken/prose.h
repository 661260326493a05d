The cudaMalloc function allocates memory (see cudaFree). Don't call cuInit(0) twice!
Use k<<<grid, block>>>(args) to launch; "unclosed quotes are rarer.
CUDA_SUCCESS isn't cudaSuccess.
