//! Modules: a loaded image, and its kernels as they are asked for.

use super::context::Context;
use super::device::Device;
use super::kernel::Kernel;
use crate::Error;
use crate::backend::Variable;
use crate::module::image;
use crate::module::load::Image;
use crate::sync::{Arc, Mutex, Rank};
use std::collections::BTreeMap;
use std::fmt;

/// Module of the software device.
pub(crate) struct Module {
    pub(crate) image: Arc<Image>,
    device: &'static Device,
    kernels: Mutex<BTreeMap<String, Arc<Kernel>>>,
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Module")
    }
}

impl Module {
    /// Loads an image.
    ///
    /// # Errors
    /// `Image`, `Ptx`, `PtxTarget`, `Unresolved`; `OutOfMemory`.
    pub(super) fn load(context: &Context, bytes: &[u8]) -> Result<Arc<Module>, Error> {
        let device = context.device;
        let text = image::text(bytes, &device.spec)?;
        let machine = image::machine(bytes, &device.spec);
        let image =
            Image::load((&text, machine), context.memory(), &device.spec, device.ordinal, context.owner)?;
        let kernels = Mutex::new(Rank::Object, BTreeMap::new());
        Ok(Arc::new(Module { image: Arc::new(image), device, kernels }))
    }

    /// Returns the kernel of a name, always the same.
    ///
    /// # Errors
    /// `NotFound`.
    pub(crate) fn named(self: &Arc<Self>, name: &str) -> Result<Arc<Kernel>, Error> {
        let mut kernels = self.kernels.lock();
        if let Some(known) = kernels.get(name) {
            return Ok(Arc::clone(known));
        }
        let Some(kernel) = Kernel::new(Arc::downgrade(self), self.device, &self.image, name) else {
            let have = self.image.ptx.kernels().map(str::to_owned).collect();
            return Err(Error::NotFound { what: "kernel", name: name.to_owned(), have });
        };
        let kernel = Arc::new(kernel);
        kernels.insert(name.to_owned(), Arc::clone(&kernel));
        Ok(kernel)
    }

    /// Returns the variable of a name.
    ///
    /// # Errors
    /// `NotAVariable` for a kernel; `NotFound`.
    pub(super) fn find_variable(&self, name: &str) -> Result<Variable, Error> {
        let ptx = &self.image.ptx;
        if let Some((address, bytes)) = self.image.var(name) {
            let is_texture_reference = ptx.var(name).is_some_and(|var| ptx.vars[var.index()].opaque);
            return Ok(Variable { address, bytes, is_texture_reference });
        }
        if ptx.params(name).is_some() {
            return Err(Error::NotAVariable { name: name.to_owned() });
        }
        let have = ptx.vars.iter().map(|var| var.name.clone()).collect();
        Err(Error::NotFound { what: "variable", name: name.to_owned(), have })
    }
}
