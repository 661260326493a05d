//! Modules, kernels and how to launch one without the macro.
#![expect(unsafe_code, reason = "a caller vouches for a kernel and its arguments")]

use crate::Error;
use crate::api::{StreamRef, module};
use crate::handle::Id;
use crate::launch::{self, Argument, Captured, Dim3};
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
        launch::submit(self.0, &settings, arguments, Captured::AsNode)
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
}
