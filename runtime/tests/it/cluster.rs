//! Launches in clusters: shapes that an H200 (driver 580) accepts and refuses, and shared memory of other
//! blocks.

use super::raw;
use super::setup;
use hip_runtime::api::StreamRef;
use hip_runtime::api::module::{FunctionAttribute, LaunchShape, attribute, function, set_attribute};
use hip_runtime::{DeviceBuffer, Module, Status};

/// Each kernel stores the number of blocks of its cluster and its grid, the number of clusters, and whether
/// the launch set the cluster's shape.
fn kernels() -> Module {
    let directives = [
        ("any", ""),
        ("two", ".reqnctapercluster 2, 1, 1"),
        ("explicit", ".explicitcluster"),
        ("few", ".explicitcluster .maxclusterrank 4"),
        ("counted", ".reqntid 32 .reqnctapercluster 2 .blocksareclusters"),
    ];
    let mut text = ".version 9.0\n.target sm_90\n.address_size 64\n".to_owned();
    for (name, directives) in directives {
        text += &format!(
            ".visible .entry {name}(.param .u64 out) {directives}\n{{\n.reg .b64 %d;\n.reg .b32 %r;\n.reg .pred %p;\n\
             ld.param.u64 %d, [out];\nmov.u32 %r, %cluster_nctarank;\nst.global.u32 [%d], %r;\nmov.u32 %r, %nctaid.x;\n\
             st.global.u32 [%d+4], %r;\nmov.u32 %r, %nclusterid.x;\nst.global.u32 [%d+8], %r;\n\
             mov.pred %p, %is_explicit_cluster;\nselp.u32 %r, 1, 0, %p;\nst.global.u32 [%d+12], %r;\nret;\n}}\n"
        );
    }
    Module::from_bytes(text.as_bytes()).expect("the kernels")
}

#[test]
fn clusters_are_taken_and_refused_as_on_hardware() {
    let (_, context) = setup();
    let module = kernels();
    const BAD: Result<[u32; 4], Status> = Err(Status::InvalidClusterSize);
    // Kernel, blocks of the grid, of a cluster, whether non-portable sizes are allowed; expected stored
    // values.
    let cases = [
        ("any", 4, None, false, Ok([1, 4, 4, 0])),
        ("any", 4, Some([2, 1, 1]), false, Ok([2, 4, 2, 1])),
        ("any", 5, Some([2, 1, 1]), false, BAD),
        ("any", 8, Some([8, 1, 1]), false, Ok([8, 8, 1, 1])),
        ("any", 9, Some([9, 1, 1]), false, BAD),
        ("any", 16, Some([16, 1, 1]), false, BAD),
        ("any", 16, Some([16, 1, 1]), true, Ok([16, 16, 1, 1])),
        ("any", 12, Some([12, 1, 1]), true, Ok([12, 12, 1, 1])),
        ("any", 17, Some([17, 1, 1]), true, BAD),
        ("any", 4, Some([0, 1, 1]), false, BAD),
        ("any", 4, Some([0, 0, 0]), false, Ok([1, 4, 4, 0])),
        ("any", 7, Some([7, 1, 1]), false, Ok([7, 7, 1, 1])),
        ("any", 1, Some([2, 1, 1]), false, BAD),
        ("two", 4, None, false, Ok([2, 4, 2, 1])),
        ("two", 4, Some([2, 1, 1]), false, Ok([2, 4, 2, 1])),
        ("two", 4, Some([4, 1, 1]), false, BAD),
        ("two", 4, Some([1, 1, 1]), false, BAD),
        ("two", 5, None, false, BAD),
        ("explicit", 4, None, false, BAD),
        ("explicit", 4, Some([2, 1, 1]), false, Ok([2, 4, 2, 1])),
        ("explicit", 4, Some([1, 1, 1]), false, Ok([1, 4, 4, 1])),
        ("few", 4, Some([4, 1, 1]), false, Ok([4, 4, 1, 1])),
        ("few", 8, Some([8, 1, 1]), false, BAD),
        ("counted", 4, None, false, Ok([2, 8, 4, 1])),
        ("counted", 4, Some([2, 1, 1]), false, Ok([2, 8, 4, 1])),
    ];
    for (name, grid, cluster, large, want) in cases {
        let kernel = function(module.id(), name).expect("the kernel");
        set_attribute(kernel, FunctionAttribute::NonPortableCluster, large.into()).expect("it can be set");
        let out = DeviceBuffer::<u32>::zeroed(4).expect("memory");
        let shape = LaunchShape {
            grid: [grid, 1, 1],
            block: [32, 1, 1],
            shared_bytes: 0,
            cooperative: false,
            cluster,
        };
        let end = raw::launch(kernel, shape, &out.ptr().address().to_le_bytes(), StreamRef::Legacy);
        context.synchronize().expect("an end");
        let got = end.map(|()| out.to_vec().expect("words").try_into().expect("four words"));
        assert_eq!(got.map_err(|e| e.status()), want, "{name} {grid} {cluster:?} {large}");
    }
    let kernel = function(module.id(), "two").expect("the kernel");
    let asked = [
        FunctionAttribute::ClusterMustBeSet,
        FunctionAttribute::ClusterWidth,
        FunctionAttribute::ClusterHeight,
        FunctionAttribute::ClusterDepth,
    ];
    assert_eq!(asked.map(|asked| attribute(kernel, asked).ok()), [Some(0), Some(2), Some(1), Some(1)]);
}

#[test]
fn blocks_of_a_cluster_are_resident_together() {
    let (_, context) = setup();
    // A token travels round each cluster, whose blocks spin on it.
    let case =
        testdata::small::all().into_iter().find(|case| case.name == "cluster_token.ptx").expect("the case");
    let module = Module::from_bytes(case.text.as_bytes()).expect("the kernel");
    let kernel = function(module.id(), "k").expect("the kernel");
    let words = case.output.len();
    let clusters = 60;
    let out = DeviceBuffer::<u32>::zeroed(words * clusters).expect("memory");
    let shape = LaunchShape {
        grid: [case.grid[0] * clusters as u32, 1, 1],
        block: case.block,
        shared_bytes: 100_000,
        cooperative: false,
        cluster: case.cluster,
    };
    set_attribute(kernel, FunctionAttribute::MaxDynamicShared, 100_000).expect("it can be set");
    raw::launch(kernel, shape, &out.ptr().address().to_le_bytes(), StreamRef::Legacy).expect("a launch");
    context.synchronize().expect("an end");
    for (n, got) in out.to_vec().expect("words").chunks(words).enumerate() {
        assert_eq!(got, case.output, "cluster {n}");
    }
}
