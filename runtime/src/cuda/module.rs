//! Modules: images that the driver has loaded.

use super::context::Context;
use super::device::Device;
use super::device_runtime;
use super::failure;
use super::kernel::Kernel;
use crate::Error;
use crate::backend::{self, Contents, KernelEntry, Variable};
use crate::module::image;
use crate::sync::{Arc, Mutex, Rank};
use crate::types::{AllocationKind, Request};
use cuda_driver::{Handle, Image};
use device::Spec;
use fatbin::{Extent, Format};
use ptx::link;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::CString;

/// Module of a GPU; unloaded when nothing refers to it any more.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) context: Arc<Context>,
    /// `CUmodule`
    handle: Handle,
    kernels: Mutex<BTreeMap<String, Handle>>,
    /// Addresses of variables that were asked for.
    variables: Mutex<BTreeMap<String, (u64, u64)>>,
}

/// `CUDA_ERROR_NOT_FOUND`
const NOT_FOUND: u32 = 500;

/// Image as the driver takes it.
enum Prepared<'a> {
    Text(CString),
    Whole(&'a [u8]),
}

impl Prepared<'_> {
    fn image(&self) -> Image<'_> {
        match self {
            Prepared::Text(text) => Image::Text(text),
            Prepared::Whole(bytes) => Image::Whole(bytes),
        }
    }
}

/// Returns an image as the driver takes it: PTX, fat binaries and machine code as they are, and of other
/// containers the PTX.
///
/// # Errors
/// `Image`.
fn prepare<'a>(bytes: &'a [u8], spec: &Spec) -> Result<Prepared<'a>, Error> {
    let peek = |at: usize, length| bytes.get(at..).and_then(|rest| rest.get(..length)).unwrap_or_default();
    let is_whole = || matches!(fatbin::extent(peek), Ok(Extent::Bytes(length)) if length <= bytes.len());
    let is_machine_code = || fatbin::device::identify(bytes).is_some_and(|(format, _)| format == "cubin");
    if let Ok(text) = image::text(bytes, spec) {
        match for_assembler(&text)? {
            Some(changed) => return Ok(Prepared::Text(c_text(&changed)?)),
            None if device_runtime::is_wanted(&text) => return Ok(Prepared::Text(c_text(&text)?)),
            None => {}
        }
    }
    match fatbin::sniff(bytes)? {
        Format::Fatbin if is_whole() => Ok(Prepared::Whole(bytes)),
        Format::Elf if is_machine_code() && is_whole() => Ok(Prepared::Whole(bytes)),
        _ => {
            let text = image::text(bytes, spec)?;
            Ok(Prepared::Text(c_text(&text)?))
        }
    }
}

/// Returns a text up to its first zero as C has it.
fn c_text(text: &str) -> Result<CString, Error> {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).map_err(|_| crate::bug::bug!("a text without zeros"))
}

/// Marks in clang's names of static kernels and variables, which NVIDIA's assembler does not take, and the
/// marks in their place.
const MARKS: [(&str, &str); 2] = [(".intern.", "__intern__"), (".static.", "__static__")];

/// Variable with the addresses of kernels that clang keeps for other units.
const USED_KERNELS: &str = "__clang_gpu_used_external";

/// Returns a text without that variable, which no code reads: the assembler takes no address of a kernel.
fn without_used_kernels(text: &str) -> String {
    let is_variable = |line: &&str| line.trim_start().starts_with(".global") && line.contains(USED_KERNELS);
    text.split_inclusive('\n').filter(|line| !is_variable(line)).collect()
}

/// Returns a name as the driver's assembler takes it.
fn driver_name(name: &str) -> Cow<'_, str> {
    match MARKS.iter().any(|(mark, _)| name.contains(mark)) {
        true => Cow::Owned(MARKS.iter().fold(name.to_owned(), |name, (from, to)| name.replace(from, to))),
        false => Cow::Borrowed(name),
    }
}

/// Returns a text with names that NVIDIA's assembler takes, and with the functions of the math library that
/// it lacks; none if it needs no change.
///
/// # Errors
/// `Link`.
pub(super) fn for_assembler(text: &str) -> Result<Option<String>, Error> {
    let end = text.find('\0').unwrap_or(text.len());
    let mut named = driver_name(&text[..end]);
    if named.contains(USED_KERNELS) {
        named = Cow::Owned(without_used_kernels(&named));
    }
    match (link::with_math_library(&named), named) {
        (Some(linked), _) => linked.map(Some).map_err(|wrong| Error::Link(Arc::new(wrong))),
        (None, Cow::Owned(named)) => Ok(Some(named)),
        (None, Cow::Borrowed(_)) => Ok(None),
    }
}

