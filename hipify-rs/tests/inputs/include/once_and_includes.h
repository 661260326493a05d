#include <vector>
#pragma once
struct Streams { std::vector<cudaStream_t> all; };
