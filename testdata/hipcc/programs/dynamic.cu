// arch: sm_50 sm_90
// DPX functions against their definitions, on both sides: numbers near the ends of their ranges among them.
#include <cstdio>

#define BOTH __host__ __device__

typedef unsigned short Unsigned;

// Numbers that differ in sign and size, from a place in a sequence.
BOTH unsigned int some(unsigned int n)
{
    const unsigned int ends[8] = {0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x7fff8000, 0x8000ffff, 0x00017fff};
    return n % 3 == 0 ? ends[n / 3 % 8] : n * 2654435761u;
}

BOTH long long most(long long a, long long b) { return a < b ? b : a; }
BOTH long long least(long long a, long long b) { return b < a ? b : a; }
template <typename T> BOTH T wrapped(T a, T b) { return static_cast<T>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b)); }

template <typename T> BOTH unsigned int word(T high, T low)
{
    return static_cast<unsigned int>(static_cast<unsigned short>(high)) << 16 | static_cast<unsigned short>(low);
}

#define CHECK(have, want) wrong += static_cast<long long>(have) != static_cast<long long>(want)
// A formula for both halves, as T x, y, z of each.
#define HALVES(T, formula) \
    word<T>([](T x, T y, T z) -> T { (void)z; return static_cast<T>(formula); }(T(a >> 16), T(b >> 16), T(c >> 16)), \
            [](T x, T y, T z) -> T { (void)z; return static_cast<T>(formula); }(T(a), T(b), T(c)))

BOTH int step(unsigned int a, unsigned int b, unsigned int c)
{
    int wrong = 0, x = static_cast<int>(a), y = static_cast<int>(b), z = static_cast<int>(c);
    CHECK(__viaddmax_s32(x, y, z), most(wrapped(x, y), z));
    CHECK(__viaddmin_s32(x, y, z), least(wrapped(x, y), z));
    CHECK(__viaddmax_s32_relu(x, y, z), most(most(wrapped(x, y), z), 0));
    CHECK(__viaddmin_s32_relu(x, y, z), most(least(wrapped(x, y), z), 0));
    CHECK(__viaddmax_u32(a, b, c), most(wrapped(a, b), c));
    CHECK(__viaddmin_u32(a, b, c), least(wrapped(a, b), c));
    CHECK(__vimax3_s32(x, y, z), most(most(x, y), z));
    CHECK(__vimin3_s32(x, y, z), least(least(x, y), z));
    CHECK(__vimax3_s32_relu(x, y, z), most(most(most(x, y), z), 0));
    CHECK(__vimin3_s32_relu(x, y, z), most(least(least(x, y), z), 0));
    CHECK(__vimax3_u32(a, b, c), most(most(a, b), c));
    CHECK(__vimin3_u32(a, b, c), least(least(a, b), c));
    CHECK(__vimax_s32_relu(x, y), most(most(x, y), 0));
    CHECK(__vimin_s32_relu(x, y), most(least(x, y), 0));
    CHECK(__viaddmax_s16x2(a, b, c), HALVES(short, most(wrapped(x, y), z)));
    CHECK(__viaddmin_s16x2(a, b, c), HALVES(short, least(wrapped(x, y), z)));
    CHECK(__viaddmax_s16x2_relu(a, b, c), HALVES(short, most(most(wrapped(x, y), z), 0)));
    CHECK(__viaddmin_s16x2_relu(a, b, c), HALVES(short, most(least(wrapped(x, y), z), 0)));
    CHECK(__viaddmax_u16x2(a, b, c), HALVES(Unsigned, most(wrapped(x, y), z)));
    CHECK(__viaddmin_u16x2(a, b, c), HALVES(Unsigned, least(wrapped(x, y), z)));
    CHECK(__vimax3_s16x2(a, b, c), HALVES(short, most(most(x, y), z)));
    CHECK(__vimin3_s16x2(a, b, c), HALVES(short, least(least(x, y), z)));
    CHECK(__vimax3_s16x2_relu(a, b, c), HALVES(short, most(most(most(x, y), z), 0)));
    CHECK(__vimin3_s16x2_relu(a, b, c), HALVES(short, most(least(least(x, y), z), 0)));
    CHECK(__vimax3_u16x2(a, b, c), HALVES(Unsigned, most(most(x, y), z)));
    CHECK(__vimin3_u16x2(a, b, c), HALVES(Unsigned, least(least(x, y), z)));
    CHECK(__vimax_s16x2_relu(a, b), HALVES(short, most(most(x, y), 0)));
    CHECK(__vimin_s16x2_relu(a, b), HALVES(short, most(least(x, y), 0)));
    bool first, high, low;
    CHECK(__vibmax_s32(x, y, &first), most(x, y));
    CHECK(first, x >= y);
    CHECK(__vibmin_s32(x, y, &first), least(x, y));
    CHECK(first, x <= y);
    CHECK(__vibmax_u32(a, b, &first), most(a, b));
    CHECK(first, a >= b);
    CHECK(__vibmin_u32(a, b, &first), least(a, b));
    CHECK(first, a <= b);
    CHECK(__vibmax_s16x2(a, b, &high, &low), HALVES(short, most(x, y)));
    CHECK(high * 2 + low, (short(a >> 16) >= short(b >> 16)) * 2 + (short(a) >= short(b)));
    CHECK(__vibmin_s16x2(a, b, &high, &low), HALVES(short, least(x, y)));
    CHECK(high * 2 + low, (short(a >> 16) <= short(b >> 16)) * 2 + (short(a) <= short(b)));
    CHECK(__vibmax_u16x2(a, b, &high, &low), HALVES(Unsigned, most(x, y)));
    CHECK(high * 2 + low, (a >> 16 >= b >> 16) * 2 + ((a & 0xffff) >= (b & 0xffff)));
    CHECK(__vibmin_u16x2(a, b, &high, &low), HALVES(Unsigned, least(x, y)));
    CHECK(high * 2 + low, (a >> 16 <= b >> 16) * 2 + ((a & 0xffff) <= (b & 0xffff)));
    return wrong;
}

__global__ void all(int *wrong)
{
    unsigned int n = blockIdx.x * blockDim.x + threadIdx.x;
    int bad = step(some(n), some(n * 7 + 3), some(n * 13 + 6));
    if (bad)
        atomicAdd(wrong, bad);
}

int main()
{
    int *wrong, here = 0;
    cudaMallocManaged(&wrong, sizeof(int));
    *wrong = 0;
    all<<<16, 128>>>(wrong);
    for (unsigned int n = 0; n < 2048; ++n)
        here += step(some(n), some(n * 7 + 3), some(n * 13 + 6));
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
        printf("the kernel does not run\n");
        return 1;
    }
    if (*wrong + here == 0)
        printf("right\n");
    else
        printf("%d wrong in the kernel, %d on the host\n", *wrong, here);
    return *wrong + here != 0;
}
