#include "example"

hipStream_t stream;
