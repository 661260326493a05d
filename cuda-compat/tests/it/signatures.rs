//! Compares the tables' argument classes with declarations: a file that takes each function's address with
//! the type of `declarations.tsv` and checks its arguments is compiled with our headers and linked with our
//! libraries, and also compiled with the headers of an installed CUDA toolkit, if there is one (`CUDA_PATH`,
//! `/usr/local/cuda`).

use crate::libraries::folder;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the directory of an installed toolkit's headers.
pub(crate) fn headers() -> Option<PathBuf> {
    let named = std::env::var_os("CUDA_PATH").map(PathBuf::from);
    let places = named.into_iter().chain([PathBuf::from("/usr/local/cuda")]);
    places.map(|place| place.join("include")).find(|include| include.join("cuda_runtime_api.h").is_file())
}

/// Class of a type as an argument: `P` a pointer, a digit the bytes of a number, a letter a structure.
const CLASSES: &str = r#"
#include <type_traits>
template <class T> constexpr char class_of()
{
    if (std::is_pointer<T>::value) return 'P';
    if (std::is_same<T, float>::value) return 'f';
    if (!std::is_class<T>::value || sizeof(T) == 8) return '0' + sizeof(T);
    return sizeof(T) == 12 ? 'd' : sizeof(T) == 24 ? 'e' : sizeof(T) == 32 ? 'p' : sizeof(T) == 64 ? 'i' : '?';
}
template <class R, class... A> constexpr bool takes(R (*)(A...), const char *classes)
{
    const char own[] = {class_of<A>()..., 0};
    int at = 0;
    while (own[at] && own[at] == classes[at]) ++at;
    return own[at] == classes[at];
}
#define CHECK(name, classes) static_assert(takes(&name, classes), #name)
"#;

/// Returns a table's arguments in those letters.
fn letters(arguments: &str) -> String {
    let letter = |class| match class {
        "Pointer" => 'P',
        "f32" => 'f',
        "u8" => '1',
        "u16" => '2',
        "u32" => '4',
        "u64" | "Location" => '8',
        "Dim3" => 'd',
        "Extent" => 'e',
        "Pitched" => 'p',
        "Ipc" => 'i',
        other => panic!("`{other}` is no class"),
    };
    arguments.split(", ").filter(|&class| class != "-").map(letter).collect()
}

/// Names in a header: declared functions, macros defined as other names, and names wrapped by macros for
/// per-thread streams.
struct Names {
    declared: BTreeSet<String>,
    defined: BTreeSet<String>,
    wrapped: BTreeSet<String>,
}

fn names(header: &Path) -> Names {
    let text = std::fs::read_to_string(header).expect("a header");
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let behind = |mark: &str| -> BTreeSet<String> {
        text.split(mark).skip(1).map(|rest| word(rest.trim_start_matches([' ', '(']))).collect()
    };
    let mut declared: BTreeSet<String> = &behind("CUDAAPI ") | &behind("CUDARTAPI ");
    // `#define cuMemAlloc cuMemAlloc_v2`: both names have the same declaration.
    let mut defined = BTreeSet::new();
    for line in text.lines().filter_map(|line| line.trim_start().strip_prefix("#define ")) {
        let mut words = line.split_whitespace();
        if let (Some(name), Some(to)) = (words.next(), words.next()) {
            if declared.contains(name) && to.starts_with("cu") {
                declared.insert(to.to_owned());
            }
            defined.insert(name.to_owned());
        }
    }
    let wrapped = &behind("API_PTSZ") | &behind("API_PTDS");
    Names { declared, defined, wrapped }
}

/// Returns the rows of a table.
fn rows(table: &'static str) -> impl Iterator<Item = std::str::Split<'static, char>> {
    tsv::rows(table).map(tsv::cells)
}

/// Returns the result and argument types of functions by symbol, for a version of the runtime.
fn declarations(version: &str) -> BTreeMap<&'static str, (&'static str, &'static str)> {
    let found = rows(include_str!("../../api/declarations.tsv")).filter_map(|mut cells| {
        let (symbol, whose) = (cells.next()?, cells.next()?);
        let is_of = ["driver", "both", "nvml", version].contains(&whose);
        is_of.then_some((symbol, (cells.next()?, cells.next()?)))
    });
    found.collect()
}

/// Returns a symbol without the suffix of per-thread streams.
fn base(symbol: &str) -> Option<&str> {
    symbol.strip_suffix("_ptsz").or_else(|| symbol.strip_suffix("_ptds"))
}

/// An exported function with the table's classes of its arguments, if it has them.
type Exported = (&'static str, Option<&'static str>);

/// Generates the lines that check functions: the type of each address, and the argument classes.
fn checks(all: &[&Exported], version: &str) -> (String, usize) {
    let declared = declarations(version);
    let (mut text, mut count) = (String::new(), 0);
    for (symbol, classes) in all {
        if let Some(classes) = classes {
            let _ = writeln!(text, "CHECK({symbol}, \"{}\");", letters(classes));
        }
        let found = declared.get(symbol).or_else(|| declared.get(base(symbol)?));
        if let Some((returns, parameters)) = found {
            let parameters = if *parameters == "-" { "" } else { parameters };
            let _ = writeln!(text, "extern {returns} (*const at_{symbol})({parameters}) = {symbol};");
            count += 1;
        }
    }
    (text, count)
}

