//! Choice of the architecture for which clang makes code. Pure.
//!
//! Compilers know different ranges of architectures. PTX for an older one runs on every newer device, so a
//! name above the range becomes the newest that clang knows, and one below it the oldest.

/// Oldest architecture that the device headers support: the first with shuffles, 3.0.
pub const OLDEST: u32 = 30;

/// Architectures that every clang from 16 on knows; others are looked up in its list.
const COMMON: [&str; 14] =
    ["50", "52", "53", "60", "61", "62", "70", "72", "75", "80", "86", "87", "89", "90"];

/// Returns the architecture of a name such as `sm_70`, `compute_90a` or `lto_120f`, without the prefix;
/// `None` for other words.
pub fn named(name: &str) -> Option<&str> {
    let behind = ["sm_", "compute_", "lto_"].iter().find_map(|prefix| name.strip_prefix(prefix))?;
    number(behind).map(|_| behind)
}

/// Returns the architecture of a name as CMake writes it: `90`, `80-real`, `75-virtual`.
pub fn named_by_cmake(name: &str) -> Option<&str> {
    let plain = name.strip_suffix("-real").or(name.strip_suffix("-virtual")).unwrap_or(name);
    number(plain).filter(|number| *number >= 10).map(|_| plain)
}

/// Returns the compute capability times ten, 90 for `90a`.
pub fn number(architecture: &str) -> Option<u32> {
    architecture.strip_suffix(['a', 'f']).unwrap_or(architecture).parse().ok()
}

/// Returns whether every supported clang knows it.
pub fn is_common(architecture: &str) -> bool {
    COMMON.contains(&architecture)
}

/// Parses the architectures in the output of `clang --print-supported-cpus`.
pub fn listed(said: &str) -> Vec<String> {
    let names = said.lines().filter_map(|line| named(line.trim()));
    names.filter(|name| number(name).is_some_and(|n| n >= OLDEST)).map(str::to_owned).collect()
}

/// Returns the best of the known architectures for a requested one: itself, else the nearest below it with
/// code that newer devices run, else the oldest. Code for `90a` or `120f` runs on few devices, so it replaces
/// no other name.
pub fn nearest(wanted: &str, known: &[String]) -> Option<String> {
    if known.iter().any(|name| name == wanted) {
        return Some(wanted.to_owned());
    }
    let limit = number(wanted).unwrap_or(0);
    let plain = || known.iter().filter_map(|name| Some((name.parse::<u32>().ok()?, name)));
    let below = plain().filter(|(n, _)| *n <= limit).max();
    below.or_else(|| plain().min()).map(|(_, name)| name.clone())
}
