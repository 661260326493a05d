//! Errors of transforms in the book's table.

use crate::accuracy_table::{Exact, Table};
use crate::shared::{Buffer, Element, Pointer};
use crate::{BACKWARD, C2C, C2R, D2Z, FORWARD, R2C, Z2D, Z2Z, noise, ok, pairs, plan, status};
use hipfft::Status;
use num_complex::{Complex32, Complex64};

/// `e^(-2 pi i j / n)` in two parts, to some 2^-58.
fn root(j: usize, n: usize) -> [Complex64; 2] {
    const BITS: u32 = 62;
    const QUARTER: i128 = 7_244_019_458_077_122_842;
    let (j, n) = (j as i128, n as i128);
    // The nearest quarter of a turn, and an angle of an eighth at most.
    let quarter = (4 * j + n / 2) / n;
    let angle = QUARTER * (4 * j - quarter * n) / n;
    let mut parts = [1i128 << BITS, 0];
    let mut term = 1i128 << BITS;
    for power in 1.. {
        term = ((term * angle) >> BITS) / power;
        if term.abs() <= 1 {
            break;
        }
        parts[(power % 2) as usize] += if power % 4 >= 2 { -term } else { term };
    }
    let [cosine, sine] = parts;
    let (re, im) = match quarter % 4 {
        0 => (cosine, -sine),
        1 => (-sine, -cosine),
        2 => (-cosine, sine),
        _ => (sine, cosine),
    };
    let unit = 2f64.powi(-(BITS as i32));
    let high = [re, im].map(|part| part as f64);
    let low = [re - high[0] as i128, im - high[1] as i128].map(|part| part as f64);
    [high, low].map(|[re, im]| Complex64::new(re * unit, im * unit))
}

/// Place on each axis of the `at`-th element.
fn place(mut at: usize, sizes: &[usize]) -> Vec<usize> {
    let mut place = vec![0; sizes.len()];
    for axis in (0..sizes.len()).rev() {
        place[axis] = at % sizes[axis];
        at /= sizes[axis];
    }
    place
}

/// Relative error of some of the results, which are those at all places of the axes `made`.
fn error(data: &[Complex64], sizes: &[usize], sign: i32, got: &[Complex64], made: &[usize]) -> f64 {
    const SOME: usize = 128;
    let count = data.len();
    let roots: Vec<[Complex64; 2]> = (0..count).map(|j| root(j, count)).collect();
    let (mut square, mut whole) = (0.0, 0.0);
    for at in (0..got.len()).step_by((got.len() / SOME).max(1) | 1) {
        let to = place(at, made);
        let mut sum = Exact::default();
        for (from, &value) in data.iter().enumerate() {
            let from = place(from, sizes);
            let turns: usize =
                (0..sizes.len()).map(|d| to[d] * from[d] % sizes[d] * (count / sizes[d])).sum();
            for part in roots[turns % count] {
                sum.add_product(value, if sign < 0 { part } else { part.conj() });
            }
        }
        whole += sum.value().norm_sqr();
        sum.subtract(got[at]);
        square += sum.value().norm_sqr();
    }
    (square / whole).sqrt()
}

type Complex = unsafe extern "C" fn(Pointer, Pointer, Pointer, i32) -> Status;
type Real = unsafe extern "C" fn(Pointer, Pointer, Pointer) -> Status;

/// Functions of a precision, each with the kind of its plan.
struct Functions {
    complex: (Complex, u32),
    forward: (Real, u32),
    backward: (Real, u32),
}

fn numbers<T: Element>(values: &[Complex64]) -> (Vec<T>, Vec<Complex64>) {
    let values: Vec<T> = values.iter().map(|&z| T::narrow(z)).collect();
    let wide = values.iter().map(|value| value.wide()).collect();
    (values, wide)
}

fn wide<T: Element>(of: &Buffer<T>) -> Vec<Complex64> {
    of.read().into_iter().map(T::wide).collect()
}

