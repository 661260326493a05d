__device__ int count(bool p)
{
    unsigned mask = __ballot_sync(0xffffffff, p);
    unsigned int active = __activemask();
    uint32_t same = __match_any_sync(active, p);
    unsigned long long wide = __ballot_sync(active, p);
    auto any = __ballot_sync(active, p);
    int n = __popc(__ballot_sync(active, p)) + __ffs(__activemask()) + __popcll(wide);
    return n + __popc(mask & same);
}
