//! `ptxas FILE… -o FILE`: checks PTX as the loader does, and packs it so that the loader takes it where CUDA
//! has machine code.
//!
//! For clients that start CUDA's assembler themselves, such as Triton: `hip-run` names it to them. Options,
//! messages and exit code are CUDA's. Options about machine code change nothing.

use fatbin::nvidia::write::{NewEntry, Packing, fatbin as pack};
use ptx::diag::{Cause, Severity};
use ptx::{Diagnostic, Diagnostics};
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::{env, fs};

/// Exit code after errors.
const FAILED: u8 = 255;

/// CUDA's release that is imitated: that of our driver.
const VERSION: &str = "\
ptxas: PTX checker and packer of the software device (hip-run)
Cuda compilation tools, release 13.0, V13.0.0
";

const HELP: &str = "\
Usage: ptxas [options] FILE

Checks PTX and writes a fat binary with it, which the software device loads where CUDA has machine code.

  -o, --output-file FILE   The fat binary [default: elf.o]
  -arch, --gpu-name NAME   The architecture, such as sm_90 [default: the file's]
  -v, --verbose            Names the kernels
  -V, --version            Prints the release of CUDA that is imitated
Options about machine code are accepted and change nothing.
";

/// Options about machine code that have a value, in the next word or after an equals sign, without their
/// dashes.
const WITH_VALUE: [&str; 35] = [
    "O",
    "Ofast-compile",
    "Ofc",
    "allow-expensive-optimizations",
    "def-load-cache",
    "def-store-cache",
    "device-function-maxrregcount",
    "device-stack-protector",
    "dlcm",
    "dscm",
    "e",
    "enable-func-clone-sc",
    "entry",
    "flcm",
    "fmad",
    "force-externals",
    "force-load-cache",
    "force-store-cache",
    "fscm",
    "ftz",
    "func-maxrregcount",
    "m",
    "machine",
    "maxntid",
    "maxrregcount",
    "minnctapersm",
    "opt-level",
    "pic",
    "position-independent-code",
    "prec-div",
    "regAllocOptLevel",
    "regUsageLevel",
    "register-usage-level",
    "sanitize",
    "split-compile",
];

/// Such options without a value.
const ALONE: [&str; 58] = [
    "G",
    "O0",
    "O1",
    "O2",
    "O3",
    "Werror",
    "annotate",
    "astoolspatch",
    "c",
    "compile-as-tools-patch",
    "compile-only",
    "compiler-annotations",
    "device-debug",
    "disable-optimizer-constants",
    "disable-optimizer-consts",
    "disable-warnings",
    "dont-merge-basicblocks",
    "ewp",
    "extensible-whole-program",
    "fast-compile",
    "g",
    "g-tensor-memory-access-check",
    "g-tmem-access-check",
    "generate-line-info",
    "gno-fabric-access-check",
    "gno-tensor-memory-access-check",
    "gno-tmem-access-check",
    "jobserver",
    "legacy-bar-warp-wide-behavior",
    "lineinfo",
    "make-errors-visible-at-exit",
    "no-bb-merge",
    "opt-fp-atomics",
    "optimize-float-atomics",
    "override-directive-values",
    "preserve-relocs",
    "ret-end",
    "return-at-end",
    "sp-bounds-check",
    "ssw",
    "suppress-async-bulk-multicast-advisory-warning",
    "suppress-debug-info",
    "suppress-double-demote-warning",
    "suppress-position-independent-code-warning",
    "suppress-sparse-mma-advisory-info",
    "suppress-stack-size-warning",
    "uumn",
    "v2",
    "verbose2",
    "w",
    "warn-double-usage",
    "warn-lmem-usage",
    "warn-on-double-precision-use",
    "warn-on-local-memory-usage",
    "warn-on-spills",
    "warn-spills",
    "warning-as-error",
    "wspill",
];

/// Parsed options.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    input: Option<String>,
    output: Option<String>,
    architecture: Option<String>,
    verbose: bool,
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let print = |text: &str| {
        // A closed pipe is not a failure.
        let _: io::Result<()> = io::stdout().write_all(text.as_bytes());
        ExitCode::SUCCESS
    };
    match words.iter().map(String::as_str).find(|word| matches!(*word, "--version" | "-V" | "--help" | "-h"))
    {
        Some("--version" | "-V") => return print(VERSION),
        Some(_) => return print(HELP),
        None => {}
    }
    match read(&words).and_then(|options| assemble(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(messages) => {
            eprintln!("{messages}");
            ExitCode::from(FAILED)
        }
    }
}

/// Reads options. An error is the message.
fn read(words: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        // One dash or two are the same.
        let short = word.strip_prefix('-').filter(|short| short.starts_with('-')).unwrap_or(word);
        let (name, value) = short.split_once('=').map_or((short, None), |(name, value)| (name, Some(value)));
        let mut value = || {
            let value = value.map(str::to_owned).or_else(|| rest.next().cloned());
            value.ok_or_else(|| format!("ptxas fatal   : '{word}': expected a value"))
        };
        match name {
            "-o" | "-output-file" => options.output = Some(value()?),
            "-arch" | "-gpu-name" => options.architecture = Some(value()?),
            "-v" | "-verbose" => options.verbose = true,
            _ if is_one_of(&WITH_VALUE, name) => drop(value()?),
            _ if is_one_of(&ALONE, name) => {}
            _ if name.starts_with('-') => return Err(format!("ptxas fatal   : Unknown option '{name}'")),
            _ if options.input.is_some() => {
                return Err("ptxas fatal   : more than one input file is not supported".to_owned());
            }
            _ => options.input = Some(word.clone()),
        }
    }
    Ok(options)
}

