//! Statuses of wrong calls. No pointer that a program may pass ends the process.

use crate::device::{Buffer, Handle, Pointer, host, ok, synchronize};
use hipblas::Status;
use std::ffi::CStr;
use std::process::Command;
use std::ptr::{null_mut, without_provenance_mut};

/// The status of a call, whatever its arguments.
macro_rules! status {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: device memory is checked by the library; the other pointers are null or of locals.
        unsafe { hipblas::$function($($argument),*) }
    };
}

#[test]
fn wrong_arguments_have_their_statuses() {
    let (handle, a, one) = (Handle::new(), Buffer::new(&[1.0f32; 16]), 1.0f32);
    let (h, p, f) = (handle.0, a.at, host(&one));
    let unknown: Pointer = without_provenance_mut(0x1234);
    for none in [null_mut(), unknown] {
        assert_eq!(status!(hipblasSscal(none, 1, f, p, 1)), Status::NotInitialized);
        assert_eq!(status!(hipblasDestroy(none)), Status::NotInitialized);
    }
    assert_eq!(status!(hipblasCreate(null_mut())), Status::HandleIsNull);
    assert_eq!(status!(hipblasSetPointerMode(h, 2)), Status::InvalidEnum);
    assert_eq!(status!(hipblasSgemm(h, 110, 111, 1, 1, 1, f, p, 1, p, 1, f, p, 1)), Status::InvalidEnum);
    let invalid = [
        status!(hipblasSgemm(h, 111, 111, -1, 1, 1, f, p, 1, p, 1, f, p, 1)),
        status!(hipblasSgemm(h, 111, 111, 2, 1, 1, f, p, 1, p, 1, f, p, 2)),
        status!(hipblasSgemm(h, 111, 112, 1, 2, 1, f, p, 1, p, 1, f, p, 1)),
        status!(hipblasSgemm(h, 111, 111, 1, 1, 1, null_mut(), p, 1, p, 1, f, p, 1)),
        status!(hipblasSgemm(h, 111, 111, 1, 1, 1, f, p, 1, p, 1, f, null_mut(), 1)),
        status!(hipblasSgemv(h, 111, 1, 1, f, p, 1, p, 0, f, p, 1)),
        status!(hipblasSgbmv(h, 111, 4, 4, 1, 1, f, p, 2, p, 1, f, p, 1)),
        status!(hipblasSdot(h, 1, p, 1, p, 1, null_mut())),
        status!(hipblasScopy(h, 1, null_mut(), 1, p, 1)),
        status!(hipblasSetWorkspace(h, unknown, 1)),
        status!(hipblasSetStream(h, unknown)),
        status!(hipblasSgemmBatched(h, 111, 111, 1, 1, 1, f, p, 1, p, 1, f, p, 1, -1)),
    ];
    assert!(invalid.iter().all(|&status| status == Status::InvalidValue), "{invalid:?}");
    assert_eq!(
        status!(hipblasGemmEx(h, 111, 111, 1, 1, 1, f, p, 0, 1, p, 1, 1, f, p, 0, 1, 2, 160)),
        Status::NotSupported
    );
    // Empty calls touch nothing.
    ok!(hipblasSgemm(h, 111, 111, 0, 1, 1, f, null_mut(), 1, null_mut(), 1, f, null_mut(), 1));
    ok!(hipblasSaxpy(h, 0, f, null_mut(), 1, null_mut(), 1));
    assert_eq!(synchronize(), 0);
}

/// Returns the number that a line of `hipblas_types.h` defines.
fn defined(name: &str) -> i32 {
    let header = include_str!("../../include/hipblas/hipblas_types.h");
    let values = header.lines().filter_map(|line| line.strip_prefix("#define ")?.strip_prefix(name));
    let mut numbers = values.filter_map(|value| value.trim().parse().ok());
    numbers.next().unwrap_or_else(|| panic!("{name} is defined"))
}

#[test]
fn versions_are_those_of_the_header() {
    let (handle, mut version, mut part) = (Handle::new(), 0i32, 0i32);
    let (to, of_part) = ((&raw mut version).cast(), (&raw mut part).cast());
    let parts = ["CUBLAS_VER_MAJOR", "CUBLAS_VER_MINOR", "CUBLAS_VER_PATCH"].map(defined);
    ok!(hipblasExtGetVersion(handle.0, to));
    assert_eq!(version, parts[0] * 10000 + parts[1] * 100 + parts[2]);
    for (which, expected) in (0..).zip(parts) {
        ok!(hipblasExtGetProperty(which, of_part));
        assert_eq!(part, expected);
    }
    // The runtime's version has two parts.
    assert_eq!(hipblas::hipblasExtGetCudartVersion(), usize::try_from(parts[0] * 1000).expect("positive"));
    ok!(hipblasExtGetVersion(null_mut(), to));
    assert_eq!(status!(hipblasExtGetVersion(handle.0, null_mut())), Status::InvalidValue);
    assert_eq!(status!(hipblasExtGetProperty(3, of_part)), Status::InvalidValue);
    assert_eq!(status!(hipblasExtGetProperty(0, null_mut())), Status::InvalidValue);
}

#[test]
fn statuses_have_names() {
    let name = |code| {
        // SAFETY: the library's names live as long as the program.
        unsafe { CStr::from_ptr(hipblas::hipblasStatusToString(code)) }.to_string_lossy()
    };
    assert_eq!((name(0), name(7)), ("HIPBLAS_STATUS_SUCCESS".into(), "HIPBLAS_STATUS_NOT_SUPPORTED".into()));
    assert!(name(99).contains("Undefined"));
}

/// Set in the process of a test that loses its context.
const CHILD: &str = "HIP_BLAS_TEST_CHILD";

#[test]
fn memory_that_the_device_does_not_reach_is_the_contexts_error() {
    for case in 0..4 {
        if std::env::var(CHILD).is_ok_and(|wanted| wanted != case.to_string()) {
            continue;
        }
        if std::env::var_os(CHILD).is_none() {
            let test = "errors::memory_that_the_device_does_not_reach_is_the_contexts_error";
            let own = std::env::current_exe().expect("the tests");
            let status = Command::new(own)
                .args([test, "--exact", "--nocapture"])
                .env(CHILD, case.to_string())
                .output();
            let status = status.expect("started");
            assert!(status.status.success(), "{case}: {}", String::from_utf8_lossy(&status.stdout));
            assert!(
                String::from_utf8_lossy(&status.stderr).contains("hipblasSgemm"),
                "the message names the function"
            );
            continue;
        }
        let (handle, small, one) = (Handle::new(), Buffer::new(&[1.0f32; 4]), 1.0f32);
        let own = [1.0f32; 16];
        let (wrong, code): (Pointer, u32) = match case {
            // Too short, wild, the program's own, not aligned.
            0 => (small.at, 700),
            1 => (without_provenance_mut(0x7777_0000_1000), 700),
            2 => (host(&own[0]), 700),
            _ => (small.at.wrapping_byte_add(2), 716),
        };
        let (f, c) = (host(&one), Buffer::new(&[0.0f32; 16]));
        ok!(hipblasSgemm(handle.0, 111, 111, 4, 4, 4, f, wrong, 4, c.at, 4, f, c.at, 4));
        assert_eq!(synchronize(), code, "{case}");
        assert_eq!(status!(hipblasSaxpy(handle.0, 4, f, small.at, 1, small.at, 1)), Status::ExecutionFailed);
        std::process::exit(0);
    }
}
