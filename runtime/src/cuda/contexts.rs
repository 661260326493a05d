//! Calls on contexts.

use super::array::{Array, MipmappedArray};
use super::context::{Context, gpu_context};
use super::event::{Event, gpu_event};
use super::failure::{PEER_IS_OFF, PEER_IS_ON};
use super::module::Module;
use super::stream::Stream;
use super::texture;
use crate::Error;
use crate::backend::{self, Described, Owner, Texels};
use crate::sync::Arc;
use crate::types::{ArrayDesc, SmResource, TextureDesc};
use cuda_driver::Failure;
use device::{SmSet, StreamKind};
use ptx::texture::Shape;

/// Most that an enumerator of a limit may be.
const LIMITS: u32 = 0x1003;

/// Returns `false` if access between peers is already as it should be.
fn unless(code: u32, outcome: Result<(), Failure>) -> Result<bool, Failure> {
    match outcome {
        Err(failure) if failure.code == code => Ok(false),
        other => other.map(|()| true),
    }
}

/// Error of conditional nodes: graphs are launched node by node, without the driver's own graphs.
pub(super) fn no_conditions() -> Error {
    Error::Unsupported { what: "conditional nodes of graphs on a GPU" }
}

impl backend::Context for Context {
    fn default_stream(self: Arc<Self>) -> Arc<dyn backend::Stream> {
        Arc::new(Stream::legacy(self))
    }

    fn stream(
        self: Arc<Self>,
        kind: StreamKind,
        priority: i32,
        sms: Option<SmSet>,
    ) -> Result<Arc<dyn backend::Stream>, Error> {
        // The driver names no SMs: a mask can only mean all of them.
        if sms.is_some_and(|sms| sms.len() < self.sm_count()) {
            return Err(Error::Unsupported { what: "a stream on some SMs with HIP_BACKEND=cuda" });
        }
        Ok(Arc::new(Stream::new(self, kind, priority)?))
    }

    fn event(self: Arc<Self>, flags: u32) -> Result<Arc<dyn backend::Event>, Error> {
        Ok(Arc::new(Event::new(Arc::clone(self.whole()), flags)?))
    }

    fn condition(&self) -> Result<Arc<backend::Condition>, Error> {
        Err(no_conditions())
    }

    fn device_exec(&self, _handle: u64) -> Result<Arc<backend::DeviceExec>, Error> {
        Err(Error::Unsupported { what: "launches of graphs by kernels on a GPU" })
    }

    fn open_event(self: Arc<Self>, exported: &[u8; 64]) -> Result<Arc<dyn backend::Event>, Error> {
        Ok(Arc::new(Event::open(Arc::clone(self.whole()), exported)?))
    }

    fn green(
        self: Arc<Self>,
        owner: Owner,
        described: &Described,
        _queues: u32,
    ) -> Result<Arc<dyn backend::Context>, Error> {
        Ok(self.make_green(owner, described)?)
    }

    fn part(&self) -> Result<Option<SmResource>, Error> {
        self.green.as_ref().map(|green| self.device.sms_of(green)).transpose()
    }

    fn work_queues(&self, _streams: u32) -> Result<u32, Error> {
        Err(Error::Unsupported { what: "work queues with HIP_BACKEND=cuda" })
    }

    fn synchronize(&self) -> Result<(), Error> {
        self.wait()
    }

    fn record(self: Arc<Self>, event: &dyn backend::Event) -> Result<(), Error> {
        let event = gpu_event(event)?;
        self.call(|driver| match &self.green {
            Some(green) => driver.cuGreenCtxRecordEvent(green.handle, event.handle),
            None => driver.cuCtxRecordEvent(self.handle, event.handle),
        })?;
        event.note_record();
        Ok(())
    }

    fn wait(self: Arc<Self>, event: &dyn backend::Event) -> Result<(), Error> {
        let event = gpu_event(event)?;
        if !event.was_recorded() {
            return Ok(());
        }
        self.call(|driver| match &self.green {
            Some(green) => driver.cuGreenCtxWaitEvent(green.handle, event.handle),
            None => driver.cuCtxWaitEvent(self.handle, event.handle),
        })
    }

    fn check(&self) -> Result<(), Error> {
        self.healthy()
    }

    fn enable_peer(&self, peer: &dyn backend::Context) -> Result<bool, Error> {
        let peer = gpu_context(peer)?.handle;
        self.call(|driver| unless(PEER_IS_ON, driver.cuCtxEnablePeerAccess(peer, 0)))
    }

    fn disable_peer(&self, peer: &dyn backend::Context) -> Result<bool, Error> {
        let peer = gpu_context(peer)?.handle;
        self.call(|driver| unless(PEER_IS_OFF, driver.cuCtxDisablePeerAccess(peer)))
    }

    fn limit(&self, number: u32) -> Result<u64, Error> {
        check_limit(number)?;
        let mut value = 0;
        self.call(|driver| driver.cuCtxGetLimit(&mut value, number))?;
        Ok(value as u64)
    }

    fn set_limit(&self, number: u32, value: u64) -> Result<(), Error> {
        check_limit(number)?;
        self.call(|driver| driver.cuCtxSetLimit(number, value as usize))
    }

    fn load(self: Arc<Self>, image: &[u8]) -> Result<Arc<dyn backend::Module>, Error> {
        Ok(Module::load(Arc::clone(self.whole()), image)?)
    }

    fn array(&self, desc: &ArrayDesc, _shape: Shape) -> Result<Arc<dyn backend::Array>, Error> {
        Ok(Arc::new(Array::new(self, desc)?))
    }

    fn mipmapped_array(
        &self,
        desc: &ArrayDesc,
        _shape: Shape,
        levels: u32,
    ) -> Result<Arc<dyn backend::MipmappedArray>, Error> {
        Ok(Arc::new(MipmappedArray::new(self, desc, levels)?))
    }

    fn texture(&self, resource: &Texels, texture: &TextureDesc) -> Result<u64, Error> {
        texture::make(self, resource, texture)
    }

    fn surface(&self, array: &dyn backend::Array) -> Result<u64, Error> {
        texture::surface(self, array)
    }

    fn remove_texture(&self, handle: u64) {
        texture::remove(self, handle);
    }

    fn stop(&self) {
        // What runs goes on until the driver ends the context.
    }

    fn end(&self) {
        self.finish();
    }

    fn on_driver(&self, function: &mut dyn FnMut(i32)) -> Result<(), Error> {
        self.lend(function)
    }
}

fn check_limit(number: u32) -> Result<(), Error> {
    match number <= LIMITS {
        true => Ok(()),
        false => Err(Error::UnknownEnumerator { what: "limit", got: number.into() }),
    }
}