/// Returns whether a table has an option.
fn is_one_of(table: &[&str], option: &str) -> bool {
    option.strip_prefix('-').is_some_and(|name| table.contains(&name))
}

/// Checks the input and writes the output. An error is the messages.
fn assemble(options: &Options) -> Result<(), String> {
    let file = options.input.as_deref();
    let file =
        file.ok_or("ptxas fatal   : No input files specified; use option --help for more information")?;
    let bytes =
        fs::read(file).map_err(|_| format!("ptxas fatal   : Input file '{file}' could not be opened"))?;
    // Comments may be of another code page.
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_end_matches('\0');
    let (module, notes) = check(text).map_err(|found| {
        format!("{}\nptxas fatal   : Ptx assembly aborted due to errors", messages(&found, file))
    })?;
    if let Some(notes) = notes {
        eprintln!("{}", messages(&notes, file));
    }
    let architecture = options.architecture.as_deref().unwrap_or(&module.target);
    let (wanted, has) = (number(architecture), number(&module.target));
    let Some((wanted, has)) = wanted.zip(has) else {
        return Err(format!("ptxas fatal   : Value '{architecture}' is not defined for option 'gpu-name'"));
    };
    if has > wanted {
        return Err(format!(
            "ptxas fatal   : SM version specified by .target ({}) is higher than that of option 'gpu-name' ({architecture})",
            module.target
        ));
    }
    if options.verbose {
        for kernel in module.kernels() {
            eprintln!("ptxas info    : Compiling entry function '{kernel}' for '{architecture}'");
        }
    }
    let version = (module.version.0 as u16, module.version.1 as u16);
    let packed = pack([NewEntry::ptx(text, has, version, Packing::Plain)]);
    let output = options.output.as_deref().unwrap_or("elf.o");
    fs::write(output, packed).map_err(|error| format!("ptxas fatal   : Could not write '{output}': {error}"))
}

/// Returns the number of an architecture: 90 for `sm_90a`.
fn number(architecture: &str) -> Option<u32> {
    let digits = architecture.strip_prefix("sm_").or_else(|| architecture.strip_prefix("compute_"))?;
    digits.trim_end_matches(['a', 'f']).parse().ok()
}

/// Checks a module and its kernels. What is valid but not supported becomes a warning: the module's other
/// kernels run.
fn check(text: &str) -> Result<(ptx::Module, Option<Diagnostics>), Diagnostics> {
    let module = ptx::Module::parse(text)?;
    let found = module.kernels().filter_map(|kernel| module.lower(kernel).err());
    let found: Vec<Diagnostic> = found.flat_map(|found| found.iter().cloned().collect::<Vec<_>>()).collect();
    let (wrong, mut unsupported): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|d| d.kind() == Cause::Invalid);
    if let Some(wrong) = Diagnostics::new(wrong) {
        return Err(wrong);
    }
    for found in &mut unsupported {
        found.severity = Severity::Warning;
    }
    Ok((module, Diagnostics::new(unsupported)))
}

/// Returns messages that name the file.
fn messages(found: &Diagnostics, file: &str) -> String {
    found.to_string().replace("ptxas application ptx input", &format!("ptxas {file}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(words: &[&str]) -> Result<Options, String> {
        read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn options_of_triton_are_read() {
        let words = [
            "-lineinfo",
            "-v",
            "--fmad=false",
            "--gpu-name=sm_90a",
            "k.ptx",
            "-o",
            "k.cubin",
            "--opt-level",
            "0",
        ];
        let options = read_all(&words).expect("all are known");
        let [input, output, architecture] = ["k.ptx", "k.cubin", "sm_90a"].map(|text| Some(text.to_owned()));
        assert_eq!(options, Options { input, output, architecture, verbose: true });
        let words = ["--warn-on-spills", "--extensible-whole-program", "-dlcm=ca", "-flcm", "cg", "k.ptx"];
        assert_eq!(read_all(&words).expect("XLA's").input.as_deref(), Some("k.ptx"));
        assert_eq!(read_all(&["--foo"]).expect_err("unknown"), "ptxas fatal   : Unknown option '-foo'");
    }

    #[test]
    fn errors_have_lines_and_gaps_are_warnings() {
        let wrong = check(
            ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\nadd.f33 %r1, %r2, 3;\nret;\n}\n",
        );
        let text = messages(&wrong.expect_err("no such type"), "bad.ptx");
        assert!(text.starts_with("ptxas bad.ptx, line 6; error   : "), "{text}");
        let fine = check(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\nret;\n}\n");
        assert!(fine.is_ok_and(|(module, notes)| module.target == "sm_90" && notes.is_none()));
    }
}
