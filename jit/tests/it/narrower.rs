//! These tests again in vectors of AVX2, as most processors run kernels.

use std::process::Command;

#[test]
fn strips_are_right_in_vectors_of_256_bits() {
    #[cfg(target_arch = "x86_64")]
    let wide = std::arch::is_x86_feature_detected!("avx512f");
    #[cfg(not(target_arch = "x86_64"))]
    let wide = false;
    if !wide || std::env::var_os("HIP_SOFT_VECTORS").is_some() {
        eprintln!("left out: the other tests run with vectors of 256 bits at most");
        return;
    }
    let own = std::env::current_exe().expect("this program");
    let tests = ["strips_give", "every_form_in_strips", "kept_programs", "random_programs"];
    let made = Command::new(own).args(tests).env("HIP_SOFT_VECTORS", "256").output().expect("a process");
    let text = String::from_utf8_lossy(&made.stdout);
    assert!(made.status.success() && text.contains("test result: ok. 7 passed"), "{text}");
}
