//! Compilation: source and headers are written to files, clang compiles them to PTX, and names are read from
//! the PTX.

use super::{Compiled, Failure, Made, Unit, statics};
use crate::Error;
use crate::config::config;
use crate::store::{self, identity};
use crate::sync::Arc;
use crate::trace::{Level, log};
use clang::arguments::{self, Item, Plan, Stage};
use clang::driver::{Clang, Places};
use clang::precompiled::Store;
use clang::scratch::Scratch;
use clang::{clusters, device, frames};
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;
use std::ffi::CString;
use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

const OPTIONS: &str = include_str!("options.tsv");

/// Returns whether a header of this name stays in the directory that headers are written to.
pub(super) fn is_inside(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let first = parts.next();
    first.is_some() && first.into_iter().chain(parts).all(|part| matches!(part, Component::Normal(_)))
}

/// Compiles; an outcome with code has what the compiler warned of in its log.
pub(super) fn run(
    unit: &Unit,
    expressions: &[String],
    options: &[String],
    architecture: &str,
) -> Result<Compiled, Failure> {
    let scratch = Scratch::new("hiprtc")?;
    let clang = find()?;
    let source = scratch.file("source.hip");
    let plan = plan(options, &source, [&scratch.file("include"), directory_of(&unit.name)])?;
    let named = plan.plan.architectures.last().filter(|_| !plan.plan.is_default_architecture);
    let mut wanted = vec![named.map_or(architecture, String::as_str).to_owned()];
    for note in clang.fit(&mut wanted)? {
        log(Level::Warning, format_args!("hiprtcCompileProgram: {note}"));
    }
    let architecture = wanted.first().map_or(architecture, String::as_str);
    let identity = identity_of(unit, expressions, options);
    write(&source, &text(unit, expressions, &identity, plan.default_device))?;
    for (name, text) in &unit.headers {
        let mut numbered = line(name);
        numbered.extend_from_slice(text);
        write(&scratch.file(&format!("include/{name}")), &numbered)?;
    }
    let output = scratch.file("code.ptx");
    let stage = vec!["-c".to_owned(), "-o".to_owned(), scratch.file("host.o")];
    let front = clang.front(&plan.plan, stage, &source, &identity).map_err(|error| match error {
        // The driver has not looked at the source yet: it speaks of the options.
        clang::Error::Ended { said, .. } => Failure::Option(said),
        other => Failure::Toolchain(other),
    })?;
    let compiled = |error| match error {
        clang::Error::Ended { said, .. } => Failure::Compilation(said),
        other => Failure::Toolchain(other),
    };
    // Without a directory for them the headers are read as text.
    let headers = store::headers(config()).and_then(|path| Store::open(&path).ok());
    let command = device::command(&front, &plan.plan, architecture, &output);
    let said = clang.compiled(&command, headers.as_ref()).map_err(compiled)?;
    let read = |path: &str| {
        std::fs::read_to_string(path).map_err(|error| clang::Error::File(path.to_owned().into(), error))
    };
    let mut ptx = read(&output)?;
    if frames::is_misaligned(&ptx) {
        let llvm = scratch.file("frames.ll");
        let to_llvm = device::command(&front, &plan.plan, architecture, &llvm);
        clang.compiled(&clusters::annotations(to_llvm), headers.as_ref()).map_err(compiled)?;
        std::fs::write(&llvm, frames::raised(&read(&llvm)?))
            .map_err(|error| clang::Error::File(llvm.clone().into(), error))?;
        clang.captured(&frames::of_llvm(&command, &llvm)).map_err(compiled)?;
        ptx = read(&output)?;
    }
    if has_clusters(unit) && clusters::supported(architecture) {
        let llvm = scratch.file("clusters.ll");
        let command = device::command(&front, &plan.plan, architecture, &llvm);
        clang.compiled(&clusters::annotations(command), headers.as_ref()).map_err(compiled)?;
        ptx = clusters::applied(&ptx, &read(&llvm)?).map_err(|error| match error {
            clang::Error::Plan(said) => Failure::Compilation(format!("{said}\n")),
            other => Failure::Toolchain(other),
        })?;
    }
    let (code, lowered) = lower(&ptx, expressions.len(), &identity);
    let lowered = lowered.into_iter().zip(expressions).map(|(name, expression)| {
        let name = name.and_then(|name| CString::new(name).ok());
        name.map(Arc::new).ok_or_else(|| Failure::Compilation(format!("{expression}: no name came of it\n")))
    });
    let lowered = lowered.collect::<Result<Vec<_>, _>>()?;
    let bitcode = plan.plan.relocatable.then(|| {
        let output = scratch.file("code.bc");
        let command = device::bitcode(device::command(&front, &plan.plan, architecture, &output));
        clang.compiled(&command, headers.as_ref()).map_err(compiled)?;
        let bytes = std::fs::read(&output).map_err(|error| clang::Error::File(output.into(), error))?;
        Ok::<Arc<[u8]>, Failure>(bytes.into())
    });
    let mut code = code.into_bytes();
    code.push(0);
    Ok(Compiled { log: said, made: Some(Made { code: code.into(), bitcode: bitcode.transpose()?, lowered }) })
}

