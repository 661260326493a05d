//! `capi/src/stubs.rs`: functions of the API that are not implemented yet.

use crate::api::Api;
use std::fmt::Write as _;

/// The file.
pub(crate) fn text(api: &Api) -> String {
    if api.functions.iter().all(|f| api.implemented.contains(&f.name)) {
        return NONE.to_owned();
    }
    let mut out = String::from(
        "//! Written by `cargo xtask check --write`: functions of HIP 7.15 that are not implemented yet.\n//!\n\
         //! Each says its name once on standard error and answers `hipErrorNotSupported`; those that\n\
         //! return something else answer nothing. COVERAGE.md lists them.\n\nuse crate::entry::Code;\nuse runtime::Status;\n\
         use std::sync::atomic::{AtomicBool, Ordering};\n\n\
         fn complain(name: &str, said: &AtomicBool) {\n    if !said.swap(true, Ordering::Relaxed) {\n        \
         eprintln!(\"hip: {name} is not implemented\");\n    }\n}\n\n\
         macro_rules! not_supported {\n    ($($name:ident),* $(,)?) => {$(\n        \
         /// Not implemented yet.\n        pub extern \"C\" fn $name() -> Code {\n            \
         static SAID: AtomicBool = AtomicBool::new(false);\n            complain(stringify!($name), &SAID);\n            \
         crate::entry::run(stringify!($name), || Err(runtime::Error::Unsupported { what: stringify!($name) }));\n            \
         Status::NotSupported.code()\n        }\n        crate::entry::export!($name);\n    )*};\n}\n\n\
         macro_rules! nothing {\n    ($($name:ident),* $(,)?) => {$(\n        \
         /// Not implemented yet.\n        pub extern \"C\" fn $name() -> usize {\n            \
         static SAID: AtomicBool = AtomicBool::new(false);\n            complain(stringify!($name), &SAID);\n            0\n        \
         }\n        crate::entry::export!($name);\n    )*};\n}\n",
    );
    for (macro_name, is_code) in [("not_supported", true), ("nothing", false)] {
        let missing = api.functions.iter().filter(|f| !api.implemented.contains(&f.name));
        let names: Vec<&str> =
            missing.filter(|f| (f.returns == "hipError_t") == is_code).map(|f| f.name.as_str()).collect();
        // As rustfmt has it.
        let list: String = names.iter().map(|name| format!("    {name},\n")).collect();
        let line = if names.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "\n{macro_name}! {{{line}{list}}}");
    }
    out
}

/// The file where nothing is missing.
const NONE: &str = "\
//! Written by `cargo xtask check --write`: functions of HIP 7.15 that are not implemented yet.\n//!\n\
//! There are none. One that is added to the table stands here until it is declared: it says its name\n\
//! once on standard error and answers `hipErrorNotSupported`.\n";
