//! Directives that a `build.rs` prints to cargo: `cargo:rustc-link-lib=cuda` and others, in string literals.

use crate::link_libraries;
use std::ops::Range;

/// Returns the part of a directive to replace, with its replacement; `text` is the content of the literal.
pub(crate) fn directive(text: &str) -> Option<(Range<usize>, &'static str)> {
    let rest = text.strip_prefix("cargo:")?;
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    if let Some(value) = rest.strip_prefix("rustc-link-lib=") {
        // `static=cudart_static`, `dylib:+verbatim=cuda`
        let (kind, name) = value.rsplit_once('=').map_or(("", value), |(kind, name)| (kind, name));
        let hip = link_libraries::library(name)?.hip?;
        let from = text.len() - name.len() - if kind == "static" { "static=".len() } else { 0 };
        return Some((from..text.len(), hip));
    }
    if let Some(name) = rest.strip_prefix("rerun-if-env-changed=") {
        let from = text.len() - name.len();
        return matches!(name, "CUDA_HOME" | "CUDA_PATH" | "CUDA_ROOT")
            .then_some((from..text.len(), "HIP_PATH"));
    }
    let path = rest.strip_prefix("rustc-link-search=")?;
    let path = path.strip_prefix("native=").unwrap_or(path);
    let from = text.len() - path.len();
    let directories = ["/lib64/stubs", "/lib64", "/targets/x86_64-linux/lib"];
    let root = directories.iter().find_map(|directory| path.strip_suffix(directory))?;
    // `{home}/lib64`: the subdirectory is CUDA's, wherever it is installed.
    match root {
        "/usr/local/cuda" => Some((from..text.len(), "/opt/rocm/lib")),
        _ if root.starts_with('{') && root.ends_with('}') => Some((from + root.len()..text.len(), "/lib")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::directive;

    fn translated(text: &str) -> Option<String> {
        let (at, with) = directive(text)?;
        Some(format!("{}{with}{}", &text[..at.start], &text[at.end..]))
    }

    #[test]
    fn directives() {
        assert_eq!(translated("cargo:rustc-link-lib=cuda").as_deref(), Some("cargo:rustc-link-lib=amdhip64"));
        assert_eq!(
            translated("cargo::rustc-link-lib=dylib=cudart").as_deref(),
            Some("cargo::rustc-link-lib=dylib=amdhip64")
        );
        assert_eq!(
            translated("cargo:rustc-link-lib=static=cudart_static").as_deref(),
            Some("cargo:rustc-link-lib=amdhip64")
        );
        assert_eq!(
            translated("cargo:rustc-link-search=native=/usr/local/cuda/lib64").as_deref(),
            Some("cargo:rustc-link-search=native=/opt/rocm/lib")
        );
        assert_eq!(
            translated("cargo:rerun-if-env-changed=CUDA_HOME").as_deref(),
            Some("cargo:rerun-if-env-changed=HIP_PATH")
        );
        assert_eq!(
            translated("cargo:rustc-link-search={}/lib64").as_deref(),
            Some("cargo:rustc-link-search={}/lib")
        );
        assert_eq!(translated("cargo:rustc-link-search=native=/usr/lib64"), None);
        assert_eq!(translated("cargo:rustc-link-lib=m"), None);
    }
}
