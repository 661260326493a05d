//! Level 3 against sums element by element in double precision.

use crate::device::{Buffer, Handle, Pointer, host, ok};
use crate::reference::{Matrix, Number, Random, close, stored};
use hipblas::Status;
use num_complex::{Complex32, Complex64};

const OPS: [u32; 3] = [111, 112, 113];

type Gemm = unsafe extern "C" fn(
    Pointer,
    u32,
    u32,
    i32,
    i32,
    i32,
    Pointer,
    Pointer,
    i32,
    Pointer,
    i32,
    Pointer,
    Pointer,
    i32,
) -> Status;

fn products<T: Number>(gemm: Gemm, seed: u64) {
    let (handle, mut random) = (Handle::new(), Random::new(seed));
    for case in 0..40 {
        let [m, n, k] =
            [(); 3].map(|()| random.index(if case < 30 { 24 } else { 150 }) + usize::from(case > 2));
        let (op_a, op_b) = (OPS[random.index(3)], OPS[random.index(3)]);
        let ((rows_a, columns_a), (rows_b, columns_b)) = (stored(op_a, m, k), stored(op_b, k, n));
        let a = Matrix::<T>::random(&mut random, rows_a, columns_a);
        let b = Matrix::<T>::random(&mut random, rows_b, columns_b);
        let c = Matrix::<T>::random(&mut random, m, n);
        let alpha = T::random(&mut random);
        let beta = if case % 3 == 0 { T::rounded(0.0.into()) } else { T::random(&mut random) };
        let [on_a, on_b, on_c] = [&a, &b, &c].map(|matrix| Buffer::new(&matrix.values));
        // SAFETY: device memory is checked by the library; factors are locals.
        let status = unsafe {
            gemm(
                handle.0,
                op_a,
                op_b,
                m as i32,
                n as i32,
                k as i32,
                host(&alpha),
                on_a.at,
                a.lead as i32,
                on_b.at,
                b.lead as i32,
                host(&beta),
                on_c.at,
                c.lead as i32,
            )
        };
        assert_eq!(status, Status::Success, "{m} {n} {k}");
        let got = on_c.read();
        for j in 0..n {
            for i in 0..m {
                let sum: Complex64 = (0..k).map(|l| a.op(op_a, i, l) * b.op(op_b, l, j)).sum();
                let wanted = alpha.wide() * sum + beta.wide() * c.get(i, j);
                close(got[j * c.lead + i], wanted, k, &format!("gemm {m} {n} {k}, {op_a} {op_b}, {i} {j}"));
            }
            let gap = j * c.lead + m..((j + 1) * c.lead).min(got.len());
            assert_eq!(got[gap.clone()], c.values[gap], "memory between columns was written");
        }
    }
}

#[test]
fn products_of_all_types_and_shapes() {
    products::<f32>(hipblas::hipblasSgemm, 1);
    products::<f64>(hipblas::hipblasDgemm, 2);
    products::<Complex32>(hipblas::hipblasCgemm, 3);
    products::<Complex64>(hipblas::hipblasZgemm, 4);
}

#[test]
fn what_beta_zero_hides_is_not_read() {
    let handle = Handle::new();
    let (a, c) = (Buffer::new(&[2.0f32]), Buffer::new(&[f32::NAN]));
    let (one, zero) = (1.0f32, 0.0f32);
    ok!(hipblasSgemm(handle.0, 111, 111, 1, 1, 1, host(&one), a.at, 1, a.at, 1, host(&zero), c.at, 1));
    assert_eq!(c.read(), [4.0]);
    let nan = Buffer::new(&[f32::NAN]);
    ok!(hipblasSgemm(handle.0, 111, 111, 1, 1, 1, host(&zero), nan.at, 1, nan.at, 1, host(&one), c.at, 1));
    assert_eq!(c.read(), [4.0]);
}