/// Returns the contents of an image that has machine code alone, as the driver tells them.
///
/// # Errors
/// `Image`; the driver's.
pub(super) fn contents(device: &Device, bytes: &[u8]) -> Result<Contents, Error> {
    let image = prepare(bytes, &device.spec)?;
    let kernels = device.driver.kernels_of(image.image())?;
    let entry = |(name, parameters)| KernelEntry { name, parameters };
    Ok(Contents { kernels: kernels.into_iter().map(entry).collect(), managed: Vec::new() })
}

/// Returns whether an image has PTX or machine code for a device.
pub(super) fn has_code_for(bytes: &[u8], spec: &Spec) -> bool {
    image::text(bytes, spec).is_ok() || !image::machine(bytes, spec).is_empty()
}

impl Module {
    /// Loads an image.
    ///
    /// # Errors
    /// `Image`; the driver's.
    pub(super) fn load(context: Arc<Context>, bytes: &[u8]) -> Result<Arc<Module>, Error> {
        let image = prepare(bytes, &context.device.spec)?;
        let driver = context.enter()?;
        let launches = |text: &CString| device_runtime::is_wanted(&text.to_string_lossy());
        let linked = match &image {
            // A driver of ours has a device runtime.
            Prepared::Text(text) if !driver.place().is_ours && launches(text) => {
                Some(device_runtime::link(driver, text)?)
            }
            _ => None,
        };
        let image = linked.as_deref().map_or_else(|| image.image(), Image::Whole);
        let handle = driver.load_module(image).map_err(|(failure, text)| {
            context.failed(failure);
            failure::with_text(failure, &text)
        })?;
        Ok(Arc::new(Module {
            context,
            handle,
            kernels: Mutex::new(Rank::Object, BTreeMap::new()),
            variables: Mutex::new(Rank::Object, BTreeMap::new()),
        }))
    }

    /// Returns the names of the kernels.
    fn names(&self) -> Result<Vec<String>, Error> {
        self.context.call(|driver| {
            let functions = driver.module_functions(self.handle)?;
            functions.into_iter().map(|function| driver.function_name(function)).collect()
        })
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if self.context.has_ended() {
            return;
        }
        for (address, _) in self.variables.lock().values() {
            self.context.device.memory.index.take_if(*address, |kind| kind == AllocationKind::Variable);
        }
        let _ = self.context.call(|driver| driver.cuModuleUnload(self.handle));
    }
}

impl backend::Module for Module {
    fn kernel(self: Arc<Self>, name: &str) -> Result<Arc<dyn backend::Kernel>, Error> {
        let known = self.kernels.lock().get(name).copied();
        let handle = match known {
            Some(handle) => handle,
            None => {
                let driver = self.context.enter()?;
                let found =
                    driver.module_function(self.handle, &driver_name(name)).map_err(
                        |failure| match failure.code {
                            NOT_FOUND => {
                                let have = self.names().unwrap_or_default();
                                Error::NotFound { what: "kernel", name: name.to_owned(), have }
                            }
                            _ => self.context.failed(failure),
                        },
                    )?;
                self.kernels.lock().insert(name.to_owned(), found);
                found
            }
        };
        Ok(Arc::new(Kernel::new(self, handle, name)?))
    }

    fn kernels(&self) -> Vec<String> {
        self.names().unwrap_or_default()
    }

    fn variable(&self, name: &str) -> Result<Variable, Error> {
        let found = |(address, bytes)| Variable { address, bytes, is_texture_reference: false };
        if let Some(&known) = self.variables.lock().get(name) {
            return Ok(found(known));
        }
        let driver = self.context.enter()?;
        let (address, bytes) =
            driver.module_variable(self.handle, &driver_name(name)).map_err(|failure| {
                match failure.code {
                    NOT_FOUND if driver.module_function(self.handle, &driver_name(name)).is_ok() => {
                        Error::NotAVariable { name: name.to_owned() }
                    }
                    NOT_FOUND => {
                        Error::NotFound { what: "variable", name: name.to_owned(), have: Vec::new() }
                    }
                    _ => self.context.failed(failure),
                }
            })?;
        let (device, owner) = (self.context.device.ordinal, self.context.owner);
        let request = Request { bytes, kind: AllocationKind::Variable, device, owner };
        self.context.device.memory.index.add(address, request);
        self.variables.lock().insert(name.to_owned(), (address, bytes));
        Ok(found((address, bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_changed_for_the_assembler_where_they_must_be() {
        let head = ".version 7.0\n.target sm_70\n.address_size 64\n";
        let kernel = ".visible .entry k()\n{\nret;\n}\n";
        let changed = |text: &str| for_assembler(&format!("{head}{text}")).expect("a text");
        assert_eq!(changed(kernel), None);
        let kept = ".global .align 8 .u64 __clang_gpu_used_external[1] = {k};\n";
        assert_eq!(changed(&format!("{kept}{kernel}")), Some(format!("{head}{kernel}")));
        let own = changed(".global .u32 a.static.1;\n");
        assert_eq!(own, Some(format!("{head}.global .u32 a__static__1;\n")));
    }
}
