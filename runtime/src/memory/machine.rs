//! Memory of this machine that devices may use: the minimum of the installed memory and all limits of this
//! process.
//!
//! Device memory is backed by memory of the machine. Without a bound, a program that fills its device's 140
//! GB would be killed for lack of memory. Files are read once, when the runtime starts; an unreadable source
//! sets no limit.
#![expect(unsafe_code, reason = "the system is asked for limits and the size of memory")]

use std::fmt;

/// Memory of the machine, as far as this process may use it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Machine {
    /// Upper bound independent of other processes, and so the same in each.
    pub(crate) capacity: Bound,
    /// Memory that others had left at the start.
    pub(crate) available: Bound,
}

/// Bound in bytes, with the source that sets it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bound {
    pub(crate) bytes: u64,
    pub(crate) source: String,
}

/// Facts from system calls rather than files.
#[derive(Clone, Copy, Debug)]
struct System {
    /// Installed memory, bytes.
    installed: Option<u64>,
    /// Limit of private writable memory (`RLIMIT_DATA`), bytes.
    data: u64,
}

impl Machine {
    /// Reads the bounds of this machine; `None` if no source knows its size.
    pub(crate) fn survey() -> Option<Machine> {
        survey(&|path| std::fs::read_to_string(path).ok(), System::ask())
    }

    /// Total and free bytes for devices. One eighth, but at least 64 MiB, is reserved for the program's own
    /// memory.
    pub(crate) fn for_devices(&self) -> (u64, u64) {
        let (total, free) = (less_reserve(self.capacity.bytes), less_reserve(self.available.bytes));
        (total, free.min(total))
    }

    /// Bytes for devices, managed and page-locked memory together: they may use half of the reserve too.
    pub(crate) fn for_all(&self) -> u64 {
        self.available.bytes.midpoint(less_reserve(self.available.bytes))
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MiB ({})", self.bytes >> 20, self.source)
    }
}

const LEAST_RESERVE: u64 = 64 << 20;

/// Subtracts the reserve, in whole MiB for readable totals.
fn less_reserve(bytes: u64) -> u64 {
    let reserve = (bytes / 8).max(LEAST_RESERVE.min(bytes / 2));
    (bytes - reserve) >> 20 << 20
}

impl System {
    fn ask() -> System {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the call fills the structure.
        let asked = unsafe { libc::getrlimit(libc::RLIMIT_DATA, &raw mut limit) };
        // SAFETY: only reads a number.
        let number = |name| u64::try_from(unsafe { libc::sysconf(name) }).ok();
        let pages = number(libc::_SC_PHYS_PAGES).zip(number(libc::_SC_PAGESIZE));
        let installed = pages.and_then(|(count, bytes)| count.checked_mul(bytes)).filter(|&bytes| bytes > 0);
        System { installed, data: if asked == 0 { limit.rlim_cur } else { u64::MAX } }
    }
}

/// Reader of files by path.
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

fn survey(read: Read<'_>, system: System) -> Option<Machine> {
    let (mut capacity, mut available): (Option<Bound>, Option<Bound>) = (None, None);
    let mut limit = |most: u64, left: u64, source: &str| {
        for (bound, bytes) in [(&mut capacity, most), (&mut available, left)] {
            if bound.as_ref().is_none_or(|bound| bytes < bound.bytes) {
                *bound = Some(Bound { bytes, source: source.to_owned() });
            }
        }
    };
    let info = read("/proc/meminfo").unwrap_or_default();
    let entry = |name: &str| value(&info, name, ':').and_then(|kib| kib.checked_mul(1024));
    let installed = entry("MemTotal").or(system.installed);
    if let Some(total) = installed {
        // Memory that the kernel can provide without swapping: free memory and caches. Device memory in swap
        // is useless.
        limit(total, entry("MemAvailable").unwrap_or(total), "installed memory");
    }
    // Under strict accounting, pages count once writable, not once touched.
    if read("/proc/sys/vm/overcommit_memory").is_some_and(|mode| mode.trim() == "2")
        && let (Some(most), Some(used)) = (entry("CommitLimit"), entry("Committed_AS"))
    {
        limit(most, most.saturating_sub(used), "vm.overcommit_memory");
    }
    let most = installed.unwrap_or(u64::MAX);
    if system.data < most {
        // Sixth field: pages of data and stack.
        let used = read("/proc/self/statm")
            .and_then(|text| text.split_ascii_whitespace().nth(5)?.parse::<u64>().ok())
            .and_then(|pages| pages.checked_mul(4096));
        limit(system.data, system.data.saturating_sub(used.unwrap_or(0)), "RLIMIT_DATA");
    }
    for group in groups(read) {
        if let Some((bytes, left)) = group.limit(read, most) {
            limit(bytes, left, &group.directory);
        }
    }
    capacity.zip(available).map(|(capacity, available)| Machine { capacity, available })
}

/// Number after a name, on a line of its own.
fn value(text: &str, name: &str, separator: char) -> Option<u64> {
    let mut lines = text.lines().filter_map(|line| line.split_once(separator));
    let (_, rest) = lines.find(|(key, _)| *key == name)?;
    rest.split_ascii_whitespace().next()?.parse().ok()
}

/// Control group that limits memory.
struct Group {
    directory: String,
    /// Member of the unified hierarchy (version 2).
    unified: bool,
}

