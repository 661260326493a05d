//! Linking of device code: the code in all inputs of a link becomes one fat binary, in an additional object
//! for the host's linker.
//!
//! Objects compiled with `-fgpu-rdc` have two undefined symbols for registration: the fat binary, and its
//! handle. All objects get the same two, so that the first object to start registers it, once.

use crate::Failure;
use crate::build::entry;
use crate::run::Tools;
use clang::scratch::Scratch;
use fatbin::clang::offload;
use fatbin::nvidia::write::fatbin as pack;
use fatbin::{Format, host, sniff};
use object::{Object as _, ObjectSymbol as _};
use ptx::link::{Unit, link};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const BINARY: &str = "__hip_fatbin";
const HANDLE: &str = "__hip_gpubin_handle";

/// Device code in the inputs of a link.
#[derive(Default)]
struct Inputs {
    /// PTX by architecture, for each object.
    units: Vec<(String, BTreeMap<String, String>)>,
    /// Undefined symbols for registration, and those that some input defines.
    open: BTreeSet<String>,
    defined: BTreeSet<String>,
}

impl Inputs {
    fn file(&mut self, name: &str, bytes: &[u8]) -> Result<(), fatbin::Error> {
        match sniff(bytes) {
            Ok(Format::Archive) => {
                for (member, bytes) in host::members(bytes)? {
                    if matches!(sniff(bytes), Ok(Format::Elf)) {
                        self.object(&format!("{name}({member})"), bytes)?;
                    }
                }
                Ok(())
            }
            Ok(Format::Elf) => self.object(name, bytes),
            // Linker scripts and other inputs of the linker.
            _ => Ok(()),
        }
    }

    fn object(&mut self, name: &str, bytes: &[u8]) -> Result<(), fatbin::Error> {
        let mut texts = BTreeMap::new();
        for section in host::sections(bytes)? {
            let mut rest = section.data;
            while rest.starts_with(offload::MAGIC) {
                let entry = offload::entry(rest)?;
                if (entry.offload_kind, entry.image_kind) == (offload::HIP, offload::PTX)
                    && let Some(architecture) = entry.string("arch").and_then(|arch| arch.strip_prefix("sm_"))
                {
                    let text = String::from_utf8_lossy(entry.image).into_owned();
                    texts.insert(architecture.to_owned(), text);
                }
                rest = &rest[entry.length.min(rest.len())..];
            }
        }
        if !texts.is_empty() {
            self.units.push((name.to_owned(), texts));
        }
        let reason = |error: object::Error| fatbin::Error::BadElf { reason: error.to_string() };
        let file = object::File::parse(bytes).map_err(reason)?;
        if file.kind() != object::ObjectKind::Relocatable {
            return Ok(());
        }
        for symbol in file.symbols() {
            let Ok(symbol_name) = symbol.name() else { continue };
            let is_ours = [BINARY, HANDLE].iter().any(|start| {
                symbol_name.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            });
            // Compilers give the record that points to the fat binary a longer name.
            if is_ours && !symbol_name.starts_with("__hip_fatbin_wrapper") && symbol.is_global() {
                let names = if symbol.is_undefined() { &mut self.open } else { &mut self.defined };
                names.insert(symbol_name.to_owned());
            }
        }
        Ok(())
    }
}

/// Links all device code of a link line and returns an object with it, or `None` if there is none.
pub(crate) fn object(words: &[String], tools: &Tools, scratch: &Scratch) -> Result<Option<String>, Failure> {
    let mut inputs = Inputs::default();
    for path in files(words) {
        let name = path.to_string_lossy().into_owned();
        // A missing file is reported by the linker.
        let Ok(bytes) = std::fs::read(&path) else { continue };
        inputs.file(&name, &bytes).map_err(|error| Failure::Plan(format!("{name}: {error}")))?;
    }
    let open: Vec<&String> = inputs.open.difference(&inputs.defined).collect();
    if open.is_empty() || inputs.units.is_empty() {
        return Ok(None);
    }
    let mut texts = Vec::new();
    for architecture in architectures(&inputs.units)? {
        let units: Vec<Unit<'_>> =
            inputs.units.iter().filter_map(|unit| unit_for(unit, &architecture)).collect();
        let text = link(&units).map_err(|wrong| {
            let lines: Vec<String> =
                wrong.iter().map(|error| format!("device code of sm_{architecture}: {error}")).collect();
            Failure::Plan(lines.join("\nhipcc: "))
        })?;
        texts.push((architecture, text));
    }
    let binary = scratch.file("linked.hipfb");
    write(&binary, &pack(texts.iter().map(|(architecture, text)| entry(architecture, text, "linked"))))?;
    let assembly = scratch.file("linked.s");
    write(&assembly, source(&binary, &open).as_bytes())?;
    let made = scratch.file("linked.o");
    let command = ["-c", "-x", "assembler", assembly.as_str(), "-o", made.as_str()];
    tools.compiler(&command.map(str::to_owned))?;
    Ok(Some(made))
}

