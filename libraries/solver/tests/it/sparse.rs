//! Systems with sparse matrices, on the device and on the host.

#![expect(clippy::too_many_arguments, reason = "functions take what C has them take")]

use crate::calls::{Handle, ok, status};
use crate::shared::{Buffer, Element, Matrix, Pointer, for_all_types, host, place};
use hipsolver::Status;
use num_complex::Complex64;
use std::ptr::null_mut;

/// Points of a side of the grid.
const SIDE: usize = 9;
const N: usize = SIDE * SIDE;

for_all_types! {
    sparse_systems_are_solved_on_the_device_and_on_the_host,
    a_pivot_that_is_too_small_is_told,
}

/// Compressed rows with indices from zero, as without a description.
struct Rows<T> {
    offsets: Vec<i32>,
    indices: Vec<i32>,
    values: Vec<T>,
}

fn rows<T: Element>(n: usize, entry: impl Fn(usize, usize) -> Complex64) -> Rows<T> {
    let mut made = Rows { offsets: vec![0], indices: Vec::new(), values: Vec::new() };
    for i in 0..n {
        for j in (0..n).filter(|&j| entry(i, j) != Complex64::ZERO) {
            made.indices.push(j as i32);
            made.values.push(T::narrow(entry(i, j)));
        }
        made.offsets.push(made.indices.len() as i32);
    }
    made
}

/// Five points of a grid. `skew` makes it unsymmetric; so does a small diagonal, which needs exchanges.
fn grid(i: usize, j: usize, skew: bool) -> Complex64 {
    let ((x, y), (u, v)) = ((i % SIDE, i / SIDE), (j % SIDE, j / SIDE));
    match x.abs_diff(u) + y.abs_diff(v) {
        0 => Complex64::new(if skew { 1e-3 } else { 4.5 }, 0.0),
        1 if skew => Complex64::new(if i < j { -1.0 } else { 2.0 + x as f64 / 8.0 }, 0.25),
        1 => Complex64::new(-1.0, if i < j { 0.25 } else { -0.25 }),
        _ => Complex64::ZERO,
    }
}

mod tests {
    use super::*;

    pub(super) fn sparse_systems_are_solved_on_the_device_and_on_the_host<T: Element>() {
        let handle = Handle::new();
        let x = Matrix::<T>::noise(N, 1, 0.0, 1);
        for (skew, reorder) in [(false, 0), (false, 1), (true, 0), (true, 2)] {
            let a = rows::<T>(N, |i, j| grid(i, j, skew));
            let entry = |i: usize, j: usize| T::narrow(grid(i, j, skew)).wide();
            let product = |i: usize| (0..N).map(|j| entry(i, j) * x.values[j].wide()).sum::<Complex64>();
            let b: Vec<T> = (0..N).map(|i| T::narrow(product(i))).collect();
            let check = |what: &str, got: &[T]| {
                for (got, wanted) in got.iter().zip(&x.values) {
                    // The skewed matrix is not as well conditioned as sums.
                    assert!(
                        (got.wide() - wanted.wide()).norm() < 1e3 * T::ERROR,
                        "{what}: {got:?}, not {wanted:?}"
                    );
                }
            };
            let (n, nnz, mut singular) = (N as i32, a.indices.len() as i32, 7i32);
            let of_a = (Buffer::new(&a.values), Buffer::new(&a.offsets), Buffer::new(&a.indices));
            let (of_b, of_x) = (Buffer::new(&b), Buffer::new(&b));
            let on_device = |what: &str, singular: &mut i32| {
                let at = place(singular);
                let (v, o, i) = (of_a.0.at, of_a.1.at, of_a.2.at);
                match what {
                    "csrlsvqr" => solve_qr::<T>(&handle, n, nnz, (v, o, i), of_b.at, reorder, of_x.at, at),
                    _ => solve_positive::<T>(&handle, n, nnz, (v, o, i), of_b.at, reorder, of_x.at, at),
                }
                assert_eq!(*singular, -1);
                check(what, &of_x.read());
            };
            on_device("csrlsvqr", &mut singular);
            if !skew {
                on_device("csrlsvchol", &mut singular);
            }
            let mut got = b.clone();
            let (v, o, i) = (host(&a.values[0]), host(&a.offsets[0]), host(&a.indices[0]));
            let (from, to, tolerance) = (host(&b[0]), place(&mut got[0]), 0.0);
            match T::TYPE {
                0 => ok!(hipsolverExtSpScsrlsvluHost(
                    handle.0,
                    n,
                    nnz,
                    null_mut(),
                    v,
                    o,
                    i,
                    from,
                    0.0,
                    reorder,
                    to,
                    place(&mut singular)
                )),
                4 => ok!(hipsolverExtSpCcsrlsvluHost(
                    handle.0,
                    n,
                    nnz,
                    null_mut(),
                    v,
                    o,
                    i,
                    from,
                    0.0,
                    reorder,
                    to,
                    place(&mut singular)
                )),
                1 => ok!(hipsolverExtSpDcsrlsvluHost(
                    handle.0,
                    n,
                    nnz,
                    null_mut(),
                    v,
                    o,
                    i,
                    from,
                    tolerance,
                    reorder,
                    to,
                    place(&mut singular)
                )),
                _ => ok!(hipsolverExtSpZcsrlsvluHost(
                    handle.0,
                    n,
                    nnz,
                    null_mut(),
                    v,
                    o,
                    i,
                    from,
                    tolerance,
                    reorder,
                    to,
                    place(&mut singular)
                )),
            }
            assert_eq!(singular, -1);
            check("csrlsvluHost", &got);
        }
    }

