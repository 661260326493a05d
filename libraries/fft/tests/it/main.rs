//! Tests of `libhipfft` through its C functions, against sums in double precision.

#![expect(unsafe_code, reason = "functions of C are called")]

// The core, which the library loads at run time; here it is linked in.
use amdhip64 as _;

mod accuracy;
#[path = "../../../tests/accuracy.rs"]
mod accuracy_table;

use hipfft::Status;
use num_complex::{Complex, Complex32, Complex64};
use shared::{Buffer, Pointer, synchronize};
use std::ptr::null_mut;

#[path = "../../../tests/shared.rs"]
mod shared;

/// The status of a call.
macro_rules! status {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: device memory is checked by the library; the other pointers are null or of locals.
        unsafe { hipfft::$function($($argument),*) }
    };
}

/// Calls a function of the library, which must succeed.
macro_rules! ok {
    ($function:ident($($argument:expr),* $(,)?)) => {
        assert_eq!(status!($function($($argument),*)), Status::Success, stringify!($function))
    };
}
pub(crate) use {ok, status};

const FORWARD: i32 = -1;
const BACKWARD: i32 = 1;
const C2C: u32 = 0x29;
const R2C: u32 = 0x2a;
const C2R: u32 = 0x2c;
const Z2Z: u32 = 0x69;
const D2Z: u32 = 0x6a;
const Z2D: u32 = 0x6c;