/// Returns the functions of the driver, of a version of the runtime, and of NVML.
fn exported(version: &str) -> [Vec<Exported>; 3] {
    let classes =
        |arguments: &'static str, call: &str| (call != "-" || arguments != "-").then_some(arguments);
    let driver = rows(include_str!("../../api/functions.tsv"));
    let driver = driver.filter_map(|mut cells| {
        let (symbol, arguments, call) = (cells.next()?, cells.nth(3)?, cells.next()?);
        Some((symbol, classes(arguments, call)))
    });
    let runtime = rows(include_str!("../../api/runtime.tsv")).filter_map(|mut cells| {
        let (symbol, whose) = (cells.next()?, cells.next()?);
        // Functions that compilers call have no classes.
        let arguments = cells.next().filter(|_| !symbol.starts_with("__"));
        let classes = arguments.and_then(|arguments| classes(arguments, cells.next()?));
        ["both", version].contains(&whose).then_some((symbol, classes))
    });
    let nvml = rows(include_str!("../../api/declarations.tsv")).filter_map(|mut cells| {
        let symbol = cells.next()?;
        (cells.next()? == "nvml").then_some((symbol, None))
    });
    [driver.collect(), runtime.collect(), nvml.collect()]
}

#[test]
fn every_function_is_what_our_headers_declare() {
    for (version, release) in [("12", 12_090), ("13", 13_000)] {
        let place = folder(&format!("signatures_{version}"));
        let all = exported(version);
        let all: Vec<&Exported> = all.iter().flatten().collect();
        let (lines, count) = checks(&all, version);
        assert!(count > 1050, "{count} functions are declared");
        let mut text = format!("#define CUDART_VERSION {release}\n");
        text += "#include <driver.h>\n#include <nvml.h>\n#include <runtime.h>\n#include <cstdio>\n";
        text += CLASSES;
        text += &lines;
        text += "int main() { std::puts(at_cuInit(0) == 0 && at_cudaSetDevice(0) == 0 && at_nvmlInit() == 0 ? \"called\" : \"\"); }\n";
        std::fs::write(place.join("all.cpp"), text).expect("a source");
        let mut compiler = Command::new("c++");
        compiler.current_dir(&place).args(["-std=c++17", "-Wall", "-Werror", "all.cpp", "-o", "all", "-I"]);
        compiler.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"));
        compiler.args(["libcuda.so.1", "libnvidia-ml.so.1", "-Wl,-rpath,$ORIGIN"]);
        let built = compiler.arg(format!("libcudart.so.{version}")).output().expect("a C++ compiler");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let ran = Command::new(place.join("all")).output().expect("the program starts");
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "called\n");
    }
}

#[test]
fn our_headers_are_c_too() {
    for header in ["driver.h", "nvml.h", "runtime.h"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include").join(header);
        let flags = ["-x", "c", "-std=c99", "-Wall", "-Wextra", "-fsyntax-only"];
        let ran = Command::new("cc").args(flags).arg(path).env("LC_ALL", "C").output();
        let said = ran.expect("a C compiler").stderr;
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(!said.contains("error"), "{said}");
    }
}

/// Compiles a file of checks and returns the compiler's messages.
fn compile(
    include: &Path,
    header: &str,
    version: &str,
    flag: &str,
    checked: &[&Exported],
    source: &Path,
) -> String {
    let text = format!("#include <{header}>\n{CLASSES}{}", checks(checked, version).0);
    std::fs::write(source, text).expect("a source");
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-fsyntax-only", "-w", flag, "-I"]).arg(include).arg(source);
    let built = compiler.env("LC_ALL", "C.UTF-8").output().expect("a C++ compiler");
    String::from_utf8_lossy(&built.stderr).into_owned()
}

/// Compiles checks of symbols with their classes, and returns the number of symbols that the header declares.
fn check(include: &Path, header: &str, version: &str, symbols: &[Exported]) -> usize {
    let names = names(&include.join(header));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("signatures");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut count = 0;
    for (streams, flag) in [(false, "-DLEGACY_STREAM"), (true, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM")] {
        let there = |symbol: &str| match (base(symbol), streams) {
            (Some(base), true) => names.wrapped.contains(base),
            (None, false) => names.declared.contains(symbol) && !names.defined.contains(symbol),
            _ => false,
        };
        let mut checked: Vec<&Exported> = symbols.iter().filter(|(symbol, _)| there(symbol)).collect();
        let source = folder.join(format!("{header}.{streams}.cpp"));
        let mut said = compile(include, header, version, flag, &checked, &source);
        if said.contains("was not declared") {
            // The header declares these for older versions only.
            checked.retain(|(symbol, _)| !said.contains(&format!("{symbol}\u{2019} was not declared")));
            said = compile(include, header, version, flag, &checked, &source);
        }
        assert!(said.is_empty(), "{said}");
        count += checked.len();
    }
    count
}

#[test]
fn classes_of_arguments_are_those_of_nvidia_s_declarations() {
    let Some(include) = headers() else {
        eprintln!("skipped: no CUDA toolkit in CUDA_PATH or /usr/local/cuda to compare with");
        return;
    };
    let text = std::fs::read_to_string(include.join("cuda_runtime_api.h")).expect("a header");
    let version =
        if text.contains("CUDART_VERSION  12") || text.contains("CUDART_VERSION 12") { "12" } else { "13" };
    let [driver, runtime, _] = exported(version);
    let found = check(&include, "cuda.h", version, &driver);
    assert!(found > 450, "{found} functions of the driver");
    let found = check(&include, "cuda_runtime_api.h", version, &runtime);
    assert!(found > 300, "{found} functions of the runtime");
}