fn write(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::File(path.into(), error))
}

/// Returns the files of a link line: those named, and the archives that `-l` finds if there is no shared
/// library.
fn files(words: &[String]) -> Vec<PathBuf> {
    let mut folders: Vec<&Path> = Vec::new();
    let mut found = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = |option: &str, rest: &mut std::slice::Iter<'_, String>| -> Option<String> {
            let value = word.strip_prefix(option)?;
            if value.is_empty() { rest.next().cloned() } else { Some(value.to_owned()) }
        };
        if let Some(folder) = word.strip_prefix("-L") {
            let folder = if folder.is_empty() { words.next().map_or("", String::as_str) } else { folder };
            folders.push(Path::new(folder));
        } else if let Some(name) = value("-l", &mut words) {
            found.extend(folders.iter().find_map(|folder| archive(folder, &name)));
        } else if matches!(word.as_str(), "-o" | "-Xlinker" | "-T" | "-u" | "-e" | "-z" | "-rpath") {
            words.next();
        } else if !word.starts_with('-') {
            found.push(PathBuf::from(word));
        }
    }
    found
}

/// Returns the archive of `-lNAME` in a directory, or `None` if a shared library precedes it.
fn archive(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = match name.strip_prefix(':') {
        Some(file) => folder.join(file),
        None if folder.join(format!("lib{name}.so")).is_file() => return None,
        None => folder.join(format!("lib{name}.a")),
    };
    path.is_file().then_some(path)
}

type Texts = (String, BTreeMap<String, String>);

/// Returns the sort key of an architecture: `90a` comes after `90`.
fn rank(architecture: &str) -> (u32, bool) {
    let digits = architecture.trim_end_matches(['a', 'f']);
    (digits.parse().unwrap_or(0), digits.len() != architecture.len())
}

/// Returns a unit's PTX for an architecture: its own, or that of the next lower one, which every newer device
/// accepts.
fn unit_for<'a>((name, texts): &'a Texts, architecture: &str) -> Option<Unit<'a>> {
    let (wanted, _) = rank(architecture);
    let below = texts.iter().filter(|(have, _)| rank(have) <= (wanted, false));
    let nearest = below.max_by_key(|(have, _)| rank(have)).map(|(_, text)| text);
    texts.get(architecture).or(nearest).map(|text| Unit { name, text })
}

/// Returns the architectures for which every unit has code.
fn architectures(units: &[Texts]) -> Result<Vec<String>, Failure> {
    let mut all: Vec<String> = units.iter().flat_map(|(_, texts)| texts.keys().cloned()).collect();
    all.sort_by_key(|name| rank(name));
    all.dedup();
    let fits = |architecture: &String| units.iter().all(|unit| unit_for(unit, architecture).is_some());
    let fitting: Vec<String> = all.into_iter().filter(fits).collect();
    match fitting.is_empty() {
        false => Ok(fitting),
        true => Err(Failure::Plan("the objects have device code for no common architecture".to_owned())),
    }
}

/// Returns assembly source with the fat binary and the handle, under all names that objects use.
fn source(binary: &str, open: &[&String]) -> String {
    let mut out = String::new();
    let label = |out: &mut String, start: &str| {
        for name in open.iter().filter(|name| name.starts_with(start)) {
            let _ = writeln!(out, "\t.globl {name}\n\t.hidden {name}\n{name}:");
        }
    };
    out += "\t.section .hip_fatbin,\"a\",@progbits\n\t.p2align 12\n";
    label(&mut out, BINARY);
    let path = binary.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(out, "\t.incbin \"{path}\"");
    out += "\t.bss\n\t.p2align 3\n";
    label(&mut out, HANDLE);
    out += "\t.zero 8\n\t.section .note.GNU-stack,\"\",@progbits\n";
    out
}
