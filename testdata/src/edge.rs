//! Forms of float instructions and conversions with edge operands, and what an H200 answered: `gpu/edge`.

use crate::vectors::Form;
use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;

/// Rows of a form at most; those of more operands are several forms.
const ROWS: usize = 1024;

/// Bytes of an answer in the file.
fn bytes(result: &str) -> usize {
    match result {
        "u8" | "s8" | "pred" => 1,
        "u16" | "s16" | "f16" | "bf16" | "e4m3x2" | "e5m2x2" => 2,
        "u64" | "s64" | "f64" => 8,
        _ => 4,
    }
}

/// The rows of a table, without comments and the head.
fn table(name: &str) -> Vec<Vec<String>> {
    let path = crate::root().join("gpu/edge").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    tsv::rows(&text).map(|row| tsv::cells(row).map(str::to_owned).collect()).collect()
}

/// All combinations of operands; of a conversion of two operands each with one other, as its ties are many.
fn operands(text: &str, lists: &[&[u64]]) -> Vec<Vec<u64>> {
    if let ([list, _], true) = (lists, text.starts_with("cvt")) {
        return (0..list.len()).map(|n| vec![list[n], list[(n + 7) % list.len()]]).collect();
    }
    lists.iter().fold(vec![Vec::new()], |rows: Vec<Vec<u64>>, list| {
        let longer = |row: Vec<u64>| {
            list.iter().map(move |&x| row.iter().copied().chain([x]).collect()).collect::<Vec<_>>()
        };
        rows.into_iter().flat_map(longer).collect()
    })
}

/// The recorded forms with their operands and answers.
///
/// # Panics
/// If a file is missing or malformed.
pub fn forms() -> Vec<Form> {
    let values: BTreeMap<(String, usize), Vec<u64>> = table("values.tsv")
        .into_iter()
        .map(|row| {
            let number = |x: &str| u64::from_str_radix(x, 16).unwrap_or_else(|e| panic!("{x}: {e}"));
            let count = row[1].parse().unwrap_or_else(|e| panic!("{}: {e}", row[1]));
            ((row[0].clone(), count), row[2].split(' ').map(number).collect())
        })
        .collect();
    let path = crate::root().join("gpu/edge/answers.gz");
    let packed = fs::File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut answers = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut answers).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut left = answers.as_slice();
    let mut forms = Vec::new();
    for row in table("forms.tsv") {
        let (text, result) = (&row[0], &row[2]);
        let types: Vec<String> = row[1].split(',').map(str::to_owned).collect();
        let count = if text.starts_with("cvt") { 1 } else { types.len() };
        let lists: Vec<&[u64]> = types.iter().map(|ty| values[&(ty.clone(), count)].as_slice()).collect();
        let mut rows = operands(text, &lists);
        for row in &mut rows {
            let (answer, rest) = left.split_at(bytes(result));
            left = rest;
            let word = answer.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            // A signed byte fills its register of 32 bits.
            row.push(if result == "s8" { u64::from(i32::from(word as i8) as u32) } else { word });
        }
        forms.extend(rows.chunks(ROWS).map(|rows| Form {
            text: text.clone(),
            sm: 90,
            operands: types.clone(),
            result: result.clone(),
            rows: rows.to_vec(),
        }));
    }
    assert!(left.is_empty(), "{} bytes of answers belong to no form", left.len());
    forms
}
