#include <cuda_runtime.h>
struct Größe { int länge; };
void frei(Größe *größe) { cudaFree(größe); /* größe → frei */ }
const char *π = "cudaFree π";
