//! `hip-fatbin list`: every image as a line or as JSON.

use crate::{Failure, complain, print, read};
use hip_fatbin::inventory::{self, Image, ImageKind, Visitor};
use hip_fatbin::{Error, device};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Fat binaries, bundles, objects, executables, libraries, archives.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON array instead of a table.
    #[arg(long)]
    json: bool,
    /// Also list the kernels of machine code, with registers and memory, and of PTX by name.
    #[arg(short, long)]
    kernels: bool,
}

/// One image, as in JSON. Sizes are bytes.
#[derive(Serialize)]
struct Row {
    file: String,
    place: String,
    kind: &'static str,
    target: Option<String>,
    ptx_version: Option<String>,
    packing: Option<&'static str>,
    stored: u64,
    size: u64,
    flags: u64,
    identifier: Option<String>,
    options: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kernels: Option<Vec<KernelRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct KernelRow {
    name: String,
    registers: Option<u32>,
    shared: Option<u64>,
    local: Option<u64>,
    params: Option<u64>,
    max_threads: Option<u32>,
}

struct Lister {
    file: String,
    kernels: bool,
    rows: Vec<Row>,
    broken: bool,
}

impl Visitor for Lister {
    fn image(&mut self, image: &Image<'_>) {
        let (kernels, error) = match self.kernels.then(|| kernels(image)) {
            None => (None, None),
            Some(Ok(kernels)) => (Some(kernels), None),
            Some(Err(error)) => (None, Some(error.to_string())),
        };
        self.broken |= error.is_some();
        self.rows.push(Row {
            file: self.file.clone(),
            place: image.place.to_owned(),
            kind: image.kind.name(),
            target: image.target.clone(),
            ptx_version: image.ptx_version.map(|(major, minor)| format!("{major}.{minor}")),
            packing: image.packing,
            stored: image.stored,
            size: image.size,
            flags: image.flags,
            identifier: image.identifier.clone(),
            options: image.options.clone(),
            kernels,
            error,
        });
    }

    fn broken(&mut self, place: &str, error: &Error) {
        self.broken = true;
        self.rows.push(Row {
            file: self.file.clone(),
            place: place.to_owned(),
            kind: "broken",
            target: None,
            ptx_version: None,
            packing: None,
            stored: 0,
            size: 0,
            flags: 0,
            identifier: None,
            options: None,
            kernels: None,
            error: Some(error.to_string()),
        });
    }
}

/// Returns the kernels of an image, if its format lists them.
fn kernels(image: &Image<'_>) -> Result<Vec<KernelRow>, Error> {
    let contents = image.contents()?;
    if image.kind == ImageKind::Ptx {
        let text = String::from_utf8_lossy(&contents);
        return Ok(entries(&text).map(KernelRow::named).collect());
    }
    let Some(object) = device::read(&contents)? else { return Ok(Vec::new()) };
    let row = |kernel: device::Kernel| KernelRow {
        name: kernel.name,
        registers: kernel.registers,
        shared: kernel.shared,
        local: kernel.local,
        params: kernel.params,
        max_threads: kernel.max_threads,
    };
    Ok(object.kernels.into_iter().map(row).collect())
}

impl KernelRow {
    fn named(name: &str) -> Self {
        let name = name.to_owned();
        KernelRow { name, registers: None, shared: None, local: None, params: None, max_threads: None }
    }
}

/// Returns the names after `.entry` in PTX, outside comments.
fn entries(ptx: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    ptx.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .filter_map(|line| line.split_once(".entry").map(|(_, rest)| rest.trim_start()))
        .map(move |rest| &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())])
        .filter(|name| !name.is_empty())
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, Failure> {
    let mut rows = Vec::new();
    let mut fine = true;
    for path in &arguments.files {
        let bytes = match read(path) {
            Ok(bytes) => bytes,
            // The other files are still listed.
            Err(failure) if arguments.files.len() > 1 => {
                complain(&failure);
                fine = false;
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let file = path.display().to_string();
        let mut lister = Lister { file: file.clone(), kernels: arguments.kernels, rows, broken: false };
        inventory::walk("", &bytes, &mut lister);
        fine &= !lister.broken;
        rows = lister.rows;
        if !rows.iter().any(|row| row.file == file) {
            complain(&format_args!("{file}: no device code in it"));
            fine = false;
        }
    }
    if arguments.json {
        // Rows are numbers and texts: they always serialise.
        print(&(serde_json::to_string_pretty(&rows).unwrap_or_default() + "\n"));
    } else {
        print(&table(&rows));
    }
    Ok(fine)
}

fn table(rows: &[Row]) -> String {
    let mut out = String::new();
    let mut file = None;
    let put = |out: &mut String, line: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _: std::fmt::Result = writeln!(out, "{line}");
    };
    for row in rows {
        if file != Some(&row.file) {
            put(&mut out, format_args!("{}:", row.file));
            file = Some(&row.file);
        }
        let place = if row.place.is_empty() { "." } else { &row.place };
        if row.kind == "broken" {
            // Without a place the file itself is broken, which the line above names.
            let place = if row.place.is_empty() { String::new() } else { format!("{place}: ") };
            put(&mut out, format_args!("  {place}{}", row.error.as_deref().unwrap_or_default()));
            continue;
        }
        let mut extras = String::new();
        if let Some(version) = &row.ptx_version {
            extras += &format!("  PTX {version}");
        }
        if let Some(packing) = row.packing {
            extras += &format!("  {packing}");
            if row.stored > 0 {
                extras += &format!(" {}", row.stored);
            }
        }
        if let Some(identifier) = &row.identifier {
            extras += &format!("  \"{identifier}\"");
        }
        if let Some(options) = &row.options {
            extras += &format!("  {options}");
        }
        let target = row.target.as_deref().unwrap_or("-");
        let head = format!("  {place:24}  {:8} {target:18} {:>9} bytes{extras}", row.kind, row.size);
        put(&mut out, format_args!("{}", head.trim_end()));
        if let Some(error) = &row.error {
            put(&mut out, format_args!("      {error}"));
        }
        for kernel in row.kernels.iter().flatten() {
            let mut facts = Vec::new();
            let mut fact =
                |value: Option<u64>, what: &str| facts.extend(value.map(|n| format!("{n} {what}")));
            fact(kernel.registers.map(u64::from), "registers");
            fact(kernel.shared, "shared");
            fact(kernel.local, "local");
            fact(kernel.params, "params");
            fact(kernel.max_threads.map(u64::from), "threads at most");
            put(&mut out, format_args!("      {}  {}", kernel.name, facts.join(", ")));
        }
    }
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
