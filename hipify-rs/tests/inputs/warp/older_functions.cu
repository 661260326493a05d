__device__ int f(int v, bool p)
{
    if (__any(p) || __all(p)) v += __shfl(v, 0);
    return __popc(__ballot(p)) + __shfl_down(v, 1);
}
