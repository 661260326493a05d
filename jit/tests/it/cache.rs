//! The code cache, and recompilation of kernels that have become worth it.

use super::host::{Device, kernel};
use hip_jit::cache::{Counts, Key, Store};
use hip_jit::{Cache, Kernel, Mode};
use ptx::Module;
use ptx::exec::Geometry;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Returns a kernel that adds up the numbers below `iterations` in each thread; the host computes a
/// remainder, which has no machine instruction.
fn summing(name: &str) -> String {
    format!(
        "
.version 8.0
.target sm_90
.address_size 64
.visible .entry {name}(.param .u64 out, .param .u32 iterations)
{{
    .reg .pred %p;
    .reg .b32 %r<9>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    ld.param.u32 %r1, [iterations];
    mov.u32 %r2, %tid.x;
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mad.lo.u32 %r5, %r3, %r4, %r2;
    mul.wide.u32 %d2, %r5, 4;
    add.u64 %d3, %d1, %d2;
    mov.u32 %r6, 0;
    mov.u32 %r7, %r5;
LOOP:
    add.u32 %r7, %r7, %r6;
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p, %r6, %r1;
    @%p bra LOOP;
    st.global.u32 [%d3], %r7;
    ret;
}}
"
    )
}

const BLOCKS: u32 = 64;
const THREADS: u32 = 32;
const ITERATIONS: u32 = 100;

/// Launches a kernel of [`summing`] once and checks its result.
fn launch(kernel: &Arc<Kernel>) {
    let mut device = Device::new();
    let out = device.place("out", &[0; (BLOCKS * THREADS * 4) as usize]);
    let mut params = out.to_le_bytes().to_vec();
    params.extend(ITERATIONS.to_le_bytes());
    let geometry = Geometry::new([BLOCKS, 1, 1], [THREADS, 1, 1]);
    device.run(kernel, geometry, &params, 0, &Arc::from(Vec::new())).expect("it runs");
    device.check_guards().expect("nothing else is touched");
    let sum = ITERATIONS * (ITERATIONS - 1) / 2;
    for (n, word) in device.bytes("out").as_chunks::<4>().0.iter().enumerate() {
        assert_eq!(u32::from_le_bytes(*word), n as u32 + sum, "thread {n}");
    }
}

fn cached(cache: &Arc<Cache>, text: &str, name: &str, mode: Mode) -> Arc<Kernel> {
    let module = Module::parse(text).expect("a module");
    let function = Arc::clone(kernel(&module, name, mode).expect("a kernel").function());
    Arc::new(Kernel::new(function, mode).with_cache(Arc::clone(cache)))
}

/// A store in memory that returns entries after `damage`.
#[derive(Clone)]
struct Drawer {
    entries: Arc<Mutex<BTreeMap<Key, Vec<u8>>>>,
    damage: fn(&mut Vec<u8>),
}

impl Drawer {
    fn new() -> Self {
        Drawer { entries: Arc::default(), damage: |_| () }
    }
}

// SAFETY: it returns the bytes that were saved; nothing of a damaged entry is run.
unsafe impl Store for Drawer {
    fn load(&self, key: &Key) -> Option<Vec<u8>> {
        let mut bytes = self.entries.lock().expect("whole").get(key)?.clone();
        (self.damage)(&mut bytes);
        Some(bytes)
    }

    fn save(&self, key: &Key, bytes: &[u8]) {
        self.entries.lock().expect("whole").insert(*key, bytes.to_vec());
    }
}

#[test]
fn equal_kernels_are_compiled_once() {
    let cache = Arc::new(Cache::new(b"test", 1 << 20, None));
    let other_place = summing("other").replace(".target", "\n\n.target");
    for mode in [Mode::Scalar, Mode::Vector] {
        launch(&cached(&cache, &summing("first"), "first", mode));
        launch(&cached(&cache, &other_place, "other", mode));
    }
    assert_eq!(cache.counts(), Counts { compiled: 2, shared: 2, ..Counts::default() });
    launch(&cached(&cache, &summing("f").replace("4;\n    add.u64", "4;\n    add.s64"), "f", Mode::Scalar));
    let counts = cache.counts();
    assert_eq!(counts.compiled + counts.shared, 5, "an addition is one whatever its type says");
    let cut = summing("f").replace("setp.lt.u32 %p, %r6, %r1", "setp.lt.s32 %p, %r6, %r1");
    launch(&cached(&cache, &cut, "f", Mode::Scalar));
    assert_eq!(cache.counts().compiled, counts.compiled + 1, "another comparison is another kernel");
}

