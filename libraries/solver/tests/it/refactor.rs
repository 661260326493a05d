//! Refactorization: systems with other values in the same places, in all layouts of the factors.

use crate::calls::{ok, status};
use crate::shared::{Buffer, Pointer, host, place};
use hipsolver::Status;
use std::ptr::null_mut;

unsafe extern "C" {
    fn hipMemcpy(to: Pointer, from: *const std::ffi::c_void, bytes: usize, kind: u32) -> u32;
    fn free(memory: Pointer);
}

/// Points of a side of the grid.
const SIDE: usize = 6;
const N: usize = SIDE * SIDE;

/// Five points of a grid, with other values for each seed.
fn entry(seed: usize, i: usize, j: usize) -> f64 {
    let ((x, y), (u, v)) = ((i % SIDE, i / SIDE), (j % SIDE, j / SIDE));
    match x.abs_diff(u) + y.abs_diff(v) {
        0 => 5.0 + ((i * 7 + seed * 3) % 5) as f64 / 4.0,
        1 => -1.0 - ((i * 5 + j * 3 + seed) % 7) as f64 / 16.0,
        _ => 0.0,
    }
}

/// Compressed rows, or columns.
struct Compressed {
    starts: Vec<i32>,
    indices: Vec<i32>,
    values: Vec<f64>,
}

impl Compressed {
    fn new(
        is_columns: bool,
        is_there: impl Fn(usize, usize) -> bool,
        value: impl Fn(usize, usize) -> f64,
    ) -> Self {
        let mut made = Compressed { starts: vec![0], indices: Vec::new(), values: Vec::new() };
        for major in 0..N {
            for minor in 0..N {
                let (row, column) = if is_columns { (minor, major) } else { (major, minor) };
                if is_there(row, column) {
                    made.indices.push(minor as i32);
                    made.values.push(value(row, column));
                }
            }
            made.starts.push(made.indices.len() as i32);
        }
        made
    }

    fn of_a(is_columns: bool, seed: usize) -> Self {
        Compressed::new(is_columns, |i, j| entry(seed, i, j) != 0.0, |i, j| entry(seed, i, j))
    }

    fn count(&self) -> i32 {
        self.indices.len() as i32
    }
}

/// Orders of rows and columns.
fn orders() -> [Vec<i32>; 2] {
    let row = |k: usize| ((k * 5 + 2) % N) as i32;
    // The same for both keeps large numbers on the diagonal.
    [(0..N).map(row).collect(), (0..N).map(row).collect()]
}

/// Both factors of `A(P, Q)`, by elimination in full; a diagonal of ones belongs to the lower one.
fn decompose(seed: usize) -> Vec<f64> {
    let [rows, columns] = orders();
    let mut m: Vec<f64> =
        (0..N * N).map(|at| entry(seed, rows[at / N] as usize, columns[at % N] as usize)).collect();
    for k in 0..N {
        for i in k + 1..N {
            m[i * N + k] /= m[k * N + k];
            for j in k + 1..N {
                m[i * N + j] -= m[i * N + k] * m[k * N + j];
            }
        }
    }
    m
}

/// Solution of the system of a seed for the right side `A x` of known numbers.
fn known(k: usize) -> f64 {
    (k % 9) as f64 - 4.0
}

fn right(seed: usize) -> Vec<f64> {
    (0..N).map(|i| (0..N).map(|j| entry(seed, i, j) * known(j)).sum()).collect()
}

#[track_caller]
fn check(got: &[f64]) {
    for (k, &got) in got.iter().enumerate() {
        assert!((got - known(k)).abs() < 1e-12, "{k}: {got} instead of {}", known(k));
    }
}

