//! Thrust's headers: CUDA's include others of them than rocThrust's do, so a name may lack its header.

use super::File;
use super::include::{insertion, is_included};
use crate::edit::{Edit, Sureness};
use crate::scan::{Scan, Word};
use std::collections::BTreeSet;

/// Headers that rocThrust's common ones do not include, below `thrust`, and their names.
const HEADERS: [(&str, &[&str]); 24] = [
    ("adjacent_difference", &["adjacent_difference"]),
    ("binary_search", &["binary_search", "equal_range", "lower_bound", "upper_bound"]),
    ("complex", &["complex"]),
    ("copy", &["copy_if"]),
    ("count", &["count", "count_if"]),
    ("device_delete", &["device_delete"]),
    ("device_free", &["device_free"]),
    ("device_malloc", &["device_malloc"]),
    ("device_new", &["device_new"]),
    ("extrema", &["max_element", "min_element", "minmax_element"]),
    ("gather", &["gather", "gather_if"]),
    ("inner_product", &["inner_product"]),
    ("iterator/constant_iterator", &["constant_iterator", "make_constant_iterator"]),
    ("logical", &["all_of", "any_of", "none_of"]),
    ("merge", &["merge", "merge_by_key"]),
    ("partition", &["is_partitioned", "partition", "partition_copy", "partition_point", "stable_partition"]),
    ("remove", &["remove", "remove_copy", "remove_copy_if", "remove_if"]),
    ("reverse", &["reverse", "reverse_copy"]),
    ("sequence", &["sequence"]),
    ("set_operations", &["set_difference", "set_intersection", "set_symmetric_difference", "set_union"]),
    ("sort", &["is_sorted", "is_sorted_until", "sort", "sort_by_key", "stable_sort", "stable_sort_by_key"]),
    ("tabulate", &["tabulate"]),
    ("transform_reduce", &["transform_reduce"]),
    ("unique", &["unique", "unique_by_key", "unique_by_key_copy", "unique_copy"]),
];

/// Returns the header of a name in the namespace `thrust`.
fn header(name: &[u8]) -> Option<&'static str> {
    let has = |names: &[&str]| names.iter().any(|known| known.as_bytes() == name);
    HEADERS.iter().find(|(_, names)| has(names)).map(|(header, _)| *header)
}

/// Headers that CUDA's vectors include: files rely on them that have the vectors from another header.
const OF_VECTORS: [&str; 2] = ["device_free", "device_malloc"];

/// Returns whether the rule may apply to a text.
pub fn applies(scan: &Scan) -> bool {
    scan.has(&[Word::Thrust])
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, _: &mut crate::report::Report) {
    let source = file.scope();
    let is_colon = |at: usize| at < file.tokens.len() && source.is(at, b':');
    let used = file.scan.words(&[Word::Thrust]).filter(|&at| is_colon(at + 1) && is_colon(at + 2));
    let used: BTreeSet<&str> = used.filter_map(|at| header(source.word(at + 3))).collect();
    let missing = |header: &&&str| !is_included(file, &format!("thrust/{header}.h"));
    let missing: Vec<&str> = used.iter().filter(missing).copied().collect();
    if missing.is_empty() || file.part.rest {
        return;
    }
    let is_of_thrust = |at: &usize| {
        let header = file.tokens[*at].text(file.text);
        header.starts_with(b"<thrust/") || header.starts_with(b"\"thrust/")
    };
    let Some(first) = file.scan.places.headers.iter().copied().find(is_of_thrust) else {
        let of_vectors = missing.iter().filter(|header| OF_VECTORS.contains(header));
        edits.extend(of_vectors.map(|header| {
            let mut edit = insertion(file, &format!("thrust/{header}.h"));
            edit.rule = "thrust";
            edit
        }));
        return;
    };
    let end = if memchr::memmem::find(file.text, b"\r\n").is_some() { "\r\n" } else { "\n" };
    let with = missing.iter().map(|header| format!("{end}#include <thrust/{header}.h>")).collect::<String>();
    let at = file.tokens[first].end;
    edits.push(Edit { at: at..at, with: with.into(), sureness: Sureness::Likely, rule: "thrust" });
}
