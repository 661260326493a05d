//! Results of calls of runtime compilation.

use crate::Error;

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
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A pointer that may not be null is.
    #[error("{0} is null")]
    Null(&'static str),
    /// A number that may not be negative is.
    #[error("{0} is {1}")]
    Negative(&'static str, i32),
    /// A header's name leads out of the program's folder.
    #[error("the header name {0:?} leads out of the program")]
    HeaderName(String),
    /// Options that make no sense; what the compiler says of them.
    #[error("{}", .0.trim_end())]
    Option(String),
    /// There is no compiler, or it cannot work.
    #[error(transparent)]
    Toolchain(#[from] clang::Error),
    /// The source does not compile; what the compiler says.
    #[error("{}", .0.trim_end())]
    Compilation(String),
    /// A name expression came behind the compilation.
    #[error("{0}: names come before the compilation")]
    TooLate(String),
    /// A lowered name was asked for before the compilation, or after one that failed.
    #[error("{0}: there is no compiled code yet")]
    TooEarly(String),
    /// No such expression was added.
    #[error("{0}: no such name expression was added")]
    UnknownName(String),
    /// There is no code: the program was not compiled, or does not compile.
    #[error("the program has no compiled code")]
    NotCompiled,
    /// The runtime refuses: a handle, a link.
    #[error(transparent)]
    Runtime(#[from] Error),
    /// Error of the runtime about a link's inputs.
    #[error(transparent)]
    Link(Error),
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
