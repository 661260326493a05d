// The classes of hiprand.hpp give the numbers of hipRAND's functions. Prints `right`.
#include <cstdio>
#include <cstring>
#include <hip/hip_runtime_api.h>
#include <hiprand/hiprand.hpp>
#include <vector>

static const size_t COUNT = 1000;

// Bytes that a function writes to device memory.
template <typename T, typename F> static std::vector<T> filled(F fill)
{
    T *device = nullptr;
    std::vector<T> host(COUNT);
    if (hipMalloc(reinterpret_cast<void **>(&device), COUNT * sizeof(T)) != hipSuccess)
        throw hiprand_cpp::error(HIPRAND_STATUS_ALLOCATION_FAILED);
    fill(device);
    (void)hipMemcpy(host.data(), device, COUNT * sizeof(T), hipMemcpyDeviceToHost);
    (void)hipFree(device);
    return host;
}

static hiprandGenerator_t created(hiprandRngType_t type)
{
    hiprandGenerator_t generator = nullptr;
    hiprand_cpp::detail::check(hiprandCreateGenerator(&generator, type));
    return generator;
}

int main()
{
    int wrong = 0;
    {
        hiprand_cpp::philox4x32_10_engine<3> engine;
        hiprand_cpp::normal_distribution<double> normal(2.0, 0.5);
        std::vector<double> own = filled<double>([&](double *out) { normal(engine, out, COUNT); });
        hiprandGenerator_t generator = created(HIPRAND_RNG_PSEUDO_PHILOX4_32_10);
        hiprandSetPseudoRandomGeneratorSeed(generator, 3);
        std::vector<double> wanted =
            filled<double>([&](double *out) { hiprandGenerateNormalDouble(generator, out, COUNT, 2.0, 0.5); });
        hiprandDestroyGenerator(generator);
        wrong += own != wanted;
    }
    {
        // An engine takes a generator over.
        hiprandGenerator_t generator = created(HIPRAND_RNG_PSEUDO_XORWOW);
        hiprandSetPseudoRandomGeneratorSeed(generator, 7);
        hiprand_cpp::xorwow taken(generator), other(7, 0);
        wrong += generator != nullptr;
        std::vector<unsigned int> a = filled<unsigned int>([&](unsigned int *out) { taken(out, COUNT); });
        hiprand_cpp::uniform_int_distribution<> every;
        std::vector<unsigned int> b = filled<unsigned int>([&](unsigned int *out) { every(other, out, COUNT); });
        wrong += a != b;
    }
    {
        hiprand_cpp::sobol64 engine(2);
        hiprand_cpp::uniform_real_distribution<float> uniform;
        hiprand_cpp::sobol32 narrow(2);
        std::vector<float> numbers = filled<float>([&](float *out) { uniform(narrow, out, COUNT); });
        for (float number : numbers)
            wrong += !(number > 0.0f && number <= 1.0f);
        std::vector<unsigned long long> words =
            filled<unsigned long long>([&](unsigned long long *out) { engine(out, COUNT); });
        wrong += words[1] != 1ull << 63;
    }
    {
        hiprand_cpp::mrg32k3a engine(5);
        hiprand_cpp::poisson_distribution<> poisson(4.0);
        hiprand_cpp::lognormal_distribution<float> lognormal(0.0f, 1.0f);
        std::vector<unsigned int> counts = filled<unsigned int>([&](unsigned int *out) { poisson(engine, out, COUNT); });
        unsigned int sum = 0;
        for (unsigned int count : counts)
            sum += count;
        wrong += sum < 3500 || sum > 4500;
        for (float number : filled<float>([&](float *out) { lognormal(engine, out, COUNT); }))
            wrong += !(number > 0.0f);
        wrong += poisson.param() != hiprand_cpp::poisson_distribution<>::param_type(4.0);
    }
    try {
        hiprandGenerator_t none = nullptr;
        hiprand_cpp::xorwow engine(none);
        wrong++;
    } catch (const hiprand_cpp::error &failure) {
        wrong += failure != hiprand_cpp::error(HIPRAND_STATUS_NOT_INITIALIZED) || std::strlen(failure.what()) == 0;
    }
    std::puts(wrong == 0 ? "right" : "wrong");
    return wrong;
}
