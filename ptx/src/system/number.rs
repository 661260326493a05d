//! Numbers in the format of C's `printf`.

/// Flags, width and precision of a conversion.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Field {
    /// `-`
    pub(super) left: bool,
    /// `+`
    pub(super) plus: bool,
    /// A blank.
    pub(super) space: bool,
    /// `#`
    pub(super) alternative: bool,
    /// `0`
    pub(super) zeros: bool,
    pub(super) width: usize,
    pub(super) precision: Option<usize>,
}

/// Appends a text, padded to its field.
pub(super) fn padded(out: &mut Vec<u8>, field: Field, text: &[u8]) {
    let blanks = field.width.saturating_sub(text.len());
    if !field.left {
        out.extend(std::iter::repeat_n(b' ', blanks));
    }
    out.extend(text);
    if field.left {
        out.extend(std::iter::repeat_n(b' ', blanks));
    }
}

/// Appends a number, padded to its field. Zeros for padding are inserted between prefix and digits.
fn filled(out: &mut Vec<u8>, field: Field, prefix: &str, digits: &str, zeros: bool) {
    let fill = field.width.saturating_sub(prefix.len() + digits.len());
    let fill = if zeros && !field.left { fill } else { 0 };
    padded(out, field, format!("{prefix}{}{digits}", "0".repeat(fill)).as_bytes());
}

fn sign(field: Field, negative: bool) -> &'static str {
    match (negative, field.plus, field.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

/// `%d`
pub(super) fn signed(out: &mut Vec<u8>, field: Field, value: i64) {
    integer(out, field, sign(field, value < 0), value.unsigned_abs().to_string(), value == 0);
}

/// `%u`, `%o`, `%x`, `%X`
pub(super) fn unsigned(out: &mut Vec<u8>, mut field: Field, letter: u8, value: u64) {
    let (prefix, digits) = match letter {
        b'o' => ("", format!("{value:o}")),
        b'x' => ("0x", format!("{value:x}")),
        b'X' => ("0X", format!("{value:X}")),
        _ => ("", value.to_string()),
    };
    if field.alternative && letter == b'o' {
        // The alternative form of octal prepends a zero. It counts as a digit, and a precision does not
        // disable padding with zeros then.
        let digits = if value == 0 { digits } else { format!("0{digits}") };
        field.precision = field.precision.map(|n| n.max(1));
        return integer(out, field, "", digits, value == 0);
    }
    integer(out, field, if field.alternative && value != 0 { prefix } else { "" }, digits, value == 0);
}

fn integer(out: &mut Vec<u8>, field: Field, prefix: &str, digits: String, is_zero: bool) {
    match field.precision {
        Some(0) if is_zero => filled(out, field, prefix, "", false),
        Some(least) => filled(out, field, prefix, &format!("{digits:0>least$}"), false),
        None => filled(out, field, prefix, &digits, field.zeros),
    }
}

/// `%e`, `%f`, `%g`, `%a`, and in upper case.
pub(super) fn float(out: &mut Vec<u8>, field: Field, letter: u8, value: f64) {
    let prefix = sign(field, value.is_sign_negative());
    let magnitude = value.abs();
    let small = letter.to_ascii_lowercase();
    let capitals = |text: String| if small == letter { text } else { text.to_ascii_uppercase() };
    if !value.is_finite() {
        let name = capitals(if value.is_nan() { "nan" } else { "inf" }.to_owned());
        return filled(out, field, prefix, &name, false);
    }
    let point = field.alternative;
    let digits = match small {
        b'f' => fixed(magnitude, field.precision.unwrap_or(6), point),
        b'e' => exponential(magnitude, field.precision.unwrap_or(6), point),
        b'g' => general(magnitude, field.precision.unwrap_or(6).max(1), point),
        _ => {
            let prefix = format!("{prefix}{}", capitals("0x".into()));
            return filled(
                out,
                field,
                &prefix,
                &capitals(hexadecimal(magnitude, field.precision, point)),
                field.zeros,
            );
        }
    };
    filled(out, field, prefix, &capitals(digits), field.zeros);
}

fn fixed(value: f64, precision: usize, point: bool) -> String {
    let dot = if precision == 0 && point { "." } else { "" };
    format!("{value:.precision$}{dot}")
}

fn exponential(value: f64, precision: usize, point: bool) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(rest) => ('-', rest),
        None => ('+', exponent),
    };
    let dot = if precision == 0 && point { "." } else { "" };
    format!("{digits}{dot}e{sign}{exponent:0>2}")
}

fn general(value: f64, precision: usize, point: bool) -> String {
    let text = format!("{value:.*e}", precision - 1);
    let exponent: i64 = text.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    let plain = exponent >= -4 && exponent < precision as i64;
    let text = if plain {
        fixed(value, (precision as i64 - 1 - exponent) as usize, point)
    } else {
        exponential(value, precision - 1, point)
    };
    if point {
        return text;
    }
    let (digits, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
    let digits =
        if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    format!("{digits}{exponent}")
}

/// Returns the digits after `0x`. A subnormal keeps its exponent, as in the GNU library.
fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    let bits = value.to_bits();
    let field = (bits >> 52) as i64;
    let exponent = match (field, bits) {
        (_, 0) => 0,
        (0, _) => -1022,
        _ => field - 1023,
    };
    let mut significand = (bits & ((1 << 52) - 1)) | u64::from(field != 0) << 52;
    let digits = precision.unwrap_or(13);
    if digits < 13 {
        // Rounds to nearest, ties to even.
        let dropped = 4 * (13 - digits as u32);
        let (half, odd) = (1u64 << (dropped - 1), significand >> dropped & 1);
        significand = (significand + half - 1 + odd) >> dropped << dropped;
    }
    let (whole, fraction) = (significand >> 52, significand & ((1 << 52) - 1));
    let mut text = format!("{fraction:013x}");
    match precision {
        None => text.truncate(text.trim_end_matches('0').len()),
        Some(n) if n <= 13 => text.truncate(n),
        Some(n) => text.extend(std::iter::repeat_n('0', n - 13)),
    }
    let dot = if text.is_empty() && !point { "" } else { "." };
    format!("{whole}{dot}{text}p{exponent:+}")
}
