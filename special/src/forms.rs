//! Instruction forms: their inputs, and our implementation of each.

use ptx::sfu;

/// Blocks into which the inputs of each form are divided.
pub(crate) const BLOCKS: u64 = 32;

/// Inputs of a form, and our function of them.
#[derive(Clone, Copy)]
pub(crate) enum Function {
    /// All binary32 numbers.
    Single(fn(u32) -> u32),
    /// All numbers of 16 bits.
    Half(fn(u16) -> u16),
    /// All upper halves of binary64 numbers, the lower ones zero; of results only the upper halves count.
    Upper(fn(u32) -> u32),
    /// Pseudo-random pairs of binary32 numbers.
    Pair(fn(u32, u32) -> u32),
    /// Pseudo-random binary64 numbers.
    Double(fn(u64) -> u64),
}

/// A form of an instruction.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    /// Its name in PTX.
    pub(crate) name: &'static str,
    pub(crate) function: Function,
}

/// All of them.
pub(crate) const FORMS: &[Form] = &[
    Form { name: "rcp.approx.f32", function: Function::Single(|x| sfu::rcp(x, false)) },
    Form { name: "rcp.approx.ftz.f32", function: Function::Single(|x| sfu::rcp(x, true)) },
    Form { name: "sqrt.approx.f32", function: Function::Single(|x| sfu::sqrt(x, false)) },
    Form { name: "sqrt.approx.ftz.f32", function: Function::Single(|x| sfu::sqrt(x, true)) },
    Form { name: "rsqrt.approx.f32", function: Function::Single(|x| sfu::rsqrt(x, false)) },
    Form { name: "rsqrt.approx.ftz.f32", function: Function::Single(|x| sfu::rsqrt(x, true)) },
    Form { name: "sin.approx.f32", function: Function::Single(sfu::sin) },
    Form { name: "sin.approx.ftz.f32", function: Function::Single(sfu::sin) },
    Form { name: "cos.approx.f32", function: Function::Single(sfu::cos) },
    Form { name: "cos.approx.ftz.f32", function: Function::Single(sfu::cos) },
    Form { name: "lg2.approx.f32", function: Function::Single(|x| sfu::lg2(x, false)) },
    Form { name: "lg2.approx.ftz.f32", function: Function::Single(|x| sfu::lg2(x, true)) },
    Form { name: "ex2.approx.f32", function: Function::Single(|x| sfu::ex2(x, false)) },
    Form { name: "ex2.approx.ftz.f32", function: Function::Single(|x| sfu::ex2(x, true)) },
    Form { name: "tanh.approx.f32", function: Function::Single(sfu::tanh) },
    Form { name: "ex2.approx.f16", function: Function::Half(sfu::ex2_f16) },
    Form { name: "tanh.approx.f16", function: Function::Half(sfu::tanh_f16) },
    Form { name: "ex2.approx.ftz.bf16", function: Function::Half(sfu::ex2_bf16) },
    Form { name: "tanh.approx.bf16", function: Function::Half(sfu::tanh_bf16) },
    Form { name: "rcp.approx.ftz.f64", function: Function::Upper(sfu::rcp_upper_half) },
    Form { name: "rsqrt.approx.ftz.f64", function: Function::Upper(sfu::rsqrt_upper_half) },
    Form { name: "div.approx.f32", function: Function::Pair(|a, b| sfu::div(a, b, false)) },
    Form { name: "div.approx.ftz.f32", function: Function::Pair(|a, b| sfu::div(a, b, true)) },
    Form { name: "div.full.f32", function: Function::Pair(|a, b| sfu::div_full(a, b, false)) },
    Form { name: "div.full.ftz.f32", function: Function::Pair(|a, b| sfu::div_full(a, b, true)) },
    Form { name: "rsqrt.approx.f64", function: Function::Double(sfu::rsqrt_double) },
];

impl Function {
    /// Returns the number of inputs of a block, as a power of two.
    pub(crate) const fn block_bits(self) -> u32 {
        match self {
            Function::Single(_) | Function::Upper(_) => 27,
            Function::Half(_) => 11,
            Function::Pair(_) | Function::Double(_) => 23,
        }
    }

    /// Returns the distance of the inputs that a sample takes: a prime, so that it meets all patterns of
    /// bits.
    pub(crate) const fn stride(self) -> u64 {
        match self {
            Function::Single(_) | Function::Upper(_) => 8191,
            Function::Half(_) => 1,
            Function::Pair(_) | Function::Double(_) => 509,
        }
    }

    /// Computes our result of an input, given by its number among all of the form.
    pub(crate) fn ours(self, number: u64) -> u64 {
        match self {
            Function::Single(f) | Function::Upper(f) => f(number as u32).into(),
            Function::Half(f) => f(number as u16).into(),
            Function::Pair(f) => {
                let [a, b] = pair(number);
                f(a, b).into()
            }
            Function::Double(f) => f(mixed(number)),
        }
    }
}

/// Returns a pseudo-random number; each number gives another one.
pub(crate) const fn mixed(number: u64) -> u64 {
    // SplitMix64.
    let x = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Returns a pseudo-random pair. Three of four have exponents that are at most 32 apart, so that few
/// quotients leave the range.
pub(crate) const fn pair(number: u64) -> [u32; 2] {
    let bits = mixed(number);
    let [a, b] = [bits as u32, (bits >> 32) as u32];
    if number & 3 == 0 {
        return [a, b];
    }
    let apart = (b >> 23 & 63).wrapping_sub(32);
    let exponent = (a >> 23 & 0xff).wrapping_add(apart) & 0xff;
    [a, b & 0x807f_ffff | exponent << 23]
}
