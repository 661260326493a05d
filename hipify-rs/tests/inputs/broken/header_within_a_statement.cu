// Found by the fuzzer: without the second header the words around it would be one statement.
#include <cuda.h>
{.
#include <cuda.h>
f CUresult
