//! Launches: `kernel<<<grid, block, shared, stream>>>(args)` → `hipLaunchKernelGGL(…)`, with `--kernel-launch
//! ggl`.

use super::File;
use super::dynamic_parallelism::{bodies, is_inside};
use crate::chevron::Chevron;
use crate::edit::{Edit, Sureness};
use crate::report::{Reason, Report};
use crate::scope::Source;
use crate::structure::Argument;
use crate::{KernelLaunch, kernels};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let ggl = file.options.kernel_launch == KernelLaunch::Ggl;
    let mut known = BTreeSet::new();
    if ggl && !file.launches.is_empty() {
        known = kernels::templates(file.scope(), file.scan);
        known.extend(file.options.program.kernels.iter().map(String::as_bytes));
    }
    let ends: BTreeSet<usize> = if ggl {
        file.launches.iter().filter_map(|l| Some(l.arguments?.1)).collect()
    } else {
        BTreeSet::new()
    };
    // Launches from device code stay: the macro is for host code.
    let on_device = if ggl && !file.launches.is_empty() { bodies(file) } else { Vec::new() };
    for launch in file.launches {
        report.launch();
        if !ggl || is_inside(&on_device, launch.open.start) {
            keep(file, launch, edits);
            continue;
        }
        match rewrite(file, launch, &known, &ends) {
            Ok(mut found) => edits.append(&mut found),
            Err(why) => {
                keep(file, launch, edits);
                let text = format!("this launch is left unchanged: {why}");
                report.note(file.text, file.tokens[launch.open.start].start, Reason::Look, text);
            }
        }
    }
}

fn edit(from: usize, to: usize, with: impl Into<Cow<'static, str>>) -> Edit {
    Edit { at: from..to, with: with.into(), sureness: Sureness::Certain, rule: "launch" }
}

/// Edits a launch that keeps its chevrons, so that other compilers accept it.
fn keep(file: &File<'_>, launch: &Chevron, edits: &mut Vec<Edit>) {
    join_chevrons(file, launch, edits);
    name_braces(file, launch, edits);
}

/// Writes `dim3` before a grid or a block in braces: clang takes only expressions between chevrons.
fn name_braces(file: &File<'_>, launch: &Chevron, edits: &mut Vec<Edit>) {
    let source = file.scope();
    // The text of a macro's settings is another place.
    if !file.tokens[launch.open.start].is(b'<') {
        return;
    }
    let settings = source.arguments(launch.open.end - 1, launch.close.start).unwrap_or_default();
    for setting in settings.iter().take(2) {
        let (first, last) = (setting.tokens.start, setting.tokens.end - 1);
        if source.is(first, b'{') && source.structure.partner(first) == Some(last) {
            edits.push(edit(setting.bytes.start, setting.bytes.start, "dim3"));
        }
    }
}

/// Replaces `<< <` by `<<<`: nvcc accepts both, other compilers do not.
fn join_chevrons(file: &File<'_>, launch: &Chevron, edits: &mut Vec<Edit>) {
    for range in [&launch.open, &launch.close].into_iter().filter(|range| range.len() == 3) {
        for at in range.start..range.end - 1 {
            let (from, to) = (file.tokens[at].end, file.tokens[at + 1].start);
            if file.tokens[at].byte() == file.tokens[at + 1].byte() && from < to {
                edits.push(edit(from, to, ""));
            }
        }
    }
}

/// Returns whether there are only blanks between two positions.
fn blank(file: &File<'_>, from: usize, to: usize) -> bool {
    file.text[from..to].iter().all(|b| matches!(b, b' ' | b'\t'))
}

