//! Names of CUDA in a text.

use crate::map::Row;

/// An identifier that the tables know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// Its token's number.
    pub token: usize,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// What the tables know.
    pub row: Row,
    /// Whether it is the program's own: a member of something (`x.name`, `x->name`), or declared by the
    /// program.
    pub member: bool,
}
