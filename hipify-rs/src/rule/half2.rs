//! Members of `half2` for HIP 6, as HIPIFY wrote them then.

use super::File;
use crate::Release;
use crate::edit::{Edit, Sureness};
use crate::report::Report;
use crate::types::{Ty, walk};

const CAST: &str = "reinterpret_cast<half&>(";

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, _: &mut Report) {
    if file.options.release != Release::Hip6 || memchr::memmem::find(file.text, b"half2").is_none() {
        return;
    }
    let Some(types) = file.types() else { return };
    let is_half2 = |ty: &Ty| matches!(ty, Ty::Class(name, _) if name == "half2" || name == "__half2");
    let mut push = |at: usize, with: &'static str| {
        edits.push(Edit { at: at..at, with: with.into(), sureness: Sureness::Likely, rule: "half2" });
    };
    walk(types.root(), |node| {
        let member = node.child_by_field_name("field").filter(|_| node.kind() == "field_expression");
        let object = node.child_by_field_name("argument").filter(|_| !node.has_error());
        let (Some(member), Some(object)) = (member, object) else { return true };
        let ty = match types.type_of(object) {
            Ty::Pointer(inner) => *inner,
            ty => ty,
        };
        // A call's result is no lvalue, and `reinterpret_cast` cannot remove `const`.
        let fits = matches!(types.word(member), b"x" | b"y")
            && is_half2(&ty)
            && object.kind() != "call_expression"
            && !is_constant(file, object.start_byte())
            && !file.text[..node.start_byte()].ends_with(CAST.as_bytes());
        if fits {
            push(node.start_byte(), CAST);
            push(node.end_byte(), ")");
        }
        true
    });
}

/// Returns whether the variable at a byte offset is declared `const`.
fn is_constant(file: &File<'_>, at: usize) -> bool {
    let source = file.scope();
    let token = file.tokens.partition_point(|token| token.start < at);
    let declared = file.declaration(token, source.word(token));
    declared.is_some_and(|found| {
        let from = source.statement_start(found.ty.start);
        (from..found.ty.end).any(|n| matches!(source.word(n), b"const" | b"constexpr"))
    })
}
