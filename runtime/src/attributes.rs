//! Attributes that can be asked for: those of devices (`hipDeviceAttribute_t`), and those of kernels.

mod function;

pub use function::FunctionAttribute;

use crate::Error;
use device::Spec;

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

/// Returns a number of a device's profile by its name in the table.
pub(crate) fn field(spec: &Spec, name: &str) -> Option<i64> {
    Some(match name {
        "sms" => spec.sms.into(),
        "multicast" => i64::from(spec.capability >= (9, 0)),
        "major" => spec.capability.0.into(),
        "minor" => spec.capability.1.into(),
        "threads_per_sm" => spec.threads_per_sm.into(),
        "blocks_per_sm" => spec.blocks_per_sm.into(),
        "regs_per_sm" => spec.regs_per_sm.into(),
        "regs_per_block" => spec.regs_per_block.into(),
        "shared_per_sm" => spec.shared_per_sm.into(),
        "shared_per_block" => spec.shared_per_block.into(),
        "shared_per_block_optin" => spec.shared_per_block_optin.into(),
        "reserved_shared" => spec.reserved_shared.into(),
        "threads_per_block" => spec.threads_per_block.into(),
        "clock_khz" => spec.clock_khz.into(),
        "memory_clock_khz" => spec.memory_clock_khz.into(),
        "bus_bits" => spec.bus_bits.into(),
        "l2_bytes" => spec.l2_bytes.into(),
        "copy_engines" => spec.copy_engines.into(),
        "concurrent_managed" => spec.managed.concurrent.into(),
        "managed_from_host" => spec.managed.from_host.into(),
        "pageable" => spec.managed.pageable.into(),
        "pageable_by_tables" => spec.managed.tables.into(),
        "total_memory" => i64::try_from(spec.memory_bytes).unwrap_or(i64::MAX),
        _ => return None,
    })
}
