//! Calls by table: each row of `testdata/capi/calls.tsv` is a call with its arguments and its result. All
//! rows run in one thread, in order, against the built library, so that later rows can use objects of earlier
//! ones.
//!
//! An argument is one of
//! * a number, `-1`, `0x20`, `null`, or `garbage`, a word that never was a handle or a pointer;
//! * `'text'`, a string; `f1.5`, a `float`; `xyz:8,1,1`, a `dim3`; `pair:1,0`, a structure of two `int`;
//! * `&`, a place of 4,096 zero bytes, and `&name`, one that keeps its name; `&name+8`, a place behind it;
//! * `name`, the first word of the place `&name`, also of one that is gone: a stale handle; `name+8`, a
//!   number added;
//! * `{8:name,4:1,…}`, the address of a structure: bytes and value of each member;
//! * `@file`, the text of a file of `testdata/capi`;
//! * `|`, behind which stand the words of a structure that is passed in memory.

#![expect(unsafe_code, reason = "calls the library as C programs do")]

use crate::system::{library, root, rows, table};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CString, c_void};

/// Size of a place in bytes.
const PLACE: usize = 4096;

/// Type of any function of the C API, called with more arguments than it has: words in registers, floats,
/// words in memory.
type Any = unsafe extern "C" fn(
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    f32,
    f32,
    f32,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
) -> u64;

/// Places shared by the rows. Nothing is freed: the library may keep addresses.
#[derive(Default)]
struct Places(BTreeMap<String, u64>);

fn keep(bytes: Vec<u8>) -> u64 {
    // Words, so that it is aligned like C's allocations.
    let mut words = vec![0u64; bytes.len().div_ceil(8)];
    for (word, part) in words.iter_mut().zip(bytes.chunks(8)) {
        let mut whole = [0; 8];
        whole[..part.len()].copy_from_slice(part);
        *word = u64::from_le_bytes(whole);
    }
    Vec::leak(words).as_ptr() as u64
}

impl Places {
    fn place(&mut self, name: &str) -> u64 {
        if name.is_empty() {
            return keep(vec![0; PLACE]);
        }
        *self.0.entry(name.to_owned()).or_insert_with(|| keep(vec![0; PLACE]))
    }

    /// Returns the word for a token.
    fn word(&mut self, token: &str) -> u64 {
        if let Ok(number) = token.parse::<i64>() {
            return number as u64;
        }
        if let Some(hexadecimal) = token.strip_prefix("0x") {
            return u64::from_str_radix(hexadecimal, 16).unwrap_or_else(|e| panic!("{token}: {e}"));
        }
        if let Some(text) = token.strip_prefix('\'') {
            return keep(
                CString::new(text.trim_end_matches('\'')).expect("no zero in a table").into_bytes_with_nul(),
            );
        }
        if let Some(members) = token.strip_prefix('{') {
            return self.structure(members.trim_end_matches('}'));
        }
        if let Some(file) = token.strip_prefix('@') {
            let mut text =
                std::fs::read(root().join("testdata/capi").join(file)).expect("a file of the test data");
            text.push(0);
            return keep(text);
        }
        if let Some(pair) = token.strip_prefix("pair:") {
            let (low, high) = pair.split_once(',').expect("two numbers");
            return self.word(low) & 0xffff_ffff | self.word(high) << 32;
        }
        let (name, offset) = token.split_once('+').unwrap_or((token, "0"));
        let offset = self.word(offset);
        if let Some(name) = name.strip_prefix('&') {
            return self.place(name) + offset;
        }
        match name {
            "null" => 0,
            "garbage" => 0xdead_beef,
            name => {
                let place = *self.0.get(name).unwrap_or_else(|| panic!("{name}: no row above keeps it"));
                // SAFETY: places are never freed, and begin with a whole word.
                (unsafe { (place as *const u64).read() }).wrapping_add(offset)
            }
        }
    }

    fn structure(&mut self, members: &str) -> u64 {
        let mut bytes = Vec::new();
        for member in members.split(',').filter(|member| !member.is_empty()) {
            let (size, value) = member.split_once(':').unwrap_or_else(|| panic!("{member}: size and value"));
            let size: usize = size.parse().unwrap_or_else(|e| panic!("{member}: {e}"));
            let word = if value == "0" { 0 } else { self.word(value) };
            bytes.extend(word.to_le_bytes().iter().copied().chain(std::iter::repeat(0)).take(size));
        }
        // Reads beyond the written members find zeros.
        bytes.resize(bytes.len() + 256, 0);
        keep(bytes)
    }

