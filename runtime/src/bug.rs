//! Broken promises of our own: they stop a debug build and are an error in a release build.

/// Reports a broken promise of the runtime's own: panics in debug builds, else yields
/// [`Error::Bug`](crate::Error).
macro_rules! bug {
    ($what:literal) => {{
        debug_assert!(false, "bug: {}", $what);
        $crate::Error::Bug { what: $what }
    }};
}
pub(crate) use bug;
