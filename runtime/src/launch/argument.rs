//! Arguments of kernels: bytes of parameters, and the memory that they lend.

use crate::owned::Loan;

/// An argument of a kernel: the bytes of its parameter, and the memory that it lends.
#[derive(Clone, Debug, Default)]
pub struct Argument {
    bytes: Vec<u8>,
    loans: Vec<Loan>,
    /// Owner of the context in which a handle among the bytes has a meaning.
    context: Option<u64>,
}

impl Argument {
    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds zeros up to the next multiple of `align` bytes, as C pads structures.
    pub fn pad(&mut self, align: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(align.max(1)), 0);
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds the address of lent memory.
    pub(crate) fn lend(&mut self, loan: Loan) {
        self.push(&loan.address().to_le_bytes());
        self.loans.push(loan);
    }

    /// Adds a handle of a context, and the memory that it stands for.
    pub(crate) fn name(&mut self, handle: u64, context: u64, loan: Loan) {
        self.push(&handle.to_le_bytes());
        self.context = Some(context);
        self.loans.push(loan);
    }

    /// Owner of the context in which its handle has a meaning; none without a handle.
    pub(crate) const fn context(&self) -> Option<u64> {
        self.context
    }

    /// The lent memory.
    pub(crate) fn loans(&self) -> &[Loan] {
        &self.loans
    }
}

/// Value usable as an argument of a kernel.
///
/// A structure that the kernel takes by value implements it by writing its fields in order, with the padding
/// that C puts between them:
/// ```
/// use hip_runtime::launch::{Argument, KernelArg};
///
/// #[derive(Clone, Copy)]
/// struct Range {
///     first: u32,
///     step: f64,
/// }
///
/// impl KernelArg for Range {
///     fn write(self, to: &mut Argument) {
///         self.first.write(to);
///         to.pad(8);
///         self.step.write(to);
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a kernel argument",
    label = "not a kernel argument",
    note = "pass `&buffer` or `&mut buffer`, a device pointer (`buffer.ptr()`), a number, or a value whose type \
            implements `KernelArg`"
)]
pub trait KernelArg {
    /// Writes the value as the kernel's parameter holds it.
    fn write(self, to: &mut Argument);
}

macro_rules! numbers {
    ($($ty:ty),*) => {$(
        impl KernelArg for $ty {
            fn write(self, to: &mut Argument) {
                to.push(&self.to_le_bytes());
            }
        }
    )*};
}

numbers!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, usize, isize, f32, f64);

impl KernelArg for bool {
    fn write(self, to: &mut Argument) {
        to.push(&[self.into()]);
    }
}

impl<T: KernelArg, const N: usize> KernelArg for [T; N] {
    fn write(self, to: &mut Argument) {
        self.into_iter().for_each(|value| value.write(to));
    }
}

/// Tuple of the arguments of a kernel.
pub trait Arguments {
    /// The arguments, in order.
    fn list(self) -> Vec<Argument>;
}

/// Converts a value to an argument.
pub fn argument(value: impl KernelArg) -> Argument {
    let mut argument = Argument::default();
    value.write(&mut argument);
    argument
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: KernelArg),*> Arguments for ($($name,)*) {
            fn list(self) -> Vec<Argument> {
                #[allow(non_snake_case, reason = "values are named as their types")]
                let ($($name,)*) = self;
                vec![$(argument($name)),*]
            }
        }
        tuples!(@shorter $($name)*);
    };
    (@shorter $first:ident $($rest:ident)*) => { tuples!($($rest)*); };
    (@shorter) => {};
}

tuples!(A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20 A21 A22 A23 A24 A25 A26 A27 A28
        A29 A30 A31);