    /// Device arrays: values, offsets, indices.
    type Arrays = (Pointer, Pointer, Pointer);

    fn solve_qr<T: Element>(
        handle: &Handle,
        n: i32,
        nnz: i32,
        (v, o, i): Arrays,
        b: Pointer,
        reorder: i32,
        x: Pointer,
        at: Pointer,
    ) {
        match T::TYPE {
            0 => ok!(hipsolverExtSpScsrlsvqr(handle.0, n, nnz, null_mut(), v, o, i, b, 0.0, reorder, x, at)),
            1 => ok!(hipsolverExtSpDcsrlsvqr(handle.0, n, nnz, null_mut(), v, o, i, b, 0.0, reorder, x, at)),
            4 => ok!(hipsolverExtSpCcsrlsvqr(handle.0, n, nnz, null_mut(), v, o, i, b, 0.0, reorder, x, at)),
            _ => ok!(hipsolverExtSpZcsrlsvqr(handle.0, n, nnz, null_mut(), v, o, i, b, 0.0, reorder, x, at)),
        }
    }

    fn solve_positive<T: Element>(
        handle: &Handle,
        n: i32,
        nnz: i32,
        (v, o, i): Arrays,
        b: Pointer,
        reorder: i32,
        x: Pointer,
        at: Pointer,
    ) {
        match T::TYPE {
            0 => ok!(hipsolverSpScsrlsvchol(handle.0, n, nnz, null_mut(), v, o, i, b, 0.0, reorder, x, at)),
            1 => ok!(hipsolverSpDcsrlsvchol(handle.0, n, nnz, null_mut(), v, o, i, b, 0.0, reorder, x, at)),
            4 => {
                ok!(hipsolverExtSpCcsrlsvchol(handle.0, n, nnz, null_mut(), v, o, i, b, 0.0, reorder, x, at))
            }
            _ => {
                ok!(hipsolverExtSpZcsrlsvchol(handle.0, n, nnz, null_mut(), v, o, i, b, 0.0, reorder, x, at))
            }
        }
    }

    pub(super) fn a_pivot_that_is_too_small_is_told<T: Element>() {
        let handle = Handle::new();
        // The third row is the sum of the first two: the last pivot is zero. The second minor is negative.
        let numbers = [1.0, 2.0, 3.0, 2.0, 1.0, 3.0, 3.0, 3.0, 6.0];
        let a = rows::<T>(3, |i, j| Complex64::new(numbers[i * 3 + j], 0.0));
        let (of_a, b) = (
            (Buffer::new(&a.values), Buffer::new(&a.offsets), Buffer::new(&a.indices)),
            Buffer::new(&a.values[..3]),
        );
        let mut found = 7i32;
        let arrays = || (of_a.0.at, of_a.1.at, of_a.2.at);
        solve_qr::<T>(&handle, 3, 9, arrays(), b.at, 0, b.at, place(&mut found));
        assert_eq!(found, 2);
        solve_positive::<T>(&handle, 3, 9, arrays(), b.at, 0, b.at, place(&mut found));
        assert_eq!(found, 1);
    }
}