/// Returns the edits of a launch, small ones so that comments and line ends between its parts stay, or the
/// reason why it stays. `ends` are the closing brackets of launches' arguments.
fn rewrite(
    file: &File<'_>,
    launch: &Chevron,
    templates: &BTreeSet<&[u8]>,
    ends: &BTreeSet<usize>,
) -> Result<Vec<Edit>, &'static str> {
    let (source, tokens) = (file.scope(), file.tokens);
    let last_of_kernel = launch.open.start.checked_sub(1).ok_or("there is no kernel before it")?;
    if !source.ends_operand(last_of_kernel) {
        return Err("the expression before it is no kernel");
    }
    let first_of_kernel = source.primary_start(last_of_kernel);
    let directive = source.structure.directive(launch.open.start);
    if [first_of_kernel, last_of_kernel].iter().any(|&n| source.structure.directive(n) != directive) {
        return Err("there is a directive between it and its kernel");
    }
    let launched = |n: usize| source.word(n) == b"hipLaunchKernelGGL";
    if ends.contains(&last_of_kernel) || (first_of_kernel..last_of_kernel).any(launched) {
        return Err("the expression before it is another launch");
    }
    if matches!(tokens[first_of_kernel].byte(), b')' | b']') {
        return Err("a bracket before it is never opened");
    }
    let settings = source
        .arguments(launch.open.end - 1, launch.close.start)
        .ok_or("its settings cannot be separated")?;
    let (open, close) = launch.arguments.ok_or("no argument list follows")?;
    // After the bracket `#` is just a character; elsewhere it might begin a directive.
    if tokens[open + 1].byte() == b'#' {
        return Err("its arguments begin with `#`");
    }
    if is_conditional(source, open + 1..close) {
        return Err("a directive decides whether it has arguments");
    }
    let [grid, _, rest @ ..] = settings.as_slice() else {
        return Err("it lacks the grid or the block");
    };
    if rest.len() > 2 {
        return Err("it has more than four settings");
    }
    let mut edits = Vec::new();
    let (start, end) = (tokens[first_of_kernel].start, tokens[last_of_kernel].end);
    let template = (first_of_kernel..=last_of_kernel).any(|n| tokens[n].is(b'<'))
        || templates.contains(source.word(last_of_kernel));
    let head = if template { "hipLaunchKernelGGL(HIP_KERNEL_NAME(" } else { "hipLaunchKernelGGL(" };
    edits.push(edit(start, start, head));
    let needs_dim3 = |setting: &Argument| !is_dim3(source, setting.tokens.clone());
    // Usually there is nothing but the chevrons between kernel and grid, and one edit suffices. In texts with
    // many launches the number of edits determines the time.
    let begun = plain_end(file, end, launch.open.clone()) == Some(grid.bytes.start);
    if begun {
        let with = match (template, needs_dim3(grid)) {
            (true, true) => "), dim3(",
            (true, false) => "), ",
            (false, true) => ", dim3(",
            (false, false) => ", ",
        };
        edits.push(edit(end, grid.bytes.start, with));
    } else {
        edits.push(edit(end, end, if template { ")," } else { "," }));
        fold(file, end, launch.open.clone(), " ", &mut edits);
    }

    let count = settings.len();
    let empty = close == open + 1;
    // Text after the last setting: zeros for omitted settings, and a comma before the arguments.
    let tail = |n: usize, bracket: bool| {
        let (left_out, comma) = if n + 1 == count { (2 - rest.len(), !empty) } else { (0, false) };
        closing(bracket, left_out, comma)
    };
    let mut joined = None;
    for (n, setting) in settings.iter().enumerate() {
        // Only parentheses protect commas from the macro's argument list.
        let opening = match n < 2 {
            true if needs_dim3(setting) => "dim3(",
            false if has_bare_comma(source, setting.tokens.clone()) => "(",
            _ => "",
        };
        let written = n == 0 && begun || joined == Some(n);
        if !opening.is_empty() && !written {
            edits.push(edit(setting.bytes.start, setting.bytes.start, opening));
        }
        let (end, with) = (setting.bytes.end, tail(n, !opening.is_empty()));
        // Between grid and block, if both get parentheses and the usual comma separates them.
        let next = settings.get(n + 1).map_or(end, |next| next.bytes.start);
        if n == 0
            && with == ")"
            && settings.get(1).is_some_and(needs_dim3)
            && matches!(&file.text[end..next], b"," | b", ")
        {
            edits.push(edit(end, next, "), dim3("));
            joined = Some(1);
            continue;
        }
        // Normalise to a blank after the comma.
        if &file.text[end..next] == b"," && matches!(with, "" | ")") {
            edits.push(edit(end, next, if with.is_empty() { ", " } else { "), " }));
            continue;
        }
        let folded = launch.close.start..open + 1;
        match plain_end(file, end, folded.clone()).filter(|_| n + 1 == count) {
            Some(to) => edits.push(edit(end, to, if empty { with.into() } else { spaced(with) })),
            None => {
                if !with.is_empty() {
                    edits.push(edit(end, end, with));
                }
                if n + 1 == count {
                    fold(file, end, folded, if empty { "" } else { " " }, &mut edits);
                }
            }
        }
    }
    Ok(edits)
}

