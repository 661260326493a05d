//! Text of a call of `printf`, or of a failed assertion.
//!
//! The device finds the arguments by the conversions it knows and copies them, with the format's text. The
//! host then reads them by the conversions of C. Where the two differ (`%hhd`), the result is that of an H200
//! (`testdata/gpu/host`). Everything else is C's `printf`.

use super::number::{self, Field};

/// Address of a byte that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable(pub u64);

/// Reader of device memory; returns `false` for inaccessible bytes.
pub type Read<'a> = dyn FnMut(u64, &mut [u8]) -> bool + 'a;

/// Length modifier of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Length {
    Int,
    Short,
    /// `l`, `ll`: eight bytes.
    Long,
    /// `hh`: unknown to the device.
    Byte,
    /// `z`, `t`, `j`, `q`, `L`: unknown to the device.
    Foreign,
}

/// A conversion of a format.
#[derive(Clone, Copy, Debug)]
struct Conversion {
    field: Field,
    /// `true` if the width is an argument.
    star: bool,
    length: Length,
    letter: u8,
    /// Length of the conversion in the format, in bytes.
    bytes: usize,
}

impl Conversion {
    /// Parses the conversion at the start of a text, after its `%`.
    fn read(text: &[u8]) -> Option<Conversion> {
        let mut at = 0;
        let mut field = Field::default();
        while let Some(&c) = text.get(at) {
            match c {
                b'-' => field.left = true,
                b'+' => field.plus = true,
                b' ' => field.space = true,
                b'#' => field.alternative = true,
                b'0' => field.zeros = true,
                _ => break,
            }
            at += 1;
        }
        let number = |at: &mut usize| {
            let mut n = 0usize;
            while let Some(digit) = text.get(*at).filter(|c| c.is_ascii_digit()) {
                n = (n * 10 + usize::from(digit - b'0')).min(WIDEST);
                *at += 1;
            }
            n
        };
        let star = text.get(at) == Some(&b'*');
        if star {
            at += 1;
        } else {
            field.width = number(&mut at);
        }
        if text.get(at) == Some(&b'.') {
            at += 1;
            field.precision = Some(number(&mut at));
        }
        let rest = &text[at..];
        let (length, taken) = match rest {
            [b'h', b'h', ..] => (Length::Byte, 2),
            [b'l', b'l', ..] => (Length::Long, 2),
            [b'h', ..] => (Length::Short, 1),
            [b'l', ..] => (Length::Long, 1),
            [b'z' | b't' | b'j' | b'q' | b'L', ..] => (Length::Foreign, 1),
            _ => (Length::Int, 0),
        };
        let letter = *rest.get(taken)?;
        let known = matches!(
            letter,
            b'd' | b'i'
                | b'u'
                | b'o'
                | b'x'
                | b'X'
                | b'c'
                | b's'
                | b'p'
                | b'%'
                | b'e'
                | b'E'
                | b'f'
                | b'F'
                | b'g'
                | b'G'
                | b'a'
                | b'A'
        );
        known.then_some(Conversion { field, star, length, letter, bytes: at + taken + 1 })
    }

    /// Returns the size of its argument in bytes.
    fn size(&self) -> usize {
        match self.letter {
            b'%' => 0,
            b's' | b'p' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => 8,
            _ if self.length == Length::Long => 8,
            _ => 4,
        }
    }

    /// Returns whether the device copies an argument for it.
    fn is_counted(&self) -> bool {
        self.letter != b'%' && !matches!(self.length, Length::Byte | Length::Foreign)
    }
}

/// Limit of a field's width and of a number's length, so that a format cannot exhaust memory.
const WIDEST: usize = 1 << 16;

/// Piece of a format.
enum Piece<'a> {
    Text(&'a [u8]),
    Conversion(Conversion),
}

fn pieces(mut format: &[u8]) -> impl Iterator<Item = Piece<'_>> {
    std::iter::from_fn(move || {
        let first = *format.first()?;
        if first == b'%' {
            if let Some(conversion) = Conversion::read(&format[1..]) {
                format = &format[1 + conversion.bytes..];
                return Some(Piece::Conversion(conversion));
            }
            // Not a conversion: printed literally.
            format = &format[1..];
            return Some(Piece::Text(b"%"));
        }
        let end = format.iter().position(|&c| c == b'%').unwrap_or(format.len());
        let (text, rest) = format.split_at(end);
        format = rest;
        Some(Piece::Text(text))
    })
}

