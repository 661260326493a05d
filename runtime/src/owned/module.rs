//! Modules, kernels and how to launch one without the macro.
#![expect(unsafe_code, reason = "a caller vouches for a kernel and its arguments")]

use crate::Error;
use crate::api::{StreamRef, module, occupancy, rtc};
use crate::handle::Id;
use crate::launch::{self, Argument, Captured, Cluster, Cooperative, Dim3};
use crate::object::{FunctionObject, ModuleObject};
use std::path::Path;

/// Module, unloaded on drop; launched kernels continue.
#[derive(Debug)]
pub struct Module(Id<ModuleObject>);

impl Module {
    /// Loads an image from a file: PTX text or an NVIDIA fat binary.
    ///
    /// # Errors
    /// `FileNotFound`, `Image`, `Ptx`…
    pub fn load(path: impl AsRef<Path>) -> Result<Module, Error> {
        module::load(path.as_ref()).map(Module)
    }

    /// Loads an image from memory.
    ///
    /// # Errors
    /// `Image`, `Ptx`…
    pub fn from_bytes(image: &[u8]) -> Result<Module, Error> {
        module::load_data(image).map(Module)
    }

    /// Compiles HIP or CUDA C++ and loads it. Kernels whose names are to be found are `extern "C"`.
    ///
    /// # Errors
    /// `Toolchain` without clang; `Compilation` with what it says; `Runtime` for an error of loading.
    pub fn compile(source: &str, options: &[&str]) -> Result<Module, rtc::Failure> {
        let unit = rtc::Unit { source: source.into(), name: "source.hip".to_owned(), headers: Vec::new() };
        let program = rtc::create(unit)?;
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        let code = rtc::compile(program, &options).and_then(|()| rtc::code(program));
        rtc::destroy(program)?;
        Ok(Module::from_bytes(&code?)?)
    }

    /// Returns the kernel with a name.
    ///
    /// # Errors
    /// `NotFound`.
    pub fn function(&self, name: &str) -> Result<Function, Error> {
        module::function(self.0, name).map(Function)
    }

    /// Address and size of a variable.
    ///
    /// # Errors
    /// `NotFound`.
    pub fn global(&self, name: &str) -> Result<(u64, u64), Error> {
        module::global(self.0, name)
    }

    /// Its handle.
    pub const fn id(&self) -> Id<ModuleObject> {
        self.0
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // An error means that it was unloaded with its context.
        let _ = module::unload(self.0);
    }
}

/// Kernel of a module; invalid once that is unloaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function(Id<FunctionObject>);

impl From<Id<FunctionObject>> for Function {
    /// The kernel of a handle, as look-ups of [`api`](crate::api) return it.
    fn from(id: Id<FunctionObject>) -> Function {
        Function(id)
    }
}

impl Function {
    /// Launches it.
    ///
    /// # Errors
    /// `ArgumentCount`, `ArgumentSize`, `BadDimension`…
    ///
    /// # Safety
    /// As for [`launch::Untyped::launch`]; what arguments lend is still borrowed.
    pub unsafe fn launch(&self, config: &LaunchConfig, arguments: &[Argument]) -> Result<(), Error> {
        let (grid, block) = (launch::grid(config.grid), launch::block(config.block));
        let settings = launch::settings(grid, block, config.shared_bytes.into(), config.stream);
        let settings = if config.cooperative { launch::form(settings, Cooperative) } else { settings };
        let cluster = config.cluster.map(Cluster);
        let settings = cluster.map_or(settings, |cluster| launch::form(settings, cluster));
        launch::submit(self.0, &settings, arguments, Captured::AsNode)
    }

    /// Largest number of clusters of this form that the stream's SMs hold at once.
    ///
    /// # Errors
    /// `OutOfRange`, `BadCluster`; `StaleHandle`; `Ptx`.
    pub fn active_clusters(&self, config: &LaunchConfig) -> Result<u64, Error> {
        occupancy::active_clusters(self.0, &config.shape(), config.stream)
    }

    /// Largest number of blocks of a cluster.
    ///
    /// # Errors
    /// `OutOfRange`; `StaleHandle`; `Ptx`.
    pub fn largest_cluster(&self, config: &LaunchConfig) -> Result<u32, Error> {
        occupancy::largest_cluster(self.0, &config.shape(), config.stream)
    }

    /// Sets an attribute: the dynamic shared memory that a launch may have, the carveout.
    ///
    /// # Errors
    /// `UnknownEnumerator` for one that cannot be set; `SharedTooLarge`, `OutOfRange`; `StaleHandle`.
    pub fn set_attribute(&self, attribute: module::FunctionAttribute, value: i32) -> Result<(), Error> {
        module::set_attribute(self.0, attribute, value)
    }

    /// Blocks of so many threads, with so much dynamic shared memory, that an SM holds at once.
    ///
    /// # Errors
    /// `OutOfRange` for a block of no threads; `StaleHandle`; `Ptx`.
    pub fn blocks_per_sm(&self, threads: u32, shared_bytes: u64) -> Result<u32, Error> {
        occupancy::blocks_per_sm(self.0, threads, shared_bytes)
    }

    /// The block size of the best occupancy without dynamic shared memory, and the blocks that fill the
    /// current context's SMs.
    ///
    /// # Errors
    /// `StaleHandle`; `Ptx`.
    pub fn best_block_size(&self) -> Result<(u32, u32), Error> {
        occupancy::best_block_size(self.0, |_| 0, 0)
    }

    /// An attribute.
    ///
    /// # Errors
    /// `StaleHandle`; `Ptx` if the attribute requires compilation.
    pub fn attribute(&self, attribute: module::FunctionAttribute) -> Result<i32, Error> {
        module::attribute(self.0, attribute)
    }

    /// Its handle.
    pub const fn id(&self) -> Id<FunctionObject> {
        self.0
    }
}

/// Settings of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaunchConfig {
    /// Blocks.
    pub grid: Dim3,
    /// Threads of a block.
    pub block: Dim3,
    /// Dynamic shared memory of a block, bytes.
    pub shared_bytes: u32,
    /// The stream.
    pub stream: StreamRef,
    /// All blocks are resident at once.
    pub cooperative: bool,
    /// Blocks of a cluster.
    pub cluster: Option<Dim3>,
}

impl LaunchConfig {
    /// Blocks and threads, in the current context's default stream.
    pub fn new(grid: Dim3, block: Dim3) -> LaunchConfig {
        let (stream, shared_bytes) = (StreamRef::Legacy, 0);
        LaunchConfig { grid, block, shared_bytes, stream, cooperative: false, cluster: None }
    }

    fn shape(&self) -> module::LaunchShape {
        let each = |extents: Dim3| [extents.x, extents.y, extents.z];
        module::LaunchShape {
            grid: each(self.grid),
            block: each(self.block),
            shared_bytes: self.shared_bytes,
            cooperative: self.cooperative,
            cluster: self.cluster.map(each),
        }
    }
}
