//! Sizes and offsets of `hip-sys`' structures, for a test that holds them against HIP's.

use super::{WRITTEN, safe};
use crate::api::Api;
use crate::c_decl::members;
use std::fmt::Write as _;

/// Rows of structure, member and bytes; `-` for the size, as in `testdata/capi/layouts.tsv`.
pub(super) fn text(api: &Api) -> String {
    let mut out = format!("{WRITTEN}//! Sizes of structures (member `-`) and offsets of their members.\n\n");
    out += "use hip_sys::*;\nuse std::mem::offset_of;\n\n#[rustfmt::skip]\npub(crate) const LAYOUTS: &[(&str, &str, usize)] = &[\n";
    for ty in api.types.iter().filter(|ty| ty.kind != "alias") {
        let name = &ty.name;
        let _ = writeln!(out, "    (\"{name}\", \"-\", size_of::<{name}>()),");
        let all = members(&ty.declaration);
        for decl in all.iter().filter(|decl| !decl.name.is_empty() && decl.bits.is_none()) {
            let (member, field) = (&decl.name, safe(&decl.name));
            let _ = writeln!(out, "    (\"{name}\", \"{member}\", offset_of!({name}, {field})),");
        }
    }
    out + "];\n"
}