/// Control groups of the process and their ancestors, as far as they are mounted.
fn groups(read: Read<'_>) -> Vec<Group> {
    let (own, mounts) = (read("/proc/self/cgroup"), read("/proc/self/mountinfo"));
    let (own, mounts) = (own.unwrap_or_default(), mounts.unwrap_or_default());
    let mut found = Vec::new();
    for line in mounts.lines() {
        let Some((place, kind)) = line.split_once(" - ") else { continue };
        let mut place = place.split(' ').skip(3);
        let (Some(root), Some(point)) = (place.next(), place.next()) else { continue };
        let unified = kind.starts_with("cgroup2 ");
        let options = kind.rsplit(' ').next().unwrap_or_default();
        let limits_memory = kind.starts_with("cgroup ") && options.split(',').any(|o| o == "memory");
        if !unified && !limits_memory {
            continue;
        }
        // A line has the form "number:controllers:path"; the unified hierarchy lists no controllers.
        let path = own.lines().find_map(|line| {
            let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
            let fits =
                if unified { controllers.is_empty() } else { controllers.split(',').any(|c| c == "memory") };
            fits.then_some(path)
        });
        // In a container the group's path may start outside of the mount: then the mount's root is the group.
        let below = path.and_then(|path| path.strip_prefix(root.trim_end_matches('/')));
        let mut below = below.filter(|path| !path.contains("..")).unwrap_or_default().trim_end_matches('/');
        loop {
            found.push(Group { directory: format!("{point}{below}"), unified });
            let Some((above, _)) = below.rsplit_once('/') else { break };
            below = above;
        }
    }
    found
}

impl Group {
    /// Limit and unused bytes of the group; `None` if its limit exceeds `most`.
    fn limit(&self, read: Read<'_>, most: u64) -> Option<(u64, u64)> {
        let number = |name: &str| {
            read(&format!("{}/{name}", self.directory)).and_then(|text| text.trim().parse::<u64>().ok())
        };
        // Above `memory.high`, members are throttled almost to a halt.
        let limits: &[&str] =
            if self.unified { &["memory.max", "memory.high"] } else { &["memory.limit_in_bytes"] };
        let bytes = limits.iter().filter_map(|name| number(name)).min().filter(|&bytes| bytes < most)?;
        let used = number(if self.unified { "memory.current" } else { "memory.usage_in_bytes" }).unwrap_or(0);
        // File caches count as used, and are dropped on demand.
        let state = read(&format!("{}/memory.stat", self.directory)).unwrap_or_default();
        let names = if self.unified {
            ["inactive_file", "active_file"]
        } else {
            ["total_inactive_file", "total_active_file"]
        };
        let caches: u64 = names.into_iter().filter_map(|name| value(&state, name, ' ')).sum();
        Some((bytes, bytes.saturating_sub(used.saturating_sub(caches))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Files of a fixture by path: each begins with a line `--- path`.
    fn sections(text: &str) -> BTreeMap<&str, &str> {
        let parts = text.split("--- ").skip(1);
        parts.map(|part| part.split_once('\n').expect("a path, then a file")).collect()
    }

    #[test]
    fn bounds_match_each_fixture() {
        let mut differ = Vec::new();
        for path in testdata::files("machine", "txt") {
            let text = std::fs::read_to_string(&path).expect("a fixture");
            let mut files = sections(&text);
            let expected = files.remove("found").expect("what is to be found");
            let number =
                |name: &str| files.get(name).map(|text| text.trim().parse::<u64>().expect("a number"));
            let system = System { installed: number("installed"), data: number("data").unwrap_or(u64::MAX) };
            let read = |path: &str| files.get(path).map(|text| (*text).to_owned());
            let found = survey(&read, system).map_or("nothing\n".to_owned(), |machine| {
                let (total, free) = machine.for_devices();
                let [total, free, all] = [total, free, machine.for_all()].map(|bytes| bytes >> 20);
                format!(
                    "capacity {}\navailable {}\ndevices {total} MiB, {free} MiB free\nall {all} MiB\n",
                    machine.capacity, machine.available
                )
            });
            if found != expected {
                differ.push(format!("{}\n{found}", path.display()));
            }
        }
        assert!(differ.is_empty(), "found, other than expected: {}", differ.join("\n"));
    }

    #[test]
    fn arbitrary_text_causes_no_panic() {
        const PIECES: &[&str] = &[
            "0::",
            "/a/b",
            "..",
            ":memory:",
            " - cgroup2 x y",
            " - cgroup c memory",
            "MemTotal:",
            " 99999999999999999999 kB",
            " 18446744073709551615",
            "\n",
            " / ",
            "max",
            "31 23 0:28",
            "memory",
            "-",
            "",
        ];
        let mut state = 1u64;
        for _ in 0..2000 {
            let mut text = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                text.push_str(PIECES[(state >> 33) as usize % PIECES.len()]);
            }
            let found = survey(&|_| Some(text.clone()), System { installed: None, data: state >> 20 });
            let fits = found.is_none_or(|machine| machine.for_all() <= machine.available.bytes);
            assert!(fits, "{text}");
        }
    }

    #[test]
    fn this_machine_has_memory() {
        let machine = Machine::survey().expect("a machine has memory");
        let (total, free) = machine.for_devices();
        assert!(total > 0 && free <= total, "{machine:?}");
    }
}
