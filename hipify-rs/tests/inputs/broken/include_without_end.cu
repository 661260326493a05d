#include<cudaFuncSetCacheConfig(e)
cudaFree(p);
