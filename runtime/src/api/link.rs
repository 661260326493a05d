//! Linking of modules at run time (HIP: "Module Management", `hipLink*`). The result is a fat binary with one
//! PTX.

use crate::Error;
use crate::api::{image_file, module, rtc};
use crate::backend::InputForm;
use crate::handle::Id;
use crate::object::{LinkObject, ModuleObject};
use crate::state::{process, usable};
use crate::sync::{Arc, OnceLock};
use hip_sys::hipJitInputType;
use std::path::Path;

/// Kind of an input (`hipJitInputType`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// PTX, as text.
    Ptx,
    /// Container with PTX: a fat binary, an object.
    Container,
    /// An archive of objects: all that have PTX.
    Library,
    /// LLVM bitcode, which clang compiles to PTX.
    Bitcode,
    /// An offload bundle of bitcode, of which the part for PTX devices counts.
    BundledBitcode,
    /// An archive of such bundles.
    BitcodeArchive,
    /// Machine code of a device, never of this one.
    Machine,
}

impl Input {
    /// Kind of a C constant.
    ///
    /// # Errors
    /// `UnknownEnumerator`; `Unsupported` for SPIR-V.
    pub fn from_code(code: hipJitInputType) -> Result<Input, Error> {
        match code {
            hipJitInputType::hipJitInputCubin => Ok(Input::Machine),
            hipJitInputType::hipJitInputPtx => Ok(Input::Ptx),
            hipJitInputType::hipJitInputFatBinary | hipJitInputType::hipJitInputObject => {
                Ok(Input::Container)
            }
            hipJitInputType::hipJitInputLibrary => Ok(Input::Library),
            hipJitInputType::hipJitInputLLVMBitcode => Ok(Input::Bitcode),
            hipJitInputType::hipJitInputLLVMBundledBitcode => Ok(Input::BundledBitcode),
            hipJitInputType::hipJitInputLLVMArchivesOfBundledBitcode => Ok(Input::BitcodeArchive),
            hipJitInputType::hipJitInputSpirv => Err(Error::Unsupported { what: "linking SPIR-V" }),
            hipJitInputType(got) => {
                Err(Error::UnknownEnumerator { what: "hipJitInputType", got: got.into() })
            }
        }
    }
}

/// Begins a link for the current context's device. `log` is an address and a size, kept for [`log`].
///
/// # Errors
/// Errors of the current context.
pub fn create(log: Option<(u64, u64)>) -> Result<Id<LinkObject>, Error> {
    let context = usable()?;
    let process = process()?;
    let device = context.on;
    let made = process.insert(|id| LinkObject {
        id,
        capability: device.spec.capability,
        log,
        backend: device.backend.link(),
        image: OnceLock::new(),
    });
    Ok(made.id)
}

/// Address and size of a link's log, as passed to [`create`].
///
/// # Errors
/// Errors of the handle.
pub fn log(id: Id<LinkObject>) -> Result<Option<(u64, u64)>, Error> {
    Ok(process()?.get(id)?.log)
}

/// Adds a module. Each is checked by itself, and for names that another has.
///
/// # Errors
/// `BadInput` after the link was completed; `Image`, `Ptx`, `PtxTarget`; `Link` for a
/// name that was defined before.
pub fn add(id: Id<LinkObject>, input: Input, bytes: &[u8], name: &str) -> Result<(), Error> {
    let link = open(id, name)?;
    add_to(&link, input, bytes, name)
}

/// Link that is not complete yet.
fn open(id: Id<LinkObject>, name: &str) -> Result<Arc<LinkObject>, Error> {
    let link = process()?.get(id)?;
    if link.image.get().is_some() {
        return Err(Error::BadInput { name: name.to_owned(), why: "the link is complete".to_owned() });
    }
    Ok(link)
}

fn add_to(link: &LinkObject, input: Input, bytes: &[u8], name: &str) -> Result<(), Error> {
    match input {
        Input::Ptx | Input::Container => link.backend.add(InputForm::Image, bytes, name),
        Input::Library => link.backend.add(InputForm::Library, bytes, name),
        Input::Machine => link.backend.add(InputForm::Machine, bytes, name),
        Input::Bitcode => {
            let text = rtc::ptx_of_bitcode(bytes, link.capability, name)?;
            link.backend.add(InputForm::Image, text.as_bytes(), name)
        }
        Input::BundledBitcode => {
            let entries = fatbin::clang::bundle::entries(bytes)?;
            let wanted = entries.iter().filter(|entry| entry.id.contains("-nvptx64-"));
            let best = wanted.max_by_key(|entry| best_for(entry.target(), link.capability));
            let best = best.ok_or_else(|| Error::BadInput {
                name: name.to_owned(),
                why: "the bundle has no entry for nvptx64".to_owned(),
            })?;
            add_to(link, Input::Bitcode, best.code, name)
        }
        Input::BitcodeArchive => {
            for (member, bytes) in fatbin::host::members(bytes)? {
                add_to(link, Input::BundledBitcode, bytes, &format!("{name}({member})"))?;
            }
            Ok(())
        }
    }
}

/// Rank of a target such as `sm_80` for a device: the newest that is not newer than the device, else the
/// oldest.
fn best_for(target: &str, (major, minor): (u32, u32)) -> (bool, i64) {
    let number = target.strip_prefix("sm_").map(|n| n.trim_end_matches(|c: char| !c.is_ascii_digit()));
    let number: i64 = number.and_then(|n| n.parse().ok()).unwrap_or(0);
    let is_old_enough = number <= i64::from(major * 10 + minor);
    (is_old_enough, if is_old_enough { number } else { -number })
}

/// Adds a module from a file.
///
/// # Errors
/// `FileNotFound`, `FileUnreadable`; those of [`add`].
pub fn add_file(id: Id<LinkObject>, input: Input, path: &Path) -> Result<(), Error> {
    let name = path.to_string_lossy();
    open(id, &name)?;
    add(id, input, &image_file::read(path)?, &name)
}

/// Links what was added. The image stays for as long as the link does; a link of nothing is an image without
/// kernels.
///
/// # Errors
/// `Link`: everything that does not fit; `Linked` at the second call.
pub fn complete(id: Id<LinkObject>) -> Result<Arc<[u8]>, Error> {
    let object = process()?.get(id)?;
    if object.image.get().is_some() {
        return Err(Error::Linked);
    }
    let image = object.backend.complete()?;
    // If two threads race, the first one's image stays.
    match object.image.set(Arc::clone(&image)) {
        Ok(()) => Ok(image),
        Err(_) => Err(Error::Linked),
    }
}

/// Destroys a link with its image.
///
/// # Errors
/// Errors of the handle.
pub fn destroy(id: Id<LinkObject>) -> Result<(), Error> {
    process()?.remove(id).map(drop)
}

/// Loads what units were linked to if it has PTX, else links their PTX: programs that carry no machine code
/// leave that to the driver.
///
/// # Errors
/// `Unit` for one without PTX, `Link`: everything that does not fit; those of [`module::load_data`].
pub(crate) fn load(linked: &[u8], units: &[&[u8]]) -> Result<Id<ModuleObject>, Error> {
    match usable()?.on.backend.link_units(linked, units)? {
        None => module::load_data(linked),
        Some(text) => module::load_data(text.as_bytes()),
    }
}
