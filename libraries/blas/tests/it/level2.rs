//! Level 2: all forms of storage of one matrix give the products of that matrix.

use crate::device::{Buffer, Handle, host, ok};
use crate::reference::{Matrix, Number, Random, close};
use num_complex::Complex64;

/// Elements of a vector at a distance, from its end if the increment is negative.
fn spread(values: &[Complex64], increment: i32) -> Vec<Complex64> {
    let step = increment.unsigned_abs() as usize;
    let mut places = vec![Complex64::new(9.0, 9.0); values.len().saturating_sub(1) * step + 1];
    for (n, &value) in values.iter().enumerate() {
        let at = if increment < 0 { values.len() - 1 - n } else { n };
        places[at * step] = value;
    }
    places
}

/// The elements again.
fn gather(places: &[Complex64], count: usize, increment: i32) -> Vec<Complex64> {
    let step = increment.unsigned_abs() as usize;
    let at = |n: usize| if increment < 0 { count - 1 - n } else { n };
    (0..count).map(|n| places[at(n) * step]).collect()
}

fn vector(random: &mut Random, count: usize) -> Vec<Complex64> {
    (0..count).map(|_| Complex64::random(random)).collect()
}

/// A band as BLAS stores it: diagonals in rows.
fn band(a: &Matrix<Complex64>, below: usize, above: usize) -> Vec<Complex64> {
    let lead = below + above + 1;
    let mut places = vec![Complex64::new(9.0, 9.0); lead * a.columns];
    for j in 0..a.columns {
        for i in j.saturating_sub(above)..(j + below + 1).min(a.rows) {
            places[j * lead + above + i - j] = a.get(i, j);
        }
    }
    places
}

/// A triangle without gaps.
fn packed(a: &Matrix<Complex64>, upper: bool) -> Vec<Complex64> {
    let n = a.rows;
    let rows = |j: usize| if upper { 0..j + 1 } else { j..n };
    (0..n).flat_map(|j| rows(j).map(move |i| a.get(i, j))).collect()
}

fn compare(got: &[Complex64], wanted: &[Complex64], what: &str) {
    assert_eq!(got.len(), wanted.len());
    got.iter()
        .zip(wanted)
        .for_each(|(&got, &wanted)| close(got, wanted, 4 * wanted.norm() as usize + 60, what));
}

#[test]
fn general_matrices_and_bands() {
    let (handle, mut random) = (Handle::new(), Random::new(21));
    for case in 0..60 {
        let (m, n) = (random.index(12) + 1, random.index(12) + 1);
        let (below, above) = (random.index(m), random.index(n));
        let (op, incx, incy) =
            ([111, 112, 113][case % 3], [1, -2, 3][case / 3 % 3], [2, 1, -1][case / 9 % 3]);
        let a = Matrix::<Complex64>::random(&mut random, m, n);
        let (to, from) = if op == 111 { (m, n) } else { (n, m) };
        let (x, y) = (vector(&mut random, from), vector(&mut random, to));
        let (alpha, beta) = (Complex64::random(&mut random), Complex64::random(&mut random));
        let (on_a, on_x) = (Buffer::new(&a.values), Buffer::new(&spread(&x, incx)));
        let on_band = Buffer::new(&band(&a, below, above));
        let product = |element: &dyn Fn(usize, usize) -> Complex64| -> Vec<Complex64> {
            let sum = |i| (0..from).map(|j| element(i, j) * x[j]).sum::<Complex64>();
            (0..to).map(|i| alpha * sum(i) + beta * y[i]).collect()
        };
        let (rows, columns) = (m as i32, n as i32);
        let on_y = Buffer::new(&spread(&y, incy));
        ok!(hipblasZgemv(
            handle.0,
            op,
            rows,
            columns,
            host(&alpha),
            on_a.at,
            a.lead as i32,
            on_x.at,
            incx,
            host(&beta),
            on_y.at,
            incy
        ));
        compare(&gather(&on_y.read(), to, incy), &product(&|i, j| a.op(op, i, j)), "gemv");

        let on_y = Buffer::new(&spread(&y, incy));
        ok!(hipblasZgbmv(
            handle.0,
            op,
            rows,
            columns,
            below as i32,
            above as i32,
            host(&alpha),
            on_band.at,
            (below + above + 1) as i32,
            on_x.at,
            incx,
            host(&beta),
            on_y.at,
            incy
        ));
        let in_band = |i: usize, j: usize| {
            let (r, c) = if op == 111 { (i, j) } else { (j, i) };
            if r <= c + below && c <= r + above { a.op(op, i, j) } else { 0.0.into() }
        };
        compare(&gather(&on_y.read(), to, incy), &product(&in_band), "gbmv");
    }
}

