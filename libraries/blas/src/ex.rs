//! Functions that are told the types of their operands.

use crate::call::{Call, Operand, is_one, is_zero, size, transpose_of};
use crate::level1;
use crate::level3;
use crate::status::Status;
use dense::Transpose;
use dense::engine::{self, Factors};
use half::{bf16, f16};
use num_complex::{Complex32, Complex64};
use num_traits::Zero;
use std::ffi::c_void;
use work::{DataType as Type, Given, MatrixView, Scalar, Stored};

type Done = Result<(), Status>;

/// Type of elements (`hipDataType`).
pub(crate) fn element(code: u32) -> Result<Type, Status> {
    let other = if Type::is_known(code) { Status::NotSupported } else { Status::InvalidEnum };
    Type::from_code(code).ok_or(other)
}

/// Precision of a computation, by `hipblasComputeType_t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compute {
    Half,
    Single,
    Double,
    Integer,
}

impl Compute {
    fn from_code(code: u32) -> Result<Compute, Status> {
        match code {
            0 | 1 => Ok(Compute::Half),
            2..=6 => Ok(Compute::Single),
            7 | 8 => Ok(Compute::Double),
            9 | 10 => Ok(Compute::Integer),
            _ => Err(Status::InvalidEnum),
        }
    }
}

/// Bytes of a computation's factors.
pub(crate) fn factor_bytes(compute: u32, of_matrix: u32) -> Result<usize, Status> {
    let complex = matches!(element(of_matrix)?, Type::SingleComplex | Type::DoubleComplex);
    let real = match Compute::from_code(compute)? {
        Compute::Half => 2,
        Compute::Single | Compute::Integer => 4,
        Compute::Double => 8,
    };
    Ok(if complex { 2 * real } else { real })
}

/// Product of matrices of any types.
struct Product {
    ops: (Transpose, Transpose),
    shape: (usize, usize, usize),
    alpha: *const c_void,
    a: Operand,
    b: Operand,
    beta: *const c_void,
    c: Operand,
}

impl Product {
    /// Carries out a product of elements `A` into elements `C`, with factors `F`. It is computed in their
    /// common type and rounded once.
    fn run<A, C, F>(&self, call: &Call) -> Done
    where
        A: Stored,
        C: Stored<Computed = A::Computed>,
        F: Stored<Computed = A::Computed>,
    {
        let &Product { ops: (op_a, op_b), shape: (m, n, k), a, b, c, .. } = self;
        let alpha = call.scalar::<F>(self.alpha)?;
        let beta = call.scalar::<F>(self.beta)?;
        let (shape_a, shape_b) = (op_a.stored(m, k), op_b.stored(k, n));
        for (operand, rows) in [(a, shape_a.0), (b, shape_b.0), (c, m)] {
            operand.check_matrix(rows)?;
        }
        let known =
            |given: Given<F>| given.known_value().map_or(Given::At(0), |value| Given::Value(value.load()));
        let idle = (k == 0 || is_zero(known(alpha))) && is_one(known(beta));
        if m == 0 || n == 0 || call.batch.count == 0 || idle {
            return Ok(());
        }
        c.check()?;
        if k > 0 && !is_zero(known(alpha)) {
            a.check()?;
            b.check()?;
        }
        let batch = call.batch;
        call.launch(move |memory| {
            let (alpha, beta) = (alpha.value(memory)?.load(), beta.value(memory)?.load());
            let reads = k > 0 && !alpha.is_zero();
            let targets = batch.matrices::<C>(memory, c, (m, n), true)?;
            let held = |operand, shape| match reads {
                true => batch.matrices::<A>(memory, operand, shape, false),
                false => Ok(Vec::new()),
            };
            let (left, right) = (held(a, shape_a)?, held(b, shape_b)?);
            for (instance, to) in targets.into_iter().enumerate() {
                let mut product = vec![A::Computed::zero(); m * n];
                let made = MatrixView::in_slice(&mut product, m, n);
                if reads {
                    let (mut a, mut b) = (loaded(left[instance]), loaded(right[instance]));
                    let factors = Factors {
                        a: (op_a.view(MatrixView::in_slice(&mut a, shape_a.0, shape_a.1)), op_a.conjugates()),
                        b: (op_b.view(MatrixView::in_slice(&mut b, shape_b.0, shape_b.1)), op_b.conjugates()),
                    };
                    engine::multiply(made, factors, alpha, A::Computed::zero());
                }
                for j in 0..n {
                    for i in 0..m {
                        let old =
                            if beta.is_zero() { A::Computed::zero() } else { beta * to.get(i, j).load() };
                        to.set(i, j, C::store(made.get(i, j) + old));
                    }
                }
            }
            Ok(())
        })
    }

