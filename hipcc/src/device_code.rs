//! Device code of one source: its PTX for an architecture, with the shapes of clusters, and the choice of a
//! newer architecture if none was named.

use crate::Failure;
use crate::children::{Children, Side};
use clang::arguments::{Plan, Stage};
use clang::scratch::Scratch;
use clang::{clusters, device, frames};
use std::fmt::Write as _;

/// Architectures for sources that the default one has not the instructions for, in the order of trial.
const NEWER: [&str; 2] = ["90", "90a"];

/// Comment that clang writes before assembler of the source or of headers.
const ASSEMBLER: &str = "// begin inline asm";

/// Compilation of a source's device code.
pub(crate) struct Device<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) children: &'a Children<'a>,
    pub(crate) scratch: &'a Scratch,
    /// Name of the source on the command line.
    pub(crate) name: &'a str,
    pub(crate) is_dry: bool,
}

impl Device<'_> {
    /// Compiles a source to `output`, which is PTX or, if it is only checked, nothing. Returns the
    /// architecture of the code: another than the given one if the user named none, and the source needs
    /// more.
    pub(crate) fn compile<'n>(
        &self,
        front: &[String],
        architecture: &'n str,
        output: &str,
    ) -> Result<&'n str, Failure> {
        let is_free = self.plan.is_default_architecture && !self.is_dry;
        let (default, mut architecture) = (architecture, architecture);
        let mut made = self.once(front, architecture, output);
        for newer in NEWER {
            if !is_free || !self.needs_newer(&made, architecture, output) {
                break;
            }
            match (self.once(front, newer, output), &made) {
                (Ok(has_clusters), _) => (architecture, made) = (newer, Ok(has_clusters)),
                // The messages that are left are the user's. If none went away, they are the default's.
                (Err(failure), Err(first)) if errors(&failure) >= errors(first) => break,
                (Err(failure), _) => return Err(failure),
            }
        }
        let has_clusters = made?;
        if architecture != default {
            let name = self.name;
            eprintln!("hipcc: note: {name}: code is made for sm_{architecture}, since none was named");
        }
        if output != "-" && self.plan.stage != Stage::Syntax && !self.is_dry {
            self.align_frames(front, architecture, output)?;
        }
        if has_clusters && output != "-" {
            self.shape_clusters(front, architecture, output)?;
        }
        if self.plan.is_for_amd && self.plan.stage != Stage::Syntax && !self.is_dry {
            self.change(output, |text| Ok(for_amd(text)))?;
        }
        Ok(architecture)
    }

    /// Returns whether a source may need a newer architecture than it was compiled for: clang refused it, or
    /// its PTX has clusters or assembler that the architecture has not.
    fn needs_newer(&self, made: &Result<bool, Failure>, architecture: &str, output: &str) -> bool {
        let has_newer_instructions = || {
            let text = std::fs::read_to_string(output).unwrap_or_default();
            text.contains(ASSEMBLER)
                && ptx::Module::parse(&text).is_ok_and(|module| module.has_newer_instructions())
        };
        match made {
            Ok(has_clusters) => {
                *has_clusters && !clusters::supported(architecture) || has_newer_instructions()
            }
            Err(failure) => matches!(failure, Failure::Clang(clang::Error::Ended { .. })),
        }
    }

    /// Compiles for this very architecture, and returns whether the source names clusters' shapes.
    fn once(&self, front: &[String], architecture: &str, output: &str) -> Result<bool, Failure> {
        let list = self.scratch.file("device.d");
        let command = device::command(front, self.plan, architecture, output);
        self.children.compile(&clusters::listing(command, &list), Side::Device)?;
        // Without a list, nothing was compiled.
        let list = std::fs::read_to_string(list).unwrap_or_default();
        let names = |path: &String| clusters::mentioned(&std::fs::read(path).unwrap_or_default());
        Ok(clusters::listed(&list).iter().any(names))
    }

    /// Adds the shapes of clusters to the PTX of a source.
    fn shape_clusters(&self, front: &[String], architecture: &str, output: &str) -> Result<(), Failure> {
        if !clusters::supported(architecture) {
            eprintln!("hipcc: note: {}: {} has no effect for sm_{architecture}", self.name, clusters::NAME);
            return Ok(());
        }
        let llvm = self.scratch.file("clusters.ll");
        let command = device::command(front, self.plan, architecture, &llvm);
        self.children.compile(&clusters::annotations(command), Side::Device)?;
        let llvm = read(&llvm)?;
        self.change(output, |text| Ok(clusters::applied(text, &llvm)?))
    }

    /// Compiles a source again if its PTX accesses local arrays by vectors that they are not aligned for.
    fn align_frames(&self, front: &[String], architecture: &str, output: &str) -> Result<(), Failure> {
        if !frames::is_misaligned(&read(output)?) {
            return Ok(());
        }
        let llvm = self.scratch.file("frames.ll");
        let command = device::command(front, self.plan, architecture, &llvm);
        self.children.compile(&clusters::annotations(command), Side::Device)?;
        let text = frames::raised(&read(&llvm)?);
        std::fs::write(&llvm, text).map_err(|error| Failure::File(llvm.clone().into(), error))?;
        let command = device::command(front, self.plan, architecture, output);
        self.children.as_it_is(&frames::of_llvm(&command, &llvm))
    }

    /// Changes the PTX in a file.
    fn change(&self, path: &str, how: impl FnOnce(&str) -> Result<String, Failure>) -> Result<(), Failure> {
        let made = how(&read(path)?)?;
        std::fs::write(path, made).map_err(|error| Failure::File(path.to_owned().into(), error))
    }
}

/// Number of clang's errors in a failure.
fn errors(failure: &Failure) -> usize {
    match failure {
        Failure::Clang(clang::Error::Ended { said, .. }) => said.matches("error: ").count(),
        _ => usize::MAX,
    }
}

fn read(path: &str) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::File(path.to_owned().into(), error))
}

/// Returns PTX with the pragma of code for AMD's devices in each kernel.
fn for_amd(text: &str) -> String {
    let (mut made, mut done) = (String::with_capacity(text.len()), 0);
    for (_, _, body) in clusters::definitions(text) {
        made.push_str(&text[done..body]);
        let _ = write!(made, "\n\t.pragma \"{}\";", ptx::FOR_AMD);
        done = body;
    }
    made.push_str(&text[done..]);
    made
}
