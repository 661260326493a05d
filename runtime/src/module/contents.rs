//! Contents of images that are not loaded, and links of a program's units.

use super::image;
use crate::Error;
use crate::backend::{Contents, KernelEntry};
use crate::sync::Arc;
use device::Spec;
use ptx::link::{Unit, link};

/// Reads the PTX of an image.
///
/// # Errors
/// `Image`, `Ptx`.
pub(crate) fn read(bytes: &[u8], spec: &Spec) -> Result<Contents, Error> {
    let module = ptx::Module::parse(&image::text(bytes, spec)?)?;
    let entry = |name: &str| {
        let (parameters, _) = module.params(name).unwrap_or_default();
        let parameters = parameters.iter().map(|parameter| (parameter.offset, parameter.size)).collect();
        KernelEntry { name: name.to_owned(), parameters }
    };
    let managed = module.vars.iter().filter(|var| var.managed).map(|var| var.name.clone()).collect();
    Ok(Contents { kernels: module.kernels().map(entry).collect(), managed })
}

/// Links the units of a program, unless the image that they were linked to has PTX: programs that carry no
/// machine code leave that to the driver.
///
/// # Errors
/// `Unit`, `Link`.
pub(crate) fn link_units(linked: &[u8], units: &[&[u8]], spec: &Spec) -> Result<Option<String>, Error> {
    if image::text(linked, spec).is_ok() {
        return Ok(None);
    }
    let count = units.len();
    let mut texts = Vec::new();
    for (n, unit) in units.iter().enumerate().filter(|(_, unit)| !image::is_device_runtime(unit)) {
        let name = format!("unit {} of {count}", n + 1);
        match image::text(unit, spec) {
            Ok(text) => texts.push((name, text)),
            Err(Error::Image(why)) => return Err(Error::Unit { name, why }),
            Err(error) => return Err(error),
        }
    }
    let units: Vec<Unit<'_>> = texts.iter().map(|(name, text)| Unit { name, text }).collect();
    let text = link(&units).map_err(|wrong| Error::Link(Arc::new(wrong)))?;
    Ok(Some(text))
}
