//! Layouts of structures against those of HIP's own headers.

use crate::offsets::LAYOUTS;
use std::collections::BTreeMap;

#[test]
fn structures_are_laid_out_as_in_c() {
    let ours: BTreeMap<(&str, &str), usize> =
        LAYOUTS.iter().map(|&(name, member, bytes)| ((name, member), bytes)).collect();
    let text = std::fs::read_to_string(testdata::root().join("capi/layouts.tsv")).expect("a fixture");
    let mut held = 0;
    for [name, member, bytes] in tsv::table(&text) {
        // Structures that CUDA's and older programs name are aliases or only in C's headers.
        let Some(&found) = ours.get(&(name, member)) else { continue };
        assert_eq!(found.to_string(), bytes, "{name} {member}");
        held += 1;
    }
    assert!(held > 500, "{held}");
}
