//! Expansion of [`launch!`](crate::launch!): the kernel, its settings and its arguments, each through its own
//! function, so that the compiler reports the one that is invalid.
#![expect(unsafe_code, reason = "a caller vouches for a kernel and its arguments")]

mod argument;
pub mod fields;
#[cfg(any(feature = "bytemuck", feature = "half", feature = "num-complex"))]
mod foreign;

#[cfg(feature = "bytemuck")]
pub use foreign::Pod;

pub use argument::{Argument, Arguments, KernelArg, argument};

use crate::api::module::{self, LaunchShape};
use crate::api::{StreamRef, library, stream as streams};
use crate::graph::{KernelCall, Operation, capture};
use crate::handle::Id;
use crate::kernels::Bounds;
use crate::object::{FunctionObject, KernelObject};
use crate::sync::Arc;
use crate::{Error, Function, LibraryKernel, Module, Stream, owned};

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

/// Settings of a launch, unchecked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    grid: Extents,
    block: Extents,
    shared: u64,
    stream: StreamRef,
    cooperative: bool,
    cluster: Option<Extents>,
}

/// All blocks of the grid are resident at once, so that they may wait for each other:
/// `<<<grid, block, shared, stream, Cooperative>>>`. A grid that does not fit is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cooperative;

/// Clusters of a number of blocks along x, y, z: `<<<grid, block, shared, stream, Cluster(2)>>>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cluster<D>(pub D);

/// Value usable as the fifth setting of a launch, the form of its grid.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no form of a grid",
    label = "not a form",
    note = "use `Cooperative`, `Cluster(extents)`, or a tuple of both"
)]
pub trait Form {
    /// Adds it to the settings.
    fn add_to(self, settings: Settings) -> Settings;
}

impl Form for Cooperative {
    fn add_to(self, settings: Settings) -> Settings {
        Settings { cooperative: true, ..settings }
    }
}

impl<D: IntoDim3> Form for Cluster<D> {
    fn add_to(self, settings: Settings) -> Settings {
        Settings { cluster: Some(self.0.into_extents()), ..settings }
    }
}

impl<A: Form, B: Form> Form for (A, B) {
    fn add_to(self, settings: Settings) -> Settings {
        self.1.add_to(self.0.add_to(settings))
    }
}

/// Name of a kernel: a kernel of [`kernels!`](crate::kernels!), a [`Function`], or the handle of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no kernel",
    label = "not a kernel",
    note = "use `module.name`, `module[\"name\"]`, a `Function`, a `LibraryKernel`, their `Id`, or a kernel of \
            `kernels!`"
)]
pub trait Kernel {
    /// Blocks that it can be launched with, as far as the compiler knows.
    const BOUNDS: Bounds = Bounds::ANY;
    /// Type whose method `launch` launches it, with [`Settings`] and a tuple of the arguments.
    type Launcher;
    /// Returns a value of that type.
    fn launcher(&self) -> Self::Launcher;
}

impl<K: Kernel + ?Sized> Kernel for &K {
    const BOUNDS: Bounds = K::BOUNDS;
    type Launcher = K::Launcher;

    fn launcher(&self) -> K::Launcher {
        (**self).launcher()
    }
}

impl Kernel for Function {
    type Launcher = Untyped<'static>;

    fn launcher(&self) -> Untyped<'static> {
        self.id().launcher()
    }
}

impl Kernel for Id<FunctionObject> {
    type Launcher = Untyped<'static>;

    fn launcher(&self) -> Untyped<'static> {
        Untyped(Named::Known(*self))
    }
}

impl Kernel for LibraryKernel {
    type Launcher = Untyped<'static>;

    fn launcher(&self) -> Untyped<'static> {
        self.id().launcher()
    }
}

impl Kernel for Id<KernelObject> {
    type Launcher = Untyped<'static>;

    fn launcher(&self) -> Untyped<'static> {
        Untyped(Named::InLibrary(*self))
    }
}

/// Kernel whose parameters nothing is known of when the program is compiled.
#[derive(Clone, Copy, Debug)]
pub struct Untyped<'a>(Named<'a>);

#[derive(Clone, Copy, Debug)]
enum Named<'a> {
    InModule(&'a Module, &'a str),
    InLibrary(Id<KernelObject>),
    Known(Id<FunctionObject>),
}

