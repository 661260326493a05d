//! Machine code as ELF: its processor, kernels and variables.
//!
//! Nothing here runs it; the contents are for lists and messages.

mod cubin;
mod hsaco;

use crate::Error;
use object::read::elf::ElfFile64;
use object::{Object, ObjectSymbol, SymbolKind};

/// ELF machine number of NVIDIA.
pub const EM_CUDA: u16 = 190;
/// ELF machine number of AMD.
pub const EM_AMDGPU: u16 = 224;

/// A device's ELF object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceObject {
    /// `cubin` or `hsaco`.
    pub kind: &'static str,
    /// `sm_90`, `gfx90a:sramecc+:xnack-`; `None` for an unknown processor.
    pub target: Option<String>,
    /// Kernels in the order of the symbol table, or of the metadata.
    pub kernels: Vec<Kernel>,
    /// Variables in the order of the symbol table: name and size in bytes.
    pub variables: Vec<(String, u64)>,
}

/// Attributes of a kernel; `None` if the object lacks them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kernel {
    /// Its symbol, mangled.
    pub name: String,
    /// Registers of a thread (NVIDIA), vector registers of a lane (AMD).
    pub registers: Option<u32>,
    /// Static shared memory of a block, bytes.
    pub shared: Option<u64>,
    /// Local memory of a thread, bytes.
    pub local: Option<u64>,
    /// Size of the parameters, bytes.
    pub params: Option<u64>,
    /// Maximum threads of a block.
    pub max_threads: Option<u32>,
}

/// Returns the machine number and flags of an ELF object; `None` without a whole header.
pub(crate) fn machine(bytes: &[u8]) -> Option<(u16, u32)> {
    let machine = bytes.get(18..20)?.try_into().ok().map(u16::from_le_bytes)?;
    let flags = bytes.get(48..52)?.try_into().ok().map(u32::from_le_bytes)?;
    Some((machine, flags))
}

/// Returns kind and target of a device's ELF object, from the header (and, for AMD, the notes); `None` for
/// any other.
pub fn identify(bytes: &[u8]) -> Option<(&'static str, Option<String>)> {
    match machine(bytes)? {
        (EM_CUDA, flags) => Some(("cubin", Some(cubin::target(bytes, flags)))),
        (EM_AMDGPU, flags) => Some(("hsaco", hsaco::target(bytes, flags))),
        _ => None,
    }
}

/// Reads a device's ELF object; `None` for another machine's.
///
/// # Errors
/// [`Error::BadElf`] with the reason.
pub fn read(bytes: &[u8]) -> Result<Option<DeviceObject>, Error> {
    let Some((kind, target)) = identify(bytes) else { return Ok(None) };
    let file: ElfFile64<'_> = ElfFile64::parse(bytes).map_err(bad)?;
    let kernels = if kind == "cubin" { cubin::kernels(&file)? } else { hsaco::kernels(&file)? };
    let variables = file
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Data && symbol.size() > 0 && !symbol.is_undefined())
        .filter_map(|symbol| Some((symbol.name().ok()?.to_owned(), symbol.size())))
        // AMD's kernel descriptors are data too.
        .filter(|(name, _)| kind == "cubin" || !name.ends_with(".kd"))
        .collect();
    Ok(Some(DeviceObject { kind, target, kernels, variables }))
}

/// Functions that identify NVIDIA's device runtime, in its two versions.
const OF_DEVICE_RUNTIME: [&str; 2] = ["__cudaCDP2LaunchDeviceV2", "cudaLaunchDeviceV2"];

/// Returns whether a device's ELF object is NVIDIA's device runtime (`libcudadevrt.a`), which programs with
/// launches from kernels contain besides their own code.
pub fn is_device_runtime(bytes: &[u8]) -> bool {
    if !matches!(machine(bytes), Some((EM_CUDA, _))) {
        return false;
    }
    let Ok(file) = ElfFile64::<'_, object::Endianness>::parse(bytes) else { return false };
    file.symbols().any(|symbol| {
        symbol.is_global()
            && !symbol.is_weak()
            && !symbol.is_undefined()
            && symbol.name().is_ok_and(|name| OF_DEVICE_RUNTIME.contains(&name))
    })
}

fn bad(error: object::Error) -> Error {
    Error::BadElf { reason: error.to_string() }
}
