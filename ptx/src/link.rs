//! Device linker: merges several modules into one. References to `.extern` names are resolved, local names of
//! different modules stay separate, and one of several weak definitions is kept.
//!
//! The result is PTX text, which any reader of PTX accepts; the loader needs no knowledge of linking. Debug
//! sections and references to them are dropped, because no device here reads them; line information (`.file`,
//! `.loc`) is kept. Nothing is optimised, and unused code is kept.

mod merge;
mod write;

use crate::diag::{Diagnostics, Lines};
use crate::libdevice::Target;
use crate::module::with_library;
use crate::parse::index::{self, Index, Linkage};

/// Module to be linked.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// Name in messages, such as a file name.
    pub name: &'a str,
    /// PTX text.
    pub text: &'a str,
}

/// Reason for which modules cannot be linked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LinkError {
    /// No module was given.
    #[error("no device code to link")]
    Empty,
    /// A module is not valid PTX.
    #[error("{unit}: {found}")]
    Malformed {
        /// Name of the module.
        unit: String,
        /// Errors in the module.
        found: Diagnostics,
    },
    /// Two modules define the same name.
    #[error("Multiple definition of '{symbol}' in '{}', first defined in '{}'", units[1], units[0])]
    Twice {
        /// Defined name.
        symbol: String,
        /// Names of the modules.
        units: [String; 2],
    },
    /// A module uses a name that no module defines.
    #[error("Undefined reference to '{symbol}' in '{unit}'")]
    Undefined {
        /// Undefined name.
        symbol: String,
        /// Module that uses it.
        unit: String,
    },
    /// Two modules declare a name differently.
    #[error("'{symbol}' is {} in '{}' and {} in '{}'", meanings[0], units[0], meanings[1], units[1])]
    Differs {
        /// Declared name.
        symbol: String,
        /// Description of both declarations.
        meanings: [String; 2],
        /// Names of the modules.
        units: [String; 2],
    },
}

/// A parsed module.
struct Read<'a> {
    unit: Unit<'a>,
    index: Index<'a>,
}

/// Parses a module.
fn read<'a>(unit: Unit<'a>) -> Result<Read<'a>, LinkError> {
    // The terminating zero of a C string may be part of the text.
    let unit = Unit { text: unit.text.trim_end_matches('\0'), ..unit };
    let (index, sink) = index::parse(unit.text);
    match if sink.is_empty() { None } else { sink.finish(&Lines::new(unit.text)) } {
        Some(found) => Err(LinkError::Malformed { unit: unit.name.to_owned(), found }),
        None => Ok(Read { unit, index }),
    }
}

/// Returns the names that a module defines and no other module may define: functions, then variables, each in
/// the order of the text.
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

/// Links a module with the functions of the math library that it declares, for NVIDIA's assembler, which has
/// none; `None` if it declares none.
///
/// # Errors
/// Reports all [`LinkError`]s.
pub fn with_math_library(text: &str) -> Option<Result<String, Vec<LinkError>>> {
    let text = text.trim_end_matches('\0');
    let whole = with_library(text, Target::Assembler)?;
    let (index, _) = index::parse(text);
    let ((major, minor), target) = (index.version, index.target);
    let head = format!(".version {major}.{minor}\n.target {target}\n.address_size {}\n", index.address_size);
    let library = head + &whole[text.len()..];
    let units = [Unit { name: "the program", text }, Unit { name: "the math library", text: &library }];
    Some(link(&units))
}

/// Links modules into one, with the newest PTX version and the highest architecture among them.
///
/// # Errors
/// Reports all [`LinkError`]s, in the order of the modules.
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
