//! Types, in the detail that rules need.

/// Type of an expression.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Ty {
    /// Not determined.
    #[default]
    Unknown,
    /// `CUdeviceptr`: an integer in CUDA, a `void *` in HIP.
    Device,
    /// Integer.
    Integer {
        /// `true` if it is shorter than a pointer.
        narrow: bool,
    },
    /// Literal that is both a number and a null pointer.
    Null,
    /// Pointer or array.
    Pointer(Box<Ty>),
    /// Class with its template arguments.
    Class(String, Vec<Ty>),
    /// Function, or an object that can be called like one.
    Function(Box<Signature>),
    /// Any other type.
    Other,
}

/// Signature of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// Type of a call.
    pub returns: Ty,
    /// Types of the parameters.
    pub parameters: Vec<Ty>,
}
