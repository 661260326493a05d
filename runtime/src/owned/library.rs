//! Libraries of kernels that contexts load when they need them, and links of modules.

use crate::Error;
use crate::api::{library, link};
use crate::handle::Id;
use crate::object::{KernelObject, LibraryObject, LinkObject};
use std::path::Path;

pub use crate::api::link::Input;

/// Image with kernels for any context, unloaded on drop; launched kernels continue.
#[derive(Debug)]
pub struct Library(Id<LibraryObject>);

impl Library {
    /// Reads an image from a file: PTX text or a fat binary.
    ///
    /// # Errors
    /// `FileNotFound`, `FileUnreadable`; `Image`.
    pub fn load(path: impl AsRef<Path>) -> Result<Library, Error> {
        library::load(path.as_ref()).map(Library)
    }

    /// Keeps an image.
    ///
    /// # Errors
    /// `Image`.
    pub fn from_bytes(image: &[u8]) -> Result<Library, Error> {
        library::load_data(image).map(Library)
    }

    /// Returns the kernel with a name. A context loads the image when it first launches one.
    ///
    /// # Errors
    /// `NotFound`; `Ptx`.
    pub fn kernel(&self, name: &str) -> Result<LibraryKernel, Error> {
        library::kernel(self.0, name).map(LibraryKernel)
    }

    /// The kernels, in the order of the text.
    ///
    /// # Errors
    /// `Ptx`.
    pub fn kernels(&self) -> Result<Vec<LibraryKernel>, Error> {
        Ok(library::kernels(self.0, usize::MAX)?.into_iter().map(LibraryKernel).collect())
    }

    /// Its handle.
    pub const fn id(&self) -> Id<LibraryObject> {
        self.0
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        if let Err(error) = library::unload(self.0) {
            crate::trace::complain(&format!("a library stays: {error}"));
        }
    }
}

/// Kernel of a library, in no context; invalid once that is unloaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryKernel(Id<KernelObject>);

impl LibraryKernel {
    /// Its name.
    ///
    /// # Errors
    /// `StaleHandle`.
    pub fn name(&self) -> Result<String, Error> {
        library::kernel_name(self.0)
    }

    /// Its handle.
    pub const fn id(&self) -> Id<KernelObject> {
        self.0
    }
}

/// Modules that are linked to one.
#[derive(Debug)]
pub struct Linker(Id<LinkObject>);

impl Linker {
    /// Begins a link for the current context's device.
    ///
    /// # Errors
    /// Errors of the current context.
    pub fn new() -> Result<Linker, Error> {
        link::create(None).map(Linker)
    }

    /// Adds a module; messages call it by the name.
    ///
    /// # Errors
    /// `Image`, `Ptx`, `PtxTarget`; `Link` for a name that another module defines.
    pub fn add(&mut self, input: Input, bytes: &[u8], name: &str) -> Result<(), Error> {
        link::add(self.0, input, bytes, name)
    }

    /// Adds a module from a file.
    ///
    /// # Errors
    /// `FileNotFound`, `FileUnreadable`; those of [`Linker::add`].
    pub fn add_file(&mut self, input: Input, path: impl AsRef<Path>) -> Result<(), Error> {
        link::add_file(self.0, input, path.as_ref())
    }

    /// Links the modules. The image is for [`Module::from_bytes`](crate::Module::from_bytes) and
    /// [`Library::from_bytes`].
    ///
    /// # Errors
    /// `Link`: everything that does not fit.
    pub fn link(self) -> Result<Vec<u8>, Error> {
        Ok(link::complete(self.0)?.to_vec())
    }
}

impl Drop for Linker {
    fn drop(&mut self) {
        // An error means that it is destroyed already.
        let _ = link::destroy(self.0);
    }
}
