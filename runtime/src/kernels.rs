//! Parts of the expansion of [`kernels!`](crate::kernels!): images in the program, kernels that contexts load
//! on first use, and checks of arguments.
#![expect(unsafe_code, reason = "a caller vouches for a kernel and its arguments")]

use crate::api::stream::resolve;
use crate::launch::{self, Argument, Captured, Kernel, KernelArg, Settings};
use crate::object::ContextObject;
use crate::owned::slice::sealed::Lend;
use crate::registry::{self, Carried};
use crate::state::usable;
use crate::sync::Arc;
use crate::{Error, Function, trace};
use std::ops::{Add, Div, Mul, Sub};
use std::sync::OnceLock;

/// Device code in the program.
#[derive(Debug)]
pub struct Image {
    bytes: &'static [u8],
    /// Set once it is registered.
    known: OnceLock<()>,
}

impl Image {
    /// An image: PTX text, or a fat binary.
    pub const fn new(bytes: &'static [u8]) -> Image {
        Image { bytes, known: OnceLock::new() }
    }

    /// Number unlike that of any other image.
    fn handle(&'static self) -> u64 {
        let handle = std::ptr::from_ref(self).addr() as u64;
        self.known.get_or_init(|| {
            let carried = || Ok(Carried { image: self.bytes, units: Vec::new() });
            registry::register(handle, Box::new(carried));
        });
        handle
    }
}

/// Kernel of an image. Each context loads the image when it first launches one of its kernels.
#[derive(Debug)]
pub struct Entry {
    image: &'static Image,
    name: &'static str,
    /// Set once it is registered.
    known: OnceLock<()>,
}

impl Entry {
    /// The kernel that the image gives a name.
    pub const fn new(image: &'static Image, name: &'static str) -> Entry {
        Entry { image, name, known: OnceLock::new() }
    }

    /// Launches it.
    ///
    /// # Errors
    /// Those of [`launch::Untyped::launch`], and of loading the image.
    ///
    /// # Safety
    /// As for [`launch::Untyped::launch`]; what arguments lend is still borrowed.
    pub unsafe fn launch(&'static self, settings: &Settings, arguments: &[Argument]) -> Result<(), Error> {
        self.submit(settings, arguments, Captured::AsNode)
    }

    /// Launches it. While the stream captures, the graph must borrow what the kernel uses ([`crate::Graph`]).
    ///
    /// # Errors
    /// Those of [`Entry::launch`]; `Capture`.
    ///
    /// # Safety
    /// As for [`Entry::launch`].
    pub unsafe fn launch_borrowed(
        &'static self,
        settings: &Settings,
        arguments: &[Argument],
    ) -> Result<(), Error> {
        self.submit(settings, arguments, Captured::IfBorrowed)
    }

    /// The kernel in the current context, for its attributes and its occupancy.
    ///
    /// # Errors
    /// Those of loading the image.
    pub fn function(&'static self) -> Result<Function, Error> {
        self.function_in(&usable()?)
    }

    fn submit(
        &'static self,
        settings: &Settings,
        arguments: &[Argument],
        captured: Captured,
    ) -> Result<(), Error> {
        let function = self.function_in(&resolve(settings.stream())?.context)?;
        launch::submit(function.id(), settings, arguments, captured)
    }

    fn function_in(&'static self, context: &Arc<ContextObject>) -> Result<Function, Error> {
        let host = std::ptr::from_ref(self).addr() as u64;
        if self.known.get().is_none() {
            let image = self.image.handle();
            self.known.get_or_init(|| {
                if let Err(error) = registry::kernel(image, host, self.name.to_owned()) {
                    trace::complain(&format!("kernel `{}`: {error}", self.name));
                }
            });
        }
        registry::function_in(host, context).map(Function::from)
    }
}

/// Blocks that a kernel can be launched with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    required: Option<[u32; 3]>,
    most: u32,
    text: &'static str,
}

impl Bounds {
    /// All blocks.
    pub const ANY: Bounds = Bounds::new(None, u32::MAX, "");

    /// Blocks of a required shape, or of at most so many threads; `text` says so.
    pub const fn new(required: Option<[u32; 3]>, most: u32, text: &'static str) -> Bounds {
        Bounds { required, most, text }
    }

    /// Panics for a block that is out of bounds. `launch!` calls it when the program is compiled.
    pub const fn check(&self, [x, y, z]: [u64; 3]) {
        let fits = match self.required {
            Some([a, b, c]) => x == a as u64 && y == b as u64 && z == c as u64,
            None => x.saturating_mul(y).saturating_mul(z) <= self.most as u64,
        };
        assert!(fits, "{}", self.text);
    }
}

