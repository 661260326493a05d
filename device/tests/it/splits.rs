//! Splits of SMs into groups, compared with an H200's results and the SMs of its kernels.

use hip_device::partition::{self, SplitError};
use hip_device::{SmSet, Spec};

/// Splits of the whole device requested from an H200, with its answers.
#[test]
fn splits_are_an_h200s() {
    let spec = Spec::h200();
    let whole = SmSet::first(spec.sms);
    let table = include_str!("../../../testdata/schedule/h200_splits.tsv");
    let mut rows = 0;
    for row @ [flags, min, wanted, answer] in tsv::table(table) {
        let number = |text: &str| text.parse::<u32>().expect("a number");
        let wanted = (wanted != "-").then(|| number(wanted));
        let got = match partition::split(&spec, &whole, wanted, number(flags), number(min)) {
            Ok(split) => {
                let each = split.groups.first().map_or(0, SmSet::len);
                let disjoint: u32 = split.groups.iter().map(SmSet::len).sum::<u32>() + split.remaining.len();
                assert_eq!(disjoint, spec.sms, "{row:?}");
                format!("{}x{each}+{}", split.groups.len(), split.remaining.len())
            }
            Err(SplitError::InvalidValue) => "InvalidValue".into(),
            Err(SplitError::InvalidConfiguration { .. }) => "InvalidResourceConfiguration".into(),
        };
        assert_eq!(got, answer, "{row:?}");
        rows += 1;
    }
    assert_eq!(rows, 488);
}

/// Parses `0-3,16` as a set; `-` for none.
fn set(text: &str) -> SmSet {
    if text == "-" {
        return SmSet::default();
    }
    let set: SmSet = text.parse().unwrap_or_else(|e| panic!("{text}: {e:?}"));
    assert_eq!(set.to_string(), text, "written as it was read");
    set
}

#[test]
fn groups_have_an_h200s_sms() {
    let spec = Spec::h200();
    let table = include_str!("../../../testdata/schedule/h200_sm_sets.tsv");
    let mut rows = 0;
    for row @ [of, flags, min, wanted, groups, rest] in tsv::table(table) {
        let number = |text: &str| text.parse::<u32>().expect("a number");
        let split = partition::split(&spec, &set(of), Some(number(wanted)), number(flags), number(min))
            .unwrap_or_else(|e| panic!("{e:?}: {row:?}"));
        assert_eq!(split.groups, groups.split(';').map(set).collect::<Vec<_>>(), "{row:?}");
        assert_eq!(split.remaining, set(rest), "{row:?}");
        rows += 1;
    }
    assert_eq!(rows, 51);
}

/// The documented sizes of architectures before Hopper (CUDA programming guide, "Green Contexts"), by the
/// rule that reproduces an H200's 488 answers; an A100's groups are predicted, not measured.
#[test]
fn older_devices_split_by_their_own_sizes() {
    // (part of a name, flags, least SMs, groups, SMs of each, left over)
    let rows = [
        ("A100-SXM4-80GB", 0, 1, 27, 4, 0),
        ("A100-SXM4-80GB", 0, 5, 18, 6, 0),
        ("A100-SXM4-80GB", 0, 8, 13, 8, 4),
        ("A100-SXM4-80GB", 0, 16, 6, 16, 12),
        ("A100-SXM4-80GB", 0, 27, 3, 28, 24),
        ("A100-SXM4-80GB", 0, 64, 1, 64, 44),
        ("A100-SXM4-80GB", 0, 107, 1, 108, 0),
        ("A100-SXM4-80GB", 1, 1, 54, 2, 0),
        ("V100-SXM2-32GB", 0, 1, 40, 2, 0),
        ("V100-SXM2-32GB", 0, 3, 20, 4, 0),
        ("P100-PCIE-16GB", 0, 0, 56, 1, 0),
        ("P100-PCIE-16GB", 0, 5, 11, 5, 1),
    ];
    for (part, flags, min, groups, each, left) in rows {
        let name = Spec::names().find(|name| name.contains(part)).unwrap_or_else(|| panic!("no {part}"));
        let spec = Spec::named(name).expect("a name of the table");
        let split = partition::split(&spec, &SmSet::first(spec.sms), None, flags, min)
            .unwrap_or_else(|e| panic!("{part}, {min}: {e:?}"));
        let sizes: Vec<u32> = split.groups.iter().map(SmSet::len).collect();
        assert_eq!(sizes, vec![each; groups], "{part}, flags {flags}, {min}");
        assert_eq!(split.remaining.len(), left, "{part}, flags {flags}, {min}");
    }
}
