//! Tests of `libhiprand` through its C functions, against the numbers that cuRAND gave on a GPU.

#![expect(unsafe_code, reason = "functions of C are called")]

// The core, which the library loads at run time; here it is linked in.
use amdhip64 as _;

mod accuracy;
#[path = "../../../tests/accuracy.rs"]
mod accuracy_table;
mod classes;
#[path = "../../../tests/shared.rs"]
mod shared;

use half::f16;
use hiprand::Status;
use std::ffi::c_void;
use std::ptr::null_mut;

type Pointer = *mut c_void;

unsafe extern "C" {
    fn hipMalloc(to: *mut Pointer, bytes: usize) -> u32;
    fn hipFree(pointer: Pointer) -> u32;
    fn hipMemcpy(to: Pointer, from: *const c_void, bytes: usize, kind: u32) -> u32;
}

/// The status of a call.
macro_rules! status {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: device memory is checked by the library; the other pointers are null or of locals.
        unsafe { hiprand::$function($($argument),*) }
    };
}

pub(crate) use status;

/// Calls a function of the library, which must succeed.
macro_rules! ok {
    ($function:ident($($argument:expr),* $(,)?)) => {
        assert_eq!(status!($function($($argument),*)), Status::Success, stringify!($function))
    };
}

const XORWOW: u32 = 401;
const MRG32K3A: u32 = 402;
const MT19937: u32 = 404;
const PHILOX: u32 = 405;

/// A generator.
struct Generator {
    handle: Pointer,
    on_host: bool,
}

impl Generator {
    fn new(kind: u32, on_host: bool, seed: usize, offset: usize) -> Generator {
        let mut handle: Pointer = null_mut();
        match on_host {
            true => ok!(hiprandCreateGeneratorHost((&raw mut handle).cast(), kind)),
            false => ok!(hiprandCreateGenerator((&raw mut handle).cast(), kind)),
        }
        ok!(hiprandSetPseudoRandomGeneratorSeed(handle, seed));
        // The twister has none.
        if offset > 0 {
            ok!(hiprandSetGeneratorOffset(handle, offset));
        }
        Generator { handle, on_host }
    }

    /// Returns what a call writes.
    fn fill<T: Copy + Default>(&self, count: usize, call: impl FnOnce(Pointer, Pointer) -> Status) -> Vec<T> {
        let mut values = vec![T::default(); count];
        let bytes = size_of_val(values.as_slice());
        if self.on_host {
            assert_eq!(call(self.handle, values.as_mut_ptr().cast()), Status::Success);
            return values;
        }
        let mut memory = null_mut();
        // SAFETY: places and sizes are those of locals.
        unsafe {
            assert_eq!(hipMalloc(&raw mut memory, bytes), 0);
            assert_eq!(call(self.handle, memory), Status::Success);
            assert_eq!(hipMemcpy(values.as_mut_ptr().cast(), memory, bytes, 2), 0);
            assert_eq!(hipFree(memory), 0);
        }
        values
    }

    /// Numbers of a kind, by its name in the table of answers, as bits.
    fn numbers(&self, what: &str, count: usize) -> Vec<u64> {
        macro_rules! bits {
            ($ty:ty, $function:ident $(, $more:expr)*) => {
                self.fill::<$ty>(count, |handle, to| status!($function(handle, to, count $(, $more)*)))
                    .into_iter()
                    .map(|x| u64::from(x.to_bits()))
                    .collect()
            };
        }
        match what {
            "raw" => {
                let words = self.fill::<u32>(count, |handle, to| status!(hiprandGenerate(handle, to, count)));
                words.into_iter().map(u64::from).collect()
            }
            "uniform" => bits!(f32, hiprandGenerateUniform),
            "uniform_double" => bits!(f64, hiprandGenerateUniformDouble),
            "normal" => bits!(f32, hiprandGenerateNormal, 1.0, 2.0),
            "normal_double" => bits!(f64, hiprandGenerateNormalDouble, 1.0, 2.0),
            "log_normal" => bits!(f32, hiprandGenerateLogNormal, 0.5, 0.25),
            what => panic!("{what}: no kind of numbers"),
        }
    }
}

