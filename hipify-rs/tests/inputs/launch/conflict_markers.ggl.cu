__global__ void k(int *p);

void run(int *p)
{
<<<<<<< HEAD
    k<<<1, 64>>>(p);
=======
    k<<<2, 64>>>(p);
>>>>>>> feature/(wide)
    cudaDeviceSynchronize();
}
