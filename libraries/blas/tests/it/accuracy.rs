//! Errors of level 3 in the book's table.

use crate::accuracy_table::{Exact, Table, error_of_product, error_of_solution, type_name};
use crate::device::{Buffer, Handle, Pointer, host, ok};
use crate::shared::{Element, Matrix};
use hipblas::Status;
use num_complex::{Complex32, Complex64};

/// Number as a matrix of `GemmEx` has it, and its `hipDataType`.
trait Stored: Copy {
    const CODE: u32;
    fn narrow(value: Complex64) -> Self;
    fn wide(self) -> Complex64;
}

macro_rules! stored {
    ($($ty:ty: $code:literal, $narrow:expr, $wide:expr;)*) => {$(
        impl Stored for $ty {
            const CODE: u32 = $code;
            fn narrow(value: Complex64) -> Self {
                let narrow: fn(Complex64) -> $ty = $narrow;
                narrow(value)
            }
            fn wide(self) -> Complex64 {
                let wide: fn($ty) -> Complex64 = $wide;
                wide(self)
            }
        }
    )*};
}
stored! {
    f32: 0, Element::narrow, Element::wide;
    f64: 1, Element::narrow, Element::wide;
    Complex32: 4, Element::narrow, Element::wide;
    Complex64: 5, Element::narrow, Element::wide;
    half::f16: 2, |z| half::f16::from_f64(z.re), |x| x.to_f64().into();
    half::bf16: 14, |z| half::bf16::from_f64(z.re), |x| x.to_f64().into();
    i8: 3, |z| (z.re * 127.0) as i8, |x| f64::from(x).into();
    i32: 10, |z| z.re as i32, |x| f64::from(x).into();
}

/// Numbers of a type, column by column, and their values.
fn noise<T: Stored>(rows: usize, columns: usize, seed: u64) -> (Vec<T>, Matrix<Complex64>) {
    let made = Matrix::<Complex64>::noise(rows, columns, 0.0, seed);
    let values = made.values.iter().map(|&z| T::narrow(z).wide()).collect();
    (made.by_columns().into_iter().map(T::narrow).collect(), Matrix { values, ..made })
}

fn by_rows<T: Stored>(values: &[T], rows: usize, columns: usize) -> Matrix<Complex64> {
    let element = |n: usize| values[n % columns * rows + n / columns].wide();
    Matrix { rows, columns, values: (0..rows * columns).map(element).collect() }
}

/// Products by `hipblasGemmEx`; `factor` is one in the type of the computation.
fn products<A: Stored, C: Stored, F>(table: &mut Table, compute: u32, (one, zero): (F, F), limit: f64) {
    const SHAPE: (usize, usize, usize) = (40, 30, 1000);
    let (handle, (m, n, k)) = (Handle::new(), SHAPE);
    let ((a, wide_a), (b, wide_b)) = (noise::<A>(m, k, 1), noise::<A>(k, n, 2));
    let (on_a, on_b) = (Buffer::new(&a), Buffer::new(&b));
    let on_c = Buffer::new(&vec![C::narrow(Complex64::ZERO); m * n]);
    let (rows, columns, inner) = (m as i32, n as i32, k as i32);
    let (alpha, beta, to, at) = (host(&one), host(&zero), on_c.at, on_a.at);
    ok!(hipblasGemmEx(
        handle.0,
        111,
        111,
        rows,
        columns,
        inner,
        alpha,
        at,
        A::CODE,
        rows,
        on_b.at,
        A::CODE,
        inner,
        beta,
        to,
        C::CODE,
        rows,
        compute,
        160
    ));
    let got = by_rows(&on_c.read(), m, n);
    let error = error_of_product(&wide_a, &wide_b, &got);
    let name = if A::CODE == C::CODE { "gemm".to_owned() } else { format!("gemm of {}", type_name(A::CODE)) };
    table.add(&name, "40 × 30 × 1000", C::CODE, error, limit);
}

type Trsm = unsafe extern "C" fn(
    Pointer,
    u32,
    u32,
    u32,
    u32,
    i32,
    i32,
    Pointer,
    Pointer,
    i32,
    Pointer,
    i32,
) -> Status;

fn triangular_systems<T: Element + Stored>(table: &mut Table, trsm: Trsm) {
    const N: usize = 150;
    let (handle, one) = (Handle::new(), Element::narrow(Complex64::ONE));
    let one: T = one;
    let ((mut a, _), (b, wide_b)) = (noise::<T>(N, N, 3), noise::<T>(N, 8, 4));
    (0..N).for_each(|i| a[i * N + i] = Element::narrow(Complex64::new(8.0, 0.0)));
    (0..N).for_each(|j| (0..j).for_each(|i| a[j * N + i] = Element::narrow(Complex64::ZERO)));
    let (on_a, on_b, n) = (Buffer::new(&a), Buffer::new(&b), N as i32);
    // SAFETY: device memory is checked by the library; the factor is a local.
    let status = unsafe { trsm(handle.0, 141, 122, 111, 131, n, 8, host(&one), on_a.at, n, on_b.at, n) };
    assert_eq!(status, Status::Success);
    let error = error_of_solution(&by_rows(&a, N, N), &by_rows(&on_b.read(), N, 8), &wide_b);
    table.add("trsm", "150 × 8", <T as Element>::TYPE, error, 1.0);
}

