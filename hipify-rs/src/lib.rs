//! Translates CUDA sources to the unified `hip*` API.
//!
//! [`translate`] is pure: bytes in, bytes and a [`Report`] out, no file, clock or environment. Files are the business
//! of [`walk`], the command line's of `main`.
//!
//! Renaming is driven by a [lexer](lex) that sees every identifier outside comments and literals, also in macro
//! bodies and in code that does not parse. Rules that need structure read it off the same tokens: [brackets and
//! arguments](structure), [scopes](scope), [launches](chevron). A syntax tree tells the [types] of expressions to rules that
//! need them, and serves to [check](parse) what came out.
//! Rules return [edits](edit) and never change text; the edits are applied once, and the result is lexed again
//! to prove that nothing else changed.

pub mod build;
pub mod call;
pub mod chevron;
pub mod compile_commands;
pub mod config;
pub mod declared;
pub mod diff;
pub mod edit;
pub mod excluded;
pub mod gate;
pub mod lex;
pub mod links;
pub mod map;
pub mod marks;
pub mod mask;
pub mod own;
pub mod parse;
mod pieces;
pub mod proof;
pub mod renames;
pub mod report;
pub mod rule;
pub mod rust;
pub mod scope;
pub mod structure;
pub mod types;
pub mod undo;
pub mod walk;
pub mod write;

use pieces::Part;
use report::Report;
use rule::File;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What becomes of `<<<…>>>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KernelLaunch {
    /// It stays: `hipcc` understands it.
    #[default]
    Keep,
    /// It becomes `hipLaunchKernelGGL(…)`.
    Ggl,
}

/// Whose names the libraries' functions get.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// The portable ones: hipBLAS, hipFFT, hipRAND…
    #[default]
    Hip,
    /// ROCm's own, where there are some: rocBLAS, rocFFT, MIOpen…
    Roc,
    /// The portable ones, but MIOpen for cuDNN.
    Miopen,
    /// ROCm's own, and MIOpen's names for what goes with it.
    RocMiopen,
}

/// Whose spellings names get.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Release {
    /// HIP 7.15's.
    #[default]
    Hip7,
    /// Those of HIP 6, as HIPIFY wrote them then: some fifty differ.
    Hip6,
}

/// What becomes of masks of all 32 lanes: `__shfl_sync(0xffffffff, …)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WarpMasks {
    /// They stay, and are reported.
    #[default]
    Keep,
    /// They become masks of 64 lanes, as HIP 7 wants them on AMD's devices.
    Widen,
    /// They go, with the functions that take one.
    Drop,
}

/// How to translate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// What becomes of launches.
    pub kernel_launch: KernelLaunch,
    /// Whose names the libraries' functions get.
    pub target: Target,
    /// Whose spellings names get.
    pub release: Release,
    /// What becomes of masks of all 32 lanes.
    pub warp_masks: WarpMasks,
    /// Whether names in strings that are looked up at run time (`dlsym`, `cuGetProcAddress`) are translated as well.
    pub strings: bool,
    /// Whether [`walk::treat`] reports what parsed before its translation and does not after.
    pub verify: bool,
    /// The program's own names and what they become; they go before the tables. A name that becomes itself stays.
    pub names: BTreeMap<String, String>,
    /// Macros of the program under names that begin as a library's do: they stay, and nothing is said of them.
    pub macros: BTreeSet<String>,
    /// The program's own headers and what they become, as they stand between quotes or angles.
    pub headers: BTreeMap<String, String>,
    /// Declarations of device pointers in the program's headers.
    pub program: Arc<types::Program>,
    /// File names of the program that become others; includes and build files follow.
    pub renames: renames::Renames,
    /// Where given, what a compiler with these macros would skip stays as it is: branches of `#if` whose conditions are false.
    pub skip: Option<excluded::Defines>,
    /// Macros whose calls stand for chevrons: `kernel NAME(grid, block)(arguments)`.
    pub launch_macros: BTreeSet<String>,
}

/// A translated text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    /// The new text; bytes that no edit names are the old ones.
    pub text: Vec<u8>,
    /// What was done, what was not, and why.
    pub report: Report,
}

/// The largest texts' room is not kept: this many tokens.
const ROOM: usize = 1 << 20;

/// Memory that a thread's next text is read into, so that a tree of files does not ask for it file by file.
#[derive(Default)]
struct Room {
    lexed: lex::Lexed,
    structure: structure::Structure,
    names: Vec<rule::Name>,
}

/// Translates one C or C++ source.
///
/// Never fails: what cannot be translated stays as it is and stands in the report. Translating the result again
/// changes nothing.
pub fn translate(text: &[u8], options: &Options) -> Translation {
    thread_local! {
        static KEPT: std::cell::Cell<Room> = std::cell::Cell::default();
    }
    if options.renames.is_empty() && options.program.is_empty() && !gate::may_be_cuda(text, options) {
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
    let lex::Lexed { tokens, directives, places } = lex::lex_in(text, lexed);
    let mut report = Report::default();
    let (mut marks, mut names) = marks::Marks::new_in(names, text, &tokens, places, options);
    let any = !marks.chevrons.is_empty()
        || rule::include::any(text, &tokens, &marks)
        || rule::string::any(text, &tokens, &marks)
        || rule::conditional::any(&marks)
        || rule::assembly::any(&marks)
        || rule::paste::any(text, &tokens, &marks)
        || rule::setting::any(text, &tokens, options)
        || options.program.concerns(text, &tokens, &marks.places.idents);
    let any = any || part.device && !part.rest;
    if names.is_empty() && !any && options.launch_macros.is_empty() && options.renames.is_empty() {
        *room = Room { lexed: lex::Lexed { tokens, directives, places: marks.places }, structure, names };
        return Translation { text: text.to_vec(), report };
    }
    let mut structure = structure::Structure::new_in(structure, text, &tokens, directives);
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
    *room = Room { lexed: lex::Lexed { tokens, directives, places: marks.places }, structure, names };
    Translation { text: applied.text, report }
}