    /// Makes a call and returns its result.
    fn call(&mut self, function: *mut c_void, arguments: &str) -> u64 {
        let (mut registers, mut floats, mut memory) = (Vec::new(), Vec::new(), Vec::new());
        let mut in_memory = false;
        for token in arguments.split(' ').filter(|token| !token.is_empty() && *token != "-") {
            if token == "|" {
                in_memory = true;
            } else if let Some(number) = token.strip_prefix('f').and_then(|number| number.parse::<f32>().ok())
            {
                floats.push(number);
            } else if let Some(sizes) = token.strip_prefix("xyz:") {
                let [x, y, z] = *sizes.split(',').map(|n| self.word(n)).collect::<Vec<_>>() else {
                    panic!("{token}: three numbers")
                };
                registers.extend([x | y << 32, z]);
            } else {
                let word = self.word(token);
                if in_memory { memory.push(word) } else { registers.push(word) }
            }
        }
        // Arguments without a register come first in memory, as in the calling convention for words.
        let spilt = registers.split_off(registers.len().min(6));
        registers.resize(6, 0);
        floats.resize(3, 0.0);
        let mut rest = spilt;
        rest.extend(memory);
        assert!(rest.len() <= 8, "{arguments}: more words than are passed");
        rest.resize(8, 0);
        let [a, b, c, d, e, f] = *registers else { unreachable!("resized to six") };
        let [x, y, z] = *floats else { unreachable!("resized to three") };
        let [g, h, i, j, k, l, m, n] = *rest else { unreachable!("resized to eight") };
        // SAFETY: a symbol of the library; on x86-64 a function looks at no more arguments than it declares,
        // and their words are what the table says of them.
        unsafe {
            let function: Any = std::mem::transmute(function);
            function(a, b, c, d, e, f, x, y, z, g, h, i, j, k, l, m, n)
        }
    }
}

/// Return types without a code.
const NO_CODE: [&str; 4] = ["void", "void **", "const char *", "hiprtcResult"];

/// Makes the calls of rows of function, arguments and result; returns those with another result.
pub(crate) fn differing(rows_of: &[[&str; 3]]) -> Vec<String> {
    let names: BTreeMap<u64, String> = rows(&root().join("capi/api/enums.tsv"))
        .into_iter()
        .filter(|row| row[0] == "hipError_t")
        .rev()
        .map(|row| (row[2].parse().expect("a number"), row[1].clone()))
        .collect();
    let returns: BTreeMap<String, String> = rows(&root().join("capi/api/functions.tsv"))
        .into_iter()
        .map(|row| (row[0].clone(), row[1].clone()))
        .collect();
    let path = CString::new(library().as_os_str().as_encoded_bytes()).expect("a path");
    // SAFETY: the path ends with a zero; the library stays loaded.
    let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    assert!(!library.is_null());
    let mut places = Places::default();
    let mut wrong = Vec::new();
    for &[name, arguments, answer] in rows_of {
        let got = if name == "word" {
            // SAFETY: places are never freed, and offsets stay within them.
            unsafe { (places.word(arguments) as *const u32).read() }.to_string()
        } else {
            let symbol = CString::new(name).expect("a name");
            // SAFETY: the name ends with a zero.
            let function = unsafe { libc::dlsym(library, symbol.as_ptr()) };
            assert!(!function.is_null(), "{name}: not in the library");
            let got = places.call(function, arguments);
            match returns.get(name).map_or("hipError_t", String::as_str) {
                "void" => "-".to_owned(),
                "hipError_t" => {
                    let code = got & 0xffff_ffff;
                    names.get(&code).cloned().unwrap_or_else(|| code.to_string())
                }
                kind if NO_CODE.contains(&kind) || kind.ends_with('*') => {
                    places.0.insert("returned".to_owned(), keep(got.to_le_bytes().to_vec()));
                    if got == 0 { "null".to_owned() } else { "some".to_owned() }
                }
                _ => (got & 0xffff_ffff).to_string(),
            }
        };
        if got != *answer {
            wrong.push(format!("{name}\t{arguments}\t{got}, not {answer}"));
        }
    }
    wrong
}

#[test]
fn calls_answer_as_their_rows_say() {
    let table = table("calls.tsv");
    let wrong = differing(
        &table
            .iter()
            .map(|row| {
                let [name, arguments, answer, source] = row.as_slice() else { panic!("{row:?}") };
                assert!(["HIP", "H200", "safe", "ours", "setup"].contains(&source.as_str()), "{row:?}");
                [name.as_str(), arguments, answer]
            })
            .collect::<Vec<_>>(),
    );
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the functions that a text calls.
fn called(text: &str, known: &BTreeSet<String>) -> BTreeSet<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = BTreeSet::new();
    let mut rest = text;
    while let Some(at) = rest.find(is_word) {
        let word = &rest[at..];
        let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
        if word[end..].starts_with('(') && known.contains(&word[..end]) {
            found.insert(word[..end].to_owned());
        }
        rest = &word[end..];
    }
    found
}

#[test]
fn every_function_is_asked() {
    let functions: BTreeSet<String> =
        rows(&root().join("capi/api/functions.tsv")).into_iter().map(|row| row[0].clone()).collect();
    let calls = table("calls.tsv");
    let mut asked: BTreeSet<String> = calls.iter().map(|row| row[0].clone()).collect();
    let folder = std::fs::read_dir(root().join("testdata/capi")).expect("the folder of the C programs");
    for file in folder {
        let path = file.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "c" || extension == "cpp") {
            asked.extend(called(&std::fs::read_to_string(&path).expect("a source"), &functions));
        }
    }
    let silent: Vec<_> = functions.difference(&asked).collect();
    assert!(silent.is_empty(), "no test calls {silent:?}");
}
