#include <cub/device/device_reduce.cuh>
using namespace cub;
namespace prims = cub;
using cub::DeviceReduce;

struct cub_like { int cub; };
int f(cub_like c) { int cub = c.cub; return cub; }
