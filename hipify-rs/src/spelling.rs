//! HIPIFY's spellings of options, where they mean the same as one of ours.
//!
//! Works on the words before they are parsed, so that the options themselves stay ours. What HIPIFY needs to
//! know and we need not is left out and said; what asks for something that we have not is refused by name,
//! never passed over.

use std::ffi::{OsStr, OsString};

/// Spellings without a value, with one or two dashes.
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

/// Spellings with a value, after `=` or as the next word.
const VALUES: [(&str, &str); 3] = [("o-dir", "--output"), ("o", "--output"), ("p", "-p")];

/// The same where the value is a list with commas.
const LISTS: [(&str, &str); 4] = [
    ("exclude-dirs", "--exclude"),
    ("exclude-files", "--exclude"),
    ("exclude-path", "--exclude"),
    ("whitelist", "--keep"),
];

/// What tells HIPIFY where CUDA is and how to compile; here nothing is compiled. Each has a value.
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

/// The same without a value: all branches of conditionals are translated unless something says otherwise, and
/// what HIP has as an experiment as well.
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

/// What makes HIPIFY write something of its own in place of a translation.
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

/// Compilers' options whose value is the next word.
const APART: [&str; 30] = [
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

/// A command line in our spelling.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Words {
    /// The program's name and what it is told.
    pub(crate) ours: Vec<OsString>,
    /// What was left out, as it was written.
    pub(crate) ignored: Vec<String>,
    /// What we cannot do, in words.
    pub(crate) refused: Vec<String>,
}

/// The command line in our spelling. `exists` tells whether there is a file of that name.
pub(crate) fn ours(words: impl IntoIterator<Item = OsString>, exists: impl Fn(&OsStr) -> bool) -> Words {
    let mut out = Words::default();
    let words: Vec<OsString> = words.into_iter().collect();
    // What macros are defined as is asked where something is skipped for it, which may be said later.
    let skips = words.iter().any(|word| word.to_str().is_some_and(is_skip))
        && !words.iter().any(|word| word.to_str().is_some_and(is_amap));
    let mut words = words.into_iter();
    out.ours.extend(words.next());
    let mut stats: (bool, Option<OsString>) = (false, None);
    while let Some(word) = words.next() {
        if word == "--" {
            behind(words, skips, &mut out, exists);
            break;
        }
        let Some(name) = word.to_str().and_then(|w| w.strip_prefix("--").or(w.strip_prefix('-'))) else {
            out.ours.push(word);
            continue;
        };
        let (name, value) = name.split_once('=').map_or((name, None), |(n, v)| (n, Some(OsString::from(v))));
        let single = !word.to_str().is_some_and(|w| w.starts_with("--"));
        if skips && single && name.starts_with('D') {
            let text = word.to_str().unwrap_or_default()[2..].to_owned();
            let text = if text.is_empty() { words.next() } else { Some(text.into()) };
            out.ours.extend(["--define".into(), text.unwrap_or_default()]);
            continue;
        }
        let of = |table: &'static [(&str, &'static str)]| {
            table.iter().find(|(theirs, _)| *theirs == name).map(|(_, ours)| *ours)
        };
        if let Some((_, ours)) = FLAGS.iter().find(|(theirs, _)| *theirs == name && value.is_none()) {
            out.ours.extend(ours.iter().map(OsString::from));
        } else if name == "print-stats-csv" && value.is_none() {
            stats.0 = true;
        } else if name == "o-stats" {
            stats.1 = value.or_else(|| words.next());
        } else if let Some(ours) = of(&VALUES) {
            out.ours.push(ours.into());
            out.ours.extend(value.or_else(|| words.next()));
        } else if let Some(ours) = of(&LISTS) {
            let value = value.or_else(|| words.next()).unwrap_or_default();
            match value.to_str() {
                Some(list) => {
                    for item in list.split(',').filter(|item| !item.is_empty()) {
                        out.ours.extend([OsString::from(ours), item.into()]);
                    }
                }
                None => out.ours.extend([OsString::from(ours), value]),
            }
        } else if let Some(what) = of(&REFUSED) {
            out.refused
                .push(format!("`{}` asks HIPIFY for {what}: hipify-rs has none", word.to_string_lossy()));
        } else if NO_EFFECT.contains(&name) && value.is_none() {
            out.ignored.push(word.to_string_lossy().into_owned());
        } else if single && name.starts_with(['I', 'D', 'U']) || NOT_NEEDED.contains(&name) {
            let text = word.to_string_lossy().into_owned();
            // `-I folder` and `-cuda-path folder`: the value is the next word.
            let next = if value.is_none() && NOT_NEEDED.contains(&name) { words.next() } else { None };
            out.ignored.push(next.map_or(text.clone(), |next| format!("{text} {}", next.to_string_lossy())));
        } else {
            out.ours.push(word);
        }
    }
    settle(&mut out, stats);
    out
}

fn is_amap(word: &str) -> bool {
    matches!(word, "-amap" | "--amap")
}