#[test]
fn wrong_arguments_of_sparse_systems_are_statuses() {
    let handle = Handle::new();
    let (values, offsets, indices, b) = ([1.0f64, 1.0], [0i32, 1, 2], [0i32, 5], [1.0f64; 2]);
    let (mut x, mut singular) = ([9.0f64; 2], 7i32);
    let mut call = |nnz: i32, order: i32| {
        status!(hipsolverExtSpDcsrlsvluHost(
            handle.0,
            2,
            nnz,
            null_mut(),
            host(&values),
            host(&offsets),
            host(&indices),
            host(&b),
            0.0,
            order,
            place(&mut x),
            place(&mut singular)
        ))
    };
    // An index that leads outside, a negative count, an order that is none.
    assert_eq!(call(2, 0), Status::InvalidValue);
    assert_eq!(call(-1, 0), Status::InvalidValue);
    assert_eq!(call(2, 4), Status::InvalidValue);
    let code = status!(hipsolverExtSpDcsrlsvqr(
        handle.0,
        2,
        2,
        null_mut(),
        null_mut(),
        null_mut(),
        null_mut(),
        null_mut(),
        0.0,
        0,
        null_mut(),
        place(&mut singular)
    ));
    assert_eq!((code, singular), (Status::InvalidValue, 7));
}

/// A state of steps, as `create` makes it.
fn state(create: unsafe extern "C" fn(Pointer) -> Status) -> Pointer {
    let mut made: Pointer = null_mut();
    // SAFETY: the place is a local's.
    assert_eq!(unsafe { create(place(&mut made)) }, Status::Success);
    made
}

#[test]
fn systems_are_solved_step_by_step() {
    let handle = Handle::new();
    let x = Matrix::<f64>::noise(N, 1, 0.0, 2);
    let a = rows::<f64>(N, |i, j| Complex64::new(grid(i, j, false).re, 0.0));
    let product = |shift: f64| -> Vec<f64> {
        let entry = |i: usize, j: usize| grid(i, j, false).re - if i == j { shift } else { 0.0 };
        (0..N).map(|i| (0..N).map(|j| entry(i, j) * x.values[j]).sum()).collect()
    };
    let check = |got: &[f64]| {
        let far = got.iter().zip(&x.values).map(|(got, wanted)| (got - wanted).abs()).fold(0.0, f64::max);
        assert!(far < 1e-12, "{far}");
    };
    let (n, nnz, none) = (N as i32, a.indices.len() as i32, null_mut());
    let (of_v, of_o, of_i) = (Buffer::new(&a.values), Buffer::new(&a.offsets), Buffer::new(&a.indices));
    let (v, o, i) = (of_v.at, of_o.at, of_i.at);
    let (mut internal, mut area, mut zero) = (0usize, 0usize, 7i32);

    // QR of `A - I / 2` on the device: nothing is solved before the decomposition.
    let b = product(0.5);
    let (of_b, of_x) = (Buffer::new(&b), Buffer::new(&vec![0.0; N]));
    let info = state(hipsolver::hipsolverExtSpCreateCsrqrInfo);
    let solve = || status!(hipsolverExtSpDcsrqrSolve(handle.0, n, n, of_b.at, of_x.at, info, none));
    assert_eq!(solve(), Status::InvalidValue);
    ok!(hipsolverExtSpXcsrqrAnalysis(handle.0, n, n, nnz, none, o, i, info));
    let sizes = (place(&mut internal), place(&mut area));
    ok!(hipsolverExtSpDcsrqrBufferInfo(handle.0, n, n, nnz, none, v, o, i, info, sizes.0, sizes.1));
    ok!(hipsolverExtSpDcsrqrSetup(handle.0, n, n, nnz, none, v, o, i, 0.5, info));
    assert_eq!(solve(), Status::InvalidValue);
    ok!(hipsolverExtSpDcsrqrFactor(handle.0, n, n, nnz, none, none, info, none));
    ok!(hipsolverExtSpDcsrqrZeroPivot(handle.0, info, 1e-14, place(&mut zero)));
    assert_eq!(zero, -1);
    assert_eq!(solve(), Status::Success);
    check(&of_x.read());
    // Another order is refused, and so is another type of numbers.
    let other = status!(hipsolverExtSpDcsrqrSolve(handle.0, 1, 1, of_b.at, of_x.at, info, none));
    assert_eq!(other, Status::InvalidValue);
    let other = status!(hipsolverExtSpScsrqrSolve(handle.0, n, n, of_b.at, of_x.at, info, none));
    assert_eq!(other, Status::InvalidValue);
    ok!(hipsolverExtSpDestroyCsrqrInfo(info));
    assert_eq!(status!(hipsolverExtSpDestroyCsrqrInfo(info)), Status::InvalidValue);

    // Cholesky's on the device, LU on the host.
    let b = product(0.0);
    let of_b = Buffer::new(&b);
    let info = state(hipsolver::hipsolverExtSpCreateCsrcholInfo);
    ok!(hipsolverExtSpXcsrcholAnalysis(handle.0, n, nnz, none, o, i, info));
    ok!(hipsolverExtSpDcsrcholFactor(handle.0, n, nnz, none, v, o, i, info, none));
    ok!(hipsolverExtSpDcsrcholZeroPivot(handle.0, info, 1e-14, place(&mut zero)));
    assert_eq!(zero, -1);
    ok!(hipsolverExtSpDcsrcholSolve(handle.0, n, of_b.at, of_x.at, info, none));
    check(&of_x.read());
    ok!(hipsolverExtSpDestroyCsrcholInfo(info));
    let info = state(hipsolver::hipsolverExtSpCreateCsrluInfoHost);
    let (v, o, i) = (host(&a.values[0]), host(&a.offsets[0]), host(&a.indices[0]));
    let mut got = vec![0.0; N];
    ok!(hipsolverExtSpXcsrluAnalysisHost(handle.0, n, nnz, none, o, i, info));
    ok!(hipsolverExtSpDcsrluFactorHost(handle.0, n, nnz, none, v, o, i, info, 1.0, none));
    ok!(hipsolverExtSpDcsrluSolveHost(handle.0, n, host(&b[0]), place(&mut got[0]), info, none));
    check(&got);
    ok!(hipsolverExtSpDestroyCsrluInfoHost(info));
}

