#include <hip/hip_runtime.h>
#include <memory>
#include "example"
table<std::allocator<float>>::words words;
