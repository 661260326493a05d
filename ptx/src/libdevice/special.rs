//! Functions that the `libm` crate lacks: multiples of pi, inverses of the error function, the normal
//! distribution, modified Bessel functions, norms. All in double precision; arguments outside the domain give
//! NaN.

use std::f64::consts::{FRAC_1_SQRT_2, PI, SQRT_2};

const FRAC_2_SQRT_PI: f64 = std::f64::consts::FRAC_2_SQRT_PI;

/// Returns the sine of pi times `x`; a zero has the sign of `x`.
pub(super) fn sinpi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    // The remainder by 2 is exact, and so are its differences from multiples of one quarter.
    let r = libm::fmod(x, 2.0);
    if r == libm::trunc(r) {
        return 0.0f64.copysign(x);
    }
    let (a, sign) = (r.abs(), if r < 0.0 { -1.0 } else { 1.0 });
    sign * match a {
        a if a <= 0.25 => libm::sin(PI * a),
        a if a < 0.75 => libm::cos(PI * (a - 0.5)),
        a if a < 1.25 => -libm::sin(PI * (a - 1.0)),
        a if a < 1.75 => -libm::cos(PI * (a - 1.5)),
        a => libm::sin(PI * (a - 2.0)),
    }
}

/// Returns the cosine of pi times `x`.
pub(super) fn cospi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let a = libm::fmod(x.abs(), 2.0);
    match a {
        a if a <= 0.25 => libm::cos(PI * a),
        0.5 | 1.5 => 0.0,
        a if a < 0.75 => -libm::sin(PI * (a - 0.5)),
        a if a <= 1.25 => -libm::cos(PI * (a - 1.0)),
        a if a < 1.75 => libm::sin(PI * (a - 1.5)),
        a => libm::cos(PI * (a - 2.0)),
    }
}

pub(super) fn rcbrt(x: f64) -> f64 {
    1.0 / libm::cbrt(x)
}

pub(super) fn rhypot(x: f64, y: f64) -> f64 {
    1.0 / libm::hypot(x, y)
}

/// Returns the Euclidean norm, scaled so that neither squares nor their sum overflow or underflow.
fn norm(values: &[f64]) -> f64 {
    if values.iter().any(|v| v.is_infinite()) {
        return f64::INFINITY;
    }
    let largest = values.iter().fold(0.0f64, |m, v| if v.is_nan() { *v } else { m.max(v.abs()) });
    if values.iter().any(|v| v.is_nan()) || largest == 0.0 {
        return if largest == 0.0 && !values.iter().any(|v| v.is_nan()) { 0.0 } else { f64::NAN };
    }
    let (_, exponent) = libm::frexp(largest);
    let sum = values.iter().map(|v| libm::ldexp(*v, -exponent)).fold(0.0, |sum, v| libm::fma(v, v, sum));
    libm::ldexp(libm::sqrt(sum), exponent)
}

pub(super) fn norm3d(a: f64, b: f64, c: f64) -> f64 {
    norm(&[a, b, c])
}

pub(super) fn norm4d(a: f64, b: f64, c: f64, d: f64) -> f64 {
    norm(&[a, b, c, d])
}

pub(super) fn rnorm3d(a: f64, b: f64, c: f64) -> f64 {
    1.0 / norm(&[a, b, c])
}

pub(super) fn rnorm4d(a: f64, b: f64, c: f64, d: f64) -> f64 {
    1.0 / norm(&[a, b, c, d])
}

/// Returns the exponent of the leading bit as a real number.
pub(super) fn logb(x: f64) -> f64 {
    match x {
        x if x.is_nan() => x,
        0.0 => f64::NEG_INFINITY,
        x if x.is_infinite() => f64::INFINITY,
        x => f64::from(ilogb(x)),
    }
}

/// Returns the exponent of the leading bit. Like CUDA, it gives the smallest integer for zero and NaN, and
/// the largest for infinity.
pub(super) fn ilogb(x: f64) -> i32 {
    match x {
        x if x.is_nan() || x == 0.0 => i32::MIN,
        x if x.is_infinite() => i32::MAX,
        x => libm::frexp(x).1 - 1,
    }
}

/// Returns the significand of `frexp`, in [0.5, 1).
pub(super) fn mantissa(x: f64) -> f64 {
    if x.is_finite() { libm::frexp(x).0 } else { x }
}

/// Returns the exponent of `frexp`.
pub(super) fn exponent(x: f64) -> i32 {
    if x.is_finite() { libm::frexp(x).1 } else { 0 }
}

