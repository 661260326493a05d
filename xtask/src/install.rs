//! `install`: a tree shaped like ROCm's.

use crate::{Outcome, root};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

const SONAME: &str = "libamdhip64.so.7";

/// Builds what is to be installed, and where cargo put it.
fn build(release: bool) -> Outcome<PathBuf> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root()).args(["build", "--quiet", "--package", "hip-capi", "--package", "hipify-rs"]);
    cargo.args(["--package", "hip-fatbin", "--package", "hipcc"]);
    if release {
        cargo.arg("--release");
    }
    let status = cargo.status().map_err(|e| format!("cargo: {e}"))?;
    if !status.success() {
        return Err("the library, the translator or the compiler driver does not build".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target.join(if release { "release" } else { "debug" }))
}

fn copy(from: &Path, to: &Path) -> Outcome<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
    }
    // A program may be running from the old file: it keeps that one.
    let fresh = to.with_extension("new");
    fs::copy(from, &fresh).map_err(|e| format!("{}: {e}", from.display()))?;
    fs::rename(&fresh, to).map_err(|e| format!("{}: {e}", to.display()))
}

/// Copies a folder with all that is in it.
fn copy_folder(from: &Path, to: &Path) -> Outcome<()> {
    for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))?.filter_map(Result::ok) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy_folder(&from, &to)? } else { copy(&from, &to)? }
    }
    Ok(())
}

fn write(path: &Path, text: &str, mode: u32) -> Outcome<()> {
    let fail = |e: std::io::Error| format!("{}: {e}", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(fail)?;
    }
    fs::write(path, text).map_err(fail)?;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(fail)
}

pub(crate) fn run(prefix: &Path, release: bool) -> Outcome<()> {
    let built = build(release)?;
    copy(&built.join("hipify-rs"), &prefix.join("bin/hipify-rs"))?;
    write(&prefix.join("bin/hipconfig"), HIPCONFIG, 0o755)?;
    for command in ["hipcc", "hip-fatbin"] {
        copy(&built.join(command), &prefix.join("bin").join(command))?;
    }
    copy_folder(&root().join("capi/include/hip"), &prefix.join("include/hip"))?;
    copy(&built.join("libamdhip64.so"), &prefix.join("lib").join(SONAME))?;
    let link = prefix.join("lib/libamdhip64.so");
    match fs::remove_file(&link) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(format!("{}: {e}", link.display())),
        _ => symlink(SONAME, &link).map_err(|e| format!("{}: {e}", link.display()))?,
    }
    write(&prefix.join("lib/cmake/hip/hip-config.cmake"), CMAKE, 0o644)?;
    write(&prefix.join("lib/cmake/hip/hip-config-version.cmake"), CMAKE_VERSION, 0o644)
}

const HIPCONFIG: &str = r#"#!/bin/sh
# Says where this SDK is and what it is, as HIP's own hipconfig does.
here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
usage() {
    cat <<END
usage: hipconfig [--path|-p] [--version|-v] [--platform|-P] [--compiler|-c] [--runtime|-r] [--cpp_config|-C] [--full|-f]
END
}
case "${1:---full}" in
    --path|-p|--rocmpath|-R) printf %s "$here" ;;
    --version|-v) printf %s 7.15.0 ;;
    --platform|-P) printf %s amd ;;
    --compiler|-c) printf %s clang ;;
    --runtime|-r) printf %s soft ;;
    --cpp_config|--cxx_config|-C) printf ' -D__HIP_PLATFORM_AMD__= -I%s/include' "$here" ;;
    --full|-f) printf 'HIP version: 7.15.0\nHIP_PATH: %s\nHIP_PLATFORM: amd\nHIP_RUNTIME: soft (kernels run on the CPU)\nCPP_CONFIG: -D__HIP_PLATFORM_AMD__= -I%s/include\n' "$here" "$here" ;;
    --help|-h) usage ;;
    *) usage >&2; exit 2 ;;
esac
"#;

const CMAKE: &str = r#"# find_package(hip) for the software device: targets hip::host, hip::amdhip64, hip::device.
get_filename_component(_hip_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(HIP_PATH "${_hip_prefix}")
set(hip_INCLUDE_DIR "${_hip_prefix}/include")
set(hip_INCLUDE_DIRS "${hip_INCLUDE_DIR}")
set(HIP_INCLUDE_DIRS "${hip_INCLUDE_DIR}")
set(hip_LIB_INSTALL_DIR "${_hip_prefix}/lib")
set(hip_BIN_INSTALL_DIR "${_hip_prefix}/bin")
set(hip_LIBRARIES hip::host)
set(HIP_PLATFORM "amd")
if(NOT TARGET hip::amdhip64)
  add_library(hip::amdhip64 SHARED IMPORTED)
  set_target_properties(hip::amdhip64 PROPERTIES
    IMPORTED_LOCATION "${_hip_prefix}/lib/libamdhip64.so.7"
    IMPORTED_SONAME "libamdhip64.so.7"
    INTERFACE_INCLUDE_DIRECTORIES "${hip_INCLUDE_DIR}"
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1")
  foreach(_hip_target host device)
    add_library(hip::${_hip_target} INTERFACE IMPORTED)
    set_target_properties(hip::${_hip_target} PROPERTIES INTERFACE_LINK_LIBRARIES hip::amdhip64)
  endforeach()
endif()
set(hip_FOUND TRUE)
"#;

const CMAKE_VERSION: &str = r#"set(PACKAGE_VERSION 7.15.0)
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
"#;