impl Drop for Generator {
    fn drop(&mut self) {
        ok!(hiprandDestroyGenerator(self.handle));
    }
}

/// Compares bits; normal numbers may differ by the rounding of an angle times the greatest length.
fn is_close(what: &str, got: u64, recorded: u64) -> bool {
    match (what.contains("normal"), what.contains("double")) {
        (false, _) => got == recorded,
        (true, false) => (f32::from_bits(got as u32) - f32::from_bits(recorded as u32)).abs() <= 4e-6,
        (true, true) => (f64::from_bits(got) - f64::from_bits(recorded)).abs() <= 6e-15,
    }
}

#[test]
fn numbers_are_those_of_curand() {
    let path = testdata::root().join("gpu/rand/host.tsv");
    let table = std::fs::read_to_string(path).expect("the answers");
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, seed, offset, what, values] = cells[..] else { panic!("{row}: no row") };
        let recorded: Vec<u64> =
            values.split(' ').map(|bits| u64::from_str_radix(bits, 16).expect("bits")).collect();
        let (name, is_legacy) = name.strip_prefix("legacy_").map_or((name, false), |name| (name, true));
        let kind = match name.trim_start_matches("cpu_") {
            "xorwow" => XORWOW,
            "mrg32k3a" => MRG32K3A,
            "mt19937" => MT19937,
            _ => PHILOX,
        };
        let [seed, offset] = [seed, offset].map(|number| number.parse().expect("a number"));
        let generator = Generator::new(kind, name.starts_with("cpu_"), seed, offset);
        if is_legacy {
            ok!(hiprandSetGeneratorOrdering(generator.handle, 103));
        }
        let got = match (what.strip_suffix("_again"), what.split_once("_at_")) {
            (Some(what), _) => {
                generator.numbers(what, recorded.len());
                generator.numbers(what, recorded.len())
            }
            (None, Some((what, at))) => {
                let at: usize = at.parse().expect("a number");
                generator.numbers(what, at + recorded.len()).split_off(at)
            }
            (None, None) => generator.numbers(what, recorded.len()),
        };
        let agree = got.iter().zip(&recorded).all(|(&got, &recorded)| is_close(what, got, recorded));
        assert!(
            agree && got.len() == recorded.len(),
            "{name} {seed} {offset} {what}:\n{got:x?}\n{recorded:x?}"
        );
    }
}

#[test]
fn an_offset_is_a_place_in_the_sequence() {
    for kind in [XORWOW, MRG32K3A, PHILOX] {
        let all = Generator::new(kind, true, 7, 0).numbers("raw", 9000);
        for offset in [1, 4095, 4096, 8500] {
            assert_eq!(Generator::new(kind, true, 7, offset).numbers("raw", 100), all[offset..offset + 100]);
        }
    }
}

#[test]
fn poisson_numbers_have_their_mean_and_variance() {
    for mean in [0.5, 30.0, 200.0, 5000.0] {
        let generator = Generator::new(PHILOX, true, 1, 0);
        let count = 20_000;
        let values: Vec<u32> =
            generator.fill(count, |handle, to| status!(hiprandGeneratePoisson(handle, to, count, mean)));
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let average = values.iter().sum::<f64>() / count as f64;
        let variance = values.iter().map(|x| (x - average).powi(2)).sum::<f64>() / count as f64;
        assert!((average - mean).abs() < 5.0 * (mean / count as f64).sqrt(), "{mean}: {average}");
        assert!((variance / mean - 1.0).abs() < 0.06, "{mean}: {variance}");
    }
}

