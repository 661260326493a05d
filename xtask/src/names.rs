//! The translator's tables: every name they promise exists, and how many of each API there are.

use crate::api::Api;
use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The tables of names, in the order in which the translator asks them.
const NAMES: [&str; 5] = ["driver.tsv", "runtime.tsv", "device.tsv", "libraries.tsv", "includes.tsv"];

fn table(name: &str) -> Outcome<Vec<Vec<String>>> {
    Ok(Table::read(&root().join("hipify-rs/map").join(name))?.rows)
}

/// A family of names: the libraries that have HIP's and ROCm's names for it, and how those begin.
struct Family {
    hip: String,
    roc: String,
    begin: Vec<String>,
}

fn families() -> Outcome<BTreeMap<String, Family>> {
    let mut found = BTreeMap::new();
    for row in table("families.tsv")? {
        let [family, hip, roc, begin] = row.as_slice() else { continue };
        let begin = begin.split(' ').map(str::to_owned).collect();
        found.insert(family.clone(), Family { hip: hip.clone(), roc: roc.clone(), begin });
    }
    Ok(found)
}

/// Names that a table promises and nothing has, names in two tables, families that have no row.
///
/// Names of the driver and runtime API must be declared in `capi/api` or stand in `elsewhere.tsv`; those of
/// libraries must begin as the library's names do; device functions that keep their name are HIP's by that
/// name.
pub(crate) fn complaints(api: &Api, cpp: &BTreeSet<String>) -> Outcome<Vec<String>> {
    let mut known: BTreeSet<&str> = cpp.iter().map(String::as_str).collect();
    known.extend(api.functions.iter().map(|f| f.name.as_str()));
    known.extend(api.enums.iter().flat_map(|(ty, name, _)| [ty.as_str(), name.as_str()]));
    known.extend(api.macros.iter().map(|(name, _)| name.as_str()));
    // A declaration names further types: the tags of handles and structures.
    let word = |c: char| !(c.is_alphanumeric() || c == '_');
    known.extend(api.types.iter().flat_map(|t| t.declaration.split(word).chain([t.name.as_str()])));
    let elsewhere = table("elsewhere.tsv")?;
    known.extend(elsewhere.iter().map(|row| row[0].as_str()));
    let functions = api.functions.iter().map(|f| &f.name).chain(api.extensions.iter().map(|(name, _)| name));
    let pointers: BTreeSet<String> = functions.map(|name| format!("PFN_{name}")).collect();
    known.extend(pointers.iter().map(String::as_str));
    let families = families()?;
    let (mut wrong, mut places) = (Vec::new(), BTreeMap::new());
    for file in NAMES {
        let core = matches!(file, "driver.tsv" | "runtime.tsv");
        for row in table(file)? {
            let [cuda, hip, roc, kind, family, _] = row.as_slice() else { continue };
            if let Some(other) = places.insert(cuda.clone(), file) {
                wrong.push(format!("hipify-rs/map/{file}: `{cuda}` stands in {other} too"));
            }
            let Some(of) = families.get(family) else {
                wrong.push(format!(
                    "hipify-rs/map/{file}: `{cuda}` is of `{family}`, which has no row in families.tsv"
                ));
                continue;
            };
            for name in [hip, roc].into_iter().filter(|name| !matches!(name.as_str(), "-" | "=")) {
                let bare = name.trim_start_matches('_');
                let begins =
                    of.begin.iter().any(|b| name.starts_with(b.as_str()) || bare.starts_with(b.as_str()));
                // Enumerators of types that are integers in HIP become numbers.
                let there = known.contains(name.as_str()) || name.parse::<i64>().is_ok();
                let kept = name == cuda && (kind == "device" || family == "device");
                let right = if core { there } else { there || begins || kept };
                if !right {
                    wrong.push(format!(
                        "hipify-rs/map/{file}: `{cuda}` becomes `{name}`, which HIP does not have"
                    ));
                }
            }
        }
    }
    for row in table("reasons.tsv")? {
        let [begin, claims, _] = row.as_slice() else { continue };
        if claims != "-" && !families.contains_key(claims) {
            wrong.push(format!(
                "hipify-rs/map/reasons.tsv: `{begin}` claims names of `{claims}`, no row of families.tsv"
            ));
        }
        if claims == "-" && !places.keys().any(|name| name.starts_with(begin)) {
            wrong.push(format!("hipify-rs/map/reasons.tsv: no name begins with `{begin}`"));
        }
    }
    let promised = [
        ("literals.tsv", 2, 3),
        ("arguments.tsv", 0, 0),
        ("device_pointers.tsv", 0, 0),
        ("hip6.tsv", 0, 0),
        ("v2_only.tsv", 0, 0),
    ];
    for (file, cuda, hip) in promised {
        for row in table(file)? {
            if !places.contains_key(&row[cuda]) {
                wrong.push(format!("hipify-rs/map/{file}: no table knows `{}`", row[cuda]));
            }
            if hip != cuda && row[hip] != "-" && !known.contains(row[hip].as_str()) {
                wrong.push(format!("hipify-rs/map/{file}: HIP does not have `{}`", row[hip]));
            }
        }
    }
    for row in table("fields.tsv")? {
        let [cuda, fields, order] = row.as_slice() else { continue };
        if !places.contains_key(cuda) {
            wrong.push(format!("hipify-rs/map/fields.tsv: no table knows `{cuda}`"));
        }
        // `gridDim.x` is a part of a field.
        let whole = |field: &str| field.split('.').next().unwrap_or_default().to_owned();
        let (named, ordered): (BTreeSet<_>, BTreeSet<_>) =
            (fields.split(' ').map(whole).collect(), order.split(' ').map(whole).collect());
        if named != ordered || order.split(' ').count() != ordered.len() {
            wrong.push(format!("hipify-rs/map/fields.tsv: `{cuda}` has other fields in HIP's order"));
        }
        let declared = api.types.iter().any(|t| members(&t.declaration).eq(order.split(' ')));
        if !declared {
            wrong.push(format!("hipify-rs/map/fields.tsv: no type of HIP has `{order}` in this order"));
        }
    }
    let extensions: BTreeSet<String> =
        table("extensions.tsv")?.into_iter().map(|row| row[0].clone()).collect();
    // Functions that are called instead for arguments that HIP's do not have.
    let is_instead = |row: &Vec<String>| matches!(row[3].as_str(), "null" | "rename");
    let instead = table("arguments.tsv")?.into_iter().filter(is_instead).map(|row| row[4].clone());
    let promised: BTreeSet<String> = NAMES[..4]
        .iter()
        .map(|file| table(file))
        .collect::<Outcome<Vec<_>>>()?
        .into_iter()
        .flatten()
        .map(|row| row[1].clone())
        .chain(instead)
        .filter(|hip| api.extensions.iter().any(|(name, _)| name == hip) || extensions.contains(hip))
        .collect();
    for name in promised.symmetric_difference(&extensions) {
        wrong.push(format!(
            "hipify-rs/map/extensions.tsv: `{name}` is not in it, or no table makes it of anything"
        ));
    }
    for row in table("advice.tsv")? {
        if !root().join("hipify-rs/rules").join(format!("{}.md", row[0])).is_file() {
            wrong.push(format!("hipify-rs/map/advice.tsv: `{}` is no rule", row[0]));
        }
    }
    Ok(wrong)
}

