//! Types, as far as rules ask.

/// The type of an expression, as far as rules ask.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Ty {
    /// It cannot be told.
    #[default]
    Unknown,
    /// `CUdeviceptr`: an integer in CUDA, a `void *` in HIP.
    Device,
    /// An integer; `narrow` if no pointer fits into it.
    Integer {
        /// Whether it is shorter than a pointer.
        narrow: bool,
    },
    /// A literal that is both a number and a null pointer.
    Null,
    /// A pointer, or an array.
    Pointer(Box<Ty>),
    /// A class with the arguments of its template.
    Class(String, Vec<Ty>),
    /// A function, or what can be called as one.
    Function(Box<Signature>),
    /// Some other type.
    Other,
}

/// What a function returns and takes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// The type of a call.
    pub returns: Ty,
    /// The types of its parameters.
    pub parameters: Vec<Ty>,
}
