#include <hip/hip_runtime.h>
template <typename T> struct convert {
    template <int n> static __device__ T cast(T x) { return x + n; }
};
template <typename T> struct pack {
    template <int n> __device__ T at(int m) const { return T(n + m); }
};
#include "example"
struct number {
    float value;
    __device__ number operator+(number other) const { return {value + other.value}; }
    __device__ number operator+(int n) const { return {value + n}; }
    __device__ number(float value) : value(value) {}
    template <typename U> static __device__ number of(U x) { return number(x); }
};
template __global__ void k<number, 2>(number *, const pack<number>, const number *);
