//! CUDA's separable compilation in CMake: there a property, in HIP `-fgpu-rdc` for compiler and linker.

/// Property of a target.
pub(super) const PROPERTY: &str = "CUDA_SEPARABLE_COMPILATION";
/// Variable with the property's default.
pub(super) const VARIABLE: &str = "CMAKE_CUDA_SEPARABLE_COMPILATION";

const COMPILE: &str = "$<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>";
const LINK: &str = "$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc>";

/// Returns whether CMake treats a value as true.
pub(super) fn is_on(value: &str) -> bool {
    ["1", "ON", "TRUE", "Y", "YES"].iter().any(|on| value.eq_ignore_ascii_case(on))
}

/// Returns the commands for some targets, a line each.
pub(super) fn for_targets(targets: &[&str], indent: &str) -> String {
    let line = |target: &&str| {
        format!(
            "target_compile_options({target} PRIVATE {COMPILE})\n{indent}target_link_options({target} PRIVATE {LINK})"
        )
    };
    targets.iter().map(line).collect::<Vec<_>>().join(&format!("\n{indent}"))
}

/// Returns the commands for all targets defined after them.
pub(super) fn for_all(indent: &str) -> String {
    format!("add_compile_options({COMPILE})\n{indent}add_link_options({LINK})")
}
