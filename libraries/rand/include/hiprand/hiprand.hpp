/* hipRAND's functions as classes of C++, in the style of the standard's <random>: engines own a generator, distributions
 * fill device memory from an engine, and a failure is an exception. */
#ifndef HIPRAND_HPP_
#define HIPRAND_HPP_

#include <exception>
#include <limits>
#include <random>
#include <string>
#include <type_traits>

#include <hiprand/hiprand.h>
#if defined(__HIP__)
#include <hiprand/hiprand_kernel.h>
#endif

/* Seeds of engines that are given none. */
#define HIPRAND_PHILOX4x32_DEFAULT_SEED 0ULL
#define HIPRAND_XORWOW_DEFAULT_SEED 0ULL
#define HIPRAND_MRG32K3A_DEFAULT_SEED 12345ULL
#define HIPRAND_MTGP32_DEFAULT_SEED 0ULL
#define HIPRAND_MT19937_DEFAULT_SEED 0ULL

namespace hiprand_cpp {

/* Failure of a function of hipRAND. */
class error : public std::exception {
public:
    typedef hiprandStatus_t error_type;

    error(error_type code) noexcept : code_(code), text_(to_string(code)) {}

    error_type error_code() const noexcept { return code_; }
    std::string error_string() const noexcept { return text_; }
    const char *what() const noexcept override { return text_.c_str(); }

    static std::string to_string(error_type code)
    {
        switch (code) {
        case HIPRAND_STATUS_SUCCESS: return "no error";
        case HIPRAND_STATUS_VERSION_MISMATCH: return "the library is of another version than its header";
        case HIPRAND_STATUS_NOT_INITIALIZED: return "no such generator";
        case HIPRAND_STATUS_ALLOCATION_FAILED: return "out of memory";
        case HIPRAND_STATUS_TYPE_ERROR: return "the generator is of another type";
        case HIPRAND_STATUS_OUT_OF_RANGE: return "an argument is out of range";
        case HIPRAND_STATUS_LENGTH_NOT_MULTIPLE: return "the length is no multiple of the dimensions";
        case HIPRAND_STATUS_DOUBLE_PRECISION_REQUIRED: return "the device has no double precision";
        case HIPRAND_STATUS_LAUNCH_FAILURE: return "a kernel could not be launched";
        case HIPRAND_STATUS_PREEXISTING_FAILURE: return "an earlier call had failed";
        case HIPRAND_STATUS_INITIALIZATION_FAILED: return "the library could not be initialized";
        case HIPRAND_STATUS_ARCH_MISMATCH: return "the device's architecture lacks this";
        case HIPRAND_STATUS_INTERNAL_ERROR: return "internal error of the library";
        case HIPRAND_STATUS_NOT_IMPLEMENTED: return "not implemented";
        }
        return "unknown status " + std::to_string(static_cast<int>(code));
    }

