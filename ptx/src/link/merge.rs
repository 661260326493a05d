//! Resolution of names: the definitions to keep and the names to change. It reads only the modules' indices.

use super::{LinkError, Read};
use crate::ast::{VarSpace, VariableDecl};
use crate::lex::{Lexer, TokenKind};
use crate::parse::index::{FunctionHeader, Linkage, ModuleVar};
use crate::system::{Call, DRIVER_FUNCTIONS};
use std::collections::{BTreeMap, BTreeSet};

/// Place of a declaration: the index of the module, and of the variable or function in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    pub(super) unit: usize,
    pub(super) is_function: bool,
    pub(super) number: usize,
}

/// Result of the resolution.
pub(super) struct Plan<'a> {
    /// Declarations to keep, in the order of the modules: definitions, and names that the driver or the
    /// launch provides.
    pub(super) kept: Vec<Place>,
    /// For each module: local names that clash with another module, and their new names.
    pub(super) renamed: Vec<BTreeMap<&'a str, String>>,
}

/// Declaration of a name.
#[derive(Clone, Copy)]
enum Declared<'a, 'r> {
    Variable(&'r ModuleVar<'a>),
    Function(&'r FunctionHeader<'a>),
}

impl<'a> Declared<'a, '_> {
    fn name(self) -> &'a str {
        match self {
            Declared::Variable(var) => var.decl.name,
            Declared::Function(function) => function.name,
        }
    }

    /// Returns the linkage. A kernel's name is always visible.
    fn linkage(self) -> Linkage {
        match self {
            Declared::Variable(var) => var.linkage,
            Declared::Function(function) if function.kernel && function.linkage == Linkage::Local => {
                Linkage::Visible
            }
            Declared::Function(function) => function.linkage,
        }
    }

    fn is_definition(self) -> bool {
        match self {
            Declared::Variable(var) => !var.is_external(),
            Declared::Function(function) => function.body.is_some(),
        }
    }

    /// Returns the properties in which two declarations of a name must agree, in words. Arrays without a size
    /// agree with any size.
    fn meaning(self) -> String {
        let size = |decl: &VariableDecl<'_>| match decl.unsized_array {
            true => None,
            false => Some(decl.bytes()),
        };
        match self {
            Declared::Variable(var) => {
                let space = match var.decl.space {
                    VarSpace::Const => "constant",
                    VarSpace::Shared => "shared",
                    _ => "global",
                };
                match size(&var.decl) {
                    Some(bytes) => format!("a {space} variable of {bytes} bytes"),
                    None => format!("a {space} variable"),
                }
            }
            Declared::Function(function) => {
                let list = |all: &[VariableDecl<'_>]| {
                    all.iter().map(|decl| decl.bytes().to_string()).collect::<Vec<_>>().join(", ")
                };
                let what = if function.kernel { "kernel" } else { "function" };
                let (given, taken) = (list(&function.returns), list(&function.params));
                format!("a {what} ({given}) of ({taken}) bytes")
            }
        }
    }

    fn agrees(self, other: Self) -> bool {
        // Clang declares kernels of other modules as functions if a kernel or host code launches them.
        if let (Declared::Function(one), Declared::Function(two)) = (self, other)
            && one.kernel != two.kernel
        {
            let (kernel, function) = if one.kernel { (one, two) } else { (two, one) };
            // Functions, unlike kernels, take integers of 8 and 16 bits in words.
            let fits = |(of_kernel, of_function): (&VariableDecl<'_>, &VariableDecl<'_>)| {
                let (given, taken) = (of_kernel.bytes(), of_function.bytes());
                given == taken || given < 4 && taken == 4
            };
            return function.body.is_none()
                && function.returns.is_empty()
                && kernel.params.len() == function.params.len()
                && kernel.params.iter().zip(&function.params).all(fits);
        }
        let (one, two) = (self.meaning(), other.meaning());
        let variables = matches!((self, other), (Declared::Variable(_), Declared::Variable(_)));
        // One description may be the other followed by a size.
        one == two || variables && (one.starts_with(&two) || two.starts_with(&one))
    }
}

/// Returns all declarations of a module with their places.
fn declarations<'a, 'r>(unit: usize, read: &'r Read<'a>) -> impl Iterator<Item = (Place, Declared<'a, 'r>)> {
    let place = move |is_function, number| Place { unit, is_function, number };
    let vars = read.index.vars.iter().enumerate();
    let functions = read.index.functions.iter().enumerate();
    vars.map(move |(n, var)| (place(false, n), Declared::Variable(var)))
        .chain(functions.map(move |(n, function)| (place(true, n), Declared::Function(function))))
}

/// Returns whether the second of two definitions in different modules replaces the first; `None` if they
/// conflict.
fn replaces(kept: Declared<'_, '_>, new: Declared<'_, '_>) -> Option<bool> {
    let bytes = |declared: Declared<'_, '_>| match declared {
        Declared::Variable(var) => var.decl.bytes(),
        Declared::Function(_) => 0,
    };
    match (kept.linkage(), new.linkage()) {
        (Linkage::Common, Linkage::Common) => Some(bytes(new) > bytes(kept)),
        (Linkage::Weak | Linkage::Common, Linkage::Weak)
        | (_, Linkage::Common)
        | (Linkage::Visible, Linkage::Weak) => Some(false),
        (Linkage::Weak | Linkage::Common, _) => Some(true),
        _ => None,
    }
}

