//! `cuda-compat/cublas` and its like: CUDA's names of the host libraries' functions, from those libraries'
//! tables and the tables of what differs.

use crate::host_libraries::{self, BLAS, BLASLT, FFT, Function, Kind, Library, RAND, SOLVER, SPARSE};
use crate::install::{self, Library as Installed};
use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

/// A library with CUDA's names.
struct Names {
    /// Directory below `cuda-compat`, and name of the library.
    directory: &'static str,
    /// The library of HIP's names.
    of: &'static Library,
    /// Type of handles that are numbers in CUDA.
    narrow: Option<&'static str>,
    /// Status of what is missing.
    missing: &'static str,
    /// Another library of HIP's names that `own` calls.
    beside: Option<&'static str>,
}

const ALL: [Names; 6] = [
    Names {
        directory: "cublas",
        of: &BLAS,
        narrow: None,
        missing: "CUBLAS_STATUS_NOT_SUPPORTED = 15",
        beside: None,
    },
    Names {
        directory: "cublaslt",
        of: &BLASLT,
        narrow: None,
        missing: "CUBLAS_STATUS_NOT_SUPPORTED = 15",
        beside: None,
    },
    Names {
        directory: "cufft",
        of: &FFT,
        narrow: Some("hipfftHandle"),
        missing: "CUFFT_NOT_SUPPORTED = 16",
        beside: None,
    },
    Names {
        directory: "curand",
        of: &RAND,
        narrow: None,
        missing: "CURAND_STATUS_INTERNAL_ERROR = 999",
        beside: None,
    },
    Names {
        directory: "cusparse",
        of: &SPARSE,
        narrow: None,
        missing: "CUSPARSE_STATUS_NOT_SUPPORTED = 10",
        beside: None,
    },
    Names {
        directory: "cusolver",
        of: &SOLVER,
        narrow: None,
        missing: "CUSOLVER_STATUS_NOT_SUPPORTED = 9",
        beside: Some("libhipsparse.so"),
    },
];

/// Values of an enumeration, by its type: CUDA's number, HIP's, and CUDA's name.
type Numbers = BTreeMap<String, Vec<(String, String, String)>>;

/// Tables of a library.
struct Tables {
    /// Names that programs look for: the last release, and older ones.
    soname: String,
    older: Vec<String>,
    numbers: Numbers,
    /// CUDA's name, and the call.
    others: Vec<(String, String)>,
    functions: Vec<Function>,
}

impl Tables {
    fn read(names: &Names) -> Outcome<Tables> {
        let folder = api(names.directory);
        let file = format!("lib{}.so", names.directory);
        let library = install::libraries()?.into_iter().find(|library| library.file == file);
        let Installed { name: soname, older, .. } =
            library.ok_or_else(|| format!("libraries.tsv: no {file}"))?;
        // Libraries use enumerations of BLAS beside their own.
        let mut values = Vec::new();
        for directory in [names.of.directory, BLAS.directory] {
            values.extend(Table::read(&root().join("libraries").join(directory).join("api/enums.tsv"))?.rows);
        }
        let functions = host_libraries::functions(names.of)?;
        let mut rows = Table::read(&folder.join("numbers.tsv"))?.rows;
        if names.of.directory != BLAS.directory {
            let used = parameter_types(&functions)?;
            let of_blas = Table::read(&api("cublas").join("numbers.tsv"))?.rows;
            rows.extend(of_blas.into_iter().filter(|row| used.contains(&row[0])));
        }
        let mut numbers = Numbers::new();
        for row in rows {
            let [ty, name, value, hip] = row.as_slice() else { return Err(format!("numbers.tsv: {row:?}")) };
            let known = values.iter().find(|value| value[0] == *ty && value[1] == *hip);
            let known = known.ok_or_else(|| format!("numbers.tsv: {ty} has no `{hip}`"))?;
            numbers.entry(ty.clone()).or_default().push((value.clone(), known[2].clone(), name.clone()));
        }
        if let Some(statuses) = numbers.get(names.of.status) {
            let of_status = values.iter().filter(|value| value[0] == names.of.status);
            for value in of_status {
                if !statuses.iter().any(|(_, hip, _)| *hip == value[2]) {
                    return Err(format!("{}: numbers.tsv has no row of {}", names.directory, value[1]));
                }
            }
        }
        let mut others = Vec::new();
        for row in Table::read(&folder.join("others.tsv"))?.rows {
            let [name, call] = row.as_slice() else { return Err(format!("others.tsv: {row:?}")) };
            others.push((name.clone(), call.clone()));
        }
        Ok(Tables { soname, older, numbers, others, functions })
    }

