// One of two units whose device code is linked when the program starts (nvcc -rdc=true -arch=compute_75 -ptx): its kernel
// launches the other's, whose function and variable it uses too.
extern __device__ int scale(int value);
extern __device__ int calls;
__global__ void child(int *out, int base);

static __device__ int own = 100;

__global__ void parent(int *out)
{
    out[0] = scale(own) + calls;
    child<<<1, 4>>>(out + 1, own);
}
