//! `hip-fatbin pack`: an NVIDIA fat binary of PTX and cubin files.

use crate::{Failure, read, write};
use clap::ValueEnum;
use hip_fatbin::nvidia::write::{NewEntry, Packing, Piece, fatbin};
use hip_fatbin::nvidia::{self, EntryKind, flag};
use hip_fatbin::{Format, device, sniff};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// PTX, cubins, or fat binaries, which keep their entries unchanged. Targets are read from the files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The fat binary to write.
    #[arg(short, long)]
    output: PathBuf,
    /// Compression of new entries.
    #[arg(long, value_enum, default_value_t = Compression::Zstd)]
    compress: Compression,
    /// Identifier of new entries.
    #[arg(long, default_value = "")]
    identifier: String,
    /// The compiler's options to record with new entries.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    options: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Compression {
    None,
    Lz4,
    Zstd,
}

/// Properties read from a file.
struct Facts {
    kind: EntryKind,
    arch: u32,
    flags: u64,
    version: (u16, u16),
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, Failure> {
    let packing = match arguments.compress {
        Compression::None => Packing::Plain,
        Compression::Lz4 => Packing::Lz4,
        Compression::Zstd => Packing::Zstd,
    };
    let files = arguments.files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let mut kept = Vec::new();
    for (path, bytes) in arguments.files.iter().zip(&files) {
        let is_fatbin = matches!(sniff(bytes), Ok(Format::Fatbin));
        let entries = if is_fatbin {
            nvidia::entries(bytes).map_err(|error| Failure::Image(path.clone(), error))?
        } else {
            Vec::new()
        };
        kept.push((is_fatbin, entries));
    }
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    for ((path, bytes), (is_fatbin, entries)) in arguments.files.iter().zip(&files).zip(&kept) {
        if *is_fatbin {
            pieces.extend(entries.iter().map(Piece::Kept));
            continue;
        }
        let facts = facts(path, bytes)?;
        pieces.push(Piece::New(NewEntry {
            kind: facts.kind,
            payload: bytes.strip_suffix(b"\0").filter(|_| facts.kind == EntryKind::Ptx).unwrap_or(bytes),
            arch: facts.arch,
            version: facts.version,
            identifier: &arguments.identifier,
            options: &arguments.options,
            packing,
            flags: facts.flags,
        }));
    }
    write(&arguments.output, &fatbin(pieces))?;
    Ok(true)
}

fn facts(path: &Path, bytes: &[u8]) -> Result<Facts, Failure> {
    let unfit = |what: &str| Failure::Usage(format!("{}: {what}", path.display()));
    match sniff(bytes).map_err(|error| Failure::Image(path.to_owned(), error))? {
        Format::Ptx => {
            let text = String::from_utf8_lossy(bytes);
            let directive = |name: &str| {
                text.lines().find_map(|line| line.trim().strip_prefix(name)?.split_whitespace().next())
            };
            let version = directive(".version").and_then(|v| v.split_once('.'));
            let version = version.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
            let version = version.ok_or_else(|| unfit("no .version in it"))?;
            let target = directive(".target").map(|target| target.trim_end_matches(','));
            let target = target.and_then(target_of).ok_or_else(|| unfit("no .target sm_… in it"))?;
            Ok(Facts { kind: EntryKind::Ptx, arch: target.0, flags: target.1, version })
        }
        Format::Elf => match device::identify(bytes) {
            Some(("cubin", Some(target))) => {
                let (arch, flags) = target_of(&target).ok_or_else(|| unfit("its architecture is unknown"))?;
                Ok(Facts { kind: EntryKind::Cubin, arch, flags, version: (1, 8) })
            }
            _ => Err(unfit("neither PTX nor a cubin")),
        },
        _ => Err(unfit("neither PTX, nor a cubin, nor a fat binary")),
    }
}

/// Returns number and flags of `sm_90`, `sm_90a`, `sm_100f`.
fn target_of(target: &str) -> Option<(u32, u64)> {
    let digits = target.strip_prefix("sm_")?.split(',').next()?;
    let (digits, flags) = match digits.strip_suffix('a') {
        Some(digits) => (digits, flag::ARCH_SPECIFIC),
        None => match digits.strip_suffix('f') {
            Some(digits) => (digits, flag::FAMILY_SPECIFIC),
            None => (digits, 0),
        },
    };
    Some((digits.parse().ok()?, flags))
}
