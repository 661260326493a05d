/* Written by `cargo xtask check --write` from the tables in libraries/rand/api: change those. */
#ifndef HIPRAND_HIPRAND_H
#define HIPRAND_HIPRAND_H

#include <hiprand/hiprand_types.h>

#if defined(__cplusplus)
extern "C" {
#endif

hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t *generator, hiprandRngType_t rng_type);
hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t *generator, hiprandRngType_t rng_type);
hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t generator);
hiprandStatus_t hiprandGenerate(hiprandGenerator_t generator, unsigned int *output_data, size_t n);
hiprandStatus_t hiprandGenerateChar(hiprandGenerator_t generator, unsigned char *output_data, size_t n);
hiprandStatus_t hiprandGenerateLogNormal(hiprandGenerator_t generator, float *output_data, size_t n, float mean, float stddev);
hiprandStatus_t hiprandGenerateLogNormalDouble(hiprandGenerator_t generator, double *output_data, size_t n, double mean, double stddev);
hiprandStatus_t hiprandGenerateLogNormalHalf(hiprandGenerator_t generator, hiprandHalf *output_data, size_t n, hiprandHalf mean, hiprandHalf stddev);
hiprandStatus_t hiprandGenerateLongLong(hiprandGenerator_t generator, unsigned long long *output_data, size_t n);
hiprandStatus_t hiprandGenerateNormal(hiprandGenerator_t generator, float *output_data, size_t n, float mean, float stddev);
hiprandStatus_t hiprandGenerateNormalDouble(hiprandGenerator_t generator, double *output_data, size_t n, double mean, double stddev);
hiprandStatus_t hiprandGenerateNormalHalf(hiprandGenerator_t generator, hiprandHalf *output_data, size_t n, hiprandHalf mean, hiprandHalf stddev);
hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t generator, unsigned int *output_data, size_t n, double lambda);
hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t generator);
hiprandStatus_t hiprandGenerateShort(hiprandGenerator_t generator, unsigned short *output_data, size_t n);
hiprandStatus_t hiprandGenerateUniform(hiprandGenerator_t generator, float *output_data, size_t n);
hiprandStatus_t hiprandGenerateUniformDouble(hiprandGenerator_t generator, double *output_data, size_t n);
hiprandStatus_t hiprandGenerateUniformHalf(hiprandGenerator_t generator, hiprandHalf *output_data, size_t n);
hiprandStatus_t hiprandGetDirectionVectors32(hiprandDirectionVectors32_t **vectors, hiprandDirectionVectorSet_t set);
hiprandStatus_t hiprandGetDirectionVectors64(hiprandDirectionVectors64_t **vectors, hiprandDirectionVectorSet_t set);
hiprandStatus_t hiprandGetVersion(int *version);
hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t generator, unsigned long long offset);
hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t generator, hiprandOrdering_t order);
hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t generator, unsigned long long seed);
hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t generator, unsigned int dimensions);
hiprandStatus_t hiprandSetStream(hiprandGenerator_t generator, hipStream_t stream);

#if defined(__cplusplus)
}
#endif
#endif
