//! Verdicts of `ptxas` and ours over modules with one mistake each. The test needs `ptxas`: the path in
//! `PTXAS`, or `PATH`; otherwise it prints that it was skipped. `ORACLE_MUTANTS` sets the number of mutants,
//! `ORACLE_SHOW` lists differing verdicts. `docs/assembler.md` explains the differences.
#![expect(
    clippy::disallowed_methods,
    reason = "the crate reads no file and starts no process, this test does"
)]

use crate::libdevice::{self, kernels};
use hip_ptx::Module;
use hip_ptx::diag::Cause;
use hip_ptx::link::with_math_library;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use testdata::generate::draw;
use testdata::sweep;

/// Default number of mutants, for about ten seconds.
const MUTANTS: u64 = 240;

fn assembler() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("PTXAS") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join("ptxas")).find(|file| file.is_file())
}

/// Assembles a file; returns the errors of `ptxas`.
fn complaints(ptxas: &Path, place: &Path, target: &str) -> Result<(), String> {
    let arguments = [&format!("-arch={target}"), "-O0", "--compile-only", "-o", "/dev/null"];
    let output = Command::new(ptxas).args(arguments).arg(place).output().expect("ptxas runs");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Returns the verdict of `ptxas` with its first error; `None` if it fails without one.
fn ptxas_verdict(ptxas: &Path, place: &Path, text: &str) -> Option<Result<(), String>> {
    std::fs::write(place, text).expect("a file of the test's own");
    let Err(said) = complaints(ptxas, place, "sm_90") else { return Some(Ok(())) };
    let complaint = said.lines().find(|line| line.contains("error") || line.contains("fatal"))?;
    Some(Err(complaint.to_owned()))
}

/// Returns our verdict; `Ok(None)` for unsupported code.
fn our_verdict(text: &str) -> Result<Option<()>, String> {
    let module = match Module::parse(text) {
        Ok(module) => module,
        Err(found) if found.kind() == Cause::Invalid => return Err(found.to_string()),
        Err(_) => return Ok(None),
    };
    let mut all = Some(());
    for kernel in module.kernels() {
        match module.lower(kernel) {
            Ok(_) => {}
            Err(found) if found.kind() == Cause::Invalid => return Err(found.to_string()),
            Err(_) => all = None,
        }
    }
    Ok(all)
}

/// Returns programs short enough to be assembled many times.
fn programs() -> Vec<(String, String)> {
    let mut all = testdata::files("gpu/kernels", "ptx");
    all.extend(testdata::files("ptx/run", "ptx"));
    all.extend(testdata::files("bench", "ptx"));
    let read = |path: PathBuf| {
        let name =
            path.components().rev().take(2).map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>();
        (name.join(" of "), std::fs::read_to_string(&path).expect("a readable fixture"))
    };
    all.into_iter().map(read).filter(|(_, text)| text.len() < 9_000).collect()
}

struct Dice {
    seed: u64,
    next: u64,
}

impl Dice {
    fn random_below(&mut self, n: usize) -> usize {
        self.next += 1;
        (draw(self.seed, self.next) % n.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.random_below(list.len())]
    }
}

const TYPES: [&str; 18] = [
    "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "b8", "b16", "b32", "b64", "f16", "f32", "f64",
    "pred", "f16x2", "bf16",
];
const MODIFIERS: [&str; 22] = [
    "sat", "ftz", "rn", "rz", "wide", "lo", "hi", "cc", "approx", "full", "volatile", "relaxed", "acquire",
    "gpu", "sys", "sync", "aligned", "uni", "v2", "shared", "global", "foo",
];
const NUMBERS: [&str; 12] = [
    "-1",
    "1.5",
    "0x1ffffffff",
    "4294967296",
    "18446744073709551616",
    "0f3F800000",
    "0d3FF0000000000000",
    "65536",
    "-2147483649",
    "3",
    "1",
    "0",
];

/// Returns the range of a random statement up to its semicolon.
fn statement(text: &str, dice: &mut Dice) -> Option<(usize, usize)> {
    let start = text.find('{')? + 1;
    let ends: Vec<usize> = text[start..].match_indices(';').map(|(at, _)| start + at).collect();
    let n = dice.random_below(ends.len());
    let end = *ends.get(n)?;
    let from = if n == 0 { start } else { ends[n - 1] + 1 };
    Some((from, end))
}

/// Returns a text with a random change, and its description.
fn mutant(text: &str, dice: &mut Dice) -> Option<(String, String)> {
    let (from, end) = statement(text, dice)?;
    let inst = &text[from..end];
    let words = |test: &dyn Fn(&str) -> bool| -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        let mut at = 0;
        for part in inst.split_inclusive(|c: char| !(c.is_ascii_alphanumeric() || "%_$.:".contains(c))) {
            let word = part.trim_end_matches(|c: char| !(c.is_ascii_alphanumeric() || "%_$.:".contains(c)));
            if test(word) {
                all.push((at, at + word.len()));
            }
            at += part.len();
        }
        all
    };
    let replace = |(a, b): (usize, usize), with: &str| format!("{}{with}{}", &inst[..a], &inst[b..]);
    let opcode =
        words(&|w| w.starts_with(|c: char| c.is_ascii_lowercase()) && w.contains('.')).first().copied();
    let (what, changed) = match dice.random_below(14) {
        0 | 1 => {
            let (a, b) = opcode?;
            let mut parts: Vec<&str> = inst[a..b].split('.').collect();
            let types: Vec<usize> = (1..parts.len()).filter(|&n| TYPES.contains(&parts[n])).collect();
            let n = *types.get(dice.random_below(types.len()))?;
            parts[n] = dice.pick(&TYPES);
            ("another type", replace((a, b), &parts.join(".")))
        }
        2 => {
            let (a, b) = opcode?;
            let mut parts: Vec<&str> = inst[a..b].split('.').collect();
            let n = 1 + dice.random_below(parts.len() - 1);
            parts.insert(n, dice.pick(&MODIFIERS));
            ("a modifier more", replace((a, b), &parts.join(".")))
        }
        3 => {
            let (a, b) = opcode?;
            let mut parts: Vec<&str> = inst[a..b].split('.').collect();
            parts.remove(1 + dice.random_below(parts.len() - 1));
            ("a modifier less", replace((a, b), &parts.join(".")))
        }
        4 | 5 => {
            let all = words(&|w| w.starts_with('%'));
            let &at = all.get(dice.random_below(all.len()))?;
            let other =
                dice.pick(&["%r1", "%rd1", "%f1", "%p1", "%rs1", "%tid.x", "%fd1", "%tid", "%laneid"]);
            ("another register", replace(at, other))
        }
        6 => {
            let all = words(&|w| w.starts_with('%') || w.starts_with('$'));
            let &at = all.get(dice.random_below(all.len()))?;
            ("an unknown name", replace(at, "%nowhere"))
        }
        7 => {
            let all: Vec<usize> = inst.match_indices(',').map(|(at, _)| at).collect();
            let &at = all.get(dice.random_below(all.len()))?;
            let rest = inst[at + 1..].find([',', '}', ')', ']']).map_or(inst.len(), |n| at + 1 + n);
            ("an operand less", replace((at, rest), ""))
        }
        8 => ("an operand more", format!("{inst}, %r1")),
        9 | 10 => {
            let all = words(&|w| w.starts_with(|c: char| c.is_ascii_digit()));
            let &at = all.get(dice.random_below(all.len()))?;
            ("another number", replace(at, dice.pick(&NUMBERS)))
        }
        11 => ("twice", format!("{inst};{inst}")),
        12 => ("left out", String::new()),
        _ => {
            let version = dice.pick(&["1.4", "2.3", "3.2", "4.3", "6.0", "7.0", "7.8", "8.3"]);
            let line = text.lines().find(|line| line.starts_with(".version"))?;
            return Some((
                text.replacen(line, &format!(".version {version}"), 1),
                format!("version {version}"),
            ));
        }
    };
    let shown = format!("{what}: `{}` for `{}`", changed.trim(), inst.trim());
    Some((format!("{}{changed}{}", &text[..from], &text[end..]), shown))
}