impl Untyped<'_> {
    /// Launches it. Number and sizes of the arguments are checked.
    ///
    /// # Errors
    /// `ArgumentCount`, `ArgumentSize`; those of [`module::launch`]; `NotFound` if the module has no such
    /// kernel.
    ///
    /// # Safety
    /// The parameters are of the arguments' types. Until the work is done, the kernel reads only memory that
    /// it may read, and writes only memory that nothing else uses: what `&` and `&mut` arguments lend, and
    /// what the caller keeps for it, behind pointers and in variables of the module.
    pub unsafe fn launch(self, settings: Settings, arguments: impl Arguments) -> Result<(), Error> {
        let id = match self.0 {
            Named::InModule(module, name) => module::function(module.id(), name)?,
            Named::InLibrary(kernel) => {
                library::function_in(kernel, &streams::resolve(settings.stream)?.context)?
            }
            Named::Known(id) => id,
        };
        submit(id, &settings, &arguments.list(), Captured::AsNode)
    }
}

/// Kernel of a module, by name.
pub const fn named<'a>(module: &'a Module, name: &'a str) -> Untyped<'a> {
    Untyped(Named::InModule(module, name))
}

/// Kernel that a value names.
pub fn kernel<K: Kernel + ?Sized>(kernel: &K) -> K::Launcher {
    kernel.launcher()
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

/// Settings of a launch.
pub const fn settings(grid: Extents, block: Extents, shared: u64, stream: StreamRef) -> Settings {
    Settings { grid, block, shared, stream, cooperative: false, cluster: None }
}

/// Settings of a launch of a form.
pub fn form(settings: Settings, form: impl Form) -> Settings {
    form.add_to(settings)
}

/// Treatment of a launch while its stream captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Captured {
    /// It becomes a node, which holds no buffer.
    AsNode,
    /// It becomes a node if the graph borrows what it uses, and is refused otherwise.
    IfBorrowed,
}

/// Submits a launch, after the work that uses the lent memory; that memory remembers it.
///
/// # Errors
/// Those of [`Untyped::launch`]; `Capture`.
pub(crate) fn submit(
    id: Id<FunctionObject>,
    settings: &Settings,
    arguments: &[Argument],
    captured: Captured,
) -> Result<(), Error> {
    let (function, stream) = streams::resolve_with(id, settings.stream)?;
    let shape = settings.shape()?;
    let params = gather(&function, arguments)?;
    if arguments.iter().filter_map(Argument::context).any(|context| context != stream.context.owner()) {
        return Err(Error::ContextsDiffer { what: "a texture or surface and the stream" });
    }
    let loans: Vec<_> = arguments.iter().flat_map(Argument::loans).cloned().collect();
    let work = || stream.launch(&function, shape, &params);
    let call = || KernelCall::new(Arc::clone(&function), id.word(), shape, &params, &stream.context);
    let node = || call().map(Operation::Kernel);
    match captured {
        Captured::AsNode if capture::take(&stream, node)? => Ok(()),
        Captured::AsNode => owned::submit(&stream, &loans, work),
        Captured::IfBorrowed => owned::submit_or_record(&stream, &loans, node, work),
    }
}

impl Settings {
    pub(crate) const fn stream(&self) -> StreamRef {
        self.stream
    }

    pub(crate) const fn extents(&self) -> [[u64; 3]; 2] {
        [self.grid.0, self.block.0]
    }

    fn shape(&self) -> Result<LaunchShape, Error> {
        Ok(LaunchShape {
            grid: checked(["gridDim.x", "gridDim.y", "gridDim.z"], self.grid)?,
            block: checked(["blockDim.x", "blockDim.y", "blockDim.z"], self.block)?,
            shared_bytes: u32::try_from(self.shared).map_err(|_| Error::OutOfRange {
                what: "dynamic shared memory",
                got: self.shared,
                min: 0,
                max: u32::MAX.into(),
            })?,
            cooperative: self.cooperative,
            cluster: match self.cluster {
                Some(extents) => Some(checked(["cluster x", "cluster y", "cluster z"], extents)?),
                None => None,
            },
        })
    }
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
fn gather(function: &FunctionObject, arguments: &[Argument]) -> Result<Vec<u8>, Error> {
    let (params, kernel) = (function.backend.parameters(), || function.name.clone());
    if params.len() != arguments.len() {
        let (given, expected) = (arguments.len(), params.iter().map(|&(_, size)| size).collect());
        return Err(Error::ArgumentCount { kernel: kernel(), expected, given });
    }
    let mut bytes = vec![0; function.backend.parameter_bytes() as usize];
    for (index, (&(offset, size), argument)) in params.iter().zip(arguments).enumerate() {
        let (offset, expected, given) = (offset as usize, size as usize, argument.bytes().len());
        if expected != given {
            return Err(Error::ArgumentSize { kernel: kernel(), index, expected, given });
        }
        bytes[offset..offset + expected].copy_from_slice(argument.bytes());
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
