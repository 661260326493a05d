//! Features that a software device lacks: graphics, handles of other drivers, sparse arrays (HIP:
//! "Graphics Interoperability", "External Resource Interoperability").
//!
//! These return `hipErrorNotSupported`; COVERAGE.md has the reasons from `api/unsupported.tsv`. Invalid
//! arguments are reported first.

use crate::entry::{In, Out, entry_points};
use crate::memory::stream;
use crate::types::Stream;
use hip_sys::hipMemRangeHandleType;
use runtime::Error;
use std::ffi::c_void;

const GRAPHICS: Error = Error::Unsupported { what: "resources of a graphics library" };
const EXTERNAL: Error = Error::Unsupported { what: "memory of another driver" };
const SEMAPHORE: Error = Error::Unsupported { what: "semaphores of another driver" };

fn present<T>(pointer: *const T, what: &'static str) -> Result<(), Error> {
    if pointer.is_null() { Err(Error::Null { what }) } else { Ok(()) }
}

fn refuse(error: Error) -> Result<(), Error> {
    Err(error)
}

/// There are no objects of this kind, so no handle is valid.
fn no_object(kind: &'static str, word: *const c_void) -> Error {
    Error::BadHandle { kind, word: word as u64 }
}

entry_points! {
    /// Memory of another driver.
    fn hipImportExternalMemory(out: Out<u64>, desc: *const c_void) {
        out.wanted("extMem_out")?;
        present(desc, "memHandleDesc")?;
        refuse(EXTERNAL)?;
    }
    /// A buffer in memory of another driver.
    fn hipExternalMemoryGetMappedBuffer(out: Out<u64>, memory: *const c_void, desc: *const c_void) {
        out.wanted("devPtr")?;
        present(desc, "bufferDesc")?;
        refuse(no_object("external memory", memory))?;
    }
    /// An array in memory of another driver.
    fn hipExternalMemoryGetMappedMipmappedArray(out: Out<u64>, memory: *const c_void, desc: *const c_void) {
        out.wanted("mipmap")?;
        present(desc, "mipmapDesc")?;
        refuse(no_object("external memory", memory))?;
    }
    /// Releases memory of another driver.
    fn hipDestroyExternalMemory(memory: *const c_void) { refuse(no_object("external memory", memory))?; }
    /// A semaphore of another driver.
    fn hipImportExternalSemaphore(out: Out<u64>, desc: *const c_void) {
        out.wanted("extSem_out")?;
        present(desc, "semHandleDesc")?;
        refuse(SEMAPHORE)?;
    }
    /// Signals semaphores of another driver.
    fn hipSignalExternalSemaphoresAsync(list: In<u64>, params: *const c_void, count: u32, on: Stream) {
        stream(on)?;
        semaphores(list, params, count)?;
    }
    /// Waits for semaphores of another driver.
    fn hipWaitExternalSemaphoresAsync(list: In<u64>, params: *const c_void, count: u32, on: Stream) {
        stream(on)?;
        semaphores(list, params, count)?;
    }
    /// Releases a semaphore of another driver.
    fn hipDestroyExternalSemaphore(semaphore: *const c_void) { refuse(no_object("external semaphore", semaphore))?; }
    /// Devices that render with OpenGL: none.
    fn hipGLGetDevices(count: Out<u32>, _devices: Out<i32>, _room: u32, _list: u32) {
        // The count of 0 is written even though the call fails.
        count.wanted("pHipDeviceCount")?.set(0);
        refuse(GRAPHICS)?;
    }
    /// Registers a buffer of OpenGL.
    fn hipGraphicsGLRegisterBuffer(out: Out<u64>, _buffer: u32, _flags: u32) {
        out.wanted("resource")?;
        refuse(GRAPHICS)?;
    }
    /// Registers an image of OpenGL.
    fn hipGraphicsGLRegisterImage(out: Out<u64>, _image: u32, _target: u32, _flags: u32) {
        out.wanted("resource")?;
        refuse(GRAPHICS)?;
    }
    /// Maps registered resources.
    fn hipGraphicsMapResources(count: i32, list: In<u64>, on: Stream) {
        stream(on)?;
        resources(list, count)?;
    }
    /// Address of a mapped resource.
    fn hipGraphicsResourceGetMappedPointer(out: Out<u64>, size: Out<u64>, resource: *const c_void) {
        out.wanted("devPtr")?;
        size.wanted("size")?;
        refuse(no_object("graphics resource", resource))?;
    }
    /// The array of a mapped resource.
    fn hipGraphicsSubResourceGetMappedArray(out: Out<u64>, resource: *const c_void, _index: u32, _level: u32) {
        out.wanted("array")?;
        refuse(no_object("graphics resource", resource))?;
    }
    /// Ends a mapping.
    fn hipGraphicsUnmapResources(count: i32, list: In<u64>, on: Stream) {
        stream(on)?;
        resources(list, count)?;
    }
    /// Unregisters a resource.
    fn hipGraphicsUnregisterResource(resource: *const c_void) { refuse(no_object("graphics resource", resource))?; }
    /// Maps memory to parts of sparse arrays.
    fn hipMemMapArrayAsync(list: *const c_void, count: u32, on: Stream) {
        stream(on)?;
        if count > 0 {
            present(list, "mapInfoList")?;
        }
        refuse(Error::Unsupported { what: "arrays of which parts are mapped" })?;
    }
    /// A file descriptor for other drivers.
    fn hipMemGetHandleForAddressRange(out: Out<i32>, pointer: *const c_void, size: u64, kind: hipMemRangeHandleType, flags: u64) {
        out.wanted("handle")?;
        if kind != hipMemRangeHandleType::hipMemRangeHandleTypeDmaBufFd {
            return Err(Error::UnknownEnumerator { what: "hipMemRangeHandleType", got: kind.0.into() });
        }
        if flags > 1 {
            return Err(Error::BadFlags { what: "a handle of a range", got: flags });
        }
        runtime::api::memory::check_copy(crate::memory::device(pointer), crate::memory::device(pointer), size)?;
        refuse(Error::Unsupported { what: "file descriptors of the kernel's DMA buffers" })?;
    }
}

fn semaphores(list: In<u64>, params: *const c_void, count: u32) -> Result<(), Error> {
    if list.is_null() || count == 0 {
        refuse(Error::Null { what: "extSemArray" })?;
    }
    present(params, "paramsArray")?;
    Err(no_object("external semaphore", list.read("extSemArray")? as *const c_void))
}

fn resources(list: In<u64>, count: i32) -> Result<(), Error> {
    if count <= 0 || list.is_null() {
        refuse(Error::Null { what: "resources" })?;
    }
    Err(no_object("graphics resource", list.read("resources")? as *const c_void))
}
