//! Warps: 32 lanes in CUDA; 32 or 64 in HIP, depending on the device. Code that relies on 32 is reported, and
//! stays unless the options ask to widen or drop masks.

use super::File;
use crate::WarpMasks;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::report::{Reason, Report};
use crate::scan::Word;
use crate::scope::Source;

/// Functions that return a lane mask.
const MASKS: [&[u8]; 5] =
    [b"__activemask", b"__ballot_sync", b"__ballot", b"__match_any_sync", b"__match_all_sync"];

/// Types of 32 bits.
const NARROW: [&[u8]; 5] = [b"int", b"unsigned", b"uint32_t", b"int32_t", b"uint"];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    let mut note = |at: usize, text: &str| {
        report.note(file.text, file.tokens[at].start, Reason::Look, text.to_owned());
    };
    for &at in &file.scan.places.numbers {
        if counts_on_32(source, at) {
            note(at, "a warp may have 64 lanes in HIP: use `warpSize`");
        }
        if file.options.warp_masks == WarpMasks::Widen && is_defined_mask(source, at) {
            edits.push(widened(file, at));
        }
        if let Some(name) = set_to_32(source, at).filter(|&name| is_size(source.word(name))) {
            note(
                name,
                "a warp may have 64 lanes in HIP: use `warpSize`, or the device's attribute on the host",
            );
        }
    }
    for at in file.scan.words(&[Word::Sync]).filter(|at| source.is(at + 1, b'(')) {
        if full_mask(source, at + 2) && changed(file, at, edits) {
            continue;
        }
        if full_mask(source, at + 2) {
            note(at + 2, "a lane mask has 64 bits in HIP: this one selects the lower half of a 64-lane warp");
        }
        if MASKS.contains(&source.word(at)) {
            if at > 1
                && source.is(at - 1, b'(')
                && matches!(source.word(at - 2), b"__popc" | b"__ffs" | b"__clz")
            {
                note(at - 2, "a lane mask has 64 bits in HIP: use the function for `long long`");
            } else if at > 2 && source.is(at - 1, b'=') && narrow(file, at - 2) {
                note(at, "a lane mask has 64 bits in HIP, and is truncated to 32 here");
            }
        }
    }
}

/// Replacement of masks that are widened: 64 lanes.
const WIDE: &str = "0xffffffffffffffffull";

fn widened(file: &File<'_>, at: usize) -> Edit {
    let at = file.tokens[at].range();
    Edit { at, with: WIDE.into(), sureness: Sureness::Likely, rule: "warp" }
}

/// Widens or drops the mask of a call, as the options ask; returns whether it did. A named mask is widened at
/// the definition of its name.
fn changed(file: &File<'_>, at: usize, edits: &mut Vec<Edit>) -> bool {
    let source = file.scope();
    let mask = at + 2;
    let number = file.tokens[mask].kind == TokenKind::Number;
    let sync = source.word(at) == b"__syncwarp";
    let bare = WITHOUT_MASK.iter().find(|(with, _)| *with == source.word(at)).map(|(_, bare)| *bare);
    match file.options.warp_masks {
        WarpMasks::Keep => false,
        WarpMasks::Drop if sync || bare.is_some_and(|_| source.is(mask + 1, b',')) => {
            let mut push = |at: std::ops::Range<usize>, with: &'static str| {
                edits.push(Edit { at, with: with.into(), sureness: Sureness::Likely, rule: "warp" });
            };
            if let Some(bare) = bare {
                push(file.tokens[at].range(), bare);
                push(file.tokens[mask].start..file.tokens[mask + 2].start, "");
            } else {
                push(file.tokens[mask].range(), "");
            }
            true
        }
        // Functions that need a mask get one of all lanes.
        WarpMasks::Widen | WarpMasks::Drop if number => {
            edits.push(widened(file, mask));
            true
        }
        WarpMasks::Widen => file
            .scan
            .places
            .numbers
            .iter()
            .any(|&n| is_defined_mask(source, n) && source.word(n - 1) == source.word(mask)),
        WarpMasks::Drop => false,
    }
}

/// Functions that AMD's HIP also has without a mask.
const WITHOUT_MASK: [(&[u8], &str); 7] = [
    (b"__all_sync", "__all"),
    (b"__any_sync", "__any"),
    (b"__ballot_sync", "__ballot"),
    (b"__shfl_down_sync", "__shfl_down"),
    (b"__shfl_sync", "__shfl"),
    (b"__shfl_up_sync", "__shfl_up"),
    (b"__shfl_xor_sync", "__shfl_xor"),
];

