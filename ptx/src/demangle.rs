//! Names of kernels as their sources have them.

use cpp_demangle::{BorrowedSymbol, DemangleNodeType, DemangleOptions, DemangleWrite, ParseOptions};
use std::fmt::{self, Write};

/// Bytes of the longest name. A mangled name may stand for exponentially many.
const LONGEST: usize = 4096;
/// Names nested in each other, of a mangled name that is read.
const DEEPEST: u32 = 64;

/// A name for people: `sum(int*)` for `_Z3sumPi`. What is no mangled name of C++ stays as it is.
#[derive(Clone, Copy, Debug)]
pub struct Readable<'a>(pub &'a str);

impl fmt::Display for Readable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match demangled(self.0) {
            Some(name) => f.write_str(&name),
            None => f.write_str(self.0),
        }
    }
}

fn demangled(name: &str) -> Option<String> {
    if !name.starts_with("_Z") || name.len() > LONGEST {
        return None;
    }
    let options = ParseOptions::default().recursion_limit(DEEPEST);
    let symbol = BorrowedSymbol::new_with_options(name.as_bytes(), &options).ok()?;
    let mut text = Bounded(String::new());
    let options = DemangleOptions::new().no_return_type().recursion_limit(DEEPEST);
    symbol.structured_demangle(&mut text, &options).ok()?;
    Some(text.0)
}

/// A text that fails where it would be too long.
struct Bounded(String);

impl DemangleWrite for Bounded {
    fn push_demangle_node(&mut self, _: DemangleNodeType) {}
    fn pop_demangle_node(&mut self) {}

    fn write_string(&mut self, part: &str) -> fmt::Result {
        if self.0.len() + part.len() > LONGEST { Err(fmt::Error) } else { self.0.write_str(part) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let cases = [
            ("_Z3sumPi", "sum(int*)"),
            ("_ZN4math5scaleIfLi2EEEvPT_i", "math::scale<float, 2>(float*, int)"),
            ("saxpy", "saxpy"),
            ("_Z", "_Z"),
            ("_Z9abc", "_Z9abc"),
        ];
        for (name, readable) in cases {
            assert_eq!(Readable(name).to_string(), readable);
        }
    }

    #[test]
    fn faults_have_readable_names() {
        use crate::exec::{Fault, FaultKind};
        let kind = FaultKind::Bug { what: "a test" };
        let fault = Fault {
            kind,
            kernel: "_Z3sumPi".to_owned(),
            line: 1,
            block: [0; 3],
            thread: None,
            candidates: 1,
        };
        assert!(fault.to_string().contains("in kernel `sum(int*)`"), "{fault}");
    }

    #[test]
    fn names_that_grow_without_bound_stay() {
        // Each argument is a pair of the one before, twice: 2^20 in all.
        let mut name = String::from("_Z1f1aS_");
        for n in 0..20 {
            name += &format!("1pIS{0}_S{0}_E", if n == 0 { String::new() } else { (n - 1).to_string() });
        }
        assert!(Readable(&name).to_string().len() <= name.len().max(LONGEST));
    }
}