#[test]
fn halves_are_above_zero() {
    let generator = Generator::new(XORWOW, false, 3, 0);
    let count = 100_000;
    let bits: Vec<u16> =
        generator.fill(count, |handle, to| status!(hiprandGenerateUniformHalf(handle, to, count)));
    assert!(bits.iter().all(|bits| (1..=0x3c00).contains(bits)));
}

#[test]
fn mistakes_are_statuses() {
    let mut handle: Pointer = null_mut();
    let to: Pointer = (&raw mut handle).cast();
    assert_eq!(status!(hiprandCreateGenerator(to, 403)), Status::NotImplemented);
    assert_eq!(status!(hiprandCreateGenerator(to, 9)), Status::TypeError);
    assert_eq!(status!(hiprandCreateGenerator(null_mut(), XORWOW)), Status::OutOfRange);
    assert_eq!(status!(hiprandGenerate(to, to, 1)), Status::NotInitialized);
    let generator = Generator::new(MRG32K3A, false, 0, 0);
    let handle = generator.handle;
    assert_eq!(status!(hiprandSetGeneratorOrdering(handle, 102)), Status::OutOfRange);
    assert_eq!(status!(hiprandSetQuasiRandomGeneratorDimensions(handle, 2)), Status::TypeError);
    assert_eq!(status!(hiprandGenerateLongLong(handle, to, 2)), Status::TypeError);
    assert_eq!(status!(hiprandGenerateNormal(handle, to, 3, 0.0, 1.0)), Status::LengthNotMultiple);
    assert_eq!(status!(hiprandGenerate(handle, null_mut(), 1)), Status::OutOfRange);
    assert_eq!(status!(hiprandGeneratePoisson(handle, to, 1, f64::NAN)), Status::OutOfRange);
    assert_eq!(status!(hiprandGenerate(handle, null_mut(), 0)), Status::Success);
    // As cuRAND's generator on the host answers.
    let twister = Generator::new(MT19937, true, 0, 0);
    assert_eq!(status!(hiprandSetGeneratorOffset(twister.handle, 5)), Status::TypeError);
    for (order, status) in [(100, Status::OutOfRange), (101, Status::Success), (103, Status::Success)] {
        assert_eq!(status!(hiprandSetGeneratorOrdering(twister.handle, order)), status, "{order}");
    }
    assert_eq!(status!(hiprandSetGeneratorOrdering(twister.handle, 102)), Status::OutOfRange);
    let mut three = [0f32; 3];
    ok!(hiprandGenerateNormal(twister.handle, three.as_mut_ptr().cast(), 3, 0.0, 1.0));
}

#[test]
fn the_device_has_the_twisters_numbers_of_the_host() {
    let [host, device] =
        [true, false].map(|on_host| Generator::new(MT19937, on_host, 3, 0).numbers("raw", 40));
    assert_eq!(host, device);
}

#[test]
fn other_compilers_take_the_headers() {
    let root = testdata::root().join("..");
    let libraries = ["rand", "blas", "fft", "rccl"].map(|name| format!("libraries/{name}/include"));
    let folders: Vec<String> = ["capi/include".to_owned()].into_iter().chain(libraries).collect();
    for language in ["c", "c++"] {
        let mut compiler = std::process::Command::new("c++");
        compiler.args(["-fsyntax-only", "-D__HIP_PLATFORM_AMD__", "-x", language, "-"]);
        compiler.args(folders.iter().map(|folder| format!("-I{}", root.join(folder).display())));
        compiler.stdin(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut running = compiler.spawn().expect("a compiler of C++");
        let headers = ["hiprand/hiprand.h", "hipblas/hipblas.h", "hipfft/hipfft.h", "nccl.h"];
        let mut source: String = headers.iter().map(|header| format!("#include <{header}>\n")).collect();
        if language == "c++" {
            source += "hipblasStatus_t inverses(hipblasHandle_t h, const float **a, const int *p, float **c, int *i)\n\
                       { return hipblasSgetriBatched(h, 2, a, 2, p, c, 2, i, 1); }\n\
                       hipblasStatus_t products(hipblasHandle_t h, const void *one, void **a, const void **b, void **c)\n\
                       { return hipblasGemmBatchedEx(h, HIPBLAS_OP_N, HIPBLAS_OP_N, 2, 2, 2, one, a, HIP_R_32F, 2, b, HIP_R_32F, 2,\n\
                                                     one, c, HIP_R_32F, 2, 1, HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT); }\n";
        }
        let mut pipe = running.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut pipe, source.as_bytes()).expect("a source");
        drop(pipe);
        let said = running.wait_with_output().expect("its end");
        assert!(said.status.success(), "{language}: {}", String::from_utf8_lossy(&said.stderr));
    }
}