    /// CUDA's names that are functions of HIP's library.
    fn forwards(&self) -> Outcome<BTreeMap<&str, &Function>> {
        let is_own = |name: &str| self.others.iter().any(|(other, _)| other == name);
        let there = self.functions.iter().filter(|f| f.is_there());
        let mut all: BTreeMap<&str, &Function> =
            there.filter(|f| f.cuda != "-" && !is_own(&f.cuda)).map(|f| (f.cuda.as_str(), f)).collect();
        for (name, call) in self.others.iter().filter(|(_, call)| call != "-" && !call.starts_with("own::")) {
            let called = self.functions.iter().find(|f| f.name == *call && f.is_there());
            all.insert(name, called.ok_or_else(|| format!("others.tsv: no `{call}`"))?);
        }
        Ok(all)
    }

    fn own(&self) -> impl Iterator<Item = &(String, String)> {
        self.others.iter().filter(|(_, call)| call.starts_with("own::"))
    }

    fn missing(&self) -> impl Iterator<Item = &str> {
        self.others.iter().filter(|(_, call)| call == "-").map(|(name, _)| name.as_str())
    }

    /// Functions of cuBLAS' first version: those of the second one by names without its ending, but for some
    /// that came later.
    fn first_version(&self) -> BTreeMap<&str, &Function> {
        const LATER: [&str; 6] =
            ["cublasCsymv", "cublasCsyr", "cublasCsyr2", "cublasZsymv", "cublasZsyr", "cublasZsyr2"];
        let there = self.functions.iter().filter(|f| f.is_there());
        let first = there.filter_map(|f| Some((f.cuda.strip_suffix("_v2")?, f)));
        first
            .filter(|(name, f)| name.starts_with("cublas") && is_numeric(f) && !LATER.contains(name))
            .collect()
    }
}

/// Whether a function of BLAS computes: its name has the letter of a type after `hipblas`, or of an index.
fn is_numeric(function: &Function) -> bool {
    let name = function.name.trim_start_matches("hipblas").trim_start_matches('I');
    let mut letters = name.chars();
    letters.next().is_some_and(|c| "SDCZsdcz".contains(c))
        && letters.next().is_some_and(char::is_lowercase)
        && !["Create", "Destroy"].contains(&name)
        && !name.starts_with("Set")
}

/// Types of hipSOLVER that are other names of hipBLAS' enumerations.
const ALIASES: [(&str, &str); 3] = [
    ("hipsolverFillMode_t", "hipblasFillMode_t"),
    ("hipsolverOperation_t", "hipblasOperation_t"),
    ("hipsolverSideMode_t", "hipblasSideMode_t"),
];

/// The enumeration that a type of a parameter is.
fn enumeration(ty: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == ty).map_or(ty, |(_, of)| of)
}

/// Directory of a library's tables.
fn api(directory: &str) -> PathBuf {
    root().join("cuda-compat").join(directory).join("api")
}

/// Types of the parameters of functions that are there.
fn parameter_types(functions: &[Function]) -> Outcome<BTreeSet<String>> {
    let mut types = BTreeSet::new();
    for function in functions.iter().filter(|function| function.is_there()) {
        types
            .extend(function.parameters()?.into_iter().map(|parameter| enumeration(parameter.ty).to_owned()));
    }
    Ok(types)
}

/// Files of all libraries.
pub(crate) fn files() -> Outcome<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for names in &ALL {
        let tables = Tables::read(names)?;
        let folder = root().join("cuda-compat").join(names.directory);
        files.push((folder.join("src/forward.rs"), forward(names, &tables)?));
        if !tables.numbers.is_empty() {
            files.push((folder.join("src/numbers.rs"), numbers(names, &tables)));
        }
        if !tables.first_version().is_empty() {
            files.push((folder.join("src/first.rs"), first(names, &tables)?));
        }
        files.push((folder.join("symbols.map"), versions(names, &tables)?));
        files.push((folder.join("build.rs"), build(names, &tables)));
    }
    Ok(files)
}

/// Opening of a generated source.
fn opening(names: &Names, what: &str) -> String {
    format!(
        "//! Written by `cargo xtask check --write` from cuda-compat/{}/api and libraries/{}/api: change those.\n//!\n//! {what}\n\n",
        names.directory, names.of.directory
    )
}

/// Name of a constant for an enumeration: `hipblasFillMode_t` is `FILL_MODE`.
fn constant(ty: &str) -> String {
    let bare = ty.trim_end_matches("_t");
    let start = bare.find(char::is_uppercase).unwrap_or(0);
    let mut out = String::new();
    for c in bare[start..].chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_uppercase());
    }
    out
}

