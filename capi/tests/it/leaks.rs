//! Leak test of objects that are repeatedly created and destroyed: `testdata/capi/leaks.c` runs for a moment,
//! or for `HIP_STRESS_SECONDS`.

use crate::codes::build;
use crate::system::root;
use std::process::Command;

#[test]
fn nothing_grows() {
    let program =
        build("leaks", &[root().join("testdata/capi/leaks.c")]).unwrap_or_else(|said| panic!("{said}"));
    let seconds = std::env::var("HIP_STRESS_SECONDS").unwrap_or_else(|_| "1".to_owned());
    let kernels = root().join("testdata/capi/kernels.ptx");
    let done =
        Command::new(program).env_clear().arg(kernels).arg(&seconds).output().expect("the program starts");
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{}\n{text}{said}", done.status);
    assert_eq!(text.lines().filter(|line| line.contains(" rounds, ")).count(), 10, "{text}");
}
