// Definitions of members outside of their classes.
#include <cuda_runtime.h>
namespace shapes {
class alignas(16) Box final {
  public:
    __device__ Box();
    __device__ ~Box();
    __host__ __device__ bool holds(float x) const;
    static __device__ int count(int (*each)(int));
    __device__ Box &operator+=(const Box &other);
    int on_host();
    __device__ int twice(int x);
    int twice(float x);
    __host__ int named();
};
Box::Box() {}
inline Box::~Box() {}
bool Box::holds(float x) const { return x > 0; }
int Box::count(int (*each)(int)) { return each(1); }
Box &Box::operator+=(const Box &other) { return *this; }
int Box::on_host() { return 1; }
int Box::twice(float x) { return int(2 * x); }
int Box::named() { return 2; }
}
template <typename T, int n = (1 > 0)> struct Pool { T all[n]; __device__ T &at(int i); __device__ void clear(); };
template <typename T, int n> T &Pool<T, n>::at(int i) { return all[i]; }
template <typename T, int n>
__device__ void Pool<T, n>::clear() {}
__global__ void k(float *x) { shapes::Box box; Pool<float> pool; x[0] = box.holds(1) + shapes::Box::count(nullptr) + pool.at(0); }
