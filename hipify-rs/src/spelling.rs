//! HIPIFY's spellings of options, where they mean the same as one of ours.
//!
//! Works on the words before they are parsed, so that the options themselves stay ours.

use std::ffi::OsString;

/// Spellings without a value, with one or two dashes.
const FLAGS: [(&str, &[&str]); 11] = [
    ("inplace", &["--in-place"]),
    ("no-backup", &["--no-backup"]),
    ("examine", &["--examine"]),
    ("no-output", &["--dry-run"]),
    ("print-stats", &["--print-stats"]),
    ("print-stats-csv", &["--report", "csv"]),
    ("quiet-warnings", &["--quiet"]),
    ("roc", &["--target", "roc"]),
    ("hip-kernel-execution-syntax", &["--kernel-launch", "ggl"]),
    ("cuda-kernel-execution-syntax", &["--kernel-launch", "keep"]),
    ("versions", &["--version"]),
];

/// Spellings with a value, after `=` or as the next word. Lists are separated by commas.
const VALUES: [(&str, &str); 5] = [
    ("o-dir", "--output"),
    ("o", "--output"),
    ("p", "-p"),
    ("exclude-dirs", "--exclude"),
    ("exclude-files", "--exclude"),
];

/// What tells HIPIFY where CUDA is and how to compile; here nothing is compiled. Each has a value.
const NOT_NEEDED: [&str; 11] = [
    "cuda-path",
    "clang-resource-directory",
    "cuda-gpu-arch",
    "extra-arg",
    "extra-arg-before",
    "temp-dir",
    "std",
    "I",
    "D",
    "x",
    "isystem",
];

/// The same without a value: all branches of conditionals are translated, and what HIP has as an experiment as well.
const NO_EFFECT: [&str; 6] = [
    "default-preprocessor",
    "experimental",
    "no-undocumented-features",
    "no-warnings-on-undocumented-features",
    "save-temps",
    "skip-excluded-preprocessor-conditional-blocks",
];

/// How a compiler's options begin that HIPIFY's users write behind `--`.
const COMPILER: [&str; 8] = ["-I", "-D", "-U", "-W", "-f", "-std=", "-x", "-isystem"];

/// The command line in our spelling, and the words of it that were left out.
pub(crate) fn ours(words: impl IntoIterator<Item = OsString>) -> (Vec<OsString>, Vec<String>) {
    let (mut out, mut ignored) = (Vec::new(), Vec::new());
    let mut words = words.into_iter();
    out.extend(words.next());
    while let Some(word) = words.next() {
        if word == "--" {
            out.push(word);
            behind(words, &mut out, &mut ignored);
            break;
        }
        let Some(name) = word.to_str().and_then(|w| w.strip_prefix("--").or(w.strip_prefix('-'))) else {
            out.push(word);
            continue;
        };
        let (name, value) = name.split_once('=').map_or((name, None), |(n, v)| (n, Some(v.to_owned())));
        let single = !word.to_str().is_some_and(|w| w.starts_with("--"));
        if let Some((_, ours)) = FLAGS.iter().find(|(theirs, _)| *theirs == name && value.is_none()) {
            out.extend(ours.iter().map(OsString::from));
        } else if let Some((_, ours)) = VALUES.iter().find(|(theirs, _)| *theirs == name) {
            let value = value.map(OsString::from).or_else(|| words.next());
            match value.as_deref().and_then(|v| v.to_str()) {
                Some(list) if *ours == "--exclude" => {
                    for item in list.split(',').filter(|item| !item.is_empty()) {
                        out.extend([OsString::from(ours), item.into()]);
                    }
                }
                _ => {
                    out.push(ours.into());
                    out.extend(value);
                }
            }
        } else if NO_EFFECT.contains(&name) && value.is_none() {
            ignored.push(word.to_string_lossy().into_owned());
        } else if single && name.starts_with(['I', 'D']) || NOT_NEEDED.contains(&name) {
            let text = word.to_string_lossy().into_owned();
            // `-I folder` and `-cuda-path folder`: the value is the next word.
            let next = if value.is_none() && NOT_NEEDED.contains(&name) { words.next() } else { None };
            ignored.push(next.map_or(text.clone(), |next| format!("{text} {}", next.to_string_lossy())));
        } else {
            out.push(word);
        }
    }
    (out, ignored)
}

/// Behind `--` stand paths, and in HIPIFY's command lines what its compiler is told.
fn behind(mut words: impl Iterator<Item = OsString>, out: &mut Vec<OsString>, ignored: &mut Vec<String>) {
    while let Some(word) = words.next() {
        let Some(option) = word.to_str().filter(|w| COMPILER.iter().any(|begin| w.starts_with(begin))) else {
            out.push(word);
            continue;
        };
        // `-I folder` and `-x cuda`: the value is the next word.
        let apart = matches!(option, "-I" | "-D" | "-U" | "-x" | "-isystem");
        let value = if apart { words.next() } else { None };
        let value = value.map_or(String::new(), |value| format!(" {}", value.to_string_lossy()));
        ignored.push(format!("{option}{value}"));
    }
}

#[cfg(test)]
mod tests {
    fn ours(words: &str) -> (String, String) {
        let (out, ignored) = super::ours(words.split(' ').map(Into::into));
        let out: Vec<_> = out.iter().map(|w| w.to_string_lossy()).collect();
        (out.join(" "), ignored.join("|"))
    }

    #[test]
    fn what_means_the_same_is_understood() {
        let same = |theirs: &str, want: &str| {
            assert_eq!(ours(&format!("hipify-rs {theirs}")).0, format!("hipify-rs {want}"))
        };
        same("-inplace a.cu", "--in-place a.cu");
        same("--inplace a.cu", "--in-place a.cu");
        same("-o-dir=out a.cu", "--output out a.cu");
        same("--o-dir out a.cu", "--output out a.cu");
        same("-o=b.hip a.cu", "--output b.hip a.cu");
        same("-o - a.cu", "--output - a.cu");
        same("-print-stats -examine", "--print-stats --examine");
        same("-roc -hip-kernel-execution-syntax", "--target roc --kernel-launch ggl");
        same("-exclude-dirs=a,b x", "--exclude a --exclude b x");
        same("-j4 -q --diff=x - -- -inplace", "-j4 -q --diff=x - -- -inplace");
        let (out, ignored) = ours("hipify-rs a.cu --cuda-path=/c -I inc -DX=1 -I/y -cuda-path /d");
        assert_eq!(
            (out.as_str(), ignored.as_str()),
            ("hipify-rs a.cu", "--cuda-path=/c|-I inc|-DX=1|-I/y|-cuda-path /d")
        );
        let (out, ignored) = ours(
            "hipify-rs a.cu --experimental -default-preprocessor --temp-dir=/t -std=c++17 -- -x cuda -DX -I y b.cu",
        );
        assert_eq!(
            (out.as_str(), ignored.as_str()),
            (
                "hipify-rs a.cu -- b.cu",
                "--experimental|-default-preprocessor|--temp-dir=/t|-std=c++17|-x cuda|-DX|-I y"
            )
        );
    }
}
