//! `testdata/ptx/forms.tsv`: the crate knows the name of every instruction form that real kernels use.
//!
//! Each form is tested without operands; errors about operands are ignored.

use hip_ptx::Module;
use hip_ptx::diag::Problem;

/// Returns the problem with the name of a form.
fn refusal(form: &str) -> Option<Problem> {
    let text = format!(
        ".version 9.0\n.target sm_90a\n.address_size 64\n.visible .entry k() {{\n\t{form};\n\tret;\n}}\n"
    );
    let found = Module::parse(&text).map_or_else(Some, |module| module.lower("k").err())?;
    found.iter().map(|d| d.problem.clone()).find(|problem| {
        matches!(
            problem,
            Problem::UnknownInstruction { .. }
                | Problem::UnsupportedInstruction { .. }
                | Problem::BadModifier { .. }
                | Problem::MissingModifier { .. }
                | Problem::BadTypes { .. }
        )
    })
}

#[test]
fn forms_of_real_kernels_are_known() {
    #[expect(clippy::disallowed_methods, reason = "a test reads its fixtures")]
    let table = std::fs::read_to_string(testdata::root().join("ptx/forms.tsv")).unwrap();
    let mut wrong = Vec::new();
    for [form, kernels] in tsv::table(&table) {
        wrong.extend(refusal(form).map(|problem| format!("{kernels:>5} kernels: {form}: {problem}")));
    }
    assert!(wrong.is_empty(), "{} forms are rejected:\n{}", wrong.len(), wrong.join("\n"));
}
