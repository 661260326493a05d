//! Parts of the expansion of `#[derive(Plain)]`.

use super::Argument;
use crate::types::{Plain, plain};

/// Writes a field, whose bytes its parameter holds.
pub fn write<T: Plain>(field: T, to: &mut Argument) {
    to.push(plain::bytes(&[field]));
}
