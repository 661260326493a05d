//! Runs the commands for a command line in sequence.

use crate::Failure;
use crate::build::Source;
use crate::hint;
use clang::arguments::{self, Item, Language, Plan, Stage};
use clang::driver::{Clang, Places, exit_code};
use clang::precompiled::Store;
use clang::scratch::Scratch;
use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Text of `--help`.
const HELP: &str = include_str!("help.txt");

/// Tools of one run.
pub(crate) struct Tools {
    pub(crate) clang: Clang,
    /// Directory of precompiled headers, if they are used.
    headers: Option<Store>,
    verbose: bool,
    dry: bool,
}

impl Tools {
    fn find(plan: &Plan) -> Result<Tools, Failure> {
        let clang = Clang::find(Places {
            clang: std::env::var_os("HIP_CLANG_PATH"),
            path: std::env::var_os("PATH"),
            sdk: std::env::var_os("HIP_PATH"),
            beside: std::env::current_exe().and_then(std::fs::canonicalize).ok(),
        })?;
        let headers = headers_directory().and_then(|path| Store::open(&path).ok());
        Ok(Tools { clang, headers, verbose: plan.verbose, dry: plan.dry })
    }

    /// Runs the compiler. The words are its arguments.
    pub(crate) fn compiler(&self, words: &[String]) -> Result<(), Failure> {
        self.command(&self.clang.program, words)
    }

    /// Runs a command that the driver planned.
    pub(crate) fn planned(&self, words: &[String]) -> Result<(), Failure> {
        match words.split_first() {
            Some((program, rest)) => self.command(Path::new(program), rest),
            None => Ok(()),
        }
    }

    /// Runs a command that the driver planned and returns its standard error.
    pub(crate) fn captured(&self, words: &[String]) -> Result<String, Failure> {
        if let Some((program, rest)) = words.split_first() {
            self.show(Path::new(program), rest);
        }
        if self.dry { Ok(String::new()) } else { Ok(self.clang.captured(words)?) }
    }

    /// Runs a front end's command with precompiled headers, and returns its standard error.
    pub(crate) fn compiled(&self, words: &[String]) -> Result<String, Failure> {
        if let Some((program, rest)) = words.split_first() {
            self.show(Path::new(program), rest);
        }
        // Verbose commands list the search directories of headers, so they run unchanged.
        let headers = self.headers.as_ref().filter(|_| !self.verbose);
        if self.dry { Ok(String::new()) } else { Ok(self.clang.compiled(words, headers)?) }
    }

    fn show(&self, program: &Path, words: &[String]) {
        if self.verbose || self.dry {
            let quoted = words.iter().map(|word| format!(" {word:?}")).collect::<String>();
            eprintln!(" {:?}{quoted}", program.to_string_lossy());
        }
    }

    fn command(&self, program: &Path, words: &[String]) -> Result<(), Failure> {
        self.show(program, words);
        if self.dry {
            return Ok(());
        }
        let status = Command::new(program)
            .args(words)
            .status()
            .map_err(|error| clang::Error::Start(program.to_owned(), error))?;
        if status.success() {
            Ok(())
        } else {
            Err(clang::Error::Ended { code: exit_code(status), said: String::new() }.into())
        }
    }

    pub(crate) fn is_dry(&self) -> bool {
        self.dry
    }
}

/// Returns the directory of precompiled headers: next to compiled kernels, unless `HIP_SOFT_CACHE` is set
/// otherwise.
fn headers_directory() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = match variable("HIP_SOFT_CACHE") {
        Some(off) if off.as_os_str() == "off" => return None,
        Some(path) => path,
        None => {
            let user = variable("XDG_CACHE_HOME").filter(|path| path.is_absolute());
            let home = || variable("HOME").filter(|path| path.is_absolute()).map(|home| home.join(".cache"));
            user.or_else(home)?.join("hip-soft")
        }
    };
    Some(cache.join("headers"))
}