/// Factors as `diagonal` (`hipsolverRfUnitDiagonal_t`) has them.
fn factors(is_columns: bool, diagonal: u32) -> [Compressed; 2] {
    let m = decompose(0);
    let (is_upper_unit, is_stored) = (diagonal % 2 == 1, diagonal < 2);
    // With a diagonal of ones in the upper factor, its rows are divided, and not columns of the lower one.
    let lower = |i: usize, j: usize| match (i == j, is_upper_unit) {
        (true, false) => 1.0,
        (_, true) => m[j * N + j] * if i == j { 1.0 } else { m[i * N + j] },
        (false, false) => m[i * N + j],
    };
    let upper = |i: usize, j: usize| match is_upper_unit {
        true if i == j => 1.0,
        true => m[i * N + j] / m[i * N + i],
        false => m[i * N + j],
    };
    let has = |unit: bool, i: usize, j: usize| m[i * N + j] != 0.0 && (i != j || !unit || is_stored);
    [
        Compressed::new(is_columns, |i, j| j <= i && has(!is_upper_unit, i, j), lower),
        Compressed::new(is_columns, |i, j| j >= i && has(is_upper_unit, i, j), upper),
    ]
}

#[test]
fn other_values_are_refactored_in_all_layouts() {
    for layout in 0..8u32 {
        let (is_columns, diagonal) = (layout / 4 == 1, layout % 4);
        let (a, [l, u], [p, q]) = (Compressed::of_a(is_columns, 0), factors(is_columns, diagonal), orders());
        let mut handle: Pointer = null_mut();
        ok!(hipsolverRfCreate(place(&mut handle)));
        ok!(hipsolverRfSetMatrixFormat(handle, layout / 4, diagonal));
        let (mut format, mut unit) = (9u32, 9u32);
        ok!(hipsolverRfGetMatrixFormat(handle, place(&mut format), place(&mut unit)));
        assert_eq!((format, unit), (layout / 4, diagonal));
        assert_eq!(status!(hipsolverRfAnalyze(handle)), Status::NotInitialized);
        let (n, at) = (N as i32, |values: &Vec<i32>| host(&values[0]));
        let numbers = |values: &Vec<f64>| host(&values[0]);
        let on_device =
            |m: &Compressed| (Buffer::new(&m.starts), Buffer::new(&m.indices), Buffer::new(&m.values));
        let ([da, dl, du], rows, columns) = ([&a, &l, &u].map(on_device), Buffer::new(&p), Buffer::new(&q));
        if diagonal == 1 {
            ok!(hipsolverRfSetupDevice(
                n,
                a.count(),
                da.0.at,
                da.1.at,
                da.2.at,
                l.count(),
                dl.0.at,
                dl.1.at,
                dl.2.at,
                u.count(),
                du.0.at,
                du.1.at,
                du.2.at,
                rows.at,
                columns.at,
                handle
            ));
        } else {
            ok!(hipsolverRfSetupHost(
                n,
                a.count(),
                at(&a.starts),
                at(&a.indices),
                numbers(&a.values),
                l.count(),
                at(&l.starts),
                at(&l.indices),
                numbers(&l.values),
                u.count(),
                at(&u.starts),
                at(&u.indices),
                numbers(&u.values),
                at(&p),
                at(&q),
                handle
            ));
        }
        ok!(hipsolverRfAnalyze(handle));
        let solve = |seed: usize| {
            let both = [right(seed), right(seed)].concat();
            let sides = Buffer::new(&both);
            ok!(hipsolverRfSolve(handle, rows.at, columns.at, 2, null_mut(), n, sides.at, n));
            let got = sides.read();
            check(&got[..N]);
            check(&got[N..]);
        };
        // The factors that were given.
        solve(0);
        let (mut count, mut starts, mut indices, mut values) = (0i32, null_mut(), null_mut(), null_mut());
        ok!(hipsolverRfAccessBundledFactorsDevice(
            handle,
            place(&mut count),
            place::<Pointer>(&mut starts),
            place::<Pointer>(&mut indices),
            place::<Pointer>(&mut values)
        ));
        let fill = decompose(0).iter().filter(|&&value| value != 0.0).count();
        assert_eq!(count as usize, fill);
        for seed in 1..4 {
            let a = Compressed::of_a(is_columns, seed);
            let (starts, indices) = (Buffer::new(&a.starts), Buffer::new(&a.indices));
            let entries = Buffer::new(&a.values);
            let reset = |count| {
                status!(hipsolverRfResetValues(
                    n, count, starts.at, indices.at, entries.at, rows.at, columns.at, handle
                ))
            };
            assert_eq!(reset(a.count() - 1), Status::InvalidValue);
            assert_eq!(reset(a.count()), Status::Success);
            ok!(hipsolverRfRefactor(handle));
            solve(seed);
        }
        // The bundle in device memory follows, and is that of the host.
        let (mut host_count, mut host_starts, mut host_indices, mut host_values) =
            (0i32, null_mut::<i32>(), null_mut::<i32>(), null_mut::<f64>());
        ok!(hipsolverRfExtractBundledFactorsHost(
            handle,
            place(&mut host_count),
            place(&mut host_starts),
            place(&mut host_indices),
            place(&mut host_values)
        ));
        assert_eq!(host_count, count);
        let copied = vec![0f64; fill];
        // SAFETY: the library allocated as many numbers.
        assert_eq!(unsafe { hipMemcpy(host(&copied[0]), values, fill * 8, 4) }, 0);
        // SAFETY: the library allocated as many numbers.
        unsafe {
            assert_eq!(std::slice::from_raw_parts(host_values, fill), copied);
            assert_eq!(*host_starts.add(N), count);
            let wanted = decompose(3);
            for major in 0..N {
                for at in *host_starts.add(major)..*host_starts.add(major + 1) {
                    let minor = *host_indices.add(at as usize) as usize;
                    let (i, j) = if is_columns { (minor, major) } else { (major, minor) };
                    let factor = match (diagonal % 2, i.cmp(&j)) {
                        (0, _) | (_, std::cmp::Ordering::Equal) => wanted[i * N + j],
                        (_, std::cmp::Ordering::Greater) => wanted[i * N + j] * wanted[j * N + j],
                        (_, std::cmp::Ordering::Less) => wanted[i * N + j] / wanted[i * N + i],
                    };
                    assert!(
                        (*host_values.add(at as usize) - factor).abs() < 1e-12,
                        "layout {layout}: {i}, {j}"
                    );
                }
            }
            for memory in [host_starts.cast(), host_indices.cast(), host_values.cast::<std::ffi::c_void>()] {
                free(memory);
            }
        }
        ok!(hipsolverRfDestroy(handle));
        assert_eq!(status!(hipsolverRfDestroy(handle)), Status::NotInitialized);
    }
}

