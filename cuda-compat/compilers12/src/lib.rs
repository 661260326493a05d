//! `libnvrtc.so.12` and `libnvJitLink.so.12`, one file under two names: compilers at run time, by CUDA's
//! names.
//!
//! All functions are in crate `compilers`; this one gives them the names and the version.

compilers::functions!(12);