fn numbers(names: &Names, tables: &Tables) -> String {
    let mut out = opening(names, "Numbers that differ between CUDA and HIP: CUDA's, HIP's, CUDA's name.");
    out += "use forward::Numbers;\n";
    for (ty, values) in &tables.numbers {
        let rows: Vec<String> =
            values.iter().map(|(cuda, hip, name)| format!("    ({cuda}, {hip}, c\"{name}\"),\n")).collect();
        let (name, rows) = (constant(ty), rows.concat());
        let _ = write!(
            out,
            "\n/// `{ty}`\n#[rustfmt::skip]\npub(crate) const {name}: Numbers = Numbers(&[\n{rows}]);\n"
        );
    }
    out
}

fn forward(names: &Names, tables: &Tables) -> Outcome<String> {
    let statuses = tables.numbers.contains_key(names.of.status);
    let mut lines = String::new();
    for (symbol, function) in tables.forwards()? {
        let (mut taken, mut given) = (Vec::new(), Vec::new());
        for p in function.parameters()? {
            let (name, class) = (p.name, p.kind.rust());
            if names.narrow == Some(p.ty) {
                taken.push(format!("{name}: i32"));
                given.push(format!("own::handle({name}) => Pointer"));
            } else if p.kind == Kind::Number && tables.numbers.contains_key(enumeration(p.ty)) {
                taken.push(format!("{name}: u32"));
                given.push(format!("numbers::{}.hip({name}) => u32", constant(enumeration(p.ty))));
            } else {
                taken.push(format!("{name}: {class}"));
                given.push(format!("{name} => {class}"));
            }
        }
        let (taken, given) = (taken.join(", "), given.join(", "));
        let _ = writeln!(lines, "    {symbol}({taken}) = {}({given});", function.name);
    }
    let mut out = opening(
        names,
        "CUDA's functions: those of HIP's library, those of `own`, and those that are missing.",
    );
    let uses = if lines.contains("numbers::") || statuses {
        "use crate::{numbers, own};\n"
    } else {
        "use crate::own;\n"
    };
    out += uses;
    out += "use forward::Pointer;\n";
    let answer = if statuses {
        format!("|code| numbers::{}.cuda(code)", constant(names.of.status))
    } else {
        "std::convert::identity".to_owned()
    };
    let older: Vec<String> = tables.older.iter().map(|name| format!("\"{name}\"")).collect();
    let older = format!("[{}]", older.join(" "));
    let _ = write!(out, "\n#[rustfmt::skip]\nforward::forwards! {{\n    {older} {answer};\n{lines}}}\n");
    let _ = write!(out, "\n#[rustfmt::skip]\nforward::exports! {{\n    {older}\n");
    for (symbol, call) in tables.own() {
        let _ = writeln!(out, "    {symbol} = {call};");
    }
    let (name, value) = names.missing.split_once(" = ").ok_or("no number of what is missing")?;
    let _ = write!(out, "}}\n\n/// `{name}`\nconst MISSING: u32 = {value};\n");
    let _ = write!(
        out,
        "\n#[rustfmt::skip]\nforward::refusals! {{\n    {older} \"{}\" MISSING;\n",
        names.directory
    );
    for symbol in tables.missing() {
        let _ = writeln!(out, "    {symbol},");
    }
    out += "}\n";
    Ok(out)
}

