//! Functions that are told the types of their operands, groups of products, packed triangles, and rotations
//! in batches.

use crate::device::{Buffer, Handle, Pointer, host, ok};
use half::{bf16, f16};
use hipblas::Status;
use num_complex::Complex32;
use std::ptr::null_mut;

macro_rules! status {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: device memory is checked by the library; the other pointers are null or of locals.
        unsafe { hipblas::$function($($argument),*) }
    };
}

/// `hipDataType`
const SINGLE: u32 = 0;
const DOUBLE: u32 = 1;
const HALF: u32 = 2;
const COMPLEX: u32 = 4;
const BRAIN: u32 = 14;

fn place<T>(value: &mut T) -> Pointer {
    (&raw mut *value).cast()
}

fn halves<const N: usize>(values: [f32; N]) -> Vec<f16> {
    values.map(f16::from_f32).to_vec()
}

#[test]
fn vectors_of_named_types() {
    let handle = Handle::new();
    let h = handle.0;
    let x = Buffer::new(&halves([3.0, -4.0, 0.5, 4.0]));
    let (mut sum, mut first, mut least) = (f16::ZERO, 0i32, 0i64);
    ok!(hipblasExtAsumEx(h, 4, x.at, HALF, 1, place(&mut sum), HALF, SINGLE));
    ok!(hipblasExtIamaxEx(h, 4, x.at, HALF, 1, place(&mut first)));
    ok!(hipblasExtIaminEx_64(h, 4, x.at, HALF, 1, place(&mut least)));
    assert_eq!((sum.to_f32(), first, least), (11.5, 2, 3));
    let y = Buffer::new(&halves([1.0, 2.0]));
    ok!(hipblasExtSwapEx(h, 2, x.at, HALF, 2, y.at, HALF, 1));
    assert_eq!((x.read(), y.read()), (halves([1.0, -4.0, 2.0, 4.0]), halves([3.0, 0.5])));
    let z = Buffer::new(&[Complex32::new(1.0, 2.0), Complex32::new(3.0, 4.0)]);
    let to = Buffer::new(&[Complex32::ZERO; 2]);
    ok!(hipblasExtCopyEx_64(h, 2, z.at, COMPLEX, -1, to.at, COMPLEX, 1));
    assert_eq!(to.read(), [Complex32::new(3.0, 4.0), Complex32::new(1.0, 2.0)]);
    // Types that do not go together, and one that is none.
    assert_eq!(status!(hipblasExtCopyEx(h, 2, x.at, HALF, 1, y.at, BRAIN, 1)), Status::NotSupported);
    assert_eq!(status!(hipblasExtIamaxEx(h, 2, x.at, 99, 1, place(&mut first))), Status::InvalidEnum);
    let code = status!(hipblasExtAsumEx(h, 4, x.at, HALF, 1, place(&mut sum), SINGLE, SINGLE));
    assert_eq!(code, Status::NotSupported);
}

#[test]
fn rotations_of_named_types() {
    let handle = Handle::new();
    let h = handle.0;
    let [mut a, mut b, mut c, mut s] = [3.0, 4.0, 0.0, 0.0].map(bf16::from_f32);
    let (of_c, of_s) = (place(&mut c), place(&mut s));
    ok!(hipblasExtRotgEx(h, place(&mut a), place(&mut b), BRAIN, of_c, of_s, BRAIN, SINGLE));
    assert_eq!([a, c, s], [5.0, 0.6, 0.8].map(bf16::from_f32));
    // `c` and `s` that are exact.
    let (c, s) = (f16::from_f32(0.0), f16::from_f32(1.0));
    let (x, y) = (Buffer::new(&halves([3.0])), Buffer::new(&halves([4.0])));
    ok!(hipblasRotEx(h, 1, x.at, HALF, 1, y.at, HALF, 1, host(&c), host(&s), HALF, SINGLE));
    assert_eq!((x.read(), y.read()), (halves([4.0]), halves([-3.0])));
    let parameters = [-1.0, 1.0, 2.0, 3.0, 4.0f64];
    let (x, y) = (Buffer::new(&[1.0f64]), Buffer::new(&[10.0f64]));
    ok!(hipblasExtRotmEx(h, 1, x.at, DOUBLE, 1, y.at, DOUBLE, 1, host(&parameters), DOUBLE, DOUBLE));
    assert_eq!((x.read(), y.read()), (vec![31.0], vec![42.0]));
    let ([mut d1, mut d2, mut x1, y1], mut made) = ([1.0f32, 1.0, 3.0, 4.0], [0.0f32; 5]);
    ok!(hipblasExtRotmgEx(
        h,
        place(&mut d1),
        SINGLE,
        place(&mut d2),
        SINGLE,
        place(&mut x1),
        SINGLE,
        host(&y1),
        SINGLE,
        place(&mut made),
        SINGLE,
        SINGLE
    ));
    assert_eq!((made, x1), ([1.0, 0.75, 0.0, 0.0, 0.75], 6.25));
    let code = status!(hipblasRotEx(h, 1, x.at, HALF, 1, y.at, HALF, 1, host(&c), host(&s), SINGLE, SINGLE));
    assert_eq!(code, Status::NotSupported);
}

