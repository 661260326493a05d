#include <cuda_runtime.h>
struct S { int asm_; int masm; };
int asm_count(S s) { return s.asm_; }
