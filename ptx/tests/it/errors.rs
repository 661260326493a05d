//! `testdata/ptx/error/*.ptx`: each line that ends in ``// error: `text` `` must produce exactly one error,
//! with a message that contains the text; no other line may produce one. `// unsupported:` expects the other
//! kind.

use hip_ptx::Module;
use hip_ptx::diag::{Cause, Diagnostics};
use std::collections::BTreeSet;

/// Returns the errors of a text: outside bodies, or else in all kernels together.
fn findings(text: &str) -> Vec<Diagnostics> {
    match Module::parse(text) {
        Err(found) => vec![found],
        Ok(module) => {
            let kernels: Vec<String> = module.kernels().map(str::to_owned).collect();
            kernels.iter().filter_map(|k| module.lower(k).err()).collect()
        }
    }
}

fn wanted(text: &str) -> Vec<(u32, Cause, &str)> {
    let mut all = Vec::new();
    for (n, line) in text.lines().enumerate() {
        for (marker, kind) in [("// error: `", Cause::Invalid), ("// unsupported: `", Cause::Unsupported)] {
            for part in line.split(marker).skip(1) {
                let text = part.split('`').next().expect("split returns at least one part");
                all.push((n as u32 + 1, kind, text));
            }
        }
    }
    all
}

#[test]
fn fixtures() {
    let mut wrong = Vec::new();
    for path in testdata::files("ptx/error", "ptx") {
        #[expect(clippy::disallowed_methods, reason = "a test reads its fixtures")]
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let wanted = wanted(&text);
        assert!(!wanted.is_empty(), "{name} expects no error");
        let found = findings(&text);
        let got: BTreeSet<(u32, Cause, String)> =
            found.iter().flat_map(|d| d.iter().map(|d| (d.line, d.kind(), d.problem.to_string()))).collect();
        for (line, kind, text) in &wanted {
            if !got.iter().any(|g| g.0 == *line && g.1 == *kind && g.2.contains(text)) {
                wrong.push(format!("{name}:{line}: no {kind:?} error with `{text}`"));
            }
        }
        for (line, kind, text) in &got {
            if !wanted.iter().any(|w| w.0 == *line && w.1 == *kind && text.contains(w.2)) {
                wrong.push(format!("{name}:{line}: unexpected {kind:?}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn messages_read_like_the_assemblers() {
    let text =
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n\tfrob %r1;\n\tret;\n}\n";
    let found = findings(text);
    assert_eq!(
        found[0].to_string(),
        "ptxas application ptx input, line 5; error   : Not a name of any known instruction: 'frob'"
    );
}

#[test]
fn a_bad_kernel_leaves_the_others_usable() {
    let text = ".version 8.0\n.target sm_90\n.address_size 64\n\
        .visible .entry bad() { frob; ret; }\n.visible .entry good() { ret; }\n";
    let module = Module::parse(text).unwrap();
    assert_eq!(module.kernels().collect::<Vec<_>>(), ["bad", "good"]);
    assert!(module.lower("bad").is_err());
    assert!(module.lower("good").is_ok());
    let missing = module.lower("none").unwrap_err();
    assert!(missing.to_string().contains("No kernel 'none'"));
}
