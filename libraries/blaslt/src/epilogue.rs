//! Epilogues: operations on a product before it is written.

use crate::status::Status;
use num_traits::{Float as _, One, Zero};
use work::{MatrixView, Scalar};

/// Activation of each element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Activation {
    None,
    Relu,
    Gelu,
    /// Product with the derivative of `Gelu` at what was kept.
    GeluBack,
}

/// Sums that are results beside the product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sums {
    None,
    /// Of the rows of the result.
    OfResult,
    /// Of the rows of the left factor.
    OfLeft,
    /// Of the columns of the right factor.
    OfRight,
}

/// Parts of an epilogue (`hipblasLtEpilogue_t`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Epilogue {
    pub(crate) activation: Activation,
    pub(crate) adds_bias: bool,
    /// Whether the argument of the activation is kept.
    pub(crate) keeps: bool,
    pub(crate) sums: Sums,
}

impl Epilogue {
    pub(crate) fn from_code(code: u32) -> Result<Epilogue, Status> {
        let plain =
            |activation, adds_bias, keeps| Epilogue { activation, adds_bias, keeps, sums: Sums::None };
        let sums = |activation, sums| Epilogue { activation, adds_bias: false, keeps: false, sums };
        match code {
            1 => Ok(plain(Activation::None, false, false)),
            2 => Ok(plain(Activation::Relu, false, false)),
            4 => Ok(plain(Activation::None, true, false)),
            6 => Ok(plain(Activation::Relu, true, false)),
            32 => Ok(plain(Activation::Gelu, false, false)),
            36 => Ok(plain(Activation::Gelu, true, false)),
            160 => Ok(plain(Activation::Gelu, false, true)),
            164 => Ok(plain(Activation::Gelu, true, true)),
            192 => Ok(plain(Activation::GeluBack, false, false)),
            208 => Ok(sums(Activation::GeluBack, Sums::OfResult)),
            256 => Ok(sums(Activation::None, Sums::OfLeft)),
            512 => Ok(sums(Activation::None, Sums::OfRight)),
            _ => Err(Status::NotSupported),
        }
    }

    pub(crate) fn is_none(self) -> bool {
        self == Epilogue { activation: Activation::None, adds_bias: false, keeps: false, sums: Sums::None }
    }

    /// Whether what was kept is an operand or a result.
    pub(crate) fn has_auxiliary(self) -> bool {
        self.keeps || self.activation == Activation::GeluBack
    }
}

/// A real constant.
fn constant<R: num_traits::Float>(value: f64) -> R {
    R::from(value).unwrap_or_else(R::zero)
}

/// The argument of the hyperbolic tangent in `gelu`, and its derivative.
fn inner<T: Scalar>(x: T::Real) -> (T::Real, T::Real) {
    let (scale, cubic) =
        (constant::<T::Real>((2.0 / std::f64::consts::PI).sqrt()), constant::<T::Real>(0.044715));
    let three = constant::<T::Real>(3.0);
    (scale * (x + cubic * x * x * x), scale * (T::Real::one() + three * cubic * x * x))
}

/// `x / 2 (1 + tanh(√(2/π) (x + 0.044715 x³)))`
fn gelu<T: Scalar>(x: T) -> T {
    let half = constant::<T::Real>(0.5);
    T::real(half * x.re() * (T::Real::one() + inner::<T>(x.re()).0.tanh()))
}

fn gelu_derivative<T: Scalar>(x: T) -> T {
    let (half, one) = (constant::<T::Real>(0.5), T::Real::one());
    let (argument, slope) = inner::<T>(x.re());
    let tangent = argument.tanh();
    T::real(half * (one + tangent) + half * x.re() * (one - tangent * tangent) * slope)
}

impl Activation {
    /// Applies it to all elements; `kept` has what was kept of an earlier call.
    pub(crate) fn apply<T: Scalar>(self, to: MatrixView<T>, kept: Option<MatrixView<T>>) {
        let each = |compute: &dyn Fn(T, T) -> T| {
            for j in 0..to.columns() {
                for i in 0..to.rows() {
                    let other = kept.map_or_else(T::zero, |kept| kept.get(i, j));
                    to.set(i, j, compute(to.get(i, j), other));
                }
            }
        };
        match self {
            Activation::None => {}
            Activation::Relu => each(&|x, _| if x.re() > T::Real::zero() { x } else { T::zero() }),
            Activation::Gelu => each(&|x, _| gelu(x)),
            Activation::GeluBack => each(&|x, kept| x * gelu_derivative(kept)),
        }
    }
}
