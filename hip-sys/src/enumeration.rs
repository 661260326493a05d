//! Enumerations of C: numbers with names. Any number is a value, so a newer library may answer what stands in
//! no table here.

/// Declares enumerations: a type around the number, its enumerators as constants of the type and of the
/// module.
macro_rules! enumeration {
    ($name:ident($number:ty) { $($constant:ident = $value:literal,)* }) => {
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $number);

        impl $name {
            $(pub const $constant: Self = Self($value);)*

            /// The enumerator's name; of several with one value, the first declared.
            pub fn name(self) -> Option<&'static str> {
                const NAMES: &[($number, &str)] = &[$(($value, stringify!($constant))),*];
                NAMES.iter().find(|(value, _)| *value == self.0).map(|(_, name)| *name)
            }
        }

        $(pub const $constant: $name = $name::$constant;)*

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, "{}({})", stringify!($name), self.0),
                }
            }
        }

        impl From<$name> for $number {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        // SAFETY: a number.
        unsafe impl $crate::Plain for $name {}
    };
}
pub(crate) use enumeration;