    friend bool operator==(const error &a, const error &b) { return a.code_ == b.code_; }
    friend bool operator!=(const error &a, const error &b) { return a.code_ != b.code_; }

private:
    error_type code_;
    std::string text_;
};

namespace detail {

inline void check(hiprandStatus_t status)
{
    if (status != HIPRAND_STATUS_SUCCESS)
        throw error(status);
}

inline hiprandStatus_t generate(hiprandGenerator_t g, unsigned int *out, size_t n) { return hiprandGenerate(g, out, n); }
inline hiprandStatus_t generate(hiprandGenerator_t g, unsigned char *out, size_t n) { return hiprandGenerateChar(g, out, n); }
inline hiprandStatus_t generate(hiprandGenerator_t g, unsigned short *out, size_t n) { return hiprandGenerateShort(g, out, n); }
inline hiprandStatus_t generate(hiprandGenerator_t g, unsigned long long *out, size_t n)
{
    return hiprandGenerateLongLong(g, out, n);
}
inline hiprandStatus_t uniform(hiprandGenerator_t g, float *out, size_t n) { return hiprandGenerateUniform(g, out, n); }
inline hiprandStatus_t uniform(hiprandGenerator_t g, double *out, size_t n) { return hiprandGenerateUniformDouble(g, out, n); }
inline hiprandStatus_t uniform(hiprandGenerator_t g, hiprandHalf *out, size_t n)
{
    return hiprandGenerateUniformHalf(g, out, n);
}
inline hiprandStatus_t normal(hiprandGenerator_t g, float *out, size_t n, float mean, float deviation)
{
    return hiprandGenerateNormal(g, out, n, mean, deviation);
}
inline hiprandStatus_t normal(hiprandGenerator_t g, double *out, size_t n, double mean, double deviation)
{
    return hiprandGenerateNormalDouble(g, out, n, mean, deviation);
}
inline hiprandStatus_t lognormal(hiprandGenerator_t g, float *out, size_t n, float mean, float deviation)
{
    return hiprandGenerateLogNormal(g, out, n, mean, deviation);
}
inline hiprandStatus_t lognormal(hiprandGenerator_t g, double *out, size_t n, double mean, double deviation)
{
    return hiprandGenerateLogNormalDouble(g, out, n, mean, deviation);
}

/* What all engines have alike: they own a generator of one type, whose raw numbers are of type `Result`. */
template <hiprandRngType_t Type, typename Result> class engine {
public:
    typedef Result result_type;
    typedef hiprandOrdering_t order_type;
    typedef unsigned long long offset_type;

    engine(const engine &) = delete;
    engine &operator=(const engine &) = delete;
    ~engine() { (void)hiprandDestroyGenerator(generator_); }

    void stream(hipStream_t value) { check(hiprandSetStream(generator_, value)); }
    void offset(offset_type value) { check(hiprandSetGeneratorOffset(generator_, value)); }
    void order(order_type value) { check(hiprandSetGeneratorOrdering(generator_, value)); }

    /* Fills device memory with numbers from min() to max(). */
    void operator()(result_type *output, size_t size) { check(generate(generator_, output, size)); }

    result_type min() const { return 0; }
    result_type max() const { return std::numeric_limits<result_type>::max(); }
    static constexpr hiprandRngType_t type() { return Type; }

    /* The generator itself, which stays the engine's. */
    hiprandGenerator_t generator() const { return generator_; }

protected:
    engine() { check(hiprandCreateGenerator(&generator_, Type)); }

    /* Takes over a generator, which becomes null. */
    explicit engine(hiprandGenerator_t &generator) : generator_(generator)
    {
        if (generator == nullptr)
            throw error(HIPRAND_STATUS_NOT_INITIALIZED);
        generator = nullptr;
    }

private:
    hiprandGenerator_t generator_ = nullptr;
};

/* Engine of pseudo-random numbers, which has a seed. */
template <hiprandRngType_t Type, unsigned long long Seed> class pseudo : public engine<Type, unsigned int> {
public:
    typedef unsigned long long seed_type;
    typedef unsigned long long offset_type;
    static constexpr seed_type default_seed = Seed;

    pseudo(seed_type seed_value = Seed, offset_type offset_value = 0)
    {
        if (offset_value != 0)
            this->offset(offset_value);
        seed(seed_value);
    }
    pseudo(hiprandGenerator_t &generator) : engine<Type, unsigned int>(generator) {}

    void seed(seed_type value) { check(hiprandSetPseudoRandomGeneratorSeed(this->generator(), value)); }
};
template <hiprandRngType_t Type, unsigned long long Seed> constexpr unsigned long long pseudo<Type, Seed>::default_seed;

/* Engine of quasi-random numbers, which has dimensions. */
template <hiprandRngType_t Type, typename Result, unsigned int Dimensions> class quasi : public engine<Type, Result> {
public:
    typedef unsigned int dimensions_num_type;
    typedef unsigned long long offset_type;
    static constexpr dimensions_num_type default_num_dimensions = Dimensions;

    quasi(dimensions_num_type number = Dimensions, offset_type offset_value = 0)
    {
        if (offset_value != 0)
            this->offset(offset_value);
        dimensions(number);
    }
    quasi(hiprandGenerator_t &generator) : engine<Type, Result>(generator) {}

    void dimensions(dimensions_num_type value)
    {
        check(hiprandSetQuasiRandomGeneratorDimensions(this->generator(), value));
    }
};
template <hiprandRngType_t Type, typename Result, unsigned int Dimensions>
constexpr unsigned int quasi<Type, Result, Dimensions>::default_num_dimensions;

/* Mean and standard deviation of normal numbers, or of the logarithms of others. */
template <typename Real> class two_parameters {
public:
    two_parameters(Real mean = 0.0, Real deviation = 1.0) : mean_(mean), deviation_(deviation) {}
    Real mean() const { return mean_; }
    Real stddev() const { return deviation_; }
    Real m() const { return mean_; }
    Real s() const { return deviation_; }
    bool operator==(const two_parameters &other) const
    {
        return mean_ == other.mean_ && deviation_ == other.deviation_;
    }
    bool operator!=(const two_parameters &other) const { return !(*this == other); }

private:
    Real mean_, deviation_;
};

/* What distributions with parameters have alike. */
template <typename Result, typename Parameters> class distribution {
public:
    typedef Result result_type;
    typedef Parameters param_type;

    void reset() {}
    param_type param() const { return parameters_; }
    void param(const param_type &value) { parameters_ = value; }
    bool operator==(const distribution &other) const { return parameters_ == other.parameters_; }
    bool operator!=(const distribution &other) const { return !(*this == other); }

protected:
    explicit distribution(const param_type &parameters) : parameters_(parameters) {}
    param_type parameters_;
};

template <typename T> struct is_real : std::integral_constant<bool, std::is_same<T, float>::value || std::is_same<T, double>::value> {};

}

/* All numbers of an unsigned type, each as likely. */
template <class IntType = unsigned int> class uniform_int_distribution {
    static_assert(std::is_same<IntType, unsigned char>::value || std::is_same<IntType, unsigned short>::value
                      || std::is_same<IntType, unsigned int>::value || std::is_same<IntType, unsigned long long>::value,
        "uniform_int_distribution takes unsigned char, short, int and long long");

public:
    typedef IntType result_type;

    void reset() {}
    IntType min() const { return 0; }
    IntType max() const { return std::numeric_limits<IntType>::max(); }
    template <class Generator> void operator()(Generator &g, IntType *output, size_t size)
    {
        detail::check(detail::generate(g.generator(), output, size));
    }
    bool operator==(const uniform_int_distribution &) const { return true; }
    bool operator!=(const uniform_int_distribution &) const { return false; }
};

/* Numbers above 0 and up to 1. */
template <class RealType = float> class uniform_real_distribution {
    static_assert(detail::is_real<RealType>::value || std::is_same<RealType, hiprandHalf>::value,
        "uniform_real_distribution takes float, double and half");

public:
    typedef RealType result_type;

    void reset() {}
    RealType min() const { return std::numeric_limits<RealType>::min(); }
    RealType max() const { return RealType(1.0f); }
    template <class Generator> void operator()(Generator &g, RealType *output, size_t size)
    {
        detail::check(detail::uniform(g.generator(), output, size));
    }
    bool operator==(const uniform_real_distribution &) const { return true; }
    bool operator!=(const uniform_real_distribution &) const { return false; }
};

/* Normal numbers. The number of them has to be even. */
template <class RealType = float>
class normal_distribution : public detail::distribution<RealType, detail::two_parameters<RealType>> {
    static_assert(detail::is_real<RealType>::value, "normal_distribution takes float and double");

public:
    typedef detail::two_parameters<RealType> param_type;

