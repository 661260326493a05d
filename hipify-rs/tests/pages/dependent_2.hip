#include <hip/hip_runtime.h>
#include <vector>
#include "example"
table<std::allocator<float>>::words words;
