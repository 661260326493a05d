//! `libnvrtc.so.13` and `libnvJitLink.so.13`, one file under two names: compilers at run time, by CUDA's
//! names.
//!
//! All functions are in crate `compilers`; this one gives them the names and the version.

compilers::functions!(13);
