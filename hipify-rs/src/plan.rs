//! From the command line and `hipify.toml` to what is to be done. The command line wins.

use crate::cli::{self, Cli};
use hipify_rs::config::{self, Config};
use hipify_rs::walk::{Job, Selection, Treatment};
use hipify_rs::{KernelLaunch, Options, Release, Target, WarpMasks, compile_commands, renames, walk};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What is wrong before any file is translated.
#[derive(Debug)]
pub(crate) enum Mistake {
    File(walk::Error),
    Config(PathBuf, config::Error),
    Usage(String),
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mistake::File(e) => e.fmt(f),
            Mistake::Config(path, e) => write!(f, "{}:{e}", path.display()),
            Mistake::Usage(text) => f.write_str(text),
        }
    }
}

impl From<walk::Error> for Mistake {
    fn from(e: walk::Error) -> Self {
        Mistake::File(e)
    }
}

/// What becomes of the translations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Nothing is written.
    Nothing,
    /// Each goes to its place.
    Write,
    /// Over its source.
    InPlace { backup: bool },
}

/// What is to be done.
pub(crate) struct Plan {
    pub(crate) options: Options,
    pub(crate) mode: Mode,
    /// The files, and where each goes.
    pub(crate) work: Vec<(Job, PathBuf)>,
    /// Headers with CUDA names that are not among the files, by the file that includes them.
    pub(crate) left_headers: BTreeMap<PathBuf, BTreeSet<String>>,
    /// What below the paths could not be read.
    pub(crate) errors: Vec<walk::Error>,
    /// The output directory, if it lies among the sources: no later run may take it for one.
    pub(crate) below: Option<PathBuf>,
    /// The folders whose lists remember what was done in place, longest first.
    pub(crate) roots: Vec<PathBuf>,
}

fn read(path: &Path) -> Result<Vec<u8>, Mistake> {
    fs::read(path).map_err(|source| walk::Error { what: "read", path: path.to_owned(), source }.into())
}

/// The settings file that goes for `path`: in its folder or one above.
fn nearest(path: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(path).ok()?;
    real.ancestors().map(|folder| folder.join(config::NAME)).find(|file| file.is_file())
}

/// The settings, and their file's folder.
pub(crate) fn config(cli: &Cli) -> Result<(Config, PathBuf), Mistake> {
    let first = cli.paths.first().filter(|p| *p != Path::new("-"));
    let beside = first.or(cli.database.as_ref()).map_or(Path::new("."), PathBuf::as_path);
    let file = match &cli.config {
        Some(file) => Some(file.clone()),
        None if cli.no_config => None,
        None => nearest(beside),
    };
    let Some(file) = file else { return Ok((Config::default(), PathBuf::new())) };
    let text = String::from_utf8(read(&file)?)
        .map_err(|_| Mistake::Usage(format!("{} is no UTF-8", file.display())))?;
    let config = config::parse(&text).map_err(|e| Mistake::Config(file.clone(), e))?;
    Ok((config, file.parent().map(PathBuf::from).unwrap_or_default()))
}

pub(crate) fn options(cli: &Cli, config: &Config) -> Options {
    let mut options = config.options();
    if let Some(launch) = cli.kernel_launch {
        options.kernel_launch = match launch {
            cli::Launch::Keep => KernelLaunch::Keep,
            cli::Launch::Ggl => KernelLaunch::Ggl,
        };
    }
    if let Some(target) = cli.target {
        options.target = match target {
            cli::Target::Hip => Target::Hip,
            cli::Target::Roc => Target::Roc,
            cli::Target::Miopen => Target::Miopen,
            cli::Target::RocMiopen => Target::RocMiopen,
        };
    }
    if let Some(release) = cli.hip {
        options.release = match release {
            cli::Release::Hip7 => Release::Hip7,
            cli::Release::Hip6 => Release::Hip6,
        };
    }
    if let Some(masks) = cli.warp_masks {
        options.warp_masks = match masks {
            cli::Masks::Keep => WarpMasks::Keep,
            cli::Masks::Widen => WarpMasks::Widen,
            cli::Masks::Drop => WarpMasks::Drop,
        };
    }
    options.verify = cli.verify;
    options.strings |= cli.strings;
    if cli.skip_excluded {
        // The command line's macros go before the file's.
        let define = |text: &String| {
            let (name, value) = text.split_once('=').unwrap_or((text, "1"));
            (name.to_owned(), value.to_owned())
        };
        let mut defines = config.defines();
        defines.extend(cli.define.iter().map(define));
        options.skip = Some(defines);
    }
    options.names.extend(cli.keep.iter().map(|name| (name.clone(), name.clone())));
    options
}

