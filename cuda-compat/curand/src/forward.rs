//! Written by `cargo xtask check --write` from cuda-compat/curand/api and libraries/rand/api: change those.
//!
//! CUDA's functions: those of HIP's library, those of `own`, and those that are missing.

use crate::{numbers, own};
use forward::Pointer;

#[rustfmt::skip]
forward::forwards! {
    [] std::convert::identity;
    curandCreateGenerator(generator: Pointer, rng_type: u32) = hiprandCreateGenerator(generator => Pointer, numbers::RNG_TYPE.hip(rng_type) => u32);
    curandCreateGeneratorHost(generator: Pointer, rng_type: u32) = hiprandCreateGeneratorHost(generator => Pointer, numbers::RNG_TYPE.hip(rng_type) => u32);
    curandDestroyGenerator(generator: Pointer) = hiprandDestroyGenerator(generator => Pointer);
    curandGenerate(generator: Pointer, output_data: Pointer, n: usize) = hiprandGenerate(generator => Pointer, output_data => Pointer, n => usize);
    curandGenerateLogNormal(generator: Pointer, output_data: Pointer, n: usize, mean: f32, stddev: f32) = hiprandGenerateLogNormal(generator => Pointer, output_data => Pointer, n => usize, mean => f32, stddev => f32);
    curandGenerateLogNormalDouble(generator: Pointer, output_data: Pointer, n: usize, mean: f64, stddev: f64) = hiprandGenerateLogNormalDouble(generator => Pointer, output_data => Pointer, n => usize, mean => f64, stddev => f64);
    curandGenerateLongLong(generator: Pointer, output_data: Pointer, n: usize) = hiprandGenerateLongLong(generator => Pointer, output_data => Pointer, n => usize);
    curandGenerateNormal(generator: Pointer, output_data: Pointer, n: usize, mean: f32, stddev: f32) = hiprandGenerateNormal(generator => Pointer, output_data => Pointer, n => usize, mean => f32, stddev => f32);
    curandGenerateNormalDouble(generator: Pointer, output_data: Pointer, n: usize, mean: f64, stddev: f64) = hiprandGenerateNormalDouble(generator => Pointer, output_data => Pointer, n => usize, mean => f64, stddev => f64);
    curandGeneratePoisson(generator: Pointer, output_data: Pointer, n: usize, lambda: f64) = hiprandGeneratePoisson(generator => Pointer, output_data => Pointer, n => usize, lambda => f64);
    curandGenerateSeeds(generator: Pointer) = hiprandGenerateSeeds(generator => Pointer);
    curandGenerateUniform(generator: Pointer, output_data: Pointer, n: usize) = hiprandGenerateUniform(generator => Pointer, output_data => Pointer, n => usize);
    curandGenerateUniformDouble(generator: Pointer, output_data: Pointer, n: usize) = hiprandGenerateUniformDouble(generator => Pointer, output_data => Pointer, n => usize);
    curandGetDirectionVectors32(vectors: Pointer, set: u32) = hiprandGetDirectionVectors32(vectors => Pointer, set => u32);
    curandGetDirectionVectors64(vectors: Pointer, set: u32) = hiprandGetDirectionVectors64(vectors => Pointer, set => u32);
    curandSetGeneratorOffset(generator: Pointer, offset: usize) = hiprandSetGeneratorOffset(generator => Pointer, offset => usize);
    curandSetGeneratorOrdering(generator: Pointer, order: u32) = hiprandSetGeneratorOrdering(generator => Pointer, order => u32);
    curandSetPseudoRandomGeneratorSeed(generator: Pointer, seed: usize) = hiprandSetPseudoRandomGeneratorSeed(generator => Pointer, seed => usize);
    curandSetQuasiRandomGeneratorDimensions(generator: Pointer, dimensions: u32) = hiprandSetQuasiRandomGeneratorDimensions(generator => Pointer, dimensions => u32);
    curandSetStream(generator: Pointer, stream: Pointer) = hiprandSetStream(generator => Pointer, stream => Pointer);
}

#[rustfmt::skip]
forward::exports! {
    []
    curandGetProperty = own::property;
    curandGetVersion = own::version;
}

/// `CURAND_STATUS_INTERNAL_ERROR`
const MISSING: u32 = 999;

#[rustfmt::skip]
forward::refusals! {
    [] "curand" MISSING;
    curandCreatePoissonDistribution,
    curandDestroyDistribution,
    curandGeneratePoissonMethod,
    curandGetScrambleConstants32,
    curandGetScrambleConstants64,
}
