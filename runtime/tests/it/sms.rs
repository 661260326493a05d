//! SMs of blocks, as `%smid` and `%nsmid` show, and numbers of resident blocks: on the whole device and in
//! green contexts, as far as an H200's behaviour is known.

use crate::raw;
use hip_runtime::api::StreamRef;
use hip_runtime::api::module::{LaunchShape, function};
use hip_runtime::api::{green, occupancy};
use hip_runtime::{Context, Device, DeviceBuffer, Module, SmResource, Status, Stream};
use std::collections::BTreeSet;

const TEXT: &str = "
.version 8.0
.target sm_90
.address_size 64
// Each block leaves the number of its SM, and that of all SMs.
.visible .entry where(.param .u64 out)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %rd2, %r1, 8;
    add.s64 %rd1, %rd1, %rd2;
    mov.u32 %r1, %smid;
    mov.u32 %r2, %nsmid;
    st.global.v2.u32 [%rd1], {%r1, %r2};
    ret;
}
";

fn shape(blocks: u32, threads: u32) -> LaunchShape {
    LaunchShape {
        grid: [blocks, 1, 1],
        block: [threads, 1, 1],
        shared_bytes: 0,
        cooperative: false,
        cluster: None,
    }
}

/// SM of each block of a launch, if it is accepted.
fn run(module: &Module, shape: LaunchShape, stream: StreamRef) -> Result<Vec<u32>, Status> {
    let kernel = function(module.id(), "where").expect("the kernel");
    let out = DeviceBuffer::<[u32; 2]>::zeroed(shape.grid[0] as usize).expect("memory");
    raw::launch(kernel, shape, &out.ptr().address().to_le_bytes(), stream).map_err(|e| e.status())?;
    hip_runtime::api::stream::synchronize(stream).expect("it ends");
    let words = out.to_vec().expect("words");
    assert!(words.iter().all(|word| word[1] == 132), "recorded: also where a block may use few of them");
    Ok(words.into_iter().map(|word| word[0]).collect())
}

/// GPC of an SM of an H200; TPCs outside of GPCs count as one each.
fn gpc(sm: u32) -> usize {
    let mut all = device::Spec::h200().cluster_domains();
    all.iter_mut().position(|gpc| gpc.contains(&(sm as u16))).expect("an SM of the device")
}

#[test]
fn a_cluster_s_blocks_see_sms_of_one_gpc() {
    let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("the kernel");
    let kernel = function(module.id(), "where").expect("the kernel");
    let large = hip_runtime::api::module::FunctionAttribute::NonPortableCluster;
    for size in [2u32, 3, 4, 5, 6, 7, 8, 12, 16] {
        let wanted = LaunchShape { cluster: Some([size, 1, 1]), ..shape(size * 40, 1024) };
        if size > 8 {
            let refused = run(&module, wanted, StreamRef::Legacy);
            assert_eq!(refused, Err(Status::InvalidClusterSize), "{size} blocks: not on every device");
            hip_runtime::api::module::set_attribute(kernel, large, 1).expect("it can be set");
        }
        let seen = run(&module, wanted, StreamRef::Legacy).expect("a launch");
        for cluster in seen.chunks(size as usize) {
            let gpcs: BTreeSet<usize> = cluster.iter().map(|&sm| gpc(sm)).collect();
            let own: BTreeSet<u32> = cluster.iter().copied().collect();
            assert_eq!((gpcs.len(), own.len()), (1, size as usize), "clusters of {size}: {cluster:?}");
        }
        // Observed on an H200: number of resident clusters.
        let counts = [(2, 132), (3, 79), (4, 62), (5, 47), (6, 39), (8, 30), (12, 16), (16, 14)];
        if let Some((_, count)) = counts.into_iter().find(|(of, _)| *of == size) {
            assert_eq!(
                occupancy::active_clusters(kernel, &wanted, StreamRef::Legacy).expect("a count"),
                count,
                "of {size}"
            );
        }
        hip_runtime::api::module::set_attribute(kernel, large, 0).expect("it can be set");
    }
}

