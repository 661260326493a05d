//! `hip-fatbin bundle` and `unbundle`: clang's offload bundles.

use crate::{Failure, complain, print, read, write};
use clap::ValueEnum;
use hip_fatbin::clang::bundle;
use hip_fatbin::clang::compressed::{self, Method};
use hip_fatbin::{Format, sniff};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct BundleArguments {
    /// Entries as ID=FILE, in order: `hipv4-amdgcn-amd-amdhsa--gfx942=a.hsaco`. An ID alone is an empty
    /// entry, as the host's is: `host-x86_64-unknown-linux-gnu-`.
    #[arg(required = true)]
    entries: Vec<String>,
    /// The bundle to write.
    #[arg(short, long)]
    output: PathBuf,
    /// Pack the bundle as a whole.
    #[arg(long, value_enum, default_value_t = Compression::None)]
    compress: Compression,
    /// Version of the compressed form, 1 to 3.
    #[arg(long, default_value_t = 2)]
    version: u16,
    /// Each code object starts at a multiple of this many bytes.
    #[arg(long, default_value_t = bundle::HIP_ALIGNMENT)]
    alignment: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Compression {
    None,
    Zlib,
    Zstd,
}

#[derive(clap::Args)]
pub(crate) struct UnbundleArguments {
    /// A bundle, compressed or not, binary or text.
    file: PathBuf,
    /// Directory for the entries, each under its ID; created if missing. Without it the IDs are listed.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Only these entries.
    #[arg(long)]
    id: Vec<String>,
}

pub(crate) fn bundle(arguments: &BundleArguments) -> Result<bool, Failure> {
    let mut codes = Vec::new();
    for entry in &arguments.entries {
        // Target ids hold no sign of equality, paths may.
        codes.push(match entry.split_once('=') {
            Some((id, file)) => (id, read(file.as_ref())?),
            None => (entry.as_str(), Vec::new()),
        });
    }
    let entries: Vec<(&str, &[u8])> = codes.iter().map(|(id, code)| (*id, code.as_slice())).collect();
    let plain = bundle::write(&entries, arguments.alignment);
    let packed = match arguments.compress {
        Compression::None => Ok(plain),
        Compression::Zlib => compressed::pack(&plain, Method::Zlib, arguments.version),
        Compression::Zstd => compressed::pack(&plain, Method::Zstd, arguments.version),
    };
    write(&arguments.output, &packed.map_err(|error| Failure::Image(arguments.output.clone(), error))?)?;
    Ok(true)
}

pub(crate) fn unbundle(arguments: &UnbundleArguments) -> Result<bool, Failure> {
    let bytes = read(&arguments.file)?;
    let failed = |error| Failure::Image(arguments.file.clone(), error);
    let unpacked;
    let plain = if matches!(sniff(&bytes), Ok(Format::CompressedBundle)) {
        unpacked = compressed::unpack(&bytes).map_err(failed)?;
        &unpacked
    } else {
        &bytes
    };
    let text;
    let entries: Vec<(&str, &[u8])> = if plain.starts_with(bundle::MAGIC) {
        bundle::entries(plain).map_err(failed)?.iter().map(|entry| (entry.id, entry.code)).collect()
    } else {
        text = String::from_utf8_lossy(plain);
        let entries = bundle::text_entries(&text).map_err(failed)?;
        entries.into_iter().map(|(id, text)| (id, text.as_bytes())).collect()
    };
    let chosen: Vec<_> = entries
        .iter()
        .filter(|(id, _)| arguments.id.is_empty() || arguments.id.iter().any(|want| want == id))
        .collect();
    if chosen.is_empty() {
        let what = if entries.is_empty() { "no clang offload bundle" } else { "no entry of that name in it" };
        complain(&format_args!("{}: {what}", arguments.file.display()));
        return Ok(false);
    }
    let Some(folder) = &arguments.output else {
        print(&chosen.iter().map(|(id, code)| format!("{id}\t{}\n", code.len())).collect::<String>());
        return Ok(true);
    };
    std::fs::create_dir_all(folder).map_err(|error| Failure::Write(folder.clone(), error))?;
    for (id, code) in chosen {
        let safe: String = id.chars().map(|c| if c == '/' || c == '\0' { '_' } else { c }).collect();
        let path = folder.join(safe);
        write(&path, code)?;
        print(&format!("{}\n", path.display()));
    }
    Ok(true)
}
