//! Runs what a command line asks for, one command after another.

use crate::arguments::{self, Item, Language, Plan, Stage};
use crate::build::Source;
use crate::{Failure, clang};
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The tools of one run.
pub(crate) struct Tools {
    pub(crate) clang: PathBuf,
    pub(crate) sdk: PathBuf,
    verbose: bool,
    dry: bool,
}

impl Tools {
    fn find(plan: &Plan) -> Result<Tools, Failure> {
        let candidates = clang::candidates(std::env::var_os("HIP_CLANG_PATH"), std::env::var_os("PATH"));
        let clang = candidates.into_iter().find(|path| path.is_file()).ok_or(Failure::NoClang)?;
        let program = std::env::current_exe().and_then(std::fs::canonicalize).ok();
        let sdk = clang::sdk(std::env::var_os("HIP_PATH"), program.as_deref()).unwrap_or_default();
        if !sdk.join("include/hip/hip_runtime.h").is_file() {
            return Err(Failure::NoSdk(sdk));
        }
        Ok(Tools { clang, sdk, verbose: plan.verbose, dry: plan.dry })
    }

    /// What clang's driver would run for these arguments.
    pub(crate) fn ask(&self, words: &[String]) -> Result<Vec<Vec<String>>, Failure> {
        let output = Command::new(&self.clang)
            .arg("-###")
            .args(words)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| Failure::Start(self.clang.clone(), error))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            for line in said.lines().filter(|line| !line.starts_with(' ')) {
                eprintln!("{line}");
            }
            return Err(Failure::Command(exit_code(&output.status)));
        }
        match clang::version(&said) {
            Some(version) if version >= clang::OLDEST => Ok(clang::commands(&said)),
            other => Err(Failure::OldClang(self.clang.clone(), other)),
        }
    }

    /// Runs the compiler; the words do not name it.
    pub(crate) fn compiler(&self, words: &[String]) -> Result<(), Failure> {
        self.command(&self.clang, words)
    }

    /// Runs a command that the driver planned.
    pub(crate) fn planned(&self, words: &[String]) -> Result<(), Failure> {
        match words.split_first() {
            Some((program, rest)) => self.command(Path::new(program), rest),
            None => Ok(()),
        }
    }

    fn command(&self, program: &Path, words: &[String]) -> Result<(), Failure> {
        if self.verbose || self.dry {
            let quoted = words.iter().map(|word| format!(" {word:?}")).collect::<String>();
            eprintln!(" {:?}{quoted}", program.to_string_lossy());
        }
        if self.dry {
            return Ok(());
        }
        let status = Command::new(program)
            .args(words)
            .status()
            .map_err(|error| Failure::Start(program.to_owned(), error))?;
        if status.success() { Ok(()) } else { Err(Failure::Command(exit_code(&status))) }
    }

    pub(crate) fn is_dry(&self) -> bool {
        self.dry
    }

    pub(crate) fn in_sdk(&self, path: &str) -> String {
        self.sdk.join(path).to_string_lossy().into_owned()
    }
}

fn exit_code(status: &std::process::ExitStatus) -> u8 {
    // A signal has no code; shells would say 128 and more.
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(254)
}

/// A folder of our own for what lies between the commands, removed at the end.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, Failure> {
        let parent = std::env::temp_dir();
        let mut number = 0u32;
        loop {
            let path = parent.join(format!("hipcc-{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && number < 1000 => {
                    number += 1;
                }
                Err(error) => return Err(Failure::File(path, error)),
            }
        }
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nobody can be told, and the system clears its folder of temporary files itself.
        let _: std::io::Result<()> = std::fs::remove_dir_all(&self.0);
    }
}

/// Does what this process' command line asks for.
pub(crate) fn run() -> Result<(), Failure> {
    let text = |word: OsString| word.into_string().map_err(|w| Failure::NotText(w.to_string_lossy().into()));
    let words = std::env::args_os().skip(1).map(text).collect::<Result<Vec<String>, _>>()?;
    if let [word] = words.as_slice()
        && matches!(
            word.as_str(),
            "--version" | "--help" | "-dumpversion" | "-dumpmachine" | "-print-resource-dir"
        )
    {
        return question(word);
    }
    let plan = arguments::parse(&words)?;
    for note in &plan.notes {
        eprintln!("hipcc: note: {note}");
    }
    let tools = Tools::find(&plan)?;
    let scratch = Scratch::new()?;
    let mut link = Vec::new();
    for (number, item) in plan.items.iter().enumerate() {
        match item {
            Item::Link(word) => link.push(word.clone()),
            Item::Source { path, language } => {
                let source = Source { path, number, plan: &plan, tools: &tools, scratch: &scratch };
                link.push(match language {
                    Language::Hip => source.hip()?,
                    Language::Host(language) => source.host(language.as_deref())?,
                });
            }
        }
    }
    let is_device_link = plan.stage == Stage::DeviceLink;
    if !is_device_link && plan.stage != Stage::Link {
        return Ok(());
    }
    let linked = if tools.is_dry() { None } else { crate::link::object(&link, &tools, &scratch)? };
    if is_device_link {
        let output = plan.output.as_deref().unwrap_or("a_dlink.o");
        return match linked {
            Some(made) => std::fs::copy(made, output).map(drop).map_err(|e| Failure::File(output.into(), e)),
            None if tools.is_dry() => Ok(()),
            None => Err(Failure::Plan("the objects have no device code that is to be linked".to_owned())),
        };
    }
    link.extend(linked);
    tools.compiler(&link_line(&plan, &tools, link))
}

/// A question that the compiler answers; `--version` also says whose tool this is.
fn question(word: &str) -> Result<(), Failure> {
    let tools = Tools::find(&Plan::default())?;
    if word == "--version" {
        let mut out = std::io::stdout().lock();
        // A closed pipe is no failure.
        let _: std::io::Result<()> = out.write_all(b"HIP version: 7.15.0\n").and_then(|()| out.flush());
    }
    tools.compiler(&[word.to_owned()])
}

fn link_line(plan: &Plan, tools: &Tools, items: Vec<String>) -> Vec<String> {
    let library = tools.in_sdk("lib");
    let mut line = vec!["--driver-mode=g++".to_owned(), "-Wno-unused-command-line-argument".to_owned()];
    line.extend(plan.link.iter().cloned());
    line.extend(["-o".to_owned(), plan.output.clone().unwrap_or_else(|| "a.out".to_owned())]);
    line.extend(items);
    line.extend([format!("-L{library}"), format!("-Wl,-rpath,{library}"), "-lamdhip64".to_owned()]);
    line
}
