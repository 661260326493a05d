//! Boundary between C and Rust.

/// Exports functions of a handle: name and parameters in C, how instances are given and how many there are,
/// and what computes.
macro_rules! calls {
    ($($name:ident($($arg:ident: $ty:ty),*) $layout:ident $count:expr => $function:path: ($($given:expr),*);)*) => {$(
        /// The function of C.
        ///
        /// # Safety
        /// Pointers to memory of the host are null or lead to what the C declaration requires.
        #[unsafe(no_mangle)]
        #[allow(unused_variables, reason = "choices of algorithms change nothing")]
        pub unsafe extern "C" fn $name(handle: work::Pointer, $($arg: $ty),*) -> $crate::status::Status {
            const NAME: &std::ffi::CStr = match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => panic!("a name has one zero, at its end"),
            };
            work::run(|| {
                let call = $crate::call::Call::new(NAME, handle, $crate::call::Layout::$layout, $count)?;
                $function(&call, $($given),*)
            })
        }
    )*};
}
pub(crate) use calls;
