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
// Attributes, and what only looks like one.
struct Queue {
    __device__ [[nodiscard]] bool empty() const { return n == 0; }
    __host__ __device__ [[nodiscard]] [[gnu::cold]] constexpr int size() const { return n; }
    __device__ __forceinline__ [[maybe_unused]] static int none() { return 0; }
    [[nodiscard]] __device__ int fine() { return n; }
    __device__ int operator[](int i) const { return i; }
    __device__ /* why */ [[nodiscard]] int commented() const { return n; }
    int n;
};
template <class T> __global__ [[gnu::noinline]] void fill(T *p) { *p = 1; }
__device__ void room() { __shared__ [[maybe_unused]] int words[4]; }
void host(int *p) { auto f = [] __device__ { return 1; }; p[p[0]] = f(); }
