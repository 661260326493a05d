//! Links of PTX.

use super::device::Device;
use crate::Error;
use crate::backend::{self, InputForm};
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
    /// Begins a link.
    pub(super) fn begin_link(&'static self) -> Link {
        Link { spec: &self.spec, inputs: Mutex::new(Rank::Object, Vec::new()) }
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
            // What stands for machine code here is PTX; real machine code is refused by its format.
            InputForm::Image | InputForm::Machine => self.add_text(&image::text(bytes, self.spec)?, name),
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
