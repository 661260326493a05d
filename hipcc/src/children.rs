//! Kernels that launch kernels: sources with `<<<…>>>` in device functions are preprocessed and rewritten
//! before they are compiled.
//!
//! This costs other sources no time: a source with such launches in its own text is rewritten at once, and
//! any other is compiled unchanged. Only if clang rejects it, the preprocessed text is searched for launches
//! from headers or macros. If clang still rejects it, the text is mended, or parsed, where clang is stricter
//! than nvcc.

mod body;
mod declared;
mod emptied;
mod parameter;
mod rewrite;
mod said;
mod source;
mod specialised;
#[cfg(test)]
mod tests;

use crate::Failure;
use crate::run::Tools;
use clang::scratch::Scratch;
pub(crate) use rewrite::Side;
use std::cell::Cell;

/// Compilation of one source that may have launches in kernels.
pub(crate) struct Children<'a> {
    tools: &'a Tools,
    scratch: &'a Scratch,
    /// Name of the files between the commands.
    name: String,
    /// `true` if these files are kept, in the caller's directory.
    is_kept: bool,
    /// `true` if the source is known to launch from the device.
    are_known: Cell<bool>,
}

impl<'a> Children<'a> {
    /// Creates the compilation. `kept` names the files between the commands if they are to be kept.
    pub(crate) fn new(
        tools: &'a Tools,
        scratch: &'a Scratch,
        path: &str,
        number: usize,
        kept: Option<String>,
    ) -> Children<'a> {
        // If the file cannot be read, clang reports it.
        let are_known = std::fs::read(path).is_ok_and(rewrite::launches_children);
        let is_kept = kept.is_some();
        let name = kept.unwrap_or_else(|| format!("source-{number}"));
        Children { tools, scratch, name, is_kept, are_known: Cell::new(are_known) }
    }

    /// Runs a command of clang's front end for one half of the source.
    pub(crate) fn compile(&self, command: &[String], side: Side) -> Result<(), Failure> {
        if self.tools.is_dry() {
            return self.tools.planned(command);
        }
        match self.whole(command, side) {
            Err(failure) => self.mended(command, side).map_err(|_| failure),
            made => made,
        }
    }

    /// Runs a command of clang's front end for a text that has no launches of ours to rewrite.
    pub(crate) fn as_it_is(&self, command: &[String]) -> Result<(), Failure> {
        self.tools.captured(command).map(|said| eprint!("{said}"))
    }

    /// Compiles one half of the source with all of its functions.
    fn whole(&self, command: &[String], side: Side) -> Result<(), Failure> {
        if self.are_known.get()
            && let Some(rewritten) = self.rewritten(command, side)?
        {
            return self.restored(&rewritten);
        }
        match self.tools.compiled(command) {
            Ok(said) => {
                eprint!("{said}");
                Ok(())
            }
            Err(failure) if self.are_known.get() => Err(failure),
            Err(failure) => match self.rewritten(command, side) {
                Ok(Some(rewritten)) => {
                    self.are_known.set(true);
                    // If launches were not the cause of clang's errors, clang reports the cause also without
                    // them.
                    let is_refused = self.restored(&rewritten).err();
                    is_refused.map_or(Ok(()), |of_rewritten| {
                        Err(if names_kernels(&failure) { of_rewritten } else { failure })
                    })
                }
                // The source is wrong itself.
                _ => Err(failure),
            },
        }
    }

    /// Compiles one half without what only clang rejects: specialisations for other sides than their
    /// template's and, on the host, bodies of kernels. What is wrong in such a body was reported by the
    /// device's half. If that is not enough, templates are parsed where they are used, as nvcc parses them:
    /// what is wrong in others is not found.
    fn mended(&self, command: &[String], side: Side) -> Result<(), Failure> {
        let (path, said, text) = self.preprocessed(command, side)?;
        let text = rewrite::rewrite(&text, side).unwrap_or(text);
        let specialised = specialised::specialised(&text);
        let of_host = || emptied::emptied(specialised.as_deref().unwrap_or(&text));
        let made = (side == Side::Host).then(of_host).flatten().or(specialised);
        let is_changed = made.is_some();
        let write = std::fs::write(&path, made.unwrap_or(text));
        write.map_err(|error| Failure::File(path.clone().into(), error))?;
        let mut command = preprocessed(command, &path);
        if !is_changed || self.restored(&command).is_err() {
            command.push("-fdelayed-template-parsing".to_owned());
            self.restored(&command)?;
        }
        eprint!("{said}");
        Ok(())
    }

    /// Compiles rewritten text and maps clang's messages to the source.
    fn restored(&self, command: &[String]) -> Result<(), Failure> {
        let restore = |said: &str| {
            said::restored(said, |file, line| {
                let text = std::fs::read(file).ok()?;
                let line = text.split(|&b| b == b'\n').nth(line.checked_sub(1)?)?;
                Some(String::from_utf8_lossy(line).trim_end().to_owned())
            })
        };
        match self.tools.captured(command) {
            Ok(said) => {
                eprint!("{}", restore(&said));
                Ok(())
            }
            Err(Failure::Clang(clang::Error::Ended { code, said })) => {
                Err(clang::Error::Ended { code, said: restore(&said) }.into())
            }
            Err(failure) => Err(failure),
        }
    }

    /// Preprocesses and rewrites the source, and returns the command for the result, or `None` if there is
    /// nothing to rewrite.
    fn rewritten(&self, command: &[String], side: Side) -> Result<Option<Vec<String>>, Failure> {
        let (path, said, text) = self.preprocessed(command, side)?;
        let Some(text) = rewrite::rewrite(&text, side) else { return Ok(None) };
        eprint!("{said}");
        std::fs::write(&path, text).map_err(|error| Failure::File(path.clone().into(), error))?;
        Ok(Some(preprocessed(command, &path)))
    }

    /// Preprocesses the source and returns the result, its file and clang's messages.
    fn preprocessed(&self, command: &[String], side: Side) -> Result<(String, String, Vec<u8>), Failure> {
        let half = if side == Side::Host { "host" } else { "device" };
        let place = |name: String| if self.is_kept { name } else { self.scratch.file(&name) };
        let path = place(format!("{}-{half}.hipi", self.name));
        let said = self.tools.captured(&preprocess(command, &path))?;
        let text = std::fs::read(&path).map_err(|error| Failure::File(path.clone().into(), error))?;
        Ok((path, said, text))
    }
}

