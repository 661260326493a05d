//! Functions with 64-bit sizes, which are told the types of elements.

use crate::handle::{Call, options};
use crate::operand::List;
use crate::status::Status;
use crate::{cholesky, eigen, general, lu, reflections, singular};
use work::{DataType, Pointer, by_type, put};

type Done = Result<(), Status>;

/// Type of a matrix (`hipDataType`), if the call's other matrices and its computation have it, too.
fn element(ty: u32, others: &[u32]) -> Result<DataType, Status> {
    if !DataType::is_known(ty) {
        return Err(Status::InvalidEnum);
    }
    let found = DataType::from_code(ty).ok_or(Status::NotSupported)?;
    if others.iter().all(|&other| other == ty) { Ok(found) } else { Err(Status::NotSupported) }
}

/// The same with numbers that are real: eigenvalues and singular values.
fn element_with_real(ty: u32, others: &[u32], real: u32) -> Result<DataType, Status> {
    let found = element(ty, others)?;
    let wanted = match found {
        DataType::SingleComplex => DataType::Single,
        DataType::DoubleComplex => DataType::Double,
        other => other,
    };
    if real == wanted.code() { Ok(found) } else { Err(Status::NotSupported) }
}

pub(crate) fn potrf(
    call: &Call,
    params: Pointer,
    fill: u32,
    n: i64,
    ty: u32,
    a: Pointer,
    lda: i64,
    compute: u32,
    info: Pointer,
) -> Done {
    options(params)?;
    by_type!(element(ty, &[compute])?, Status::NotSupported, T => cholesky::potrf::<T>(call, fill, n, a, lda, info))
}

pub(crate) fn potrs(
    call: &Call,
    params: Pointer,
    fill: u32,
    n: i64,
    columns: i64,
    ty: u32,
    a: Pointer,
    lda: i64,
    ty_b: u32,
    b: Pointer,
    ldb: i64,
    info: Pointer,
) -> Done {
    options(params)?;
    by_type!(element(ty, &[ty_b])?, Status::NotSupported, T => {
        cholesky::potrs::<T>(call, fill, n, columns, a, lda, b, ldb, info)
    })
}

pub(crate) fn trtri(
    call: &Call,
    fill: u32,
    diagonal: u32,
    n: i64,
    ty: u32,
    a: Pointer,
    lda: i64,
    info: Pointer,
) -> Done {
    by_type!(element(ty, &[])?, Status::NotSupported, T => cholesky::trtri::<T>(call, fill, diagonal, n, a, lda, info))
}

pub(crate) fn getrf(
    call: &Call,
    params: Pointer,
    m: i64,
    n: i64,
    ty: u32,
    a: Pointer,
    lda: i64,
    pivots: Pointer,
    compute: u32,
    info: Pointer,
) -> Done {
    options(params)?;
    by_type!(element(ty, &[compute])?, Status::NotSupported, T => {
        lu::getrf_of::<T, i64>(call, m, n, a, lda, pivots, info)
    })
}

pub(crate) fn getrs(
    call: &Call,
    params: Pointer,
    op: u32,
    n: i64,
    columns: i64,
    ty: u32,
    a: Pointer,
    lda: i64,
    pivots: Pointer,
    ty_b: u32,
    b: Pointer,
    ldb: i64,
    info: Pointer,
) -> Done {
    options(params)?;
    by_type!(element(ty, &[ty_b])?, Status::NotSupported, T => {
        lu::getrs_of::<T, i64>(call, op, n, columns, a, lda, pivots, b, ldb, info)
    })
}

pub(crate) fn geqrf(
    call: &Call,
    params: Pointer,
    m: i64,
    n: i64,
    ty: u32,
    a: Pointer,
    lda: i64,
    ty_tau: u32,
    tau: Pointer,
    compute: u32,
    info: Pointer,
) -> Done {
    options(params)?;
    by_type!(element(ty, &[ty_tau, compute])?, Status::NotSupported, T => {
        reflections::geqrf::<T>(call, m, n, a, lda, tau, info)
    })
}