pub(super) fn plan<'a>(read: &[Read<'a>]) -> Result<Plan<'a>, Vec<LinkError>> {
    let mut wrong = Vec::new();
    // Names shared by all modules, with the declaration to keep so far.
    let mut shared: BTreeMap<&str, (Place, Declared<'_, '_>)> = BTreeMap::new();
    // Local names, with the modules that have one.
    let mut own: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let name_of = |place: Place| read[place.unit].unit.name.to_owned();
    for (unit, one) in read.iter().enumerate() {
        for (place, new) in declarations(unit, one) {
            if new.linkage() == Linkage::Local {
                own.entry(new.name()).or_default().insert(unit);
                continue;
            }
            let Some(&(before, kept)) = shared.get(new.name()) else {
                shared.insert(new.name(), (place, new));
                continue;
            };
            let are_common = kept.linkage() == Linkage::Common && new.linkage() == Linkage::Common;
            if !are_common && !kept.agrees(new) {
                wrong.push(LinkError::Differs {
                    symbol: new.name().to_owned(),
                    meanings: [kept.meaning(), new.meaning()],
                    units: [name_of(before), name_of(place)],
                });
                continue;
            }
            let takes_over = match (kept.is_definition(), new.is_definition()) {
                (false, true) => Some(true),
                (_, false) => Some(is_larger_shared(kept, new)),
                // Duplicates inside a module were reported by the parser.
                (true, true) if before.unit == unit => Some(false),
                (true, true) => replaces(kept, new),
            };
            match takes_over {
                Some(true) => drop(shared.insert(new.name(), (place, new))),
                Some(false) => {}
                None => wrong.push(LinkError::Twice {
                    symbol: new.name().to_owned(),
                    units: [name_of(before), name_of(place)],
                }),
            }
        }
    }
    let used_names: Vec<BTreeSet<&str>> = read.iter().map(used_names).collect();
    wrong.extend(undefined(read, &shared, &used_names));
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut kept = Vec::new();
    for (unit, one) in read.iter().enumerate() {
        for (place, declared) in declarations(unit, one) {
            let is_kept = match declared.linkage() {
                // Functions are declared before their definitions by `write`.
                Linkage::Local => declared.is_definition(),
                _ => shared.get(declared.name()).is_some_and(|(stays, _)| *stays == place),
            };
            let is_needed =
                declared.is_definition() || used_names.iter().any(|names| names.contains(declared.name()));
            kept.extend((is_kept && is_needed).then_some(place));
        }
    }
    let taken: BTreeSet<&str> = read.iter().flat_map(all_words).collect();
    let renamed = (0..read.len())
        .map(|unit| {
            let of_unit = own.iter().filter(|(name, units)| {
                units.contains(&unit) && (shared.contains_key(*name) || units.first() != Some(&unit))
            });
            of_unit.map(|(&name, _)| (name, unique_name(name, unit, &taken))).collect()
        })
        .collect();
    Ok(Plan { kept, renamed })
}

/// Returns whether the second of two declarations of dynamic shared memory has the larger alignment, and so
/// is kept.
fn is_larger_shared(kept: Declared<'_, '_>, new: Declared<'_, '_>) -> bool {
    match (kept, new) {
        (Declared::Variable(kept), Declared::Variable(new)) => {
            kept.is_external() && new.is_external() && new.decl.align > kept.decl.align
        }
        _ => false,
    }
}

/// Returns a name that no module uses.
fn unique_name(name: &str, unit: usize, taken: &BTreeSet<&str>) -> String {
    let mut made = format!("{name}$u{unit}");
    while taken.contains(made.as_str()) {
        made.push('_');
    }
    made
}

/// Returns all words of a module.
fn all_words<'a>(read: &Read<'a>) -> Vec<&'a str> {
    words_in(read.unit.text, 0..read.unit.text.len()).collect()
}

fn words_in(text: &str, range: std::ops::Range<usize>) -> impl Iterator<Item = &str> {
    let mut lexer = Lexer::new(text, range);
    std::iter::from_fn(move || {
        loop {
            let token = lexer.next();
            match token.kind {
                TokenKind::End => return None,
                TokenKind::Word => return Some(lexer.text(token)),
                _ => {}
            }
        }
    })
}

/// Returns the names used in bodies, initialisers and aliases.
fn used_names<'a>(read: &Read<'a>) -> BTreeSet<&'a str> {
    let text = read.unit.text;
    let bodies = read.index.functions.iter().filter_map(|f| f.body.clone());
    let mut all: BTreeSet<&str> = bodies.flat_map(|body| words_in(text, body)).collect();
    all.extend(read.index.vars.iter().flat_map(|var| var.references.iter().map(|reference| reference.name)));
    all.extend(read.index.aliases.iter().map(|(_, target)| *target));
    all
}

/// Returns whether a function without a definition may be called: it belongs to the driver, the device
/// runtime or the math library.
fn is_provided(name: &str) -> bool {
    DRIVER_FUNCTIONS.contains(&name)
        || Call::from_symbol(name).is_some()
        || name.starts_with("__nv_")
        || name.starts_with("cuda")
}

/// Returns an error for each name that is used but defined nowhere, with the first module that uses it.
fn undefined(
    read: &[Read<'_>],
    shared: &BTreeMap<&str, (Place, Declared<'_, '_>)>,
    used_names: &[BTreeSet<&str>],
) -> Vec<LinkError> {
    let is_given = |declared: Declared<'_, '_>| match declared {
        Declared::Variable(var) => var.decl.space == VarSpace::Shared,
        Declared::Function(function) => {
            let is_alias =
                read.iter().any(|r| r.index.aliases.iter().any(|(name, _)| *name == function.name));
            is_alias || is_provided(function.name)
        }
    };
    let open = shared.values().filter(|(_, declared)| !declared.is_definition() && !is_given(*declared));
    open.filter_map(|(_, declared)| {
        let user = used_names.iter().position(|names| names.contains(declared.name()))?;
        let unit = read[user].unit.name.to_owned();
        Some(LinkError::Undefined { symbol: declared.name().to_owned(), unit })
    })
    .collect()
}
