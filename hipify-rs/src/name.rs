//! Occurrences of CUDA names in a text.

use crate::map::Row;

/// Identifier found in the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// Index of its token.
    pub token: usize,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Row of the table.
    pub row: Row,
    /// `true` if it is the program's own: a member (`x.name`, `x->name`), or declared by the program.
    pub member: bool,
}
