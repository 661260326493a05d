__global__ void k(int *p, int n);
template <class T, int N> __global__ void t(T *p);

void run(int *p, dim3 grid, dim3 block, cudaStream_t s)
{
    k<<<1,2>>>(p,3);
    k<<<grid,block,16,s>>>(p,3);
    k<<<dim3(1,2),dim3(3,4),0,s>>>(p, 3);
    k<<<1,
        2,0>>>(p, 3);
    t<int,4><<<1,2>>>(p);
    k<<<1 , 2 ,0 ,s>>>(p, 3);
}