const SOBOL32: u32 = 501;
const SOBOL64: u32 = 503;

fn quasi(kind: u32, on_host: bool, dimensions: u32, offset: usize) -> Generator {
    let mut handle: Pointer = null_mut();
    match on_host {
        true => ok!(hiprandCreateGeneratorHost((&raw mut handle).cast(), kind)),
        false => ok!(hiprandCreateGenerator((&raw mut handle).cast(), kind)),
    }
    ok!(hiprandSetQuasiRandomGeneratorDimensions(handle, dimensions));
    ok!(hiprandSetGeneratorOffset(handle, offset));
    Generator { handle, on_host }
}

/// The first points of three dimensions, as Joe and Kuo publish them.
const POINTS: [[f64; 10]; 3] = [
    [0.0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125, 0.1875, 0.6875],
    [0.0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625, 0.3125, 0.8125],
    [0.0, 0.5, 0.25, 0.75, 0.625, 0.125, 0.875, 0.375, 0.9375, 0.4375],
];

#[test]
fn points_of_sobol_are_those_that_are_published() {
    let word = |value: f64| (value * (1u64 << 32) as f64) as u64;
    for on_host in [false, true] {
        // Coordinates come dimension by dimension; a second call goes on.
        let generator = quasi(SOBOL32, on_host, 3, 0);
        for points in [0..4, 4..10] {
            let count = points.len() * 3;
            let wanted: Vec<u64> =
                POINTS.iter().flat_map(|of| of[points.clone()].iter().map(|&x| word(x))).collect();
            let got = generator.fill::<u32>(count, |handle, to| status!(hiprandGenerate(handle, to, count)));
            assert_eq!(got.into_iter().map(u64::from).collect::<Vec<_>>(), wanted);
        }
        let wide = quasi(SOBOL64, on_host, 3, 2);
        let got = wide.fill::<u64>(24, |handle, to| status!(hiprandGenerateLongLong(handle, to, 24)));
        let wanted: Vec<u64> = POINTS.iter().flat_map(|of| of[2..].iter().map(|&x| word(x) << 32)).collect();
        assert_eq!(got, wanted);
        let uniform = quasi(SOBOL32, on_host, 1, 1);
        let got = uniform.fill::<f32>(2, |handle, to| status!(hiprandGenerateUniform(handle, to, 2)));
        assert_eq!(got, [0.5, 0.75]);
    }
}

#[test]
fn normal_numbers_of_sobol_are_quantiles() {
    let generator = quasi(SOBOL64, true, 1, 1);
    let got =
        generator.fill::<f64>(3, |handle, to| status!(hiprandGenerateNormalDouble(handle, to, 3, 1.0, 2.0)));
    // Of a half, three quarters and one quarter.
    let wanted = [1.0, 2.348_979_500_392_163, -0.348_979_500_392_163_4];
    assert!(got.iter().zip(wanted).all(|(got, wanted)| (got - wanted).abs() < 1e-15), "{got:?}");
    // Half a step above each word of 32 bits, as cuRAND's generator on the host has them.
    let narrow = quasi(SOBOL32, true, 1, 0);
    let got =
        narrow.fill::<f64>(4, |handle, to| status!(hiprandGenerateNormalDouble(handle, to, 4, 0.0, 1.0)));
    let wanted =
        [-6.337_957_754_553_79, 2.918_099_372_916_623e-10, 0.674_489_750_562_425_1, -0.674_489_749_829_738_4];
    assert!(got.iter().zip(wanted).all(|(got, wanted)| (got - wanted).abs() < 1e-13), "{got:?}");
}

