// Marks before an alignment, and what only looks like it.
struct alignas(16) Vector { float x[4]; };
__constant__ const alignas(Vector) float table[4] = {1, 2, 3, 4};
static __device__ alignas(__nv_bfloat16) unsigned char bytes[32];
#define ROOM(T) __shared__ alignas(T) unsigned char room[sizeof(T)]
#define SHARED __shared__
alignas(8) int host;
static alignas(8) int other;
__global__ void k()
{
    __shared__ /* sixteen */ alignas(16) int words[4];
    __shared__
    alignas(16)
    int more[4];
    ROOM(Vector);
    SHARED alignas(4) int last;
}
