//! Contents of images, and links of their PTX.

use super::device::Device;
use crate::Error;
use crate::backend::{self, Contents, InputForm, KernelEntry};
use crate::module::{image, load};
use crate::sync::{Arc, Mutex, Rank};
use ::device::Spec;
use fatbin::nvidia::write::{NewEntry, Packing, fatbin as pack};
use ptx::link::{LinkError, Unit, definitions, link};

/// Link of PTX.
pub(super) struct Link {
    /// Of the device that it is for.
    spec: &'static Spec,
    inputs: Mutex<Vec<Input>>,
}

/// Module to be linked.
struct Input {
    name: String,
    text: String,
    /// Names that no other input may define.
    defines: Vec<String>,
}

impl Device {
    /// Reads an image.
    ///
    /// # Errors
    /// `Image`, `Ptx`.
    pub(super) fn read_contents(&self, bytes: &[u8]) -> Result<Contents, Error> {
        let module = ptx::Module::parse(&image::text(bytes, &self.spec)?)?;
        let entry = |name: &str| {
            let (parameters, _) = module.params(name).unwrap_or_default();
            let parameters = parameters.iter().map(|parameter| (parameter.offset, parameter.size)).collect();
            KernelEntry { name: name.to_owned(), parameters }
        };
        let managed = module.vars.iter().filter(|var| var.managed).map(|var| var.name.clone()).collect();
        Ok(Contents { kernels: module.kernels().map(entry).collect(), managed })
    }

    /// Begins a link.
    pub(super) fn begin_link(&'static self) -> Link {
        Link { spec: &self.spec, inputs: Mutex::new(Rank::Object, Vec::new()) }
    }

    /// Links the units of a program, unless the image that they were linked to has PTX: programs that carry
    /// no machine code leave that to the driver.
    ///
    /// # Errors
    /// `Unit`, `Link`.
    pub(super) fn link_texts(&self, linked: &[u8], units: &[&[u8]]) -> Result<Option<String>, Error> {
        let spec = &self.spec;
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
}

impl Link {
    fn add_text(&self, text: &str, name: &str) -> Result<(), Error> {
        load::check(text, self.spec)?;
        let defines = definitions(Unit { name, text }).map_err(|error| Error::Link(Arc::new(vec![error])))?;
        let mut inputs = self.inputs.lock();
        let before =
            |symbol: &str| inputs.iter().find(|input| input.defines.iter().any(|have| have == symbol));
        let twice = defines.iter().filter_map(|symbol| {
            let units = [before(symbol)?.name.clone(), name.to_owned()];
            Some(LinkError::Twice { symbol: (*symbol).to_owned(), units })
        });
        let twice: Vec<LinkError> = twice.collect();
        let defines = defines.into_iter().map(str::to_owned).collect();
        inputs.push(Input { name: name.to_owned(), text: text.to_owned(), defines });
        if twice.is_empty() { Ok(()) } else { Err(Error::Link(Arc::new(twice))) }
    }
}

impl backend::Link for Link {
    fn add(&self, form: InputForm, bytes: &[u8], name: &str) -> Result<(), Error> {
        match form {
            InputForm::Image => self.add_text(&image::text(bytes, self.spec)?, name),
            InputForm::Library => {
                let members = fatbin::host::members(bytes)?;
                let with_code =
                    |bytes: &[u8]| fatbin::host::sections(bytes).is_ok_and(|found| !found.is_empty());
                let members = members.into_iter().filter(|(_, bytes)| with_code(bytes));
                for (member, bytes) in members.filter(|(_, bytes)| !image::is_device_runtime(bytes)) {
                    self.add_text(&image::text(bytes, self.spec)?, &format!("{name}({member})"))?;
                }
                Ok(())
            }
            // Its format determines the error.
            InputForm::Machine => image::text(bytes, self.spec).map(drop),
        }
    }

    fn complete(&self) -> Result<Arc<[u8]>, Error> {
        let text = {
            let inputs = self.inputs.lock();
            let units: Vec<Unit<'_>> =
                inputs.iter().map(|input| Unit { name: &input.name, text: &input.text }).collect();
            match units.as_slice() {
                [] => ".version 7.0\n.target sm_70\n.address_size 64\n".to_owned(),
                units => link(units).map_err(|wrong| Error::Link(Arc::new(wrong)))?,
            }
        };
        let (major, minor) = self.spec.capability;
        let (newer, older) = ptx::Module::parse(&text)?.version;
        let entry = NewEntry::ptx(&text, major * 10 + minor, (newer as u16, older as u16), Packing::Plain);
        Ok(pack([entry]).into())
    }
}
