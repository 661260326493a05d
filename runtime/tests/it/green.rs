//! Green contexts: splits, the SMs of their kernels, and the state after their destruction.

use crate::KERNELS;
use hip_runtime::api::{green, stream};
use hip_runtime::{Context, Device, DeviceBuffer, Module, Status, Stream};
use std::collections::BTreeSet;

#[test]
fn kernels_stay_on_their_sms() {
    let device = Device::get(0).expect("a device");
    let whole = device.sms().expect("SMs");
    assert_eq!((whole.sms.len(), whole.min, whole.align), (132, 8, 8));
    let (groups, rest) = green::split(&whole, Some(2), 0, 16).expect("a split");
    assert_eq!((groups.len(), groups[0].sms.len(), rest.sms.len()), (2, 16, 100));
    // Green contexts retain the primary context that they belong to.
    let contexts: Vec<Context> = groups.iter().map(|g| Context::green(g).expect("a context")).collect();
    let _current = Context::primary(device).expect("a context");
    let module = Module::from_bytes(KERNELS.as_bytes()).expect("kernels");
    let mut seen = Vec::new();
    for (context, group) in contexts.iter().zip(&groups) {
        let stream = Stream::of(context).expect("a stream");
        let data = DeviceBuffer::<u32>::zeroed(200).expect("memory");
        launch!(module["where"]<<<200, 32, 0, &stream>>>(data.ptr())).expect("a launch");
        context.synchronize().expect("done");
        let used: BTreeSet<u32> = data.to_vec().expect("values").into_iter().collect();
        assert!(used.iter().all(|&sm| group.sms.contains(sm as u16)), "{used:?} of {:?}", group.sms);
        assert_eq!(green::stream_resource(stream.handle()).expect("SMs").sms, group.sms);
        seen.push(used);
    }
    assert!(seen[0].is_disjoint(&seen[1]));
    let stream = Stream::of(&contexts[0]).expect("a stream");
    let handle = stream.handle();
    drop(contexts);
    assert_eq!(stream::query(handle).expect_err("its context is gone").status(), Status::ContextIsDestroyed);
}

#[test]
fn invalid_splits() {
    let whole = Device::get(0).and_then(Device::sms).expect("SMs");
    let status =
        |result: Result<_, hip_runtime::Error>| result.map_or_else(|e| e.status(), |_| Status::Success);
    assert_eq!(status(green::split(&whole, None, 0, 133)), Status::InvalidResourceConfiguration);
    assert_eq!(status(green::split(&whole, Some(0), 0, 8)), Status::InvalidValue);
    assert_eq!(status(green::split(&whole, None, 3, 8)), Status::InvalidValue);
    assert_eq!(status(green::split(&whole, None, 4, 8)), Status::Success, "an H200 ignores other flags");
    let (groups, rest) = green::split(&whole, None, 0, 8).expect("a split");
    assert_eq!((groups.len(), rest.sms.len()), (15, 12));
    assert_eq!(status(green::split(&groups[0], None, 0, 8)), Status::InvalidResourceConfiguration);
    let (others, _) = green::split(&whole, None, 0, 16).expect("a split");
    let mixed = green::describe(&[groups[0].clone(), others[0].clone()]);
    assert_eq!(mixed.expect_err("of two splits").status(), Status::InvalidResourceConfiguration);
    green::describe(&[groups[0].clone(), rest]).expect("parts of one split");
    assert_eq!(green::describe(&[]).expect_err("none").status(), Status::InvalidValue);
}