/// Whether a word asks for branches to be skipped.
fn is_skip(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    name.len() < word.len()
        && (name == "skip-excluded"
            || FLAGS.iter().any(|(theirs, ours)| *theirs == name && ours.contains(&"--skip-excluded")))
}

/// What one of HIPIFY's options says about another.
fn settle(out: &mut Words, (csv, file): (bool, Option<OsString>)) {
    let mut report = OsString::from("csv");
    if let Some(file) = &file {
        report.push("=");
        report.push(file);
    }
    if csv || file.is_some() {
        // Behind the program's name: what stands behind `--` is no option.
        out.ours.splice(1..1, [OsString::from("--report"), report]);
    }
    // As much as possible is translated, whatever else was said.
    if out.ignored.iter().any(|word| is_amap(word)) {
        out.ours.retain(|word| word != "--skip-excluded");
    }
    let says =
        |what: [&str; 2]| out.ours.windows(2).position(|pair| pair[0] == what[0] && pair[1] == what[1]);
    // `-hip-kernel-execution-syntax` overrides the other one, wherever it stands.
    if let (Some(keep), Some(_)) = (says(["--kernel-launch", "keep"]), says(["--kernel-launch", "ggl"])) {
        out.ours.drain(keep..keep + 2);
    }
    // Said of both, as HIPIFY has it: each option alone is a target of ours, and so are both.
    let says = |what: [&str; 2]| out.ours.windows(2).any(|pair| pair[0] == what[0] && pair[1] == what[1]);
    if says(["--target", "roc"]) && says(["--target", "miopen"]) {
        for n in 1..out.ours.len() {
            if out.ours[n - 1] == "--target" && (out.ours[n] == "roc" || out.ours[n] == "miopen") {
                out.ours[n] = "roc-miopen".into();
            }
        }
    }
}

/// Behind `--` stand paths, and in HIPIFY's command lines what its compiler is told. A word that is no option
/// is a path, unless it may be the value of an option before it and no such file is there.
fn behind(
    mut words: impl Iterator<Item = OsString>,
    skips: bool,
    out: &mut Words,
    exists: impl Fn(&OsStr) -> bool,
) {
    let mut paths = Vec::new();
    let mut told = false;
    while let Some(word) = words.next() {
        let option = word.to_str().filter(|w| w.len() > 1 && w.starts_with('-') && !exists(&word));
        if option.is_none() && (!told || word == "-" || exists(&word)) {
            paths.push(word);
            continue;
        }
        told = true;
        if let Some(name) = option.and_then(|option| option.strip_prefix("-D")).filter(|_| skips) {
            let name = if name.is_empty() { words.next().unwrap_or_default() } else { name.into() };
            out.ours.extend(["--define".into(), name]);
            continue;
        }
        let apart = option.is_some_and(|option| APART.contains(&option));
        let value = if apart { words.next() } else { None };
        let value = value.map_or(String::new(), |value| format!(" {}", value.to_string_lossy()));
        out.ignored.push(format!("{}{value}", word.to_string_lossy()));
    }
    if !paths.is_empty() {
        out.ours.push("--".into());
        out.ours.extend(paths);
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    /// Files that end in `.cu` are there, and one whose name looks like an option.
    fn words(theirs: &str) -> Words {
        let there = |w: &std::ffi::OsStr| w.to_str().is_some_and(|w| w.ends_with(".cu") || w == "-inplace");
        super::ours(format!("hipify-rs {theirs}").split(' ').map(Into::into), there)
    }

    fn ours(theirs: &str) -> String {
        let out: Vec<_> = words(theirs).ours.iter().map(|w| w.to_string_lossy().into_owned()).collect();
        out.join(" ")
    }

    #[test]
    fn what_means_the_same_is_understood() {
        let same = |theirs: &str, want: &str| assert_eq!(ours(theirs), format!("hipify-rs {want}"));
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
    fn what_a_compiler_is_told_is_left_out() {
        let left_out = |theirs: &str, want: &str, ignored: &str| {
            assert_eq!(
                (ours(theirs), words(theirs).ignored.join("|")),
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
        // A path that is not there is said to be missing.
        left_out("-- missing.cpp", "-- missing.cpp", "");
    }

    #[test]
    fn macros_are_asked_where_branches_are_skipped() {
        let same =
            |theirs: &str, want: &str| assert_eq!(ours(theirs), format!("hipify-rs {want}"), "{theirs}");
        same("a.cu -DX=1 -D Y -default-preprocessor", "a.cu --define X=1 --define Y --skip-excluded");
        same(
            "--skip-excluded-preprocessor-conditional-blocks a.cu -- -DX -I y -D Z=2",
            "--skip-excluded a.cu --define X --define Z=2",
        );
        same("-default-preprocessor --amap -DX a.cu", "a.cu");
        same("-DX a.cu", "a.cu");
    }

    #[test]
    fn what_we_have_not_is_refused() {
        let refused = |theirs: &str, want: &str| assert_eq!(words(theirs).refused, [want], "{theirs}");
        refused("-perl", "`-perl` asks HIPIFY for a script in Perl: hipify-rs has none");
        refused("--md", "`--md` asks HIPIFY for its lists of names: hipify-rs has none");
    }
}
