#include <cuda.h>
}}}) ] cuInit(0); ((( {
void f( { cuCtxCreate(&c, 0, 0; }
cuMemAlloc(&p, (n);
template <<<>>> ;
