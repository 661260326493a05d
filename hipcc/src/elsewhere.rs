//! ROCm's usual directory in command lines, when the SDK lies elsewhere: `-L/opt/rocm/lib` means the SDK that
//! compiles.

use clang::arguments::{Item, Plan};
use std::path::Path;

/// Directory in which ROCm is usually installed, and which build files name.
const USUAL: &str = "/opt/rocm";

/// Replaces ROCm's usual directory by the SDK. If something else is there, a note says so: headers and
/// libraries for AMD's GPUs do not work with code for this SDK.
pub(crate) fn adapt(plan: &mut Plan, sdk: &Path) {
    let real = std::fs::canonicalize(USUAL).ok();
    if real.is_some() && real == std::fs::canonicalize(sdk).ok() {
        return;
    }
    let mut found = false;
    let mut replace = |word: &mut String| {
        if let Some(made) = replaced(word, &sdk.to_string_lossy()) {
            (*word, found) = (made, true);
        }
    };
    plan.compile.iter_mut().chain(&mut plan.link).for_each(&mut replace);
    for item in &mut plan.items {
        if let Item::Link(word) = item {
            replace(word);
        }
    }
    if found && real.is_some() {
        plan.notes.push(format!("{USUAL}: the SDK in {} is used instead", sdk.display()));
    }
}

/// Returns a word with ROCm's directory, or one of a version of it, replaced; `None` if it names neither.
fn replaced(word: &str, sdk: &str) -> Option<String> {
    let at = word.find(USUAL)?;
    let (before, rest) = (&word[..at], &word[at + USUAL.len()..]);
    let begins =
        before.is_empty() || before.ends_with([',', '=']) || ["-I", "-L", "-isystem"].contains(&before);
    let version = rest
        .strip_prefix('-')
        .map_or(0, |rest| 1 + rest.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count());
    let below = &rest[version..];
    let ends = below.is_empty() || below.starts_with(['/', ',']);
    (begins && ends).then(|| format!("{before}{sdk}{below}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_words() {
        for (word, made) in [
            ("-L/opt/rocm/lib", Some("-L/sdk/lib")),
            ("-I/opt/rocm-6.2.0/include", Some("-I/sdk/include")),
            ("/opt/rocm/lib/libamdhip64.so", Some("/sdk/lib/libamdhip64.so")),
            ("-Wl,-rpath,/opt/rocm/lib", Some("-Wl,-rpath,/sdk/lib")),
            ("/opt/rocm", Some("/sdk")),
            ("-L/opt/rocmlib", None),
            ("-I/home/opt/rocm/include", None),
            ("-DPATH=/opt/other", None),
        ] {
            assert_eq!(replaced(word, "/sdk").as_deref(), made, "{word}");
        }
    }
}