    /// The same for types that are computed as they are.
    fn run_as_is<T: Scalar>(&self, call: &Call, ops: (u32, u32)) -> Done {
        let (m, n, k) = (self.shape.0 as i64, self.shape.1 as i64, self.shape.2 as i64);
        level3::gemm::<T>(call, ops.0, ops.1, m, n, k, self.alpha, self.a, self.b, self.beta, self.c)
    }
}

/// Copies a matrix in the type of computations, column by column.
fn loaded<S: Stored>(from: MatrixView<S>) -> Vec<S::Computed> {
    (0..from.columns()).flat_map(|j| from.column(j).to_vec()).map(S::load).collect()
}

/// `C = alpha op(A) op(B) + beta C` of any types. There is one algorithm.
pub(crate) fn gemm(
    call: &Call,
    op_a: u32,
    op_b: u32,
    m: i64,
    n: i64,
    k: i64,
    alpha: *const c_void,
    a: Operand,
    a_type: u32,
    b: Operand,
    b_type: u32,
    beta: *const c_void,
    c: Operand,
    c_type: u32,
    compute: u32,
    _algorithm: u32,
) -> Done {
    let ops = (transpose_of(op_a)?, transpose_of(op_b)?);
    let product = Product { ops, shape: (size(m)?, size(n)?, size(k)?), alpha, a, b, beta, c };
    let (a_type, b_type, c_type) = (element(a_type)?, element(b_type)?, element(c_type)?);
    if a_type != b_type {
        return Err(Status::NotSupported);
    }
    match (Compute::from_code(compute)?, a_type, c_type) {
        (Compute::Half, Type::Half, Type::Half) => product.run::<f16, f16, f16>(call),
        (Compute::Single, Type::Half, Type::Half) => product.run::<f16, f16, f32>(call),
        (Compute::Single, Type::Half, Type::Single) => product.run::<f16, f32, f32>(call),
        (Compute::Single, Type::Brain, Type::Brain) => product.run::<bf16, bf16, f32>(call),
        (Compute::Single, Type::Brain, Type::Single) => product.run::<bf16, f32, f32>(call),
        (Compute::Single, Type::Byte, Type::Single) => product.run::<Byte, f32, f32>(call),
        (Compute::Single, Type::Single, Type::Single) => product.run_as_is::<f32>(call, (op_a, op_b)),
        (Compute::Double, Type::Double, Type::Double) => product.run_as_is::<f64>(call, (op_a, op_b)),
        (Compute::Single, Type::SingleComplex, Type::SingleComplex) => {
            product.run_as_is::<Complex32>(call, (op_a, op_b))
        }
        (Compute::Double, Type::DoubleComplex, Type::DoubleComplex) => {
            product.run_as_is::<Complex64>(call, (op_a, op_b))
        }
        (Compute::Integer, Type::Byte, Type::Integer) => product.run::<i8, i32, i32>(call),
        _ => Err(Status::NotSupported),
    }
}

/// `C = alpha op(A) op(B) + beta C` in 16 bits, with sums in 32.
pub(crate) fn hgemm(
    call: &Call,
    op_a: u32,
    op_b: u32,
    m: i64,
    n: i64,
    k: i64,
    alpha: *const c_void,
    a: Operand,
    b: Operand,
    beta: *const c_void,
    c: Operand,
) -> Done {
    let ops = (transpose_of(op_a)?, transpose_of(op_b)?);
    let product = Product { ops, shape: (size(m)?, size(n)?, size(k)?), alpha, a, b, beta, c };
    product.run::<f16, f16, f16>(call)
}

/// Byte that is computed with in single precision.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Byte(i8);

impl Stored for Byte {
    type Computed = f32;
    fn load(self) -> f32 {
        self.0.into()
    }
    fn store(value: f32) -> Byte {
        Byte(value as i8)
    }
}

/// `y += alpha x` of any types.
pub(crate) fn axpy(
    call: &Call,
    n: i64,
    alpha: *const c_void,
    alpha_type: u32,
    x: Operand,
    x_type: u32,
    y: Operand,
    y_type: u32,
    execution: u32,
) -> Done {
    let types = (element(alpha_type)?, element(x_type)?, element(y_type)?, element(execution)?);
    match types {
        (Type::Half, Type::Half, Type::Half, Type::Half | Type::Single) => {
            level1::axpy::<f16>(call, n, alpha, x, y)
        }
        (Type::Single, Type::Half, Type::Half, Type::Single) => {
            level1::axpy_by::<f32, f16>(call, n, alpha, x, y)
        }
        (Type::Brain, Type::Brain, Type::Brain, Type::Single) => level1::axpy::<bf16>(call, n, alpha, x, y),
        (Type::Single, Type::Brain, Type::Brain, Type::Single) => {
            level1::axpy_by::<f32, bf16>(call, n, alpha, x, y)
        }
        (Type::Single, Type::Single, Type::Single, Type::Single) => level1::axpy::<f32>(call, n, alpha, x, y),
        (Type::Double, Type::Double, Type::Double, Type::Double) => level1::axpy::<f64>(call, n, alpha, x, y),
        (Type::SingleComplex, Type::SingleComplex, Type::SingleComplex, Type::SingleComplex) => {
            level1::axpy::<Complex32>(call, n, alpha, x, y)
        }
        (Type::DoubleComplex, Type::DoubleComplex, Type::DoubleComplex, Type::DoubleComplex) => {
            level1::axpy::<Complex64>(call, n, alpha, x, y)
        }
        _ => Err(Status::NotSupported),
    }
}

