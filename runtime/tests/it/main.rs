//! Tests of the runtime through its Rust API. Each test has its own context, so that a fault poisons no other
//! test.
#![expect(unsafe_code, reason = "the tests launch kernels that name memory by address")]

// Before the macro: the examples have the crate's.
mod examples;

#[macro_use]
mod setup;

mod allocation;
mod arrays;
mod blocked;
mod cache;
mod check;
mod child;
mod cluster;
mod deadlock;
mod ends;
mod errors;
mod fault;
mod front;
mod graph;
mod green;
mod host;
mod host_memory;
mod launch;
mod launch_errors;
mod libraries;
mod lifetimes;
mod managed;
mod memory;
mod module;
mod owned;
mod profile;
mod queue;
mod raw;
mod registers;
mod registry;
mod report;
mod rust_kernels;
mod settings;
mod sms;
mod spawn;
mod standstill;
mod storm;
mod stream;
mod threads;
mod timeline;
mod typed;

use hip_runtime::handle::Id;
use hip_runtime::{Module, Stream};
use setup::{KERNELS, setup};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Poisons the current context by a kernel that traps. This ends its endless kernels, for which a call that
/// ends the context would wait.
fn poison() {
    let module = Module::from_bytes(KERNELS.as_bytes()).expect("the kernels");
    let stream = Stream::non_blocking(0).expect("a stream");
    launch!(module.trapper<<<1, 1, 0, &stream>>>()).expect("a launch");
}

/// Guard that poisons a context with an endless kernel if the test fails: unwinding would otherwise wait for
/// the kernel.
struct PoisonOnPanic(Id<hip_runtime::object::ContextObject>);

impl Drop for PoisonOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() && hip_runtime::api::context::set_current(Some(self.0)).is_ok() {
            poison();
        }
    }
}

/// Lines with a prefix on the standard error of a process that runs a test: at most `lines`, each within
/// `long`; then the process is killed.
fn heard(
    test: &str,
    settings: &[(&str, &str)],
    beginning: &'static str,
    (lines, long): (usize, Duration),
) -> Vec<String> {
    let mut child = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", test, "--nocapture"])
        .envs(settings.iter().copied())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process");
    let errors = BufReader::new(child.stderr.take().expect("its errors"));
    let (says, hears) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let said = errors.lines().map_while(Result::ok).filter(|line| line.starts_with(beginning));
        said.for_each(|line| drop(says.send(line)));
    });
    let said = (0..lines).map_while(|_| hears.recv_timeout(long).ok()).collect();
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    said
}