/// Observed on an H200: units of a split hold clusters of their size, also if a context has several units,
/// and if it is split again.
#[test]
fn clusters_of_a_green_context_are_as_large_as_its_units() {
    let device = Device::get(0).expect("a device");
    let whole = device.sms().expect("SMs");
    let _primary = Context::primary(device).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("the kernel");
    let kernel = function(module.id(), "where").expect("the kernel");
    let large = hip_runtime::api::module::FunctionAttribute::NonPortableCluster;
    hip_runtime::api::module::set_attribute(kernel, large, 1).expect("it can be set");
    let occupancy_of = |parts: &[SmResource]| {
        let desc = green::describe(parts).expect("a descriptor");
        let context = green::create(desc, 0, 1).expect("a context");
        let stream = StreamRef::Id(green::create_stream(context, 1, 0).expect("a stream"));
        let shape = |size| LaunchShape { cluster: Some([size, 1, 1]), ..shape(720, 1024) };
        let active = [2, 3, 4, 5, 6, 8, 10]
            .map(|size| occupancy::active_clusters(kernel, &shape(size), stream).expect("a count"));
        let largest = occupancy::largest_cluster(kernel, &shape(1), stream).expect("a size");
        for size in [2, 4, 8, 10] {
            let wanted = if size <= largest { Ok(720) } else { Err(Status::InvalidClusterSize) };
            let ran = run(&module, shape(size), stream).map(|seen| seen.len());
            assert_eq!(ran, wanted, "clusters of {size}, where {largest} is the most");
        }
        let own = green::context_resource(context).expect("SMs");
        green::destroy(context).expect("it goes");
        (active, largest, own)
    };
    let (eight, rest) = green::split(&whole, None, 0, 8).expect("a split");
    let both = occupancy_of(&[eight[1].clone(), eight[8].clone()]);
    assert_eq!((both.0, both.1), ([16, 10, 8, 6, 4, 4, 0], 8), "two units of a GPC");
    let more = occupancy_of(&[eight[14].clone(), rest]);
    assert_eq!((more.0, more.1), ([20, 5, 4, 3, 2, 2, 0], 8), "a unit, and what was left over");
    let (pairs, _) = green::split(&whole, None, 1, 2).expect("a split");
    let four = occupancy_of(&[pairs[0].clone(), pairs[12].clone(), pairs[20].clone(), pairs[28].clone()]);
    assert_eq!((four.0, four.1), ([8, 0, 0, 0, 0, 0, 0], 2), "four pairs of a GPC");
    let (sixteen, _) = green::split(&whole, None, 0, 16).expect("a split");
    let (active, largest, own) = occupancy_of(&sixteen[7..8]);
    assert_eq!((active, largest), ([16, 7, 6, 3, 2, 2, 0], 8));
    let (again, rest) = green::split(&own, None, 0, 8).expect("a split");
    assert_eq!(occupancy_of(&again[..1]).0, [8, 5, 4, 3, 2, 2, 0]);
    let left = occupancy_of(&[rest]);
    assert_eq!((left.0, left.1), ([8, 2, 2, 0, 0, 0, 0], 4), "a unit of four and two pairs");
}

/// Observed on an H200, with exact block counts.
#[test]
fn cooperative_launches_fit_or_are_refused() {
    let device = Device::get(0).expect("a device");
    let (groups, _) = green::split(&device.sms().expect("SMs"), Some(1), 0, 16).expect("a split");
    let small = Context::green(&groups[0]).expect("a context");
    let _current = Context::primary(device).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("the kernel");
    let stream = Stream::of(&small).expect("a stream");
    let kernel = function(module.id(), "where").expect("the kernel");
    let dynamic = hip_runtime::api::module::FunctionAttribute::MaxDynamicShared;
    hip_runtime::api::module::set_attribute(kernel, dynamic, 200_000).expect("it can be set");
    for (stream, threads, shared_bytes, fit) in [
        (StreamRef::Legacy, 1024, 0, 264),
        (StreamRef::Legacy, 256, 0, 1056),
        (stream.handle(), 1024, 0, 32),
        (stream.handle(), 256, 0, 128),
        // By documented sizes: an SM has 228 KiB, and each block takes 1 KiB more than it asks for.
        (StreamRef::Legacy, 64, 115_712, 264),
        (StreamRef::Legacy, 64, 115_713, 132),
        (stream.handle(), 64, 115_712, 32),
        (stream.handle(), 64, 115_713, 16),
    ] {
        let wanted = |blocks| LaunchShape { cooperative: true, shared_bytes, ..shape(blocks, threads) };
        let seen = run(&module, wanted(fit), stream).expect("it fits");
        let sms: BTreeSet<u32> = seen.into_iter().collect();
        assert_eq!(
            sms.len(),
            if fit.is_multiple_of(132) { 132 } else { 16 },
            "{fit} of {threads}, {shared_bytes}"
        );
        assert_eq!(run(&module, wanted(fit + 1), stream), Err(Status::CooperativeLaunchTooLarge));
    }
}