/// The names of a structure's members: of each declaration the last word before any bounds.
fn members(declaration: &str) -> impl Iterator<Item = &str> {
    declaration.split(';').filter_map(|member| {
        let declared = member.split('[').next()?.trim_end();
        let start = declared.rfind(|c: char| !(c.is_alphanumeric() || c == '_'))? + 1;
        Some(&declared[start..])
    })
}

#[derive(Default)]
struct Count {
    all: usize,
    hip: usize,
    roc: usize,
}

/// The part of COVERAGE.md about the translator.
pub(crate) fn coverage() -> Outcome<String> {
    let families = families()?;
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for file in NAMES {
        for row in table(file)? {
            let [_, hip, roc, _, family, _] = row.as_slice() else { continue };
            let count = counts.entry(family.clone()).or_default();
            count.all += 1;
            count.hip += usize::from(hip != "-");
            let has_roc = if roc == "=" { hip } else { roc };
            count.roc += usize::from(has_roc != "-");
        }
    }
    let total = counts.values().fold(Count::default(), |sum, c| Count {
        all: sum.all + c.all,
        hip: sum.hip + c.hip,
        roc: sum.roc + c.roc,
    });
    let mut out = String::from(
        "\n## Names that the translator knows\n\nFunctions, types, enumerators, macros and headers, by API. With `--target roc` those of the fourth column are used.\n\
         Names without a counterpart stay, and the report says why.\n\n\
         | API | names | have a HIP name | with `--target roc` | HIP library | ROCm library |\n|---|---|---|---|---|---|\n",
    );
    for (family, count) in &counts {
        let (hip, roc) = families.get(family).map_or(("-", "-"), |f| (&f.hip, &f.roc));
        let _ = writeln!(out, "| {family} | {} | {} | {} | {hip} | {roc} |", count.all, count.hip, count.roc);
    }
    let _ = writeln!(out, "| **all** | {} | {} | {} | | |", total.all, total.hip, total.roc);
    Ok(out)
}
