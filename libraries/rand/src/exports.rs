//! Written by `cargo xtask check --write` from the tables in libraries/rand/api: change those.
//!
//! Functions of C.

use crate::status::Status;
use crate::{generate, generators, sobol};
use work::Pointer;

#[rustfmt::skip]
work::plain! {
Status;
    hiprandCreateGenerator(generator: Pointer, rng_type: u32) => generators::create: (generator, rng_type);
    hiprandCreateGeneratorHost(generator: Pointer, rng_type: u32) => generators::create_on_host: (generator, rng_type);
    hiprandDestroyGenerator(generator: Pointer) => generators::destroy: (generator);
    hiprandGenerate(generator: Pointer, output_data: Pointer, n: usize) => generate::words: (generator, output_data, n);
    hiprandGenerateChar(generator: Pointer, output_data: Pointer, n: usize) => generate::bytes: (generator, output_data, n);
    hiprandGenerateLogNormal(generator: Pointer, output_data: Pointer, n: usize, mean: f32, stddev: f32) => generate::log_normal: (generator, output_data, n, mean, stddev);
    hiprandGenerateLogNormalDouble(generator: Pointer, output_data: Pointer, n: usize, mean: f64, stddev: f64) => generate::log_normal_double: (generator, output_data, n, mean, stddev);
    hiprandGenerateLogNormalHalf(generator: Pointer, output_data: Pointer, n: usize, mean: u16, stddev: u16) => generate::log_normal_half: (generator, output_data, n, mean, stddev);
    hiprandGenerateLongLong(generator: Pointer, output_data: Pointer, n: usize) => generate::long_words: (generator, output_data, n);
    hiprandGenerateNormal(generator: Pointer, output_data: Pointer, n: usize, mean: f32, stddev: f32) => generate::normal: (generator, output_data, n, mean, stddev);
    hiprandGenerateNormalDouble(generator: Pointer, output_data: Pointer, n: usize, mean: f64, stddev: f64) => generate::normal_double: (generator, output_data, n, mean, stddev);
    hiprandGenerateNormalHalf(generator: Pointer, output_data: Pointer, n: usize, mean: u16, stddev: u16) => generate::normal_half: (generator, output_data, n, mean, stddev);
    hiprandGeneratePoisson(generator: Pointer, output_data: Pointer, n: usize, lambda: f64) => generate::poissons: (generator, output_data, n, lambda);
    hiprandGenerateSeeds(generator: Pointer) => generators::prepare: (generator);
    hiprandGenerateShort(generator: Pointer, output_data: Pointer, n: usize) => generate::shorts: (generator, output_data, n);
    hiprandGenerateUniform(generator: Pointer, output_data: Pointer, n: usize) => generate::uniform: (generator, output_data, n);
    hiprandGenerateUniformDouble(generator: Pointer, output_data: Pointer, n: usize) => generate::uniform_double: (generator, output_data, n);
    hiprandGenerateUniformHalf(generator: Pointer, output_data: Pointer, n: usize) => generate::uniform_half: (generator, output_data, n);
    hiprandGetDirectionVectors32(vectors: Pointer, set: u32) => sobol::vectors32: (vectors, set);
    hiprandGetDirectionVectors64(vectors: Pointer, set: u32) => sobol::vectors64: (vectors, set);
    hiprandGetVersion(version: Pointer) => generators::version: (version);
    hiprandSetGeneratorOffset(generator: Pointer, offset: usize) => generators::set_offset: (generator, offset);
    hiprandSetGeneratorOrdering(generator: Pointer, order: u32) => generators::set_ordering: (generator, order);
    hiprandSetPseudoRandomGeneratorSeed(generator: Pointer, seed: usize) => generators::set_seed: (generator, seed);
    hiprandSetQuasiRandomGeneratorDimensions(generator: Pointer, dimensions: u32) => generators::set_dimensions: (generator, dimensions);
    hiprandSetStream(generator: Pointer, stream: Pointer) => generators::set_stream: (generator, stream);
}
