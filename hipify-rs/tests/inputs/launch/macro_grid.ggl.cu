#define DIV_UP(a, b) (((a) + (b) - 1) / (b))
#define GRID dim3(4, 4)
#define ARGS p, n
__global__ void BlackScholes(float2 *p, int n);
void run(float *p, int n)
{
    BlackScholes<<<DIV_UP((n / 2), 128), 128 /*480*/>>>((float2 *)p, n);
    BlackScholes<<<GRID, DIV_UP(n, 4)>>>(ARGS);
    BlackScholes<<<DIV_UP(n, 2), (128)>>>((float2 *)p, n);
}
