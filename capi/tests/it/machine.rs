//! Limit of device memory by this machine's memory, or by the process's control group:
//! `testdata/capi/machine.c` fills it.

use crate::codes::build;
use crate::system::root;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        build("machine", &[root().join("testdata/capi/machine.c")]).unwrap_or_else(|said| panic!("{said}"))
    })
}

/// Returns the lines of standard output, and the text on standard error; panics unless the program succeeds.
fn lines(done: &Output) -> (Vec<String>, String) {
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{}: {said}", done.status);
    (String::from_utf8_lossy(&done.stdout).lines().map(str::to_owned).collect(), said)
}

/// Control group with a memory limit, if the system permits one; memory controller version 1 or 2.
struct Group(PathBuf);

impl Group {
    fn with_limit(bytes: u64) -> Option<Group> {
        let name = format!("hip-soft-{}", std::process::id());
        for (parent, limit) in
            [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")]
        {
            let group = Path::new(parent).join(&name);
            if std::fs::create_dir(&group).is_ok() {
                let made = Group(group);
                if std::fs::write(made.0.join(limit), bytes.to_string()).is_ok() {
                    return Some(made);
                }
            }
        }
        None
    }

    /// Returns a command that joins the group before it executes the program.
    fn command(&self) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "echo $$ > \"$1/cgroup.procs\" && exec \"$0\""]).arg(program()).arg(&self.0);
        command.env_clear();
        command
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A process leaves its group a moment after its end.
        for _ in 0..100 {
            if std::fs::remove_dir(&self.0).is_ok() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}

const OUT_OF_MEMORY: &str = "more 2 2 2";

#[test]
fn a_program_that_fills_the_device_in_a_control_group_lives() {
    let Some(group) = Group::with_limit(512 << 20) else {
        return eprintln!("left out: no control group for memory can be made here");
    };
    // An eighth is reserved; the shell uses a little of the rest.
    for (device, total) in [("h200", 448), ("h200x2", 224)] {
        let done = group.command().env("HIP_SOFT_DEVICE", device).env("AMD_LOG_LEVEL", "3").output();
        let (printed, said) = lines(&done.expect("the program starts"));
        assert_eq!(printed.len(), if total == 448 { 1 } else { 2 }, "{printed:?}");
        for (n, line) in printed.iter().enumerate() {
            let head = format!("device {n}: total {total} free ");
            let free =
                line.strip_prefix(&head).and_then(|rest| rest.strip_suffix(&format!(" {OUT_OF_MEMORY}")));
            let free: u64 = free.and_then(|free| free.parse().ok()).unwrap_or_else(|| panic!("{line}"));
            assert!(free > total / 2 && free <= total, "{line}");
        }
        let group = group.0.to_str().expect("a path of text");
        let bound = said.lines().find(|line| line.contains("memory of each of")).unwrap_or_default();
        assert!(bound.starts_with("hip:3 ") && bound.contains(&format!("512 MiB ({group})")), "{said}");
    }
}

#[test]
fn a_setting_takes_the_place_of_what_the_machine_has() {
    let with = |memory: &str| {
        let mut command = Command::new(program());
        lines(&command.env_clear().env("HIP_SOFT_MEMORY", memory).output().expect("the program starts")).0
    };
    assert_eq!(with("64M"), [format!("device 0: total 64 free 64 {OUT_OF_MEMORY}")]);
    assert_eq!(with("200M"), [format!("device 0: total 200 free 200 {OUT_OF_MEMORY}")]);
}
