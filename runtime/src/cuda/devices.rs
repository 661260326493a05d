//! Calls on GPUs.

use super::context::{Context, in_host_function, in_primary};
use super::device::Device;
use super::link::Link;
use super::module;
use super::pool::Pool;
use crate::Error;
use crate::backend::{self, Contents, Described, NewContext, NewPool, OpenedPool, Owner, TensorBytes};
use crate::module::contents;
use crate::sync::Arc;
use crate::types::SmResource;
use cuda_driver::{Driver, Failure};
use device::Spec;
use device::partition::Wanted;
use ptx::tensor::encode::{Columns, Tensor};

fn driver_tensor<'a>(tensor: &Tensor<'a>) -> cuda_driver::Tensor<'a> {
    cuda_driver::Tensor {
        element: tensor.element,
        address: tensor.address,
        dims: tensor.dims,
        strides: tensor.strides,
        steps: tensor.steps,
        modes: [tensor.interleave, tensor.swizzle, tensor.promotion, tensor.fill],
    }
}

impl Device {
    /// Makes a call of the driver in any context of the device: some calls want one and use nothing of it.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn call<T>(
        &self,
        call: impl FnOnce(&'static Driver) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        match self.memory.context_on(self.ordinal) {
            Some(context) => context.call(call),
            None => in_primary(self, call),
        }
    }
}

impl backend::Device for Device {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn attribute(&self, number: i32) -> Result<i32, Error> {
        self.find_attribute(number)
    }

    fn uuid(&self) -> [u8; 16] {
        let mut uuid = hip_sys::hipUUID { bytes: [0; 16] };
        // A driver that does not tell it gives zeros.
        let _ = self.driver.cuDeviceGetUuid_v2(&mut uuid, self.number);
        uuid.bytes.map(|byte| byte as u8)
    }

    fn context(&'static self, owner: Owner, new: NewContext) -> Result<Arc<dyn backend::Context>, Error> {
        Ok(Context::new(self, owner, new)?)
    }

    fn pool(&'static self, word: u64, new: NewPool) -> Result<Arc<dyn backend::Pool>, Error> {
        Ok(Arc::new(Pool::new(self, word, new)?))
    }

    fn open_pool(&'static self, word: u64, file: i32) -> Result<Option<OpenedPool>, Error> {
        Pool::open(self, word, file)
    }

    fn contents(&self, image: &[u8]) -> Result<Contents, Error> {
        match contents::read(image, &self.spec) {
            // Machine code alone.
            Err(Error::Image(fatbin::Error::NoPtx { .. })) => module::contents(self, image),
            found => found,
        }
    }

    fn link(&'static self) -> Box<dyn backend::Link> {
        Box::new(Link::new(self))
    }

    fn link_units(&self, linked: &[u8], units: &[&[u8]]) -> Result<Option<String>, Error> {
        match module::has_code_for(linked, &self.spec) {
            true => Ok(None),
            false => contents::link_units(linked, units, &self.spec),
        }
    }

    fn tiled_map(&self, tensor: &Tensor<'_>, extent: &[u32]) -> Result<TensorBytes, Error> {
        self.call(|driver| driver.tiled_map(&driver_tensor(tensor), extent)).map(|map| map.0)
    }

    fn column_map(&self, tensor: &Tensor<'_>, columns: &Columns<'_>) -> Result<TensorBytes, Error> {
        let columns = cuda_driver::Columns {
            corners: [columns.lower, columns.upper],
            channels: columns.channels,
            pixels: columns.pixels,
        };
        self.call(|driver| driver.column_map(&driver_tensor(tensor), &columns)).map(|map| map.0)
    }

    fn moved_map(&self, map: &TensorBytes, address: u64) -> Result<TensorBytes, Error> {
        let map = cuda_driver::TensorMap(*map);
        self.call(|driver| driver.moved_map(map, address)).map(|map| map.0)
    }

    fn sms(&self) -> Result<SmResource, Error> {
        self.all_sms()
    }

    fn split(
        &self,
        input: &SmResource,
        groups: Option<u32>,
        flags: u32,
        min_count: u32,
    ) -> Result<(Vec<SmResource>, SmResource), Error> {
        self.split_evenly(input, groups, flags, min_count)
    }

    fn split_into(
        &self,
        input: &SmResource,
        wanted: &[Wanted],
        dry: bool,
    ) -> Result<(Vec<SmResource>, SmResource), Error> {
        self.split_by_sizes(input, wanted, dry)
    }

    fn describe(&self, parts: &[SmResource]) -> Result<Described, Error> {
        self.describe_parts(parts)
    }

    fn default_coscheduled(&self) -> u32 {
        self.spec.green_align
    }

    fn may_wait(&self) -> Result<(), Error> {
        if in_host_function() { Err(Error::WaitsInHostFunction) } else { Ok(()) }
    }

    fn streams_with_work(&self) -> usize {
        // The driver ends the process's work without a word.
        0
    }

    fn driver(&self) -> Option<&'static cuda_driver::Place> {
        Some(self.driver.place())
    }

    fn finish(&self) {
        if let Some(recording) = &self.recording {
            recording.finish(&self.memory.contexts_on(self.ordinal));
        }
    }
}
