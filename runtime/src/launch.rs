//! Expansion of [`launch!`](crate::launch!): the kernel, its settings and its arguments, each through its own
//! function, so that the compiler reports the one that is invalid.

use crate::api::module::{self, LaunchShape};
use crate::api::{self, StreamRef};
use crate::{Error, Function, Module, Stream};

/// Extents along x, y, z: blocks of a grid, threads of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dim3 {
    /// Along x.
    pub x: u32,
    /// Along y.
    pub y: u32,
    /// Along z.
    pub z: u32,
}

impl Dim3 {
    /// Extents along x, y, z.
    pub const fn new(x: u32, y: u32, z: u32) -> Self {
        Dim3 { x, y, z }
    }
}

/// Unchecked extents of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extents([u64; 3]);

/// Number usable as an extent. A negative number counts as 0, which no launch accepts.
pub trait Extent: Copy {
    /// Converts it to a number.
    fn extent(self) -> u64;
}

macro_rules! extents {
    ($($ty:ty),*) => {$(
        impl Extent for $ty {
            fn extent(self) -> u64 {
                u64::try_from(self).unwrap_or(0)
            }
        }

        impl IntoDim3 for $ty {
            fn into_extents(self) -> Extents {
                Extents([self.extent(), 1, 1])
            }
        }

        impl SharedBytes for $ty {
            fn bytes(self) -> u64 {
                // A negative number is a mistake: the maximum is always refused.
                u64::try_from(self).unwrap_or(u64::MAX)
            }
        }
    )*};
}

extents!(u8, u16, u32, u64, usize, i32, i64);

/// Value usable as the grid or the block of a launch.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no grid or block of a launch",
    label = "not an extent",
    note = "use an integer, a tuple or array of up to three of them, or a `Dim3`"
)]
pub trait IntoDim3 {
    /// Extents along x, y, z.
    fn into_extents(self) -> Extents;
}

impl IntoDim3 for Dim3 {
    fn into_extents(self) -> Extents {
        Extents([self.x.into(), self.y.into(), self.z.into()])
    }
}

impl<X: Extent, Y: Extent> IntoDim3 for (X, Y) {
    fn into_extents(self) -> Extents {
        Extents([self.0.extent(), self.1.extent(), 1])
    }
}

impl<X: Extent, Y: Extent, Z: Extent> IntoDim3 for (X, Y, Z) {
    fn into_extents(self) -> Extents {
        Extents([self.0.extent(), self.1.extent(), self.2.extent()])
    }
}

impl<T: Extent> IntoDim3 for [T; 1] {
    fn into_extents(self) -> Extents {
        Extents([self[0].extent(), 1, 1])
    }
}

impl<T: Extent> IntoDim3 for [T; 2] {
    fn into_extents(self) -> Extents {
        Extents([self[0].extent(), self[1].extent(), 1])
    }
}

impl<T: Extent> IntoDim3 for [T; 3] {
    fn into_extents(self) -> Extents {
        Extents(self.map(Extent::extent))
    }
}

/// Value usable as the number of bytes of dynamic shared memory.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number of bytes of shared memory",
    label = "not an integer"
)]
pub trait SharedBytes {
    /// Bytes.
    fn bytes(self) -> u64;
}

/// Value usable as the stream of a launch.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no stream",
    label = "not a stream",
    note = "pass a reference to a `Stream`"
)]
pub trait IntoStream {
    /// The stream.
    fn into_stream(self) -> StreamRef;
}

impl IntoStream for &Stream {
    fn into_stream(self) -> StreamRef {
        self.handle()
    }
}

impl IntoStream for StreamRef {
    fn into_stream(self) -> StreamRef {
        self
    }
}

/// An argument of a kernel, as the bytes of its parameter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Argument(Vec<u8>);

impl Argument {
    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Adds zeros up to the next multiple of `align` bytes, as C pads structures.
    pub fn pad(&mut self, align: usize) {
        self.0.resize(self.0.len().next_multiple_of(align.max(1)), 0);
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
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
    note = "pass a device pointer (`buffer.ptr()`), a number, or a value whose type implements `KernelArg`"
)]
pub trait KernelArg: Copy {
    /// Writes the value as the kernel's parameter holds it.
    fn write(self, to: &mut Argument);
}

macro_rules! arguments {
    ($($ty:ty),*) => {$(
        impl KernelArg for $ty {
            fn write(self, to: &mut Argument) {
                to.push(&self.to_le_bytes());
            }
        }
    )*};
}

arguments!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, usize, isize, f32, f64);

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

/// Kernel of a launch: by module and name, or looked up before.
#[derive(Clone, Copy, Debug)]
pub struct Kernel<'a>(Named<'a>);

#[derive(Clone, Copy, Debug)]
enum Named<'a> {
    InModule(&'a Module, &'a str),
    Function(&'a Function),
}

