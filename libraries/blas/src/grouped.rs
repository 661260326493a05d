//! Products of matrices in groups of batches, which cuBLAS has and hipBLAS lacks. What differs between groups
//! comes in arrays on the host; addresses of matrices are in device memory, those of all groups one after the
//! other.

use crate::call::{Call, Layout, Operand, size, transpose_of};
use crate::ex;
use crate::status::Status;
use work::{Pointer, take};

type Done = Result<(), Status>;

/// Name in messages, which do not distinguish types.
const NAME: &std::ffi::CStr = c"hipblasExtGemmGroupedBatched";

/// `HIP_R_32F` and `HIPBLAS_COMPUTE_32F`
pub(crate) const SINGLE: (u32, u32) = (0, 2);
/// `HIP_R_64F` and `HIPBLAS_COMPUTE_64F`
pub(crate) const DOUBLE: (u32, u32) = (1, 7);

/// Returns hipBLAS's number of an operation. An array of cuBLAS's numbers is taken, too: nothing converts it
/// on the way.
fn operation(code: u32) -> u32 {
    const FIRST: u32 = 111;
    if code < 3 { FIRST + code } else { code }
}

/// An array of matrices' addresses, with the leading dimensions by group.
pub(crate) type Matrices = (Pointer, Pointer);

/// `C = alpha op(A) op(B) + beta C` of one type.
pub(crate) fn gemm<I: Copy + Into<i64>>(
    (ty, compute): (u32, u32),
    handle: Pointer,
    ops: [Pointer; 2],
    shape: [Pointer; 3],
    factors: [Pointer; 2],
    matrices: [Matrices; 3],
    groups: (i64, Pointer),
) -> Done {
    gemm_ex::<I>(handle, ops, shape, factors, matrices, [ty; 3], groups, compute)
}

/// The same of any types.
pub(crate) fn gemm_ex<I: Copy + Into<i64>>(
    handle: Pointer,
    ops: [Pointer; 2],
    shape: [Pointer; 3],
    factors: [Pointer; 2],
    matrices: [Matrices; 3],
    types: [u32; 3],
    (groups, sizes): (i64, Pointer),
    compute: u32,
) -> Done {
    let groups = size(groups)?;
    if Call::new(NAME, handle, Layout::Arrays, 0)?.state().is_on_device() {
        return Err(Status::NotSupported);
    }
    let numbers = |from| take::<Status, I>(from, groups).map(|all| all.into_iter().map(Into::into).collect());
    let numbers = |from| -> Result<Vec<i64>, Status> { numbers(from) };
    let [ops_a, ops_b] = ops.map(|from| take::<Status, u32>(from, groups));
    let [m, n, k] = shape.map(numbers);
    let [lda, ldb, ldc] = matrices.map(|(_, leads)| numbers(leads));
    let (ops_a, ops_b, m, n, k, sizes) = (ops_a?, ops_b?, m?, n?, k?, numbers(sizes)?);
    let leads = [lda?, ldb?, ldc?];
    let factor = ex::factor_bytes(compute, types[0])?;
    if groups > 0 && factors.iter().any(|pointer| pointer.is_null()) {
        return Err(Status::InvalidValue);
    }
    // All groups are checked before the first is computed.
    for group in 0..groups {
        let (op_a, op_b) = (transpose_of(operation(ops_a[group]))?, transpose_of(operation(ops_b[group]))?);
        let (m, n, k) = (size(m[group])?, size(n[group])?, size(k[group])?);
        size(sizes[group])?;
        for (number, rows) in [op_a.stored(m, k).0, op_b.stored(k, n).0, m].into_iter().enumerate() {
            Operand::new(matrices[number].0, leads[number][group], 0).check_matrix(rows)?;
        }
    }
    let mut first = 0;
    for group in 0..groups {
        let call = Call::new(NAME, handle, Layout::Arrays, sizes[group])?;
        let operand = |number: usize| {
            let (addresses, lead) = (matrices[number].0, leads[number][group]);
            let of_group = addresses.wrapping_byte_add(first * size_of::<usize>());
            // The address of a missing array stays null, which is checked later.
            Operand::new(if addresses.is_null() { addresses } else { of_group }, lead, 0)
        };
        let [alpha, beta] = factors.map(|all| all.wrapping_byte_add(group * factor).cast_const());
        ex::gemm(
            &call,
            operation(ops_a[group]),
            operation(ops_b[group]),
            m[group],
            n[group],
            k[group],
            alpha,
            operand(0),
            types[0],
            operand(1),
            types[1],
            beta,
            operand(2),
            types[2],
            compute,
            0,
        )?;
        first += size(sizes[group])?;
    }
    Ok(())
}