    normal_distribution(RealType mean = 0.0, RealType stddev = 1.0) : normal_distribution(param_type(mean, stddev)) {}
    normal_distribution(const param_type &parameters) : detail::distribution<RealType, param_type>(parameters) {}

    RealType mean() const { return this->parameters_.mean(); }
    RealType stddev() const { return this->parameters_.stddev(); }
    RealType min() const { return std::numeric_limits<RealType>::lowest(); }
    RealType max() const { return std::numeric_limits<RealType>::max(); }
    template <class Generator> void operator()(Generator &g, RealType *output, size_t size)
    {
        detail::check(detail::normal(g.generator(), output, size, mean(), stddev()));
    }
};

/* Numbers whose logarithms are normal. The number of them has to be even. */
template <class RealType = float>
class lognormal_distribution : public detail::distribution<RealType, detail::two_parameters<RealType>> {
    static_assert(detail::is_real<RealType>::value, "lognormal_distribution takes float and double");

public:
    typedef detail::two_parameters<RealType> param_type;

    lognormal_distribution(RealType m = 0.0, RealType s = 1.0) : lognormal_distribution(param_type(m, s)) {}
    lognormal_distribution(const param_type &parameters) : detail::distribution<RealType, param_type>(parameters) {}

    RealType m() const { return this->parameters_.m(); }
    RealType s() const { return this->parameters_.s(); }
    RealType min() const { return 0; }
    RealType max() const { return std::numeric_limits<RealType>::max(); }
    template <class Generator> void operator()(Generator &g, RealType *output, size_t size)
    {
        detail::check(detail::lognormal(g.generator(), output, size, m(), s()));
    }
};

namespace detail {
/* Mean of Poisson numbers. */
class one_parameter {
public:
    one_parameter(double mean = 1.0) : mean_(mean) {}
    double mean() const { return mean_; }
    bool operator==(const one_parameter &other) const { return mean_ == other.mean_; }
    bool operator!=(const one_parameter &other) const { return mean_ != other.mean_; }

private:
    double mean_;
};
}

/* Numbers of events, of which `mean` happen on average. */
template <class IntType = unsigned int>
class poisson_distribution : public detail::distribution<IntType, detail::one_parameter> {
    static_assert(std::is_same<IntType, unsigned int>::value, "poisson_distribution takes unsigned int");

public:
    typedef detail::one_parameter param_type;

