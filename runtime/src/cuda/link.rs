//! Links of images, by the driver.

use super::device::Device;
use crate::Error;
use crate::backend::{self, InputForm};
use crate::module::image;
use crate::sync::{Arc, Mutex, Rank};
use cuda_driver::Handle;
use fatbin::Kind;

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
    /// `CUlinkState`, made for the first input.
    state: Mutex<Option<Handle>>,
}

impl Link {
    pub(super) fn new(device: &'static Device) -> Link {
        Link { device, state: Mutex::new(Rank::Object, None) }
    }

    fn state(&self) -> Result<Handle, Error> {
        let mut state = self.state.lock();
        if let Some(state) = *state {
            return Ok(state);
        }
        let context = self.device.memory.context_on(self.device.ordinal);
        let context = context.ok_or(Error::NoContext { what: "a link" })?;
        let made = context.call(cuda_driver::Driver::begin_link)?;
        *state = Some(made);
        Ok(made)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let state = self.state.lock().take();
        if let Some(state) = state {
            let _ = self.device.driver.cuLinkDestroy(state);
        }
    }
}

impl backend::Link for Link {
    fn add(&self, form: InputForm, bytes: &[u8], name: &str) -> Result<(), Error> {
        let state = self.state()?;
        let driver = self.device.driver;
        let kind = match (form, fatbin::sniff(bytes)?) {
            (InputForm::Library, _) => input::LIBRARY,
            (InputForm::Machine, _) => input::CUBIN,
            (InputForm::Image, Kind::Fatbin) => input::FATBINARY,
            (InputForm::Image, _) => {
                let mut text = image::text(bytes, &self.device.spec)?.into_owned().into_bytes();
                text.push(0);
                return Ok(driver.add_to_link(state, input::PTX, &text, name)?);
            }
        };
        Ok(driver.add_to_link(state, kind, bytes, name)?)
    }

    fn complete(&self) -> Result<Arc<[u8]>, Error> {
        let state = self.state()?;
        Ok(self.device.driver.complete_link(state)?.into())
    }
}