/// `src` → `src.hip`, beside it.
fn beside(path: &Path) -> Result<PathBuf, Mistake> {
    let nameless = || Mistake::Usage(format!("{} has no name: say where to with -o", path.display()));
    // `.` and `..` have a name after all.
    let path = match path.file_name() {
        Some(_) => path.to_owned(),
        None => fs::canonicalize(path).map_err(|_| nameless())?,
    };
    let mut name = path.file_name().ok_or_else(nameless)?.to_owned();
    name.push(".hip");
    Ok(path.with_file_name(name))
}

/// Whether `-o` names a file: one file is translated, and the name has an ending and is no folder.
fn names_a_file(paths: &[PathBuf], output: &Path) -> bool {
    let slash = output.as_os_str().as_encoded_bytes().ends_with(b"/");
    matches!(paths, [one] if !one.is_dir()) && output.extension().is_some() && !slash && !output.is_dir()
}

pub(crate) fn plan(cli: &Cli, config: &Config, folder: &Path) -> Result<Plan, Mistake> {
    let from_config = |text: &String| folder.join(text);
    let patterns = |own: &[String], theirs: &[String]| [theirs, own].concat();
    let (include, exclude) =
        (patterns(&cli.include, &config.include), patterns(&cli.exclude, &config.exclude));
    let mut selection = Selection::new(&include, &exclude).map_err(Mistake::Usage)?;
    selection.gitignore = !cli.no_ignore;
    let mut paths = cli.paths.clone();
    if paths.is_empty() && cli.database.is_none() {
        paths = config.paths.iter().map(from_config).collect();
    }
    let output = cli.output.clone().or_else(|| config.output.as_ref().map(from_config));
    let mode = if cli.in_place {
        Mode::InPlace { backup: !cli.no_backup }
    } else if cli.check || cli.dry_run || cli.examine || cli.diff.is_some() {
        Mode::Nothing
    } else {
        Mode::Write
    };
    let mut plan = Plan {
        left_headers: BTreeMap::new(),
        options: options(cli, config),
        mode,
        work: Vec::new(),
        errors: Vec::new(),
        below: None,
        roots: Vec::new(),
    };
    // Files that are named are translated as they are: how a compiler would read them is not asked.
    let by_name = !paths.is_empty() && paths.iter().all(|path| path.is_file());
    if let Some(database) = cli.database.as_ref().filter(|_| !by_name) {
        from_database(database, &paths, output.as_deref(), &mut plan)?;
    } else if paths.is_empty() {
        return Err(Mistake::Usage("nothing to translate: name a PATH; --help says more".to_owned()));
    } else if let Some(file) = output.as_ref().filter(|output| names_a_file(&paths, output)) {
        let (jobs, _) = walk::jobs(&paths, None, &selection)?;
        plan.work = jobs.into_iter().map(|job| (job, file.clone())).collect();
    } else {
        let groups: Vec<(Vec<PathBuf>, PathBuf)> = match (&output, mode) {
            (Some(output), Mode::Write) => vec![(paths.clone(), output.clone())],
            (_, Mode::Write) => paths
                .iter()
                .map(|path| Ok((vec![path.clone()], beside(path)?)))
                .collect::<Result<_, Mistake>>()?,
            // Nothing goes anywhere; the names are shown in patches.
            _ => paths.iter().map(|path| (vec![path.clone()], PathBuf::new())).collect(),
        };
        for (paths, output) in groups {
            let known = (mode == Mode::Write).then_some(output.as_path());
            let (jobs, errors) = walk::jobs(&paths, known, &selection)?;
            plan.work.extend(jobs.into_iter().map(|job| {
                let to = output.join(&job.to);
                (job, to)
            }));
            plan.errors.extend(errors);
        }
    }
    if cli.rename {
        rename(&mut plan);
    }
    if mode == Mode::Write {
        refuse_collisions(&plan.work)?;
        plan.below = output.filter(|output| !names_a_file(&paths, output) && lies_below(output, &paths));
        if let Some(output) = &plan.below {
            refuse_foreign(output)?;
        }
    }
    plan.roots = paths.iter().filter_map(|path| root(path)).collect();
    plan.roots.sort_by_key(|root| std::cmp::Reverse(root.as_os_str().len()));
    plan.roots.dedup();
    Ok(plan)
}

/// The folder whose list remembers what was done in place at `path`.
fn root(path: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(path).ok()?;
    if real.is_dir() { Some(real) } else { real.parent().map(PathBuf::from) }
}

