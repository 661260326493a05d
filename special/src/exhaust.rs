//! Comparison of all our results with a recorded table.

use crate::blocks;
use crate::digest::{Block, Digest};
use crate::forms::{BLOCKS, FORMS, Form};
use std::collections::BTreeMap;
use std::path::Path;

/// The table of an H200 (driver 580).
pub(crate) const H200: &str = include_str!("../../testdata/special/h200.tsv");

/// The forms to run.
#[derive(clap::Args, Debug)]
pub(crate) struct Choice {
    /// Only forms whose name starts with one of these
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
}

impl Choice {
    pub(crate) fn forms(&self) -> Vec<Form> {
        let wanted =
            |form: &&Form| self.only.is_empty() || self.only.iter().any(|name| form.name.starts_with(name));
        FORMS.iter().filter(wanted).copied().collect()
    }
}

/// A recorded table: digests by form and block.
pub(crate) type Table = BTreeMap<(String, u64), Block>;

/// Reads a recorded table.
///
/// # Errors
/// A malformed row.
pub(crate) fn parse(text: &str) -> Result<Table, String> {
    let mut table = Table::new();
    for [form, block, all, sample] in tsv::table::<4>(text) {
        let wrong = || format!("{form}, block `{block}`: malformed");
        let hex = |text: &str| u64::from_str_radix(text, 16).map_err(|_| wrong());
        let number = block.parse().map_err(|_| wrong())?;
        table.insert((form.to_owned(), number), Block { all: hex(all)?, sample: hex(sample)? });
    }
    Ok(table)
}

/// Computes the digest of all our results of a block.
pub(crate) fn ours(form: &Form, block: u64) -> u64 {
    let bits = form.function.block_bits();
    let mut digest = Digest::new();
    for index in 0..1 << bits {
        digest.add(form.function.ours(block << bits | index));
    }
    digest.value()
}

/// Compares all results.
///
/// # Errors
/// Results that differ, and a table that cannot be read or lacks a form.
pub(crate) fn run(table: Option<&Path>, choice: &Choice) -> Result<(), String> {
    let table = match table {
        None => parse(H200)?,
        Some(path) => parse(&std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?)?,
    };
    let mut wrong = 0;
    for form in choice.forms() {
        let differing = differing(&form, &table)?;
        let inputs = BLOCKS << form.function.block_bits();
        match differing.is_empty() {
            true => eprintln!("{:<22} {inputs:>10} inputs: equal", form.name),
            false => eprintln!("{:<22} {inputs:>10} inputs: blocks {differing:?} differ", form.name),
        }
        wrong += usize::from(!differing.is_empty());
    }
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} forms differ from the recording")) }
}

/// Returns the blocks of a form whose digests differ.
///
/// # Errors
/// The table lacks the form.
fn differing(form: &Form, table: &Table) -> Result<Vec<u64>, String> {
    let recorded: Vec<u64> =
        (0..BLOCKS).filter_map(|block| Some(table.get(&(form.name.to_owned(), block))?.all)).collect();
    if recorded.len() as u64 != BLOCKS {
        return Err(format!("the table has {} blocks of `{}`, not {BLOCKS}", recorded.len(), form.name));
    }
    let computed = blocks::each(|| Ok(()), |(), block| Ok(ours(form, block)))?;
    let both = (0..BLOCKS).zip(recorded.into_iter().zip(computed));
    Ok(both.filter(|(_, (want, got))| want != got).map(|(block, _)| block).collect())
}