fn transforms<R: Element, C: Element>(
    table: &mut Table,
    sizes: &[usize],
    name: &str,
    limit: f64,
    of: &Functions,
) {
    let (count, row) = (sizes.iter().product::<usize>(), sizes[sizes.len() - 1]);
    let random = pairs(&noise(2 * count));
    let ((values, data), plan_of) = (numbers::<C>(&random), |kind| plan(sizes, kind));
    let (from, to) = (Buffer::new(&values), Buffer::new(&values));
    let handle = plan_of(of.complex.1);
    // SAFETY: device memory is checked by the library.
    assert_eq!(unsafe { (of.complex.0)(handle, from.at, to.at, FORWARD) }, Status::Success);
    ok!(hipfftDestroy(handle));
    table.add("complex", name, C::TYPE, error(&data, sizes, FORWARD, &wide(&to), sizes), limit);

    let ((values, data), half) = (numbers::<R>(&random), row / 2 + 1);
    let made: Vec<usize> = sizes[..sizes.len() - 1].iter().copied().chain([half]).collect();
    let of_half = count / row * half;
    let (from, to) = (Buffer::new(&values), Buffer::new(&vec![C::narrow(Complex64::ZERO); of_half]));
    let handle = plan_of(of.forward.1);
    // SAFETY: as above.
    assert_eq!(unsafe { (of.forward.0)(handle, from.at, to.at) }, Status::Success);
    ok!(hipfftDestroy(handle));
    table.add("real to complex", name, C::TYPE, error(&data, sizes, FORWARD, &wide(&to), &made), limit);

    if sizes.len() > 1 {
        return;
    }
    // Half of a spectrum whose other half is conjugated.
    let mut given = random[..half].to_vec();
    (given[0].im, given[half - 1].im) = (0.0, if row % 2 == 0 { 0.0 } else { given[half - 1].im });
    let (values, known) = numbers::<C>(&given);
    let whole: Vec<Complex64> =
        (0..row).map(|k| if k < half { known[k] } else { known[row - k].conj() }).collect();
    let (from, to) = (Buffer::new(&values), Buffer::new(&vec![R::narrow(Complex64::ZERO); row]));
    let handle = plan_of(of.backward.1);
    // SAFETY: as above.
    assert_eq!(unsafe { (of.backward.0)(handle, from.at, to.at) }, Status::Success);
    ok!(hipfftDestroy(handle));
    table.add("complex to real", name, R::TYPE, error(&whole, sizes, BACKWARD, &wide(&to), sizes), limit);
}

#[test]
fn errors_are_those_of_the_book() {
    let single = Functions {
        complex: (hipfft::hipfftExecC2C, C2C),
        forward: (hipfft::hipfftExecR2C, R2C),
        backward: (hipfft::hipfftExecC2R, C2R),
    };
    let double = Functions {
        complex: (hipfft::hipfftExecZ2Z, Z2Z),
        forward: (hipfft::hipfftExecD2Z, D2Z),
        backward: (hipfft::hipfftExecZ2D, Z2D),
    };
    let mut table = Table::new("fft");
    let shapes: [(&[usize], &str, f64); 6] = [
        (&[1024], "1024", 4.0),
        (&[1000], "1000", 4.0),
        (&[1021], "1021 (prime)", 8.0),
        (&[16384], "16384", 4.0),
        (&[48, 45], "48 × 45", 4.0),
        (&[12, 15, 14], "12 × 15 × 14", 4.0),
    ];
    for (sizes, name, limit) in shapes {
        transforms::<f32, Complex32>(&mut table, sizes, name, limit, &single);
        transforms::<f64, Complex64>(&mut table, sizes, name, limit, &double);
    }
    table.check();
}

#[test]
fn roots_are_good_to_more_than_the_digits_of_f64() {
    let one = |n: usize| -> Complex64 {
        // The sum of all roots is zero, and each power of eight of them that of one.
        let mut sum = Exact::default();
        (0..n).for_each(|j| root(j, n).into_iter().for_each(|part| sum.add_product(part, Complex64::ONE)));
        sum.value()
    };
    assert!(one(1000).norm() < 1e-15 && one(1021).norm() < 1e-15);
    let [high, low] = root(1, 8);
    let half = 0.5f64.sqrt();
    // sqrt(1/2) - half, by Newton's step.
    let rest = (0.5 - half * half - half.mul_add(half, -(half * half))) / (2.0 * half);
    assert!((high.re - half + low.re - rest).abs() < 1e-17, "{high} {low} {rest:e}");
}
