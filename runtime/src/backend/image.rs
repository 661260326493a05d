//! Images outside of contexts: their contents, and links.

use crate::Error;
use crate::sync::Arc;
use std::any::Any;

/// Contents of an image.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    /// Kernels in the order of the image.
    pub(crate) kernels: Vec<KernelEntry>,
    /// Names of the managed variables.
    pub(crate) managed: Vec<String>,
}

/// Kernel of an image.
#[derive(Debug)]
pub(crate) struct KernelEntry {
    pub(crate) name: String,
    /// Offset and size of each parameter in the parameter block, bytes.
    pub(crate) parameters: Vec<(u32, u32)>,
}

impl Contents {
    /// Returns the kernel of a name.
    pub(crate) fn kernel(&self, name: &str) -> Option<&KernelEntry> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }
}

/// Form of an input of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputForm {
    /// PTX, or a container with PTX.
    Image,
    /// Archive of objects: all that have PTX.
    Library,
    /// Machine code.
    Machine,
}

/// Link of images.
pub(crate) trait Link: Any + Send + Sync {
    /// Adds an input. It is checked by itself, and for names that another input defines.
    ///
    /// # Errors
    /// `Image`, `Ptx`, `PtxTarget`; `Link`.
    fn add(&self, form: InputForm, bytes: &[u8], name: &str) -> Result<(), Error>;

    /// Links the inputs. Returns the image; a link of nothing is an image without kernels.
    ///
    /// # Errors
    /// `Link`: everything that does not fit.
    fn complete(&self) -> Result<Arc<[u8]>, Error>;
}
