//! Answers of HIP's calls on a GPU, compared with the tables of `testdata/capi`: what an H200 or the software
//! device answered.

use crate::tables::Table;
use crate::workspace::{Outcome, output, root};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs, by the beginnings of their sources' names.
const PROGRAMS: [&str; 3] = ["codes", "answers", "green"];

/// Seconds after which a part is ended.
const LIMIT: &str = "60";

/// Parts of the program about green contexts, with their numbers of channels.
const GREEN: [(&str, &str); 8] = [
    ("calls", "8"),
    ("rules", "8"),
    ("channels", "8"),
    ("streams", "8"),
    ("events", "8"),
    ("captures", "8"),
    ("lives", "8"),
    ("places", "8"),
];

/// Parts of the program about CUDA's driver that end in a fault.
const FAULTS: [&str; 3] = ["illegal", "trap", "misaligned"];

fn folder() -> PathBuf {
    root().join("testdata/capi")
}

/// Builds the programs into a directory, against its SDK.
pub(super) fn prepare(to: &Path) -> Outcome<()> {
    let place = to.join("answers");
    fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    for program in PROGRAMS {
        let mut sources = Vec::new();
        for source in crate::demo::with_extension(&folder(), "c")? {
            let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let rest = name.strip_prefix(program);
            if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_') && rest != "_splits") {
                sources.push(source);
            }
        }
        let mut compiler = Command::new("cc");
        compiler.args(["-std=gnu99", "-w", "-O1", "-I"]).arg(root().join("capi/include")).args(sources);
        compiler.arg(to.join("sdk/lib/libamdhip64.so.7")).arg("-o").arg(place.join(program));
        output(&mut compiler, "cc")?;
    }
    Ok(())
}

/// Question and answer, in the order in which they were asked.
type Answers = Vec<(String, String)>;

/// Answers that agree, all, and those that differ.
#[derive(Default)]
struct Account {
    agreeing: usize,
    all: usize,
    differing: Vec<String>,
}

impl Account {
    /// Compares a part's answers with those expected, of which any may be right.
    fn compare(&mut self, part: &str, expected: &[(String, Vec<String>)], got: &Answers) {
        self.all += expected.len();
        for (at, (question, answers)) in expected.iter().enumerate() {
            let said = got.get(at).filter(|(asked, _)| asked == question).map(|(_, answer)| answer.as_str());
            if said.is_some_and(|said| answers.iter().any(|answer| answer == said || answer == "any")) {
                self.agreeing += 1;
            } else {
                let (said, answer) = (said.unwrap_or("nothing"), answers.first().map_or("", String::as_str));
                self.differing.push(format!("{part}, {question}: {said} instead of {answer}"));
            }
        }
    }

    fn text(&self, what: &str) -> String {
        let mut text = format!("{what}: {} of {} answers are those of the table\n", self.agreeing, self.all);
        for line in &self.differing {
            let _ = writeln!(text, "  {line}");
        }
        text
    }
}

/// Runs a part of a program. Returns its lines without the part's name; what it printed before it failed
/// counts.
fn ask(command: &mut Command, lost: &mut Vec<String>, part: &str) -> Answers {
    let done = command.output();
    let text = match &done {
        Ok(done) => String::from_utf8_lossy(&done.stdout).into_owned(),
        Err(_) => String::new(),
    };
    if !done.as_ref().is_ok_and(|done| done.status.success()) {
        let how = done.map_or_else(|e| e.to_string(), |done| done.status.to_string());
        lost.push(format!("{part}: {how}"));
    }
    let pair = |line: &str| {
        let (question, answer) = line.split_once('\t')?.1.split_once('\t')?;
        Some((question.to_owned(), answer.to_owned()))
    };
    text.lines().filter_map(pair).collect()
}

fn rows<const N: usize>(name: &str) -> Outcome<Vec<[String; N]>> {
    let path = folder().join(name);
    let row = |cells: Vec<String>| cells.try_into().map_err(|cells| format!("{name}: {cells:?} is no row"));
    Table::read(&path)?.rows.into_iter().map(row).collect()
}

/// Asks everything that is not left out; `command` makes a command of the prepared directory.
pub(super) fn compare(command: impl Fn(&str) -> Command, skip: &[String]) -> Outcome<String> {
    let mut lost = Vec::new();
    let limited = |program: &str| {
        let inner = command(&format!("answers/{program}"));
        let mut outer = Command::new("timeout");
        outer.arg(LIMIT).arg(inner.get_program()).current_dir(root());
        outer.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
        outer
    };
    let calls = codes(&limited, skip, &mut lost)?;
    let mut driver = Account::default();
    let mut got = ask(limited("answers").arg(folder().join("kernels.ptx")), &mut lost, "driver answers");
    for fault in FAULTS {
        got.extend(ask(limited("answers").arg(folder().join("kernels.ptx")).arg(fault), &mut lost, fault));
    }
    // Of calls that HIP has not, the program says nothing.
    let asked = rows::<5>("answers.tsv")?.into_iter().filter(|[_, _, _, ours, _]| ours != "none");
    let expected: Vec<_> = asked.map(|[_, call, _, ours, _]| (call, vec![ours])).collect();
    driver.compare("driver answers", &expected, &got);
    let green = green(&limited, &mut lost)?;
    let mut text = calls.text("calls") + &driver.text("driver answers") + &green.text("green contexts");
    for line in &lost {
        let _ = writeln!(text, "ended early: {line}");
    }
    Ok(text)
}

/// Sections of `codes.tsv`.
fn codes(limited: &impl Fn(&str) -> Command, skip: &[String], lost: &mut Vec<String>) -> Outcome<Account> {
    let mut account = Account::default();
    let on_driver: BTreeMap<(String, String), String> = rows::<4>("codes_cuda.tsv")?
        .into_iter()
        .map(|[section, scenario, answer, _]| ((section, scenario), answer))
        .collect();
    let mut expected: BTreeMap<String, Vec<(String, Vec<String>)>> = BTreeMap::new();
    for [section, scenario, answer, ..] in rows::<5>("codes.tsv")? {
        let key = (section, scenario);
        let answer = on_driver.get(&key).cloned().unwrap_or(answer);
        expected.entry(key.0).or_default().push((key.1, vec![answer]));
    }
    for (section, expected) in expected.iter().filter(|(section, _)| !skip.contains(section)) {
        let mut command = limited("codes");
        command.arg(section).arg(folder().join("kernels.ptx"));
        account.compare(section, expected, &ask(&mut command, lost, section));
    }
    Ok(account)
}

/// Parts of `green.tsv`: an H200's answers count as the software device's.
fn green(limited: &impl Fn(&str) -> Command, lost: &mut Vec<String>) -> Outcome<Account> {
    let mut account = Account::default();
    let table = rows::<6>("green.tsv")?;
    for (part, channels) in GREEN {
        let name = if part == "channels" { "channels 8" } else { part };
        let expected: Vec<_> = table
            .iter()
            .filter(|row| row[0] == name && !row[3].is_empty())
            .map(|row| (row[1].clone(), vec![row[3].clone(), row[2].clone()]))
            .collect();
        let mut command = limited("green");
        command.arg(folder().join("green.ptx")).arg(part).env("CUDA_DEVICE_MAX_CONNECTIONS", channels);
        account.compare(name, &expected, &ask(&mut command, lost, name));
    }
    Ok(account)
}
