// What both sides of a pair share: the pair's random numbers and the line that they print.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifdef __HIPCC__
#define BOTH __host__ __device__ inline
// An array of the host on the device: copied there when made, and back by `fetch`.
template <typename T> struct Device {
    T *at = nullptr;
    size_t count;
    explicit Device(size_t count) : count(count) { check(hipMalloc(&at, count * sizeof(T))); }
    explicit Device(const std::vector<T> &from) : Device(from.size()) {
        check(hipMemcpy(at, from.data(), count * sizeof(T), hipMemcpyHostToDevice));
    }
    std::vector<T> fetch() const {
        std::vector<T> to(count);
        check(hipMemcpy(to.data(), at, count * sizeof(T), hipMemcpyDeviceToHost));
        return to;
    }
    Device(const Device &) = delete;
    ~Device() { check(hipFree(at)); }
    static void check(hipError_t status) {
        if (status != hipSuccess) {
            fprintf(stderr, "%s\n", hipGetErrorString(status));
            exit(1);
        }
    }
};
#else
#define BOTH static inline
#endif

// A number of a sequence that is the same everywhere.
struct Random {
    uint64_t state;
    uint32_t next() {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return uint32_t(state >> 33);
    }
};

static inline int argument(int argc, char **argv, int which, int otherwise) {
    return argc > which ? atoi(argv[which]) : otherwise;
}

// Sums in double precision; the bench compares both sides' to a part in 10,000.
template <typename T> static void print_sum(const std::vector<T> &values) {
    double sum = 0;
    for (size_t i = 0; i < values.size(); i++) sum += double(values[i]) * double(i % 7 + 1);
    printf("%.9g\n", sum);
}
