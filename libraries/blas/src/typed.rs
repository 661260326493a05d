//! Functions of vectors, and triangular systems, that are told the types of their operands. `ex` has those
//! that came first.

use crate::call::{Call, Operand, size, transpose_of};
use crate::ex::element;
use crate::status::Status;
use crate::{constructions, level1, level3};
use half::{bf16, f16};
use num_complex::{Complex32, Complex64};
use std::ffi::c_void;
use work::{DataType as Type, Stored, bytes};

type Done = Result<(), Status>;

/// Sum of magnitudes.
pub(crate) fn asum(
    call: &Call,
    n: i64,
    x: Operand,
    x_type: u32,
    result: *mut c_void,
    result_type: u32,
    execution: u32,
) -> Done {
    match (element(x_type)?, element(result_type)?, element(execution)?) {
        (Type::Half, Type::Half, Type::Single) => level1::asum_as::<f16, f16>(call, n, x, result),
        (Type::Brain, Type::Brain, Type::Single) => level1::asum_as::<bf16, bf16>(call, n, x, result),
        (Type::Single, Type::Single, Type::Single) => level1::asum::<f32>(call, n, x, result),
        (Type::Double, Type::Double, Type::Double) => level1::asum::<f64>(call, n, x, result),
        (Type::SingleComplex, Type::Single, Type::Single) => level1::asum::<Complex32>(call, n, x, result),
        (Type::DoubleComplex, Type::Double, Type::Double) => level1::asum::<Complex64>(call, n, x, result),
        _ => Err(Status::NotSupported),
    }
}

