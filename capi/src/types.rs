//! Handles and structures as C lays them out.

use crate::entry::In;
use runtime::Error;
use runtime::api::texture::TextureDesc;
use runtime::handle::{Id, Kind};
use runtime::object::{
    ArrayObject, ContextObject, DescObject, EventObject, FunctionObject, KernelObject, LibraryObject,
    LinkObject, MipmapObject, ModuleObject, ProgramObject, StreamObject,
};
use std::marker::PhantomData;

/// A handle: a word that only the runtime's tables can read.
#[repr(transparent)]
pub struct Handle<T>(u64, PhantomData<fn() -> T>);

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> Handle<T> {
    /// No object.
    pub(crate) const NULL: Self = Handle(0, PhantomData);

    /// The word.
    pub(crate) fn word(self) -> u64 {
        self.0
    }

    /// The handle of a word.
    pub(crate) fn of_word(word: u64) -> Self {
        Handle(word, PhantomData)
    }
}

impl<T: Kind> Handle<T> {
    /// The handle of an object.
    pub(crate) fn of(id: Id<T>) -> Self {
        Handle(id.word(), PhantomData)
    }

    /// The object's id.
    ///
    /// # Errors
    /// `BadHandle`; for a context `NoContext`, as the runtime has it.
    pub(crate) fn id(self) -> Result<Id<T>, Error> {
        Id::from_word(self.0).ok_or(match T::TAG == ContextObject::TAG {
            true => Error::NoContext { what: "a handle that names none" },
            false => Error::BadHandle { kind: T::NAME, word: self.0 },
        })
    }
}

/// `hipCtx_t`, `hipExecutionCtx_t`
pub type Context = Handle<ContextObject>;
/// `hipStream_t`; see [`runtime::api::StreamRef::from_word`] for the words that are none of ours.
pub type Stream = Handle<StreamObject>;
/// `hipEvent_t`
pub type Event = Handle<EventObject>;
/// `hipModule_t`
pub type Module = Handle<ModuleObject>;
/// `hipFunction_t`
pub type Function = Handle<FunctionObject>;
/// `hipLinkState_t`
pub type Link = Handle<LinkObject>;
/// `hiprtcProgram`
pub type Program = Handle<ProgramObject>;
/// `hipLibrary_t`
pub type Library = Handle<LibraryObject>;
/// `hipKernel_t`
pub type Kernel = Handle<KernelObject>;
/// `hipDevResourceDesc_t`
pub type Desc = Handle<DescObject>;

/// `hipMemLocation`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct MemLocation {
    pub kind: u32,
    pub id: i32,
}

/// `hipDevResource`: what C may look at, and what only we know.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct DevResource {
    pub kind: u32,
    pub device: u32,
    pub split: u32,
    pub flags: u32,
    pub sms: [u32; 8],
    pub rest: [u32; 12],
    pub sm_count: u32,
    pub min_partition: u32,
    pub alignment: u32,
    pub sm_flags: u32,
    pub oversize: [u32; 6],
    pub next: u64,
}

/// `hipDevSmResourceGroupParams`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SmGroup {
    pub sms: u32,
    pub coscheduled: u32,
    pub preferred: u32,
    pub flags: u32,
    pub reserved: [u32; 12],
}

/// `hipUUID`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Uuid {
    pub bytes: [u8; 16],
}

/// `hipPointerAttribute_t`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PointerAttribute {
    pub kind: u32,
    pub device: i32,
    pub device_pointer: u64,
    pub host_pointer: u64,
    pub is_managed: i32,
    pub allocation_flags: u32,
}

/// One end of a `hip_Memcpy2D`, which is what a `HIP_MEMCPY3D` has besides slices.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Side {
    pub x: u64,
    pub y: u64,
    pub kind: u32,
    pub host: u64,
    pub device: u64,
    pub array: u64,
    pub pitch: u64,
}

/// `hip_Memcpy2D`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Memcpy2D {
    pub from: Side,
    pub to: Side,
    pub width: u64,
    pub height: u64,
}

/// One end of a `HIP_MEMCPY3D`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Side3D {
    pub x: u64,
    pub y: u64,
    pub z: u64,
    pub lod: u64,
    pub kind: u32,
    pub host: u64,
    pub device: u64,
    pub array: u64,
    pub pitch: u64,
    pub height: u64,
}

impl Side3D {
    /// Without what is about slices.
    pub(crate) fn flat(&self) -> Side {
        let Side3D { x, y, kind, host, device, array, pitch, .. } = *self;
        Side { x, y, kind, host, device, array, pitch }
    }
}

/// `HIP_MEMCPY3D`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Memcpy3D {
    pub from: Side3D,
    pub to: Side3D,
    pub width: u64,
    pub height: u64,
    pub depth: u64,
}

/// `hipExtent`, and `hipPos`, which has the same three numbers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Extent {
    pub width: u64,
    pub height: u64,
    pub depth: u64,
}

/// `hipPitchedPtr`: `rows` is how many rows a slice has.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PitchedPtr {
    pub pointer: u64,
    pub pitch: u64,
    pub width: u64,
    pub rows: u64,
}

/// `hipMemcpy3DParms`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Memcpy3DParms {
    pub from_array: u64,
    pub from_position: Extent,
    pub from: PitchedPtr,
    pub to_array: u64,
    pub to_position: Extent,
    pub to: PitchedPtr,
    pub extent: Extent,
    pub kind: u32,
}

/// `hipLaunchAttribute_st`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct LaunchAttribute {
    pub id: u32,
    pub pad: u32,
    pub value: [u32; 16],
}

