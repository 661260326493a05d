//! Numbers of CUDA's driver and HIP's for them, from the tables by which `cuda-compat` converts the other way
//! round.

use std::collections::BTreeMap;
use std::sync::LazyLock;

// The tables are links: a package holds files of its own directory only.

/// Name and HIP's number of each `CUresult`.
static ERRORS: LazyLock<BTreeMap<u32, (&str, Option<u32>)>> = LazyLock::new(|| {
    let table = include_str!("../tables/errors.tsv");
    tsv::table(table)
        .filter_map(|[value, name, hip]| Some((value.parse().ok()?, (name, hip.parse().ok()))))
        .collect()
});

/// Numbers of devices' attributes by HIP's names.
static ATTRIBUTES: LazyLock<BTreeMap<&str, u32>> = LazyLock::new(|| {
    let table = include_str!("../tables/device_attributes.tsv");
    let named = tsv::table(table).filter(|[_, _, hip]| !hip.starts_with('='));
    // Of several numbers for one of HIP's names, the first is the oldest.
    let mut found = BTreeMap::new();
    for [value, _, hip] in named {
        if let Ok(value) = value.parse() {
            found.entry(hip).or_insert(value);
        }
    }
    found
});

/// Returns the name of a `CUresult`.
pub fn error_name(code: u32) -> Option<&'static str> {
    ERRORS.get(&code).map(|(name, _)| *name)
}

/// Returns the `hipError_t` of a `CUresult`, if HIP has one.
pub fn hip_error(code: u32) -> Option<u32> {
    ERRORS.get(&code).and_then(|(_, hip)| *hip)
}

/// Returns the `CUdevice_attribute` that HIP has a name for.
pub fn attribute_of(hip: &str) -> Option<u32> {
    ATTRIBUTES.get(hip).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read() {
        assert_eq!(error_name(700), Some("CUDA_ERROR_ILLEGAL_ADDRESS"));
        assert_eq!([2, 700, 912, 917].map(hip_error), [Some(2), Some(700), Some(1054), Some(916)]);
        assert_eq!([911, 916, 12345].map(hip_error), [None; 3]);
        assert_eq!(attribute_of("hipDeviceAttributeMultiprocessorCount"), Some(16));
        assert_eq!(attribute_of("hipDeviceAttributeNone"), None);
    }
}
