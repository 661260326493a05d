//! Machine code of the measured kernels, for a profiler and a disassembler.

use std::fmt::Write as _;
use std::path::Path;

/// Writes each anonymous executable mapping of this process to `directory`, as `KERNEL-ADDRESS.bin`, and
/// names it for `perf report` (`/tmp/perf-PID.map`). `objdump -D -b binary -m i386:x86-64
/// --adjust-vma=ADDRESS` shows it.
pub(crate) fn write(directory: &Path, kernel: &str) {
    let maps = std::fs::read_to_string("/proc/self/maps").expect("the mappings of this process");
    let mut names = String::new();
    for line in maps.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [range, "r-xp", _, _, "0"] = fields[..] else { continue };
        let ends: Vec<usize> =
            range.split('-').filter_map(|end| usize::from_str_radix(end, 16).ok()).collect();
        let [start, end] = ends[..] else { continue };
        // SAFETY: the mapping is readable, and the kernel that owns it lives in the caller.
        let code = unsafe { std::slice::from_raw_parts(start as *const u8, end - start) };
        std::fs::write(directory.join(format!("{kernel}-{start:x}.bin")), code)
            .expect("a writable directory");
        writeln!(names, "{start:x} {:x} {kernel}", end - start).expect("memory");
    }
    std::fs::write(format!("/tmp/perf-{}.map", std::process::id()), names).expect("a map for perf");
}
