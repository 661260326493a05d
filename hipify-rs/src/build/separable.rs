//! CUDA's separable compilation in CMake: a property there, `-fgpu-rdc` for compiler and linker in HIP.

/// The property of a target, and the variable that it begins with.
pub(super) const PROPERTY: &str = "CUDA_SEPARABLE_COMPILATION";
pub(super) const VARIABLE: &str = "CMAKE_CUDA_SEPARABLE_COMPILATION";

const COMPILE: &str = "$<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>";
const LINK: &str = "$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc>";

/// Whether a value is one of those that CMake takes for true.
pub(super) fn is_on(value: &str) -> bool {
    ["1", "ON", "TRUE", "Y", "YES"].iter().any(|on| value.eq_ignore_ascii_case(on))
}

/// The commands that say it of some targets, a line each.
pub(super) fn of_targets(targets: &[&str], indent: &str) -> String {
    let of = |target: &&str| {
        format!(
            "target_compile_options({target} PRIVATE {COMPILE})\n{indent}target_link_options({target} PRIVATE {LINK})"
        )
    };
    targets.iter().map(of).collect::<Vec<_>>().join(&format!("\n{indent}"))
}

/// The commands that say it of all targets to come.
pub(super) fn of_all(indent: &str) -> String {
    format!("add_compile_options({COMPILE})\n{indent}add_link_options({LINK})")
}
