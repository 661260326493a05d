//! HIPIFY's options, translated to ours where they mean the same.
//!
//! Works on the words of the command line before they are parsed, so that the parser knows only our options.
//! Options that only HIPIFY needs are dropped with a message. Options for features that we lack are refused
//! by name, never ignored silently.

use std::ffi::{OsStr, OsString};

/// Options without a value, with one or two dashes.
const FLAGS: [(&str, &[&str]); 18] = [
    ("default-preprocessor", &["--skip-excluded"]),
    ("skip-excluded-preprocessor-conditional-blocks", &["--skip-excluded"]),
    ("inplace", &["--in-place"]),
    ("no-backup", &["--no-backup"]),
    ("examine", &["--examine"]),
    ("no-output", &["--dry-run"]),
    ("print-stats", &["--print-stats"]),
    ("quiet-warnings", &["--quiet"]),
    ("roc", &["--target", "roc"]),
    ("miopen", &["--target", "miopen"]),
    ("hip-kernel-execution-syntax", &["--kernel-launch", "ggl"]),
    ("cuda-kernel-execution-syntax", &["--kernel-launch", "keep"]),
    ("version", &["--version"]),
    ("versions", &["--version"]),
    ("help", &["--help"]),
    ("help-hidden", &["--help"]),
    ("help-list", &["--help"]),
    ("help-list-hidden", &["--help"]),
];

/// Options with a value, after `=` or as the next word.
const VALUES: [(&str, &str); 3] = [("o-dir", "--output"), ("o", "--output"), ("p", "-p")];

/// Options with a comma-separated list as the value.
const LISTS: [(&str, &str); 4] = [
    ("exclude-dirs", "--exclude"),
    ("exclude-files", "--exclude"),
    ("exclude-path", "--exclude"),
    ("whitelist", "--keep"),
];

/// Options with a value that tell HIPIFY how to find CUDA and to compile; nothing is compiled here.
const NOT_NEEDED: [&str; 13] = [
    "cuda-path",
    "hip-path",
    "clang-resource-directory",
    "cuda-gpu-arch",
    "extra-arg",
    "extra-arg-before",
    "temp-dir",
    "std",
    "I",
    "D",
    "U",
    "x",
    "isystem",
];

/// Options without a value that have no effect. By default all branches of conditionals and all experimental
/// HIP functions are translated already.
const NO_EFFECT: [&str; 9] = [
    "amap",
    "experimental",
    "no-undocumented-features",
    "no-warnings-on-undocumented-features",
    "save-temps",
    "show-progress",
    "use-hip-data-types",
    "v",
    "verbose",
];

/// Options for outputs of HIPIFY other than a translation.
const REFUSED: [(&str, &str); 8] = [
    ("perl", "a script in Perl"),
    ("o-hipify-perl-dir", "a script in Perl"),
    ("python", "a map for Python"),
    ("o-python-map-dir", "a map for Python"),
    ("md", "its lists of names"),
    ("csv", "its lists of names"),
    ("doc-format", "its lists of names"),
    ("doc-roc", "its lists of names"),
];

/// Compiler options that take the next word as their value.
const WITH_VALUE: [&str; 30] = [
    "-D",
    "-I",
    "-L",
    "-MF",
    "-MQ",
    "-MT",
    "-U",
    "-Xclang",
    "-Xcompiler",
    "-Xcuda-fatbinary",
    "-Xcuda-ptxas",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xptxas",
    "-arch",
    "-ccbin",
    "-gencode",
    "-idirafter",
    "-imacros",
    "-include",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-l",
    "-mllvm",
    "-o",
    "-target",
    "-x",
    "-z",
];

/// A command line in our options.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Words {
    /// Program name and arguments.
    pub(crate) args: Vec<OsString>,
    /// Dropped options, as written.
    pub(crate) ignored: Vec<String>,
    /// Messages about unsupported options.
    pub(crate) refused: Vec<String>,
}