/// Returns whether clang reports a use of a kernel, as it does for launches.
fn names_kernels(failure: &Failure) -> bool {
    matches!(failure, Failure::Clang(clang::Error::Ended { said, .. }) if said.contains("__global__ function"))
}

/// Returns the front end's command for preprocessing.
fn preprocess(command: &[String], path: &str) -> Vec<String> {
    let mut made: Vec<String> = Vec::with_capacity(command.len() + 1);
    for word in command {
        if made.last().is_some_and(|last| last == "-o") {
            made.push(path.to_owned());
        } else if !matches!(word.as_str(), "-S" | "-fsyntax-only") && !word.starts_with("-emit-") {
            made.push(word.clone());
        }
        if word == "-cc1" {
            made.push("-E".to_owned());
        }
    }
    made
}

/// Returns the front end's command for preprocessed text: without includes and definitions, and without a
/// list of headers.
fn preprocessed(command: &[String], path: &str) -> Vec<String> {
    let mut made: Vec<String> = Vec::with_capacity(command.len());
    let input = command.iter().rposition(|word| word == "-x").unwrap_or(command.len());
    let mut words = command[..input].iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-include" | "-imacros" | "-D" | "-U" | "-dependency-file" | "-MT" | "-header-include-file" => {
                words.next();
            }
            "-sys-header-deps" | "-MP" | "-MG" => {}
            joined if joined.starts_with("-D") || joined.starts_with("-U") => {}
            _ => made.push(word.clone()),
        }
    }
    made.extend(["-x", "hip-cpp-output", path].map(str::to_owned));
    made
}
