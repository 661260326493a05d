//! testdata
