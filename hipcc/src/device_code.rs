//! Device code of one source: its PTX for an architecture, with the shapes of clusters, and the choice of a
//! newer architecture if none was named.

use crate::Failure;
use crate::children::{Children, Side};
use clang::arguments::{Plan, Stage};
use clang::scratch::Scratch;
use clang::{clusters, device, frames};
use std::fmt::Write as _;

/// Architecture for sources that the default one has not the instructions for.
const NEWER: &str = "90";

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
        let made = self.once(front, architecture, output);
        let wants_more = match &made {
            Ok(has_clusters) => *has_clusters && !clusters::supported(architecture),
            Err(failure) => matches!(failure, Failure::Clang(clang::Error::Ended { .. })),
        };
        let (architecture, has_clusters) = match made {
            made if is_free && wants_more => match (self.once(front, NEWER, output), made) {
                (Ok(has_clusters), _) => {
                    eprintln!(
                        "hipcc: note: {}: code is made for sm_{NEWER}, since none was named",
                        self.name
                    );
                    (NEWER, has_clusters)
                }
                // The default's messages are the user's.
                (_, Err(failure)) | (Err(failure), _) => return Err(failure),
            },
            made => (architecture, made?),
        };
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