#[test]
fn unused_code_is_dropped() {
    let cache = Arc::new(Cache::new(b"test", 0, None));
    for _ in 0..2 {
        launch(&cached(&cache, &summing("k"), "k", Mode::Scalar));
    }
    assert_eq!(cache.counts(), Counts { compiled: 2, ..Counts::default() });
}

#[test]
fn a_store_spares_the_compiler() {
    let drawer = Drawer::new();
    for (program, compiled) in [(b"one", 2), (b"one", 0), (b"two", 2)] {
        let cache = Arc::new(Cache::new(program, 1 << 20, Some(Box::new(drawer.clone()))));
        launch(&cached(&cache, &summing("k"), "k", Mode::Scalar));
        launch(&cached(&cache, &summing("k"), "k", Mode::Vector));
        let want = Counts { compiled, loaded: 2 - compiled, ..Counts::default() };
        assert_eq!(cache.counts(), want, "{program:?}");
    }
}

#[test]
fn findings_are_kept_by_program() {
    let drawer = Drawer::new();
    let cache = |program| Cache::new(program, 0, Some(Box::new(drawer.clone())));
    let first = cache(b"one");
    assert!(!first.holds("short", b"text"));
    first.found("short", b"text");
    for (program, what, text, holds) in [
        (b"one", "short", "text", true),
        (b"two", "short", "text", false),
        (b"one", "sweet", "text", false),
        (b"one", "short", "texts", false),
    ] {
        assert_eq!(cache(program).holds(what, text.as_bytes()), holds, "{program:?} {what} {text}");
    }
    let spoilt = Drawer { damage: |bytes| bytes.push(0), ..drawer.clone() };
    assert!(!Cache::new(b"one", 0, Some(Box::new(spoilt))).holds("short", b"text"));
    let alone = Cache::new(b"one", 0, None);
    alone.found("short", b"text");
    assert!(alone.holds("short", b"text"), "in memory it is remembered too");
}

#[test]
fn damaged_entries_are_refused_or_valid() {
    let drawer = Drawer::new();
    let with = |damage| {
        let store = Drawer { damage, ..drawer.clone() };
        let cache = Arc::new(Cache::new(b"test", 1 << 20, Some(Box::new(store))));
        // Only compiled, never run.
        let made = cached(&cache, &summing("k"), "k", Mode::Vector).compile([THREADS, 1, 1]);
        (made.expect("code"), cache.counts())
    };
    let (first, _) = with(|_| ());
    let spoils: [fn(&mut Vec<u8>); 6] = [
        |bytes| bytes.clear(),
        |bytes| bytes.truncate(bytes.len() - 1),
        |bytes| bytes.push(0),
        |bytes| bytes[0] = 3,
        |bytes| bytes[4..8].fill(0xff),
        |bytes| bytes.truncate(11),
    ];
    for spoil in spoils {
        let (code, counts) = with(spoil);
        assert_eq!((counts.compiled, counts.refused, counts.loaded), (1, 1, 0));
        assert_eq!(code.bytes(), first.bytes());
    }
    // Each word is damaged in turn.
    let entry = drawer.entries.lock().expect("whole").values().next().cloned().expect("an entry");
    let module = Module::parse(&summing("k")).expect("a module");
    let function = kernel(&module, "k", Mode::Vector).expect("a kernel");
    for at in 0..(entry.len() - first.bytes()) / 4 {
        for word in [0, 1, 0x7fff_ffff, u32::MAX] {
            let mut bytes = entry.clone();
            bytes[4 * at..4 * at + 4].copy_from_slice(&word.to_le_bytes());
            let spoilt = Drawer::new();
            let cache = Arc::new(Cache::new(b"test", 0, Some(Box::new(spoilt.clone()))));
            let key = *drawer.entries.lock().expect("whole").keys().next().expect("an entry");
            spoilt.save(&key, &bytes);
            let kernel = Kernel::new(Arc::clone(function.function()), Mode::Vector).with_cache(cache);
            kernel.compile([THREADS, 1, 1]).expect("code");
        }
    }
}

#[test]
fn a_kernel_that_runs_often_is_compiled_again_between_two_blocks() {
    let cache = Arc::new(Cache::new(b"test", 1 << 20, None));
    let kernel = cached(&cache, &summing("k"), "k", Mode::Auto);
    // 2048 threads are too few at first; 64 blocks of 3200 iterations are not.
    launch(&kernel);
    // Better code is made in the background.
    while cache.counts().compiled < 2 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    launch(&kernel);
    launch(&cached(&cache, &summing("k"), "k", Mode::Auto));
    assert_eq!(cache.counts().compiled, 2, "what is better is there");
}
