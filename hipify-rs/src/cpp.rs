//! C and C++ sources: one walk over the tokens, the rules, one application of their edits.

mod pieces;

use crate::lex::{self, Lexed};
use crate::marks::Marks;
use crate::report::{Report, Translation};
use crate::rule::{self, File, Name, Part};
use crate::structure::Structure;
use crate::{Options, chevron, declared, edit, excluded, gate, own, proof, scope};

/// The largest texts' room is not kept: this many tokens.
const ROOM: usize = 1 << 20;

/// Memory that a thread's next text is read into, so that a tree of files does not ask for it file by file.
#[derive(Default)]
struct Room {
    lexed: Lexed,
    structure: Structure,
    names: Vec<Name>,
}

/// Translates one C or C++ source.
///
/// Never fails: what cannot be translated stays as it is and stands in the report. Translating the result
/// again changes nothing.
pub fn translate(text: &[u8], options: &Options) -> Translation {
    thread_local! {
        static KEPT: std::cell::Cell<Room> = std::cell::Cell::default();
    }
    let is_plain =
        options.renames.is_empty() && options.program.is_empty() && options.left_headers.is_empty();
    if is_plain && !gate::may_be_cuda(text, options) {
        return Translation { text: text.to_vec(), report: Report::default() };
    }
    if text.len() > pieces::LONG {
        return pieces::translate(text, options, pieces::PIECE);
    }
    let mut room = KEPT.take();
    let translation = translate_in(&mut room, text, options, Part::default());
    if room.lexed.tokens.capacity() <= ROOM {
        KEPT.set(room);
    }
    translation
}

/// Translates a text in some room, and leaves the room for another one.
fn translate_in(room: &mut Room, text: &[u8], options: &Options, part: Part) -> Translation {
    let Room { lexed, structure, names } = std::mem::take(room);
    let Lexed { tokens, directives, places } = lex::lex_in(text, lexed);
    let mut report = Report::default();
    let (mut marks, mut names) = Marks::new_in(names, text, &tokens, places, options);
    let any = !marks.chevrons.is_empty()
        || rule::include::any(text, &tokens, &marks)
        || rule::string::any(text, &tokens, &marks)
        || rule::conditional::any(&marks)
        || rule::assembly::any(&marks)
        || rule::paste::any(text, &tokens, &marks)
        || rule::setting::any(text, &tokens, options)
        || options.program.concerns(text, &tokens, &marks.places.idents);
    let any = any || part.device && !part.rest || !options.left_headers.is_empty();
    if names.is_empty() && !any && options.launch_macros.is_empty() && options.renames.is_empty() {
        *room = Room { lexed: Lexed { tokens, directives, places: marks.places }, structure, names };
        return Translation { text: text.to_vec(), report };
    }
    let mut structure = Structure::new_in(structure, text, &tokens, directives);
    let source = scope::Source { text, tokens: &tokens, structure: &structure };
    if let Some(defines) = &options.skip {
        marks.leave(excluded::find(source, defines), &mut names);
    }
    own::mark(source, &mut names);
    rule::paste::leave(source, &marks, &mut names);
    let mut launches = chevron::find(source, &marks.chevrons, &options.launch_macros);
    launches.retain(|launch| !marks.is_left(launch.open.start));
    let file = File {
        text,
        tokens: &tokens,
        structure: &structure,
        launches: &launches,
        names: &names,
        marks: &marks,
        options,
        declarations: declared::Declarations::default(),
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
        // Cannot happen by construction; if it does, the text as it was is the safe answer.
        applied =
            edit::Applied { text: text.to_vec(), edits: Vec::new(), ends: Vec::new(), dropped: Vec::new() };
        report.internal("the edits changed more than they name; the file was left as it was");
    }
    report.finish(text, &names, &applied);
    let directives = structure.take_directives();
    *room = Room { lexed: Lexed { tokens, directives, places: marks.places }, structure, names };
    Translation { text: applied.text, report }
}