#[test]
fn rotations_are_made_in_batches_on_the_host_and_on_the_device() {
    let handle = Handle::new();
    let h = handle.0;
    let (a, b) = ([3.0f64, 0.0, 5.0], [4.0f64, 2.0, 12.0]);
    let (wanted_r, wanted_c) = ([5.0, 2.0, 13.0], [0.6, 0.0, 5.0 / 13.0]);
    // On the host, at distances.
    let (mut r, mut z, mut c, mut s) = (a, b, [0.0f64; 6], [0.0f64; 3]);
    ok!(hipblasDrotgStridedBatched(
        h,
        place(&mut r),
        1,
        place(&mut z),
        1,
        place(&mut c),
        2,
        place(&mut s),
        1,
        3
    ));
    assert_eq!((r, [c[0], c[2], c[4]]), (wanted_r, wanted_c));
    // On the device, by addresses.
    ok!(hipblasSetPointerMode(h, 1));
    let (of_a, of_b) = (Buffer::new(&a), Buffer::new(&b));
    let (of_c, of_s) = (Buffer::new(&[0.0f64; 3]), Buffer::new(&[0.0f64; 3]));
    let [list_a, list_b, list_c, list_s] = [&of_a, &of_b, &of_c, &of_s]
        .map(|all| Buffer::new(&[0, 1, 2].map(|n: usize| all.at.wrapping_byte_add(n * 8))));
    ok!(hipblasDrotgBatched_64(h, list_a.at, list_b.at, list_c.at, list_s.at, 3));
    assert_eq!((of_a.read(), of_c.read()), (wanted_r.to_vec(), wanted_c.to_vec()));
    // A complex rotation's cosine is real: its distance counts such numbers.
    let (one, two) = (Complex32::new(3.0, 0.0), Complex32::new(0.0, 4.0));
    let (of_a, of_b) = (Buffer::new(&[one, two]), Buffer::new(&[two, one]));
    let (of_c, of_s) = (Buffer::new(&[0.0f32; 3]), Buffer::new(&[Complex32::ZERO; 2]));
    ok!(hipblasCrotgStridedBatched(h, of_a.at, 1, of_b.at, 1, of_c.at, 2, of_s.at, 1, 2));
    assert_eq!(of_c.read(), [0.6, 0.0, 0.8]);
    // Modified rotations by parameters of each instance.
    let parameters = Buffer::new(&[-2.0f32, 0.0, 0.0, 0.0, 0.0, -1.0, 1.0, 2.0, 3.0, 4.0]);
    let (x, y) = (Buffer::new(&[1.0f32, 1.0]), Buffer::new(&[10.0f32, 10.0]));
    ok!(hipblasSrotmStridedBatched(h, 1, x.at, 1, 1, y.at, 1, 1, parameters.at, 5, 2));
    assert_eq!((x.read(), y.read()), (vec![1.0, 31.0], vec![10.0, 42.0]));
    assert_eq!(
        status!(hipblasDrotgBatched(h, null_mut(), list_b.at, list_c.at, list_s.at, 3)),
        Status::InvalidValue
    );
}

