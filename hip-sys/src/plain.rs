//! Plain data: types of which any bytes are a value.

/// Type of which any bytes, all zeros among them, are a value.
///
/// # Safety
/// Every bit pattern is valid for the type: numbers, raw pointers, nullable functions, and structures and
/// unions of these.
pub unsafe trait Plain: Copy {}

/// A value of zeros, as C's `{0}`.
pub const fn zeroed<T: Plain>() -> T {
    // SAFETY: zeros are a value of the type.
    unsafe { std::mem::zeroed() }
}

/// Implements [`Plain`].
macro_rules! plain {
    ($($name:ident,)*) => {
        // SAFETY: members are numbers, raw pointers, nullable functions, or such structures and unions.
        $(unsafe impl $crate::Plain for $name {})*
    };
}
pub(crate) use plain;

/// Implements `Debug` for unions, of which nobody knows what they hold.
macro_rules! unions {
    ($($name:ident,)*) => {$(
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )*};
}
pub(crate) use unions;
