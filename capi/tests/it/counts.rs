//! Impossible counts: every function with a count parameter is called with 2^31, 2^32 − 1 and −1, real
//! handles and short arrays, each function in a process of its own. None may abort or panic, or return the
//! code of a panic.

#![expect(unsafe_code, reason = "calls the library as C programs do")]

use crate::system::{library, root, rows};
use std::collections::BTreeMap;
use std::ffi::{CString, c_void};
use std::process::Command;

/// Type of a function of integers and pointers; it reads as many words as it has parameters.
type Raw = unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64) -> u64;

/// Environment variable with the name of the function to call, set in the process that calls it.
const FUNCTION: &str = "HIP_TEST_COUNTS_OF";

/// Impossible counts, in 32 bits and in 64.
const COUNTS: [u64; 5] = [1 << 31, 0xffff_ffff, u64::MAX, 1 << 62, 1 << 40];

/// `hipErrorUnknown`: the code of a caught panic.
const UNKNOWN: u64 = 999;

/// Integer types.
const INTEGERS: [&str; 6] = ["int", "unsigned int", "uint32_t", "size_t", "unsigned long long", "uint64_t"];

/// Returns whether a parameter is a count.
fn is_count(parameter: &str) -> bool {
    let Some((kind, name)) = parameter.rsplit_once(' ') else { return false };
    let name = name.to_ascii_lowercase();
    let says = ["num", "count", "nb", "len", "size", "options"].iter().any(|part| name.contains(part));
    INTEGERS.contains(&kind) && !name.starts_with('*') && says
}

fn parameters(row: &[String]) -> Vec<String> {
    row[2].split(',').map(|parameter| parameter.trim().to_owned()).collect()
}

/// Returns the functions with such a parameter. Structures passed in memory are excluded.
fn functions() -> Vec<Vec<String>> {
    let by_value = |p: &str| p.starts_with("hipExtent ") || p.starts_with("hipPitchedPtr ");
    let all = rows(&root().join("capi/api/functions.tsv")).into_iter();
    all.filter(|row| {
        let parameters = parameters(row);
        parameters.iter().any(|p| is_count(p)) && !parameters.iter().any(|p| by_value(p))
    })
    .collect()
}

