//! What compiling takes, over every recorded kernel: the front end (parsing, lowering, passes) and the code generator
//! apart, for scalar code and for vector code.
//!
//! `cargo bench -p hip-jit --bench compile`; without `--bench` each kernel is compiled once. A kernel's time is the
//! least of three; a module's parsing is shared among its kernels by their instructions. Nothing is cached.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use hip_jit::{Kernel, Mode};
use ptx::Module;
use ptx::ir::Function;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The block that code is made for.
const BLOCK: [u32; 3] = [256, 1, 1];

/// A kernel's times.
struct Row {
    name: String,
    /// Statements of its PTX.
    instructions: u32,
    front: Duration,
    scalar: Duration,
    vector: Duration,
    /// Bytes of machine code, scalar and vector.
    bytes: [usize; 2],
}

fn main() {
    let repeat = if std::env::args().any(|argument| argument == "--bench") { 3 } else { 1 };
    let (mut rows, mut refused) = (Vec::new(), BTreeMap::new());
    let (mut text_bytes, mut parse_time) = (0, Duration::ZERO);
    for path in testdata::files("gpu/kernels", "ptx") {
        let text = std::fs::read_to_string(&path).expect("a recorded module");
        let folder = path.parent().and_then(|folder| folder.file_name()).expect("a folder").to_string_lossy();
        let variant = path.file_stem().expect("a name").to_string_lossy();
        let (parse, module) = match least(repeat, || Module::parse(&text)) {
            Ok(parsed) => parsed,
            Err(reason) => {
                refused.insert(format!("{folder} {variant}"), reason.to_string());
                continue;
            }
        };
        text_bytes += text.len();
        parse_time += parse;
        let sizes = kernel_sizes(&text);
        let all: u32 = sizes.values().sum();
        for name in module.kernels() {
            let instructions = sizes[name];
            match measure(&module, name, repeat) {
                Ok(([front, scalar, vector], bytes)) => rows.push(Row {
                    name: format!("{folder} {variant} {name}"),
                    instructions,
                    front: front + parse.mul_f64(f64::from(instructions) / f64::from(all)),
                    scalar,
                    vector,
                    bytes,
                }),
                Err(reason) => {
                    refused.insert(format!("{folder} {variant} {name}"), reason);
                }
            }
        }
    }
    report(&mut rows);
    let rate = text_bytes as f64 / parse_time.as_secs_f64() / 1e6;
    println!("parsing alone: {rate:.1} MB/s");
    for (name, reason) in refused {
        println!("refused: {name}: {}", reason.lines().next().unwrap_or_default());
    }
    assert!(!rows.is_empty(), "no kernel was compiled");
}

/// The least time of some tries, and what the last made.
fn least<T, E>(repeat: u32, mut make: impl FnMut() -> Result<T, E>) -> Result<(Duration, T), E> {
    let mut best = Duration::MAX;
    let mut last = None;
    for _ in 0..repeat {
        let start = Instant::now();
        let made = make()?;
        best = best.min(start.elapsed());
        last = Some(made);
    }
    Ok((best, last.expect("one try at least")))
}

/// Times of lowering and passes, of scalar code and of vector code; bytes of the code.
fn measure(module: &Module, name: &str, repeat: u32) -> Result<([Duration; 3], [usize; 2]), String> {
    let (front, function) = least(repeat, || {
        let mut function = module.lower(name).map_err(|e| e.to_string())?;
        ptx::pass::run(&mut function).map_err(|e| e.to_string())?;
        Ok::<_, String>(function)
    })?;
    let function = Arc::new(function);
    let generate = |mode| least(repeat, || compile(&function, mode));
    let (scalar, scalar_bytes) = generate(Mode::Scalar)?;
    let (vector, vector_bytes) = generate(Mode::Vector)?;
    Ok(([front, scalar, vector], [scalar_bytes, vector_bytes]))
}

fn compile(function: &Arc<Function>, mode: Mode) -> Result<usize, String> {
    let kernel = Kernel::new(Arc::clone(function), mode);
    let code = kernel.compile(BLOCK).map_err(|e| e.to_string())?;
    Ok(code.bytes())
}

/// Statements of each kernel's body. nvcc puts each on a line of its own, and starts directives with a dot.
fn kernel_sizes(text: &str) -> BTreeMap<&str, u32> {
    let mut sizes = BTreeMap::new();
    let mut current = None;
    for line in text.lines().map(str::trim) {
        if let Some((_, rest)) = line.split_once(".entry ") {
            let name = rest.split(['(', ' ']).next().expect("a first piece");
            sizes.insert(name, 0);
            current = Some(name);
        } else if line.contains(".func ") {
            current = None;
        } else if let Some(name) = current
            && line.ends_with(';')
            && !line.starts_with('.')
        {
            *sizes.get_mut(name).expect("inserted above") += 1;
        }
    }
    sizes
}

/// The median kernel by size, the largest, the slowest of each, and all together.
fn report(rows: &mut [Row]) {
    rows.sort_by_key(|row| row.instructions);
    println!(
        "{} kernels                                       instr.     front    scalar    vector",
        rows.len()
    );
    let show = |what: &str, row: &Row| {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let name = format!("{what}: {}", row.name);
        let (front, scalar, vector) = (ms(row.front), ms(row.scalar), ms(row.vector));
        println!(
            "{name:50} {:6} {front:7.3}ms {scalar:7.3}ms {vector:7.3}ms {:5} {:5}",
            row.instructions,
            row.bytes[0] >> 10,
            row.bytes[1] >> 10
        );
    };
    if let Some(largest) = rows.last() {
        show("median size", &rows[rows.len() / 2]);
        show("largest", largest);
    }
    for (what, time) in [
        ("front", (|row| row.front) as fn(&Row) -> Duration),
        ("scalar", |row| row.scalar),
        ("vector", |row| row.vector),
    ] {
        let mut times: Vec<Duration> = rows.iter().map(time).collect();
        times.sort();
        if let Some(slowest) = rows.iter().max_by_key(|row| time(row)) {
            show(&format!("slowest {what}"), slowest);
        }
        let (total, instructions) =
            (times.iter().sum::<Duration>(), rows.iter().map(|row| u64::from(row.instructions)).sum::<u64>());
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        println!(
            "{what}: median {:.3} ms, {:.0} ns an instruction over all",
            median.as_secs_f64() * 1e3,
            total.as_secs_f64() * 1e9 / instructions as f64
        );
    }
}
