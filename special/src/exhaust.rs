//! Comparison of all our results with a recorded table.

use crate::digest::{Block, Digest};
use crate::forms::{BLOCKS, FORMS, Form};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

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

/// Returns the blocks of a form whose digests differ, computed on all processors.
fn differing(form: &Form, table: &Table) -> Result<Vec<u64>, String> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed) as u64;
                    if block >= BLOCKS {
                        break;
                    }
                    let want = table.get(&(form.name.to_owned(), block)).map(|block| block.all);
                    if want != Some(ours(form, block)) {
                        found.lock().unwrap_or_else(PoisonError::into_inner).push(block);
                    }
                }
            });
        }
    });
    if !table.keys().any(|(name, _)| name == form.name) {
        return Err(format!("the table has no `{}`", form.name));
    }
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable();
    Ok(found)
}