#[test]
fn verdicts_are_the_assemblers() {
    let Some(ptxas) = assembler() else {
        eprintln!("skipped: no ptxas; set PTXAS to compare verdicts with it");
        return;
    };
    let place = std::env::temp_dir().join(format!("hip-ptx-oracle-{}.ptx", std::process::id()));
    let number = |name: &str, or: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(or);
    let mutants = number("ORACLE_MUTANTS", MUTANTS);
    let taken =
        |text: &str| our_verdict(text) == Ok(Some(())) && ptxas_verdict(&ptxas, &place, text) == Some(Ok(()));
    let programs: Vec<_> = programs().into_iter().filter(|(_, text)| taken(text)).collect();
    let (mut same, mut beyond, mut differ) = (0u64, 0u64, Vec::new());
    for seed in 0..mutants {
        let mut dice = Dice { seed: number("ORACLE_SEED", 1) * 1_000_003 + seed, next: 0 };
        let (name, text) = &programs[dice.random_below(programs.len())];
        let Some((text, done)) = mutant(text, &mut dice) else { continue };
        let Some(there) = ptxas_verdict(&ptxas, &place, &text) else { continue };
        let here = our_verdict(&text);
        match (&here, &there) {
            (Ok(None), _) => beyond += 1,
            (Ok(_), Ok(())) | (Err(_), Err(_)) => same += 1,
            (Ok(_), Err(said)) => differ.push(format!("accepted: {name}: {done}\n    {said}")),
            (Err(said), Ok(())) => {
                let said = said.lines().next().unwrap_or_default();
                differ.push(format!("rejected: {name}: {done}\n    {said}"));
            }
        }
    }
    // The file may already be removed.
    let _ = std::fs::remove_file(&place);
    let mut report = format!("{same} equal, {beyond} unsupported, {} differ", differ.len());
    if std::env::var_os("ORACLE_SHOW").is_some() {
        differ.iter().for_each(|line| {
            let _ = write!(report, "\n{line}");
        });
    }
    eprintln!("{report}");
    assert!(same > mutants / 2, "{report}");
    assert!(differ.len() as u64 * 100 <= same * MOST_DIFFER, "{report}");
}

