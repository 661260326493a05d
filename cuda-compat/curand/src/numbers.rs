//! Written by `cargo xtask check --write` from cuda-compat/curand/api and libraries/rand/api: change those.
//!
//! Numbers that differ between CUDA and HIP: CUDA's, HIP's, CUDA's name.

use forward::Numbers;

/// `hiprandRngType_t`
#[rustfmt::skip]
pub(crate) const RNG_TYPE: Numbers = Numbers(&[
    (100, 400, c"CURAND_RNG_PSEUDO_DEFAULT"),
    (101, 401, c"CURAND_RNG_PSEUDO_XORWOW"),
    (121, 402, c"CURAND_RNG_PSEUDO_MRG32K3A"),
    (141, 403, c"CURAND_RNG_PSEUDO_MTGP32"),
    (142, 404, c"CURAND_RNG_PSEUDO_MT19937"),
    (161, 405, c"CURAND_RNG_PSEUDO_PHILOX4_32_10"),
    (200, 500, c"CURAND_RNG_QUASI_DEFAULT"),
    (201, 501, c"CURAND_RNG_QUASI_SOBOL32"),
    (202, 502, c"CURAND_RNG_QUASI_SCRAMBLED_SOBOL32"),
    (203, 503, c"CURAND_RNG_QUASI_SOBOL64"),
    (204, 504, c"CURAND_RNG_QUASI_SCRAMBLED_SOBOL64"),
]);
