//! `cuda-compat/cudart12` and `cudart13`: CUDA's runtime functions by every spelling, from the table of which
//! HIP call each is.

use crate::api::Api;
use crate::cuda::{Forward, attributes, forward};
use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::fmt::Write as _;
use std::path::PathBuf;

/// A spelling of a function in one or both libraries.
struct Row {
    symbol: String,
    whose: String,
    arguments: String,
    call: String,
}

impl Row {
    fn is_of(&self, version: &str) -> bool {
        self.whose == "both" || self.whose == version
    }
}

fn rows() -> Outcome<Vec<Row>> {
    let table = Table::read(&root().join("cuda-compat/api/runtime.tsv"))?;
    let row = |cells: Vec<String>| match <[String; 4]>::try_from(cells) {
        Ok([symbol, whose, arguments, call]) => Ok(Row { symbol, whose, arguments, call }),
        Err(cells) => Err(format!("cuda-compat/api/runtime.tsv: {cells:?} is no row")),
    };
    table.rows.into_iter().map(row).collect()
}

/// Versions with a library.
const VERSIONS: [&str; 2] = ["12", "13"];

/// The classes of arguments that are structures.
const STRUCTURES: [&str; 5] = ["Dim3", "Extent", "Ipc", "Location", "Pitched"];

/// The files of both libraries and of what they share.
pub(crate) fn files(api: &Api) -> Outcome<Vec<(PathBuf, String)>> {
    let rows = rows()?;
    let folder = root().join("cuda-compat");
    let of = |whose: &str| rows.iter().filter(|row| row.whose == whose).collect::<Vec<_>>();
    let mut files = vec![
        (folder.join("cudart/src/attributes.rs"), shared(api)?),
        (folder.join("cudart/src/forward.rs"), both(api, &of("both"))?),
    ];
    for version in VERSIONS {
        let own: Vec<&Row> = rows.iter().filter(|row| row.is_of(version)).collect();
        let library = folder.join(format!("cudart{version}"));
        files.push((library.join("src/forward.rs"), release_file(api, &of(version), &own)?));
        files.push((library.join("symbols.map"), versions(version, &own)));
    }
    Ok(files)
}

/// Attributes of devices.
fn shared(api: &Api) -> Outcome<String> {
    let mut out = String::from(
        "//! Written by `cargo xtask check --write` from the tables in cuda-compat/api: change those.\n//!\n\
         //! Devices' attributes by CUDA's numbers.\n",
    );
    out += &attributes(api)?;
    Ok(out)
}

const WRITTEN: &str =
    "//! Written by `cargo xtask check --write` from the tables in cuda-compat/api: change those.\n//!\n";

/// Generates the functions of both versions as a macro, since each library exports them itself.
fn both(api: &Api, rows: &[&Row]) -> Outcome<String> {
    let mut out = format!(
        "{WRITTEN}//! CUDA's runtime functions that both versions have: those that are HIP calls, those of the library's `own`, and those that \
         are missing.\n\n/// The functions of both versions, where a library exports its own.\n#[rustfmt::skip]\n#[macro_export]\n\
         macro_rules! functions_of_both {{\n    () => {{\n"
    );
    for line in functions(api, rows)?.lines() {
        let _ = writeln!(out, "        {line}");
    }
    out += "    };\n}\n";
    Ok(out)
}

/// Generates the functions of one version that the other lacks or has with other arguments. `all` includes
/// those of both.
fn release_file(api: &Api, rows: &[&Row], all: &[&Row]) -> Outcome<String> {
    let calls = functions(api, all)?;
    let names =
        ["Dim3", "Extent", "Ipc", "Location", "NONE", "PER_THREAD", "Pitched", "Pointer", "per_thread"];
    let used: Vec<&str> = names.into_iter().filter(|name| calls.contains(name)).collect();
    let used = used.join(", ");
    let edges = if calls.contains("edges(") { "use cudart::own::edges;\n" } else { "" };
    let mut out = format!(
        "{WRITTEN}//! CUDA's runtime functions: those that both versions have, and those of this one.\n\n\
         use crate::own;\n#[rustfmt::skip]\nuse cudart::entry::{{{used}}};\n{edges}\ncudart::functions_of_both!();\n"
    );
    for block in functions(api, rows)?.split_inclusive("}\n") {
        let _ = write!(out, "\n#[rustfmt::skip]\n{block}");
    }
    Ok(out)
}

/// The calls of macros that make functions.
fn functions(api: &Api, rows: &[&Row]) -> Outcome<String> {
    let mut out = String::from("cudart::forwards! {\n");
    for row in rows.iter().filter(|row| row.call != "-" && !row.call.starts_with("own ")) {
        let said = Forward { symbol: &row.symbol, needs: None, arguments: &row.arguments, call: &row.call };
        let _ = writeln!(out, "    {}", forward(api, &said, &STRUCTURES)?);
    }
    out += "}\ncudart::exports! {\n";
    for row in rows {
        if let Some(own) = row.call.strip_prefix("own ") {
            let _ = writeln!(out, "    {} = own::{own};", row.symbol);
        }
    }
    out += "}\ncudart::refusals! {\n";
    for row in rows.iter().filter(|row| row.call == "-") {
        let _ = writeln!(out, "    {},", row.symbol);
    }
    out += "}\n";
    Ok(out)
}

/// The linker's list: all symbols bear the library's name as their version, as NVIDIA's do.
fn versions(version: &str, rows: &[&Row]) -> String {
    let mut out = format!(
        "# Written by `cargo xtask check --write` from cuda-compat/api/runtime.tsv: change that.\nlibcudart.so.{version} {{\n  global:\n"
    );
    for row in rows {
        let _ = writeln!(out, "    {};", row.symbol);
    }
    out += "};\n";
    out
}

/// The chapter of COVERAGE.md.
pub(crate) fn coverage() -> Outcome<String> {
    let rows = rows()?;
    let mut out = String::from("\n## CUDA's runtime API (12.9 and 13)\n\n");
    for version in VERSIONS {
        let own: Vec<&Row> = rows.iter().filter(|row| row.is_of(version)).collect();
        let have = own.iter().filter(|row| row.call != "-").count();
        let _ = writeln!(
            out,
            "`libcudart.so.{version}`: {have} of {} spellings, with NVIDIA's symbol versions.",
            own.len()
        );
    }
    out += "The others are exported, say their name once on standard error, and answer `cudaErrorNotSupported`. Programs that are linked\n\
            with NVIDIA's static runtime (nvcc's default) have the driver prove by digests that it is NVIDIA's: `hip-run` refuses them; link them\n\
            with `-cudart shared`.\n";
    let mut lacking: Vec<&str> =
        rows.iter().filter(|row| row.call == "-").map(|row| row.symbol.as_str()).collect();
    lacking.dedup();
    let _ = writeln!(out, "\n**Missing**: {}", lacking.join(", "));
    Ok(out)
}