/// The `.version` and `.target` for which verdicts are equal, and older ones. The table has the version of
/// forms, not of each modifier and type; for older dialects we accept more.
const DIALECTS: [(&str, &str); 4] = [("9.0", "sm_90a"), ("7.0", "sm_75"), ("7.6", "sm_80"), ("8.1", "sm_90")];

/// Instruction names from the table, with valid combinations of modifiers and types, and with mistakes.
/// `ptxas` accepts exactly those that we accept; for older dialects it accepts a subset. `ORACLE_NAMES` sets
/// the number of names for each row, `ORACLE_AT` selects other dialects (`8.3:sm_89 9.1:sm_120`).
#[test]
fn names_are_the_assemblers() {
    let Some(ptxas) = assembler() else {
        eprintln!("skipped: no ptxas; set PTXAS to compare verdicts with it");
        return;
    };
    let place = std::env::temp_dir().join(format!("hip-ptx-names-{}.ptx", std::process::id()));
    let number = |name: &str, or: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(or);
    let table = include_str!("../../src/isa.tsv");
    let drawn = sweep::drawn(table, number("ORACLE_SEED", 1), number("ORACLE_NAMES", 2) as usize);
    let at = std::env::var("ORACLE_AT").unwrap_or_default();
    let mut dialects: Vec<(&str, &str)> = at.split_whitespace().filter_map(|d| d.split_once(':')).collect();
    if dialects.is_empty() {
        dialects = DIALECTS.to_vec();
    }
    let (mut same, mut more, mut differ) = (0, 0, Vec::new());
    for (version, target) in dialects {
        let exact = (version, target) == DIALECTS[0];
        let blackwell = target.trim_start_matches("sm_").trim_end_matches(['a', 'f']).len() > 2;
        let names: Vec<&str> = drawn
            .iter()
            .filter(|i| {
                !i.unsupported
                    && i.since != "legacy"
                    && !i.since.starts_with('<')
                    && (blackwell || !i.since.contains("sm_100"))
            })
            .map(|i| i.text.as_str())
            .collect();
        for some in names.chunks(200) {
            let refused = refused(&ptxas, &place, (version, target), some);
            for name in some {
                let here = our_verdict(&sweep::module(version, target, &[name]));
                match (here, refused.get(name)) {
                    (Ok(_), None) | (Err(_), Some(_)) => same += 1,
                    (Ok(_), Some(_)) if !exact => more += 1,
                    (Ok(_), Some(said)) => {
                        differ.push(format!("accepted at {version} {target}: {name}: {said}"))
                    }
                    (Err(said), None) => {
                        differ.push(format!("rejected at {version} {target}: {name}: {said}"))
                    }
                }
            }
        }
    }
    // The file may already be removed.
    let _ = std::fs::remove_file(&place);
    eprintln!("{same} equal, {more} accepted that older dialects lack, {} differ", differ.len());
    assert!(same > 100, "only {same}");
    assert!(differ.is_empty(), "{} of {}:\n{}", differ.len(), differ.len() + same, differ.join("\n"));
}