/// Adds a blank after the text that closes the last setting.
fn spaced(closing: &'static str) -> Cow<'static, str> {
    match closing {
        ")," => "), ".into(),
        "), 0," => "), 0, ".into(),
        "), 0, 0," => "), 0, 0, ".into(),
        "," => ", ".into(),
        ", 0," => ", 0, ".into(),
        ", 0, 0," => ", 0, 0, ".into(),
        other => format!("{other} ").into(),
    }
}

/// Returns the start of the token after some tokens, if there are only blanks around them from `from` on.
fn plain_end(file: &File<'_>, from: usize, tokens: Range<usize>) -> Option<usize> {
    let mut at = from;
    for token in &file.tokens[tokens.clone()] {
        if !blank(file, at, token.start) {
            return None;
        }
        at = token.end;
    }
    let next = file.tokens.get(tokens.end)?.start;
    blank(file, at, next).then_some(next)
}

/// Returns the text that closes a setting: its bracket, a zero for each omitted setting, a comma.
fn closing(bracket: bool, left_out: usize, comma: bool) -> &'static str {
    match (bracket, left_out, comma) {
        (true, 0, false) => ")",
        (true, 0, true) => "),",
        (true, 1, false) => "), 0",
        (true, 1, true) => "), 0,",
        (true, _, false) => "), 0, 0",
        (true, _, true) => "), 0, 0,",
        (false, 0, false) => "",
        (false, 0, true) => ",",
        (false, 1, false) => ", 0",
        (false, 1, true) => ", 0,",
        (false, _, false) => ", 0, 0",
        (false, _, true) => ", 0, 0,",
    }
}

/// Replaces some tokens, and the blanks around them from `from` on, by `with`. If there is more than blanks
/// between them, that text stays.
fn fold(file: &File<'_>, from: usize, tokens: Range<usize>, with: &'static str, edits: &mut Vec<Edit>) {
    if let Some(to) = plain_end(file, from, tokens.clone()) {
        edits.push(edit(from, to, with));
        return;
    }
    let mut gaps = vec![(from, file.tokens[tokens.start].start)];
    gaps.extend(tokens.clone().map(|at| (file.tokens[at].end, file.tokens[at + 1].start)));
    // Of two successive runs of blanks keep the last; keep one between a word and a comment.
    let space = |from: usize, to: usize| file.text[from..to].iter().all(u8::is_ascii_whitespace);
    let (&(last, to), before) = gaps.split_last().unwrap_or((&(from, from), &[]));
    let newline = matches!(file.text[last], b'\r' | b'\n');
    for &(from, to) in before {
        if from < to && (blank(file, from, to) || space(from, to) && newline) {
            edits.push(edit(from, to, ""));
        }
    }
    if blank(file, last, to) {
        edits.push(edit(last, to, ""));
    }
    let joins =
        before.iter().all(|&(from, to)| blank(file, from, to)) && !file.text[last].is_ascii_whitespace();
    edits.extend(tokens.clone().map(|at| {
        edit(file.tokens[at].start, file.tokens[at].end, if joins && at + 1 == tokens.end { " " } else { "" })
    }));
}

/// Returns whether a setting is just `dim3(…)`.
fn is_dim3(source: Source<'_>, range: Range<usize>) -> bool {
    let (first, last) = (range.start, range.end - 1);
    source.word(first) == b"dim3"
        && source.is(first + 1, b'(')
        && source.structure.partner(first + 1) == Some(last)
}

/// Returns whether there is a comma among these tokens outside parentheses.
fn has_bare_comma(source: Source<'_>, range: Range<usize>) -> bool {
    let mut at = range.start;
    while at < range.end {
        if source.is(at, b'(') {
            at = source.structure.partner(at).unwrap_or(at).max(at);
        } else if source.is(at, b',') {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns whether a directive decides if there is anything among these tokens.
fn is_conditional(source: Source<'_>, range: Range<usize>) -> bool {
    let alternative = |at: usize| source.word(at) == b"else" && source.structure.directive(at).is_some();
    !range.is_empty()
        && source.structure.directives().binary_search_by_key(&range.start, |d| d.start).is_ok()
        && !range.into_iter().any(alternative)
}
