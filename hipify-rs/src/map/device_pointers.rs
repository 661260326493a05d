//! Functions that take device pointers, or write one.

use std::collections::BTreeMap;
use std::sync::OnceLock;

const TABLE: &str = include_str!("../../map/device_pointers.tsv");

/// Arguments of a function that concern device pointers, counted from 0.
pub(crate) struct Arguments {
    /// Device pointers.
    pub(crate) taken: Vec<usize>,
    /// Pointers at a device pointer that the function writes.
    pub(crate) written: Vec<usize>,
}

fn parse(line: &'static str) -> Option<(&'static str, Arguments)> {
    let mut fields = line.split('\t');
    let name = fields.next()?;
    let mut places = || match fields.next()? {
        "-" => Some(Vec::new()),
        places => places.split(',').map(|place| place.parse().ok()).collect(),
    };
    Some((name, Arguments { taken: places()?, written: places()? }))
}

/// Arguments of a function, by its name without `_v2`.
pub(crate) fn arguments_of(name: &str) -> Option<&'static Arguments> {
    static ROWS: OnceLock<BTreeMap<&str, Arguments>> = OnceLock::new();
    ROWS.get_or_init(|| TABLE.lines().skip(2).filter_map(parse).collect()).get(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_is_of_a_name() {
        for line in TABLE.lines().skip(2) {
            let (name, arguments) = parse(line).unwrap_or_else(|| panic!("{line}"));
            assert!(crate::map::name(name).is_some(), "no table knows `{name}`");
            assert!(!arguments.taken.is_empty() || !arguments.written.is_empty(), "{line}");
        }
    }
}