/// Executes `vprintf`. Returns its result, and the text, if any.
///
/// # Errors
/// Returns an error if the format, its arguments or one of its strings cannot be read.
pub fn print(format: u64, arguments: u64, read: &mut Read<'_>) -> Result<(i32, Option<Vec<u8>>), Unreadable> {
    if format == 0 {
        return Ok((-1, None));
    }
    let format = string(format, 1, read)?;
    let mut copied: Vec<u8> = Vec::new();
    let mut strings = Vec::new();
    let mut count = 0;
    let mut copy = |copied: &mut Vec<u8>, size: usize, read: &mut Read<'_>| {
        let start = copied.len().next_multiple_of(size);
        copied.resize(start + size, 0);
        let address = arguments.wrapping_add(start as u64);
        count += 1;
        if read(address, &mut copied[start..]) {
            Ok(word(copied, start, size))
        } else {
            Err(Unreadable(address))
        }
    };
    for piece in pieces(&format) {
        let Piece::Conversion(c) = piece else { continue };
        if !c.is_counted() {
            continue;
        }
        if c.star {
            copy(&mut copied, 4, read)?;
        }
        let value = copy(&mut copied, c.size(), read)?;
        if c.letter == b's' {
            strings.push(if value == 0 { b"(null)".to_vec() } else { string(value, 1, read)? });
        }
    }
    copied.extend(&format);
    Ok((count, Some(render(&format, &copied, strings))))
}

/// Renders the text, by the conversions that the host knows.
fn render(format: &[u8], copied: &[u8], strings: Vec<Vec<u8>>) -> Vec<u8> {
    let mut strings = strings.into_iter();
    let mut at = 0usize;
    let mut take = |size: usize| {
        let start = at.next_multiple_of(size);
        at = start + size;
        word(copied, start, size)
    };
    let mut out = Vec::new();
    for piece in pieces(format) {
        let mut c = match piece {
            Piece::Text(text) => {
                out.extend(text);
                continue;
            }
            Piece::Conversion(c) => c,
        };
        if c.letter == b'%' {
            out.push(b'%');
            continue;
        }
        if c.star {
            let width = take(4) as i32;
            c.field.left |= width < 0;
            c.field.width = (width.unsigned_abs() as usize).min(WIDEST);
        }
        let value = take(c.size());
        let signed = match c.length {
            Length::Byte => i64::from(value as i8),
            Length::Short => i64::from(value as i16),
            Length::Int => i64::from(value as i32),
            Length::Foreign | Length::Long => value as i64,
        };
        let unsigned = match c.length {
            Length::Byte => value & 0xff,
            Length::Short => value & 0xffff,
            _ => value,
        };
        match c.letter {
            b'd' | b'i' => number::signed(&mut out, c.field, signed),
            b'u' | b'o' | b'x' | b'X' => number::unsigned(&mut out, c.field, c.letter, unsigned),
            b'c' => number::padded(&mut out, c.field, &[value as u8]),
            b's' => {
                let text = strings.next().unwrap_or_default();
                let shown = c.field.precision.map_or(text.len(), |n| n.min(text.len()));
                number::padded(&mut out, c.field, &text[..shown]);
            }
            b'p' if value == 0 => number::padded(&mut out, c.field, b"(nil)"),
            b'p' => number::padded(&mut out, c.field, format!("{value:#x}").as_bytes()),
            letter => number::float(&mut out, c.field, letter, f64::from_bits(value)),
        }
    }
    out
}

/// Reads a little-endian number; bytes beyond the end are zero.
fn word(bytes: &[u8], start: usize, size: usize) -> u64 {
    (0..size).rev().fold(0, |word, n| word << 8 | u64::from(bytes.get(start + n).copied().unwrap_or(0)))
}

/// Reads a zero-terminated string with characters of `size` bytes.
fn string(mut address: u64, size: u64, read: &mut Read<'_>) -> Result<Vec<u8>, Unreadable> {
    let mut text = Vec::new();
    loop {
        let mut byte = [0];
        if !read(address, &mut byte) {
            return Err(Unreadable(address));
        }
        if byte[0] == 0 {
            return Ok(text);
        }
        text.push(byte[0]);
        address = address.wrapping_add(size);
    }
}

/// Returns the text of a failed assertion. `strings` are the addresses of message, file and function; a null
/// address prints `?`.
///
/// # Errors
/// Returns an error if a string cannot be read.
pub fn assertion(
    strings: [u64; 3],
    line: u32,
    character: u64,
    [block, thread]: [[u32; 3]; 2],
    read: &mut Read<'_>,
) -> Result<Vec<u8>, Unreadable> {
    let mut text = |address: u64| match address {
        0 => Ok(b"?".to_vec()),
        _ => string(address, character.clamp(1, 4), read),
    };
    let [message, file, function] = strings;
    let (message, file, function) = (text(message)?, text(file)?, text(function)?);
    let place = |[x, y, z]: [u32; 3]| format!("[{x},{y},{z}]");
    let mut all = file;
    all.extend(format!(":{line}: ").bytes());
    all.extend(function);
    all.extend(format!(": block: {}, thread: {} Assertion `", place(block), place(thread)).bytes());
    all.extend(message);
    all.extend(b"` failed.\n");
    Ok(all)
}
