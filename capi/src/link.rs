//! Linking modules at run time (HIP: "Module Management"; CUDA: `cuLink…`).

use crate::entry::{In, Out, entry_points, path, put_text, text};
use crate::types::Link;
use hip_sys::{hipJitInputType, hipJitOption};
use runtime::Error;
use runtime::api::link::{self, Input};
use std::ffi::{c_char, c_void};

/// Options of a call, with their values.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    pub(crate) count: u32,
    pub(crate) options: In<hipJitOption>,
    pub(crate) values: In<u64>,
}

/// Bytes of a module.
#[derive(Clone, Copy)]
pub(crate) struct Image {
    pub(crate) data: *const c_void,
    pub(crate) size: usize,
}

/// Returns the address and size of the error log, among a call's options.
fn log(given: Options) -> Result<Option<(u64, u64)>, Error> {
    let Options { count, options, values } = given;
    if count > 0 && (options.is_null() || values.is_null()) {
        return Err(Error::Null { what: "options" });
    }
    let (options, values) = (options.array(count as usize)?, values.array(count as usize)?);
    let value = |option: hipJitOption| options.iter().position(|&o| o == option).map(|at| values[at]);
    let bytes = value(hipJitOption::hipJitOptionErrorLogBufferSizeBytes);
    Ok(value(hipJitOption::hipJitOptionErrorLogBuffer).zip(bytes))
}

/// Writes an error into the link's log.
fn logged(link: Link, outcome: Result<(), Error>) -> Result<(), Error> {
    if let Err(error) = &outcome
        && let Some((address, bytes)) = link::log(link.id()?)?
    {
        put_text(
            address as *mut c_char,
            bytes as usize,
            &error.jit_log().unwrap_or_else(|| error.to_string()),
        );
    }
    outcome
}

/// `hipLinkCreate`, `hiprtcLinkCreate`
pub(crate) fn create(options: Options) -> Result<Link, Error> {
    Ok(Link::of(link::create(log(options)?)?))
}

/// `hipLinkAddData`, `hiprtcLinkAddData`
pub(crate) fn add_data(
    link: Link,
    kind: hipJitInputType,
    image: Image,
    name: *const c_char,
    options: Options,
) -> Result<(), Error> {
    log(options)?;
    let kind = Input::from_code(kind)?;
    // Only messages have it, and CUDA's samples pass none.
    let name = if name.is_null() { String::new() } else { text(name, "name")? };
    let Image { data, size } = image;
    if data.is_null() || size == 0 {
        return Err(Error::Null { what: "data" });
    }
    let bytes = In::<u8>::at(data as u64).array(size)?;
    logged(link, link::add(link.id()?, kind, &bytes, &name))
}

/// `hipLinkAddFile`, `hiprtcLinkAddFile`
pub(crate) fn add_file(
    link: Link,
    kind: hipJitInputType,
    name: *const c_char,
    options: Options,
) -> Result<(), Error> {
    log(options)?;
    let (kind, name) = (Input::from_code(kind)?, path(name)?);
    logged(link, link::add_file(link.id()?, kind, &name))
}

/// `hipLinkComplete`, `hiprtcLinkComplete`
pub(crate) fn complete(link: Link, image: Out<u64>, size: Out<usize>) -> Result<(), Error> {
    let image = image.wanted("hipBinOut")?;
    let mut bytes = None;
    logged(link, link::complete(link.id()?).map(|made| bytes = Some(made)))?;
    if let Some(bytes) = bytes {
        image.set(bytes.as_ptr() as u64);
        if let Some(size) = size.optional() {
            size.set(bytes.len());
        }
    }
    Ok(())
}

entry_points! {
    /// Creates a linker.
    fn hipLinkCreate(count: u32, options: In<hipJitOption>, values: In<u64>, out: Out<Link>) {
        let out = out.wanted("stateOut")?;
        out.set(create(Options { count, options, values })?);
    }
    /// Adds a module from memory.
    fn hipLinkAddData(
        link: Link,
        kind: hipJitInputType,
        data: *const c_void,
        size: usize,
        name: *const c_char,
        count: u32,
        options: In<hipJitOption>,
        values: In<u64>,
    ) { add_data(link, kind, Image { data, size }, name, Options { count, options, values })?; }
    /// Adds a module from a file.
    fn hipLinkAddFile(
        link: Link,
        kind: hipJitInputType,
        name: *const c_char,
        count: u32,
        options: In<hipJitOption>,
        values: In<u64>,
    ) { add_file(link, kind, name, Options { count, options, values })?; }
    /// Links the added modules; the image lives until the linker is destroyed.
    fn hipLinkComplete(link: Link, image: Out<u64>, size: Out<usize>) { complete(link, image, size)?; }
    /// Destroys a linker.
    fn hipLinkDestroy(link: Link) { link::destroy(link.id()?)?; }
}