#[test]
fn normal_numbers_in_half_precision_are_rounded() {
    for (kind, on_host) in [(PHILOX, true), (XORWOW, false), (SOBOL32, true)] {
        let new = || match kind {
            SOBOL32 => quasi(kind, on_host, 1, 1),
            _ => Generator::new(kind, on_host, 1234, 0),
        };
        let (mean, deviation) = (f16::from_f32(1.0), f16::from_f32(0.5));
        let normal =
            new().fill::<f32>(64, |handle, to| status!(hiprandGenerateNormal(handle, to, 64, 1.0, 0.5)));
        let (mean, deviation) = (mean.to_bits(), deviation.to_bits());
        let got = new().fill::<u16>(64, |handle, to| {
            status!(hiprandGenerateNormalHalf(handle, to, 64, mean, deviation))
        });
        let wanted = normal.iter().map(|&x| f16::from_f32(x).to_bits());
        assert!(wanted.eq(got), "{kind}");
        let got = new().fill::<u16>(64, |handle, to| {
            status!(hiprandGenerateLogNormalHalf(handle, to, 64, mean, deviation))
        });
        let wanted = normal.iter().map(|x| f16::from_f32(x.exp()).to_bits());
        assert!(wanted.eq(got), "{kind}");
    }
    // A pair is not cut by generators that give two at once.
    let generator = Generator::new(XORWOW, true, 1, 0);
    let mut to = [0u16; 3];
    let code = status!(hiprandGenerateNormalHalf(generator.handle, (&raw mut to).cast(), 3, 0, 0));
    assert_eq!(code, Status::LengthNotMultiple);
}

/// Poisson numbers of the first points: the mean, and cuRAND's numbers.
const POISSON: [(u32, f64, [u32; 15]); 7] = [
    (SOBOL32, 10.0, [10, 12, 8, 9, 14, 11, 6, 7, 11, 15, 9, 8, 13, 10, 5]),
    (SOBOL32, 100.0, [100, 107, 93, 97, 112, 103, 89, 91, 105, 116, 98, 95, 109, 101, 85]),
    (SOBOL32, 1000.0, [1000, 1021, 979, 990, 1036, 1010, 964, 972, 1015, 1049, 995, 984, 1028, 1005, 952]),
    (SOBOL64, 0.7, [1, 1, 0, 0, 2, 1, 0, 0, 1, 2, 0, 0, 1, 1, 0]),
    (SOBOL64, 10.0, [10, 12, 8, 9, 14, 11, 6, 7, 11, 15, 9, 8, 13, 10, 5]),
    (SOBOL64, 100.0, [100, 107, 93, 97, 112, 103, 89, 91, 105, 116, 98, 95, 109, 101, 85]),
    (SOBOL64, 1000.0, [1000, 1021, 979, 990, 1036, 1010, 964, 972, 1015, 1049, 995, 984, 1028, 1005, 952]),
];

#[test]
fn poisson_numbers_of_sobol_are_quantiles() {
    // Numbers of cuRAND's generator on the host, but for the first, which is far from the others.
    for (kind, mean, wanted) in POISSON {
        let generator = quasi(kind, true, 1, 1);
        let got =
            generator.fill::<u32>(15, |handle, to| status!(hiprandGeneratePoisson(handle, to, 15, mean)));
        assert_eq!(got, wanted, "{kind} {mean}");
    }
    // Nearly normal ones, at the probabilities of a half, three quarters and one quarter.
    let generator = quasi(SOBOL64, true, 1, 1);
    let got = generator.fill::<u32>(3, |handle, to| status!(hiprandGeneratePoisson(handle, to, 3, 1e6)));
    assert_eq!(got, [1_000_000, 1_000_674, 999_326]);
}