/// Executes this process's command line.
pub(crate) fn run() -> Result<(), Failure> {
    let text = |word: OsString| word.into_string().map_err(|w| Failure::NotText(w.to_string_lossy().into()));
    let words = std::env::args_os().skip(1).map(text).collect::<Result<Vec<String>, _>>()?;
    if let [word] = words.as_slice()
        && matches!(word.as_str(), "--help" | "-h" | "-help")
    {
        print(HELP);
        return Ok(());
    }
    if let [word] = words.as_slice()
        && matches!(word.as_str(), "--version" | "-dumpversion" | "-dumpmachine" | "-print-resource-dir")
    {
        return question(word);
    }
    if let [word, shell] = words.as_slice()
        && word == "--completions"
    {
        let unknown = || Failure::Plan(format!("no completions for {shell}; there are bash, fish and zsh"));
        print(&crate::completions::script(shell).ok_or_else(unknown)?);
        return Ok(());
    }
    let mut plan = arguments::parse(&words)?;
    let tools = Tools::find(&plan)?;
    let compiles = plan.items.iter().any(|item| matches!(item, Item::Source { language: Language::Hip, .. }));
    if compiles && !plan.host_only {
        let notes = tools.clang.fit(&mut plan.architectures)?;
        plan.notes.extend(notes);
    }
    crate::openmp::adapt(&mut plan, &tools.clang)?;
    crate::elsewhere::adapt(&mut plan, &tools.clang.sdk);
    crate::libraries::adapt(&mut plan);
    for note in &plan.notes {
        eprintln!("hipcc: note: {note}");
    }
    let scratch = Scratch::new("hipcc")?;
    let mut link = Vec::new();
    for (number, item) in plan.items.iter().enumerate() {
        match item {
            Item::Link(word) => link.push(word.clone()),
            Item::Source { path, language } => {
                // Several commands read a HIP source, but standard input can be read only once.
                let once = path == "-" && *language == Language::Hip && plan.stage != Stage::Preprocess;
                let kept = (once && !plan.dry).then(|| StandardInput::keep(&plan, &scratch)).transpose()?;
                let (file, plan) = kept.as_ref().map_or((path, &plan), |kept| (&kept.path, &kept.plan));
                let source = Source::new((file.as_str(), path.as_str()), number, plan, &tools, &scratch);
                link.push(match language {
                    Language::Hip => source.hip().map_err(|failure| hint::add(failure, file))?,
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

/// Standard input as a file, and the plan to compile that file.
struct StandardInput {
    path: String,
    plan: Plan,
}

impl StandardInput {
    /// Maximum size of a source in bytes. An endless one would fill the disk.
    const LONGEST: u64 = 1 << 30;

    fn keep(plan: &Plan, scratch: &Scratch) -> Result<StandardInput, Failure> {
        let path = scratch.file("standard-input.hip");
        let failed = |error| Failure::File("standard input".into(), error);
        // Messages, `__FILE__` and debug information use clang's name for it.
        let mut text = b"#line 1 \"<stdin>\"\n".to_vec();
        let head = text.len() as u64;
        std::io::stdin().lock().take(Self::LONGEST + 1).read_to_end(&mut text).map_err(failed)?;
        if text.len() as u64 - head > Self::LONGEST {
            return Err(failed(std::io::ErrorKind::FileTooLarge.into()));
        }
        std::fs::write(&path, text).map_err(|error| Failure::File(path.clone().into(), error))?;
        let mut plan = plan.clone();
        // Its directory is the compiler's working directory.
        plan.compile.splice(0..0, ["-iquote".to_owned(), ".".to_owned()]);
        Ok(StandardInput { path, plan })
    }
}

/// Passes an information option to the compiler. `--version` also names this tool.
fn question(word: &str) -> Result<(), Failure> {
    let tools = Tools::find(&Plan::default())?;
    if word == "--version" {
        let version = option_env!("HIP_BUILD_VERSION").unwrap_or(env!("CARGO_PKG_VERSION"));
        print(&format!("HIP version: 7.15.0\nhipcc {version}\n"));
    }
    tools.compiler(&[word.to_owned()])
}

/// Writes to standard output. A closed pipe is not a failure.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _: std::io::Result<()> = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn link_line(plan: &Plan, tools: &Tools, items: Vec<String>) -> Vec<String> {
    let library = tools.clang.in_sdk("lib");
    let mut line = vec!["--driver-mode=g++".to_owned(), "-Wno-unused-command-line-argument".to_owned()];
    // CMake reads the linker's command for the directories of libraries, and with them the machine's triple.
    line.extend(plan.verbose.then(|| "-v".to_owned()));
    line.extend(plan.link.iter().cloned());
    line.extend(["-o".to_owned(), plan.output.clone().unwrap_or_else(|| "a.out".to_owned())]);
    line.extend(items);
    line.extend([format!("-L{library}"), format!("-Wl,-rpath,{library}"), "-lamdhip64".to_owned()]);
    // NVTX consists of headers alone, so a translated program names no library for it.
    if Path::new(&library).join("libroctx64.so").exists() {
        line.extend(["-Wl,--push-state,--as-needed", "-lroctx64", "-Wl,--pop-state"].map(str::to_owned));
    }
    line
}