/// The blocks that a kernel can be launched with.
pub const fn bounds<K: Kernel + ?Sized>(_: &K) -> Bounds {
    K::BOUNDS
}

/// Value of so many bytes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of {BYTES} bytes for a kernel",
    label = "the parameter has {BYTES} bytes"
)]
pub trait Word<const BYTES: usize>: KernelArg {}

/// Address of device-visible memory.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no address for a kernel",
    label = "not an address",
    note = "pass `&buffer`, `&mut buffer`, a slice of one, or a `DevicePtr`"
)]
pub trait Address: KernelArg {}

macro_rules! words {
    ($($bytes:literal: $($ty:ty)*;)*) => {$($(
        impl Word<$bytes> for $ty {}
    )*)*};
}

words! {
    1: u8 i8 bool;
    2: u16 i16;
    4: u32 i32 f32;
    8: u64 i64 usize isize f64;
    16: u128 i128;
}

/// Number of values that a declaration computes from arguments; sums and products saturate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count(i128);

macro_rules! counts {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Count {
            fn from(value: $ty) -> Count {
                Count(i128::from(value))
            }
        }
    )*};
}

counts!(u8 i8 u16 i16 u32 i32 u64 i64);

impl From<usize> for Count {
    fn from(value: usize) -> Count {
        Count(value as i128)
    }
}

macro_rules! arithmetic {
    ($($trait:ident $method:ident $saturating:ident;)*) => {$(
        impl $trait for Count {
            type Output = Count;
            fn $method(self, other: Count) -> Count {
                Count(self.0.$saturating(other.0))
            }
        }
    )*};
}

arithmetic! {
    Add add saturating_add;
    Sub sub saturating_sub;
    Mul mul saturating_mul;
}

impl Div for Count {
    type Output = Count;

    /// No buffer has as many values as a division by zero gives.
    fn div(self, other: Count) -> Count {
        Count(self.0.checked_div(other.0).unwrap_or(i128::MAX))
    }
}

/// Extent of the grid along an axis.
pub fn grid_of(settings: &Settings, axis: usize) -> Count {
    Count(settings.extents()[0][axis].into())
}

/// Extent of a block along an axis.
pub fn block_of(settings: &Settings, axis: usize) -> Count {
    Count(settings.extents()[1][axis].into())
}

/// Checks that a block has the size that a declaration requires.
///
/// # Errors
/// `BlockNotRequired`.
pub fn check_block(kernel: &'static str, settings: &Settings, required: [u32; 3]) -> Result<(), Error> {
    let given = settings.extents()[1];
    if given == required.map(u64::from) {
        return Ok(());
    }
    let got = given.map(|extent| u32::try_from(extent).unwrap_or(u32::MAX));
    Err(Error::BlockNotRequired { kernel: kernel.to_owned(), required, got })
}

/// Checks that a buffer has as many values as its declaration wants.
///
/// # Errors
/// `TooFew`, also for a negative number, which kernels may take for a large one.
pub fn check_length(
    kernel: &'static str,
    argument: &'static str,
    lent: &impl Lend,
    needed: Count,
) -> Result<(), Error> {
    let given = lent.count();
    match usize::try_from(needed.0) {
        Ok(needed) if needed <= given => Ok(()),
        _ => Err(Error::TooFew { kernel, argument, needed: needed.0, given }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_saturate() {
        let largest = Count::from(u64::MAX);
        assert_eq!(largest * largest * largest, Count(i128::MAX));
        assert_eq!(Count::from(7) / Count::from(0), Count(i128::MAX));
        assert_eq!((Count::from(7u32) - Count::from(9u64)) * Count::from(2i8), Count(-4));
    }

    #[test]
    fn blocks_are_bounded() {
        let fits = |bounds: Bounds, block| std::panic::catch_unwind(|| bounds.check(block)).is_ok();
        let exact = Bounds::new(Some([32, 2, 1]), u32::MAX, "exact");
        assert!(fits(exact, [32, 2, 1]) && !fits(exact, [64, 1, 1]));
        let most = Bounds::new(None, 64, "at most 64");
        assert!(fits(most, [8, 8, 1]) && !fits(most, [65, 1, 1]) && fits(Bounds::ANY, [1024, 1, 1]));
        assert!(!fits(most, [u64::MAX, u64::MAX, 2]));
    }
}