type Gemv = unsafe extern "C" fn(
    Pointer,
    u32,
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

fn products_with_vectors<T: Element + Stored>(table: &mut Table, gemv: Gemv) {
    const SHAPE: (usize, usize) = (40, 1000);
    let (handle, (m, n)) = (Handle::new(), SHAPE);
    let ((a, wide_a), (x, wide_x)) = (noise::<T>(m, n, 7), noise::<T>(n, 1, 8));
    let [one, zero]: [T; 2] = [Complex64::ONE, Complex64::ZERO].map(Element::narrow);
    let (on_a, on_x, on_y) = (Buffer::new(&a), Buffer::new(&x), Buffer::new(&vec![zero; m]));
    let (alpha, beta, lead) = (host(&one), host(&zero), m as i32);
    // SAFETY: device memory is checked by the library; the factors are locals.
    let status =
        unsafe { gemv(handle.0, 111, lead, n as i32, alpha, on_a.at, lead, on_x.at, 1, beta, on_y.at, 1) };
    assert_eq!(status, Status::Success);
    let error = error_of_product(&wide_a, &wide_x, &by_rows(&on_y.read(), m, 1));
    table.add("gemv", "40 × 1000", <T as Element>::TYPE, error, 20.0);
}

type Dot = unsafe extern "C" fn(Pointer, i32, Pointer, i32, Pointer, i32, Pointer) -> Status;

fn dots<T: Element + Stored>(table: &mut Table, dot: Dot) {
    const N: usize = 100_000;
    let (handle, ((x, _), (y, _))) = (Handle::new(), (noise::<T>(N, 1, 5), noise::<T>(N, 1, 6)));
    let (on_x, on_y, mut got) = (Buffer::new(&x), Buffer::new(&y), <T as Stored>::narrow(Complex64::ZERO));
    let to = (&raw mut got).cast();
    // SAFETY: device memory is checked by the library; the place is a local's.
    assert_eq!(unsafe { dot(handle.0, N as i32, on_x.at, 1, on_y.at, 1, to) }, Status::Success);
    let mut exact = Exact::default();
    x.iter().zip(&y).for_each(|(&x, &y)| exact.add_product(Stored::wide(x), Stored::wide(y)));
    exact.subtract(Stored::wide(got));
    let lengths = x.iter().zip(&y).map(|(&x, &y)| (Stored::wide(x) * Stored::wide(y)).norm()).sum::<f64>();
    table.add("dot", "100000", <T as Element>::TYPE, exact.value().norm() / lengths, 1.0);
}

#[test]
fn errors_are_those_of_the_book() {
    let mut table = Table::new("blas");
    let (single, double) = ((1.0f32, 0.0f32), (1.0f64, 0.0f64));
    products::<f32, f32, f32>(&mut table, 2, single, 10.0);
    products::<f64, f64, f64>(&mut table, 7, double, 10.0);
    products::<Complex32, Complex32, Complex32>(&mut table, 2, (Complex32::ONE, Complex32::ZERO), 10.0);
    products::<Complex64, Complex64, Complex64>(&mut table, 7, (Complex64::ONE, Complex64::ZERO), 10.0);
    products::<half::f16, half::f16, f32>(&mut table, 2, single, 0.5);
    products::<half::bf16, half::bf16, f32>(&mut table, 2, single, 0.5);
    products::<half::f16, f32, f32>(&mut table, 2, single, 10.0);
    products::<half::bf16, f32, f32>(&mut table, 2, single, 10.0);
    products::<i8, i32, i32>(&mut table, 9, (1, 0), 0.0);
    triangular_systems::<f32>(&mut table, hipblas::hipblasStrsm);
    triangular_systems::<f64>(&mut table, hipblas::hipblasDtrsm);
    triangular_systems::<Complex32>(&mut table, hipblas::hipblasCtrsm);
    triangular_systems::<Complex64>(&mut table, hipblas::hipblasZtrsm);
    products_with_vectors::<f32>(&mut table, hipblas::hipblasSgemv);
    products_with_vectors::<f64>(&mut table, hipblas::hipblasDgemv);
    products_with_vectors::<Complex32>(&mut table, hipblas::hipblasCgemv);
    products_with_vectors::<Complex64>(&mut table, hipblas::hipblasZgemv);
    dots::<f32>(&mut table, hipblas::hipblasSdot);
    dots::<f64>(&mut table, hipblas::hipblasDdot);
    dots::<Complex32>(&mut table, hipblas::hipblasCdotu);
    dots::<Complex64>(&mut table, hipblas::hipblasZdotu);
    table.check();
}