#[test]
fn symmetric_and_hermitian_matrices() {
    let (handle, mut random) = (Handle::new(), Random::new(22));
    for case in 0..48 {
        let (n, upper, hermitian) = (random.index(12) + 1, case % 2 == 0, case / 2 % 2 == 0);
        let k = random.index(n);
        let (fill, incx, incy) =
            (if upper { 121 } else { 122 }, [1, -2][case / 4 % 2], [3, -1][case / 8 % 2]);
        let mut a = Matrix::<Complex64>::random(&mut random, n, n);
        a.lead = n;
        a.values.truncate(n * n);
        let element = |i: usize, j: usize| {
            let value = match (i <= j) == upper || i == j {
                true => a.get(i, j),
                false => {
                    if hermitian {
                        a.get(j, i).conj()
                    } else {
                        a.get(j, i)
                    }
                }
            };
            if hermitian && i == j { value.re.into() } else { value }
        };
        let (x, y) = (vector(&mut random, n), vector(&mut random, n));
        let (alpha, beta) = (Complex64::random(&mut random), Complex64::random(&mut random));
        let (on_x, order) = (Buffer::new(&spread(&x, incx)), n as i32);
        let product = |reach: usize| -> Vec<Complex64> {
            let near = |i: usize, j: usize| if i.abs_diff(j) <= reach { element(i, j) } else { 0.0.into() };
            (0..n)
                .map(|i| alpha * (0..n).map(|j| near(i, j) * x[j]).sum::<Complex64>() + beta * y[i])
                .collect()
        };
        let (on_a, on_packed) = (Buffer::new(&a.values), Buffer::new(&packed(&a, upper)));
        let on_band = Buffer::new(&if upper { band(&a, 0, k) } else { band(&a, k, 0) });
        let fresh = || Buffer::new(&spread(&y, incy));
        let read = |on: &Buffer<Complex64>| gather(&on.read(), n, incy);
        if hermitian {
            let on_y = fresh();
            ok!(hipblasZhemv(
                handle.0,
                fill,
                order,
                host(&alpha),
                on_a.at,
                order,
                on_x.at,
                incx,
                host(&beta),
                on_y.at,
                incy
            ));
            compare(&read(&on_y), &product(n), "hemv");
            let on_y = fresh();
            ok!(hipblasZhpmv(
                handle.0,
                fill,
                order,
                host(&alpha),
                on_packed.at,
                on_x.at,
                incx,
                host(&beta),
                on_y.at,
                incy
            ));
            compare(&read(&on_y), &product(n), "hpmv");
            let on_y = fresh();
            ok!(hipblasZhbmv(
                handle.0,
                fill,
                order,
                k as i32,
                host(&alpha),
                on_band.at,
                k as i32 + 1,
                on_x.at,
                incx,
                host(&beta),
                on_y.at,
                incy
            ));
            compare(&read(&on_y), &product(k), "hbmv");
        } else {
            let on_y = fresh();
            ok!(hipblasZsymv(
                handle.0,
                fill,
                order,
                host(&alpha),
                on_a.at,
                order,
                on_x.at,
                incx,
                host(&beta),
                on_y.at,
                incy
            ));
            compare(&read(&on_y), &product(n), "symv");
        }

        // Updates of a triangle, in full and packed.
        let stored: Vec<(usize, usize)> = (0..n)
            .flat_map(|j| (0..n).map(move |i| (i, j)))
            .filter(|&(i, j)| i == j || (i < j) == upper)
            .collect();
        let on_y = Buffer::new(&y);
        let factor = 0.5f64;
        let (one, two) = (Buffer::new(&a.values), Buffer::new(&a.values));
        let packed_one = Buffer::new(&packed(&a, upper));
        let conj = |v: Complex64| if hermitian { v.conj() } else { v };
        let once = |i: usize, j: usize| element(i, j) + factor * x[i] * conj(x[j]);
        let wide = Complex64::new(factor, 0.0);
        if hermitian {
            ok!(hipblasZher(handle.0, fill, order, host(&factor), on_x.at, incx, one.at, order));
            ok!(hipblasZhpr(handle.0, fill, order, host(&factor), on_x.at, incx, packed_one.at));
            ok!(hipblasZher2(handle.0, fill, order, host(&alpha), on_x.at, incx, on_y.at, 1, two.at, order));
        } else {
            ok!(hipblasZsyr(handle.0, fill, order, host(&wide), on_x.at, incx, one.at, order));
            ok!(hipblasZspr(handle.0, fill, order, host(&wide), on_x.at, incx, packed_one.at));
            ok!(hipblasZsyr2(handle.0, fill, order, host(&alpha), on_x.at, incx, on_y.at, 1, two.at, order));
        }
        let (one, two) = (one.read(), two.read());
        for &(i, j) in &stored {
            close(one[j * n + i], once(i, j), 8, "syr");
            let wanted = element(i, j) + alpha * x[i] * conj(y[j]) + conj(alpha) * y[i] * conj(x[j]);
            close(two[j * n + i], wanted, 16, "syr2");
        }
        let wanted: Vec<Complex64> = stored.iter().map(|&(i, j)| once(i, j)).collect();
        compare(&packed_one.read(), &wanted, "spr");
    }
}