#[test]
fn batches_of_sparse_systems_are_solved() {
    let handle = Handle::new();
    // `diag(d) x = b` of order three with an entry outside of the diagonal; the second one is singular.
    let values = [2.0f64, 1.0, 4.0, 5.0, 1.0, 1.0, 0.0, 1.0];
    let (offsets, indices) = ([0i32, 2, 3, 4], [0i32, 1, 1, 2]);
    let b = [4.0f64, 8.0, 10.0, 1.0, 1.0, 1.0];
    let (of_v, of_o, of_i) = (Buffer::new(&values), Buffer::new(&offsets), Buffer::new(&indices));
    let (of_b, of_x, none) = (Buffer::new(&b), Buffer::new(&[0.0f64; 6]), null_mut());
    let (v, o, i) = (of_v.at, of_o.at, of_i.at);
    let info = state(hipsolver::hipsolverExtSpCreateCsrqrInfo);
    let batch = |rows: i32, count: i32| {
        let (b, x) = (of_b.at, of_x.at);
        status!(hipsolverExtSpDcsrqrsvBatched(
            handle.0, rows, rows, 4, none, v, o, i, b, x, count, info, none
        ))
    };
    assert_eq!(batch(3, 2), Status::InvalidValue);
    let analyse = |m: i32| status!(hipsolverExtSpXcsrqrAnalysisBatched(handle.0, m, 3, 4, none, o, i, info));
    assert_eq!(analyse(4), Status::NotSupported);
    assert_eq!(analyse(3), Status::Success);
    assert_eq!((batch(3, -1), batch(2, 2)), (Status::InvalidValue, Status::InvalidValue));
    assert_eq!(batch(3, 2), Status::Success);
    let x = of_x.read();
    assert_eq!(x[..3], [1.0, 2.0, 2.0]);
    assert!(x[3..].iter().all(|x| x.is_nan()));
    ok!(hipsolverExtSpDestroyCsrqrInfo(info));
}

