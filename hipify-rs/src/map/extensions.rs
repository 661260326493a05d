//! Table of names that only this SDK has, with their headers and substitutes.

/// Text of the table.
const TABLE: &str = include_str!("../../map/extensions.tsv");

/// Header of the types of pointers to functions (`PFN_hipMalloc`), and their substitute.
const POINTERS: (Option<&str>, Option<&str>) =
    (Some("hip/hip_soft_typedefs.h"), Some("declare the type of the pointer with `decltype(&hip…)`"));

/// Header of the functions of `cublas.h` (`hipExtBlasSgemm`), and their substitute.
const BLAS: (Option<&str>, Option<&str>) =
    (Some("hipblas/hip_ext_blas.h"), Some("port the code to `cublas_v2.h`, whose functions take a handle"));

/// Beginnings of the table's names, by which others are told apart without a search.
const HEADS: [&str; 11] = [
    "HIPSOLVER_EXT_",
    "HIPSPARSE_SPSM_UPDATE",
    "HIPSPARSE_SPSV_UPDATE",
    "NVTX_",
    "hipExt",
    "hipblasExt",
    "hipsolverExt",
    "hipsparseExt",
    "hipsparseSpSMUpdate",
    "hipsparseSpSVUpdate",
    "nvtx",
];

/// Returns the header of a name, if it needs one, and the substitute for programs without the name, if it is
/// to be reported.
pub(crate) fn row(hip: &str) -> Option<(Option<&'static str>, Option<&'static str>)> {
    if hip.starts_with("PFN_hip") {
        return Some(POINTERS);
    }
    if hip.starts_with("hipExtBlas") {
        return Some(BLAS);
    }
    if !HEADS.iter().any(|head| hip.starts_with(head)) {
        return None;
    }
    let found = tsv::table::<3>(TABLE).find(|&[name, ..]| name == hip);
    let said = |word: &'static str| Some(word).filter(|word| *word != "-");
    found.map(|[_, header, substitute]| (said(header), said(substitute)))
}

/// Returns the substitute for a name that only this SDK has.
pub(crate) fn substitute(hip: &str) -> Option<&'static str> {
    row(hip).and_then(|(_, substitute)| substitute)
}
