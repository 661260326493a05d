//! Code of this generator and of Cranelift's, and their results on random operands.

mod flow;
mod lanes;
mod scalars;
mod unit;
mod vectors;

use super::{Compiled, Level, compile};
use crate::executable::Executable;
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{
    AbiParam, Function, InstBuilder, MemFlagsData, Signature, Type, UserFuncName, Value, types,
};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

/// Size of each operand and result in memory, bytes.
const EACH: usize = 64;

/// Operands and results of a function: results follow at this one.
const RESULTS: usize = 8;

/// Memory that a function reads and writes.
type Words = [u8; EACH * 16];

/// Returns the levels that this processor has.
fn levels() -> Vec<Level> {
    let most = Level::of_processor();
    [Level::Avx2, Level::Avx512].into_iter().filter(|&level| Some(level) <= most).collect()
}

fn isa() -> OwnedTargetIsa {
    let mut flags = settings::builder();
    flags.set("opt_level", "none").expect("a flag");
    let builder = cranelift_native::builder().expect("a processor");
    builder.finish(settings::Flags::new(flags)).expect("a processor")
}

/// Returns a function of one address, which builds results from operands there.
fn function(
    types: &[Type],
    build: impl FnOnce(&mut FunctionBuilder<'_>, &[Value]) -> Vec<Value>,
) -> Function {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params.extend([types::I64, types::I32, types::I32, types::I32].map(AbiParam::new));
    signature.returns.push(AbiParam::new(types::I64));
    let mut f = Function::with_name_signature(UserFuncName::default(), signature);
    let mut context = FunctionBuilderContext::new();
    let mut b = FunctionBuilder::new(&mut f, &mut context);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let at = b.block_params(entry)[0];
    let flags = MemFlagsData::new();
    let values: Vec<Value> =
        types.iter().enumerate().map(|(n, &ty)| b.ins().load(ty, flags, at, (n * EACH) as i32)).collect();
    let results = build(&mut b, &values);
    for (n, result) in results.into_iter().enumerate() {
        b.ins().store(flags, result, at, ((RESULTS + n) * EACH) as i32);
    }
    let zero = b.ins().iconst(types::I64, 0);
    b.ins().return_(&[zero]);
    b.seal_all_blocks();
    b.finalize(isa().frontend_config());
    f
}

/// Returns the code of Cranelift.
fn by_cranelift(f: &Function) -> Executable {
    let mut context = Context::for_function(f.clone());
    let compiled = context.compile(isa().as_ref(), &mut ControlPlane::default());
    let bytes = compiled.unwrap_or_else(|e| panic!("{:?}\n{f}", e.inner)).buffer.data().to_vec();
    Executable::new(&bytes).expect("memory")
}

fn by_ours(f: &Function, level: Level) -> Executable {
    let made = compile(f, level);
    let Compiled { bytes, .. } = made.unwrap_or_else(|e| panic!("{}\n{f}", e.0));
    Executable::new(&bytes).expect("memory")
}

fn run(code: &Executable, words: &mut Words) {
    // SAFETY: the code is that of a function of this type, and accesses the words alone.
    unsafe {
        let entry: extern "C" fn(*mut u8, u32, u32, u32) -> u64 = std::mem::transmute(code.range().start);
        entry(words.as_mut_ptr(), 0, 0, 0);
    }
}

/// Random numbers: xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns operands, among them many special numbers.
    fn words(&mut self) -> Words {
        let mut words = [0; EACH * 16];
        for lane in words[..RESULTS * EACH].chunks_mut(8) {
            let doubles = [0.0, -0.0, 1.5, -2.5, f64::INFINITY, f64::NAN, f64::from(u32::MAX), -2147483649.0];
            let singles = [0.0f32, -0.0, 2.5, -3e9, 4e9, f32::NAN, 1e-40, 16777217.5];
            let pick = self.next() as usize;
            let bits = match pick % 8 {
                0 => doubles[pick / 8 % 8].to_bits(),
                1 | 2 => {
                    let [a, b] = [pick / 8, pick / 64].map(|n| u64::from(singles[n % 8].to_bits()));
                    a | b << 32
                }
                3 => self.next() % 5,
                4 => (self.next() % 64).wrapping_neg(),
                5 => ((self.next() as f32 / 3e14) as f64 - 3e4).to_bits(),
                _ => self.next(),
            };
            lane.copy_from_slice(&bits.to_le_bytes());
        }
        words
    }
}

/// Returns whether two results are equal. NaNs of a format are.
fn same(a: &[u8], b: &[u8], ty: Type) -> bool {
    match ty.lane_type() {
        types::F32 => a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0).all(|(a, b)| {
            let [x, y] = [a, b].map(|bytes| f32::from_le_bytes(*bytes));
            a == b || x.is_nan() && y.is_nan()
        }),
        types::F64 => a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0).all(|(a, b)| {
            let [x, y] = [a, b].map(|bytes| f64::from_le_bytes(*bytes));
            a == b || x.is_nan() && y.is_nan()
        }),
        _ => a == b,
    }
}

/// A function's operands, and the building of its result.
struct Case {
    name: String,
    types: Vec<Type>,
    result: Type,
    #[expect(clippy::type_complexity, reason = "one closure")]
    build: Box<dyn Fn(&mut FunctionBuilder<'_>, &[Value]) -> Value>,
}

fn case(
    name: impl ToString,
    types: &[Type],
    result: Type,
    build: impl Fn(&mut FunctionBuilder<'_>, &[Value]) -> Value + 'static,
) -> Case {
    Case { name: name.to_string(), types: types.to_vec(), result, build: Box::new(build) }
}

/// Random operands of each case.
const ROUNDS: u64 = 40;

/// Compares the results of both code generators.
fn compare(cases: &[Case]) {
    for case in cases {
        let f = function(&case.types, |b, values| vec![(case.build)(b, values)]);
        let expected = by_cranelift(&f);
        for level in levels() {
            let ours = by_ours(&f, level);
            let mut random = Random(0x9e37_79b9_7f4a_7c15);
            for _ in 0..ROUNDS {
                let words = random.words();
                let (mut a, mut b) = (words, words);
                run(&expected, &mut a);
                run(&ours, &mut b);
                let bytes = RESULTS * EACH..RESULTS * EACH + case.result.bytes() as usize;
                assert!(
                    same(&a[bytes.clone()], &b[bytes.clone()], case.result),
                    "{} at {level:?}: {:02x?}, not {:02x?}, of {:02x?}",
                    case.name,
                    &b[bytes.clone()],
                    &a[bytes],
                    case.types
                        .iter()
                        .enumerate()
                        .map(|(n, ty)| &words[n * EACH..][..ty.bytes() as usize])
                        .collect::<Vec<_>>()
                );
            }
        }
    }
}
