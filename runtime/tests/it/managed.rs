//! What is told of managed memory at the end of a process.

use crate::setup;
use hip_runtime::api::managed::{ATTACH_GLOBAL, Advise, advise, alloc, prefetch};
use hip_runtime::api::{StreamRef, stream};
use hip_runtime::memory::Location;
use std::process::Command;

const CHILD: &str = "HIP_MANAGED_CHILD";

/// Two allocations: one goes to the device and comes back, of the other half is mostly read.
fn work() {
    let (_module, _context) = setup();
    let [moved, read] = [0, 1].map(|_| alloc(1 << 22, ATTACH_GLOBAL).expect("memory"));
    for to in [Location::Device(0), Location::Host] {
        prefetch(moved, 1 << 22, to, StreamRef::Legacy).expect("a prefetch");
    }
    advise(read, 1 << 21, Advise::SetReadMostly).expect("advice");
    for to in [Location::Host, Location::Device(0)] {
        prefetch(read, 1 << 22, to, StreamRef::Legacy).expect("a prefetch");
    }
    stream::synchronize(StreamRef::Legacy).expect("all of it");
}

fn said(setting: Option<&str>) -> String {
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    command.args(["--exact", "managed::prefetches_are_summed_up", "--nocapture"]).env(CHILD, "1");
    command.env_remove("HIP_SOFT_UM").env_remove("HIP_SOFT_DEVICE").env_remove("HIP_SOFT_REPORT");
    command.envs(setting.map(|setting| ("HIP_SOFT_UM", setting)));
    let output = command.output().expect("a process");
    assert!(output.status.success(), "{output:?}");
    let errors = String::from_utf8(output.stderr).expect("text");
    errors.lines().filter(|line| line.starts_with("hip:")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn prefetches_are_summed_up() {
    if std::env::var_os(CHILD).is_some() {
        return work();
    }
    assert_eq!(said(None), "", "nothing was asked for");
    insta::assert_snapshot!("managed_report", said(Some("report")));
}
