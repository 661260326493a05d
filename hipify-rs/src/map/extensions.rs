//! Names of this SDK's own: the header of each, and what programs do without.

/// The names, the header of each, and what programs do without.
const TABLE: &str = include_str!("../../map/extensions.tsv");

/// The header of a name, if it does not come by itself, and what programs do that have it not.
pub(crate) fn row(hip: &str) -> Option<(Option<&'static str>, &'static str)> {
    if !hip.starts_with("hipExt") {
        return None;
    }
    TABLE.lines().skip(2).find_map(|line| {
        let mut fields = line.split('\t');
        let (name, header, without) = (fields.next()?, fields.next()?, fields.next()?);
        (name == hip).then_some((Some(header).filter(|header| *header != "-"), without))
    })
}

/// What programs do without a name of this SDK's own, if it is one.
pub(crate) fn without(hip: &str) -> Option<&'static str> {
    row(hip).map(|(_, without)| without)
}