/// Returns whether a number defines a mask: `#define FULL_MASK 0xffffffff`.
fn is_defined_mask(source: Source<'_>, at: usize) -> bool {
    let defined = at > 2
        && source.word(at - 2) == b"define"
        && source.structure.directive(at).is_some_and(|directive| directive.end == at + 1);
    defined && is_ones(source.word(at)) && is_mask_name(source.word(at - 1))
}

/// Returns whether a word is a number of 32 ones.
fn is_ones(word: &[u8]) -> bool {
    let word = word.to_ascii_lowercase();
    let digits = word.strip_prefix(b"0x").map_or(&b""[..], |d| d.trim_ascii_end());
    word.starts_with(b"0xffffffff") && digits.iter().take_while(|b| b.is_ascii_hexdigit()).count() == 8
}

/// Returns whether a name is a common one for such a mask.
fn is_mask_name(word: &[u8]) -> bool {
    let word = word.to_ascii_lowercase();
    word.ends_with(b"full_mask") || word.ends_with(b"fullmask") || word.ends_with(b"warp_mask")
}

/// Returns whether an argument is a mask of 32 ones, as a number or by a common name.
fn full_mask(source: Source<'_>, at: usize) -> bool {
    let word = source.word(at);
    (is_ones(word) || is_mask_name(word)) && (source.is(at + 1, b',') || source.is(at + 1, b')'))
}

/// Returns whether the variable at a token is declared with a 32-bit type.
fn narrow(file: &File<'_>, at: usize) -> bool {
    let source = file.scope();
    source.tokens[at].kind == TokenKind::Ident
        && file.declaration(at + 1, source.word(at)).is_some_and(|found| {
            let long = found.ty.clone().any(|n| source.word(n) == b"long");
            !long && source.names_type(&found.ty, &NARROW)
        })
}

/// Returns whether an operand assumes 32 lanes: `threadIdx.x & 31`, `tid / 32`, `lane % 32`, `threadIdx.x >>
/// 5`.
fn counts_on_32(source: Source<'_>, at: usize) -> bool {
    let Some(operator) = at.checked_sub(1) else { return false };
    if !matches!(source.tokens[operator].byte(), b'&' | b'/' | b'%' | b'>') {
        return false;
    }
    let word = source.word(at).to_ascii_lowercase();
    let word = word.strip_suffix(b"u").unwrap_or(&word);
    let operand = match (source.tokens[operator].byte(), word) {
        (b'&', b"31" | b"0x1f") | (b'/' | b'%', b"32") => operator.checked_sub(1),
        (b'>', b"5") if operator > 1 && source.is(operator - 1, b'>') => operator.checked_sub(2),
        _ => None,
    };
    let Some(operand) = operand.filter(|&o| source.tokens[o].kind == TokenKind::Ident) else { return false };
    let first = source.word(source.primary_start(operand));
    let name = source.word(operand).to_ascii_lowercase();
    let holds = |part: &[u8]| name.windows(part.len()).any(|w| w == part);
    first == b"threadIdx" || holds(b"tid") || holds(b"lane") || holds(b"thread")
}

/// Returns whether a name is a common one for the warp size: `WARP_SIZE`, `kWarpSize`, `warpsize`.
fn is_size(word: &[u8]) -> bool {
    let plain: Vec<u8> = word.iter().filter(|b| **b != b'_').map(u8::to_ascii_lowercase).collect();
    plain.windows(8).any(|w| w == b"warpsize")
        || plain.ends_with(b"threadsperwarp")
        || plain.ends_with(b"lanesperwarp")
}

/// Returns the name that a number sets to 32: `#define NAME 32`, `#define NAME (32)`, `NAME = 32`.
fn set_to_32(source: Source<'_>, at: usize) -> Option<usize> {
    if !matches!(source.word(at), b"32" | b"32u" | b"32U" | b"0x20") {
        return None;
    }
    let defined = |name: usize| {
        name > 0 && source.word(name - 1) == b"define" && source.structure.directive(name).is_some()
    };
    let before = at.checked_sub(1)?;
    match source.tokens[before].kind {
        TokenKind::Punct(b'=') => before.checked_sub(1),
        TokenKind::Punct(b'(') => before.checked_sub(1).filter(|&name| defined(name)),
        _ => Some(before).filter(|&name| defined(name)),
    }
}