/// Returns the quotient of `remquo`: sign and low bits.
pub(super) fn quotient(x: f64, y: f64) -> i32 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 { 0 } else { libm::remquo(x, y).1 }
}

/// Returns an integer power. `pow` is exact for exact squares; a logarithm of a small base would not be.
pub(super) fn powi(x: f64, n: i32) -> f64 {
    libm::pow(x, f64::from(n))
}

/// Returns the Bessel function `J`; NaN for negative orders, like CUDA.
pub(super) fn jn(n: i32, x: f64) -> f64 {
    if n < 0 { f64::NAN } else { libm::jn(n, x) }
}

pub(super) fn y0(x: f64) -> f64 {
    if x < 0.0 { f64::NAN } else { libm::y0(x) }
}

pub(super) fn y1(x: f64) -> f64 {
    if x < 0.0 { f64::NAN } else { libm::y1(x) }
}

/// Returns the Bessel function `Y`; NaN for negative orders, like CUDA.
pub(super) fn yn(n: i32, x: f64) -> f64 {
    if n < 0 || x < 0.0 { f64::NAN } else { libm::yn(n, x) }
}

/// Returns the rounding error of a product of two doubles.
fn product_error(a: f64, b: f64, product: f64) -> f64 {
    libm::fma(a, b, -product)
}

/// Returns exp(-x²), with the rounding error of x² compensated.
fn gauss(x: f64) -> f64 {
    let square = x * x;
    libm::exp(-square) * (1.0 - product_error(x, x, square))
}

/// Returns exp(x²)·erfc(x).
pub(super) fn erfcx(x: f64) -> f64 {
    match x {
        x if x.is_nan() => x,
        x if x < -26.7 => f64::INFINITY,
        x if x < 0.0 => 2.0 / gauss(x) - erfcx(-x),
        x if x < 10.0 => {
            let square = x * x;
            libm::exp(square) * (1.0 + product_error(x, x, square)) * libm::erfc(x)
        }
        x if x < 1e8 => {
            // Continued fraction x + (1/2)/(x + 1/(x + (3/2)/(x + …))), evaluated from the inside out.
            let tail = (1..=40).rev().fold(0.0, |tail, k| 0.5 * f64::from(k) / (x + tail));
            0.5 * FRAC_2_SQRT_PI / (x + tail)
        }
        x => 0.5 * FRAC_2_SQRT_PI / x,
    }
}

/// Returns the inverse of the error function: an initial guess, then Halley steps on the smaller of erf and
/// erfc.
pub(super) fn erfinv(y: f64) -> f64 {
    match y {
        y if y.abs() > 1.0 || y.is_nan() => f64::NAN,
        y if y.abs() == 1.0 => f64::INFINITY.copysign(y),
        y if y.abs() > 0.5 => erfcinv(1.0 - y.abs()).copysign(y),
        y if y.abs() < 1e-8 => y / FRAC_2_SQRT_PI,
        y => {
            let mut x = y / FRAC_2_SQRT_PI * (1.0 + y * y * (PI / 12.0));
            for _ in 0..4 {
                let step = (libm::erf(x) - y) / (FRAC_2_SQRT_PI * gauss(x));
                x -= step / (1.0 + x * step);
            }
            x
        }
    }
}

/// Returns the inverse of the complementary error function.
pub(super) fn erfcinv(y: f64) -> f64 {
    match y {
        y if y.is_nan() || !(0.0..=2.0).contains(&y) => f64::NAN,
        0.0 => f64::INFINITY,
        2.0 => f64::NEG_INFINITY,
        y if y > 1.5 => -erfcinv(2.0 - y),
        y if y > 0.5 => erfinv(1.0 - y),
        y => {
            // erfc(x) ≈ exp(-x²)/(x√π) gives an initial x. Newton steps on the logarithm follow, which stay
            // accurate where erfc underflows.
            let mut x = libm::sqrt(-libm::log(y));
            for _ in 0..6 {
                let slope = erfcx(x);
                // d/dx ln erfc = -2/√π / erfcx
                let value = libm::log(slope) - x * x - product_error(x, x, x * x);
                let step = (value - libm::log(y)) * slope / FRAC_2_SQRT_PI;
                x += step;
                if step.abs() <= x.abs() * 1e-17 {
                    break;
                }
            }
            x
        }
    }
}

