//! Results of calls of runtime compilation.

use crate::Error;
use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $ident:ident = $value:literal, $name:literal;)*) => {
        /// A `hiprtcResult`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u32)]
        pub enum Code {
            $($(#[$doc])* $ident = $value,)*
        }

        impl Code {
            /// Every code, ascending.
            pub const ALL: &'static [Code] = &[$(Code::$ident,)*];

            /// The name in C, ended by a zero: what `hiprtcGetErrorString` gives.
            pub const fn name(self) -> &'static std::ffi::CStr {
                match self { $(Code::$ident => $name,)* }
            }
        }
    };
}

codes! {
    /// No error.
    Success = 0, c"HIPRTC_SUCCESS";
    /// Out of memory.
    OutOfMemory = 1, c"HIPRTC_ERROR_OUT_OF_MEMORY";
    /// A program could not be made.
    ProgramCreation = 2, c"HIPRTC_ERROR_PROGRAM_CREATION_FAILURE";
    /// An argument is null or senseless.
    InvalidInput = 3, c"HIPRTC_ERROR_INVALID_INPUT";
    /// The program's handle is invalid, or the program lacks the requested object.
    InvalidProgram = 4, c"HIPRTC_ERROR_INVALID_PROGRAM";
    /// An option is unknown.
    InvalidOption = 5, c"HIPRTC_ERROR_INVALID_OPTION";
    /// The source does not compile.
    Compilation = 6, c"HIPRTC_ERROR_COMPILATION";
    /// The compiler or its headers are not installed.
    BuiltinOperation = 7, c"HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE";
    /// A name was added after the compilation.
    NoNamesAfter = 8, c"HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION";
    /// A lowered name was queried before the compilation.
    NoNamesBefore = 9, c"HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION";
    /// A name was not added.
    NameNotValid = 10, c"HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID";
    /// A bug in the runtime.
    Internal = 11, c"HIPRTC_ERROR_INTERNAL_ERROR";
    /// Linking failed.
    Linking = 100, c"HIPRTC_ERROR_LINKING";
}

/// Failure, with its facts.
#[derive(Debug)]
pub enum Failure {
    /// A pointer that may not be null is.
    Null(&'static str),
    /// A number that may not be negative is.
    Negative(&'static str, i32),
    /// A header's name leads out of the program's folder.
    HeaderName(String),
    /// Options that make no sense; what the compiler says of them.
    Option(String),
    /// There is no compiler, or it cannot work.
    Toolchain(clang::Error),
    /// The source does not compile; what the compiler says.
    Compilation(String),
    /// A name expression came behind the compilation.
    TooLate(String),
    /// A lowered name was asked for before the compilation, or after one that failed.
    TooEarly(String),
    /// No such expression was added.
    UnknownName(String),
    /// There is no code: the program was not compiled, or does not compile.
    NotCompiled,
    /// The runtime refuses: a handle, a link.
    Runtime(Error),
    /// Error of the runtime about a link's inputs.
    Link(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Runtime(error)
    }
}

impl From<clang::Error> for Failure {
    fn from(error: clang::Error) -> Self {
        Failure::Toolchain(error)
    }
}

impl Failure {
    /// The code for C.
    pub fn code(&self) -> Code {
        match self {
            Failure::Null(_) | Failure::Negative(..) | Failure::HeaderName(_) => Code::InvalidInput,
            Failure::Option(_) => Code::InvalidOption,
            Failure::Toolchain(_) => Code::BuiltinOperation,
            Failure::Compilation(_) => Code::Compilation,
            Failure::TooLate(_) => Code::NoNamesAfter,
            Failure::TooEarly(_) => Code::NoNamesBefore,
            Failure::UnknownName(_) => Code::NameNotValid,
            Failure::NotCompiled => Code::InvalidProgram,
            Failure::Runtime(Error::BadHandle { .. } | Error::StaleHandle { .. }) => Code::InvalidProgram,
            Failure::Runtime(Error::OutOfMemory { .. }) => Code::OutOfMemory,
            Failure::Runtime(Error::Null { .. } | Error::UnknownEnumerator { .. }) => Code::InvalidInput,
            Failure::Runtime(_) => Code::Internal,
            Failure::Link(_) => Code::Linking,
        }
    }

    /// Text of the program's log.
    pub(super) fn log(&self) -> String {
        match self {
            Failure::Compilation(said) | Failure::Option(said) => said.clone(),
            other => format!("hiprtc: error: {other}\n"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Null(what) => write!(f, "{what} is null"),
            Failure::Negative(what, got) => write!(f, "{what} is {got}"),
            Failure::HeaderName(name) => write!(f, "the header name {name:?} leads out of the program"),
            Failure::Option(said) | Failure::Compilation(said) => f.write_str(said.trim_end()),
            Failure::Toolchain(error) => error.fmt(f),
            Failure::TooLate(name) => write!(f, "{name}: names come before the compilation"),
            Failure::TooEarly(name) => write!(f, "{name}: there is no compiled code yet"),
            Failure::UnknownName(name) => write!(f, "{name}: no such name expression was added"),
            Failure::NotCompiled => f.write_str("the program has no compiled code"),
            Failure::Runtime(error) | Failure::Link(error) => error.fmt(f),
        }
    }
}
