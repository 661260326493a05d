typedef size_t (*CUoccupancyB2DSize)(int);
void g(CUoccupancyB2DSize callback);
struct cudaLaunchParams {
  void *function;
  cudaStream_t stream;
};
struct cudaLaunchParams;
void f(struct cudaLaunchParams *list);
#define QUALIFIER ::cub
