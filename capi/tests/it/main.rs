//! Tests of the C ABI from C and C++ programs: headers, symbols, codes.

mod answers;
mod calls;
mod check;
mod codes;
mod counts;
mod gone;
mod green;
mod headers;
mod leaks;
mod machine;
mod peers;
mod random;
mod rtc;
mod rust;
mod stress;
mod surroundings;
mod symbols;
mod system;
mod tool;
mod unified;
mod unnoticed;
