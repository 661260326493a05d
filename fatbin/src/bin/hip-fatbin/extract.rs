//! `hip-fatbin extract`: writes images to separate files.

use crate::{Failure, complain, print, read, write};
use hip_fatbin::Error;
use hip_fatbin::inventory::{self, Image, ImageKind, Visitor};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A fat binary, bundle, object, executable, library or archive.
    file: PathBuf,
    /// Directory to write to; created if missing.
    #[arg(short, long, default_value = ".")]
    output: PathBuf,
    /// Only images of this kind: ptx, cubin, hsaco, lto-ir, bitcode, spir-v.
    #[arg(long)]
    kind: Option<String>,
    /// Only images for this target, as `list` names it.
    #[arg(long)]
    target: Option<String>,
}

struct Extractor<'a> {
    arguments: &'a Arguments,
    stem: String,
    number: usize,
    written: Vec<PathBuf>,
    fine: bool,
    failure: Option<Failure>,
}

impl Visitor for Extractor<'_> {
    fn image(&mut self, image: &Image<'_>) {
        let number = self.number;
        self.number += 1;
        let wanted = |want: &Option<String>, have: Option<&str>| match want {
            Some(want) => have == Some(want.as_str()),
            None => true,
        };
        let unwanted = image.kind == ImageKind::Host
            || !wanted(&self.arguments.kind, Some(image.kind.name()))
            || !wanted(&self.arguments.target, image.target.as_deref());
        if unwanted || self.failure.is_some() {
            return;
        }
        match image.contents() {
            Ok(contents) => {
                let name = name(&self.stem, number, image);
                let path = self.arguments.output.join(name);
                match write(&path, &contents) {
                    Ok(()) => self.written.push(path),
                    Err(failure) => self.failure = Some(failure),
                }
            }
            Err(error) => self.broken(image.place, &error),
        }
    }

    fn broken(&mut self, place: &str, error: &Error) {
        complain(&format_args!("{}{place}: {error}", self.arguments.file.display()));
        self.fine = false;
    }
}

/// Returns `<file>.<number>.<target>.<ending>`: numbers count all images, so that a selection does not change
/// names.
fn name(stem: &str, number: usize, image: &Image<'_>) -> String {
    let ending = match image.kind {
        ImageKind::LtoIr => "ltoir",
        ImageKind::Bitcode => "bc",
        ImageKind::SpirV => "spv",
        ImageKind::Other | ImageKind::Host => "bin",
        kind => kind.name(),
    };
    let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+') { c } else { '_' };
    let target: String = image.target.as_deref().unwrap_or_default().chars().map(safe).collect();
    let target = if target.is_empty() { target } else { format!("{target}.") };
    format!("{stem}.{number}.{target}{ending}")
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, Failure> {
    let bytes = read(&arguments.file)?;
    std::fs::create_dir_all(&arguments.output)
        .map_err(|error| Failure::Write(arguments.output.clone(), error))?;
    let stem = arguments.file.file_name().map_or("image".into(), |name| name.to_string_lossy().into_owned());
    let mut extractor =
        Extractor { arguments, stem, number: 0, written: Vec::new(), fine: true, failure: None };
    inventory::walk("", &bytes, &mut extractor);
    let Extractor { written, fine, failure, number, .. } = extractor;
    print(&written.iter().map(|path| format!("{}\n", path.display())).collect::<String>());
    if let Some(failure) = failure {
        return Err(failure);
    }
    if written.is_empty() {
        let what =
            if number == 0 { "no device code in it" } else { "no image of that kind and target in it" };
        complain(&format_args!("{}: {what}", arguments.file.display()));
    }
    Ok(fine && !written.is_empty())
}
