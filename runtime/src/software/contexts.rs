//! Calls on contexts of the software device.

use super::array::software_array;
use super::context::Context;
use super::event::{self, Event};
use super::kernels::software_context;
use super::module::Module;
use super::sampling;
use super::stream::Stream;
use crate::Error;
use crate::backend::{self, DISABLE_TIMING, Described, Owner, Texels};
use crate::exec::Work;
use crate::exec::observer::Waited;
use crate::sync::{Arc, Ordering};
use crate::types::{ArrayDesc, SmResource, TextureDesc};
use device::{Op, OpId, SmSet, StreamId, StreamKind};
use ptx::texture::{Object, Shape};

impl Context {
    fn streams(&self) -> Vec<StreamId> {
        self.streams.lock().clone()
    }

    /// Returns the last operations of the streams that are not done.
    fn last_operations(&self) -> Vec<OpId> {
        let streams = self.green.is_some().then(|| self.streams());
        self.engine().with(|front| match streams {
            Some(streams) => streams.into_iter().filter_map(|stream| front.last_of(stream)).collect(),
            None => front.last_of_context(self.front),
        })
    }
}

impl backend::Context for Context {
    fn default_stream(self: Arc<Self>) -> Arc<dyn backend::Stream> {
        let front = self.default_stream;
        Arc::new(Stream::of_front(self, front, 0))
    }

    fn stream(
        self: Arc<Self>,
        kind: StreamKind,
        priority: i32,
        sms: Option<SmSet>,
    ) -> Result<Arc<dyn backend::Stream>, Error> {
        Ok(Arc::new(Stream::new(self, kind, priority, sms)?))
    }

    fn event(self: Arc<Self>, flags: u32) -> Result<Arc<dyn backend::Event>, Error> {
        Ok(Arc::new(Event::new(self, flags & DISABLE_TIMING == 0, None)))
    }

    fn condition(&self) -> Result<Arc<backend::Condition>, Error> {
        Ok(super::conditions::create())
    }

    fn device_exec(&self, handle: u64) -> Result<Arc<backend::DeviceExec>, Error> {
        Ok(super::executables::add(handle))
    }

    fn open_event(self: Arc<Self>, exported: &[u8; 64]) -> Result<Arc<dyn backend::Event>, Error> {
        Ok(Arc::new(Event::open(self, exported)?))
    }

    fn green(
        self: Arc<Self>,
        owner: Owner,
        described: &Described,
        queues: u32,
    ) -> Result<Arc<dyn backend::Context>, Error> {
        Ok(self.make_green(owner, described.sms.clone(), queues))
    }

    fn part(&self) -> Result<Option<SmResource>, Error> {
        Ok(self.sms().map(|own| SmResource { split: 0, ..own.clone() }))
    }

    fn work_queues(&self, streams: u32) -> Result<u32, Error> {
        self.engine().create_queues(self.front, streams).ok_or_else(|| self.destroyed())
    }

    fn synchronize(&self) -> Result<(), Error> {
        let engine = self.engine();
        engine.wait(&self.last_operations())?;
        match self.green {
            Some(_) => {
                self.streams().into_iter().for_each(|stream| engine.waits_for(Waited::Stream(stream)));
            }
            None => engine.waits_for(Waited::Context(self.front)),
        }
        self.settle()
    }

    fn record(self: Arc<Self>, event: &dyn backend::Event) -> Result<(), Error> {
        let event = event::software_event(event)?;
        let engine = self.engine();
        // A stream that lives for this one record waits for all others.
        let front = engine.create_stream(self.front, StreamKind::NonBlocking, 0, None);
        let front = front.ok_or_else(|| self.destroyed())?;
        engine.set_queues(front, self.queues());
        let last = self.last_operations();
        let stream = Stream::of_front(self, front, 0);
        let done = last
            .into_iter()
            .try_for_each(|op| stream.submit(&Op::Wait(op), Work::Nothing).map(drop))
            .and_then(|()| stream.record_event(event));
        engine.destroy_stream(front);
        done
    }

    fn wait(self: Arc<Self>, event: &dyn backend::Event) -> Result<(), Error> {
        let event = event::software_event(event)?;
        let Some(record) = event.last() else { return Ok(()) };
        // Later records are another matter: this one is kept in an event of its own.
        let kept = Arc::new(Event::new(Arc::clone(&event.context), event.timing, Some(record)));
        {
            let mut awaited = self.awaited.lock();
            awaited.retain(|event| event.last().is_some_and(|last| last.time().is_none()));
            awaited.push(Arc::clone(&kept));
        }
        self.streams()
            .into_iter()
            .try_for_each(|front| Stream::of_front(Arc::clone(&self), front, 0).wait_for(&kept))
    }

    fn check(&self) -> Result<(), Error> {
        self.health.check()
    }

    fn enable_peer(&self, peer: &dyn backend::Context) -> Result<bool, Error> {
        let peer = software_context(peer)?;
        Ok(self.memory().peers().enable((self.owner, peer.owner), peer.device.ordinal))
    }

    fn disable_peer(&self, peer: &dyn backend::Context) -> Result<bool, Error> {
        Ok(self.memory().peers().disable((self.owner, software_context(peer)?.owner)))
    }

    fn limit(&self, number: u32) -> Result<u64, Error> {
        self.get_limit(number)
    }

    fn set_limit(&self, number: u32, value: u64) -> Result<(), Error> {
        self.change_limit(number, value)
    }

    fn load(self: Arc<Self>, image: &[u8]) -> Result<Arc<dyn backend::Module>, Error> {
        Ok(Module::load(&self, image)?)
    }

    fn array(&self, desc: &ArrayDesc, shape: Shape) -> Result<Arc<dyn backend::Array>, Error> {
        Ok(Arc::new(self.make_array(desc, shape)?))
    }

    fn mipmapped_array(
        &self,
        desc: &ArrayDesc,
        shape: Shape,
        levels: u32,
    ) -> Result<Arc<dyn backend::MipmappedArray>, Error> {
        Ok(Arc::new(self.make_mipmapped(desc, shape, levels)?))
    }

    fn texture(&self, resource: &Texels, texture: &TextureDesc) -> Result<u64, Error> {
        let image = sampling::image(resource)?;
        self.keep_texture(Object::Texture(image, sampling::sampler(texture)?))
    }

    fn surface(&self, array: &dyn backend::Array) -> Result<u64, Error> {
        self.keep_texture(Object::Surface(software_array(array)?.image.clone()))
    }

    fn remove_texture(&self, handle: u64) {
        self.retire_texture(handle);
    }

    fn stop(&self) {
        self.ended.store(true, Ordering::Release);
        // What a green context's streams hold goes on to its end.
        if self.green.is_none() {
            self.engine().stop(self.front);
            self.desk.write();
        }
    }

    fn end(&self) {
        match &self.green {
            Some(green) if self.default_stream != green.primary.default_stream => {
                self.engine().destroy_stream(self.default_stream);
            }
            Some(_) => {}
            None => {
                self.engine().with(|front| front.destroy_context(self.front));
                self.memory().remove_owned_by(self.owner);
            }
        }
    }
}
