//! The classes of `hiprand.hpp`, in a program of C++ that is linked with the library.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

#[test]
fn classes_give_the_numbers_of_the_functions() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let built = std::env::current_exe().expect("this program");
    for (library, name) in [
        ("libhiprand.so", "libhiprand.so.1"),
        ("libhiprand.so", "libhiprand.so"),
        ("libamdhip64.so", "libamdhip64.so.7"),
        ("libamdhip64.so", "libamdhip64.so"),
    ] {
        symlink(built.parent().expect("a folder").join(library), folder.join(name)).expect("a link");
    }
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    for level in ["-std=c++11", "-std=c++20"] {
        let said = Command::new(&compiler)
            .args([level, "-D__HIP_PLATFORM_AMD__", "-Wall", "-Wextra", "-Werror"])
            .args(["-Wno-unused-result", "-I"])
            .arg(crate_folder.join("include"))
            .arg("-I")
            .arg(crate_folder.join("../../capi/include"))
            .arg(crate_folder.join("tests/programs/classes.cpp"))
            .arg("-L")
            .arg(folder)
            .args(["-lhiprand", "-lamdhip64", "-o"])
            .arg(folder.join("classes"))
            .output()
            .expect("a compiler of C++");
        assert!(said.status.success(), "{level}: {}", String::from_utf8_lossy(&said.stderr));
        let said = Command::new(folder.join("classes")).env("LD_LIBRARY_PATH", folder).output();
        let said = said.expect("the program");
        assert_eq!(String::from_utf8_lossy(&said.stdout), "right\n", "{level}");
    }
}