macro_rules! products {
    ($($(#[$meta:meta])* $name:ident;)*) => {$(
        $(#[$meta])*
        pub(crate) fn $name(
            call: &Call, n: i64, x: Operand, x_type: u32, y: Operand, y_type: u32, result: *mut c_void, result_type: u32,
            execution: u32,
        ) -> Done {
            match (element(x_type)?, element(y_type)?, element(result_type)?, element(execution)?) {
                (Type::Half, Type::Half, Type::Half, Type::Half | Type::Single) => {
                    level1::$name::<f16>(call, n, x, y, result)
                }
                (Type::Brain, Type::Brain, Type::Brain, Type::Single) => level1::$name::<bf16>(call, n, x, y, result),
                (Type::Single, Type::Single, Type::Single, Type::Single) => level1::$name::<f32>(call, n, x, y, result),
                (Type::Double, Type::Double, Type::Double, Type::Double) => level1::$name::<f64>(call, n, x, y, result),
                (Type::SingleComplex, Type::SingleComplex, Type::SingleComplex, Type::SingleComplex) => {
                    level1::$name::<Complex32>(call, n, x, y, result)
                }
                (Type::DoubleComplex, Type::DoubleComplex, Type::DoubleComplex, Type::DoubleComplex) => {
                    level1::$name::<Complex64>(call, n, x, y, result)
                }
                _ => Err(Status::NotSupported),
            }
        }
    )*};
}
products! {
    /// Scalar product of any types.
    dot;
    /// Scalar product of any types, `x` conjugated.
    dotc;
}

/// Euclidean norm of any type.
pub(crate) fn nrm2(
    call: &Call,
    n: i64,
    x: Operand,
    x_type: u32,
    result: *mut c_void,
    result_type: u32,
    execution: u32,
) -> Done {
    match (element(x_type)?, element(result_type)?, element(execution)?) {
        (Type::Half, Type::Half, Type::Single) => level1::nrm2::<f16, f16>(call, n, x, result),
        (Type::Brain, Type::Brain, Type::Single) => level1::nrm2::<bf16, bf16>(call, n, x, result),
        (Type::Single, Type::Single, Type::Single) => level1::nrm2::<f32, f32>(call, n, x, result),
        (Type::Double, Type::Double, Type::Double) => level1::nrm2::<f64, f64>(call, n, x, result),
        (Type::SingleComplex, Type::Single, Type::Single) => {
            level1::nrm2::<Complex32, f32>(call, n, x, result)
        }
        (Type::DoubleComplex, Type::Double, Type::Double) => {
            level1::nrm2::<Complex64, f64>(call, n, x, result)
        }
        _ => Err(Status::NotSupported),
    }
}

/// `x *= alpha` of any types.
pub(crate) fn scal(
    call: &Call,
    n: i64,
    alpha: *const c_void,
    alpha_type: u32,
    x: Operand,
    x_type: u32,
    execution: u32,
) -> Done {
    match (element(alpha_type)?, element(x_type)?, element(execution)?) {
        (Type::Half, Type::Half, Type::Half | Type::Single) => level1::scal::<f16, f16>(call, n, alpha, x),
        (Type::Single, Type::Half, Type::Single) => level1::scal::<f32, f16>(call, n, alpha, x),
        (Type::Brain, Type::Brain, Type::Single) => level1::scal::<bf16, bf16>(call, n, alpha, x),
        (Type::Single, Type::Brain, Type::Single) => level1::scal::<f32, bf16>(call, n, alpha, x),
        (Type::Single, Type::Single, Type::Single) => level1::scal::<f32, f32>(call, n, alpha, x),
        (Type::Double, Type::Double, Type::Double) => level1::scal::<f64, f64>(call, n, alpha, x),
        (Type::SingleComplex, Type::SingleComplex, Type::SingleComplex) => {
            level1::scal::<Complex32, Complex32>(call, n, alpha, x)
        }
        (Type::Single, Type::SingleComplex, Type::SingleComplex) => {
            level1::scal::<f32, Complex32>(call, n, alpha, x)
        }
        (Type::DoubleComplex, Type::DoubleComplex, Type::DoubleComplex) => {
            level1::scal::<Complex64, Complex64>(call, n, alpha, x)
        }
        (Type::Double, Type::DoubleComplex, Type::DoubleComplex) => {
            level1::scal::<f64, Complex64>(call, n, alpha, x)
        }
        _ => Err(Status::NotSupported),
    }
}
