//! Tests of the declarations.

#![expect(non_upper_case_globals, reason = "the names are C's")]

mod layouts;
mod offsets;
mod values;
