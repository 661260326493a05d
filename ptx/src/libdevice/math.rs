//! Mathematical functions: one table of names, types and definitions.

use super::single::Single;
use super::special as s;
use crate::ir::{Scalar, Type};

/// Definition of a function in double precision; single precision rounds its result once more.
#[derive(Clone, Copy)]
enum Definition {
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    Three(fn(f64, f64, f64) -> f64),
    Four(fn(f64, f64, f64, f64) -> f64),
    IntReal(fn(i32, f64) -> f64),
    RealInt(fn(f64, i32) -> f64),
    ToInt(fn(f64) -> i32),
    TwoToInt(fn(f64, f64) -> i32),
}

/// Type of a parameter or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MathType {
    /// `float` or `double`, by the function's precision.
    Real,
    /// `int`.
    Int,
}

macro_rules! functions {
    ($($(#[$meta:meta])* $variant:ident $name:literal $kind:ident($function:expr);)*) => {
        /// A function of one or more reals, computed in software.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Math {
            $($(#[$meta])* #[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Math {
            const ALL: &[(&str, Math)] = &[$(($name, Math::$variant),)*];

            /// Returns the name, without prefix or suffix.
            pub fn name(self) -> &'static str {
                match self { $(Math::$variant => $name,)* }
            }

            fn definition(self) -> Definition {
                match self { $(Math::$variant => Definition::$kind($function),)* }
            }
        }
    };
}

functions! {
    Acos "acos" One(libm::acos);
    Acosh "acosh" One(libm::acosh);
    Asin "asin" One(libm::asin);
    Asinh "asinh" One(libm::asinh);
    Atan "atan" One(libm::atan);
    Atan2 "atan2" Two(libm::atan2);
    Atanh "atanh" One(libm::atanh);
    Cbrt "cbrt" One(libm::cbrt);
    Cos "cos" One(libm::cos);
    Cosh "cosh" One(libm::cosh);
    Cospi "cospi" One(s::cospi);
    BesselI0 "cyl_bessel_i0" One(s::bessel_i0);
    BesselI1 "cyl_bessel_i1" One(s::bessel_i1);
    Erf "erf" One(libm::erf);
    Erfc "erfc" One(libm::erfc);
    Erfcinv "erfcinv" One(s::erfcinv);
    Erfcx "erfcx" One(s::erfcx);
    Erfinv "erfinv" One(s::erfinv);
    Exp "exp" One(libm::exp);
    Exp10 "exp10" One(libm::exp10);
    Exp2 "exp2" One(libm::exp2);
    Expm1 "expm1" One(libm::expm1);
    Exponent "exponent" ToInt(s::exponent);
    Fmod "fmod" Two(libm::fmod);
    Hypot "hypot" Two(libm::hypot);
    Ilogb "ilogb" ToInt(s::ilogb);
    J0 "j0" One(libm::j0);
    J1 "j1" One(libm::j1);
    Jn "jn" IntReal(s::jn);
    Ldexp "ldexp" RealInt(libm::ldexp);
    Lgamma "lgamma" One(libm::lgamma);
    Log "log" One(libm::log);
    Log10 "log10" One(libm::log10);
    Log1p "log1p" One(libm::log1p);
    Log2 "log2" One(libm::log2);
    Logb "logb" One(s::logb);
    Mantissa "mantissa" One(s::mantissa);
    Nextafter "nextafter" Two(libm::nextafter);
    Norm3d "norm3d" Three(s::norm3d);
    Norm4d "norm4d" Four(s::norm4d);
    Normcdf "normcdf" One(s::normcdf);
    Normcdfinv "normcdfinv" One(s::normcdfinv);
    Pow "pow" Two(libm::pow);
    Powi "powi" RealInt(s::powi);
    Quotient "quotient" TwoToInt(s::quotient);
    Rcbrt "rcbrt" One(s::rcbrt);
    Remainder "remainder" Two(libm::remainder);
    Rhypot "rhypot" Two(s::rhypot);
    Rnorm3d "rnorm3d" Three(s::rnorm3d);
    Rnorm4d "rnorm4d" Four(s::rnorm4d);
    Round "round" One(libm::round);
    Sin "sin" One(libm::sin);
    Sinh "sinh" One(libm::sinh);
    Sinpi "sinpi" One(s::sinpi);
    Tan "tan" One(libm::tan);
    Tanh "tanh" One(libm::tanh);
    Tgamma "tgamma" One(libm::tgamma);
    Y0 "y0" One(s::y0);
    Y1 "y1" One(s::y1);
    Yn "yn" IntReal(s::yn);
}

impl Math {
    /// Returns the function and precision (`F32` or `F64`) of a symbol such as `__nv_sinf` or `__nv_sin`.
    /// Symbols of this project's own library begin with `__hip_`.
    pub(crate) fn from_symbol(symbol: &str) -> Option<(Math, Scalar)> {
        let (name, own) = match symbol.strip_prefix("__nv_") {
            Some(name) => (name, false),
            None => (symbol.strip_prefix("__hip_")?, true),
        };
        let find = |name: &str| {
            Math::ALL.binary_search_by_key(&name, |(name, _)| name).ok().map(|at| Math::ALL[at].1)
        };
        let (math, precision) = match find(name) {
            Some(math) => (math, Scalar::F64),
            None => (find(name.strip_suffix('f')?)?, Scalar::F32),
        };
        let is_own = matches!(math, Math::Exponent | Math::Mantissa | Math::Quotient);
        (own == is_own).then_some((math, precision))
    }

    /// Returns the single-precision algorithm, for functions that have a short one.
    pub fn single(self) -> Option<Single> {
        Single::new(self)
    }

    /// Returns the types of parameters and result.
    pub fn signature(self) -> (&'static [MathType], MathType) {
        use MathType::{Int, Real};
        match self.definition() {
            Definition::One(_) => (&[Real], Real),
            Definition::Two(_) => (&[Real, Real], Real),
            Definition::Three(_) => (&[Real, Real, Real], Real),
            Definition::Four(_) => (&[Real, Real, Real, Real], Real),
            Definition::IntReal(_) => (&[Int, Real], Real),
            Definition::RealInt(_) => (&[Real, Int], Real),
            Definition::ToInt(_) => (&[Real], Int),
            Definition::TwoToInt(_) => (&[Real, Real], Int),
        }
    }

    /// Returns the bits of the function's value at `args`. A NaN result is the canonical one.
    pub(crate) fn eval(self, precision: Scalar, args: &[u128]) -> u128 {
        let bits = |n: usize| args.get(n).copied().unwrap_or(0);
        let real = |n: usize| match precision {
            Scalar::F32 => f64::from(f32::from_bits(bits(n) as u32)),
            _ => f64::from_bits(bits(n) as u64),
        };
        let int = |n: usize| bits(n) as u32 as i32;
        let value = match self.definition() {
            // `nextafter` depends on the precision of its argument.
            Definition::Two(_) if self == Math::Nextafter && precision == Scalar::F32 => {
                let single = |n: usize| f32::from_bits(bits(n) as u32);
                f64::from(libm::nextafterf(single(0), single(1)))
            }
            Definition::One(_)
                if precision == Scalar::F32
                    && let Some(single) = self.single() =>
            {
                single.eval(real(0))
            }
            Definition::One(f) => f(real(0)),
            Definition::Two(f) => f(real(0), real(1)),
            Definition::Three(f) => f(real(0), real(1), real(2)),
            Definition::Four(f) => f(real(0), real(1), real(2), real(3)),
            Definition::IntReal(f) => f(int(0), real(1)),
            Definition::RealInt(f) => f(real(0), int(1)),
            Definition::ToInt(f) => return u128::from(f(real(0)) as u32),
            Definition::TwoToInt(f) => return u128::from(f(real(0), real(1)) as u32),
        };
        match precision {
            Scalar::F32 if value.is_nan() => 0x7fff_ffff,
            Scalar::F32 => u128::from((value as f32).to_bits()),
            _ if value.is_nan() => 0x7ff8_0000_0000_0000,
            _ => u128::from(value.to_bits()),
        }
    }
}

impl MathType {
    /// Returns the IR type of a value.
    pub fn carried(self, precision: Scalar) -> Type {
        match self {
            MathType::Real => precision.register(),
            MathType::Int => Type::I32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_every_symbol_found() {
        assert!(Math::ALL.is_sorted_by(|a, b| a.0 < b.0), "{:?}", Math::ALL);
        for (name, math) in Math::ALL {
            let prefix = if ["exponent", "mantissa", "quotient"].contains(name) { "__hip_" } else { "__nv_" };
            assert_eq!(Math::from_symbol(&format!("{prefix}{name}")), Some((*math, Scalar::F64)));
            assert_eq!(Math::from_symbol(&format!("{prefix}{name}f")), Some((*math, Scalar::F32)));
            assert_eq!(math.name(), *name);
        }
        for other in ["__nv_", "__nv_f", "sinf", "__nv_sinff", "__nv_quotient", "__hip_sinf"] {
            assert_eq!(Math::from_symbol(other), None, "{other}");
        }
    }
}