/// Returns the normal distribution. The rounding error of x/√2 is amplified by x² in the tail, so it is
/// compensated.
pub(super) fn normcdf(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let x = x.clamp(-40.0, 40.0);
    let t = -x * FRAC_1_SQRT_2;
    // 1/√2 = FRAC_1_SQRT_2 + LOW
    const LOW: f64 = -4.833_646_656_726_457e-17;
    let error = libm::fma(-x, FRAC_1_SQRT_2, -t) - x * LOW;
    let value = libm::erfc(t);
    0.5 * (value - FRAC_2_SQRT_PI * gauss(t) * error)
}

/// Returns the inverse of the normal distribution.
pub(super) fn normcdfinv(y: f64) -> f64 {
    // The result at one half is a positive zero.
    if y == 0.5 { 0.0 } else { -SQRT_2 * erfcinv(2.0 * y) }
}

/// Returns the modified Bessel function of order 0 or 1: from its power series of positive terms,
/// or for large `x` from its asymptotic series.
fn bessel_i(order: f64, x: f64) -> f64 {
    let x = x.abs();
    if x < 30.0 {
        let quarter = x * x / 4.0;
        let mut term = if order == 0.0 { 1.0 } else { x / 2.0 };
        let mut sum = term;
        let mut k = 1.0;
        while term > sum * 1e-18 && k < 200.0 {
            term *= quarter / (k * (k + order));
            sum += term;
            k += 1.0;
        }
        return sum;
    }
    let (mut term, mut sum, mut k) = (1.0f64, 1.0, 1.0);
    while term.abs() > sum * 1e-18 && k < 60.0 {
        let odd = 2.0 * k - 1.0;
        term *= -(4.0 * order * order - odd * odd) / (8.0 * x * k);
        sum += term;
        k += 1.0;
    }
    // Two halves: exp(x) alone would overflow before the quotient does.
    let half = libm::exp(x / 2.0);
    half / libm::sqrt(2.0 * PI * x) * sum * half
}

/// Limit of arguments; larger ones overflow.
const BESSEL_LARGEST: f64 = 720.0;

pub(super) fn bessel_i0(x: f64) -> f64 {
    if x.abs() > BESSEL_LARGEST { f64::INFINITY } else { bessel_i(0.0, x) }
}

pub(super) fn bessel_i1(x: f64) -> f64 {
    if x.abs() > BESSEL_LARGEST { f64::INFINITY.copysign(x) } else { bessel_i(1.0, x).copysign(x) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the distance in units of the last place.
    fn ulps(a: f64, b: f64) -> u64 {
        a.to_bits().abs_diff(b.to_bits())
    }

    #[test]
    fn known_values() {
        // From tables (Abramowitz and Stegun; DLMF), rounded to double.
        let cases: [(&str, f64, f64, u64); 14] = [
            ("sinpi", sinpi(1.0 / 6.0), 0.5, 2),
            ("sinpi", sinpi(-2.0), -0.0, 0),
            ("cospi", cospi(1e15 + 0.5), 0.0, 0),
            ("erfcx", erfcx(1.0), 0.427_583_576_155_807, 2),
            ("erfcx", erfcx(10.0), 0.056_140_992_743_822_59, 2),
            ("erfcx", erfcx(20.0), 0.028_174_348_741_051_32, 2),
            ("erfinv", erfinv(0.5), 0.476_936_276_204_469_9, 2),
            ("erfinv", erfinv(0.9), 1.163_087_153_676_674_3, 3),
            ("erfcinv", erfcinv(1e-300), 26.209_469_960_516_124, 3),
            ("normcdf", normcdf(-10.0), 7.619_853_024_160_525e-24, 4),
            ("normcdfinv", normcdfinv(0.975), 1.959_963_984_540_054, 4),
            ("i0", bessel_i0(1.0), 1.266_065_877_752_008_4, 2),
            ("i1", bessel_i1(-1.0), -0.565_159_103_992_485, 2),
            ("i0", bessel_i0(40.0), 1.489_477_479_341_99e16, 4),
        ];
        for (name, got, want, allowed) in cases {
            assert!(ulps(got, want) <= allowed, "{name}: {got:e}, not {want:e}, {} off", ulps(got, want));
        }
    }

    #[test]
    fn inverses_undo() {
        for n in 1..200 {
            let y = f64::from(n) / 200.0;
            assert!((libm::erf(erfinv(y)) - y).abs() <= 2.0 * f64::EPSILON * y, "{y}");
            let tiny = libm::exp(-f64::from(n) * 3.0);
            let back = libm::erfc(erfcinv(tiny));
            assert!((back - tiny).abs() <= 3e-13 * tiny || tiny < 1e-290, "{tiny:e} {back:e}");
        }
    }
}
