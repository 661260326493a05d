//! Handles that are destroyed while launches still use them: a kernel waits for the host, the handle is
//! destroyed, and the kernel reads the same values as before. Calls wait for the kernel as observed on an
//! H200 (driver 580).

use super::raw;
use hip_runtime::api::array::{self, ArrayDesc, Format};
use hip_runtime::api::memory::{self, Direction, Extent, Pattern, Pitch};
use hip_runtime::api::module::{self, LaunchShape};
use hip_runtime::api::texture::{self, Resource, TextureDesc};
use hip_runtime::api::{StreamRef, executable, graph};
use hip_runtime::handle::Id;
use hip_runtime::object::{ArrayObject, ModuleObject};
use hip_runtime::{Context, Device, DeviceBuffer, Status, Stream};
use std::time::Duration;

/// Kernel that waits for a flag; then reads a texture (0), a surface (1), a mipmapped texture (2) or memory
/// (3).
const TEXT: &str = "
.version 8.0
.target sm_90
.address_size 64
.global .align 4 .u32 own = 7;
.visible .entry read(.param .u64 flag, .param .u64 from, .param .u64 out, .param .u32 kind)
{
    .reg .b64 %f, %from, %out;
    .reg .b32 %v, %kind;
    .reg .f32 %x<5>;
    .reg .pred %p;
    ld.param.u64 %f, [flag];
    ld.param.u64 %from, [from];
    ld.param.u64 %out, [out];
    ld.param.u32 %kind, [kind];
WAIT:
    ld.volatile.global.u32 %v, [%f];
    setp.eq.u32 %p, %v, 0;
    @%p bra WAIT;
    mov.b32 %v, 0;
    setp.eq.u32 %p, %kind, 1;
    @%p bra SURFACE;
    setp.eq.u32 %p, %kind, 2;
    @%p bra LEVELS;
    setp.eq.u32 %p, %kind, 3;
    @%p bra MEMORY;
    setp.eq.u32 %p, %kind, 4;
    @%p bra OWN;
    tex.2d.v4.f32.s32 {%x1, %x2, %x3, %x4}, [%from, {%v, %v}];
    st.global.f32 [%out], %x1;
    ret;
LEVELS:
    mov.f32 %x1, 0f3E000000;
    mov.f32 %x2, 0f00000000;
    tex.level.2d.v4.f32.f32 {%x1, %x2, %x3, %x4}, [%from, {%x1, %x1}], %x2;
    st.global.f32 [%out], %x1;
    ret;
SURFACE:
    suld.b.2d.b32.zero %v, [%from, {%v, %v}];
    st.global.b32 [%out], %v;
    ret;
MEMORY:
    ld.global.b32 %v, [%from];
    st.global.b32 [%out], %v;
    ret;
OWN:
    ld.global.b32 %v, [own];
    cvt.rn.f32.u32 %x1, %v;
    st.global.f32 [%out], %x1;
    ret;
}
";

/// Kernel that waits for the flag, and its output.
struct Bench {
    context: Context,
    module: Id<ModuleObject>,
    stream: Stream,
    flag: DeviceBuffer<u32>,
    out: DeviceBuffer<f32>,
}

const ONE: LaunchShape =
    LaunchShape { grid: [1; 3], block: [1; 3], shared_bytes: 0, cooperative: false, cluster: None };

impl Bench {
    fn new() -> Bench {
        Bench {
            context: Context::new(Device::get(0).expect("a device")).expect("a context"),
            module: module::load_data(TEXT.as_bytes()).expect("the module"),
            stream: Stream::non_blocking(0).expect("a stream"),
            flag: DeviceBuffer::zeroed(1).expect("memory"),
            out: DeviceBuffer::zeroed(1).expect("memory"),
        }
    }

    fn params(&self, from: u64, kind: u32) -> Vec<u8> {
        let words = [self.flag.ptr().address(), from, self.out.ptr().address(), kind.into()];
        words.iter().flat_map(|word| word.to_le_bytes()).take(28).collect()
    }

    fn launch(&self, from: u64, kind: u32) {
        let kernel = module::function(self.module, "read").expect("the kernel");
        let params = self.params(from, kind);
        raw::launch(kernel, ONE, &params, self.stream.handle()).expect("a launch");
    }

    /// Result of a call made while the kernel waits, and the kernel's output when the call returns.
    fn during<T>(&self, call: impl FnOnce() -> T) -> (T, f32) {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                self.context.make_current().expect("the context");
                std::thread::sleep(Duration::from_millis(60));
                raw::poke(&self.flag, &[1], None).expect("a copy");
            });
            let answer = call();
            (answer, self.written())
        })
    }

    fn written(&self) -> f32 {
        self.out.to_vec().expect("values")[0]
    }

    /// Releases the kernel. Returns its output.
    fn end(&self) -> f32 {
        raw::poke(&self.flag, &[1], None).expect("a copy");
        self.stream.synchronize().expect("the kernel ends");
        self.written()
    }
}

const DESC: ArrayDesc =
    ArrayDesc { width: 8, height: 8, depth: 0, format: Format::F32, channels: 1, flags: 2 };

fn filled(array: Id<ArrayObject>, value: f32) {
    let whole = Extent { width: array::row_bytes(array).expect("an array"), height: 8, depth: 1 };
    let part = array::part(array, [0; 3], [whole.width, whole.height, 1]).expect("the whole");
    // Not freed: that waits for kernels.
    let from = memory::alloc(whole.bytes()).expect("memory");
    memory::fill(raw::device(from), Pattern::D32(value.to_bits()), whole.bytes() / 4).expect("a fill");
    let from = (raw::device(from), Pitch { row: whole.width, slice: 0 });
    memory::copy_box(part, from, whole, Direction::OnDevice, StreamRef::Legacy).expect("a copy");
}

