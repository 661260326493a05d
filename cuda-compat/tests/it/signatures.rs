//! The tables' argument classes beside NVIDIA's own declarations: a file that takes each function's address is compiled against the
//! headers of an installed CUDA toolkit, where there is one (`CUDA_PATH`, `/usr/local/cuda`).

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of an installed toolkit's headers.
pub(crate) fn headers() -> Option<PathBuf> {
    let named = std::env::var_os("CUDA_PATH").map(PathBuf::from);
    let places = named.into_iter().chain([PathBuf::from("/usr/local/cuda")]);
    places.map(|place| place.join("include")).find(|include| include.join("cuda_runtime_api.h").is_file())
}

/// What a type is to a call: `P` a pointer, a digit the bytes of a number, a letter a structure.
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

/// A table's arguments in those letters.
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

/// Words of a header that are names: functions declared, macros defined to other names, and what macros for streams of threads wrap.
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
    // `#define cuMemAlloc cuMemAlloc_v2`: what is declared as the one is the other.
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

/// Compiles a file of checks; what the compiler says.
fn compile(include: &Path, header: &str, flag: &str, checked: &[&(&str, &str)], source: &Path) -> String {
    let mut text = format!("#include <{header}>\n{CLASSES}");
    for (symbol, arguments) in checked {
        let _ = writeln!(text, "CHECK({symbol}, \"{}\");", letters(arguments));
    }
    std::fs::write(source, text).expect("a source");
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-fsyntax-only", "-w", flag, "-I"]).arg(include).arg(source);
    let built = compiler.env("LC_ALL", "C.UTF-8").output().expect("a C++ compiler");
    String::from_utf8_lossy(&built.stderr).into_owned()
}

/// Compiles checks of symbols with their classes; the count of those that the header declares.
fn check(include: &Path, header: &str, symbols: &[(&str, &str)]) -> usize {
    let names = names(&include.join(header));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("signatures");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut count = 0;
    for (streams, flag) in [(false, "-DLEGACY_STREAM"), (true, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM")] {
        let there = |symbol: &str| {
            let base = symbol.strip_suffix("_ptsz").or_else(|| symbol.strip_suffix("_ptds"));
            match (base, streams) {
                (Some(base), true) => names.wrapped.contains(base),
                (None, false) => names.declared.contains(symbol) && !names.defined.contains(symbol),
                _ => false,
            }
        };
        let mut checked: Vec<_> = symbols.iter().filter(|(symbol, _)| there(symbol)).collect();
        let source = folder.join(format!("{header}.{streams}.cpp"));
        let mut said = compile(include, header, flag, &checked, &source);
        if said.contains("was not declared") {
            // Declarations that the header makes for older versions only.
            checked.retain(|(symbol, _)| !said.contains(&format!("{symbol}\u{2019} was not declared")));
            said = compile(include, header, flag, &checked, &source);
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
    let rows = |table: &'static str| {
        table.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split('\t'))
    };
    let driver: Vec<(&str, &str)> = rows(include_str!("../../api/functions.tsv"))
        .filter_map(|mut cells| Some((cells.next()?, cells.nth(3)?, cells.next()?)))
        .filter(|(_, arguments, call)| *call != "-" || *arguments != "-")
        .map(|(symbol, arguments, _)| (symbol, arguments))
        .collect();
    let found = check(&include, "cuda.h", &driver);
    assert!(found > 450, "{found} functions of the driver");
    let text = std::fs::read_to_string(include.join("cuda_runtime_api.h")).expect("a header");
    let version =
        if text.contains("CUDART_VERSION  12") || text.contains("CUDART_VERSION 12") { "12" } else { "13" };
    let runtime: Vec<(&str, &str)> = rows(include_str!("../../api/runtime.tsv"))
        .filter_map(|mut cells| Some((cells.next()?, cells.next()?, cells.next()?, cells.next()?)))
        .filter(|(_, whose, arguments, call)| {
            ["both", version].contains(whose) && (*call != "-" || *arguments != "-")
        })
        .map(|(symbol, _, arguments, _)| (symbol, arguments))
        .collect();
    let found = check(&include, "cuda_runtime_api.h", &runtime);
    assert!(found > 300, "{found} functions of the runtime");
}
