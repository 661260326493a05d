//! PTX implementations of functions of NVIDIA's device runtime: those for barriers among the blocks of a
//! grid. Modules that call them are linked with them when loaded. Functions that the system executes are in
//! `ptx::system::Call`.

use crate::Error;
use crate::sync::Arc;
use ptx::link::{Unit, definitions, link};
use std::borrow::Cow;

const TEXT: &str = include_str!("groups.ptx");

/// Names of the functions.
const NAMES: [&str; 2] = ["cudaCGGetIntrinsicHandle", "cudaCGSynchronize"];

/// Links the functions with a text that declares one and defines none.
///
/// # Errors
/// `Link` if the text uses their names otherwise.
pub(crate) fn link_groups(text: &str) -> Result<Cow<'_, str>, Error> {
    if !NAMES.iter().any(|name| text.contains(name)) {
        return Ok(Cow::Borrowed(text));
    }
    // Malformed text is reported by the parser of the whole.
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
    fn only_texts_that_declare_the_functions_are_linked() {
        let head = ".version 7.0\n.target sm_70\n.address_size 64\n";
        assert!(matches!(link_groups(head), Ok(Cow::Borrowed(_))));
        let wants = format!(
            "{head}.extern .func (.param .b32 e) cudaCGSynchronize(.param .b64 h, .param .b32 f);\n.visible .entry k()\n{{\n\tret;\n}}\n"
        );
        let linked = link_groups(&wants).expect("a link");
        assert!(linked.contains(".entry k") && linked.contains("%envreg1"), "{linked}");
        let has = format!("{head}.visible .func cudaCGSynchronize()\n{{\n\tret;\n}}\n");
        assert!(matches!(link_groups(&has), Ok(Cow::Borrowed(_))));
        let other = wants.replace(".param .b64 h", ".param .b32 h");
        assert!(matches!(link_groups(&other), Err(Error::Link(_))));
    }
}
