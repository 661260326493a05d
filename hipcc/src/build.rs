//! Compilation of one source: the device's PTX, its fat binary, and the host's object.

use crate::Failure;
use crate::children::{Children, Side};
use crate::device_code::Device;
use crate::run::{Tools, print};
use crate::statics;
use clang::arguments::{Plan, Stage};
use clang::device;
use clang::scratch::Scratch;
use fatbin::clang::offload;
use fatbin::nvidia::flag;
use fatbin::nvidia::write::{NewEntry, Packing, fatbin as pack};
use hipify_rs::cuda_version::{COMPILER_MACROS, HEADER_MACROS, NUMBER};
use md5::{Digest, Md5};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A source with its compilation settings.
pub(crate) struct Source<'a> {
    pub(crate) path: &'a str,
    /// Name on the command line. `-` is standard input, which is read from a file of ours.
    name: &'a str,
    /// Position on the command line, to distinguish sources of the same name.
    pub(crate) number: usize,
    pub(crate) plan: &'a Plan,
    pub(crate) tools: &'a Tools,
    pub(crate) scratch: &'a Scratch,
    children: Children<'a>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(
        (path, name): (&'a str, &'a str),
        number: usize,
        plan: &'a Plan,
        tools: &'a Tools,
        scratch: &'a Scratch,
    ) -> Source<'a> {
        let kept = plan.save_temps.then(|| kept_path(plan, &stem(name)));
        Source {
            path,
            name,
            number,
            plan,
            tools,
            scratch,
            children: Children::new(tools, scratch, path, number, kept),
        }
    }

    /// Compiles a source with kernels and returns the output file.
    pub(crate) fn hip(&self) -> Result<String, Failure> {
        let output = self.output();
        let stage = self.stage_words(&output);
        let plan = self.versioned();
        let front = self.tools.clang.front(&plan, stage, self.path, &self.identity())?;
        let stage = self.plan.stage;
        if matches!(stage, Stage::Preprocess | Stage::Intermediate) {
            self.tools.planned(&device::embed(&front, device::Embed::Nothing))?;
            return Ok(output);
        }
        if stage == Stage::Syntax {
            return self.check(&front).map(|()| output);
        }
        if self.plan.host_only {
            self.children.compile(&device::embed(&front, device::Embed::Nothing), Side::Host)?;
            return Ok(output);
        }
        if stage == Stage::Ptx {
            if let Some(architecture) = self.plan.architectures.last() {
                self.ptx(&front, architecture, &output)?;
            }
            return Ok(output);
        }
        let binary = self.binary(&front, if stage == Stage::Fatbin { Some(&output) } else { None })?;
        if stage != Stage::Fatbin {
            let embed = if self.plan.relocatable {
                device::Embed::Offload(&binary)
            } else {
                device::Embed::Fatbin(&binary)
            };
            self.children.compile(&device::embed(&front, embed), Side::Host)?;
        }
        Ok(output)
    }

    /// Returns the plan, with macros for CUDA's version if the source's name is one of CUDA's dialect: that
    /// of the generated PTX and of clang's headers. HIP's headers do not define them, and programs in both
    /// dialects recognise HIP by that. In `k.cu` a missing macro would count as 0 and disable code.
    fn versioned(&self) -> Cow<'_, Plan> {
        let is_cuda = self.path.rsplit_once('.').is_some_and(|(_, extension)| extension == "cu");
        let is_said = |name: &str| {
            let words =
                self.plan.compile.iter().flat_map(|word| [word.as_str(), word.get(2..).unwrap_or("")]);
            words.into_iter().any(|word| word.split('=').next() == Some(name))
        };
        // nvcc's parts would contradict a version that the command line names.
        let mut missing: Vec<(&str, &str)> = HEADER_MACROS.iter().map(|&name| (name, NUMBER)).collect();
        if !HEADER_MACROS.iter().any(|name| is_said(name)) {
            missing.extend(COMPILER_MACROS);
        }
        missing.retain(|(name, _)| is_cuda && !is_said(name));
        if missing.is_empty() {
            return Cow::Borrowed(self.plan);
        }
        let mut plan = self.plan.clone();
        plan.compile.extend(missing.iter().map(|(name, version)| format!("-D{name}={version}")));
        Cow::Owned(plan)
    }

    /// Checks a source with kernels without output.
    fn check(&self, front: &[String]) -> Result<(), Failure> {
        let architectures = self.plan.architectures.iter().filter(|_| !self.plan.host_only);
        for architecture in architectures {
            self.device().compile(front, architecture, "-")?;
        }
        self.children.compile(&device::embed(front, device::Embed::Nothing), Side::Host)
    }

    /// Compiles a source for the host alone and returns the output file.
    pub(crate) fn host(&self, language: Option<&str>) -> Result<String, Failure> {
        let output = self.output();
        let mut words = vec!["-Wno-unused-command-line-argument".to_owned()];
        // nvcc and gcc accept a C++ standard for C sources, clang rejects it.
        let is_c = language.map_or(self.path.ends_with(".c"), |language| language == "c");
        let is_level = |word: &String| word.starts_with("-std=c++") || word.starts_with("-std=gnu++");
        let compile = self.tools.clang.with_headers_last(&self.plan.compile);
        words.extend(compile.into_iter().filter(|word| !is_c || !is_level(word)));
        words.extend(self.plan.cuda_names.then(|| "-D__HIP_PLATFORM_AMD__=1".to_owned()));
        let names = ["include/hip/cuda_names", "include/hip/cccl"].iter().filter(|_| self.plan.cuda_names);
        for folder in names.chain(&["include"]) {
            words.extend(["-isystem".to_owned(), self.tools.clang.in_sdk(folder)]);
        }
        words.extend(self.stage_words(&output));
        words.extend(language.into_iter().flat_map(|name| ["-x".to_owned(), name.to_owned()]));
        words.push(self.path.to_owned());
        self.tools.compiler(&words)?;
        Ok(output)
    }

    fn stage_words(&self, output: &str) -> Vec<String> {
        let mut words = match self.plan.stage {
            // `-E` and `-M` are among the options. Without `-o`, they write to standard output.
            Stage::Preprocess if output == "-" => return Vec::new(),
            Stage::Preprocess | Stage::Intermediate => Vec::new(),
            Stage::Syntax => return vec!["-fsyntax-only".to_owned()],
            Stage::Assembly => vec!["-S".to_owned()],
            _ => vec!["-c".to_owned()],
        };
        words.extend(["-o".to_owned(), output.to_owned()]);
        let has = |option: &str| self.plan.compile.iter().any(|word| word == option);
        if self.plan.stage == Stage::Link && (has("-MD") || has("-MMD")) && !has("-MF") {
            words.extend(["-MF".to_owned(), format!("{}.d", self.stem())]);
        }
        words
    }

    fn output(&self) -> String {
        let named = |default: String| self.plan.output.clone().unwrap_or(default);
        match self.plan.stage {
            Stage::Preprocess => named("-".to_owned()),
            Stage::Intermediate => named(format!("{}.cpp.ii", file_name(self.name))),
            Stage::Assembly => named(format!("{}.s", self.stem())),
            Stage::Object | Stage::Syntax => named(format!("{}.o", self.stem())),
            Stage::Ptx => named(format!("{}.ptx", self.stem())),
            Stage::Fatbin => named(format!("{}.hipfb", self.stem())),
            Stage::Link | Stage::DeviceLink => {
                self.scratch.file(&format!("{}-{}.o", self.stem(), self.number))
            }
        }
    }

    fn stem(&self) -> String {
        stem(self.name)
    }

    /// Returns an identifier of the translation unit, which both sides add to the names of its local symbols.
    fn identity(&self) -> String {
        let mut digest = Md5::new();
        if self.path == self.name {
            let path = std::fs::canonicalize(self.path).unwrap_or_else(|_| PathBuf::from(self.path));
            digest.update(path.as_os_str().as_encoded_bytes());
        } else {
            // The name of our file differs between runs, its contents do not.
            digest.update(std::fs::read(self.path).unwrap_or_default());
        }
        for option in &self.plan.compile {
            digest.update([0]);
            digest.update(option);
        }
        digest.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// Writes PTX to a file, or to standard output.
    fn ptx(&self, front: &[String], architecture: &str, output: &str) -> Result<(), Failure> {
        let is_file = output != "-";
        let path = if is_file { output.to_owned() } else { self.scratch.file("code.ptx") };
        self.device().compile(front, architecture, &path)?;
        if is_file || self.tools.is_dry() {
            return Ok(());
        }
        let text = std::fs::read_to_string(&path).map_err(|error| Failure::File(path.into(), error))?;
        print(&text);
        Ok(())
    }

    fn device(&self) -> Device<'_> {
        Device {
            plan: self.plan,
            children: &self.children,
            scratch: self.scratch,
            name: self.name,
            is_dry: self.tools.is_dry(),
        }
    }

    /// Compiles the device's code, packs it and returns the fat binary's path.
    fn binary(&self, front: &[String], output: Option<&str>) -> Result<String, Failure> {
        let place = |name: String| match self.plan.save_temps {
            true => kept_path(self.plan, &name),
            false => self.scratch.file(&name),
        };
        let number = if self.plan.save_temps { String::new() } else { format!("-{}", self.number) };
        let mut texts = Vec::new();
        for architecture in &self.plan.architectures {
            let path = place(format!("{}{number}-hip-nvptx64-nvidia-cuda-sm_{architecture}.s", self.stem()));
            let architecture = self.device().compile(front, architecture, &path)?;
            if !self.tools.is_dry() {
                let text = std::fs::read_to_string(&path);
                let text = text.map_err(|error| Failure::File(path.into(), error))?;
                let text = if self.plan.relocatable { statics::joined(&text).into_owned() } else { text };
                texts.push((architecture, text));
            }
        }
        let is_embedded = output.is_none();
        let packed = match self.plan.relocatable && is_embedded {
            true => texts
                .iter()
                .flat_map(|(architecture, text)| relocatable(architecture, text, self.name))
                .collect(),
            false => pack(texts.iter().map(|(architecture, text)| entry(architecture, text, self.name))),
        };
        let path = output.map_or_else(|| place(format!("{}{number}-hip.hipfb", self.stem())), str::to_owned);
        if !self.tools.is_dry() {
            std::fs::write(&path, packed).map_err(|error| Failure::File(path.clone().into(), error))?;
        }
        Ok(path)
    }
}

