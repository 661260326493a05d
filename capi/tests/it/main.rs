//! The C ABI as C and C++ programs see it: headers, symbols, codes.

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