/// Returns whether the source or one of its headers in memory names the shape of a kernel's clusters.
fn has_clusters(unit: &Unit) -> bool {
    let mut texts = std::iter::once(&unit.source).chain(unit.headers.iter().map(|(_, text)| text));
    texts.any(|text| clusters::mentioned(text))
}

/// The compiler and the SDK: the one the settings name, or that this library lies in.
fn find() -> Result<Clang, clang::Error> {
    let config = config();
    Clang::find(Places {
        clang: config.clang.clone(),
        path: config.path.clone(),
        sdk: config.sdk.clone(),
        beside: identity::file().map(PathBuf::from),
    })
}

/// Parsed options.
struct Wanted {
    plan: Plan,
    /// Functions without a mark are for the device too.
    default_device: bool,
}

/// Returns the directory of a program's name, in which NVRTC looks for headers in quotes.
fn directory_of(name: &str) -> &str {
    match Path::new(name).parent().and_then(Path::to_str) {
        None | Some("") => ".",
        Some(directory) => directory,
    }
}

/// Reads options as `hipcc` does, and those that only run-time compilers have. Headers are found in the
/// directory of those in memory, and if they are in quotes in another one then.
fn plan(options: &[String], source: &str, [headers, beside]: [&str; 2]) -> Result<Wanted, Failure> {
    let mut words = vec!["-O3".to_owned(), "-D__HIPCC_RTC__=1".to_owned(), format!("-I{headers}")];
    let mut quoted = vec![format!("-iquote{headers}"), format!("-iquote{beside}")];
    let (mut device, mut default_device) = (Vec::new(), false);
    let mut rest = options.iter().flat_map(|option| split_option(option));
    while let Some(word) = rest.next() {
        let mut rows = tsv::table(OPTIONS).map(|[option, value, becomes]| (option, value == "=", becomes));
        let (head, value) = word.split_once('=').map_or((&*word, None), |(head, value)| (head, Some(value)));
        let Some((option, wants_value, becomes)) = rows.find(|(option, ..)| *option == head) else {
            words.push(word.into_owned());
            continue;
        };
        let value = match (wants_value, value) {
            (true, Some(value)) => value.to_owned(),
            (true, None) => rest.next().ok_or_else(|| wrong(option, "needs a value"))?.into_owned(),
            (false, None) => String::new(),
            (false, Some(_)) => return Err(wrong(&word, "takes no value")),
        };
        let is_on = value == "true";
        match becomes {
            "drop" => {}
            "default-device" => default_device = true,
            "no-source-include" => quoted.clear(),
            "fmad" => words.push(format!("-ffp-contract={}", if is_on { "fast" } else { "off" })),
            "ftz" if is_on => {
                device.push("-fdenormal-fp-math-f32=preserve-sign,preserve-sign".to_owned());
            }
            "ftz" => {}
            clangs => words.push(clangs.replace('@', &value)),
        }
    }
    // Before the options: the last of these may lack its value.
    words.splice(0..0, quoted);
    words.push(source.to_owned());
    let mut plan = arguments::parse(&words).map_err(|misuse| Failure::Option(format!("{misuse}\n")))?;
    let sources = plan.items.iter().filter(|item| matches!(item, Item::Source { .. }));
    if sources.count() != 1
        || plan.output.is_some()
        || matches!(plan.stage, Stage::Preprocess | Stage::Intermediate)
    {
        let inputs = options.iter().find(|word| !word.starts_with('-'));
        let inputs = inputs.map_or_else(|| options.join(" "), Clone::clone);
        return Err(wrong(&inputs, "is no option of a compilation in memory"));
    }
    for note in &plan.notes {
        log(Level::Warning, format_args!("hiprtcCompileProgram: {note}"));
    }
    plan.device.extend(device);
    Ok(Wanted { plan, default_device })
}

