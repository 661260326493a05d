//! `--explain`: what a program's file has of CUDA, and whether it will run, without starting it.

use crate::code::{self, Groups};
use object::elf::{DT_NEEDED, FileHeader64};
use object::read::elf::{Dyn as _, FileHeader as _};
use object::{Endianness, SectionIndex};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// First letters of the libraries that are reported.
const REPORTED: [&str; 5] = ["libcu", "libnv", "libnccl", "libamdhip", "libhip"];

/// Contents of a program's file.
pub(crate) struct Explanation {
    runtime: Runtime,
    ptx: Vec<String>,
    machine_code: Vec<String>,
    /// Names of needed libraries, and whether they are ours.
    libraries: Vec<(String, bool)>,
    /// The reason why the program will not run, if there is one.
    complaint: Option<String>,
}

/// CUDA's runtime in a program.
enum Runtime {
    Static { library: &'static str, functions: usize },
    Stripped,
    Shared(String),
    Driver,
    Hip,
    None,
}

impl Runtime {
    fn text(&self) -> String {
        match self {
            Runtime::Static { library, functions } => {
                format!("static, with symbols: {functions} functions lead to our {library}")
            }
            Runtime::Stripped => "static, stripped of symbols".to_owned(),
            Runtime::Shared(name) => format!("shared: {name}"),
            Runtime::Driver => "none: CUDA's driver API".to_owned(),
            Runtime::Hip => "HIP".to_owned(),
            Runtime::None => "none in its own file".to_owned(),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Runtime::Static { .. } => "static",
            Runtime::Stripped => "stripped",
            Runtime::Shared(_) => "shared",
            Runtime::Driver => "driver",
            Runtime::Hip => "hip",
            Runtime::None => "none",
        }
    }
}

/// Examines a program for a device of a compute capability, 90 for 9.0. `folder` has our libraries.
pub(crate) fn explain(program: &[u8], capability: u32, folder: &Path) -> Explanation {
    let groups = Groups::read(program);
    let needed = needed(program).unwrap_or_default();
    let starts = |start: &str| needed.iter().find(|name| name.starts_with(start));
    let runtime = if let Some(carrier) = hipadopt::read(program) {
        Runtime::Static { library: carrier.version.library(), functions: carrier.functions.len() }
    } else if code::is_nvidias_runtime(program) {
        Runtime::Stripped
    } else if let Some(name) = starts("libcudart.so") {
        Runtime::Shared(name.clone())
    } else if starts("libcuda.so").is_some() {
        Runtime::Driver
    } else if starts("libamdhip64.so").is_some() {
        Runtime::Hip
    } else {
        Runtime::None
    };
    let is_reported = |name: &String| REPORTED.iter().any(|start| name.starts_with(start));
    let libraries = needed.iter().filter(|name| is_reported(name));
    let libraries = libraries.map(|name| (name.clone(), folder.join(name).exists())).collect();
    let complaint = code::complaint(program).or_else(|| groups.too_new(capability));
    Explanation { runtime, ptx: groups.ptx(), machine_code: groups.machine_code(), libraries, complaint }
}

/// Returns the names of the libraries that an ELF file needs.
fn needed(program: &[u8]) -> Option<Vec<String>> {
    let header = FileHeader64::<Endianness>::parse(program).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, program).ok()?;
    let (entries, link): (_, SectionIndex) = sections.dynamic(endian, program).ok()??;
    let strings = sections.strings(endian, program, link).ok()?;
    let names = entries.iter().filter(|entry| entry.tag(endian) == DT_NEEDED);
    let names = names.filter_map(|entry| entry.string(endian, strings).ok());
    Some(names.map(|name| String::from_utf8_lossy(name).into_owned()).collect())
}

impl Explanation {
    /// Returns whether nothing speaks against the program.
    pub(crate) fn runs(&self) -> bool {
        self.complaint.is_none()
    }

    /// Returns the explanation as lines.
    pub(crate) fn text(&self, program: &str, device: &str) -> String {
        let or_none = |list: &[String]| if list.is_empty() { "none".to_owned() } else { list.join(", ") };
        let mut text = format!("{program}\n  runtime       {}\n", self.runtime.text());
        let _ = writeln!(text, "  PTX           {}", or_none(&self.ptx));
        let _ = writeln!(text, "  machine code  {}", or_none(&self.machine_code));
        for (name, ours) in &self.libraries {
            let _ = writeln!(text, "  library       {name}: {}", if *ours { "ours" } else { "not ours" });
        }
        let nothing =
            matches!(self.runtime, Runtime::None) && self.ptx.is_empty() && self.libraries.is_empty();
        let verdict = match &self.complaint {
            Some(complaint) => format!("does not run: {complaint}"),
            None if nothing => {
                "it has nothing of CUDA itself; what it loads is examined when it is loaded".to_owned()
            }
            None => format!("runs on a software device ({device})"),
        };
        let _ = writeln!(text, "  {verdict}");
        text
    }

    /// Returns the explanation as JSON.
    pub(crate) fn json(&self, program: &str, device: &str) -> Value {
        let libraries: Vec<Value> =
            self.libraries.iter().map(|(name, ours)| json!({ "name": name, "ours": ours })).collect();
        json!({
            "program": program,
            "device": device,
            "runtime": { "kind": self.runtime.kind(), "library": match &self.runtime {
                Runtime::Static { library, .. } => Some((*library).to_owned()),
                Runtime::Shared(name) => Some(name.clone()),
                _ => None,
            } },
            "ptx": self.ptx,
            "machine_code": self.machine_code,
            "libraries": libraries,
            "runs": self.runs(),
            "why": self.complaint,
        })
    }
}
