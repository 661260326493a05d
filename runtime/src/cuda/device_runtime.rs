//! NVIDIA's device runtime (`libcudadevrt.a` of a CUDA toolkit), which kernels that launch kernels need on a
//! GPU.

use super::failure;
use crate::Error;
use crate::config::config;
use cuda_driver::{Driver, Failure};
use std::ffi::CStr;
use std::path::{Path, PathBuf};

/// Places of the library beside the one that the setting names.
const PLACES: [&str; 4] = [
    "/usr/local/cuda/lib64/libcudadevrt.a",
    "/usr/local/cuda/targets/x86_64-linux/lib/libcudadevrt.a",
    "/opt/cuda/lib64/libcudadevrt.a",
    "/usr/lib/x86_64-linux-gnu/libcudadevrt.a",
];

/// Beginnings of the names of its functions.
const NAMES: [&str; 3] = ["__cudaCDP2", "cudaGetParameterBuffer", "cudaLaunchDevice"];

/// `CUjitInputType`
const PTX: u32 = 1;
const LIBRARY: u32 = 4;

/// Returns whether a text declares functions of the device runtime.
pub(super) fn is_wanted(text: &str) -> bool {
    let declares = |line: &str| line.trim_start().starts_with(".extern .func");
    // The name may follow the result on a line of its own.
    text.contains(".extern .func") && {
        let mut lines = text.lines();
        let mut is_open = false;
        lines.any(|line| {
            let is_part = is_open || declares(line);
            is_open = is_part && !line.contains(';');
            is_part && NAMES.iter().any(|name| line.contains(name))
        })
    }
}

/// Returns the library's bytes.
///
/// # Errors
/// `Unsupported` if it is nowhere.
fn library(named: Option<&Path>) -> Result<Vec<u8>, Error> {
    let places: Vec<PathBuf> = match named {
        Some(file) => vec![file.to_owned()],
        None => PLACES.iter().map(PathBuf::from).collect(),
    };
    places.iter().find_map(|place| std::fs::read(place).ok()).ok_or(Error::Unsupported {
        what: "a kernel that launches kernels without NVIDIA's libcudadevrt.a, which HIP_CUDA_DEVICE_RUNTIME names",
    })
}

/// Returns a text in which its kernels are declared before anything refers to them, which NVIDIA's assembler
/// wants.
fn with_kernels_declared(text: &str) -> String {
    let declaration = |at: usize| {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let is_head = matches!(text[start..at].trim(), ".visible" | ".weak");
        is_head.then(|| Some(format!("\n{};", &text[start..=at + text[at..].find(')')?])))?
    };
    let declarations: String = text.match_indices(".entry ").filter_map(|(at, _)| declaration(at)).collect();
    let line = text.find(".address_size").and_then(|at| Some(at + text[at..].find('\n')?));
    match line {
        Some(end) => [&text[..end], &declarations, &text[end..]].concat(),
        None => text.to_owned(),
    }
}

/// Links a module's text with the device runtime, in the current context. Returns machine code.
///
/// # Errors
/// `Unsupported` without the library; the driver's.
pub(super) fn link(driver: &Driver, text: &CStr) -> Result<Vec<u8>, Error> {
    let library = library(config().device_runtime.as_deref())?;
    let mut text = with_kernels_declared(&text.to_string_lossy()).into_bytes();
    text.push(0);
    let link = driver.begin_link()?;
    let complete = || -> Result<Vec<u8>, Failure> {
        driver.add_to_link(&link, PTX, &text, "the program")?;
        driver.add_to_link(&link, LIBRARY, &library, "libcudadevrt.a")?;
        driver.complete_link(&link)
    };
    let linked = complete().map_err(|failure| failure::with_text(failure, &link.log()));
    // Nothing can be done about a state that is not destroyed.
    let _ = driver.cuLinkDestroy(link.state);
    linked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_that_launch_are_recognised() {
        let launch =
            ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2\n(\n.param .b64 a,\n.param .b64 b\n);\n";
        let other =
            ".extern .func (.param .b32 func_retval0) vprintf\n(\n.param .b64 a\n);\n// cudaLaunchDevice\n";
        assert!(is_wanted(launch) && !is_wanted(other) && !is_wanted(".visible .entry k()"));
        assert!(is_wanted(".extern .func (.param .b64 r)\n cudaGetParameterBufferV2 (.param .b64 a);"));
    }

    #[test]
    fn kernels_are_declared_first() {
        let head = ".version 7.0\n.target sm_70\n.address_size 64";
        let kernels = "\n\n.visible .entry k(\n.param .u64 p\n)\n{\nret;\n}\n.weak .entry t()\n{\nret;\n}\n";
        let declarations = "\n.visible .entry k(\n.param .u64 p\n);\n.weak .entry t();";
        let declared = with_kernels_declared(&format!("{head}{kernels}"));
        assert_eq!(declared, format!("{head}{declarations}{kernels}"));
    }

    #[test]
    fn without_the_library_they_are_refused_by_name() {
        let missing = library(Some(Path::new("/nowhere/libcudadevrt.a"))).expect_err("there is none");
        assert!(missing.to_string().contains("libcudadevrt.a"), "{missing}");
    }
}