fn wrong(option: &str, what: &str) -> Failure {
    Failure::Option(format!("hiprtc: error: {option} {what}\n"))
}

/// `-I folder` in one string is two words.
fn split_option(option: &str) -> Vec<Cow<'_, str>> {
    let blank = ["-I", "-D", "-U"].iter().any(|head| option.starts_with(&format!("{head} ")));
    match option.split_once(' ').filter(|_| blank) {
        Some((head, value)) => vec![head.into(), value.trim_start().into()],
        None => vec![option.into()],
    }
}

/// Input of the compiler: the source under its own name, and a variable for each name to be lowered.
fn text(unit: &Unit, expressions: &[String], identity: &str, default_device: bool) -> Vec<u8> {
    let mut made = Vec::new();
    if default_device {
        made.extend_from_slice(b"#pragma clang force_cuda_host_device begin\n");
    }
    made.extend(line(&unit.name));
    made.extend_from_slice(&statics::shown(&unit.source));
    let mut tail = String::from("\n");
    if default_device {
        tail += "#pragma clang force_cuda_host_device end\n";
    }
    for (n, expression) in expressions.iter().enumerate() {
        tail += &String::from_utf8_lossy(&line(&format!("name expression {n}")));
        let variable = variable(n, identity);
        let _ = writeln!(
            tail,
            "extern \"C\" __attribute__((used)) __device__ const void *{variable}; \
             const void *{variable} = (const void *)({expression});"
        );
    }
    made.extend_from_slice(tail.as_bytes());
    made
}

/// Line directive that names the following lines in messages.
fn line(name: &str) -> Vec<u8> {
    let shown: String = name.chars().filter(|c| !c.is_control()).collect();
    format!("#line 1 \"{}\"\n", shown.replace('\\', "\\\\").replace('"', "\\\"")).into_bytes()
}

fn variable(n: usize, identity: &str) -> String {
    format!("__hiprtc_name_{identity}_{n}")
}

/// Takes the variables of [`text`] out of PTX; answers what they were given, by number.
fn lower(ptx: &str, count: usize, identity: &str) -> (String, Vec<Option<String>>) {
    let mut found = vec![None; count];
    let prefix = format!("__hiprtc_name_{identity}_");
    let mut kept = String::with_capacity(ptx.len());
    for line in ptx.split_inclusive('\n') {
        let Some((_, rest)) = line.split_once(&prefix) else {
            kept.push_str(line);
            continue;
        };
        let Some((number, value)) = rest.split_once(" = ") else { continue };
        let value = value.trim_end().trim_end_matches(';');
        let value = value.strip_prefix("generic(").map_or(value, |value| value.trim_end_matches(')'));
        if let Some(place) = number.parse().ok().and_then(|n: usize| found.get_mut(n)) {
            *place = Some(value.to_owned());
        }
    }
    (kept, found)
}

