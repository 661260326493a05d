//! Table of names that only this SDK has, with their headers and substitutes.

/// Text of the table.
const TABLE: &str = include_str!("../../map/extensions.tsv");

/// Returns the header of a name, if it needs one, and the substitute for programs without the name.
pub(crate) fn row(hip: &str) -> Option<(Option<&'static str>, &'static str)> {
    if !hip.starts_with("hipExt") {
        return None;
    }
    let found = tsv::table::<3>(TABLE).find(|&[name, ..]| name == hip);
    found.map(|[_, header, substitute]| (Some(header).filter(|header| *header != "-"), substitute))
}

/// Returns the substitute for a name that only this SDK has.
pub(crate) fn substitute(hip: &str) -> Option<&'static str> {
    row(hip).map(|(_, substitute)| substitute)
}