/// The files of a database of compile commands; of those, what stands at or below `within`, if that names
/// anything.
fn from_database(
    database: &Path,
    within: &[PathBuf],
    output: Option<&Path>,
    plan: &mut Plan,
) -> Result<(), Mistake> {
    let file = if database.is_dir() { database.join(compile_commands::NAME) } else { database.to_owned() };
    let folder = file.parent().map(PathBuf::from).unwrap_or_default();
    let wrong = |source| walk::Error { what: "understand", path: file.clone(), source };
    let files = compile_commands::files(&folder, &read(&file)?).map_err(wrong)?;
    let mut files: Vec<PathBuf> = files.into_iter().map(|f| fs::canonicalize(&f).unwrap_or(f)).collect();
    if !within.is_empty() {
        let real = |path: &PathBuf| {
            fs::canonicalize(path).map_err(|source| walk::Error { what: "read", path: path.clone(), source })
        };
        let within = within.iter().map(real).collect::<Result<Vec<_>, _>>()?;
        files.retain(|file| within.iter().any(|path| file.starts_with(path)));
    }
    let Some(common) = compile_commands::common_folder(&files) else {
        return Err(Mistake::Usage(format!("{} names no files", file.display())));
    };
    let output = output.map_or_else(|| beside(&common), |output| Ok(output.to_owned()))?;
    for from in files {
        let to = from.strip_prefix(&common).unwrap_or(&from).to_owned();
        let place = output.join(&to);
        let treatment = walk::treatment(&from);
        plan.work.push((Job { from, to, treatment, link: false }, place));
    }
    plan.roots.push(common);
    Ok(())
}

/// Gives sources and their directories HIP's names, and remembers them for what names them.
fn rename(plan: &mut Plan) {
    let source = |job: &Job| job.treatment == Treatment::Source && !job.link;
    let folders = renames::directories(plan.work.iter().map(|(job, _)| (job.to.as_path(), source(job))));
    for (job, place) in &mut plan.work {
        let new = renames::in_directory(&folders, &job.to);
        // A file that goes to a place of its own keeps that one.
        if new != job.to && place.ends_with(&job.to) {
            let root = place.components().count() - job.to.components().count();
            *place = place.components().take(root).chain(new.components()).collect();
            if let Some(name) = job.to.file_name().and_then(|name| name.to_str()) {
                plan.options.renames.insert(name.to_owned(), name.to_owned());
            }
            job.to = new;
        }
    }
    plan.options.renames.extend(folders);
    for (job, place) in plan.work.iter_mut().filter(|(job, _)| source(job)) {
        let name = job.to.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        // A file that goes to a place of its own name keeps that one.
        let same = place.file_name().is_some_and(|there| *there == *name);
        if let Some(new) = renames::renamed(&name).filter(|_| same) {
            place.set_file_name(&new);
            job.to.set_file_name(&new);
            plan.options.renames.insert(name, new);
        }
    }
}

/// Whether a directory lies in one of the directories that are translated.
fn lies_below(output: &Path, paths: &[PathBuf]) -> bool {
    // It may not be there yet: the first directory above it that is there tells.
    let full = std::path::absolute(output).unwrap_or_else(|_| output.to_owned());
    let there = full.ancestors().find_map(|above| {
        let real = fs::canonicalize(above).ok()?;
        Some(real.join(full.strip_prefix(above).ok()?))
    });
    let Some(there) = there else { return false };
    let real = |path: &PathBuf| fs::canonicalize(path).ok().filter(|path| path.is_dir());
    paths.iter().filter_map(real).any(|path| there.starts_with(path))
}

/// Translations below their sources would be sources of the next run: their directory is marked. A directory
/// that holds something else is none of ours to mark.
fn refuse_foreign(output: &Path) -> Result<(), Mistake> {
    let holds = fs::read_dir(output).is_ok_and(|mut entries| entries.next().is_some());
    if holds && !output.join(walk::WRITTEN).is_file() {
        return Err(Mistake::Usage(format!(
            "{} lies among the sources and holds other files, which would be translated again: name a new directory with -o",
            output.display()
        )));
    }
    Ok(())
}

/// Two files that would go to one place: neither is lost.
fn refuse_collisions(work: &[(Job, PathBuf)]) -> Result<(), Mistake> {
    let mut places: Vec<(&Path, &Path)> =
        work.iter().map(|(job, to)| (to.as_path(), job.from.as_path())).collect();
    places.sort();
    for pair in places.windows(2) {
        if let [(to, a), (other, b)] = pair
            && to == other
        {
            let text = format!("{} and {} would both go to {}", a.display(), b.display(), to.display());
            return Err(Mistake::Usage(text));
        }
    }
    Ok(())
}
