//! Kernels that launch kernels: sources with `<<<…>>>` in functions of the device are preprocessed,
//! rewritten, and compiled as what that makes.
//!
//! Other sources pay nothing for it: a source whose own text shows such launches goes this way at once, any
//! other is compiled as it stands, and only where clang refuses it is looked whether headers or macros have
//! brought some.

mod body;
mod declared;
mod parameter;
mod rewrite;
mod said;
mod source;
#[cfg(test)]
mod tests;

use crate::Failure;
use crate::run::Tools;
use clang::scratch::Scratch;
pub(crate) use rewrite::Side;
use std::cell::Cell;

/// How one source's commands are run.
pub(crate) struct Children<'a> {
    tools: &'a Tools,
    scratch: &'a Scratch,
    /// What files between the commands are called.
    name: String,
    /// They stay, in the folder of the caller.
    is_kept: bool,
    /// The source is known to launch from the device.
    are_known: Cell<bool>,
}

impl<'a> Children<'a> {
    /// `kept` names the files between the commands if they are to stay.
    pub(crate) fn new(
        tools: &'a Tools,
        scratch: &'a Scratch,
        path: &str,
        number: usize,
        kept: Option<String>,
    ) -> Children<'a> {
        // What cannot be read is clang's to tell.
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
                    // Where launches were not what clang refused, it has said what is wrong without them.
                    let is_refused = self.restored(&rewritten).err();
                    is_refused.map_or(Ok(()), |of_rewritten| {
                        Err(if names_kernels(&failure) { of_rewritten } else { failure })
                    })
                }
                // It is wrong by itself.
                _ => Err(failure),
            },
        }
    }

    /// Compiles rewritten text; what clang says is told about the source.
    fn restored(&self, command: &[String]) -> Result<(), Failure> {
        let told = |said: &str| {
            said::restored(said, |file, line| {
                let text = std::fs::read(file).ok()?;
                let line = text.split(|&b| b == b'\n').nth(line.checked_sub(1)?)?;
                Some(String::from_utf8_lossy(line).trim_end().to_owned())
            })
        };
        match self.tools.captured(command) {
            Ok(said) => {
                eprint!("{}", told(&said));
                Ok(())
            }
            Err(Failure::Clang(clang::Error::Ended { code, said })) => {
                Err(clang::Error::Ended { code, said: told(&said) }.into())
            }
            Err(failure) => Err(failure),
        }
    }

    /// The command for what a source is once it is preprocessed and rewritten; none if there is nothing to
    /// rewrite.
    fn rewritten(&self, command: &[String], side: Side) -> Result<Option<Vec<String>>, Failure> {
        let half = if side == Side::Host { "host" } else { "device" };
        let place = |name: String| if self.is_kept { name } else { self.scratch.file(&name) };
        let path = place(format!("{}-{half}.hipi", self.name));
        let said = self.tools.captured(&preprocess(command, &path))?;
        let text = std::fs::read(&path).map_err(|error| Failure::File(path.clone().into(), error))?;
        let Some(text) = rewrite::rewrite(&text, side) else { return Ok(None) };
        eprint!("{said}");
        std::fs::write(&path, text).map_err(|error| Failure::File(path.clone().into(), error))?;
        Ok(Some(preprocessed(command, &path)))
    }
}

/// Whether clang complains of a use of a kernel, as it does of a launch.
fn names_kernels(failure: &Failure) -> bool {
    matches!(failure, Failure::Clang(clang::Error::Ended { said, .. }) if said.contains("__global__ function"))
}

/// The front end's command, made to preprocess.
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

/// The front end's command, made to compile what it has preprocessed: nothing is included or defined, and
/// headers are not listed again.
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
