//! Contexts: `cuCtxCreate` has two to five arguments, depending on the CUDA version; HIP's has three.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::map::rules::{CREATE, GREEN};
use crate::report::{Reason, Report};
use crate::scope::Source;
use crate::structure::Argument;
use std::collections::BTreeMap;

const NULLS: [&[u8]; 4] = [b"NULL", b"nullptr", b"0", b"{}"];

/// Type of creation parameters, and its tag.
const PARAMETERS: [&[u8]; 2] = [b"CUctxCreateParams", b"CUctxCreateParams_st"];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let mut zeroed = Zeroed::default();
    for (name, args) in file.calls_with(CREATE) {
        let delete = |from: usize, to: usize| Edit {
            at: from..to,
            with: "".into(),
            sureness: Sureness::Certain,
            rule: "context",
        };
        match args.as_slice() {
            // CUDA 13: (context, parameters, flags, device)
            [context, parameters, _, _]
                if NULLS.contains(&file.argument(parameters)) || zeroed.is_address_of(file, parameters) =>
            {
                let (from, to) = removal_range(file, context, parameters);
                edits.push(delete(from, to));
            }
            // CUDA 11.4: (context, affinities, count, flags, device)
            [context, affinities, count, _, _]
                if NULLS.contains(&file.argument(affinities)) && file.argument(count) == b"0" =>
            {
                let (from, to) = removal_range(file, context, count);
                edits.push(delete(from, to));
            }
            [_, _, _, _] | [_, _, _, _, _] => {
                let text = "`hipCtxCreate` has no creation parameters: pass a null pointer".to_owned();
                report.note(file.text, name.start, Reason::Unsupported, text);
            }
            // (context, device): flags are 0
            [context, _] => edits.push(Edit {
                at: context.bytes.end..context.bytes.end,
                with: ", 0".into(),
                sureness: Sureness::Certain,
                rule: "context",
            }),
            _ => {}
        }
    }
    edits.extend(zeroed.declarations(file));
    green_flag(file, edits, report);
}

/// CUDA 12 requires flag 1 in `cuGreenCtxCreate`; HIP requires 0 and creates no default stream.
fn green_flag(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    for (name, args) in file.calls_with(GREEN) {
        let [_, _, _, flags] = args.as_slice() else { continue };
        match file.argument(flags) {
            b"0" | b"CU_GREEN_CTX_DEFAULT_STREAM" | b"CU_GREEN_CTX_NONE" => {}
            b"1" | b"1u" | b"0x1" => edits.push(Edit {
                at: flags.bytes.clone(),
                with: "0".into(),
                sureness: Sureness::Certain,
                rule: "context",
            }),
            other => {
                let text = String::from_utf8_lossy(other);
                let text = format!("`hipGreenCtxCreate` requires flags of 0: check that `{text}` is 0");
                report.note(file.text, name.start, Reason::Look, text);
            }
        }
    }
}

/// Variables of creation parameters that are all zeros and are only passed to such calls. They are equivalent
/// to a null pointer.
#[derive(Default)]
struct Zeroed<'a> {
    /// Declarations by name, each by its first token and its `;`. Empty if the variable has another use.
    declared: BTreeMap<&'a [u8], Vec<(usize, usize)>>,
}

impl<'a> Zeroed<'a> {
    /// Returns whether an argument is the address of such a variable.
    fn is_address_of(&mut self, file: &File<'a>, argument: &Argument) -> bool {
        let source = file.scope();
        let [at, name] = [argument.tokens.start, argument.tokens.start + 1];
        if argument.tokens.len() != 2 || !source.is(at, b'&') || file.tokens[name].kind != TokenKind::Ident {
            return false;
        }
        let found = self.declared.entry(source.word(name)).or_insert_with_key(|word| {
            let uses = file.scan.places.idents.iter().copied().filter(|&n| source.word(n) == *word);
            let uses: Vec<_> = uses.filter(|&n| !is_given(source, n)).collect();
            let declared: Vec<_> = uses.iter().filter_map(|&n| declaration(source, n)).collect();
            if declared.len() == uses.len() { declared } else { Vec::new() }
        });
        !found.is_empty()
    }

    /// Returns edits that remove the declarations, each with its line if the line has nothing else.
    fn declarations(self, file: &File<'a>) -> Vec<Edit> {
        let text = file.text;
        let remove = |(first, last): (usize, usize)| {
            let at = file.tokens[first].start..file.tokens[last].end;
            let start = text[..at.start].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
            let end = text[at.end..].iter().position(|&b| b == b'\n').map_or(text.len(), |n| at.end + n + 1);
            let blank = |range: std::ops::Range<usize>| text[range].iter().all(u8::is_ascii_whitespace);
            let gap = usize::from(text.get(at.end) == Some(&b' '));
            let at = if blank(start..at.start) && blank(at.end..end) {
                start..end
            } else {
                at.start..at.end + gap
            };
            Edit { at, with: "".into(), sureness: Sureness::Certain, rule: "context" }
        };
        self.declared.into_values().flatten().map(remove).collect()
    }
}

/// Returns whether a variable's address is passed as the parameters of a call that creates a context.
fn is_given(source: Source<'_>, at: usize) -> bool {
    let call = || {
        let open = source.structure.inside(at)?;
        let name = std::str::from_utf8(source.word(open.checked_sub(1)?)).ok()?;
        let arguments = source.arguments(open, source.structure.partner(open)?)?;
        let [_, parameters, _, _] = arguments.as_slice() else { return None };
        Some(CREATE.contains(&name) && parameters.tokens == (at - 1..at + 1))
    };
    at > 0 && source.is(at - 1, b'&') && call() == Some(true)
}

/// Returns the first and last token of the declaration `CUctxCreateParams p = {0};` or `CUctxCreateParams p =
/// CUctxCreateParams();`, if this is its name.
fn declaration(source: Source<'_>, at: usize) -> Option<(usize, usize)> {
    let ty = at.checked_sub(1).filter(|&ty| PARAMETERS.contains(&source.word(ty)))?;
    let named = ty.checked_sub(1).filter(|&n| source.word(n) == b"struct").unwrap_or(ty);
    let first = named.checked_sub(1).filter(|&n| source.word(n) == b"const").unwrap_or(named);
    let value = if source.is(at + 1, b'=') { at + 2 } else { at + 1 };
    let constructed = value > at + 1 && PARAMETERS.contains(&source.word(value));
    let open = if constructed { value + 1 } else { value };
    let opens = source.is(open, b'{') || constructed && source.is(open, b'(');
    let close = source.structure.partner(open).filter(|_| opens)?;
    let zeros = (open + 1..close).all(|n| source.is(n, b',') || NULLS.contains(&source.word(n)));
    let whole = source.structure.statement_start(at) == first && source.is(close + 1, b';');
    (zeros && whole).then_some((first, close + 1))
}

/// Returns the bytes to remove for the arguments after `kept`, up to `last`: with the commas before them, or,
/// if there are comments, with the commas after them.
fn removal_range(file: &File<'_>, kept: &Argument, last: &Argument) -> (usize, usize) {
    let plain =
        |from: usize, to: usize| file.text[from..to].iter().all(|b| b.is_ascii_whitespace() || *b == b',');
    let first = file.tokens[kept.tokens.end + 1].start;
    match file.tokens.get(last.tokens.end) {
        Some(comma) if comma.is(b',') && !plain(kept.bytes.end, first) => (first, comma.end),
        _ => (kept.bytes.end, last.bytes.end),
    }
}
