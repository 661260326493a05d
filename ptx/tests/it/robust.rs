//! The front end never panics, and what it accepts is well formed.

use hip_ptx::Module;
use proptest::prelude::*;

/// A module with most kinds of constructs.
const SEED: &str = include_str!("seed.ptx");

fn lower_all(text: &str) {
    if let Ok(module) = Module::parse(text) {
        for kernel in module.kernels() {
            if let Err(found) = module.lower(kernel) {
                assert!(found.iter().len() > 0);
            }
        }
    }
}

#[test]
fn the_seed_is_valid() {
    let module = Module::parse(SEED).unwrap();
    for kernel in module.kernels() {
        module.lower(kernel).unwrap();
    }
}

#[test]
fn deep_nesting_is_refused_not_followed() {
    for (open, close) in [("(", ")"), ("{", "}"), ("[", "]"), ("-", ""), ("!", ""), ("1?", ":1")] {
        let deep = format!("{}1{}", open.repeat(20_000), close.repeat(20_000));
        lower_all(&format!(".version 8.0\n.target sm_90\n.global .u32 x = {deep};\n"));
        lower_all(&format!(
            ".version 8.0\n.target sm_90\n.entry k() {{ .reg .b32 %r<2>; mov.u32 %r1, {deep}; }}\n"
        ));
    }
}

#[test]
fn extreme_numbers_are_refused_or_wrap() {
    let numbers =
        ["0", "-1", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "4294967295"];
    for n in numbers {
        let module = |text: &str| lower_all(&format!(".version 8.0\n.target sm_90\n{text}\n"));
        module(&format!(".global .b8 x[{n}] = {{1}};"));
        module(&format!(".shared .align {n} .b8 x[{n}]; .entry k() {{ .reg .b32 %r; mov.u32 %r, x; }}"));
        module(&format!(".entry k(.param .b8 a[{n}], .param .align 2147483648 .u64 b) {{ ret; }}"));
        let body = format!(
            ".reg .b32 %r<{n}>; .reg .b64 %d<3>; .local .b8 l[{n}]; .param .b32 c; .reg .pred %p;\n\
             st.param.b32 [c+{n}], 1; ld.param.b32 %r0, [c+{n}]; ld.param.v2.b16 {{_, _}}, [c+{n}];\n\
             ld.global.v4.b32 {{_, _, _, _}}, [%d1+{n}]; ld.global.b32 _, [{n}];\n\
             cp.async.cg.shared.global [%r1+{n}], [%d1+{n}], 16, %r2; mov.u64 %d1, l+{n};\n\
             shl.b32 %r1, %r2, {n}; bar.sync {n}, {n}; cp.async.wait_group {n};\n\
             mov.u32 %r1, ({n}) / ({n}); mov.u32 %r1, ({n}) << ({n}); mov.u32 %r1, ({n}) % 3;"
        );
        module(&format!(".entry k() {{ {body} }}"));
        for statement in body.split_inclusive(';') {
            let declared = ".reg .b32 %r<4>; .reg .b64 %d<3>; .param .b32 c; .local .b8 l[4];";
            module(&format!(".entry k() {{ {declared} {statement} }}"));
        }
    }
}

#[test]
fn every_prefix_of_a_module_ends_cleanly() {
    for n in (0..SEED.len()).filter(|&n| SEED.is_char_boundary(n)) {
        lower_all(&SEED[..n]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Tokens of a valid text, shuffled: most results are nearly valid.
    #[test]
    fn shuffled_tokens(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4u8), 1..6)) {
        let mut tokens: Vec<&str> = split(SEED);
        for (a, b, how) in edits {
            let (a, b) = (a.index(tokens.len()), b.index(tokens.len()));
            match how {
                0 => tokens.swap(a, b),
                1 => { tokens.remove(a); }
                2 => tokens.insert(a, tokens[b]),
                _ => tokens[a] = tokens[b],
            }
        }
        lower_all(&tokens.concat());
    }

    #[test]
    fn any_text(text in "[ -~\\n]{0,200}") {
        lower_all(&format!(".version 8.0\n.target sm_90\n.entry k() {{\n{text}\n}}\n"));
        lower_all(&format!(".version 8.0\n.target sm_90\n{text}"));
        lower_all(&text);
    }
}

/// Splits a text into pieces that keep words and numbers whole.
fn split(text: &str) -> Vec<&str> {
    let word = |c: char| c.is_ascii_alphanumeric() || "_$%.".contains(c);
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if word(first) { rest.find(|c| !word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    pieces
}