    poisson_distribution(double mean = 1.0) : poisson_distribution(param_type(mean)) {}
    poisson_distribution(const param_type &parameters) : detail::distribution<IntType, param_type>(parameters) {}

    double mean() const { return this->parameters_.mean(); }
    IntType min() const { return 0; }
    IntType max() const { return std::numeric_limits<IntType>::max(); }
    template <class Generator> void operator()(Generator &g, IntType *output, size_t size)
    {
        detail::check(hiprandGeneratePoisson(g.generator(), output, size, mean()));
    }
};

template <unsigned long long DefaultSeed = HIPRAND_PHILOX4x32_DEFAULT_SEED>
using philox4x32_10_engine = detail::pseudo<HIPRAND_RNG_PSEUDO_PHILOX4_32_10, DefaultSeed>;
template <unsigned long long DefaultSeed = HIPRAND_XORWOW_DEFAULT_SEED>
using xorwow_engine = detail::pseudo<HIPRAND_RNG_PSEUDO_XORWOW, DefaultSeed>;
template <unsigned long long DefaultSeed = HIPRAND_MRG32K3A_DEFAULT_SEED>
using mrg32k3a_engine = detail::pseudo<HIPRAND_RNG_PSEUDO_MRG32K3A, DefaultSeed>;
template <unsigned long long DefaultSeed = HIPRAND_MTGP32_DEFAULT_SEED>
using mtgp32_engine = detail::pseudo<HIPRAND_RNG_PSEUDO_MTGP32, DefaultSeed>;
template <unsigned long long DefaultSeed = HIPRAND_MT19937_DEFAULT_SEED>
using mt19937_engine = detail::pseudo<HIPRAND_RNG_PSEUDO_MT19937, DefaultSeed>;
template <unsigned int Dimensions = 1>
using sobol32_engine = detail::quasi<HIPRAND_RNG_QUASI_SOBOL32, unsigned int, Dimensions>;
template <unsigned int Dimensions = 1>
using scrambled_sobol32_engine = detail::quasi<HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32, unsigned int, Dimensions>;
template <unsigned int Dimensions = 1>
using sobol64_engine = detail::quasi<HIPRAND_RNG_QUASI_SOBOL64, unsigned long long, Dimensions>;
template <unsigned int Dimensions = 1>
using scrambled_sobol64_engine = detail::quasi<HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64, unsigned long long, Dimensions>;

typedef philox4x32_10_engine<> philox4x32_10;
typedef xorwow_engine<> xorwow;
typedef mrg32k3a_engine<> mrg32k3a;
typedef mtgp32_engine<> mtgp32;
typedef mt19937_engine<> mt19937;
typedef sobol32_engine<> sobol32;
typedef scrambled_sobol32_engine<> scrambled_sobol32;
typedef sobol64_engine<> sobol64;
typedef scrambled_sobol64_engine<> scrambled_sobol64;
typedef xorwow default_random_engine;

/* Seeds that differ in every run. */
typedef std::random_device random_device;

/* Version of the library. */
inline int version()
{
    int number;
    detail::check(hiprandGetVersion(&number));
    return number;
}

}

#endif