/// Functions of the first version: letters are enumerations, factors are values, and results are returned.
fn first(names: &Names, tables: &Tables) -> Outcome<String> {
    let mut lines = String::new();
    for (symbol, function) in tables.first_version() {
        let (mut taken, mut given, mut returned) = (Vec::new(), Vec::new(), String::new());
        for (p, (name, declared)) in function.parameters()?.into_iter().zip(declarations(&function.params)) {
            let value = |class: &str| {
                (format!("{name}: {class}"), format!("(&raw const {name}).cast_mut().cast() => Pointer"))
            };
            let letter = |of: &str| (format!("{name}: i8"), format!("session::{of}({name}) => u32"));
            let number = match declared.trim_start_matches("const ").trim_end_matches([' ', '*']) {
                "float" => "f32",
                "double" => "f64",
                "hipComplex" => "C32",
                "hipDoubleComplex" => "C64",
                _ => "i32",
            };
            let (take, give) = match (name, p.ty) {
                ("handle", _) => continue,
                // The product of a triangular matrix takes the place of the other.
                ("C", _) if symbol.ends_with("trmm") => (String::new(), "B => Pointer".to_owned()),
                ("ldc", _) if symbol.ends_with("trmm") => (String::new(), "ldb => i32".to_owned()),
                ("result", _) => {
                    returned = format!(" -> result: {number}");
                    (String::new(), "(&raw mut result).cast() => Pointer".to_owned())
                }
                ("alpha" | "beta", _) => value(number),
                ("c" | "s", _) if declared.starts_with("const ") => value(number),
                (_, "hipblasOperation_t") => letter("operation"),
                (_, "hipblasFillMode_t") => letter("fill"),
                (_, "hipblasSideMode_t") => letter("side"),
                (_, "hipblasDiagType_t") => letter("diagonal"),
                _ => (format!("{name}: {}", p.kind.rust()), format!("{name} => {}", p.kind.rust())),
            };
            taken.extend(Some(take).filter(|take| !take.is_empty()));
            given.push(give);
        }
        let (taken, given) = (taken.join(", "), given.join(", "));
        let _ = writeln!(lines, "    {symbol}({taken}){returned} = {}({given});", function.name);
    }
    let older: Vec<String> = tables.older.iter().map(|name| format!("\"{name}\"")).collect();
    Ok(format!(
        "{}use crate::session::{{self, C32, C64}};\nuse forward::Pointer;\n\n#[rustfmt::skip]\nsession::functions! {{\n    [{}];\n{lines}}}\n",
        opening(names, "Functions of cuBLAS' first version, which have neither handle nor status."),
        older.join(" ")
    ))
}

/// Names and types of C's parameters.
fn declarations(params: &str) -> impl Iterator<Item = (&str, &str)> {
    params.split(',').filter_map(|param| {
        let at = param.rfind(|c: char| !c.is_alphanumeric() && c != '_')? + 1;
        Some((&param[at..], param[..at].trim()))
    })
}

/// The linker's list: all symbols bear a library's name as their version, as NVIDIA's do.
fn versions(names: &Names, tables: &Tables) -> Outcome<String> {
    let mut out = format!(
        "# Written by `cargo xtask check --write` from cuda-compat/{}/api and libraries/{}/api: change those.\n",
        names.directory, names.of.directory
    );
    for older in &tables.older {
        let _ = writeln!(out, "{older} {{\n}};");
    }
    let _ = writeln!(out, "{} {{\n  global:", tables.soname);
    let forwards = tables.forwards()?;
    let all = forwards.keys().copied().chain(tables.own().map(|(name, _)| name.as_str()));
    for symbol in all.chain(tables.first_version().into_keys()).chain(tables.missing()) {
        let _ = writeln!(out, "    {symbol};");
    }
    out += "};\n";
    Ok(out)
}

fn build(names: &Names, tables: &Tables) -> String {
    let beside =
        names.beside.map(|library| format!("    link::against(\"{library}\");\n")).unwrap_or_default();
    format!(
        "//! Written by `cargo xtask check --write`: links the library: its name, HIP's library next to it, and symbol\n\
         //! versions.\n\n#[path = \"../link.rs\"]\nmod link;\n\nfn main() {{\n    \
         println!(\"cargo::rerun-if-changed=symbols.map\");\n    \
         println!(\"cargo::rustc-link-arg=-Wl,-soname,{}\");\n    \
         let folder = std::env::var(\"CARGO_MANIFEST_DIR\").unwrap_or_default();\n    \
         println!(\"cargo::rustc-link-arg=-Wl,--version-script={{folder}}/symbols.map\");\n    \
         link::against(\"libhip{}.so\");\n{beside}}}\n",
        tables.soname, names.of.directory
    )
}

/// The chapter of COVERAGE.md.
pub(crate) fn coverage() -> Outcome<String> {
    let mut out = String::from(
        "\n### CUDA's names of them\n\nMissing functions are exported, say their name once on standard error, and answer that they are not supported. cuBLAS\n\
         has the functions of its first version, too, which have no handle.\n",
    );
    for names in &ALL {
        let tables = Tables::read(names)?;
        let have = tables.forwards()?.len() + tables.first_version().len() + tables.own().count();
        let missing: Vec<&str> = tables.missing().collect();
        let older: String = tables.older.iter().map(|name| format!(", `{name}`")).collect();
        let _ =
            writeln!(out, "\n`{}`{older}: {have} of {} functions.\n", tables.soname, have + missing.len());
        if !missing.is_empty() {
            let _ = writeln!(out, "**Missing**: {}", missing.join(", "));
        }
    }
    Ok(out)
}
