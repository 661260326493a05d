__global__ void child(int *p);

__global__ void parent(int *p)
{
    cudaStream_t forget = cudaStreamFireAndForget;
    child<<<1, 32, 0, forget>>>(p);
    child<<<1, 32, 0, cudaStreamTailLaunch>>>(p);
}
