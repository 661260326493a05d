//! Linking of modules at run time (HIP: "Module Management", `hipLink*`). The result is a fat binary with one
//! PTX.

use crate::Error;
use crate::api::{module, rtc};
use crate::handle::Id;
use crate::module::{image, load};
use crate::object::{LinkInput, LinkObject, ModuleObject};
use crate::state::{process, usable};
use crate::sync::{Arc, Mutex, OnceLock, Rank};
use fatbin::nvidia::write::{NewEntry, Packing, fatbin as pack};
use hip_sys::hipJitInputType;
use ptx::link::{LinkError, Unit, definitions, link};
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
    let spec = context.on.spec.clone();
    let made = process.insert(|id| LinkObject {
        id,
        spec,
        log,
        inputs: Mutex::new(Rank::Object, Vec::new()),
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
        Input::Ptx | Input::Container => {
            let text = image::text(bytes, &link.spec)?;
            add_text(link, &text, name)
        }
        Input::Library => {
            let members = fatbin::host::members(bytes)?;
            let with_code = |bytes: &[u8]| fatbin::host::sections(bytes).is_ok_and(|found| !found.is_empty());
            let members = members.into_iter().filter(|(_, bytes)| with_code(bytes));
            for (member, bytes) in members.filter(|(_, bytes)| !image::is_device_runtime(bytes)) {
                add_text(link, &image::text(bytes, &link.spec)?, &format!("{name}({member})"))?;
            }
            Ok(())
        }
        Input::Bitcode => {
            let text = rtc::ptx_of_bitcode(bytes, link.spec.capability, name)?;
            add_text(link, &text, name)
        }
        Input::BundledBitcode => {
            let entries = fatbin::clang::bundle::entries(bytes)?;
            let wanted = entries.iter().filter(|entry| entry.id.contains("-nvptx64-"));
            let best = wanted.max_by_key(|entry| best_for(entry.target(), link.spec.capability));
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
        // Its format determines the error.
        Input::Machine => image::text(bytes, &link.spec).map(drop),
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
    add(id, input, &image::read(path)?, &name)
}

fn add_text(link: &LinkObject, text: &str, name: &str) -> Result<(), Error> {
    load::check(text, &link.spec)?;
    let defines = definitions(Unit { name, text }).map_err(|error| Error::Link(Arc::new(vec![error])))?;
    let mut inputs = link.inputs.lock();
    let before = |symbol: &str| inputs.iter().find(|input| input.defines.iter().any(|have| have == symbol));
    let twice = defines.iter().filter_map(|symbol| {
        let units = [before(symbol)?.name.clone(), name.to_owned()];
        Some(LinkError::Twice { symbol: (*symbol).to_owned(), units })
    });
    let twice: Vec<LinkError> = twice.collect();
    let defines = defines.into_iter().map(str::to_owned).collect();
    inputs.push(LinkInput { name: name.to_owned(), text: text.to_owned(), defines });
    if twice.is_empty() { Ok(()) } else { Err(Error::Link(Arc::new(twice))) }
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
    let text = {
        let inputs = object.inputs.lock();
        let units: Vec<Unit<'_>> =
            inputs.iter().map(|input| Unit { name: &input.name, text: &input.text }).collect();
        match units.as_slice() {
            [] => ".version 7.0\n.target sm_70\n.address_size 64\n".to_owned(),
            units => link(units).map_err(|wrong| Error::Link(Arc::new(wrong)))?,
        }
    };
    let (major, minor) = object.spec.capability;
    let (newer, older) = ptx::Module::parse(&text)?.version;
    let entry = NewEntry::ptx(&text, major * 10 + minor, (newer as u16, older as u16), Packing::Plain);
    let image: Arc<[u8]> = pack([entry]).into();
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
    let context = usable()?;
    let spec = context.on.spec;
    if image::text(linked, spec).is_ok() {
        return module::load_data(linked);
    }
    let count = units.len();
    let mut texts = Vec::new();
    for (n, unit) in units.iter().enumerate().filter(|(_, unit)| !image::is_device_runtime(unit)) {
        let name = format!("unit {} of {count}", n + 1);
        match image::text(unit, spec) {
            Ok(text) => texts.push((name, text)),
            Err(Error::Image(why)) => return Err(Error::Unit { name, why }),
            Err(error) => return Err(error),
        }
    }
    let units: Vec<Unit<'_>> = texts.iter().map(|(name, text)| Unit { name, text }).collect();
    let text = link(&units).map_err(|wrong| Error::Link(Arc::new(wrong)))?;
    module::load_data(text.as_bytes())
}
