//! Functions of NVIDIA's device runtime that are PTX here: those by which a grid's blocks wait for each
//! other. What calls them is linked with them when it is loaded. Those that the system does are
//! `ptx::system::Call`.

use crate::Error;
use crate::sync::Arc;
use ptx::link::{Unit, definitions, link};
use std::borrow::Cow;

const TEXT: &str = include_str!("groups.ptx");

/// The names of the functions.
const NAMES: [&str; 2] = ["cudaCGGetIntrinsicHandle", "cudaCGSynchronize"];

/// A text with the functions, if it declares one and defines none.
///
/// # Errors
/// `Link` if it means something else by their names.
pub(crate) fn with(text: &str) -> Result<Cow<'_, str>, Error> {
    if !NAMES.iter().any(|name| text.contains(name)) {
        return Ok(Cow::Borrowed(text));
    }
    // What is malformed is told by whoever reads the whole.
    let defines = definitions(Unit { name: "module", text }).unwrap_or_default();
    if defines.iter().any(|name| NAMES.contains(name)) {
        return Ok(Cow::Borrowed(text));
    }
    let units = [Unit { name: "module", text }, Unit { name: "device runtime", text: TEXT }];
    link(&units).map(Cow::Owned).map_err(|wrong| Error::Link(Arc::new(wrong)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_that_want_the_functions_get_them() {
        let head = ".version 7.0\n.target sm_70\n.address_size 64\n";
        assert!(matches!(with(head), Ok(Cow::Borrowed(_))));
        let wants = format!(
            "{head}.extern .func (.param .b32 e) cudaCGSynchronize(.param .b64 h, .param .b32 f);\n.visible .entry k()\n{{\n\tret;\n}}\n"
        );
        let linked = with(&wants).expect("a link");
        assert!(linked.contains(".entry k") && linked.contains("%envreg1"), "{linked}");
        let has = format!("{head}.visible .func cudaCGSynchronize()\n{{\n\tret;\n}}\n");
        assert!(matches!(with(&has), Ok(Cow::Borrowed(_))));
        let other = wants.replace(".param .b64 h", ".param .b32 h");
        assert!(matches!(with(&other), Err(Error::Link(_))));
    }
}