#[test]
fn batches_and_pivots_of_zero() {
    const BATCH: usize = 3;
    let ([l, u], [p, q]) = (factors(false, 0), orders());
    let matrices: Vec<Compressed> = (0..BATCH).map(|seed| Compressed::of_a(false, seed)).collect();
    let mut handle: Pointer = null_mut();
    ok!(hipsolverRfCreate(place(&mut handle)));
    let (n, batch, at) = (N as i32, BATCH as i32, |values: &Vec<i32>| host(&values[0]));
    let pointers: Vec<Pointer> = matrices.iter().map(|a| host(&a.values[0])).collect();
    let a = &matrices[0];
    ok!(hipsolverRfBatchSetupHost(
        batch,
        n,
        a.count(),
        at(&a.starts),
        at(&a.indices),
        host(&pointers[0]),
        l.count(),
        at(&l.starts),
        at(&l.indices),
        host(&l.values[0]),
        u.count(),
        at(&u.starts),
        at(&u.indices),
        host(&u.values[0]),
        at(&p),
        at(&q),
        handle
    ));
    ok!(hipsolverRfBatchAnalyze(handle));
    ok!(hipsolverRfBatchRefactor(handle));
    let sides: Vec<Buffer<f64>> = (0..BATCH).map(|seed| Buffer::new(&right(seed))).collect();
    // Arrays of pointers of the device, and of the host.
    let places: Vec<usize> = sides.iter().map(|side| side.at.addr()).collect();
    let on_device = Buffer::new(&places);
    let (rows, columns) = (Buffer::new(&p), Buffer::new(&q));
    ok!(hipsolverRfBatchSolve(handle, rows.at, columns.at, 1, null_mut(), n, on_device.at, n));
    sides.iter().for_each(|side| check(&side.read()));
    let mut positions = [9i32; BATCH];
    ok!(hipsolverRfBatchZeroPivot(handle, place(&mut positions)));
    assert_eq!(positions, [-1; BATCH]);

    // The second matrix gets a row of zeros in the order of the rows: its pivot is zero.
    let row = p[4] as usize;
    let mut singular = matrices[1].values.clone();
    (matrices[1].starts[row]..matrices[1].starts[row + 1]).for_each(|at| singular[at as usize] = 0.0);
    let values = [&matrices[0].values, &singular, &matrices[2].values].map(|values| Buffer::new(values));
    let pointers: Vec<Pointer> = values.iter().map(|values| values.at).collect();
    let (starts, indices) = (Buffer::new(&a.starts), Buffer::new(&a.indices));
    ok!(hipsolverRfBatchResetValues(
        batch,
        n,
        a.count(),
        starts.at,
        indices.at,
        host(&pointers[0]),
        rows.at,
        columns.at,
        handle
    ));
    assert_eq!(status!(hipsolverRfBatchRefactor(handle)), Status::ZeroPivot);
    assert_eq!(status!(hipsolverRfBatchZeroPivot(handle, place(&mut positions))), Status::ZeroPivot);
    assert_eq!(positions, [-1, 4, -1]);
    let mut report = 9u32;
    ok!(hipsolverRfGetNumericBoostReport(handle, place(&mut report)));
    assert_eq!(report, 0);
    // A pivot that is replaced is none.
    ok!(hipsolverRfSetNumericProperties(handle, 1e-30, 1e-3));
    ok!(hipsolverRfBatchRefactor(handle));
    ok!(hipsolverRfGetNumericBoostReport(handle, place(&mut report)));
    assert_eq!(report, 1);
    let (mut zero, mut boost) = (0f64, 0f64);
    ok!(hipsolverRfGetNumericProperties(handle, place(&mut zero), place(&mut boost)));
    assert_eq!((zero, boost), (1e-30, 1e-3));
    ok!(hipsolverRfDestroy(handle));
}

