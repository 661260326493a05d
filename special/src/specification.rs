//! The segments of each function: inputs that reach every offset of a segment, and the range that a result
//! says the polynomial is in.

/// A function to solve for.
pub(crate) struct Specification {
    /// Name of its table.
    pub(crate) table: &'static str,
    /// Its form in PTX.
    pub(crate) form: &'static str,
    /// Contents of the table, in words.
    pub(crate) about: &'static str,
    /// Coefficients are multiples of `2^-unit`.
    pub(crate) unit: u32,
    /// Bits of an offset.
    pub(crate) offset_bits: u32,
    pub(crate) segments: usize,
    /// Returns the input of a segment's offset; `None` where the unit does not use the polynomial.
    pub(crate) input: fn(u32, u32) -> Option<u32>,
    /// Returns the bounds of the polynomial's value that a segment's result says.
    pub(crate) bounds: fn(u32, u32) -> [f64; 2],
}

const ONE: u32 = 127 << 23;

/// Returns the result and the next larger number with steps of at least `2^-grid`.
fn cut_off(result: u32, grid: i32) -> [f64; 2] {
    let value = f64::from(f32::from_bits(result));
    let step = 2f64.powi(((result >> 23) as i32 - 150).max(-grid));
    [value, value + step]
}

/// Segments of each binade of `tanh` from 2^-8 on.
const TANH: [u32; 11] = [1, 1, 1, 2, 2, 4, 4, 4, 8, 16, 8];

/// Returns the binade of a segment of `tanh`, counted from 2^-8, and its place in it.
fn tanh_binade(segment: u32) -> (u32, u32) {
    let (mut binade, mut place) = (0, segment);
    while place >= TANH[binade] {
        place -= TANH[binade];
        binade += 1;
    }
    (binade as u32, place)
}

/// Returns an angle whose number of turns, cut off to 25 bits, is a segment's offset.
fn angle(segment: u32, offset: u32) -> Option<u32> {
    let rest = segment << 17 | offset;
    let turns = |x: u32| {
        let exact = f64::from(f32::from_bits(x)) * f64::from(std::f32::consts::FRAC_1_PI * 0.5);
        let rounded = f64::from_bits(exact.to_bits() >> 29 << 29);
        (rounded * f64::from(1 << 25)) as u32
    };
    let near = ((f64::from(rest) + 0.5) / f64::from(1 << 25) * std::f64::consts::TAU) as f32;
    (near.to_bits() - 8..near.to_bits() + 8).find(|&x| turns(x) == rest)
}

/// All of them, in the order of the file.
pub(crate) const ALL: &[Specification] = &[
    Specification {
        table: "RCP",
        form: "rcp.approx.ftz.f32",
        about: "`1 / x` for x in [1, 2), by the upper 7 bits of the fraction; unit 2^-39.",
        unit: 39,
        offset_bits: 16,
        segments: 128,
        input: |segment, offset| Some(ONE | segment << 16 | offset),
        bounds: |_, result| cut_off(result, 24),
    },
    Specification {
        table: "RSQRT",
        form: "rsqrt.approx.ftz.f32",
        about: "`1 / sqrt(x)` for x in [1, 2), then [2, 4), by the upper 6 bits of the fraction; unit 2^-40.",
        unit: 40,
        offset_bits: 17,
        segments: 128,
        input: |segment, offset| (segment != 0 || offset != 0).then_some(ONE + (segment << 17 | offset)),
        bounds: |_, result| cut_off(result, 24),
    },
    Specification {
        table: "SQRT",
        form: "sqrt.approx.ftz.f32",
        about: "`sqrt(x)` for x in [1, 2), then [2, 4), by the upper 6 bits of the fraction; unit 2^-40.",
        unit: 40,
        offset_bits: 17,
        segments: 128,
        input: |segment, offset| Some(ONE + (segment << 17 | offset)),
        bounds: |_, result| cut_off(result, 23),
    },
    Specification {
        table: "SIN",
        form: "sin.approx.ftz.f32",
        about: "Sine of a quadrant, by its upper 6 bits; unit 2^-37.",
        unit: 37,
        offset_bits: 17,
        segments: 64,
        input: angle,
        bounds: |_, result| cut_off(result, 37),
    },
    Specification {
        table: "EX2",
        form: "ex2.approx.ftz.f32",
        about: "`2^x` for x in [0, 1), by its upper 6 bits; unit 2^-38.",
        unit: 38,
        offset_bits: 17,
        segments: 64,
        input: |segment, offset| Some(((segment << 17 | offset) as f32 / (1 << 23) as f32).to_bits()),
        bounds: |_, result| cut_off(result, 23),
    },
    Specification {
        table: "LG2",
        form: "lg2.approx.ftz.f32",
        about: "`log2(x)` for x in [1, 2), by the upper 6 bits of the fraction; unit 2^-38.",
        unit: 38,
        offset_bits: 17,
        segments: 64,
        input: |segment, offset| (segment != 0 || offset != 0).then_some(ONE | segment << 17 | offset),
        bounds: |_, result| cut_off(result, 36),
    },
    Specification {
        table: "TANH",
        form: "tanh.approx.f32",
        about: "`tanh(x)` for x in [2^-8, 8): 1, 1, 1, 2, 2, 4, 4, 4, 8, 16 and 8 segments a binade; unit 2^-43, below 1\n\
                /// times the power of two above x.",
        unit: 43,
        offset_bits: 17,
        segments: 51,
        input: |segment, offset| {
            let (binade, place) = tanh_binade(segment);
            let bits = TANH[binade as usize].ilog2();
            Some((119 + binade) << 23 | place << (23 - bits) | offset << (6 - bits))
        },
        bounds: |segment, result| {
            let scale = 2f64.powi(7 - tanh_binade(segment).0.min(7) as i32);
            cut_off(result, 150).map(|bound| bound * scale)
        },
    },
];