/// Tells apart units that are linked: symbols of their own get this in their names.
fn identity_of(unit: &Unit, expressions: &[String], options: &[String]) -> String {
    let mut digest = Sha256::new();
    let parts = [unit.name.as_bytes(), &unit.source];
    let rest = expressions.iter().chain(options).map(String::as_bytes);
    for part in parts.into_iter().chain(rest) {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    digest.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn write(path: &str, bytes: &[u8]) -> Result<(), clang::Error> {
    let path = Path::new(path);
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    made.and_then(|()| std::fs::write(path, bytes))
        .map_err(|error| clang::Error::File(path.to_owned(), error))
}

/// PTX for a device of LLVM bitcode, as another compilation left it.
///
/// # Errors
/// `BadInput`: there is no compiler, or it refuses the bitcode.
pub fn ptx_of_bitcode(bytes: &[u8], capability: (u32, u32), name: &str) -> Result<String, Error> {
    let work = || -> Result<String, clang::Error> {
        let (scratch, clang) = (Scratch::new("hiprtc")?, find()?);
        let (input, output) = (scratch.file("code.bc"), scratch.file("code.ptx"));
        write(&input, bytes)?;
        let mut wanted = vec![format!("{}{}", capability.0, capability.1)];
        clang.fit(&mut wanted)?;
        let program = clang.program.to_string_lossy();
        clang.captured(&device::assemble(&program, &wanted[0], &input, &output))?;
        std::fs::read_to_string(&output).map_err(|error| clang::Error::File(output.into(), error))
    };
    work().map_err(|error| {
        let why = match error {
            clang::Error::Ended { said, .. } => said.trim_end().to_owned(),
            other => other.to_string(),
        };
        Error::BadInput { name: name.to_owned(), why }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_off_and_leave_nothing() {
        let ptx = ".visible .const .align 4 .u32 limits;\n\
                   .visible .global .align 8 .u64 __hiprtc_name_ab_1 = generic(limits);\n\
                   .visible .global .align 8 .u64 __hiprtc_name_ab_0 = _Z5scaleIfEvPT_;\n.visible .entry x()\n";
        let (kept, found) = lower(ptx, 3, "ab");
        assert_eq!(kept, ".visible .const .align 4 .u32 limits;\n.visible .entry x()\n");
        assert_eq!(found, [Some("_Z5scaleIfEvPT_".to_owned()), Some("limits".to_owned()), None]);
    }

    #[test]
    fn headers_stay_in_their_folder() {
        assert!(is_inside("a.h") && is_inside("dir/a.h"));
        assert!(!is_inside("../a.h") && !is_inside("/a.h") && !is_inside("") && !is_inside("a/../../b.h"));
    }

    #[test]
    fn options_of_both_kinds_are_read() {
        let read = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            plan(&words, "/s/source.hip", ["/s/include", directory_of("d/a.cu")])
        };
        let wanted = read(&[
            "--gpu-architecture=compute_80",
            "-I /x",
            "--define-macro",
            "N=3",
            "-fmad=false",
            "-default-device",
        ]);
        let wanted = wanted.expect("all are known");
        assert!(!wanted.plan.is_default_architecture && wanted.default_device);
        assert_eq!(wanted.plan.architectures, ["80"]);
        assert_eq!(
            wanted.plan.compile.join(" "),
            "-iquote/s/include -iquoted -O3 -D__HIPCC_RTC__=1 -I/s/include -I /x -DN=3 -ffp-contract=off"
        );
        assert_eq!([directory_of("a.cu"), directory_of("/a.cu"), directory_of("")], [".", "/", "."]);
        let alone = read(&["--no-source-include"]).expect("NVRTC has it");
        assert_eq!(alone.plan.compile.join(" "), "-O3 -D__HIPCC_RTC__=1 -I/s/include");
        let amds = read(&["--offload-arch=gfx90a"]).expect("AMD's names pass");
        assert!(amds.plan.is_default_architecture);
        for bad in
            [&["other.cu"][..], &["-o", "x"], &["-E"], &["-D"], &["--gpu-architecture=abacus"], &["-ftz"]]
        {
            assert!(matches!(read(bad), Err(Failure::Option(_))), "{bad:?}");
        }
    }

    #[test]
    fn the_table_is_sorted() {
        let keys: Vec<&str> = tsv::table(OPTIONS).map(|[key]| key).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    }
}
