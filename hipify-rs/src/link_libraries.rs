//! Table of CUDA's libraries, by their names for linkers and CMake.

/// Text of the table.
pub const TABLE: &str = include_str!("../map/link_libraries.tsv");

/// Row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Library {
    /// CUDA's name, as in `-lcudart` and, in CMake, after `CUDA::`.
    pub cuda: &'static str,
    /// HIP's name for linkers; `None` if HIP has no such library.
    pub hip: Option<&'static str>,
    /// HIP's target in CMake.
    pub target: Option<&'static str>,
    /// CMake package that defines the target.
    pub package: Option<&'static str>,
}

/// Looks up a library.
pub fn library(cuda: &str) -> Option<Library> {
    let is = |cell: &'static str| (cell != "-").then_some(cell);
    let found = tsv::table::<4>(TABLE).find(|&[name, ..]| name == cuda);
    found.map(|[cuda, hip, target, package]| Library {
        cuda,
        hip: is(hip),
        target: is(target),
        package: is(package),
    })
}

/// Returns the CMake package that defines a target of HIP.
pub fn package(target: &str) -> Option<&'static str> {
    let found = tsv::table::<4>(TABLE).find(|&[_, _, its, package]| its == target && package != "-");
    found.map(|[_, _, _, package]| package)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_found() {
        assert_eq!(library("cudart").and_then(|l| l.hip), Some("amdhip64"));
        assert_eq!(library("cublas").and_then(|l| l.target), Some("roc::hipblas"));
        assert_eq!(library("cudadevrt").map(|l| l.hip), Some(None));
        assert_eq!(library("m"), None);
        assert_eq!(package("roc::hipblas"), Some("hipblas"));
        assert_eq!(package("roctx64"), None);
    }
}