#[test]
fn batches_by_addresses_and_by_strides() {
    let (handle, mut random) = (Handle::new(), Random::new(5));
    let (m, n, k, count) = (7, 5, 9, 6);
    let make = |random: &mut Random, rows, columns| {
        (0..count).map(|_| Matrix::<f64>::random(random, rows, columns)).collect::<Vec<_>>()
    };
    let (one, zero) = (1.0f64, 0.0f64);
    let flat = |all: &[Matrix<f64>], lead: usize| -> Vec<f64> {
        let column = |matrix: &Matrix<f64>, j: usize| {
            (0..lead).map(|i| if i < matrix.rows { matrix.get(i, j).re } else { 7.0 }).collect::<Vec<_>>()
        };
        all.iter().flat_map(|matrix| (0..matrix.columns).flat_map(move |j| column(matrix, j))).collect()
    };
    let (a, b) = (make(&mut random, m, k), make(&mut random, k, n));
    let (on_a, on_b) = (Buffer::new(&flat(&a, m)), Buffer::new(&flat(&b, k)));
    let (strided, listed) = (Buffer::new(&vec![0.0; m * n * count]), Buffer::new(&vec![0.0; m * n * count]));
    ok!(hipblasDgemmStridedBatched(
        handle.0,
        111,
        111,
        m as i32,
        n as i32,
        k as i32,
        host(&one),
        on_a.at,
        m as i32,
        (m * k) as i64,
        on_b.at,
        k as i32,
        (k * n) as i64,
        host(&zero),
        strided.at,
        m as i32,
        (m * n) as i64,
        count as i32
    ));
    let addresses = |buffer: &Buffer<f64>, step: usize| {
        Buffer::new(&(0..count).map(|n| buffer.place(n * step)).collect::<Vec<_>>())
    };
    let lists = (addresses(&on_a, m * k), addresses(&on_b, k * n), addresses(&listed, m * n));
    ok!(hipblasDgemmBatched(
        handle.0,
        111,
        111,
        m as i32,
        n as i32,
        k as i32,
        host(&one),
        lists.0.at,
        m as i32,
        lists.1.at,
        k as i32,
        host(&zero),
        lists.2.at,
        m as i32,
        count as i32
    ));
    let got = strided.read();
    assert_eq!(got, listed.read());
    for (instance, (a, b)) in a.iter().zip(&b).enumerate() {
        for (place, &value) in got[instance * m * n..][..m * n].iter().enumerate() {
            let (i, j) = (place % m, place / m);
            close(value, (0..k).map(|l| a.get(i, l) * b.get(l, j)).sum(), k, "batch");
        }
    }
}

/// Element of a matrix of which a triangle is stored.
fn mirrored<T: Number>(a: &Matrix<T>, upper: bool, hermitian: bool, i: usize, j: usize) -> Complex64 {
    let value = match (i <= j) == upper || i == j {
        true => a.get(i, j),
        false if hermitian => a.get(j, i).conj(),
        false => a.get(j, i),
    };
    if hermitian && i == j { value.re.into() } else { value }
}

