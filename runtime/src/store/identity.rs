//! Identity of the program: different builds may generate different code for a kernel.

use std::fs;
use std::os::unix::fs::MetadataExt;

/// Identity of the file that this code was loaded from, a program or a library: path, size and modification
/// time, as build tools use. `None` if it is unknown, for example because the file was replaced.
pub(super) fn program() -> Option<Vec<u8>> {
    let path = file()?;
    let about = fs::metadata(&path).ok()?;
    let facts = [about.ino(), about.size(), about.mtime() as u64, about.mtime_nsec() as u64];
    Some(format!("{} {path} {facts:?}", env!("CARGO_PKG_VERSION")).into_bytes())
}

/// File that this code was loaded from, unless it was replaced since.
pub(crate) fn file() -> Option<String> {
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    mapped_at(&maps, file as fn() -> Option<String> as usize as u64).map(str::to_owned)
}

/// File that is mapped at an address, according to `/proc/self/maps` (proc(5)).
fn mapped_at(maps: &str, address: u64) -> Option<&str> {
    let line = maps.lines().find(|line| {
        let range = line.split(' ').next().and_then(|range| range.split_once('-'));
        let ends = range.map(|(start, end)| [start, end].map(|end| u64::from_str_radix(end, 16)));
        matches!(ends, Some([Ok(start), Ok(end)]) if (start..end).contains(&address))
    })?;
    let path = &line[line.find('/')?..];
    (!path.ends_with(" (deleted)")).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_test_is_its_own_program() {
        let here = String::from_utf8(program().expect("a program")).expect("text");
        let own = std::env::current_exe().expect("a path");
        assert!(here.contains(own.to_str().expect("text")), "{here}");
    }

    #[test]
    fn maps_name_files() {
        let maps = "1000-2000 r-xp 00000000 08:01 42                         /lib/a b.so\n\
                    2000-3000 r-xp 00000000 08:01 43                         /lib/old.so (deleted)\n\
                    3000-4000 rw-p 00000000 00:00 0 \n";
        assert_eq!(mapped_at(maps, 0x1fff), Some("/lib/a b.so"));
        assert_eq!(mapped_at(maps, 0x2000), None);
        assert_eq!(mapped_at(maps, 0x3000), None);
        assert_eq!(mapped_at(maps, 0x4000), None);
    }
}