/// Eigenvalues of symmetric matrices that follow each other.
pub(crate) fn syevd(
    call: &Call,
    params: Pointer,
    mode: u32,
    fill: u32,
    n: i64,
    ty: u32,
    a: Pointer,
    lda: i64,
    ty_values: u32,
    values: Pointer,
    compute: u32,
    info: Pointer,
    batch: i64,
) -> Done {
    options(params)?;
    by_type!(element_with_real(ty, &[compute], ty_values)?, Status::NotSupported, T => {
        eigen::syevd_batch::<T>(call, mode, fill, n, a, lda, values, info, batch)
    })
}

/// Some of the eigenvalues of a symmetric matrix. Limits and their number are on the host.
pub(crate) fn syevdx(
    call: &Call,
    params: Pointer,
    mode: u32,
    (which, fill): (u32, u32),
    n: i64,
    ty: u32,
    a: Pointer,
    lda: i64,
    limits: [Pointer; 2],
    numbers: (i64, i64),
    count: Pointer,
    ty_values: u32,
    values: Pointer,
    compute: u32,
    info: Pointer,
) -> Done {
    options(params)?;
    by_type!(element_with_real(ty, &[compute], ty_values)?, Status::NotSupported, T => {
        let mut limit = [<T as work::Scalar>::Real::default(); 2];
        for (limit, &at) in limit.iter_mut().zip(&limits) {
            // Limits that are not asked for may be null.
            if !at.is_null() {
                let given = call.scalar::<<T as work::Scalar>::Real>(at)?;
                *limit = given.known_value().ok_or(Status::InvalidValue)?;
            }
        }
        if count.is_null() {
            return Err(Status::InvalidValue);
        }
        let mut found = 0i32;
        let of_found: Pointer = (&raw mut found).cast();
        eigen::syevdx::<T>(
            call, mode, which, fill, n, a, lda, limit[0], limit[1], numbers.0, numbers.1, of_found, values, info,
        )?;
        put(count, i64::from(found))
    })
}

pub(crate) fn gesvd(
    call: &Call,
    params: Pointer,
    (left, right): (i8, i8),
    m: i64,
    n: i64,
    (ty, a, lda): (u32, Pointer, i64),
    (ty_values, values): (u32, Pointer),
    (ty_u, u, ldu): (u32, Pointer, i64),
    (ty_v, v, ldv): (u32, Pointer, i64),
    compute: u32,
    info: Pointer,
) -> Done {
    options(params)?;
    by_type!(element_with_real(ty, &[ty_u, ty_v, compute], ty_values)?, Status::NotSupported, T => {
        singular::gesvd::<T>(call, left, right, m, n, a, lda, values, u, ldu, v, ldv, info)
    })
}

/// Singular values with right vectors by columns. The engine perturbs nothing, so that the error is zero.
pub(crate) fn gesvdp(
    call: &Call,
    params: Pointer,
    (mode, small): (u32, i64),
    m: i64,
    n: i64,
    (ty, a, lda): (u32, Pointer, i64),
    (ty_values, values): (u32, Pointer),
    (ty_u, u, ldu): (u32, Pointer, i64),
    (ty_v, v, ldv): (u32, Pointer, i64),
    compute: u32,
    info: Pointer,
    error: Pointer,
) -> Done {
    options(params)?;
    by_type!(element_with_real(ty, &[ty_u, ty_v, compute], ty_values)?, Status::NotSupported, T => {
        singular::gesvdj::<T>(call, mode, small, m, n, a, lda, values, u, ldu, v, ldv, info)
    })?;
    if error.is_null() { Ok(()) } else { put(error, 0f64) }
}

