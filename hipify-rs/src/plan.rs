//! Plan of a run, from the command line and `hipify.toml`. The command line has precedence.

use crate::cli::{self, Cli};
use hipify_rs::config::{self, Config};
use hipify_rs::walk::{Job, Selection, Treatment};
use hipify_rs::{KernelLaunch, Options, Release, Target, WarpMasks, compile_commands, renames, walk};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Error that prevents the run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Mistake {
    #[error(transparent)]
    File(#[from] walk::Error),
    #[error("{path}:{1}", path = .0.display())]
    Config(PathBuf, config::Error),
    #[error("{0}")]
    Usage(String),
}

/// Destination of the translations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Nothing is written.
    Nothing,
    /// Write each to its path.
    Write,
    /// Overwrite the sources.
    InPlace { backup: bool },
}

/// Files to process, with the settings.
pub(crate) struct Plan {
    pub(crate) options: Options,
    pub(crate) mode: Mode,
    /// Files with their output paths.
    pub(crate) work: Vec<(Job, PathBuf)>,
    /// Headers with CUDA names that are not among the files, by the file that includes them.
    pub(crate) left_headers: BTreeMap<PathBuf, BTreeSet<String>>,
    /// Headers with a name of CUDA's in the directory of the file that includes them, by that file.
    pub(crate) headers_beside: BTreeMap<PathBuf, BTreeSet<String>>,
    /// Errors while listing directories.
    pub(crate) errors: Vec<walk::Error>,
    /// Output directory, if it lies among the sources: it gets a marker so that later runs skip it.
    pub(crate) below: Option<PathBuf>,
    /// Directories with a list of files translated in place, longest path first.
    pub(crate) roots: Vec<PathBuf>,
}

fn read(path: &Path) -> Result<Vec<u8>, Mistake> {
    fs::read(path).map_err(|source| walk::Error { what: "read", path: path.to_owned(), source }.into())
}

/// Returns the settings file nearest to `path`: in its directory or above.
fn nearest(path: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(path).ok()?;
    real.ancestors().map(|directory| directory.join(config::NAME)).find(|file| file.is_file())
}

/// Returns the settings and the directory of their file.
pub(crate) fn config(cli: &Cli) -> Result<(Config, PathBuf), Mistake> {
    let first = cli.paths.first().filter(|p| *p != Path::new("-"));
    let start = first.or(cli.database.as_ref()).map_or(Path::new("."), PathBuf::as_path);
    let file = match &cli.config {
        Some(file) => Some(file.clone()),
        None if cli.no_config => None,
        None => nearest(start),
    };
    let Some(file) = file else { return Ok((Config::default(), PathBuf::new())) };
    let text = String::from_utf8(read(&file)?)
        .map_err(|_| Mistake::Usage(format!("{} is not valid UTF-8", file.display())))?;
    let config = config::parse(&text).map_err(|e| Mistake::Config(file.clone(), e))?;
    Ok((config, file.parent().map(PathBuf::from).unwrap_or_default()))
}

