//! Table of the driver's functions, and the methods that call them.

/// Function of the host that a stream calls.
pub(crate) type HostFn = Option<unsafe extern "C" fn(*mut std::ffi::c_void)>;

/// Function of the host that a stream calls with its status.
pub(crate) type CallbackFn = Option<unsafe extern "C" fn(crate::Handle, u32, *mut std::ffi::c_void)>;

/// Defines the table of functions, and a method for each: a safe one with references, or a raw one.
macro_rules! functions {
    ($($form:ident $name:ident($($letter:ident: $ty:ty),*);)*) => {
        /// Addresses of the functions; none for one that the driver lacks.
        pub(crate) struct Functions {
            $($name: Option<unsafe extern "C" fn($($ty),*) -> u32>,)*
        }

        impl Functions {
            /// Looks all of them up.
            #[expect(unsafe_code, reason = "the driver is a C library")]
            pub(crate) fn find(look_up: impl Fn(&std::ffi::CStr) -> *mut c_void) -> Functions {
                Functions {$(
                    $name: {
                        const NAME: &std::ffi::CStr =
                            match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                                Ok(name) => name,
                                Err(_) => panic!("a name without zeros"),
                            };
                        let found = look_up(NAME);
                        // SAFETY: the driver's function of this name has this type (CUDA's headers); null is
                        // none.
                        unsafe {
                            std::mem::transmute::<*mut c_void, Option<unsafe extern "C" fn($($ty),*) -> u32>>(found)
                        }
                    },
                )*}
            }
        }

        impl crate::Driver {
            $(functions!(@$form $name($($letter: $ty),*));)*
        }
    };
    (@safe $name:ident($($letter:ident: $ty:ty),*)) => {
        /// The driver's function.
        ///
        /// # Errors
        /// The driver's.
        #[expect(unsafe_code, reason = "the driver is a C library")]
        #[allow(clippy::too_many_arguments, reason = "the driver's")]
        #[inline]
        pub fn $name(&self, $($letter: $ty),*) -> Result<(), crate::Failure> {
            const NAME: &str = stringify!($name);
            let function = self.functions.$name.ok_or(crate::Failure::missing(NAME))?;
            // SAFETY: the arguments have the types of its declaration; references are valid for the call, and
            // the driver checks handles and device addresses.
            match unsafe { function($($letter),*) } {
                0 => Ok(()),
                code => Err(crate::Failure { call: NAME, code }),
            }
        }
    };
    (@raw $name:ident($($letter:ident: $ty:ty),*)) => {
        /// The driver's function.
        ///
        /// # Safety
        /// Addresses lead to what the driver's manual says.
        #[expect(unsafe_code, reason = "the driver is a C library")]
        #[allow(clippy::too_many_arguments, reason = "the driver's")]
        #[inline]
        pub(crate) unsafe fn $name(&self, $($letter: $ty),*) -> Result<(), crate::Failure> {
            const NAME: &str = stringify!($name);
            let function = self.functions.$name.ok_or(crate::Failure::missing(NAME))?;
            // SAFETY: as the caller says.
            match unsafe { function($($letter),*) } {
                0 => Ok(()),
                code => Err(crate::Failure { call: NAME, code }),
            }
        }
    };
}
pub(crate) use functions;
