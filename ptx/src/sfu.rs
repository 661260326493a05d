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
//! Numbers are encoded binary32 unless a name says otherwise. The functions of binary32 are written for any
//! [`lanes::Lanes`], without branches that depend on their arguments: [`rows`] has them for vectors.

mod coefficients;
mod divide;
mod double;
mod interpolate;
pub mod lanes;
mod narrow;
mod single;
pub mod table;
mod upper_half;

use std::num::Wrapping;

pub use double::rsqrt_double;
pub use interpolate::half_square;
pub use narrow::{ex2_bf16, ex2_f16, tanh_bf16, tanh_f16};
pub use upper_half::{rcp_upper_half, rsqrt_upper_half};

/// The functions of binary32 for several lanes.
pub mod rows {
    pub use super::divide::{div, div_full};
    pub use super::single::{cos, ex2, lg2, rcp, rsqrt, sin, sqrt, tanh};
}

/// Defines functions of one number by those of [`rows`].
macro_rules! single {
    ($($name:ident($($number:ident),+ $(; $ftz:ident)?): $form:literal;)+) => {
        $(
            #[doc = concat!("`", $form, "`; see [`rows`].")]
            pub fn $name($($number: u32),+ $(, $ftz: bool)?) -> u32 {
                rows::$name($(Wrapping($number)),+ $(, $ftz)?).0
            }
        )+
    };
}

single! {
    rcp(x; ftz): "rcp.approx{.ftz}.f32";
    sqrt(x; ftz): "sqrt.approx{.ftz}.f32";
    rsqrt(x; ftz): "rsqrt.approx{.ftz}.f32";
    sin(x): "sin.approx{.ftz}.f32";
    cos(x): "cos.approx{.ftz}.f32";
    lg2(x; ftz): "lg2.approx{.ftz}.f32";
    ex2(x; ftz): "ex2.approx{.ftz}.f32";
    tanh(x): "tanh.approx.f32";
    div(a, b; ftz): "div.approx{.ftz}.f32";
    div_full(a, b; ftz): "div.full{.ftz}.f32";
}

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
