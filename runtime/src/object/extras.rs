//! Attributes of a stream besides its work.

use device::SmSet;
use std::collections::BTreeMap;

/// The words of a `hipLaunchAttributeValue`.
pub type AttributeValue = [u32; 16];

/// Attributes of a stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    /// Attribute → value, where it was set.
    pub(crate) attributes: BTreeMap<u32, AttributeValue>,
    /// The SMs it was made for.
    pub(crate) sms: Option<SmSet>,
    /// Unlike any other stream's; 0 until it is asked for.
    pub(crate) number: u64,
}