/// `HIP_LAUNCH_CONFIG_st`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct LaunchConfig {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared_bytes: u32,
    pub stream: Stream,
    pub attributes: In<LaunchAttribute>,
    pub attribute_count: u32,
}

/// `hipLaunchConfig_t`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RuntimeLaunchConfig {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared_bytes: u64,
    pub stream: Stream,
    pub attributes: In<LaunchAttribute>,
    pub attribute_count: u32,
}

/// `dim3`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

impl From<Dim3> for [u32; 3] {
    fn from(Dim3 { x, y, z }: Dim3) -> Self {
        [x, y, z]
    }
}

impl From<[u32; 3]> for Dim3 {
    fn from([x, y, z]: [u32; 3]) -> Self {
        Dim3 { x, y, z }
    }
}

/// `hipFuncAttributes`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FuncAttributes {
    pub binary_version: i32,
    pub cache_mode_ca: i32,
    pub const_bytes: u64,
    pub local_bytes: u64,
    pub max_dynamic_shared_bytes: i32,
    pub max_threads_per_block: i32,
    pub registers: i32,
    pub carveout: i32,
    pub ptx_version: i32,
    pub shared_bytes: u64,
}

/// `hipArray_t`
pub type Array = Handle<ArrayObject>;
/// `hipMipmappedArray_t`
pub type Mipmap = Handle<MipmapObject>;

/// `HIP_ARRAY_DESCRIPTOR`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ArrayDesc2D {
    pub width: u64,
    pub height: u64,
    pub format: u32,
    pub channels: u32,
}

/// `HIP_ARRAY3D_DESCRIPTOR`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Array3DDesc {
    pub width: u64,
    pub height: u64,
    pub depth: u64,
    pub format: u32,
    pub channels: u32,
    pub flags: u32,
}

/// `hipArrayMemoryRequirements`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct MemoryNeeds {
    pub alignment: u64,
    pub size: u64,
}

/// `hipChannelFormatDesc`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ChannelDesc {
    pub bits: [i32; 4],
    pub kind: u32,
}

/// `hipResourceDesc`: what the words are depends on the kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Resource {
    pub kind: u32,
    pub pad: u32,
    pub words: [u64; 7],
}

/// `HIP_RESOURCE_DESC`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct DriverResource {
    pub kind: u32,
    pub pad: u32,
    pub words: [u64; 16],
    pub flags: u32,
    pub end: u32,
}

/// `hipTextureDesc`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Texture {
    pub address_modes: [u32; 3],
    pub filter: u32,
    pub read_mode: u32,
    pub srgb: i32,
    pub border: [f32; 4],
    pub normalized: i32,
    pub anisotropy: u32,
    pub level_filter: u32,
    pub bias: f32,
    pub levels: [f32; 2],
}

/// `HIP_TEXTURE_DESC`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct DriverTexture {
    pub address_modes: [u32; 3],
    pub filter: u32,
    pub flags: u32,
    pub anisotropy: u32,
    pub level_filter: u32,
    pub bias: f32,
    pub levels: [f32; 2],
    pub border: [f32; 4],
    pub reserved: [i32; 12],
}

impl DriverTexture {
    /// As the runtime has it.
    pub(crate) fn value(&self) -> TextureDesc {
        let Self { address_modes, filter, flags, anisotropy, level_filter, bias, levels, border, .. } = *self;
        TextureDesc { address_modes, filter, flags, anisotropy, level_filter, bias, levels, border }
    }

    /// As C has it.
    pub(crate) fn of(desc: &TextureDesc) -> Self {
        let TextureDesc { address_modes, filter, flags, anisotropy, level_filter, bias, levels, border } =
            *desc;
        Self {
            address_modes,
            filter,
            flags,
            anisotropy,
            level_filter,
            bias,
            levels,
            border,
            reserved: [0; 12],
        }
    }
}

/// `hipResourceViewDesc`, `HIP_RESOURCE_VIEW_DESC`, of which nothing is looked at.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct View {
    pub format: u32,
}

// Sizes are HIP 7.15's.
const _: () = {
    assert!(size_of::<ArrayDesc2D>() == 24);
    assert!(size_of::<Array3DDesc>() == 40);
    assert!(size_of::<ChannelDesc>() == 20);
    assert!(size_of::<Resource>() == 64);
    assert!(size_of::<DriverResource>() == 144);
    assert!(size_of::<Texture>() == 64);
    assert!(size_of::<DriverTexture>() == 104);
    assert!(size_of::<FuncAttributes>() == 56);
    assert!(core::mem::offset_of!(FuncAttributes, shared_bytes) == 48);
    assert!(size_of::<LaunchAttribute>() == 72);
    assert!(size_of::<LaunchConfig>() == 56);
    assert!(size_of::<RuntimeLaunchConfig>() == 56);
    assert!(core::mem::offset_of!(RuntimeLaunchConfig, attributes) == 40);
    assert!(core::mem::offset_of!(LaunchConfig, attributes) == 40);
    assert!(size_of::<Memcpy2D>() == 128);
    assert!(core::mem::offset_of!(Memcpy2D, to) == 56);
    assert!(size_of::<Memcpy3D>() == 184);
    assert!(core::mem::offset_of!(Memcpy3D, to) == 80);
    assert!(size_of::<Memcpy3DParms>() == 160);
    assert!(core::mem::offset_of!(Memcpy3DParms, to) == 96);
    assert!(size_of::<DevResource>() == 144);
    assert!(core::mem::offset_of!(DevResource, sm_count) == 96);
    assert!(core::mem::offset_of!(DevResource, next) == 136);
    assert!(size_of::<SmGroup>() == 64);
    assert!(size_of::<MemLocation>() == 8);
    assert!(size_of::<PointerAttribute>() == 32);
};