#[test]
fn products_in_groups() {
    let handle = Handle::new();
    let h = handle.0;
    // Two products of order one with cuBLAS's number of an operation, one of a row and a column.
    let values: [f64; 10] = [2.0, 3.0, 4.0, 5.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let of_values = Buffer::new(&values);
    let of_c = Buffer::new(&[1.0f64, 1.0, 1.0]);
    let at = |n: usize| of_values.at.wrapping_byte_add(n * 8);
    let [list_a, list_b] = [[at(0), at(1), at(4)], [at(2), at(3), at(7)]].map(|list| Buffer::new(&list));
    let list_c = Buffer::new(&[0, 1, 2].map(|n: usize| of_c.at.wrapping_byte_add(n * 8)));
    let (ops_a, ops_b) = ([0u32, 112], [0u32, 111]);
    let (m, n, k, lead) = ([1i32, 1], [1i32, 1], [1i32, 3], [1i32, 3]);
    let (alpha, beta, sizes, one) = ([1.0f64, 10.0], [0.0f64, 1.0], [2i32, 1], [1i32, 1]);
    let product = |groups: i32, m: &[i32; 2], of_c: Pointer| {
        status!(hipblasExtDgemmGroupedBatched(
            h,
            host(&ops_a),
            host(&ops_b),
            host(m),
            host(&n),
            host(&k),
            host(&alpha),
            list_a.at,
            host(&lead),
            list_b.at,
            host(&lead),
            host(&beta),
            of_c,
            host(&one),
            groups,
            host(&sizes)
        ))
    };
    assert_eq!(product(2, &m, list_c.at), Status::Success);
    assert_eq!(of_c.read(), [8.0, 15.0, 321.0]);
    // The second group is wrong: the first is not computed either.
    assert_eq!(product(2, &[1, -1], list_c.at), Status::InvalidValue);
    assert_eq!(
        (product(-1, &m, list_c.at), product(1, &m, null_mut())),
        (Status::InvalidValue, Status::InvalidValue)
    );
    assert_eq!(of_c.read(), [8.0, 15.0, 321.0]);
    assert_eq!(product(0, &m, null_mut()), Status::Success);
    ok!(hipblasSetPointerMode(h, 1));
    assert_eq!(product(2, &m, list_c.at), Status::NotSupported);
    ok!(hipblasSetPointerMode(h, 0));

    let of_halves = Buffer::new(&halves([2.0, 3.0]));
    let of_singles = Buffer::new(&[0.0f32]);
    let lists = [of_halves.at, of_halves.at.wrapping_byte_add(2), of_singles.at].map(|at| Buffer::new(&[at]));
    let (op, one, alpha, beta) = ([111u32], [1i64], [0.5f32], [0.0f32]);
    let product = |c_type: u32| {
        status!(hipblasExtGemmGroupedBatchedEx_64(
            h,
            host(&op),
            host(&op),
            host(&one),
            host(&one),
            host(&one),
            host(&alpha),
            lists[0].at,
            HALF,
            host(&one),
            lists[1].at,
            HALF,
            host(&one),
            host(&beta),
            lists[2].at,
            c_type,
            host(&one),
            1,
            host(&one),
            2
        ))
    };
    assert_eq!(product(SINGLE), Status::Success);
    assert_eq!(of_singles.read(), [3.0]);
    assert_eq!((product(DOUBLE), product(99)), (Status::NotSupported, Status::InvalidEnum));
}

#[test]
fn products_with_factors_of_one_type() {
    let handle = Handle::new();
    let h = handle.0;
    let (a, c) = (Buffer::new(&halves([2.0, 3.0])), Buffer::new(&[1.0f32]));
    let (alpha, beta) = (2.0f32, 1.0f32);
    let (of_alpha, of_beta) = (host(&alpha), host(&beta));
    ok!(hipblasExtSgemmEx(
        h, 112, 111, 1, 1, 2, of_alpha, a.at, HALF, 2, a.at, HALF, 2, of_beta, c.at, SINGLE, 1
    ));
    assert_eq!(c.read(), [27.0]);
    // Hermitian updates by a column: the other triangle stays as it is.
    let column = Buffer::new(&[Complex32::new(1.0, 2.0), Complex32::new(0.0, 1.0)]);
    let c = Buffer::new(&[Complex32::new(9.0, 9.0); 4]);
    let zero = 0.0f32;
    let of_zero = host(&zero);
    ok!(hipblasExtCherkEx(h, 122, 111, 2, 1, of_beta, column.at, COMPLEX, 2, of_zero, c.at, COMPLEX, 2));
    let kept = Complex32::new(9.0, 9.0);
    let product = Complex32::new(0.0, 1.0) * Complex32::new(1.0, -2.0);
    assert_eq!(c.read(), [Complex32::new(5.0, 0.0), product, kept, Complex32::new(1.0, 0.0)]);
    let (one, none) = (Complex32::new(1.0, 0.0), Complex32::ZERO);
    ok!(hipblasExtCsyrk3mEx_64(
        h,
        121,
        111,
        2,
        1,
        host(&one),
        column.at,
        COMPLEX,
        2,
        host(&none),
        c.at,
        COMPLEX,
        2
    ));
    let product = Complex32::new(0.0, 1.0) * Complex32::new(1.0, 2.0);
    assert_eq!(c.read()[2], product);
    let code =
        status!(hipblasExtCherkEx(h, 122, 111, 2, 1, of_beta, column.at, HALF, 2, of_zero, c.at, COMPLEX, 2));
    assert_eq!(code, Status::NotSupported);
    // Systems with a factor that is told the type of the computation.
    let (a, b) = (Buffer::new(&[2.0f64, 1.0, 0.0, 4.0]), Buffer::new(&[2.0f64, 9.0]));
    let one = 1.0f64;
    let solve = |ty: u32| {
        let (alpha, none) = (host(&one), null_mut());
        status!(hipblasTrsmEx(h, 141, 122, 111, 131, 2, 1, alpha, a.at, 2, b.at, 2, none, 0, ty))
    };
    assert_eq!((solve(HALF), solve(99)), (Status::NotSupported, Status::InvalidEnum));
    assert_eq!(solve(DOUBLE), Status::Success);
    assert_eq!(b.read(), [1.0, 2.0]);
}

#[test]
fn packed_triangles_and_small_inverses() {
    let handle = Handle::new();
    let h = handle.0;
    let (packed, full) = (Buffer::new(&[1.0f32, 2.0, 3.0]), Buffer::new(&[9.0f32; 4]));
    ok!(hipblasExtStpttr(h, 121, 2, packed.at, full.at, 2));
    assert_eq!(full.read(), [1.0, 9.0, 2.0, 3.0]);
    ok!(hipblasExtStrttp(h, 122, 2, full.at, 2, packed.at));
    assert_eq!(packed.read(), [1.0, 9.0, 3.0]);
    assert_eq!(status!(hipblasExtStpttr(h, 121, 2, packed.at, full.at, 1)), Status::InvalidValue);
    assert_eq!(status!(hipblasExtStpttr(h, 0, 2, packed.at, full.at, 2)), Status::InvalidEnum);
    let matrices = [Buffer::new(&[0.0f64, 2.0, 4.0, 0.0]), Buffer::new(&[1.0f64, 2.0, 2.0, 4.0])];
    let inverses = [Buffer::new(&[7.0f64; 4]), Buffer::new(&[7.0f64; 4])];
    let list = |all: &[Buffer<f64>; 2]| Buffer::new(&[all[0].at, all[1].at]);
    let (a, c, info) = (list(&matrices), list(&inverses), Buffer::new(&[-1i32; 2]));
    ok!(hipblasExtDmatinvBatched(h, 2, a.at, 2, c.at, 2, info.at, 2));
    assert_eq!((inverses[0].read(), info.read()), (vec![0.0, 0.25, 0.5, 0.0], vec![0, 2]));
    assert_eq!(matrices[0].read(), [0.0, 2.0, 4.0, 0.0]);
    let large = status!(hipblasExtDmatinvBatched(h, 33, a.at, 33, c.at, 33, info.at, 1));
    assert_eq!(large, Status::InvalidValue);
}

#[test]
fn products_of_narrow_matrices_with_vectors() {
    let handle = Handle::new();
    let h = handle.0;
    let (a, x) = (Buffer::new(&halves([1.0, 2.0, 3.0, 4.0])), Buffer::new(&halves([1.0, 10.0])));
    let y = Buffer::new(&[1.0f32, 1.0, 1.0, 1.0]);
    let (alpha, beta) = (1.0f32, 2.0f32);
    let (alpha, beta) = (host(&alpha), host(&beta));
    let product = |op: u32, lead: i32| {
        let (a, x, y) = (a.at, x.at, y.at);
        status!(hipblasExtHSSgemvStridedBatched(h, op, 2, 2, alpha, a, lead, 0, x, 1, 0, beta, y, 1, 2, 2))
    };
    assert_eq!(product(111, 2), Status::Success);
    assert_eq!(y.read(), [33.0, 44.0, 33.0, 44.0]);
    assert_eq!((product(110, 2), product(111, 1)), (Status::InvalidEnum, Status::InvalidValue));
    let (of_a, of_x) = (Buffer::new(&[bf16::from_f32(3.0)]), Buffer::new(&[bf16::from_f32(5.0)]));
    let of_y = Buffer::new(&[bf16::from_f32(1.0)]);
    let lists = [of_a.at, of_x.at, of_y.at].map(|at| Buffer::new(&[at]));
    ok!(hipblasExtTSTgemvBatched_64(
        h,
        112,
        1,
        1,
        alpha,
        lists[0].at,
        1,
        lists[1].at,
        1,
        beta,
        lists[2].at,
        1,
        1
    ));
    assert_eq!(of_y.read(), [bf16::from_f32(17.0)]);
}