/// Creates an array of one number.
fn array_of(value: f32) -> Id<ArrayObject> {
    let array = array::create(DESC).expect("an array");
    filled(array, value);
    array
}

fn texture_of(array: Id<ArrayObject>) -> u64 {
    texture::create(Resource::Array(array), TextureDesc::default()).expect("a texture")
}

#[test]
fn destroyed_textures_and_surfaces_are_read_by_launches_before() {
    for surface in [false, true] {
        let bench = Bench::new();
        let array = array_of(7.0);
        let object =
            if surface { texture::create_surface(array).expect("a surface") } else { texture_of(array) };
        bench.launch(object, surface.into());
        texture::destroy(object, surface).expect("it is one");
        assert!(texture::destroy(object, surface).is_err(), "it is gone");
        // The handle is not reused before the kernel has ended.
        let other = texture_of(array_of(9.0));
        assert_ne!(other, object);
        assert_eq!(bench.written(), 0.0, "the call does not wait");
        assert_eq!(bench.end(), 7.0, "surface: {surface}");
        assert_eq!(texture_of(array), object, "a free handle is given again");
    }
}

#[test]
fn handles_do_not_grow_while_launches_overlap() {
    let bench = Bench::new();
    raw::poke(&bench.flag, &[1], None).expect("a copy");
    let array = array_of(7.0);
    let mut largest = 0;
    for _ in 0..400 {
        let object = texture_of(array);
        bench.launch(object, 0);
        texture::destroy(object, false).expect("it is one");
        largest = largest.max(object);
    }
    bench.stream.synchronize().expect("they end");
    // At most the number of launches that a channel holds.
    assert!(texture_of(array) <= largest && largest <= 400, "{largest}");
    assert_eq!(bench.written(), 7.0);
}

#[test]
fn arrays_are_destroyed_when_launches_before_have_ended() {
    let bench = Bench::new();
    let array = array_of(7.0);
    let object = texture_of(array);
    bench.launch(object, 0);
    texture::destroy(object, false).expect("it is one");
    let (destroyed, written) = bench.during(|| array::destroy(array));
    assert!(destroyed.is_ok());
    assert_eq!(written, 7.0);

    let bench = Bench::new();
    let whole = array::create_mipmapped(DESC, 2).expect("an array with levels");
    filled(array::level(whole, 0).expect("a level"), 7.0);
    let desc = TextureDesc { flags: 2, levels: [0.0, 1.0], ..TextureDesc::default() };
    let object = texture::create(Resource::Mipmapped(whole), desc).expect("a texture");
    bench.launch(object, 2);
    let (destroyed, written) = bench.during(|| array::destroy_mipmapped(whole));
    assert!(destroyed.is_ok());
    assert_eq!(written, 7.0);
}

#[test]
fn memory_is_freed_when_launches_before_have_ended() {
    let bench = Bench::new();
    let mut held = Vec::new();
    for in_order in [false, true] {
        raw::poke(&bench.flag, &[0], None).expect("a copy");
        raw::write(bench.out.ptr().address(), &[0; 4], StreamRef::Legacy).expect("a copy");
        let at = memory::alloc(1 << 22).expect("memory");
        memory::fill(raw::device(at), Pattern::D32(7f32.to_bits()), 1 << 20).expect("a fill");
        bench.launch(at, 3);
        if in_order {
            raw::free_in(at, bench.stream.handle()).expect("freed in order");
            // Allocations made meanwhile are at other addresses.
            held.push(memory::alloc(1 << 22).expect("memory"));
            assert_eq!(bench.written(), 0.0, "the call does not wait");
            assert_eq!(bench.end(), 7.0);
        } else {
            let (freed, written) = bench.during(|| raw::free(at));
            assert!(freed.is_ok());
            assert_eq!(written, 7.0);
        }
    }
    held.into_iter().for_each(|at| raw::free(at).expect("it is there"));
}

#[test]
fn modules_are_unloaded_when_launches_before_have_ended() {
    let bench = Bench::new();
    let other = module::load_data(TEXT.as_bytes()).expect("the module");
    bench.launch(0, 4);
    // As on an H200, for any module.
    let (unloaded, written) = bench.during(|| module::unload(other));
    assert!(unloaded.is_ok());
    assert_eq!(written, 7.0);
    bench.launch(0, 4);
    module::unload(bench.module).expect("it is loaded");
    assert_eq!(module::unload(bench.module).map_err(|e| e.status()), Err(Status::InvalidHandle));
}

#[test]
fn graphs_keep_what_their_kernels_need() {
    let bench = Bench::new();
    raw::poke(&bench.flag, &[1], None).expect("a copy");
    let array = array_of(7.0);
    let object = texture_of(array);
    let kernel = module::function(bench.module, "read").expect("the kernel");
    let made = graph::create().expect("a graph");
    let call = raw::kernel(kernel, 0, ONE, &bench.params(object, 0)).expect("a launch");
    graph::add(made, &[], call).expect("a node");
    let ready = executable::instantiate(made, 0, None).expect("an executable graph");
    let run = || {
        raw::write(bench.out.ptr().address(), &[0; 4], StreamRef::Legacy).expect("a copy");
        executable::launch(ready, StreamRef::Legacy).expect("a launch");
        bench.context.synchronize().map(|()| bench.written())
    };
    // Its code stays; a descriptor stays until its handle is reused, as on an H200.
    module::unload(bench.module).expect("it is loaded");
    texture::destroy(object, false).expect("it is one");
    assert_eq!(run().expect("it runs"), 7.0);
    assert_eq!(texture_of(array_of(9.0)), object);
    assert_eq!(run().expect("it runs"), 9.0);
}
