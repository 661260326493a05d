//! Several modules made one, as a device linker does: what one declares `.extern` and another defines comes
//! together, names that are a module's own stay apart, of weak definitions one stays.
//!
//! The result is text again, which any reader of PTX takes: the loader knows nothing of linking. Debug
//! sections, which no device here reads, are left out with what refers to them; lines (`.file`, `.loc`) stay.
//! Nothing is optimised and nothing unused is removed.

mod merge;
mod write;

use crate::diag::{Diagnostics, Lines};
use crate::parse::index::{self, Index, Linkage};
use std::fmt;

/// A module to be linked.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// What messages call it: a file's name.
    pub name: &'a str,
    /// Its PTX.
    pub text: &'a str,
}

/// Why modules cannot be linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// There is nothing to link.
    Empty,
    /// A module is not PTX.
    Malformed {
        /// Which.
        unit: String,
        /// What is wrong with it.
        found: Diagnostics,
    },
    /// Two modules define a name.
    Twice {
        /// What they both define.
        symbol: String,
        /// Who they are.
        units: [String; 2],
    },
    /// A module uses what none defines.
    Undefined {
        /// The name.
        symbol: String,
        /// Who uses it.
        unit: String,
    },
    /// Two modules do not mean the same by a name.
    Differs {
        /// The name.
        symbol: String,
        /// What it is to one, and to the other.
        meanings: [String; 2],
        /// Who they are.
        units: [String; 2],
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Empty => f.write_str("no device code to link"),
            LinkError::Malformed { unit, found } => write!(f, "{unit}: {found}"),
            LinkError::Twice { symbol, units: [a, b] } => {
                write!(f, "Multiple definition of '{symbol}' in '{b}', first defined in '{a}'")
            }
            LinkError::Undefined { symbol, unit } => {
                write!(f, "Undefined reference to '{symbol}' in '{unit}'")
            }
            LinkError::Differs { symbol, meanings: [one, other], units: [a, b] } => {
                write!(f, "'{symbol}' is {one} in '{a}' and {other} in '{b}'")
            }
        }
    }
}

impl std::error::Error for LinkError {}

/// A module that was read.
struct Read<'a> {
    unit: Unit<'a>,
    index: Index<'a>,
}

/// Reads a module.
fn read<'a>(unit: Unit<'a>) -> Result<Read<'a>, LinkError> {
    // A terminating zero of C's may come along.
    let unit = Unit { text: unit.text.trim_end_matches('\0'), ..unit };
    let (index, sink) = index::parse(unit.text);
    match if sink.is_empty() { None } else { sink.finish(&Lines::new(unit.text)) } {
        Some(found) => Err(LinkError::Malformed { unit: unit.name.to_owned(), found }),
        None => Ok(Read { unit, index }),
    }
}

/// The names that a module defines and no other may, in the order of the text: those of functions, then of
/// variables.
///
/// # Errors
/// [`LinkError::Malformed`].
pub fn definitions<'a>(unit: Unit<'a>) -> Result<Vec<&'a str>, LinkError> {
    let read = read(unit)?;
    let functions = read.index.functions.iter().filter(|f| f.body.is_some());
    let functions =
        functions.filter(|f| f.linkage == Linkage::Visible || f.kernel && f.linkage == Linkage::Local);
    let vars = read.index.vars.iter().filter(|var| var.linkage == Linkage::Visible);
    Ok(functions.map(|f| f.name).chain(vars.map(|var| var.decl.name)).collect())
}

/// One module out of several, with the newest language version and the highest architecture of theirs.
///
/// # Errors
/// Everything that is wrong, in the order of the modules: [`LinkError`].
pub fn link(units: &[Unit<'_>]) -> Result<String, Vec<LinkError>> {
    let mut wrong = Vec::new();
    let mut all = Vec::new();
    for unit in units {
        match read(*unit) {
            Ok(one) => all.push(one),
            Err(error) => wrong.push(error),
        }
    }
    if units.is_empty() {
        wrong.push(LinkError::Empty);
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let plan = merge::plan(&all)?;
    Ok(write::text(&all, &plan))
}