#[test]
fn a_reordered_matrix_is_the_product_of_its_factors() {
    let handle = Handle::new();
    let a = rows::<f64>(N, |i, j| Complex64::new(grid(i * 17 % N, j * 17 % N, true).re, 0.0));
    let (n, nnz, none) = (N as i32, a.values.len() as i32, null_mut::<std::ffi::c_void>());
    let (mut symmetric, mut orders) = (-1i32, Vec::new());
    let (o, i) = (host(&a.offsets[0]), host(&a.indices[0]));
    ok!(hipsolverExtSpXcsrissymHost(
        handle.0,
        n,
        nnz,
        none,
        o,
        o.wrapping_byte_add(4),
        i,
        place(&mut symmetric)
    ));
    assert_eq!(symmetric, 1);
    for order in [
        hipsolver::hipsolverExtSpXcsrsymrcmHost,
        hipsolver::hipsolverExtSpXcsrsymmdqHost,
        hipsolver::hipsolverExtSpXcsrsymamdHost,
    ] {
        let mut list = vec![-1i32; N];
        // SAFETY: the list has as many places as the matrix has rows.
        assert_eq!(unsafe { order(handle.0, n, nnz, none, o, i, place(&mut list[0])) }, Status::Success);
        let mut sorted = list.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..n));
        orders.push(list);
    }
    let dense = |offsets: &[i32], indices: &[i32], values: &[f64]| {
        let mut made = vec![0.0; N * N];
        for row in 0..N {
            (offsets[row]..offsets[row + 1])
                .for_each(|at| made[row * N + indices[at as usize] as usize] = values[at as usize]);
        }
        made
    };
    let of_a = dense(&a.offsets, &a.indices, &a.values);
    for p in orders {
        // B = A(p, p), whose values are those of A in the order of the map.
        let (mut offsets, mut indices, mut bytes) = (a.offsets.clone(), a.indices.clone(), 0usize);
        let mut map: Vec<i32> = (0..nnz).collect();
        let (pp, ob, ib) = (host(&p[0]), place(&mut offsets[0]), place(&mut indices[0]));
        ok!(hipsolverExtSpXcsrperm_bufferSizeHost(
            handle.0,
            n,
            n,
            nnz,
            none,
            ob,
            ib,
            pp,
            pp,
            place(&mut bytes)
        ));
        ok!(hipsolverExtSpXcsrpermHost(handle.0, n, n, nnz, none, ob, ib, pp, pp, place(&mut map[0]), none));
        let values: Vec<f64> = map.iter().map(|&at| a.values[at as usize]).collect();
        let of_b = dense(&offsets, &indices, &values);
        let wanted = |k: usize| of_a[p[k / N] as usize * N + p[k % N] as usize];
        assert!((0..N * N).all(|k| of_b[k] == wanted(k)));
        // P B Qᵀ = L U, without the diagonal of L.
        let mut info: Pointer = null_mut();
        ok!(hipsolverExtSpCreateCsrluInfoHost(place(&mut info)));
        let (mut in_lower, mut in_upper, vb) = (0i32, 0i32, host(&values[0]));
        let counts = (place(&mut in_lower), place(&mut in_upper));
        assert_eq!(
            status!(hipsolverExtSpXcsrluNnzHost(handle.0, counts.0, counts.1, info)),
            Status::InvalidValue
        );
        ok!(hipsolverExtSpXcsrluAnalysisHost(handle.0, n, nnz, none, ob, ib, info));
        ok!(hipsolverExtSpDcsrluFactorHost(handle.0, n, nnz, none, vb, ob, ib, info, 1.0, none));
        ok!(hipsolverExtSpXcsrluNnzHost(handle.0, counts.0, counts.1, info));
        let (mut rows, mut columns) = (vec![0i32; N], vec![0i32; N]);
        let arrays = |count: i32| (vec![0i32; N + 1], vec![0i32; count as usize], vec![0f64; count as usize]);
        let (mut lower, mut upper) = (arrays(in_lower), arrays(in_upper));
        let (pr, pc) = (place(&mut rows[0]), place(&mut columns[0]));
        let (lo, li, lv) = (place(&mut lower.0[0]), place(&mut lower.1[0]), place(&mut lower.2[0]));
        let (uo, ui, uv) = (place(&mut upper.0[0]), place(&mut upper.1[0]), place(&mut upper.2[0]));
        ok!(hipsolverExtSpDcsrluExtractHost(
            handle.0, pr, pc, none, lv, lo, li, none, uv, uo, ui, info, none
        ));
        assert_eq!((lower.0[N], upper.0[N]), (in_lower, in_upper));
        let (of_lower, of_upper) = (dense(&lower.0, &lower.1, &lower.2), dense(&upper.0, &upper.1, &upper.2));
        for row in 0..N {
            assert!(
                (row..N).all(|j| of_lower[row * N + j] == 0.0)
                    && (0..row).all(|j| of_upper[row * N + j] == 0.0)
            );
            for column in 0..N {
                let sum = (0..row).map(|k| of_lower[row * N + k] * of_upper[k * N + column]).sum::<f64>()
                    + of_upper[row * N + column];
                let wanted = of_b[rows[row] as usize * N + columns[column] as usize];
                assert!((sum - wanted).abs() < 1e-9, "{sum} for {wanted} at {row}, {column}");
            }
        }
        ok!(hipsolverExtSpDestroyCsrluInfoHost(info));
    }
}
