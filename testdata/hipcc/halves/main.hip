// hipcc's half, which compares.
#include "numbers.h"
#include <cstdio>

FUNCTIONS(hip)
__half host_sum(__half a, __half b, float c);
__hip_bfloat16 host_sum(__hip_bfloat16 a, __hip_bfloat162 b);
Sums host_sums();

int main()
{
    Sums ours = hip_sums(), theirs = host_sums();
    bool is_passed = __half2float(host_sum(__half(1.5f), __half(2.0f), 3.0f)) == 7.5f &&
                     __bfloat162float(host_sum(__hip_bfloat16(1.5f), __hip_bfloat162(2.0f, 4.0f))) == -0.5f;
    bool is_directed = ours.is_directed && theirs.is_directed;
    bool is_right = is_passed && is_directed && ours.half == theirs.half && ours.bfloat == theirs.bfloat;
    printf("%s %d %d %llx %llx %llx %llx\n", is_right ? "right" : "wrong", is_passed, is_directed, (unsigned long long)ours.half,
           (unsigned long long)theirs.half, (unsigned long long)ours.bfloat, (unsigned long long)theirs.bfloat);
    return !is_right;
}