/// Kernel of a module, by name.
pub const fn named<'a>(module: &'a Module, name: &'a str) -> Kernel<'a> {
    Kernel(Named::InModule(module, name))
}

/// Kernel that was looked up before.
pub const fn function(function: &Function) -> Kernel<'_> {
    Kernel(Named::Function(function))
}

/// The blocks of the grid.
pub fn grid(extents: impl IntoDim3) -> Extents {
    extents.into_extents()
}

/// The threads of a block.
pub fn block(extents: impl IntoDim3) -> Extents {
    extents.into_extents()
}

/// Dynamic shared memory of a block.
pub fn shared(bytes: impl SharedBytes) -> u64 {
    bytes.bytes()
}

/// The stream of the launch.
pub fn stream(stream: impl IntoStream) -> StreamRef {
    stream.into_stream()
}

/// The current context's default stream.
pub const fn default_stream() -> StreamRef {
    StreamRef::Legacy
}

/// An argument of the kernel.
pub fn argument(value: impl KernelArg) -> Argument {
    let mut argument = Argument::default();
    value.write(&mut argument);
    argument
}

/// Launches a kernel.
///
/// # Errors
/// `ArgumentCount`, `ArgumentSize`; those of [`api::module::launch`]; `NotFound` if the module has no such
/// kernel.
pub fn launch(
    kernel: Kernel<'_>,
    grid: Extents,
    block: Extents,
    shared: u64,
    stream: StreamRef,
    arguments: &[Argument],
) -> Result<(), Error> {
    let id = match kernel.0 {
        Named::InModule(module, name) => api::module::function(module.id(), name)?,
        Named::Function(function) => function.id(),
    };
    let block_of_params = gather(id, arguments)?;
    let shape = LaunchShape {
        grid: checked(["gridDim.x", "gridDim.y", "gridDim.z"], grid)?,
        block: checked(["blockDim.x", "blockDim.y", "blockDim.z"], block)?,
        shared_bytes: u32::try_from(shared).map_err(|_| Error::OutOfRange {
            what: "dynamic shared memory",
            got: shared,
            min: 0,
            max: u32::MAX.into(),
        })?,
        cooperative: false,
        cluster: None,
    };
    module::launch(id, shape, &block_of_params, stream)
}

fn checked(names: [&'static str; 3], extents: Extents) -> Result<[u32; 3], Error> {
    let mut checked = [0; 3];
    for ((to, from), what) in checked.iter_mut().zip(extents.0).zip(names) {
        let limit = i32::MAX as u64;
        *to = u32::try_from(from).map_err(|_| Error::BadDimension { what, got: from, limit })?;
    }
    Ok(checked)
}

/// Parameter block of the arguments.
///
/// # Errors
/// `ArgumentCount`, `ArgumentSize`; errors of the handle.
pub fn gather(
    id: crate::handle::Id<crate::object::FunctionObject>,
    arguments: &[Argument],
) -> Result<Vec<u8>, Error> {
    let params = module::params(id)?;
    if params.each.len() != arguments.len() {
        let (expected, given) = (params.each.len(), arguments.len());
        return Err(Error::ArgumentCount { kernel: module::name(id)?, expected, given });
    }
    let mut bytes = vec![0; params.bytes as usize];
    for (index, (&(offset, size), argument)) in params.each.iter().zip(arguments).enumerate() {
        let (offset, expected, given) = (offset as usize, size as usize, argument.0.len());
        if expected != given {
            return Err(Error::ArgumentSize { kernel: module::name(id)?, index, expected, given });
        }
        bytes[offset..offset + expected].copy_from_slice(&argument.0);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_of_all_shapes() {
        let all = [
            (grid(7), [7, 1, 1]),
            (grid(7usize), [7, 1, 1]),
            (grid((1u32, 2i32)), [1, 2, 1]),
            (grid((1, 2, 3u64)), [1, 2, 3]),
            (grid([4]), [4, 1, 1]),
            (grid([4, 5]), [4, 5, 1]),
            (grid([4, 5, 6]), [4, 5, 6]),
            (grid(Dim3::new(7, 8, 9)), [7, 8, 9]),
            (grid(-1), [0, 1, 1]),
        ];
        for (extents, want) in all {
            assert_eq!(extents.0, want);
        }
        let error = checked(["x", "y", "z"], grid(1u64 << 40)).expect_err("too large");
        assert!(matches!(error, Error::BadDimension { what: "x", got, .. } if got == 1 << 40));
    }

    #[test]
    fn arguments_are_bytes() {
        assert_eq!(argument(0x0102_0304u32).bytes(), [4, 3, 2, 1]);
        assert_eq!(argument([1u16, 2]).bytes(), [1, 0, 2, 0]);
        assert_eq!(argument(true).bytes(), [1]);
        let mut padded = argument(1u8);
        padded.pad(4);
        assert_eq!(padded.bytes(), [1, 0, 0, 0]);
    }
}
