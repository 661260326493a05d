// Dynamic shared memory that is no array without a size, and what only looks like it.
template <int M, int N> struct Tiles { float a[M], b[N]; };
extern __shared__ int outside;
extern __shared__ float fine[];
namespace one {
__shared__ extern double inside_namespace;
template <int M, int N>
__global__ void k()
{
    extern __shared__ Tiles<M, N> tiles;
    __shared__ extern alignas(16) unsigned char bytes[M * sizeof(float)];
    extern __shared__ float rows[][N], square[4][N];
    extern __shared__ float row[4][N];
    extern __shared__ __align__(16) float4 first ;
    extern __shared__ int one_of, two;
    __shared__ Tiles<M, N> fixed;
    __shared__ int words[32];
    extern __device__ int f(int);
    tiles.a[0] = fixed.b[0] + first.x;
}
}
extern "C" __global__ void plain() { extern __shared__ double last; last = 1; }