#[test]
fn orders_are_those_of_curand() {
    // MRG32k3a has 4096 subsequences in the order of old, and more in the default order.
    let legacy = Generator::new(MRG32K3A, true, 1234, 0);
    ok!(hiprandSetGeneratorOrdering(legacy.handle, 103));
    let [legacy, host] =
        [legacy, Generator::new(MRG32K3A, true, 1234, 0)].map(|of| of.numbers("raw", 100_000));
    assert_eq!(legacy[..4096], host[..4096]);
    assert_eq!(legacy[4096..8192], host[81_920..86_016]);
    // Of a pair that is not asked for whole, one is left out.
    let [whole, part] = [4, 3].map(|count| Generator::new(PHILOX, true, 7, 0).numbers("normal", count));
    assert_eq!(whole[..3], part);
}

#[test]
fn directions_are_told_for_all_dimensions() {
    let mut vectors: *const [u32; 32] = null_mut();
    ok!(hiprandGetDirectionVectors32((&raw mut vectors).cast(), 101));
    // SAFETY: the table has 20,000 dimensions, and lives on.
    let all = unsafe { std::slice::from_raw_parts(vectors, 20_000) };
    assert_eq!((all[0][0], all[0][31]), (1 << 31, 1));
    // Of the second: 1, 3, 5, 15, …, each at its bit.
    assert_eq!(all[1][..4], [1 << 31, 3 << 30, 5 << 29, 15 << 28]);
    // Numbers are odd at their bits, so that each is a basis.
    assert!(all.iter().all(|of| {
        (0..32).all(|bit| of[bit] >> (31 - bit) & 1 == 1 && of[bit].trailing_zeros() == 31 - bit as u32)
    }));
    let mut wide: *const [u64; 64] = null_mut();
    ok!(hiprandGetDirectionVectors64((&raw mut wide).cast(), 103));
    // SAFETY: as above.
    let wide = unsafe { std::slice::from_raw_parts(wide, 20_000) };
    assert!(
        all.iter()
            .zip(wide)
            .all(|(narrow, wide)| (0..32).all(|bit| u64::from(narrow[bit]) << 32 == wide[bit]))
    );
    assert_eq!(status!(hiprandGetDirectionVectors32((&raw mut vectors).cast(), 102)), Status::NotImplemented);
    assert_eq!(status!(hiprandGetDirectionVectors32((&raw mut vectors).cast(), 103)), Status::OutOfRange);
}

#[test]
fn wrong_arguments_of_sobol_are_statuses() {
    let generator = quasi(SOBOL32, true, 3, 0);
    let (handle, mut values) = (generator.handle, [0u64; 4]);
    let to: Pointer = values.as_mut_ptr().cast();
    assert_eq!(status!(hiprandGenerate(handle, to, 4)), Status::LengthNotMultiple);
    assert_eq!(status!(hiprandGenerateLongLong(handle, to, 3)), Status::TypeError);
    assert_eq!(status!(hiprandSetPseudoRandomGeneratorSeed(handle, 1)), Status::TypeError);
    for dimensions in [0, 20_001] {
        assert_eq!(status!(hiprandSetQuasiRandomGeneratorDimensions(handle, dimensions)), Status::OutOfRange);
    }
    assert_eq!(status!(hiprandSetGeneratorOrdering(handle, 101)), Status::OutOfRange);
    ok!(hiprandSetGeneratorOrdering(handle, 201));
    let wide = quasi(SOBOL64, true, 1, 0);
    assert_eq!(status!(hiprandGenerate(wide.handle, to, 1)), Status::TypeError);
    let mut none: Pointer = null_mut();
    assert_eq!(status!(hiprandCreateGenerator((&raw mut none).cast(), 502)), Status::NotImplemented);
}
