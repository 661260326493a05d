//! Table of numbers used for enumerators that have other values in HIP.

/// Text of the table: type, number and name in CUDA, name in HIP.
const TABLE: &str = include_str!("../../map/literals.tsv");

/// Functions with a parameter of such a type: the index of the argument, and the type.
pub(crate) const ARGUMENTS: [(&str, usize, &str); 4] = [
    ("cuDeviceGetAttribute", 1, "CUdevice_attribute"),
    ("cuDeviceGetP2PAttribute", 1, "CUdevice_P2PAttribute"),
    ("cudaDeviceGetAttribute", 1, "cudaDeviceAttr"),
    ("cudaDeviceGetP2PAttribute", 1, "cudaDeviceP2PAttr"),
];

/// Spellings of the types, with the one that the table uses.
pub(crate) const TYPES: [(&str, &str); 14] = [
    ("CUdevice_P2PAttribute", "CUdevice_P2PAttribute"),
    ("CUdevice_P2PAttribute_enum", "CUdevice_P2PAttribute"),
    ("CUdevice_attribute", "CUdevice_attribute"),
    ("CUdevice_attribute_enum", "CUdevice_attribute"),
    ("CUgraphNodeType", "CUgraphNodeType"),
    ("CUgraphNodeType_enum", "CUgraphNodeType"),
    ("CUjit_option", "CUjit_option"),
    ("CUjit_option_enum", "CUjit_option"),
    ("cudaDeviceAttr", "cudaDeviceAttr"),
    ("cudaDeviceP2PAttr", "cudaDeviceP2PAttr"),
    ("cudaError", "cudaError_t"),
    ("cudaError_t", "cudaError_t"),
    ("cudaGraphNodeType", "cudaGraphNodeType"),
    ("cudaSurfaceBoundaryMode", "cudaSurfaceBoundaryMode"),
];

/// Iterates over the types and the functions that take one.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TYPES.iter().map(|(name, _)| *name).chain(ARGUMENTS.iter().map(|(name, ..)| *name))
}

/// Returns CUDA's and HIP's name of a number, if HIP's value differs; `-` if HIP has no such enumerator.
pub(crate) fn row(ty: &str, number: u64) -> Option<(&'static str, &'static str)> {
    let found = tsv::table::<4>(TABLE).find(|&[name, value, ..]| name == ty && value.parse() == Ok(number));
    found.map(|[_, _, cuda, hip]| (cuda, hip))
}
