//! Links of images, by the driver.

use super::device::Device;
use super::failure;
use super::module::for_assembler;
use crate::Error;
use crate::backend::{self, InputForm};
use crate::module::image;
use crate::sync::{Arc, Mutex, Rank};
use cuda_driver::{Driver, Failure};
use fatbin::Format;

/// `CUjitInputType`
mod input {
    pub(super) const CUBIN: u32 = 0;
    pub(super) const PTX: u32 = 1;
    pub(super) const FATBINARY: u32 = 2;
    pub(super) const LIBRARY: u32 = 4;
}

/// Link of images.
pub(super) struct Link {
    device: &'static Device,
    /// The driver's, made for the first input.
    made: Mutex<Option<cuda_driver::Link>>,
}

impl Link {
    pub(super) fn new(device: &'static Device) -> Link {
        Link { device, made: Mutex::new(Rank::Object, None) }
    }

    /// Makes a call about the link. What the driver says becomes part of the error.
    fn call<T>(
        &self,
        call: impl FnOnce(&'static Driver, &cuda_driver::Link) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        let memory = self.device.memory;
        let context = memory.context_on(self.device.ordinal).ok_or(Error::NoContext { what: "a link" })?;
        let driver = context.enter()?;
        let mut made = self.made.lock();
        let link = match made.take() {
            Some(link) => made.insert(link),
            None => made.insert(driver.begin_link()?),
        };
        call(driver, link).map_err(|failure| failure::with_text(failure, &link.log()))
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(link) = self.made.lock().take() {
            let _ = self.device.driver.cuLinkDestroy(link.state);
        }
    }
}

impl backend::Link for Link {
    fn add(&self, form: InputForm, bytes: &[u8], name: &str) -> Result<(), Error> {
        let kind = match (form, fatbin::sniff(bytes)?) {
            (InputForm::Library, _) => input::LIBRARY,
            (InputForm::Machine, _) => input::CUBIN,
            (InputForm::Image, Format::Fatbin) => input::FATBINARY,
            (InputForm::Image, _) => {
                let text = image::text(bytes, &self.device.spec)?;
                let mut text = for_assembler(&text)?.unwrap_or_else(|| text.into_owned()).into_bytes();
                text.push(0);
                return self.call(|driver, link| driver.add_to_link(link, input::PTX, &text, name));
            }
        };
        self.call(|driver, link| driver.add_to_link(link, kind, bytes, name))
    }

    fn complete(&self) -> Result<Arc<[u8]>, Error> {
        self.call(|driver, link| driver.complete_link(link)).map(Arc::from)
    }
}