/// Numbers between -1 and 1.
fn noise(count: usize) -> Vec<f64> {
    let mut state = 88172645463325252u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn pairs(values: &[f64]) -> Vec<Complex64> {
    values.chunks_exact(2).map(|pair| Complex64::new(pair[0], pair[1])).collect()
}

/// The transform by its definition, over all axes.
fn transform(data: &[Complex64], sizes: &[usize], sign: f64) -> Vec<Complex64> {
    let index = |mut at: usize| {
        let mut place = vec![0; sizes.len()];
        for axis in (0..sizes.len()).rev() {
            place[axis] = at % sizes[axis];
            at /= sizes[axis];
        }
        place
    };
    let term = |k: &[usize], at: usize| {
        let x = index(at);
        let turns: f64 = (0..sizes.len()).map(|d| (k[d] * x[d] % sizes[d]) as f64 / sizes[d] as f64).sum();
        data[at] * Complex64::from_polar(1.0, sign * std::f64::consts::TAU * turns)
    };
    (0..data.len()).map(|at| (0..data.len()).map(|other| term(&index(at), other)).sum()).collect()
}

#[track_caller]
fn close(got: &[Complex64], wanted: &[Complex64], bound: f64) {
    assert_eq!(got.len(), wanted.len());
    for (n, (got, wanted)) in got.iter().zip(wanted).enumerate() {
        assert!((got - wanted).norm() <= bound, "{n}: {got} instead of {wanted}");
    }
}

fn narrow(values: &[Complex64]) -> Vec<Complex32> {
    values.iter().map(|v| Complex32::new(v.re as f32, v.im as f32)).collect()
}

fn wide(values: &[Complex32]) -> Vec<Complex64> {
    values.iter().map(|v| Complex64::new(v.re.into(), v.im.into())).collect()
}

fn plan(sizes: &[usize], kind: u32) -> Pointer {
    let mut plan: Pointer = null_mut();
    let place = (&raw mut plan).cast();
    match *sizes {
        [n] => ok!(hipfftPlan1d(place, n as i32, kind, 1)),
        [x, y] => ok!(hipfftPlan2d(place, x as i32, y as i32, kind)),
        [x, y, z] => ok!(hipfftPlan3d(place, x as i32, y as i32, z as i32, kind)),
        _ => panic!("a plan has three dimensions at most"),
    }
    plan
}

const SHAPES: [&[usize]; 8] = [&[1], &[8], &[60], &[37], &[4, 6], &[5, 7], &[3, 4, 5], &[2, 9, 8]];

#[test]
fn complex_transforms_in_one_to_three_dimensions() {
    for sizes in SHAPES {
        let count: usize = sizes.iter().product();
        let data = pairs(&noise(2 * count));
        for (direction, sign) in [(FORWARD, -1.0), (BACKWARD, 1.0)] {
            let wanted = transform(&data, sizes, sign);
            let (double, single) = (plan(sizes, Z2Z), plan(sizes, C2C));
            let (from, to) = (Buffer::new(&data), Buffer::new(&data));
            ok!(hipfftExecZ2Z(double, from.at, to.at, direction));
            close(&to.read(), &wanted, 1e-12 * count as f64 + 1e-13);
            // In place.
            let both = Buffer::new(&narrow(&data));
            ok!(hipfftExecC2C(single, both.at, both.at, direction));
            close(&wide(&both.read()), &wanted, 1e-6 * count as f64 + 1e-6);
            ok!(hipfftDestroy(double));
            ok!(hipfftDestroy(single));
        }
    }
}

#[test]
fn real_transforms_there_and_back() {
    for sizes in SHAPES {
        let count: usize = sizes.iter().product();
        let (row, values) = (sizes[sizes.len() - 1], noise(count));
        let (half, rows) = (row / 2 + 1, count / row);
        let complex: Vec<Complex64> = values.iter().map(|&v| v.into()).collect();
        let whole = transform(&complex, sizes, -1.0);
        let wanted: Vec<Complex64> = whole.chunks_exact(row).flat_map(|row| row[..half].to_vec()).collect();
        let (there, back) = (plan(sizes, D2Z), plan(sizes, Z2D));
        let (from, to) = (Buffer::new(&values), Buffer::new(&vec![Complex64::ZERO; rows * half]));
        ok!(hipfftExecD2Z(there, from.at, to.at));
        close(&to.read(), &wanted, 1e-12 * count as f64 + 1e-13);
        ok!(hipfftExecZ2D(back, to.at, from.at));
        for (got, wanted) in from.read().iter().zip(&values) {
            assert!((got / count as f64 - wanted).abs() < 1e-12, "{sizes:?}");
        }
        // In place, rows of real numbers are padded to those of complex ones.
        let (there, back) = (plan(sizes, R2C), plan(sizes, C2R));
        let padded: Vec<f32> = (0..rows * 2 * half)
            .map(|at| {
                if at % (2 * half) < row {
                    values[at / (2 * half) * row + at % (2 * half)] as f32
                } else {
                    9.0
                }
            })
            .collect();
        let both = Buffer::new(&padded);
        ok!(hipfftExecR2C(there, both.at, both.at));
        let got: Vec<Complex64> =
            both.read().chunks_exact(2).map(|pair| Complex::new(pair[0].into(), pair[1].into())).collect();
        close(&got, &wanted, 1e-6 * count as f64 + 1e-6);
        ok!(hipfftExecC2R(back, both.at, both.at));
        for (at, got) in both.read().iter().enumerate().filter(|(at, _)| at % (2 * half) < row) {
            assert!((got / count as f32 - padded[at]).abs() < 1e-5, "{sizes:?}");
        }
    }
}

#[test]
fn batches_with_strides_and_a_scale() {
    let (n, batch, stride, distance) = (12usize, 5usize, 3usize, 40usize);
    let all = pairs(&noise(2 * (batch * distance)));
    let mut plan: Pointer = null_mut();
    ok!(hipfftCreate((&raw mut plan).cast()));
    ok!(hipfftExtPlanScaleFactor(plan, 0.5));
    let (mut sizes, mut embed, mut bytes) = ([n as i32], [40i32], 1usize);
    let (sizes, embed): (Pointer, Pointer) = ((&raw mut sizes).cast(), (&raw mut embed).cast());
    ok!(hipfftMakePlanMany(
        plan,
        1,
        sizes,
        embed,
        stride as i32,
        distance as i32,
        embed,
        1,
        n as i32,
        Z2Z,
        batch as i32,
        (&raw mut bytes).cast()
    ));
    assert_eq!(bytes, 0);
    let (from, to) = (Buffer::new(&all), Buffer::new(&vec![Complex64::ZERO; n * batch]));
    ok!(hipfftXtExec(plan, from.at, to.at, FORWARD));
    let got = to.read();
    for instance in 0..batch {
        let data: Vec<Complex64> = (0..n).map(|k| all[instance * distance + k * stride] * 0.5).collect();
        close(&got[instance * n..][..n], &transform(&data, &[n], -1.0), 1e-12);
    }
}

#[test]
fn results_may_overlap_the_input() {
    let data = pairs(&noise(48));
    // The second half of the input is the first of the result.
    let both = Buffer::new(&data);
    let apart = plan(&[16], Z2Z);
    ok!(hipfftExecZ2Z(apart, both.at, both.place(8), FORWARD));
    close(&both.read()[8..], &transform(&data[..16], &[16], -1.0), 1e-12);
    ok!(hipfftDestroy(apart));
    // Instances in place are farther from each other than their results.
    let (both, mut many): (_, Pointer) = (Buffer::new(&data), null_mut());
    let (mut sizes, mut embed) = ([8i32], [8i32]);
    let (sizes, embed): (Pointer, Pointer) = ((&raw mut sizes).cast(), (&raw mut embed).cast());
    ok!(hipfftPlanMany((&raw mut many).cast(), 1, sizes, embed, 1, 16, embed, 1, 8, Z2Z, 2));
    ok!(hipfftExecZ2Z(many, both.at, both.at, BACKWARD));
    let got = both.read();
    close(&got[..8], &transform(&data[..8], &[8], 1.0), 1e-12);
    close(&got[8..16], &transform(&data[16..], &[8], 1.0), 1e-12);
    close(&got[16..], &data[16..], 0.0);
    ok!(hipfftDestroy(many));
}

#[test]
fn wrong_calls_have_their_statuses() {
    let mut handle: Pointer = null_mut();
    let place: Pointer = (&raw mut handle).cast();
    assert_eq!(status!(hipfftPlan1d(place, 0, C2C, 1)), Status::InvalidSize);
    assert_eq!(status!(hipfftPlan1d(place, 8, 7, 1)), Status::InvalidType);
    assert_eq!(status!(hipfftPlan1d(place, 8, C2C, 0)), Status::InvalidSize);
    assert_eq!(
        status!(hipfftPlanMany(place, 4, place, null_mut(), 1, 1, null_mut(), 1, 1, C2C, 1)),
        Status::InvalidValue
    );
    assert_eq!(status!(hipfftExecC2C(null_mut(), place, place, FORWARD)), Status::InvalidPlan);
    let plan = plan(&[8], C2C);
    let data = Buffer::new(&[Complex32::ZERO; 8]);
    assert_eq!(status!(hipfftExecR2C(plan, data.at, data.at)), Status::InvalidType);
    assert_eq!(status!(hipfftExecC2C(plan, data.at, data.at, 0)), Status::InvalidValue);
    assert_eq!(status!(hipfftExecC2C(plan, null_mut(), data.at, FORWARD)), Status::InvalidValue);
    assert_eq!(status!(hipfftXtSetCallback(plan, place, 0, place)), Status::NotImplemented);
    ok!(hipfftExecC2C(plan, data.at, data.at, FORWARD));
    ok!(hipfftDestroy(plan));
    assert_eq!(status!(hipfftDestroy(plan)), Status::InvalidPlan);
    assert_eq!(synchronize(), 0);
}

#[test]
fn threads_of_the_engine_are_the_devices() {
    // The checker ends a process with 66 if the host touched device memory.
    let own = std::env::current_exe().expect("the tests");
    let mut again = std::process::Command::new(own);
    again.args(["batches_with_strides_and_a_scale", "--exact"]).env("HIP_SOFT_CHECK", "host");
    let ended = again.output().expect("started");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}