/// Translates a command line to our options. `exists` returns whether there is a file of that name.
pub(crate) fn translate(words: impl IntoIterator<Item = OsString>, exists: impl Fn(&OsStr) -> bool) -> Words {
    let mut out = Words::default();
    let words: Vec<OsString> = words.into_iter().collect();
    // `-D` matters only if branches are skipped, which a later word may ask for.
    let skips = words.iter().any(|word| word.to_str().is_some_and(is_skip))
        && !words.iter().any(|word| word.to_str().is_some_and(is_amap));
    let mut words = words.into_iter();
    out.args.extend(words.next());
    let mut stats: (bool, Option<OsString>) = (false, None);
    while let Some(word) = words.next() {
        if word == "--" {
            after_dashes(words, skips, &mut out, exists);
            break;
        }
        let Some(name) = word.to_str().and_then(|w| w.strip_prefix("--").or(w.strip_prefix('-'))) else {
            out.args.push(word);
            continue;
        };
        let (name, value) = name.split_once('=').map_or((name, None), |(n, v)| (n, Some(OsString::from(v))));
        let single = !word.to_str().is_some_and(|w| w.starts_with("--"));
        if skips && single && name.starts_with('D') {
            let text = word.to_str().unwrap_or_default()[2..].to_owned();
            let text = if text.is_empty() { words.next() } else { Some(text.into()) };
            out.args.extend(["--define".into(), text.unwrap_or_default()]);
            continue;
        }
        let lookup = |table: &'static [(&str, &'static str)]| {
            table.iter().find(|(theirs, _)| *theirs == name).map(|(_, ours)| *ours)
        };
        if let Some((_, ours)) = FLAGS.iter().find(|(theirs, _)| *theirs == name && value.is_none()) {
            out.args.extend(ours.iter().map(OsString::from));
        } else if name == "print-stats-csv" && value.is_none() {
            stats.0 = true;
        } else if name == "o-stats" {
            stats.1 = value.or_else(|| words.next());
        } else if let Some(ours) = lookup(&VALUES) {
            out.args.push(ours.into());
            out.args.extend(value.or_else(|| words.next()));
        } else if let Some(ours) = lookup(&LISTS) {
            let value = value.or_else(|| words.next()).unwrap_or_default();
            match value.to_str() {
                Some(list) => {
                    for item in list.split(',').filter(|item| !item.is_empty()) {
                        out.args.extend([OsString::from(ours), item.into()]);
                    }
                }
                None => out.args.extend([OsString::from(ours), value]),
            }
        } else if let Some(what) = lookup(&REFUSED) {
            out.refused.push(format!(
                "`{}` makes HIPIFY write {what}, which hipify-rs does not support",
                word.to_string_lossy()
            ));
        } else if NO_EFFECT.contains(&name) && value.is_none() {
            out.ignored.push(word.to_string_lossy().into_owned());
        } else if single && name.starts_with(['I', 'D', 'U']) || NOT_NEEDED.contains(&name) {
            let text = word.to_string_lossy().into_owned();
            // `-I directory` and `-cuda-path directory`: the value is the next word.
            let next = if value.is_none() && NOT_NEEDED.contains(&name) { words.next() } else { None };
            out.ignored.push(next.map_or(text.clone(), |next| format!("{text} {}", next.to_string_lossy())));
        } else {
            out.args.push(word);
        }
    }
    combine(&mut out, stats);
    out
}

fn is_amap(word: &str) -> bool {
    matches!(word, "-amap" | "--amap")
}

/// Returns whether a word asks for branches to be skipped.
fn is_skip(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    name.len() < word.len()
        && (name == "skip-excluded"
            || FLAGS.iter().any(|(theirs, ours)| *theirs == name && ours.contains(&"--skip-excluded")))
}

/// Applies options that affect each other.
fn combine(out: &mut Words, (csv, file): (bool, Option<OsString>)) {
    let mut report = OsString::from("csv");
    if let Some(file) = &file {
        report.push("=");
        report.push(file);
    }
    if csv || file.is_some() {
        // Directly after the program name: words after `--` are not options.
        out.args.splice(1..1, [OsString::from("--report"), report]);
    }
    // `--amap` translates as much as possible and overrides skipping.
    if out.ignored.iter().any(|word| is_amap(word)) {
        out.args.retain(|word| word != "--skip-excluded");
    }
    let position =
        |what: [&str; 2]| out.args.windows(2).position(|pair| pair[0] == what[0] && pair[1] == what[1]);
    // In HIPIFY, `-hip-kernel-execution-syntax` overrides the other option in any order.
    if let (Some(keep), Some(_)) =
        (position(["--kernel-launch", "keep"]), position(["--kernel-launch", "ggl"]))
    {
        out.args.drain(keep..keep + 2);
    }
    // HIPIFY combines `-roc` and `-miopen`; for us the combination is a target of its own.
    let has = |what: [&str; 2]| out.args.windows(2).any(|pair| pair[0] == what[0] && pair[1] == what[1]);
    if has(["--target", "roc"]) && has(["--target", "miopen"]) {
        for n in 1..out.args.len() {
            if out.args[n - 1] == "--target" && (out.args[n] == "roc" || out.args[n] == "miopen") {
                out.args[n] = "roc-miopen".into();
            }
        }
    }
}

