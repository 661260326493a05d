//! Compile times of every recorded kernel: the front end (parsing, lowering, passes) and the code generator
//! separately, for quick code, scalar code and vector code; the time to load quick code from a cache's store
//! instead; the time of each pass; and the growth with a kernel's size.
//!
//! `cargo bench -p hip-jit --bench compile [NAME]`; without `--bench` each kernel is compiled once. NAME is a
//! part of the directory's name. A kernel's time is the minimum of three, in CPU time of its thread; a
//! module's parsing is divided among its kernels by their instructions. Nothing is cached.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#![expect(unsafe_code, reason = "a store vouches for what it gives, and the clock is the system's")]

use hip_jit::cache::{Key, Store};
use hip_jit::passes::{self, Pass, Passes};
use hip_jit::{Cache, Kernel, Mode};
use ptx::Module;
use ptx::ir::Function;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Block shape for which code is made.
const BLOCK: [u32; 3] = [256, 1, 1];

/// A kernel's times.
struct Row {
    name: String,
    /// Number of PTX statements.
    instructions: u32,
    /// Number of instructions after the front end, which inlines functions.
    inlined: usize,
    front: Duration,
    /// Quick, scalar, vector.
    code: [Duration; 3],
    /// Quick code from a store in memory.
    stored: Duration,
    /// Size of machine code, bytes.
    bytes: [usize; 3],
    /// Times of the passes.
    passes: [Passes; 3],
}

