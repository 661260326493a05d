//! Alignment of local arrays that are accessed as vectors. Pure.
//!
//! A program may fill its array of halves by vectors of 16 bytes. Clang writes such accesses, but leaves the
//! array at its type's alignment; nvcc aligns the array as they ask. If the PTX shows such an access, the
//! source is compiled again by way of LLVM's text, in which arrays and structures get the alignment of the
//! widest vector.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// Bytes of the widest vector.
const WIDEST: usize = 16;

/// Returns whether a function of some PTX accesses its frame (`__local_depot`) by a vector at an offset that
/// does not suit it.
pub fn is_misaligned(text: &str) -> bool {
    if !text.contains(".local.v") {
        return false;
    }
    let mut align = 0;
    // Offsets in the frame, by the registers of their addresses.
    let mut registers: BTreeMap<&str, usize> = BTreeMap::new();
    for line in text.lines() {
        let code = line.trim();
        if let Some(of_frame) = declared(code) {
            align = of_frame;
            registers.clear();
        } else if let Some((register, offset)) = address(code) {
            registers.insert(register, offset);
        } else if let Some((register, offset)) = derived(code, &registers) {
            registers.insert(register, offset);
        } else if let Some((base, further, size)) = vector(code)
            && let Some(at) = registers.get(base).and_then(|offset| offset.checked_add_signed(further))
            && (align < size || at % size != 0)
        {
            return true;
        }
    }
    false
}

/// Parses `.local .align 8 .b8  __local_depot1[152];` and returns the alignment.
fn declared(code: &str) -> Option<usize> {
    let (align, rest) = code.strip_prefix(".local .align ")?.split_once(' ')?;
    rest.contains("__local_depot").then_some(align.parse().ok()?)
}

/// Parses `add.u64  %rd2, %SPL, 24;` and returns the register and the offset.
fn address(code: &str) -> Option<(&str, usize)> {
    let rest = code.strip_prefix("add.u64 \t").or_else(|| code.strip_prefix("add.s64 \t"))?;
    let (register, rest) = rest.strip_suffix(';')?.split_once(", ")?;
    let offset = rest.strip_prefix("%SPL, ").or_else(|| rest.strip_prefix("%SP, "))?;
    Some((register, offset.parse().ok()?))
}

/// Parses `cvta.to.local.u64 %rd3, %rd2;` and `add.s64 %rd3, %rd2, %rd1;` of a known register and returns the
/// new one and the offset. What is added is taken for a multiple of the vector's size.
fn derived<'a>(code: &'a str, registers: &BTreeMap<&str, usize>) -> Option<(&'a str, usize)> {
    let rest = code.strip_prefix("cvta.to.local.u64 \t").or_else(|| code.strip_prefix("add.s64 \t"))?;
    let (register, bases) = rest.strip_suffix(';')?.split_once(", ")?;
    Some((register, bases.split(", ").find_map(|base| registers.get(base).copied())?))
}

/// Parses an access to a vector in local memory: the register of its address, what is added, and its size.
fn vector(code: &str) -> Option<(&str, isize, usize)> {
    let rest = code.strip_prefix("st.local.v").or_else(|| code.strip_prefix("ld.local.v"))?;
    let (lanes, rest) = rest.split_once('.')?;
    let bits = rest.split_ascii_whitespace().next()?.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let size = lanes.parse::<usize>().ok()? * (bits.parse::<usize>().ok()? / 8);
    let (address, _) = rest.split_once('[')?.1.split_once(']')?;
    let (base, further) = address.split_once('+').unwrap_or((address, "0"));
    Some((base, further.parse().ok()?, size.max(1)))
}

/// Returns LLVM's text with local arrays and structures aligned for the widest vector.
pub fn raised(llvm: &str) -> String {
    let line = |line| -> Cow<'_, str> {
        let aligned = |line: &'_ str| {
            let (_, variable) = line.split_once(" = alloca ")?;
            // The others are numbers and addresses.
            let is_aggregate = variable.starts_with(['[', '%', '{', '<']);
            let at = line.rfind(", align ")? + ", align ".len();
            let digits = line[at..].bytes().take_while(u8::is_ascii_digit).count();
            let is_less = line[at..at + digits].parse::<usize>().is_ok_and(|align| align < WIDEST);
            (is_aggregate && is_less).then(|| format!("{}{WIDEST}{}", &line[..at], &line[at + digits..]))
        };
        aligned(line).map_or(Cow::Borrowed(line), Cow::Owned)
    };
    llvm.split_inclusive('\n').map(line).collect()
}

/// Changes the front-end command that makes PTX of a source to make it of LLVM's text.
pub fn of_llvm(command: &[String], path: &str) -> Vec<String> {
    let input = command.iter().rposition(|word| word == "-x").unwrap_or(command.len());
    command[..input].iter().cloned().chain(["-x", "ir", path].map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_at_unsuitable_offsets_are_found() {
        let text = |align: usize, lines: &[&str]| {
            let lines: String = lines.iter().map(|line| format!("\t{line};\n")).collect();
            format!(
                ".visible .entry k(\n)\n{{\n\t.local .align {align} .b8 \t__local_depot1[152];\n\
                 \tmov.u64 \t%SPL, __local_depot1;\n{lines}}}\n"
            )
        };
        let store = "st.local.v4.u32 \t[%rd2+16], {%r1, %r2, %r3, %r4}";
        for (align, lines, want) in [
            (16, ["add.u64 \t%rd2, %SPL, 24", store], true),
            (8, ["add.u64 \t%rd2, %SPL, 32", store], true),
            (16, ["add.u64 \t%rd1, %SP, 24;\n\tcvta.to.local.u64 \t%rd2, %rd1", store], true),
            (16, ["add.u64 \t%rd1, %SPL, 28;\n\tadd.s64 \t%rd2, %rd1, %rd9", store], true),
            (16, ["add.u64 \t%rd2, %SPL, 32", store], false),
            (16, ["add.u64 \t%rd3, %SPL, 24", store], false),
            (8, ["add.u64 \t%rd2, %SPL, 24", "ld.local.v2.f32 \t{%f1, %f2}, [%rd2+8]"], false),
            (4, ["add.s64 \t%rd2, %SP, 24", "ld.local.v2.b16 \t{%rs1, %rs2}, [%rd2+-2]"], true),
        ] {
            assert_eq!(is_misaligned(&text(align, &lines)), want, "{align} {lines:?}");
        }
        assert!(!is_misaligned("st.local.v4.u32 \t[%rd2], {%r1, %r2, %r3, %r4};\n"));
    }

    #[test]
    fn arrays_and_structures_are_raised() {
        let text = "  %3 = alloca ptr, align 8\n  %4 = alloca [3 x double], align 8\n  %5 = alloca %struct.S, align 2, !dbg !4\n\
            \x20 %6 = alloca %struct.T, align 32\n  store ptr %0, ptr %3, align 8\n";
        let want = "  %3 = alloca ptr, align 8\n  %4 = alloca [3 x double], align 16\n  %5 = alloca %struct.S, align 16, !dbg !4\n\
            \x20 %6 = alloca %struct.T, align 32\n  store ptr %0, ptr %3, align 8\n";
        assert_eq!(raised(text), want);
        let command = ["clang", "-cc1", "-S", "-o", "a.s", "-x", "hip", "a.hip"].map(str::to_owned);
        assert_eq!(of_llvm(&command, "a.ll").join(" "), "clang -cc1 -S -o a.s -x ir a.ll");
    }
}