macro_rules! triangles_of {
    ($($test:ident: $ty:ty, $symm:ident $syrk:ident $syr2k:ident $trmm:ident $trsm:ident;)*) => {$(
        #[test]
        fn $test() {
            let (handle, mut random) = (Handle::new(), Random::new(6));
            for case in 0..24 {
                let (m, n) = (random.index(if case < 20 { 20 } else { 180 }) + 1, random.index(20) + 1);
                let (left, upper) = (random.index(2) == 0, random.index(2) == 0);
                let (side, fill) = (if left { 141 } else { 142 }, if upper { 121 } else { 122 });
                let order = if left { m } else { n };
                let mut a = Matrix::<$ty>::random(&mut random, order, order);
                let (b, c) = (Matrix::<$ty>::random(&mut random, m, n), Matrix::<$ty>::random(&mut random, m, n));
                let (alpha, beta) = (<$ty>::random(&mut random), <$ty>::random(&mut random));
                let [on_a, on_b, on_c] = [&a, &b, &c].map(|matrix| Buffer::new(&matrix.values));
                let (rows, columns) = (m as i32, n as i32);
                let leads = [&a, &b, &c].map(|matrix| matrix.lead as i32);
                ok!($symm(
                    handle.0, side, fill, rows, columns, host(&alpha), on_a.at, leads[0], on_b.at, leads[1],
                    host(&beta), on_c.at, leads[2]
                ));
                let got = on_c.read();
                for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
                    let sum: Complex64 = (0..order).map(|l| match left {
                        true => mirrored(&a, upper, false, i, l) * b.get(l, j),
                        false => b.get(i, l) * mirrored(&a, upper, false, l, j),
                    }).sum();
                    let wanted = alpha.wide() * sum + beta.wide() * c.get(i, j);
                    close(got[j * c.lead + i], wanted, order, "symm");
                }

                // The diagonal is large, so that solutions stay small.
                for d in 0..order {
                    a.values[d * a.lead + d] = <$ty>::rounded(Complex64::new(2.0 + order as f64, 0.5));
                }
                let (unit, op) = (random.index(2) == 0, OPS[random.index(3)]);
                if unit {
                    a.values.iter_mut().for_each(|value| *value = <$ty>::rounded(value.wide() / order as f64));
                }
                let element = |i: usize, j: usize| {
                    let (r, c) = if op == 111 { (i, j) } else { (j, i) };
                    let value = match r == c {
                        true if unit => 1.0.into(),
                        _ if (r <= c) == upper || r == c => a.get(r, c),
                        _ => 0.0.into(),
                    };
                    if op == 113 { value.conj() } else { value }
                };
                let diagonal = if unit { 132 } else { 131 };
                let (on_a, on_c) = (Buffer::new(&a.values), Buffer::new(&c.values));
                ok!($trmm(
                    handle.0, side, fill, op, diagonal, rows, columns, host(&alpha), on_a.at, leads[0], on_b.at,
                    leads[1], on_c.at, leads[2]
                ));
                let got = on_c.read();
                for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
                    let sum: Complex64 = (0..order).map(|l| match left {
                        true => element(i, l) * b.get(l, j),
                        false => b.get(i, l) * element(l, j),
                    }).sum();
                    close(got[j * c.lead + i], alpha.wide() * sum, 2 * order + 8, "trmm");
                }

                ok!($trsm(
                    handle.0, side, fill, op, diagonal, rows, columns, host(&alpha), on_a.at, leads[0], on_b.at,
                    leads[1]
                ));
                let got = on_b.read();
                let x = |i: usize, j: usize| got[j * b.lead + i].wide();
                for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
                    let sum: Complex64 = (0..order).map(|l| match left {
                        true => element(i, l) * x(l, j),
                        false => x(i, l) * element(l, j),
                    }).sum();
                    close(<$ty>::rounded(sum), alpha.wide() * b.get(i, j), 4 * order, "trsm");
                }

                let (n, k, op) = (m, random.index(20), if random.index(2) == 0 { 111 } else { 112 });
                let (rows, columns) = stored(op, n, k);
                let a = Matrix::<$ty>::random(&mut random, rows, columns);
                let mut b = Matrix::<$ty>::random(&mut random, rows, columns);
                b.lead = a.lead;
                b.values.resize(a.values.len(), <$ty>::rounded(0.0.into()));
                let c = Matrix::<$ty>::random(&mut random, n, n);
                for two in [false, true] {
                    let [on_a, on_b, on_c] = [&a, &b, &c].map(|matrix| Buffer::new(&matrix.values));
                    let (lead, lead_c) = (a.lead as i32, c.lead as i32);
                    if two {
                        ok!($syr2k(
                            handle.0, fill, op, n as i32, k as i32, host(&alpha), on_a.at, lead, on_b.at, lead,
                            host(&beta), on_c.at, lead_c
                        ));
                    } else {
                        ok!($syrk(
                            handle.0, fill, op, n as i32, k as i32, host(&alpha), on_a.at, lead, host(&beta), on_c.at,
                            lead_c
                        ));
                    }
                    let got = on_c.read();
                    for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))) {
                        if (i <= j) != upper && i != j {
                            assert_eq!(got[j * c.lead + i], c.values[j * c.lead + i], "the other triangle");
                            continue;
                        }
                        let sum: Complex64 = (0..k).map(|l| match two {
                            true => a.op(op, i, l) * b.op(op, j, l) + b.op(op, i, l) * a.op(op, j, l),
                            false => a.op(op, i, l) * a.op(op, j, l),
                        }).sum();
                        let wanted = alpha.wide() * sum + beta.wide() * c.get(i, j);
                        close(got[j * c.lead + i], wanted, 2 * k, "syrk");
                    }
                }
            }
        }
    )*};
}
triangles_of! {
    triangles_in_single_precision: f32, hipblasSsymm hipblasSsyrk hipblasSsyr2k hipblasStrmm hipblasStrsm;
    triangles_in_double_precision: f64, hipblasDsymm hipblasDsyrk hipblasDsyr2k hipblasDtrmm hipblasDtrsm;
    triangles_in_single_complex: Complex32, hipblasCsymm hipblasCsyrk hipblasCsyr2k hipblasCtrmm hipblasCtrsm;
    triangles_in_double_complex: Complex64, hipblasZsymm hipblasZsyrk hipblasZsyr2k hipblasZtrmm hipblasZtrsm;
}

#[test]
fn hermitian_updates_keep_a_real_diagonal() {
    let (handle, mut random) = (Handle::new(), Random::new(8));
    for (n, k, op, fill) in [(5, 3, 111, 121), (140, 9, 113, 122), (7, 7, 113, 121)] {
        let (rows, columns) = stored(op, n, k);
        let (a, c) = (
            Matrix::<Complex64>::random(&mut random, rows, columns),
            Matrix::<Complex64>::random(&mut random, n, n),
        );
        let (alpha, beta) = (0.75f64, -0.5f64);
        let (on_a, on_c) = (Buffer::new(&a.values), Buffer::new(&c.values));
        ok!(hipblasZherk(
            handle.0,
            fill,
            op,
            n as i32,
            k as i32,
            host(&alpha),
            on_a.at,
            a.lead as i32,
            host(&beta),
            on_c.at,
            c.lead as i32
        ));
        let got = on_c.read();
        for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))) {
            if (i <= j) != (fill == 121) && i != j {
                continue;
            }
            let sum: Complex64 = (0..k).map(|l| a.op(op, i, l) * a.op(op, j, l).conj()).sum();
            let old = if i == j { c.get(i, j).re.into() } else { c.get(i, j) };
            close(got[j * c.lead + i], alpha * sum + beta * old, k, "herk");
            assert!(i != j || got[j * c.lead + i].im == 0.0);
        }
    }
}

