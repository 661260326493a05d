//! Launches with a reach of part of the window, and memory outside of it.

use super::host::{Device, kernel};
use hip_jit::{Launch, Mode, Outcome, OutsideReach, Reach, Setup, Worker};
use ptx::Module;
use ptx::exec::{Fault, FaultKind, Geometry};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// `out[i] = in[i] + (int) sum`, and `sum` grows by 1 a thread; the last index is read by the same code,
/// which only partial warps run under masks.
const KERNEL: &str = "
.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out, .param .u64 sum, .param .u32 n)
{
    .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [out];
    ld.param.u64 %rd3, [sum];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
    mad.lo.u32 %r2, %r2, %r3, %r4;
    setp.ge.u32 %p1, %r2, %r1;
    @%p1 bra end;
    mul.wide.u32 %rd4, %r2, 4;
    add.u64 %rd1, %rd1, %rd4;
    add.u64 %rd2, %rd2, %rd4;
    ld.global.u32 %r5, [%rd1];
    add.u32 %r5, %r5, 7;
    st.global.u32 [%rd2], %r5;
    atom.global.add.u32 %r6, [%rd3], 1;
end:
    ret;
}";

/// Allows some ranges, the second of them for reads only; counts questions.
struct Allowed {
    both: Vec<Range<u64>>,
    read: Vec<Range<u64>>,
    asked: AtomicU64,
}

// SAFETY: the ranges are the tests' own memory.
unsafe impl OutsideReach for Allowed {
    fn allows(&self, address: u64, bytes: u64, write: bool) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let within = |range: &Range<u64>| range.contains(&address) && bytes <= range.end - address;
        self.both.iter().any(within) || !write && self.read.iter().any(within)
    }
}

const N: u32 = 100;

fn run(mode: Mode, device: &Device, params: [u64; 3], reach: Reach) -> Result<(), Fault> {
    let module = Module::parse(KERNEL).expect("a kernel");
    let kernel = kernel(&module, "k", mode).expect("a kernel").with_outside_reach();
    let mut bytes: Vec<u8> = params.into_iter().flat_map(u64::to_le_bytes).collect();
    bytes.extend(N.to_le_bytes());
    let geometry = Geometry::new([2, 1, 1], [64, 1, 1]);
    let setup =
        Setup { geometry, params: &bytes, dynamic_shared: 0, allocated_shared: 0, grid_id: 1, sms: 2 };
    let launch =
        Launch::new(&kernel, setup, Arc::from([]), &device.window).expect("a launch").with_reach(reach);
    let mut worker = Worker::new(Arc::clone(&device.window));
    let mut cluster = 0;
    while cluster < 2 {
        let started = launch.start(&mut worker, cluster, &[0, 1][cluster as usize..], 64);
        cluster += started.clusters;
        if let Outcome::Fault(fault) = started.outcome {
            return Err(fault);
        }
    }
    Ok(())
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|w| u32::from_le_bytes(w.try_into().expect("four bytes"))).collect()
}

fn range(device: &Device, name: &str, bytes: u64) -> Range<u64> {
    device.address(name)..device.address(name) + bytes
}

const MODES: [Mode; 4] = [Mode::Quick, Mode::Scalar, Mode::Vector, Mode::Auto];

#[test]
fn the_host_decides_about_addresses_outside_the_reach() {
    for mode in MODES {
        let mut device = Device::new();
        let numbers: Vec<u8> = (0..N).flat_map(u32::to_le_bytes).collect();
        // The program's own memory, outside the window.
        let mut own: Vec<u32> = vec![0; N as usize];
        let outside = own.as_mut_ptr() as u64;
        device.place("in", &numbers);
        device.place("sum", &[0; 4]);
        let (inside, sum) = (range(&device, "in", u64::from(N) * 4), range(&device, "sum", 4));
        let params = [inside.start, outside, sum.start];
        let ask = |both: Vec<Range<u64>>, read| Arc::new(Allowed { both, read, asked: AtomicU64::new(0) });
        let of = |range: &Range<u64>, some: &Arc<Allowed>| {
            let outside: Arc<dyn OutsideReach> = Arc::<Allowed>::clone(some);
            Reach { range: range.clone(), outside: Some(outside) }
        };
        let target = outside..outside + u64::from(N) * 4;

        let all = ask(vec![target.clone(), sum.clone()], vec![]);
        run(mode, &device, params, of(&inside, &all)).unwrap_or_else(|fault| panic!("{mode:?}: {fault}"));
        assert_eq!(own, (7..N + 7).collect::<Vec<_>>(), "{mode:?}");
        assert_eq!(words(device.bytes("sum")), [N], "{mode:?}");
        assert_eq!(
            all.asked.load(Ordering::Relaxed),
            u64::from(2 * N),
            "each store and each atomic, {mode:?}"
        );

        let read = ask(vec![target.clone()], vec![sum.clone()]);
        let fault = run(mode, &device, params, of(&inside, &read)).unwrap_err();
        let FaultKind::IllegalAddress { address, write: true, bytes: 4, .. } = fault.kind else {
            panic!("{mode:?}: {fault}")
        };
        assert_eq!(address, sum.start, "{mode:?}: an atomic operation writes");

        let none = ask(vec![sum.clone()], vec![target.clone()]);
        let fault = run(mode, &device, params, of(&inside, &none)).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::IllegalAddress { write: true, .. }), "{mode:?}: {fault}");

        let nobody = Reach { range: inside.clone(), outside: None };
        let fault = run(mode, &device, params, nobody).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::IllegalAddress { write: true, .. }), "{mode:?}: {fault}");
    }
}

#[test]
fn addresses_in_reach_need_no_question_and_invalid_ones_fault() {
    for mode in MODES {
        let mut device = Device::new();
        device.place("in", &[0; 4 * N as usize]);
        device.place("out", &[0; 4 * N as usize]);
        device.place("sum", &[0; 4]);
        let [from, to, sum] = ["in", "out", "sum"].map(|name| device.address(name));
        let window = device.window.base()..device.window.base() + device.window.size();
        let nobody = Arc::new(Allowed { both: vec![], read: vec![], asked: AtomicU64::new(0) });
        let outside: Arc<dyn OutsideReach> = Arc::<Allowed>::clone(&nobody);
        let reach = Reach { range: window, outside: Some(outside) };
        run(mode, &device, [from, to, sum], reach).unwrap_or_else(|fault| panic!("{mode:?}: {fault}"));
        assert_eq!(words(device.bytes("out")), [7; N as usize], "{mode:?}");
        assert_eq!(nobody.asked.load(Ordering::Relaxed), 0, "{mode:?}");

        // All is allowed: misaligned accesses and unmapped pages fault all the same.
        let everything = 0..u64::MAX;
        let all = || {
            let (both, read) = (Vec::from([everything.clone()]), Vec::new());
            let outside: Arc<dyn OutsideReach> = Arc::new(Allowed { both, read, asked: AtomicU64::new(0) });
            Reach { range: 0..0, outside: Some(outside) }
        };
        let fault = run(mode, &device, [from + 2, to, sum], all()).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Misaligned { bytes: 4, .. }), "{mode:?}: {fault}");
        let fault = run(mode, &device, [0x1000, to, sum], all()).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::IllegalAddress { write: false, .. }), "{mode:?}: {fault}");
    }
}
