//! Translation of C and C++ sources: one scan over the tokens, the rules, one application of their edits.

mod pieces;

pub use pieces::split_long;

use crate::lex::{self, Lexed};
use crate::report::{Report, Translation};
use crate::rule::{self, File, Name, Part};
use crate::scan::Scan;
use crate::structure::Structure;
use crate::{Options, chevron, declarations, edit, excluded, prefilter, proof, scope, symbols};

/// Capacity, in tokens, up to which a thread keeps its buffers.
const KEPT_TOKENS: usize = 1 << 20;

/// Buffers that a thread reuses from text to text, to avoid allocations for each file.
#[derive(Default)]
struct Buffers {
    lexed: Lexed,
    structure: Structure,
    names: Vec<Name>,
}

/// Translates one C or C++ source.
///
/// Never fails: text that cannot be translated stays, and the report lists it. Translating the result again
/// changes nothing.
pub fn translate(text: &[u8], options: &Options) -> Translation {
    thread_local! {
        static KEPT: std::cell::Cell<Buffers> = std::cell::Cell::default();
    }
    let is_alone = options.renames.is_empty() && options.program.is_empty() && options.members.is_empty();
    if is_alone && !prefilter::may_be_cuda(text, options) {
        return Translation { text: text.to_vec(), report: Report::default() };
    }
    if text.len() > pieces::LONG {
        return pieces::translate(text, options, pieces::PIECE);
    }
    let mut buffers = KEPT.take();
    let translation = translate_in(&mut buffers, text, options, Part::default());
    if buffers.lexed.tokens.capacity() <= KEPT_TOKENS {
        KEPT.set(buffers);
    }
    translation
}

/// Translates a text in some buffers.
fn translate_in(buffers: &mut Buffers, text: &[u8], options: &Options, part: Part) -> Translation {
    let Buffers { lexed, structure, names } = std::mem::take(buffers);
    let Lexed { tokens, directives, places } = lex::lex_into(text, lexed);
    let mut report = Report::default();
    let (mut scan, mut names) = Scan::new_in(names, text, &tokens, places, options);
    let any = !scan.chevrons.is_empty()
        || rule::include::applies(text, &tokens, &scan, options)
        || rule::string::applies(text, &tokens, &scan)
        || rule::conditional::applies(&scan)
        || rule::thrust::applies(&scan)
        || rule::assembly::applies(&scan)
        || rule::paste::applies(text, &tokens, &scan)
        || rule::setting::applies(text, &tokens, options)
        || rule::member::applies(text, &options.members)
        || options.program.concerns(text, &tokens, &scan.places.idents);
    let any = any || part.device && !part.rest;
    if names.is_empty() && !any && options.launch_macros.is_empty() && options.renames.is_empty() {
        *buffers = Buffers { lexed: Lexed { tokens, directives, places: scan.places }, structure, names };
        return Translation { text: text.to_vec(), report };
    }
    let mut structure = Structure::new_in(structure, text, &tokens, directives);
    let source = scope::Source { text, tokens: &tokens, structure: &structure };
    if let Some(defines) = &options.skip {
        scan.leave(excluded::find(source, defines), &mut names);
    }
    symbols::mark(source, &mut names);
    rule::paste::leave(source, &scan, &mut names);
    let mut launches = chevron::find(source, &scan.chevrons, &options.launch_macros);
    launches.retain(|launch| !scan.is_left(launch.open.start));
    let file = File {
        text,
        tokens: &tokens,
        structure: &structure,
        launches: &launches,
        names: &names,
        scan: &scan,
        options,
        declarations: declarations::Declarations::default(),
        types: Default::default(),
        part,
    };
    let mut edits = Vec::new();
    for rule in rule::ALL {
        report.enter(rule.name);
        (rule.run)(&file, &mut edits, &mut report);
    }
    let mut applied = edit::apply(text, edits);
    if !proof::only_intended(text, &tokens, &applied) {
        // Impossible by construction. If it happens, the unchanged text is the safe result.
        applied =
            edit::Applied { text: text.to_vec(), edits: Vec::new(), ends: Vec::new(), dropped: Vec::new() };
        report.internal("the edits changed more tokens than they name; the file was left unchanged");
    }
    report.finish(text, &names, &applied);
    let directives = structure.take_directives();
    *buffers = Buffers { lexed: Lexed { tokens, directives, places: scan.places }, structure, names };
    Translation { text: applied.text, report }
}
