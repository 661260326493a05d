//! `--compare`: runs a program on the software device and on a GPU, and compares what its copies to the host
//! brought, stream by stream and in order.
//!
//! The runtime records the copies (`HIP_COPIES`). Streams correspond by the order in which they were made,
//! processes by their numbers' order. Numbers may differ by a relative tolerance.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::{env, fs, io};

/// Exit code for runs that differ.
pub(crate) const DIFFERENT: u8 = 65;

/// Differences that are described; the others are counted.
const SHOWN: usize = 10;

/// Copies of a stream.
type Stream = Vec<Vec<u8>>;

/// One run: its end, and the copies of each process and stream.
struct Run {
    status: ExitStatus,
    processes: Vec<Vec<Stream>>,
}

/// Runs a program in both worlds. Returns how it ended in both, if that is the same and so are the copies;
/// else the differences.
///
/// # Errors
/// The program cannot be started, or its copies cannot be read.
pub(crate) fn compare(
    command: impl Fn(&'static str) -> io::Result<Command>,
    tolerances: &[Tolerance],
) -> io::Result<Result<ExitStatus, Vec<String>>> {
    let folder = env::temp_dir().join(format!("hip-run-compare-{}", std::process::id()));
    let run = |world: &'static str| run(command(world)?, &folder.join(world));
    let outcome = run("soft").and_then(|soft| Ok((soft, run("cuda")?)));
    // What was recorded is of no use any more.
    let _: io::Result<()> = fs::remove_dir_all(&folder);
    let (soft, cuda) = outcome?;
    let mut differences = Vec::new();
    if soft.status != cuda.status {
        differences.push(format!("ends: {} on the software device, {} on a GPU", soft.status, cuda.status));
    }
    differences.extend(processes(&soft.processes, &cuda.processes, tolerances));
    Ok(if differences.is_empty() { Ok(soft.status) } else { Err(shortened(differences)) })
}

/// Runs the program once and reads what it recorded.
fn run(mut command: Command, folder: &Path) -> io::Result<Run> {
    fs::create_dir_all(folder)?;
    let status = command.env("HIP_COPIES", folder.join("%p")).status()?;
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort_by_key(|file| file.file_name().and_then(|name| name.to_str()?.parse::<u64>().ok()));
    let processes = files.iter().map(|file| Ok(streams(&fs::read(file)?))).collect::<io::Result<_>>()?;
    Ok(Run { status, processes })
}

/// Returns the copies of each stream, in the order of the streams' numbers. A torn last entry, of a process
/// that was killed, is left out.
fn streams(mut record: &[u8]) -> Vec<Stream> {
    let mut all: BTreeMap<u64, Stream> = BTreeMap::new();
    while let Some(([stream, length], rest)) = numbers(record)
        && let Some((bytes, rest)) = usize::try_from(length).ok().and_then(|n| rest.split_at_checked(n))
    {
        all.entry(stream).or_default().push(bytes.to_owned());
        record = rest;
    }
    all.into_values().collect()
}

/// Returns two numbers of 8 bytes, and what follows.
fn numbers(bytes: &[u8]) -> Option<([u64; 2], &[u8])> {
    let (first, rest) = bytes.split_first_chunk()?;
    let (second, rest) = rest.split_first_chunk()?;
    Some(([u64::from_le_bytes(*first), u64::from_le_bytes(*second)], rest))
}

fn processes(soft: &[Vec<Stream>], cuda: &[Vec<Stream>], tolerances: &[Tolerance]) -> Vec<String> {
    let mut found = Vec::new();
    if soft.len() != cuda.len() {
        found.push(format!("processes that copied to the host: {} and {}", soft.len(), cuda.len()));
    }
    for (process, (soft, cuda)) in soft.iter().zip(cuda).enumerate() {
        let place = if process == 0 { String::new() } else { format!("process {process}, ") };
        if soft.len() != cuda.len() {
            found.push(format!("{place}streams that copied to the host: {} and {}", soft.len(), cuda.len()));
        }
        for (number, (soft, cuda)) in soft.iter().zip(cuda).enumerate() {
            if soft.len() != cuda.len() {
                found.push(format!("{place}stream {number}: {} and {} copies", soft.len(), cuda.len()));
            }
            let pairs = soft.iter().zip(cuda).enumerate();
            let described = pairs.filter_map(|(copy, (soft, cuda))| {
                Some(format!("{place}stream {number}, copy {copy}: {}", difference(soft, cuda, tolerances)?))
            });
            found.extend(described);
        }
    }
    found
}

/// Describes the first difference of two copies; none if one of the tolerances allows all differences.
fn difference(soft: &[u8], cuda: &[u8], tolerances: &[Tolerance]) -> Option<String> {
    if soft == cuda {
        return None;
    }
    if soft.len() != cuda.len() {
        return Some(format!("{} and {} bytes", soft.len(), cuda.len()));
    }
    let exact = [Tolerance::Single(0.0)];
    let tolerances = if tolerances.is_empty() { &exact } else { tolerances };
    let places: Option<Vec<(usize, usize)>> =
        tolerances.iter().map(|tolerance| tolerance.first(soft, cuda)).collect();
    let (at, unit) = places?.into_iter().max()?;
    let word = |bytes: &[u8]| {
        let bytes = &bytes[at..bytes.len().min(at + unit)];
        let hex: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
        match (<[u8; 4]>::try_from(bytes), <[u8; 8]>::try_from(bytes)) {
            (Ok(single), _) => format!("0x{hex} ({:e})", f32::from_le_bytes(single)),
            (_, Ok(double)) => format!("0x{hex} ({:e})", f64::from_le_bytes(double)),
            _ => format!("0x{hex}"),
        }
    };
    Some(format!("byte {at} of {}: {} and {}", soft.len(), word(soft), word(cuda)))
}

/// Relative difference that is allowed between numbers of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tolerance {
    Single(f64),
    Double(f64),
}

