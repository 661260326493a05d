//! Generates instructions from a table of forms: every name that a row allows, with suitable operands.
//! The table is that of `ptx` (`isa.tsv`, with a description of the columns at its head). It is parsed
//! separately here, since a test of a table must not share the code that reads it. Registers, variables and
//! addresses are those that [`module`] declares.

mod operands;
mod program;
mod run;

pub use program::{FILL, Program, programs};
pub use run::{Probe, THREADS, WARP, inputs, probes};

use std::collections::BTreeMap;

/// One instruction with operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// Its whole text, without the semicolon.
    pub text: String,
    /// The base name.
    pub base: String,
    /// The modifiers that were chosen.
    pub modifiers: Vec<String>,
    /// Registers it writes.
    pub written: Vec<String>,
    /// The row says: known, and not carried out.
    pub unsupported: bool,
    /// The row's last column: the first `.version` and `.target`, `legacy`, or `<` and a version.
    pub since: String,
}

/// A row of the table, as text.
#[derive(Debug)]
struct Row<'t> {
    base: &'t str,
    groups: Vec<(Vec<&'t str>, bool)>,
    needs: Vec<(Vec<&'t str>, Vec<&'t str>)>,
    excludes: Vec<(Vec<&'t str>, Vec<&'t str>)>,
    types: Vec<Vec<&'t str>>,
    operands: Vec<&'t str>,
    since: &'t str,
}

/// Names that a row gives at most, beyond those that differ in one modifier.
const MOST: usize = 400;

/// Instructions that a seed draws: of each row so many names of any modifiers and types that go together.
pub fn drawn(table: &str, seed: u64, of_each: usize) -> Vec<Instruction> {
    let mut all = Vec::new();
    let mut n = 0;
    let mut below = |most: usize| {
        n += 1;
        (crate::generate::draw(seed, n) % most as u64) as usize
    };
    for row in rows(table) {
        for _ in 0..of_each {
            // One modifier of a group in three stands where none must.
            let mut mods: Vec<&str> = Vec::new();
            for (of, must) in &row.groups {
                mods.push(if *must || below(3) == 0 { of[below(of.len())] } else { "" });
            }
            let types: Vec<&str> = row.types.iter().map(|of| of[below(of.len())]).collect();
            let Some(mods) = row.complete(mods) else { continue };
            for instruction in operands::write(&row, &mods, &types) {
                if all.iter().all(|other: &Instruction| other.text != instruction.text) {
                    all.push(instruction);
                }
            }
        }
    }
    all
}

/// Instructions of a table: of rows with very many names, those that differ from the first in modifiers or in
/// types.
pub fn instructions(table: &str) -> Vec<Instruction> {
    let mut all = Vec::new();
    for row in rows(table) {
        let mut names: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
        let required: Vec<Vec<&str>> =
            row.groups.iter().map(|(of, must)| if *must { of.clone() } else { vec![""] }).collect();
        let types = choices(&row.types);
        let plain = choices(&required);
        for (n, mods) in plain.iter().enumerate() {
            for (m, types) in types.iter().enumerate() {
                // Beyond what is affordable, names that differ from the first in modifiers or in types.
                if plain.len() * choices_len(&row.types) <= MOST || n == 0 || m == 0 {
                    names.push((mods.clone(), types.clone()));
                }
            }
        }
        for (g, (alternatives, must)) in row.groups.iter().enumerate() {
            for &one in alternatives.iter().filter(|_| !must) {
                for types in types.iter().take(40) {
                    let mut mods = plain[0].clone();
                    mods[g] = one;
                    names.push((mods, types.clone()));
                }
            }
        }
        for (mods, types) in names {
            all.extend(row.complete(mods).into_iter().flat_map(|mods| operands::write(&row, &mods, &types)));
        }
    }
    all
}

