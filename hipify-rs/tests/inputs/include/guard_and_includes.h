// A header.
#ifndef HEADER_H
#define HEADER_H

#include <vector>

struct Streams { std::vector<cudaStream_t> all; };

#endif