#[test]
fn no_count_is_allocated_before_it_is_looked_at() {
    if let Some(name) = std::env::var_os(FUNCTION) {
        return call_with_all(&name.to_string_lossy());
    }
    let this = std::env::current_exe().expect("the tests' program has a path");
    let mut wrong = Vec::new();
    let functions = functions();
    assert!(functions.len() > 120, "{}", functions.len());
    for row in functions {
        let output = Command::new(&this)
            .args(["--exact", "counts::no_count_is_allocated_before_it_is_looked_at", "--nocapture"])
            .env(FUNCTION, &row[0])
            .output()
            .expect("the tests' program runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let bad = ["panicked", "memory allocation of", "overflow"].iter().any(|word| said.contains(word));
        if bad || !output.status.success() {
            wrong.push(format!("{}: {}\n{said}", row[0], output.status));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

struct Library(*mut c_void);

impl Library {
    fn load() -> Library {
        let path = CString::new(library().into_os_string().into_encoded_bytes()).expect("no zero in a path");
        // SAFETY: the path ends with a zero; the library stays loaded.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!handle.is_null(), "{path:?} loads");
        Library(handle)
    }

    fn call(&self, name: &str, words: &[u64]) -> u64 {
        let symbol = CString::new(name).expect("no zero in a name");
        // SAFETY: the handle is open and stays so.
        let found = unsafe { libc::dlsym(self.0, symbol.as_ptr()) };
        assert!(!found.is_null(), "{name}");
        let mut all = [0; 14];
        all[..words.len()].copy_from_slice(words);
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = all;
        // SAFETY: handles are the library's; arrays are shorter than what is said of them, which is what is
        // tried.
        unsafe {
            let function = std::mem::transmute::<*mut c_void, Raw>(found);
            function(a, b, c, d, e, f, g, h, i, j, k, l, m, n) & 0xffff_ffff
        }
    }
}

/// Returns a page of zeros that is never freed.
fn place() -> u64 {
    Vec::leak(vec![0u64; 512]).as_ptr() as u64
}

/// Arguments of a call that creates an object, from the address for its handle and the earlier objects.
type Words<'a> = &'a dyn Fn(u64, &BTreeMap<&str, u64>) -> Vec<u64>;

/// Creates an object for each type of handle.
fn objects(library: &Library) -> BTreeMap<&'static str, u64> {
    let text = std::fs::read(root().join("testdata/capi/kernels.ptx")).expect("the kernels");
    let text = CString::new(text).expect("no zero in a text").into_raw() as u64;
    let mut made = BTreeMap::new();
    let mut make = |kind: &'static str, name: &str, words: Words| {
        let out = place();
        assert_eq!(library.call(name, &words(out, &made)), 0, "{name}");
        // SAFETY: the call wrote a handle there.
        made.insert(kind, unsafe { (out as *const u64).read() });
    };
    make("void *", "hipMalloc", &|out, _| vec![out, 1 << 16]);
    make("hipStream_t", "hipStreamCreate", &|out, _| vec![out]);
    make("hipEvent_t", "hipEventCreate", &|out, _| vec![out]);
    make("hipCtx_t", "hipCtxGetCurrent", &|out, _| vec![out]);
    make("hipGraph_t", "hipGraphCreate", &|out, _| vec![out, 0]);
    make("hipGraphNode_t", "hipGraphAddEmptyNode", &|out, made| vec![out, made["hipGraph_t"], 0, 0]);
    make("hipGraphExec_t", "hipGraphInstantiate", &|out, made| vec![out, made["hipGraph_t"], 0, 0, 0]);
    make("hipModule_t", "hipModuleLoadData", &|out, _| vec![out, text]);
    let name = c"store".as_ptr() as u64;
    make("hipFunction_t", "hipModuleGetFunction", &|out, made| vec![out, made["hipModule_t"], name]);
    make("hipLinkState_t", "hipLinkCreate", &|out, _| vec![0, 0, 0, out]);
    make("hipMemPool_t", "hipDeviceGetDefaultMemPool", &|out, _| vec![out, 0]);
    make("hiprtcLinkState", "hiprtcLinkCreate", &|out, _| vec![0, 0, 0, out]);
    made
}

/// Returns the words for a parameter that is no count.
fn words_of(parameter: &str, objects: &BTreeMap<&str, u64>) -> Vec<u64> {
    let kind = parameter.rsplit_once(' ').map_or(parameter, |(kind, _)| kind);
    let is_place = parameter.contains('*') || parameter.contains('[');
    if parameter.starts_with("dim3 ") {
        return vec![1 | 1 << 32, 1];
    }
    if let Some(&object) = objects.get(kind).filter(|_| !is_place) {
        return vec![object];
    }
    match parameter {
        p if p.starts_with("void *") && !p.starts_with("void **") => vec![objects["void *"]],
        p if p.starts_with("hipDeviceptr_t ") => vec![objects["void *"]],
        _ if is_place => vec![place()],
        p if INTEGERS.iter().any(|kind| p.starts_with(&format!("{kind} "))) => vec![0],
        _ => vec![1],
    }
}

fn call_with_all(name: &str) {
    let functions = functions();
    let row = functions.iter().find(|row| row[0] == name).expect("a function of the table");
    let parameters = parameters(row);
    let library = Library::load();
    let counts: Vec<usize> = (0..parameters.len()).filter(|&n| is_count(&parameters[n])).collect();
    for huge in COUNTS {
        // Each alone, then all.
        for which in counts.iter().map(|&n| Some(n)).chain([None]) {
            let objects = objects(&library);
            let words: Vec<u64> = parameters
                .iter()
                .enumerate()
                .flat_map(|(n, parameter)| match (counts.contains(&n), which) {
                    (true, Some(only)) if only != n => vec![1],
                    (true, _) => vec![huge],
                    (false, _) => words_of(parameter, &objects),
                })
                .collect();
            let code = library.call(name, &words);
            if row[1] == "hipError_t" {
                assert_ne!(code, UNKNOWN, "{name}{words:x?}");
            }
        }
    }
}