/// Sorts the words after `--` into paths and, in HIPIFY's command lines, compiler options. A word without a
/// dash is a path, unless it may be the value of an option before it and no such file exists.
fn after_dashes(
    mut words: impl Iterator<Item = OsString>,
    skips: bool,
    out: &mut Words,
    exists: impl Fn(&OsStr) -> bool,
) {
    let mut paths = Vec::new();
    let mut options = false;
    while let Some(word) = words.next() {
        let option = word.to_str().filter(|w| w.len() > 1 && w.starts_with('-') && !exists(&word));
        if option.is_none() && (!options || word == "-" || exists(&word)) {
            paths.push(word);
            continue;
        }
        options = true;
        if let Some(name) = option.and_then(|option| option.strip_prefix("-D")).filter(|_| skips) {
            let name = if name.is_empty() { words.next().unwrap_or_default() } else { name.into() };
            out.args.extend(["--define".into(), name]);
            continue;
        }
        let with_value = option.is_some_and(|option| WITH_VALUE.contains(&option));
        let value = if with_value { words.next() } else { None };
        let value = value.map_or(String::new(), |value| format!(" {}", value.to_string_lossy()));
        out.ignored.push(format!("{}{value}", word.to_string_lossy()));
    }
    if !paths.is_empty() {
        out.args.push("--".into());
        out.args.extend(paths);
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    /// Translates a command line. Files that end in `.cu` exist, and one file with a name like an option.
    fn words(theirs: &str) -> Words {
        let there = |w: &std::ffi::OsStr| w.to_str().is_some_and(|w| w.ends_with(".cu") || w == "-inplace");
        super::translate(format!("hipify-rs {theirs}").split(' ').map(Into::into), there)
    }

    fn args(theirs: &str) -> String {
        let out: Vec<_> = words(theirs).args.iter().map(|w| w.to_string_lossy().into_owned()).collect();
        out.join(" ")
    }

    #[test]
    fn equivalent_options_are_translated() {
        let same = |theirs: &str, want: &str| assert_eq!(args(theirs), format!("hipify-rs {want}"));
        same("-inplace a.cu", "--in-place a.cu");
        same("--inplace a.cu", "--in-place a.cu");
        same("-o-dir=out a.cu", "--output out a.cu");
        same("--o-dir out a.cu", "--output out a.cu");
        same("-o=b.hip a.cu", "--output b.hip a.cu");
        same("a.cu -o b.hip -- -std=c++17", "a.cu --output b.hip");
        same("-o - a.cu", "--output - a.cu");
        same("-print-stats -examine", "--print-stats --examine");
        same("-roc -hip-kernel-execution-syntax", "--target roc --kernel-launch ggl");
        same("--hip-kernel-execution-syntax --cuda-kernel-execution-syntax x", "--kernel-launch ggl x");
        same("-miopen a.cu", "--target miopen a.cu");
        same("-roc -miopen a.cu", "--target roc-miopen --target roc-miopen a.cu");
        same("-exclude-dirs=a,b x", "--exclude a --exclude b x");
        same("-whitelist=cudaCheck,cudaMine x", "--keep cudaCheck --keep cudaMine x");
        same("a.cu --print-stats-csv --o-stats=s.csv", "--report csv=s.csv a.cu");
        same("a.cu -print-stats-csv", "--report csv a.cu");
        same("-j4 -q --diff=x - -- -inplace", "-j4 -q --diff=x - -- -inplace");
        same("-version", "--version");
    }

    #[test]
    fn compiler_options_are_dropped() {
        let left_out = |theirs: &str, want: &str, ignored: &str| {
            assert_eq!(
                (args(theirs), words(theirs).ignored.join("|")),
                (format!("hipify-rs {want}"), ignored.into())
            );
        };
        left_out(
            "a.cu --cuda-path=/c -I inc -DX=1 -I/y -cuda-path /d",
            "a.cu",
            "--cuda-path=/c|-I inc|-DX=1|-I/y|-cuda-path /d",
        );
        left_out(
            "a.cu --experimental --amap --temp-dir=/t -std=c++17 -v -- -x cuda -DX -I y b.cu",
            "a.cu -- b.cu",
            "--experimental|--amap|--temp-dir=/t|-std=c++17|-v|-x cuda|-DX|-I y",
        );
        left_out(
            "a.cu -- -v --cuda-gpu-arch=sm_60 -O3 -nocudalib -include f.h -Xclang -fx -unknown value -m64",
            "a.cu",
            "-v|--cuda-gpu-arch=sm_60|-O3|-nocudalib|-include f.h|-Xclang -fx|-unknown|value|-m64",
        );
        // A missing path is kept, so that it is reported as missing.
        left_out("-- missing.cpp", "-- missing.cpp", "");
    }

    #[test]
    fn macros_matter_if_branches_are_skipped() {
        let same =
            |theirs: &str, want: &str| assert_eq!(args(theirs), format!("hipify-rs {want}"), "{theirs}");
        same("a.cu -DX=1 -D Y -default-preprocessor", "a.cu --define X=1 --define Y --skip-excluded");
        same(
            "--skip-excluded-preprocessor-conditional-blocks a.cu -- -DX -I y -D Z=2",
            "--skip-excluded a.cu --define X --define Z=2",
        );
        same("-default-preprocessor --amap -DX a.cu", "a.cu");
        same("-DX a.cu", "a.cu");
    }

    #[test]
    fn unsupported_options_are_refused() {
        let refused = |theirs: &str, want: &str| assert_eq!(words(theirs).refused, [want], "{theirs}");
        refused("-perl", "`-perl` makes HIPIFY write a script in Perl, which hipify-rs does not support");
        refused("--md", "`--md` makes HIPIFY write its lists of names, which hipify-rs does not support");
    }
}
