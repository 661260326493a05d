//! Table of functions that take or write device pointers.

use std::collections::BTreeMap;
use std::sync::OnceLock;

const TABLE: &str = include_str!("../../map/device_pointers.tsv");

/// Indices of arguments that concern device pointers, from 0.
pub(crate) struct Arguments {
    /// Arguments that are device pointers.
    pub(crate) taken: Vec<usize>,
    /// Arguments that point to a device pointer written by the function.
    pub(crate) written: Vec<usize>,
}

fn parse(line: &'static str) -> Option<(&'static str, Arguments)> {
    let mut fields = tsv::cells(line);
    let name = fields.next()?;
    let mut places = || match fields.next()? {
        "-" => Some(Vec::new()),
        places => places.split(',').map(|place| place.parse().ok()).collect(),
    };
    Some((name, Arguments { taken: places()?, written: places()? }))
}

/// Returns the arguments of a function, by its name without `_v2`.
pub(crate) fn arguments_of(name: &str) -> Option<&'static Arguments> {
    static ROWS: OnceLock<BTreeMap<&str, Arguments>> = OnceLock::new();
    ROWS.get_or_init(|| tsv::rows(TABLE).filter_map(parse).collect()).get(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_parses_and_has_a_known_name() {
        for line in tsv::rows(TABLE) {
            let (name, arguments) = parse(line).unwrap_or_else(|| panic!("{line}"));
            assert!(crate::map::name(name).is_some(), "no table knows `{name}`");
            assert!(!arguments.taken.is_empty() || !arguments.written.is_empty(), "{line}");
        }
    }
}