impl<'t> Row<'t> {
    /// Adds what the chosen modifiers need; nothing if they exclude each other.
    fn complete(&self, mut mods: Vec<&'t str>) -> Option<Vec<&'t str>> {
        for _ in 0..3 {
            for (when, one_of) in &self.needs {
                let given = |names: &[&str]| mods.iter().any(|m| names.contains(m));
                if given(when) && !given(one_of) {
                    let one = |of: &Vec<&str>| one_of.iter().copied().find(|name| of.contains(name));
                    let (group, name) =
                        self.groups.iter().enumerate().find_map(|(g, (of, _))| Some((g, one(of)?)))?;
                    mods[group] = name;
                }
            }
        }
        let given = |names: &[&str]| mods.iter().any(|m| names.contains(m));
        (!self.excludes.iter().any(|(a, b)| given(a) && given(b))).then_some(mods)
    }
}

fn choices_len(sets: &[Vec<&str>]) -> usize {
    sets.iter().map(Vec::len).product()
}

/// One of each set, in all ways.
fn choices<'t>(sets: &[Vec<&'t str>]) -> Vec<Vec<&'t str>> {
    sets.iter().fold(vec![Vec::new()], |all, set| {
        let extend = |head: Vec<&'t str>| {
            set.iter().map(move |&one| head.iter().copied().chain([one]).collect()).collect::<Vec<_>>()
        };
        all.into_iter().flat_map(extend).collect()
    })
}

fn rows(table: &str) -> Vec<Row<'_>> {
    let mut sets: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut rows = Vec::new();
    for row in tsv::rows(table).filter(|row| !row.is_empty()) {
        let columns: Vec<&str> = tsv::cells(row).collect();
        let column = |n: usize| columns.get(n).copied().unwrap_or("");
        let list = |text| str::split(text, '|').collect::<Vec<&str>>();
        if let Some(name) = column(0).strip_prefix('=') {
            sets.insert(name, list(column(1)));
            continue;
        }
        let words = || column(1).split_whitespace();
        let pair = |mark| {
            words().filter_map(|w| w.split_once(mark)).map(|(a, b)| (list(a), list(b))).collect::<Vec<_>>()
        };
        let types = column(2).split_whitespace().map(|position| {
            list(position).iter().flat_map(|t| sets.get(t).cloned().unwrap_or_else(|| vec![t])).collect()
        });
        rows.push(Row {
            base: column(0),
            groups: words()
                .filter(|w| !w.contains(['>', '^']))
                .map(|w| (list(w.trim_end_matches('!')), w.ends_with('!')))
                .collect(),
            needs: pair('>'),
            excludes: pair('^'),
            types: types.collect(),
            operands: column(3).split_whitespace().collect(),
            since: column(4),
        });
    }
    rows
}

/// Returns a module with kernels `k0`, `k1`, … of one instruction each. Line `LINE + n` is that of
/// instruction `n`.
pub fn module(version: &str, target: &str, instructions: &[&str]) -> String {
    let mut text = format!(".version {version}\n.target {target}\n.address_size 64\n");
    text += ".const .align 16 .b8 con[256];\n.global .align 128 .b8 glo[4096];\n";
    // Registers of 128 bits are since 8.3.
    let number = |text: &str| text.parse().unwrap_or(0u32);
    let version = version.split_once('.').map_or((0, 0), |(major, minor)| (number(major), number(minor)));
    let declarations = if version < (8, 3) {
        DECLARATIONS.replace(" .reg .b128 %q<5>;", "")
    } else {
        DECLARATIONS.to_owned()
    };
    for (n, instruction) in instructions.iter().enumerate() {
        // One line a kernel, so that a line is an instruction's.
        text += &format!(
            ".visible .entry k{n}(.param .align 16 .b8 par[64]) {{ {declarations} {instruction}; END: ret; }}\n"
        );
    }
    text
}

/// The line of the first instruction in a [`module`].
pub const LINE: usize = 6;

/// Declarations that instructions can use.
pub const DECLARATIONS: &str = ".reg .pred %p<5>; .reg .b16 %h<41>; .reg .b32 %r<41>; .reg .b64 %l<17>; .reg .f32 %f<41>; .reg .f64 %d<33>; .reg .b128 %q<5>; .reg .b64 %ag; .shared .align 128 .b8 tile[4096]; .shared .align 8 .b64 bar; .local .align 16 .b8 loc[256]; .param .align 16 .b8 arg[64]; TARGETS: .branchtargets END;";