/// The greatest singular values. They are exact: no random vectors are drawn.
pub(crate) fn gesvdr(
    call: &Call,
    params: Pointer,
    (left, right): (i8, i8),
    (m, n, k): (i64, i64, i64),
    (ty, a, lda): (u32, Pointer, i64),
    (ty_values, values): (u32, Pointer),
    (ty_u, u, ldu): (u32, Pointer, i64),
    (ty_v, v, ldv): (u32, Pointer, i64),
    compute: u32,
    info: Pointer,
) -> Done {
    options(params)?;
    let wants = |letter: i8| match letter as u8 {
        b'S' => Ok(true),
        b'N' => Ok(false),
        _ => Err(Status::InvalidValue),
    };
    let wanted = (wants(left)?, wants(right)?);
    by_type!(element_with_real(ty, &[ty_u, ty_v, compute], ty_values)?, Status::NotSupported, T => {
        singular::greatest::<T>(call, wanted, k, (m, n), a, lda, values, u, ldu, v, ldv, info)
    })
}

/// Eigenvalues of a general matrix, and its right vectors.
pub(crate) fn geev(
    call: &Call,
    params: Pointer,
    (left, right): (u32, u32),
    n: i64,
    (ty, a, lda): (u32, Pointer, i64),
    (ty_values, values): (u32, Pointer),
    (ty_left, of_left, _): (u32, Pointer, i64),
    (ty_right, of_right, ld_right): (u32, Pointer, i64),
    compute: u32,
    info: Pointer,
) -> Done {
    options(params)?;
    let found = element(ty, &[ty_right, compute])?;
    let complex = match found {
        DataType::Single | DataType::SingleComplex => DataType::SingleComplex,
        _ => DataType::DoubleComplex,
    };
    if crate::operand::wants_vectors(left)? || (!of_left.is_null() && ty_left != ty) {
        return Err(Status::NotSupported);
    }
    // Those of a real matrix may be given in two parts.
    let in_parts = ty_values == found.code() && found != complex;
    if !in_parts && ty_values != complex.code() {
        return Err(Status::NotSupported);
    }
    by_type!(found, Status::NotSupported, T => {
        general::geev::<T>(call, right, n, a, lda, (List::new(values), in_parts), of_right, ld_right, info)
    })
}

/// Type of a matrix that is computed with, and that of its real numbers, if they are told.
fn check(ty: u32, compute: u32, real: Option<u32>) -> Done {
    let found = match real {
        Some(real) => element_with_real(ty, &[compute], real)?,
        None => element(ty, &[compute])?,
    };
    by_type!(found, Status::NotSupported, T => Ok(std::mem::size_of::<T>())).map(drop)
}

/// Sizes of the work areas of a matrix.
pub(crate) fn buffers(
    call: &Call,
    ty: u32,
    compute: u32,
    (rows, lead): (i64, i64),
    on_device: Pointer,
    on_host: Pointer,
) -> Done {
    check(ty, compute, None)?;
    check_sizes(rows, lead)?;
    crate::handle::buffers(call, on_device, on_host)
}

/// The same of a matrix with real numbers: eigenvalues or singular values.
pub(crate) fn buffers_with_real(
    call: &Call,
    (ty, compute, real): (u32, u32, u32),
    (rows, lead): (i64, i64),
    on_device: Pointer,
    on_host: Pointer,
) -> Done {
    check(ty, compute, Some(real))?;
    check_sizes(rows, lead)?;
    crate::handle::buffers(call, on_device, on_host)
}

/// Size of the one work area of functions of the first kind.
pub(crate) fn buffer(
    call: &Call,
    ty: u32,
    compute: u32,
    (rows, lead): (i64, i64),
    on_device: Pointer,
) -> Done {
    check(ty, compute, None)?;
    check_sizes(rows, lead)?;
    crate::handle::buffer(call, on_device)
}

fn check_sizes(rows: i64, lead: i64) -> Done {
    if rows < 0 || lead < rows.max(1) { Err(Status::InvalidValue) } else { Ok(()) }
}
