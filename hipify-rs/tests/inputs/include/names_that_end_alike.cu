#include "mylib/cuda.h.in"
#include "my_cuda.h"
#include <cuda.hpp>
#include "third_party/cublas_v2.h"
const char *s = "#include <cuda.h>";
