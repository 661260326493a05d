//! The special function unit: reciprocals, roots, exponentials, logarithms, sines and hyperbolic tangents to
//! the last bit of an H200.
//!
//! The unit divides a binade into segments and evaluates a quadratic polynomial with integer coefficients
//! in each. It computes the square of the offset with a multiplier that lacks its lower columns. The sum is
//! exact and cut off to a result's 24 bits; a rounding constant is part of the polynomial's constant. The
//! structure is published (S. Oberman and M. Siu, "A High-Performance Area-Efficient Multifunction
//! Interpolator", ARITH 2005; the envytools project found the same integers for the first unit of this
//! kind), the integers in [`coefficients`] follow from recordings. `cargo xtask exhaust` compares all
//! results with an H200's.
//!
//! Numbers are encoded binary32 unless a name says otherwise. The functions have no branches that depend on
//! their arguments, so that loops over rows of lanes become vector code.

mod coefficients;
mod divide;
mod double;
mod interpolate;
mod narrow;
mod single;
mod upper_half;

pub use divide::{div, div_full};
pub use double::rsqrt_double;
pub use interpolate::half_square;
pub use narrow::{ex2_bf16, ex2_f16, tanh_bf16, tanh_f16};
pub use single::{cos, ex2, lg2, rcp, rsqrt, sin, sqrt, tanh};
pub use upper_half::{rcp_upper_half, rsqrt_upper_half};

/// Constants, slopes and curvatures of a function's segments by the name of its table; for the program that
/// solves for them.
pub fn coefficients(table: &str) -> Option<&'static [[i64; 3]]> {
    Some(match table {
        "RCP" => &coefficients::RCP,
        "RSQRT" => &coefficients::RSQRT,
        "SQRT" => &coefficients::SQRT,
        "SIN" => &coefficients::SIN,
        "EX2" => &coefficients::EX2,
        "LG2" => &coefficients::LG2,
        "TANH" => &coefficients::TANH,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
