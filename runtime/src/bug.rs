//! Broken invariants: a panic in debug builds, an error in release builds.

/// Reports a broken invariant: panics in debug builds, otherwise evaluates to [`Error::Bug`](crate::Error).
macro_rules! bug {
    ($what:literal) => {{
        debug_assert!(false, "bug: {}", $what);
        $crate::Error::Bug { what: $what }
    }};
}
pub(crate) use bug;
