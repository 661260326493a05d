//! The C ABI as C and C++ programs see it: headers, symbols, codes.

mod codes;
mod headers;
mod symbols;
mod system;