#[test]
fn triangular_matrices() {
    let (handle, mut random) = (Handle::new(), Random::new(23));
    for case in 0..72 {
        let (n, upper, unit) = (random.index(12) + 1, case % 2 == 0, case / 2 % 2 == 0);
        let (op, k, incx) = ([111, 112, 113][case / 4 % 3], random.index(n), [1, -2][case / 12 % 2]);
        let (fill, diagonal) = (if upper { 121 } else { 122 }, if unit { 132 } else { 131 });
        let mut a = Matrix::<Complex64>::random(&mut random, n, n);
        a.lead = n;
        a.values.truncate(n * n);
        for value in &mut a.values {
            *value /= n as f64;
        }
        (0..n).for_each(|d| a.values[d * n + d] = Complex64::new(1.5, 0.5));
        let element = |reach: usize, i: usize, j: usize| {
            let (r, c) = if op == 111 { (i, j) } else { (j, i) };
            match r == c {
                true if unit => 1.0.into(),
                _ if r != c && (r < c) != upper || r.abs_diff(c) > reach => 0.0.into(),
                _ => a.op(op, i, j),
            }
        };
        let x = vector(&mut random, n);
        let product = |reach: usize, x: &[Complex64]| -> Vec<Complex64> {
            (0..n).map(|i| (0..n).map(|j| element(reach, i, j) * x[j]).sum()).collect()
        };
        let (on_a, on_packed) = (Buffer::new(&a.values), Buffer::new(&packed(&a, upper)));
        let on_band = Buffer::new(&if upper { band(&a, 0, k) } else { band(&a, k, 0) });
        let (order, width) = (n as i32, k as i32);
        let fresh = || Buffer::new(&spread(&x, incx));
        let read = |on: &Buffer<Complex64>| gather(&on.read(), n, incx);
        let on_x = fresh();
        ok!(hipblasZtrmv(handle.0, fill, op, diagonal, order, on_a.at, order, on_x.at, incx));
        compare(&read(&on_x), &product(n, &x), "trmv");
        ok!(hipblasZtrsv(handle.0, fill, op, diagonal, order, on_a.at, order, on_x.at, incx));
        compare(&read(&on_x), &x, "trsv");
        let on_x = fresh();
        ok!(hipblasZtpmv(handle.0, fill, op, diagonal, order, on_packed.at, on_x.at, incx));
        compare(&read(&on_x), &product(n, &x), "tpmv");
        ok!(hipblasZtpsv(handle.0, fill, op, diagonal, order, on_packed.at, on_x.at, incx));
        compare(&read(&on_x), &x, "tpsv");
        let on_x = fresh();
        ok!(hipblasZtbmv(handle.0, fill, op, diagonal, order, width, on_band.at, width + 1, on_x.at, incx));
        compare(&read(&on_x), &product(k, &x), "tbmv");
        ok!(hipblasZtbsv(handle.0, fill, op, diagonal, order, width, on_band.at, width + 1, on_x.at, incx));
        compare(&read(&on_x), &x, "tbsv");
    }
}

#[test]
fn rank_one_updates() {
    let (handle, mut random) = (Handle::new(), Random::new(24));
    let (m, n) = (7, 5);
    let a = Matrix::<Complex64>::random(&mut random, m, n);
    let (x, y, alpha) = (vector(&mut random, m), vector(&mut random, n), Complex64::new(0.5, -1.0));
    let (on_x, on_y) = (Buffer::new(&spread(&x, -2)), Buffer::new(&spread(&y, 3)));
    let (plain, conjugated) = (Buffer::new(&a.values), Buffer::new(&a.values));
    let lead = a.lead as i32;
    ok!(hipblasZgeru(handle.0, 7, 5, host(&alpha), on_x.at, -2, on_y.at, 3, plain.at, lead));
    ok!(hipblasZgerc(handle.0, 7, 5, host(&alpha), on_x.at, -2, on_y.at, 3, conjugated.at, lead));
    let (plain, conjugated) = (plain.read(), conjugated.read());
    for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
        close(plain[j * a.lead + i], a.get(i, j) + alpha * x[i] * y[j], 4, "geru");
        close(conjugated[j * a.lead + i], a.get(i, j) + alpha * x[i] * y[j].conj(), 4, "gerc");
    }
}

#[test]
fn a_vector_that_is_both_is_read_first() {
    let (handle, a) = (Handle::new(), Buffer::new(&[0.0f32, 1.0, 2.0, 3.0]));
    let (both, one, zero) = (Buffer::new(&[5.0f32, 7.0]), 1.0f32, 0.0f32);
    ok!(hipblasSgemv(handle.0, 111, 2, 2, host(&one), a.at, 2, both.at, 1, host(&zero), both.at, 1));
    assert_eq!(both.read(), [14.0, 26.0]);
}
