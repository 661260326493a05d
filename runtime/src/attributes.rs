//! Attributes that can be asked for: those of devices (`hipDeviceAttribute_t`), and those of kernels.

mod function;

pub use function::FunctionAttribute;

use crate::Error;

/// `id`, `name`, `value`: see the table's head.
const ATTRIBUTES: &str = include_str!("api/attributes.tsv");

/// Returns the attributes of devices that are known: number, name, value as the table has it.
pub(crate) fn rows() -> impl Iterator<Item = (i32, &'static str, &'static str)> {
    tsv::table(ATTRIBUTES).filter_map(|[number, name, value]| Some((number.parse().ok()?, name, value)))
}

/// Returns the value of a device's attribute as the table has it.
///
/// # Errors
/// `UnknownEnumerator`.
pub(crate) fn row(id: i32) -> Result<&'static str, Error> {
    let unknown = Error::UnknownEnumerator { what: "device attribute", got: id.into() };
    rows().find(|(row, ..)| *row == id).map(|(.., value)| value).ok_or(unknown)
}