pub(crate) fn options(cli: &Cli, config: &Config) -> Options {
    let mut options = config.options();
    if let Some(launch) = cli.kernel_launch {
        options.kernel_launch = match launch {
            cli::LaunchSyntax::Keep => KernelLaunch::Keep,
            cli::LaunchSyntax::Ggl => KernelLaunch::Ggl,
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
        // Macros of the command line override those of the file.
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

/// Returns the default output path next to a source: `src.hip` for `src`.
fn default_output(path: &Path) -> Result<PathBuf, Mistake> {
    let nameless = || Mistake::Usage(format!("{} has no file name; give the output with -o", path.display()));
    // `.` and `..` have a name once resolved.
    let path = match path.file_name() {
        Some(_) => path.to_owned(),
        None => fs::canonicalize(path).map_err(|_| nameless())?,
    };
    let mut name = path.file_name().ok_or_else(nameless)?.to_owned();
    name.push(".hip");
    Ok(path.with_file_name(name))
}

/// Returns whether `-o` names a file: there is one source, and the name has an extension and is no directory.
fn names_a_file(paths: &[PathBuf], output: &Path) -> bool {
    let slash = output.as_os_str().as_encoded_bytes().ends_with(b"/");
    matches!(paths, [one] if !one.is_dir()) && output.extension().is_some() && !slash && !output.is_dir()
}

pub(crate) fn plan(cli: &Cli, config: &Config, directory: &Path) -> Result<Plan, Mistake> {
    let from_config = |text: &String| directory.join(text);
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
        headers_beside: BTreeMap::new(),
        options: options(cli, config),
        mode,
        work: Vec::new(),
        errors: Vec::new(),
        below: None,
        roots: Vec::new(),
    };
    // Explicitly named files are translated without their compile commands.
    let by_name = !paths.is_empty() && paths.iter().all(|path| path.is_file());
    if let Some(database) = cli.database.as_ref().filter(|_| !by_name) {
        from_database(database, &paths, output.as_deref(), &mut plan)?;
    } else if paths.is_empty() {
        return Err(Mistake::Usage("no PATH given; see --help".to_owned()));
    } else if let Some(file) = output.as_ref().filter(|output| names_a_file(&paths, output)) {
        let (jobs, _) = walk::jobs(&paths, None, &selection)?;
        plan.work = jobs.into_iter().map(|job| (job, file.clone())).collect();
    } else {
        let groups: Vec<(Vec<PathBuf>, PathBuf)> = match (&output, mode) {
            (Some(output), Mode::Write) => vec![(paths.clone(), output.clone())],
            (_, Mode::Write) => paths
                .iter()
                .map(|path| Ok((vec![path.clone()], default_output(path)?)))
                .collect::<Result<_, Mistake>>()?,
            // Nothing is written; the names only appear in patches.
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

/// Returns the directory with the list that records the files translated in place at `path`.
fn root(path: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(path).ok()?;
    if real.is_dir() { Some(real) } else { real.parent().map(PathBuf::from) }
}

/// Plans the files of a compilation database; if `within` is not empty, only those at or below its paths.
fn from_database(
    database: &Path,
    within: &[PathBuf],
    output: Option<&Path>,
    plan: &mut Plan,
) -> Result<(), Mistake> {
    let file = if database.is_dir() { database.join(compile_commands::NAME) } else { database.to_owned() };
    let directory = file.parent().map(PathBuf::from).unwrap_or_default();
    let invalid = |source| walk::Error { what: "parse", path: file.clone(), source };
    let files = compile_commands::files(&directory, &read(&file)?).map_err(invalid)?;
    let mut files: Vec<PathBuf> = files.into_iter().map(|f| fs::canonicalize(&f).unwrap_or(f)).collect();
    if !within.is_empty() {
        let real = |path: &PathBuf| {
            fs::canonicalize(path).map_err(|source| walk::Error { what: "read", path: path.clone(), source })
        };
        let within = within.iter().map(real).collect::<Result<Vec<_>, _>>()?;
        files.retain(|file| within.iter().any(|path| file.starts_with(path)));
    }
    let Some(common) = compile_commands::common_directory(&files) else {
        return Err(Mistake::Usage(format!("{} lists no files", file.display())));
    };
    let output = output.map_or_else(|| default_output(&common), |output| Ok(output.to_owned()))?;
    for from in files {
        let to = from.strip_prefix(&common).unwrap_or(&from).to_owned();
        let place = output.join(&to);
        let treatment = walk::treatment(&from);
        plan.work.push((Job { from, to, treatment, link: false }, place));
    }
    plan.roots.push(common);
    Ok(())
}

/// Renames sources and their directories for HIP, and records the new names for files that refer to them.
fn rename(plan: &mut Plan) {
    let source = |job: &Job| job.treatment == Treatment::Source && !job.link;
    let directories = renames::directories(plan.work.iter().map(|(job, _)| (job.to.as_path(), source(job))));
    for (job, place) in &mut plan.work {
        let new = renames::in_directory(&directories, &job.to);
        // A file with an explicit output path keeps it.
        if new != job.to && place.ends_with(&job.to) {
            let root = place.components().count() - job.to.components().count();
            *place = place.components().take(root).chain(new.components()).collect();
            if let Some(name) = job.to.file_name().and_then(|name| name.to_str()) {
                plan.options.renames.insert(name.to_owned(), name.to_owned());
            }
            job.to = new;
        }
    }
    plan.options.renames.extend(directories);
    for (job, place) in plan.work.iter_mut().filter(|(job, _)| source(job)) {
        let name = job.to.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        // A file with an explicit output name keeps it.
        let same = place.file_name().is_some_and(|there| *there == *name);
        if let Some(new) = renames::renamed(&name).filter(|_| same) {
            place.set_file_name(&new);
            job.to.set_file_name(&new);
            plan.options.renames.insert(name, new);
        }
    }
}

/// Returns whether a directory lies in one of the translated directories.
fn lies_below(output: &Path, paths: &[PathBuf]) -> bool {
    // It may not exist yet, so resolve its nearest existing ancestor.
    let full = std::path::absolute(output).unwrap_or_else(|_| output.to_owned());
    let resolved = full.ancestors().find_map(|above| {
        let real = fs::canonicalize(above).ok()?;
        Some(real.join(full.strip_prefix(above).ok()?))
    });
    let Some(resolved) = resolved else { return false };
    let real = |path: &PathBuf| fs::canonicalize(path).ok().filter(|path| path.is_dir());
    paths.iter().filter_map(real).any(|path| resolved.starts_with(path))
}

/// Refuses an output directory below the sources that holds other files. It would get a marker that excludes
/// it from later runs, and with it those files.
fn refuse_foreign(output: &Path) -> Result<(), Mistake> {
    let holds = fs::read_dir(output).is_ok_and(|mut entries| entries.next().is_some());
    if holds && !output.join(walk::WRITTEN).is_file() {
        return Err(Mistake::Usage(format!(
            "{} lies among the sources and holds other files; name a new directory with -o",
            output.display()
        )));
    }
    Ok(())
}

/// Refuses a plan in which two files have the same output path.
fn refuse_collisions(work: &[(Job, PathBuf)]) -> Result<(), Mistake> {
    let mut places: Vec<(&Path, &Path)> =
        work.iter().map(|(job, to)| (to.as_path(), job.from.as_path())).collect();
    places.sort();
    for pair in places.windows(2) {
        if let [(to, a), (other, b)] = pair
            && to == other
        {
            let text =
                format!("{} and {} would both be written to {}", a.display(), b.display(), to.display());
            return Err(Mistake::Usage(text));
        }
    }
    Ok(())
}