/// Returns the path of a file that is kept after the compilation (`--save-temps`, `--keep-dir`).
fn kept_path(plan: &Plan, name: &str) -> String {
    let directory = plan.keep_directory.as_ref().map(Path::new).unwrap_or(Path::new(""));
    directory.join(name).to_string_lossy().into_owned()
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn stem(path: &str) -> String {
    Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Wraps PTX for linking in LLVM's embedded format, `.llvm.offloading`.
fn relocatable(architecture: &str, text: &str, name: &str) -> Vec<u8> {
    let arch = format!("sm_{architecture}");
    let strings = [("arch", arch.as_str()), ("triple", "nvptx64-nvidia-cuda"), ("source", name)];
    offload::write(offload::PTX, offload::HIP, &strings, text.as_bytes())
}

/// Creates one entry of a fat binary.
pub(crate) fn entry<'a>(architecture: &str, text: &'a str, name: &'a str) -> NewEntry<'a> {
    let number = architecture.trim_end_matches(['a', 'f']).parse().unwrap_or(0);
    let version = text.lines().find_map(|line| line.strip_prefix(".version ")?.trim().split_once('.'));
    let version = version.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    let mut entry = NewEntry::ptx(text, number, version.unwrap_or((7, 0)), Packing::Lz4);
    entry.identifier = name;
    entry.flags = match architecture.chars().last() {
        Some('a') => flag::ARCH_SPECIFIC,
        Some('f') => flag::FAMILY_SPECIFIC,
        _ => 0,
    };
    entry
}
