#include <cuda_runtime.h>
// テスト 表
void run(void *p) { cudaFree(p); } // ソース