/// Names of the modes, in the order of [`Row::code`].
const MODES: [(&str, Mode); 3] = [("quick", Mode::Quick), ("scalar", Mode::Scalar), ("vector", Mode::Vector)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let repeat = if arguments.iter().any(|argument| argument == "--bench") { 3 } else { 1 };
    let wanted = arguments.iter().find(|argument| *argument != "--bench");
    let (mut rows, mut refused) = (Vec::new(), BTreeMap::new());
    let (mut text_bytes, mut parse_time) = (0, Duration::ZERO);
    for path in testdata::files("gpu/kernels", "ptx") {
        let text = std::fs::read_to_string(&path).expect("a recorded module");
        let folder = path.parent().and_then(|folder| folder.file_name()).expect("a folder").to_string_lossy();
        if wanted.is_some_and(|part| !folder.contains(part)) {
            continue;
        }
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
                Ok(row) => rows.push(Row {
                    name: format!("{folder} {variant} {name}"),
                    instructions,
                    front: row.front + parse.mul_f64(f64::from(instructions) / f64::from(all)),
                    ..row
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
    for (n, (name, _)) in MODES.iter().enumerate() {
        let inlined = rows.iter().map(|row| row.inlined).sum();
        show_passes(name, &rows.iter().map(|row| row.passes[n]).collect::<Vec<_>>(), inlined);
    }
    if wanted.is_none() {
        growth(repeat);
    }
}

/// Returns the CPU time of this thread.
fn spent() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to a live local value.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the minimum time of some runs, and the result of the last.
fn least<T, E>(repeat: u32, mut make: impl FnMut() -> Result<T, E>) -> Result<(Duration, T), E> {
    let mut best = Duration::MAX;
    let mut last = None;
    for _ in 0..repeat {
        let start = spent();
        let made = make()?;
        best = best.min(spent().saturating_sub(start));
        last = Some(made);
    }
    Ok((best, last.expect("one try at least")))
}

/// Measures lowering and passes, and the code in each mode.
fn measure(module: &Module, name: &str, repeat: u32) -> Result<Row, String> {
    let (front, function) = least(repeat, || {
        let mut function = module.lower(name).map_err(|e| e.to_string())?;
        ptx::pass::run(&mut function).map_err(|e| e.to_string())?;
        Ok::<_, String>(function)
    })?;
    let function = Arc::new(function);
    let mut code = [Duration::ZERO; 3];
    let mut bytes = [0; 3];
    let mut took = [Passes::default(); 3];
    for (n, &(_, mode)) in MODES.iter().enumerate() {
        (code[n], (bytes[n], took[n])) = least(repeat, || {
            let (bytes, passes) = passes::measure(spent, || compile(&function, mode, None));
            Ok::<_, String>((bytes?, passes))
        })?;
    }
    let drawer = Drawer::default();
    let cached = || {
        let cache = Cache::new(b"bench", 0, Some(Box::new(drawer.clone())));
        compile(&function, Mode::Quick, Some(cache))
    };
    cached()?;
    let (stored, _) = least(repeat, cached)?;
    let inlined = function.blocks().map(|b| function.block(b).insts.len()).sum();
    Ok(Row { name: String::new(), instructions: 0, inlined, front, code, stored, bytes, passes: took })
}

fn compile(function: &Arc<Function>, mode: Mode, cache: Option<Cache>) -> Result<usize, String> {
    let kernel = Kernel::new(Arc::clone(function), mode);
    let kernel = match cache {
        Some(cache) => kernel.with_cache(Arc::new(cache)),
        None => kernel,
    };
    let code = kernel.compile(BLOCK).map_err(|e| e.to_string())?;
    Ok(code.bytes())
}

/// A store in memory; it excludes the time of the file system.
#[derive(Clone, Default)]
struct Drawer(Arc<Mutex<BTreeMap<Key, Vec<u8>>>>);

// SAFETY: it returns the bytes that were saved.
unsafe impl Store for Drawer {
    fn load(&self, key: &Key) -> Option<Vec<u8>> {
        self.0.lock().expect("whole").get(key).cloned()
    }

    fn save(&self, key: &Key, bytes: &[u8]) {
        self.0.lock().expect("whole").insert(*key, bytes.to_vec());
    }
}

/// Prints the time of each pass in a mode, for each of a number of instructions.
fn show_passes(mode: &str, all: &[Passes], inlined: usize) {
    let each = |time: Duration| time.as_secs_f64() * 1e6 / inlined as f64;
    let total: Duration = all.iter().flatten().map(|spent| spent.time).sum();
    println!("{mode}: {:.2} µs for each of {inlined} instructions after inlining", each(total));
    for (n, pass) in Pass::ALL.iter().enumerate() {
        let time: Duration = all.iter().map(|spent| spent[n].time).sum();
        let made: usize = all.iter().map(|spent| spent[n].made).sum();
        let name = format!("{pass:?}");
        println!("  {name:10} {:7.3} µs, makes {:7.2}", each(time), made as f64 / inlined as f64);
    }
}

/// Prints compile times by kernel size, for a kernel with a repeated body that depends on its own results.
fn growth(repeat: u32) {
    println!("a kernel of so many instructions: front end, quick, scalar, vector, each a µs an instruction");
    for rounds in [10, 100, 400, 1300] {
        let body: String = (0..rounds)
            .map(|n| {
                format!(
                    "ld.global.f32 %f1, [%d3+{at}];\nfma.rn.f32 %f2, %f1, %f2, %f3;\nadd.u32 %r2, %r2, %r1;\n\
                     xor.b32 %r3, %r2, {n};\nsetp.gt.u32 %p1, %r3, %r2;\nselp.b32 %r2, %r3, %r2, %p1;\n\
                     @%p1 add.f32 %f3, %f3, %f2;\ncvt.rn.f32.u32 %f4, %r3;\nmul.f32 %f2, %f2, %f4;\n\
                     st.global.f32 [%d3+{at}], %f2;\n",
                    at = 4 * n
                )
            })
            .collect();
        let text = format!(
            ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n.reg .pred %p<2>;\n\
             .reg .b32 %r<4>;\n.reg .f32 %f<5>;\n.reg .b64 %d<4>;\nld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\n\
             mul.wide.u32 %d2, %r1, 4;\nadd.u64 %d3, %d1, %d2;\nmov.u32 %r2, %r1;\nmov.f32 %f2, 0f00000000;\n\
             mov.f32 %f3, 0f3F800000;\n{body}ret;\n}}\n"
        );
        let module = Module::parse(&text).expect("a module");
        let row = measure(&module, "k", repeat).expect("a kernel");
        let each = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(10 * rounds);
        let [quick, scalar, vector] = row.code.map(each);
        println!("{:6} {:6.2} {quick:6.2} {scalar:6.2} {vector:7.2}", 10 * rounds, each(row.front));
        show_passes("vector", &row.passes[2..], row.inlined);
    }
}

/// Counts the statements of each kernel's body. nvcc writes one a line; directives start with a dot.
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

/// Prints the median kernel by size, the largest, the slowest of each measure, and the totals.
fn report(rows: &mut [Row]) {
    rows.sort_by_key(|row| row.instructions);
    println!(
        "{} kernels                                       instr.     front     quick    scalar    vector  stored",
        rows.len()
    );
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let show = |what: &str, row: &Row| {
        let name = format!("{what}: {}", row.name);
        let ([quick, scalar, vector], sizes) = (row.code.map(ms), row.bytes.map(|bytes| bytes >> 10));
        println!(
            "{name:50} {:6} {:7.3}ms {quick:7.3}ms {scalar:7.3}ms {vector:7.3}ms {:.3}ms, KiB {sizes:?}",
            row.instructions,
            ms(row.front),
            ms(row.stored)
        );
    };
    if let Some(largest) = rows.last() {
        show("median size", &rows[rows.len() / 2]);
        show("largest", largest);
    }
    type Time = fn(&Row) -> Duration;
    let times: [(&str, Time); 6] = [
        ("front", |row| row.front),
        ("quick", |row| row.code[0]),
        ("front and quick", |row| row.front + row.code[0]),
        ("scalar", |row| row.code[1]),
        ("vector", |row| row.code[2]),
        ("stored", |row| row.stored),
    ];
    for (what, time) in times {
        let mut all: Vec<Duration> = rows.iter().map(time).collect();
        all.sort();
        if let Some(slowest) = rows.iter().max_by_key(|row| time(row)) {
            show(&format!("slowest {what}"), slowest);
        }
        let instructions: u64 = rows.iter().map(|row| u64::from(row.instructions)).sum();
        let median = all.get(all.len() / 2).copied().unwrap_or_default();
        println!(
            "{what}: median {:.3} ms, {:.1} µs an instruction over all",
            ms(median),
            ms(all.iter().sum()) * 1e3 / instructions as f64
        );
    }
}