#[test]
fn products_of_narrow_types_are_summed_wide() {
    let handle = Handle::new();
    let (m, n, k) = (4, 3, 600);
    let bytes = |seed: i32, count: usize| -> Vec<i8> {
        (0..count as i32).map(|n| ((n * 37 + seed) % 255 - 127) as i8).collect()
    };
    let (a, b) = (bytes(3, m * k), bytes(11, k * n));
    let (on_a, on_b, on_c) = (Buffer::new(&a), Buffer::new(&b), Buffer::new(&vec![5i32; m * n]));
    let (one, minus) = (1i32, -1i32);
    let compute_32i = 9;
    ok!(hipblasGemmEx(
        handle.0,
        111,
        111,
        m as i32,
        n as i32,
        k as i32,
        host(&one),
        on_a.at,
        3,
        m as i32,
        on_b.at,
        3,
        k as i32,
        host(&minus),
        on_c.at,
        10,
        m as i32,
        compute_32i,
        160
    ));
    let wanted = |i: usize, j: usize| -> i32 {
        (0..k).map(|l| i32::from(a[l * m + i]) * i32::from(b[j * k + l])).sum::<i32>() - 5
    };
    assert_eq!(on_c.read(), (0..m * n).map(|at| wanted(at % m, at / m)).collect::<Vec<_>>());

    // 2048 ones and more cannot be counted in 16 bits.
    let ones = Buffer::new(&vec![half::f16::ONE; 5000]);
    let c = Buffer::new(&[half::f16::ZERO]);
    let (one, zero) = (1.0f32, 0.0f32);
    ok!(hipblasGemmEx(
        handle.0,
        112,
        111,
        1,
        1,
        5000,
        host(&one),
        ones.at,
        2,
        5000,
        ones.at,
        2,
        5000,
        host(&zero),
        c.at,
        2,
        1,
        2,
        160
    ));
    assert_eq!(c.read(), [half::f16::from_f32(5000.0)]);
}

#[test]
fn systems_are_solved_and_inverted_in_batches() {
    let (handle, mut random) = (Handle::new(), Random::new(12));
    for n in [1, 5, 17, 70] {
        let count = 3;
        let matrices: Vec<Matrix<f64>> = (0..count).map(|_| Matrix::random(&mut random, n, n)).collect();
        let buffers: Vec<_> = matrices.iter().map(|matrix| Buffer::new(&matrix.values)).collect();
        // One leading dimension serves all.
        let lead = matrices.iter().map(|matrix| matrix.lead).max().unwrap_or(1);
        let even = |matrix: &Matrix<f64>| -> Vec<f64> {
            (0..n)
                .flat_map(|j| (0..lead).map(move |i| if i < n { matrix.get(i, j).re } else { 0.0 }))
                .collect()
        };
        drop(buffers);
        let buffers: Vec<_> = matrices.iter().map(|matrix| Buffer::new(&even(matrix))).collect();
        let inverses: Vec<_> = (0..count).map(|_| Buffer::new(&vec![0.0f64; n * n])).collect();
        let list = |all: &[Buffer<f64>]| Buffer::new(&all.iter().map(|buffer| buffer.at).collect::<Vec<_>>());
        let (on_a, on_c) = (list(&buffers), list(&inverses));
        let (pivots, info) = (Buffer::new(&vec![0i32; n * count]), Buffer::new(&vec![-1i32; count]));
        ok!(hipblasDgetrfBatched(handle.0, n as i32, on_a.at, lead as i32, pivots.at, info.at, count as i32));
        assert_eq!(info.read(), [0; 3]);
        ok!(hipblasDgetriBatched(
            handle.0,
            n as i32,
            on_a.at,
            lead as i32,
            pivots.at,
            on_c.at,
            n as i32,
            info.at,
            count as i32
        ));
        for (matrix, inverse) in matrices.iter().zip(&inverses) {
            let inverse = inverse.read();
            for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))) {
                let sum: f64 = (0..n).map(|l| matrix.get(i, l).re * inverse[j * n + l]).sum();
                assert!((sum - f64::from(u8::from(i == j))).abs() < 1e-9, "{n}: {sum} at {i} {j}");
            }
        }
    }
    let (singular, info) = (Buffer::new(&[1.0f64, 2.0, 2.0, 4.0]), Buffer::new(&[-1i32]));
    let pivots = Buffer::new(&[0i32; 2]);
    ok!(hipblasDgetrf(handle.0, 2, singular.at, 2, pivots.at, info.at));
    assert_eq!((info.read(), pivots.read()), (vec![2], vec![2, 2]));
}
