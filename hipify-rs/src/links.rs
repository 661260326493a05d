//! The libraries of CUDA by the names that linkers and CMake have for them: a table.

/// The table.
pub const TABLE: &str = include_str!("../map/link_libraries.tsv");

/// One library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Library {
    /// As in `-lcudart`, and in CMake behind `CUDA::`.
    pub cuda: &'static str,
    /// HIP's; none if it has none.
    pub hip: Option<&'static str>,
    /// HIP's target in CMake.
    pub target: Option<&'static str>,
    /// The package that defines the target.
    pub package: Option<&'static str>,
}

/// What the table knows of a library.
pub fn library(cuda: &str) -> Option<Library> {
    let is = |cell: &'static str| (cell != "-").then_some(cell);
    TABLE.lines().filter(|line| !line.starts_with('#')).skip(1).find_map(|line| {
        let mut cells = line.split('\t');
        let name = cells.next().filter(|name| *name == cuda)?;
        Some(Library {
            cuda: name,
            hip: is(cells.next()?),
            target: is(cells.next()?),
            package: is(cells.next()?),
        })
    })
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
    }
}