impl std::str::FromStr for Tolerance {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Tolerance, &'static str> {
        let (kind, number) = text.split_once(':').ok_or("a type and a number, such as f32:1e-6")?;
        let number = number.parse().ok().filter(|number| (0.0..1.0).contains(number));
        let number = number.ok_or("the number is from 0 to less than 1")?;
        match kind {
            "f32" => Ok(Tolerance::Single(number)),
            "f64" => Ok(Tolerance::Double(number)),
            _ => Err("the type is f32 or f64"),
        }
    }
}

impl Tolerance {
    /// Returns place and size of the first number that differs by more.
    fn first(self, soft: &[u8], cuda: &[u8]) -> Option<(usize, usize)> {
        let single =
            |bytes: [u8; 4]| agreeable(f64::from(f32::from_le_bytes(bytes)), f32::MIN_POSITIVE.into());
        let double = |bytes: [u8; 8]| agreeable(f64::from_le_bytes(bytes), f64::MIN_POSITIVE);
        match self {
            Tolerance::Single(tolerance) => Some((first(soft, cuda, tolerance, single)?, 4)),
            Tolerance::Double(tolerance) => Some((first(soft, cuda, tolerance, double)?, 8)),
        }
    }
}

/// Returns a number that may be compared with a tolerance: neither infinite nor so small that it could be an
/// integer.
fn agreeable(number: f64, least: f64) -> Option<f64> {
    (number.is_finite() && (number == 0.0 || number.abs() >= least)).then_some(number)
}

/// Returns the place of the first number that differs by more than the tolerance. Bytes at the end that are
/// no whole number must be the same.
fn first<const N: usize>(
    soft: &[u8],
    cuda: &[u8],
    tolerance: f64,
    number: impl Fn([u8; N]) -> Option<f64>,
) -> Option<usize> {
    let ((soft, soft_rest), (cuda, cuda_rest)) = (soft.as_chunks::<N>(), cuda.as_chunks::<N>());
    let agree = |(a, b): (&[u8; N], &[u8; N])| {
        let near = |(a, b): (f64, f64)| (a - b).abs() <= tolerance * a.abs().max(b.abs());
        a == b || number(*a).zip(number(*b)).is_some_and(near)
    };
    let differs = soft.iter().zip(cuda).position(|pair| !agree(pair)).map(|at| at * N);
    differs.or_else(|| (soft_rest != cuda_rest).then_some(soft.len() * N))
}

/// Returns the first differences, and the number of the others.
fn shortened(mut all: Vec<String>) -> Vec<String> {
    let more = all.len().saturating_sub(SHOWN);
    all.truncate(SHOWN);
    if more > 0 {
        all.push(format!("{more} more differences"));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(numbers: &[f32]) -> Vec<u8> {
        numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
    }

    #[test]
    fn entries_are_sorted_by_stream() {
        let entry = |stream: u64, text: &[u8]| {
            [&stream.to_le_bytes()[..], &(text.len() as u64).to_le_bytes(), text].concat()
        };
        let record = [entry(7, b"first"), entry(2, b"other"), entry(7, b""), b"torn".to_vec()].concat();
        assert_eq!(streams(&record), [vec![b"other".to_vec()], vec![b"first".to_vec(), Vec::new()]]);
    }

    #[test]
    fn numbers_agree_within_the_tolerance() {
        let (a, b) = (bytes(&[1.0, 3.0]), bytes(&[1.0, 3.000_001]));
        assert_eq!(difference(&a, &b, &[Tolerance::Single(1e-6)]), None);
        let exact = difference(&a, &b, &[]).unwrap();
        assert!(exact.starts_with("byte 4 of 8: 0x40400000 (3e0) and 0x4040000"), "{exact}");
        let doubles = |n: f64| n.to_le_bytes().to_vec();
        assert_eq!(difference(&doubles(0.1), &doubles(0.1 + 1e-16), &["f64:1e-15".parse().unwrap()]), None);
    }

    #[test]
    fn integers_have_no_tolerance() {
        let integers = |n: u32| n.to_le_bytes().to_vec();
        let lax = [Tolerance::Single(0.1), Tolerance::Double(0.1)];
        assert!(difference(&integers(1_000_000), &integers(1_000_001), &lax).is_some());
        assert!(difference(b"abc", b"abd", &lax).is_some());
    }

    #[test]
    fn lost_copies_and_streams_are_reported() {
        let one = || vec![vec![vec![1u8]]];
        let two = vec![vec![vec![1u8], vec![2]], vec![vec![3]]];
        let found = processes(&[one()], &[two], &[]);
        assert_eq!(found, ["streams that copied to the host: 1 and 2", "stream 0: 1 and 2 copies"]);
        assert!(processes(&[one()], &[one()], &[]).is_empty());
    }
}