macro_rules! extremes {
    ($($(#[$meta:meta])* $name:ident = $of:ident, $index:ty;)*) => {$(
        $(#[$meta])*
        pub(crate) fn $name(call: &Call, n: i64, x: Operand, x_type: u32, result: *mut c_void) -> Done {
            match element(x_type)? {
                Type::Half => level1::$of::<f16, $index>(call, n, x, result),
                Type::Brain => level1::$of::<bf16, $index>(call, n, x, result),
                Type::Single => level1::$of::<f32, $index>(call, n, x, result),
                Type::Double => level1::$of::<f64, $index>(call, n, x, result),
                Type::SingleComplex => level1::$of::<Complex32, $index>(call, n, x, result),
                Type::DoubleComplex => level1::$of::<Complex64, $index>(call, n, x, result),
                Type::Byte | Type::Integer | Type::E4m3 | Type::E5m2 => Err(Status::NotSupported),
            }
        }
    )*};
}
extremes! {
    /// First largest element.
    amax = amax, i32;
    /// First smallest element.
    amin = amin, i32;
    /// First largest element, as a number of 64 bits.
    wide_amax = amax, i64;
    /// First smallest element, as a number of 64 bits.
    wide_amin = amin, i64;
}

macro_rules! moves {
    ($($(#[$meta:meta])* $name:ident;)*) => {$(
        $(#[$meta])*
        pub(crate) fn $name(call: &Call, n: i64, x: Operand, x_type: u32, y: Operand, y_type: u32) -> Done {
            let (of_x, of_y) = (element(x_type)?, element(y_type)?);
            if of_x != of_y {
                return Err(Status::NotSupported);
            }
            match bytes(of_x) {
                1 => level1::$name::<u8>(call, n, x, y),
                2 => level1::$name::<u16>(call, n, x, y),
                4 => level1::$name::<u32>(call, n, x, y),
                // Complex numbers need no greater alignment than their parts.
                8 if of_x == Type::SingleComplex => level1::$name::<Complex32>(call, n, x, y),
                8 => level1::$name::<u64>(call, n, x, y),
                _ => level1::$name::<Complex64>(call, n, x, y),
            }
        }
    )*};
}
moves! {
    /// `y = x`
    copy;
    /// Exchange of `x` and `y`.
    swap;
}

/// Rotation of the plane.
pub(crate) fn rot(
    call: &Call,
    n: i64,
    x: Operand,
    x_type: u32,
    y: Operand,
    y_type: u32,
    c: *const c_void,
    s: *const c_void,
    factors: u32,
    execution: u32,
) -> Done {
    let (of_x, of_y, factors, execution) =
        (element(x_type)?, element(y_type)?, element(factors)?, element(execution)?);
    if of_x != of_y {
        return Err(Status::NotSupported);
    }
    match (of_x, factors, execution) {
        (Type::Half, Type::Half, Type::Single) => level1::rot_by::<f16, f16, f16>(call, n, x, y, c, s),
        (Type::Brain, Type::Brain, Type::Single) => level1::rot_by::<bf16, bf16, bf16>(call, n, x, y, c, s),
        (Type::Single, Type::Single, Type::Single) => level1::rot::<f32, f32>(call, n, x, y, c, s),
        (Type::Double, Type::Double, Type::Double) => level1::rot::<f64, f64>(call, n, x, y, c, s),
        (Type::SingleComplex, Type::Single, Type::SingleComplex) => {
            level1::rot::<Complex32, f32>(call, n, x, y, c, s)
        }
        (Type::SingleComplex, Type::SingleComplex, Type::SingleComplex) => {
            level1::rot::<Complex32, Complex32>(call, n, x, y, c, s)
        }
        (Type::DoubleComplex, Type::Double, Type::DoubleComplex) => {
            level1::rot::<Complex64, f64>(call, n, x, y, c, s)
        }
        (Type::DoubleComplex, Type::DoubleComplex, Type::DoubleComplex) => {
            level1::rot::<Complex64, Complex64>(call, n, x, y, c, s)
        }
        _ => Err(Status::NotSupported),
    }
}

/// Construction of a rotation.
pub(crate) fn rotg(
    call: &Call,
    operands: [Operand; 4],
    of_numbers: u32,
    of_factors: u32,
    execution: u32,
) -> Done {
    match (element(of_numbers)?, element(of_factors)?, element(execution)?) {
        (Type::Half, Type::Half, Type::Single) => constructions::rotg_by::<f16, f16, f16>(call, operands),
        (Type::Brain, Type::Brain, Type::Single) => {
            constructions::rotg_by::<bf16, bf16, bf16>(call, operands)
        }
        (Type::Single, Type::Single, Type::Single) => constructions::rotg::<f32>(call, operands),
        (Type::Double, Type::Double, Type::Double) => constructions::rotg::<f64>(call, operands),
        (Type::SingleComplex, Type::SingleComplex, Type::SingleComplex) => {
            constructions::rotg::<Complex32>(call, operands)
        }
        (Type::DoubleComplex, Type::DoubleComplex, Type::DoubleComplex) => {
            constructions::rotg::<Complex64>(call, operands)
        }
        _ => Err(Status::NotSupported),
    }
}

/// Modified rotation.
pub(crate) fn rotm(
    call: &Call,
    n: i64,
    x: Operand,
    x_type: u32,
    y: Operand,
    y_type: u32,
    parameters: Operand,
    of_parameters: u32,
    execution: u32,
) -> Done {
    let (of_x, of_y) = (element(x_type)?, element(y_type)?);
    if of_x != of_y {
        return Err(Status::NotSupported);
    }
    match (of_x, element(of_parameters)?, element(execution)?) {
        (Type::Half, Type::Half, Type::Single) => level1::rotm_by::<f16, f16>(call, n, x, y, parameters),
        (Type::Brain, Type::Brain, Type::Single) => level1::rotm_by::<bf16, bf16>(call, n, x, y, parameters),
        (Type::Single, Type::Single, Type::Single) => level1::rotm::<f32>(call, n, x, y, parameters),
        (Type::Double, Type::Double, Type::Double) => level1::rotm::<f64>(call, n, x, y, parameters),
        _ => Err(Status::NotSupported),
    }
}

/// Construction of a modified rotation; all numbers have the type of the computation.
pub(crate) fn rotmg(call: &Call, operands: [Operand; 5], types: [u32; 5], execution: u32) -> Done {
    let execution = element(execution)?;
    for ty in types {
        if element(ty)? != execution {
            return Err(Status::NotSupported);
        }
    }
    match execution {
        Type::Single => constructions::rotmg::<f32>(call, operands),
        Type::Double => constructions::rotmg::<f64>(call, operands),
        _ => Err(Status::NotSupported),
    }
}

/// Triangular systems. The inverse of diagonal blocks, which the program may have, is not needed.
pub(crate) fn trsm(
    call: &Call,
    (side, triangle, transpose, diagonal): (u32, u32, u32, u32),
    (m, n): (i64, i64),
    alpha: *const c_void,
    a: Operand,
    b: Operand,
    computation: u32,
) -> Done {
    let solve = match element(computation)? {
        Type::Single => level3::trsm::<f32>,
        Type::Double => level3::trsm::<f64>,
        Type::SingleComplex => level3::trsm::<Complex32>,
        Type::DoubleComplex => level3::trsm::<Complex64>,
        _ => return Err(Status::NotSupported),
    };
    solve(call, side, triangle, transpose, diagonal, m, n, alpha, a, b)
}

/// `C = alpha A Aᴴ + beta C` with real factors, or `C = alpha A Aᵀ + beta C`, of complex numbers.
pub(crate) fn rank(
    call: &Call,
    is_hermitian: bool,
    (triangle, transpose): (u32, u32),
    (n, k): (i64, i64),
    alpha: *const c_void,
    (a, a_type): (Operand, u32),
    beta: *const c_void,
    (c, c_type): (Operand, u32),
) -> Done {
    if (element(a_type)?, element(c_type)?) != (Type::SingleComplex, Type::SingleComplex) {
        return Err(Status::NotSupported);
    }
    let update = if is_hermitian { level3::herk::<Complex32> } else { level3::syrk::<Complex32> };
    update(call, triangle, transpose, n, k, alpha, a, beta, c)
}

/// `y = alpha op(A) x + beta y` of 16-bit matrices, with factors and sums in single precision.
pub(crate) fn gemv<A: Stored<Computed = f32>, Y: Stored<Computed = f32>>(
    call: &Call,
    transpose: u32,
    m: i64,
    n: i64,
    alpha: *const c_void,
    a: Operand,
    x: Operand,
    beta: *const c_void,
    y: Operand,
) -> Done {
    let (transpose, m, n) = (transpose_of(transpose)?, size(m)?, size(n)?);
    a.check_matrix(m)?;
    x.check_vector()?;
    y.check_vector()?;
    let (alpha, beta) = (call.scalar::<f32>(alpha)?, call.scalar::<f32>(beta)?);
    let (to, from) = transpose.stored(m, n);
    if to == 0 || from == 0 || call.batch.count == 0 {
        return Ok(());
    }
    [a, x, y].iter().try_for_each(Operand::check)?;
    let batch = call.batch;
    call.launch(move |memory| {
        let (alpha, beta) = (alpha.value(memory)?, beta.value(memory)?);
        let matrices = batch.matrices::<A>(memory, a, (m, n), false)?.into_iter();
        let from_x = batch.vectors::<A>(memory, x, from, false)?.into_iter();
        let to_y = batch.vectors::<Y>(memory, y, to, true)?.into_iter();
        for ((a, x), y) in matrices.zip(from_x).zip(to_y) {
            let a = transpose.view(a);
            for i in 0..to {
                let sum = level1::sum(0, from, &|j| a.get(i, j).load() * x.get(j).load());
                let old = if beta == 0.0 { 0.0 } else { beta * y.get(i).load() };
                y.set(i, Y::store(alpha * sum + old));
            }
        }
        Ok(())
    })
}