#[test]
fn wrong_calls_have_their_statuses() {
    let mut handle: Pointer = null_mut();
    assert_eq!(status!(hipsolverRfCreate(null_mut())), Status::HandleIsNull);
    ok!(hipsolverRfCreate(place(&mut handle)));
    assert_eq!(status!(hipsolverRfSetMatrixFormat(handle, 2, 0)), Status::InvalidEnum);
    assert_eq!(status!(hipsolverRfSetAlgs(handle, 0, 0)), Status::InvalidEnum);
    ok!(hipsolverRfSetAlgs(handle, 2, 3));
    let (mut factorization, mut solution) = (9u32, 9u32);
    ok!(hipsolverRfGet_Algs(handle, place(&mut factorization), place(&mut solution)));
    assert_eq!((factorization, solution), (2, 3));
    assert_eq!(status!(hipsolverRfSetNumericProperties(handle, -1.0, 0.0)), Status::InvalidValue);
    assert_eq!(status!(hipsolverRfRefactor(handle)), Status::NotInitialized);
    // An entry that the factors have no place for; an order that names a row twice.
    let ([l, u], [mut p, q]) = (factors(false, 0), orders());
    let a = Compressed::new(false, |_, _| true, |i, j| 1.0 + (i * j) as f64);
    let (n, at) = (N as i32, |values: &Vec<i32>| host(&values[0]));
    let set_up = |p: &Vec<i32>| {
        status!(hipsolverRfSetupHost(
            n,
            a.count(),
            at(&a.starts),
            at(&a.indices),
            host(&a.values[0]),
            l.count(),
            at(&l.starts),
            at(&l.indices),
            host(&l.values[0]),
            u.count(),
            at(&u.starts),
            at(&u.indices),
            host(&u.values[0]),
            at(p),
            at(&q),
            handle
        ))
    };
    assert_eq!(set_up(&p), Status::Success);
    assert_eq!(status!(hipsolverRfAnalyze(handle)), Status::InvalidValue);
    p[0] = p[1];
    assert_eq!(set_up(&p), Status::InvalidValue);
    ok!(hipsolverRfDestroy(handle));
}
