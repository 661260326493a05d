//! Front-end command lines for the device, derived from the host's. Pure.

use crate::arguments::Plan;

const HOST_ONLY: &str = include_str!("host_only.tsv");

/// Returns the form of the value of a host-only option.
fn host_only(word: &str) -> Option<&'static str> {
    tsv::table(HOST_ONLY).find_map(|[option, value]| {
        let fits = if value == "joined" { word.starts_with(option) } else { word == option };
        fits.then_some(value)
    })
}

/// Returns the PTX version for an architecture: 7.0 before sm_80; from there on 8.0, CUDA 12.0's, which our
/// headers and programs of that time use; 8.3 for sm_90a, whose instructions it has; or the first version
/// that supports the architecture.
pub fn ptx_feature(architecture: &str) -> &'static str {
    let digits = architecture.trim_end_matches(['a', 'f']);
    match (digits.parse::<u32>().unwrap_or(0), architecture.len() == digits.len()) {
        (0..80, _) => "+ptx70",
        (90, false) => "+ptx83",
        (..=90, _) => "+ptx80",
        (..=101, _) => "+ptx86",
        (110, _) => "+ptx90",
        (120, _) => "+ptx87",
        _ => "+ptx88",
    }
}

/// Cost up to which clang inlines a call, of functions with unrolled loops too: the target multiplies it by
/// 11, and an instruction costs five.
const INLINED: u32 = 2000;

/// Cost up to which clang unrolls a loop with a constant number of iterations; its own, 300, leaves the loops
/// over a tile of 8 x 8 sums a thread.
const UNROLLED: u32 = 1000;

/// Returns the arguments of `clang -cc1` that compile the source of `host` to `output`, PTX for
/// `architecture`.
pub fn command(host: &[String], plan: &Plan, architecture: &str, output: &str) -> Vec<String> {
    let mut made = Vec::new();
    let mut triple = "x86_64-unknown-linux-gnu";
    let mut has_lines = plan.lines || plan.debug;
    // `-x hip FILE` must stay last.
    let (host, input) = host.split_at(host.iter().rposition(|word| word == "-x").unwrap_or(host.len()));
    let mut words = host.iter();
    while let Some(word) = words.next() {
        if word == "-triple" {
            triple = words.next().map_or(triple, String::as_str);
            continue;
        }
        has_lines |= word.starts_with("-debug-info-kind=");
        match host_only(word) {
            Some("next") => {
                words.next();
            }
            Some(_) => {}
            None if plan.debug && word.starts_with("-O") => made.push("-O0".to_owned()),
            None => made.push(word.clone()),
        }
    }
    let is_optimized = host.iter().any(|word| word.starts_with("-O"));
    let mut add = |words: &[&str]| made.extend(words.iter().map(|word| (*word).to_owned()));
    if !is_optimized && !plan.debug {
        // The default of nvcc and of AMD's hipcc.
        add(&["-O3"]);
    }
    add(&["-triple", "nvptx64-nvidia-cuda", "-aux-triple", triple]);
    add(&["-fcuda-is-device", "-target-cpu", &format!("sm_{architecture}")]);
    if !host.iter().any(|word| matches!(word.as_str(), "-E" | "-fsyntax-only")) {
        add(&["-S"]);
    }
    add(&["-target-feature", ptx_feature(architecture), "-fno-threadsafe-statics"]);
    // Lanes that a shuffle does not read often pass it a variable that only other lanes have written. With
    // nvcc such a value is any value; with clang's `noundef` on parameters its lanes could never get there.
    add(&["-no-enable-noundef-analysis"]);
    // As nvcc. An array stays in local memory if a call gets its address, or a loop indexes it.
    for (option, cost) in [("-inline-threshold", INLINED), ("-unroll-threshold", UNROLLED)] {
        if !plan.device.iter().any(|word| word.starts_with(option)) {
            add(&["-mllvm", &format!("{option}={cost}")]);
        }
    }
    if has_lines {
        // PTX has one text after `.file`, not a directory and a name.
        add(&["-debug-info-kind=line-directives-only", "-dwarf-version=2", "-fno-dwarf-directory-asm"]);
    }
    if plan.fast_math {
        // Required by clang's own headers; the spelling of the option that defines it varies by version.
        add(&["-D__CLANG_CUDA_APPROX_TRANSCENDENTALS__=1", "-D__CLANG_GPU_APPROX_TRANSCENDENTALS__=1"]);
        add(&["-fdenormal-fp-math-f32=preserve-sign,preserve-sign"]);
        add(&["-mllvm", "-nvptx-prec-divf32=0", "-mllvm", "-nvptx-prec-sqrtf32=0", "-D__USE_FAST_MATH__=1"]);
    }
    made.extend(plan.device.iter().cloned());
    made.extend(["-o".to_owned(), output.to_owned()]);
    made.extend_from_slice(input);
    made
}

/// Changes a command to write LLVM bitcode instead of PTX.
pub fn bitcode(mut command: Vec<String>) -> Vec<String> {
    command.iter_mut().filter(|word| *word == "-S").for_each(|word| *word = "-emit-llvm-bc".to_owned());
    command
}

/// Returns the arguments that compile LLVM bitcode to PTX for `architecture`.
pub fn assemble(program: &str, architecture: &str, input: &str, output: &str) -> Vec<String> {
    let target = format!("sm_{architecture}");
    let words =
        [program, "-cc1", "-triple", "nvptx64-nvidia-cuda", "-target-cpu", &target, "-target-feature"];
    let rest = [ptx_feature(architecture), "-S", "-O3", "-o", output, "-x", "ir", input];
    words.into_iter().chain(rest).map(str::to_owned).collect()
}

/// Device code to embed into the host's object.
#[derive(Clone, Copy)]
pub enum Embed<'a> {
    /// None: the source is compiled for the host alone.
    Nothing,
    /// A fat binary, which is registered.
    Fatbin(&'a str),
    /// Code that is registered after linking.
    Offload(&'a str),
}

/// Adds to the host's front-end command the device code to embed and the device's builtin functions.
pub fn embed(host: &[String], code: Embed<'_>) -> Vec<String> {
    let mut made = host.to_vec();
    if let Some(at) = made.iter().position(|word| word == "-aux-triple")
        && let Some(triple) = made.get_mut(at + 1)
    {
        *triple = "nvptx64-nvidia-cuda".to_owned();
    }
    let words = match code {
        Embed::Nothing => Vec::new(),
        Embed::Fatbin(path) => vec!["-fcuda-include-gpubinary".to_owned(), path.to_owned()],
        Embed::Offload(path) => vec![format!("-fembed-offload-object={path}")],
    };
    if let Some(at) = made.iter().position(|word| word == "-cc1") {
        made.splice(at + 1..at + 1, words);
    }
    made
}