/// Returns the errors of `ptxas` for the instructions that it rejects.
fn refused<'n>(
    ptxas: &Path,
    place: &Path,
    (version, target): (&str, &str),
    names: &[&'n str],
) -> BTreeMap<&'n str, String> {
    let mut live: Vec<&str> = names.to_vec();
    let mut refused = BTreeMap::new();
    // It stops at the first kind of mistake.
    while !live.is_empty() {
        let text = sweep::module(version, target, &live);
        std::fs::write(place, &text).expect("a file of the test's own");
        let Err(said) = complaints(ptxas, place, target) else { break };
        let lines: BTreeMap<usize, &str> = said.lines().filter_map(complaint).collect();
        let Some(_) = lines.keys().next() else { break };
        let (at, count) = (|n: usize| n + sweep::LINE, live.len());
        refused.extend(
            (0..count).filter_map(|n| Some((live[n], *lines.get(&at(n))?)).map(|(n, s)| (n, s.to_owned()))),
        );
        live = (0..count).filter(|&n| !lines.contains_key(&at(n))).map(|n| live[n]).collect();
        if live.len() == count {
            break;
        }
    }
    refused
}

/// Returns line and text of an error.
fn complaint(said: &str) -> Option<(usize, &str)> {
    let (place, text) = said.split_once("; ").filter(|(_, text)| text.starts_with(['e', 'f']))?;
    Some((place.rsplit_once("line ")?.1.parse().ok()?, text))
}

/// Limit of mutants with differing verdicts, in percent.
const MOST_DIFFER: u64 = 2;

#[test]
fn the_math_library_for_gpus_assembles() {
    let Some(ptxas) = assembler() else {
        eprintln!("skipped: no ptxas; set PTXAS to assemble the math library with it");
        return;
    };
    let place = std::env::temp_dir().join(format!("hip-ptx-math-{}.ptx", std::process::id()));
    let text = kernels(libdevice::functions()).replace(".target sm_70", ".target sm_75");
    let linked = with_math_library(&text).expect("functions are missing").expect("they are linked");
    std::fs::write(&place, linked).expect("a file of the test's own");
    for target in ["sm_75", "sm_90", "sm_120"] {
        assert_eq!(complaints(&ptxas, &place, target), Ok(()));
    }
    std::fs::remove_file(&place).expect("a file of the test's own");
}
