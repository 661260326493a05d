//! Calls on software devices.

use super::context::Context;
use super::device::Device;
use super::pool::Pool;
use crate::Error;
use crate::backend::{self, Contents, Described, Link, NewContext, NewPool, OpenedPool, Owner, TensorBytes};
use crate::exec::engine::may_wait;
use crate::memory::share::import_token;
use crate::module::contents;
use crate::sync::Arc;
use crate::types::SmResource;
use device::Spec;
use device::partition::{Wanted, default_coscheduled};
use ptx::tensor::Map;
use ptx::tensor::encode::{self, Columns, Tensor};

impl backend::Device for Device {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn attribute(&self, number: i32) -> Result<i32, Error> {
        self.find_attribute(number)
    }

    fn uuid(&self) -> [u8; 16] {
        let mut bytes = *b"hip-soft\0\0\0\0\0\0\0\0";
        let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = self.spec.name.bytes().fold(0xcbf2_9ce4_8422_2325, step);
        bytes[8..].copy_from_slice(&(hash ^ u64::from(self.physical)).to_be_bytes());
        bytes
    }

    fn context(&'static self, owner: Owner, _new: NewContext) -> Result<Arc<dyn backend::Context>, Error> {
        Ok(Context::new(self, owner))
    }

    fn pool(&'static self, word: u64, new: NewPool) -> Result<Arc<dyn backend::Pool>, Error> {
        Ok(Arc::new(Pool::new(self, word, new.max_bytes)))
    }

    fn open_pool(&'static self, word: u64, file: i32) -> Result<Option<OpenedPool>, Error> {
        let (process, exported, device) = import_token(file)?;
        let is_own = device as usize == self.ordinal;
        let opened =
            || OpenedPool { exporter: (process, exported), pool: Arc::new(Pool::new(self, word, 0)) };
        Ok(is_own.then(opened))
    }

    fn contents(&self, image: &[u8]) -> Result<Contents, Error> {
        contents::read(image, &self.spec)
    }

    fn link(&'static self) -> Box<dyn Link> {
        Box::new(self.begin_link())
    }

    fn link_units(&self, linked: &[u8], units: &[&[u8]]) -> Result<Option<String>, Error> {
        contents::link_units(linked, units, &self.spec)
    }

    fn tiled_map(&self, tensor: &Tensor<'_>, extent: &[u32]) -> Result<TensorBytes, Error> {
        encode::tiled(tensor, extent).map(|map| map.to_bytes()).map_err(Error::TensorMap)
    }

    fn column_map(&self, tensor: &Tensor<'_>, columns: &Columns<'_>) -> Result<TensorBytes, Error> {
        encode::im2col(tensor, columns).map(|map| map.to_bytes()).map_err(Error::TensorMap)
    }

    fn moved_map(&self, bytes: &TensorBytes, address: u64) -> Result<TensorBytes, Error> {
        let no_map = Error::UnknownEnumerator { what: "mark of a tensor map", got: bytes[60].into() };
        let mut map = Map::from_bytes(bytes).ok_or(no_map)?;
        encode::move_to(&mut map, address).map_err(Error::TensorMap)?;
        Ok(map.to_bytes())
    }

    fn sms(&self) -> Result<SmResource, Error> {
        Ok(self.all_sms())
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
        Ok(Described { sms: self.join_parts(parts)?, word: 0 })
    }

    fn default_coscheduled(&self) -> u32 {
        default_coscheduled(&self.spec)
    }

    fn may_wait(&self) -> Result<(), Error> {
        may_wait()
    }

    fn streams_with_work(&self) -> usize {
        self.engine.streams_with_work()
    }

    fn finish(&self) {
        self.engine.finish();
    }
}
