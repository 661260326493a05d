//! Which definition of a name stays, and what names become. Pure bookkeeping over the modules' indices.

use super::{LinkError, Read};
use crate::ast::{VarSpace, VariableDecl};
use crate::lex::{Kind, Lexer};
use crate::parse::index::{FunctionHeader, Linkage, ModuleVar};
use crate::system::{Call, DRIVER_FUNCTIONS};
use std::collections::{BTreeMap, BTreeSet};

/// A declaration of a module: the module's number, and the number of its variable or function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    pub(super) unit: usize,
    pub(super) is_function: bool,
    pub(super) number: usize,
}

/// What linking comes to.
pub(super) struct Plan<'a> {
    /// The declarations that stay, in the order of the modules: definitions, and what the driver or the
    /// launch gives.
    pub(super) kept: Vec<Place>,
    /// For each module: names of its own that another has too, and what they become.
    pub(super) renamed: Vec<BTreeMap<&'a str, String>>,
}

/// A name's declaration, as far as linking looks at it.
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

    /// A kernel's name is everybody's, whatever its module says.
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

    /// Two declarations of a name must agree in this. Arrays without a size agree with any.
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
        // Clang declares kernels of other modules, which a kernel launches, as functions.
        if let (Declared::Function(one), Declared::Function(two)) = (self, other)
            && one.kernel != two.kernel
        {
            let bytes = |all: &[VariableDecl<'_>]| all.iter().map(VariableDecl::bytes).collect::<Vec<_>>();
            let (kernel, function) = if one.kernel { (one, two) } else { (two, one) };
            return function.body.is_none()
                && function.returns.is_empty()
                && bytes(&kernel.params) == bytes(&function.params);
        }
        let (one, two) = (self.meaning(), other.meaning());
        let variables = matches!((self, other), (Declared::Variable(_), Declared::Variable(_)));
        // The longer meaning of variables says a size besides.
        one == two || variables && (one.starts_with(&two) || two.starts_with(&one))
    }
}

/// All declarations of a module with their places.
fn declarations<'a, 'r>(unit: usize, read: &'r Read<'a>) -> impl Iterator<Item = (Place, Declared<'a, 'r>)> {
    let place = move |is_function, number| Place { unit, is_function, number };
    let vars = read.index.vars.iter().enumerate();
    let functions = read.index.functions.iter().enumerate();
    vars.map(move |(n, var)| (place(false, n), Declared::Variable(var)))
        .chain(functions.map(move |(n, function)| (place(true, n), Declared::Function(function))))
}

/// Whether of two definitions in different modules the second takes the first's place; none if both are
/// wanted.
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
    // By name, of those that all modules share: the declaration that stays so far.
    let mut shared: BTreeMap<&str, (Place, Declared<'_, '_>)> = BTreeMap::new();
    // By name, in how many modules it is a name of the module's own.
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
                // A module itself was looked at when it was parsed.
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
    let used: Vec<BTreeSet<&str>> = read.iter().map(used).collect();
    wrong.extend(undefined(read, &shared, &used));
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut kept = Vec::new();
    for (unit, one) in read.iter().enumerate() {
        for (place, declared) in declarations(unit, one) {
            let is_kept = match declared.linkage() {
                // A declaration before the definition is written for every function.
                Linkage::Local => declared.is_definition(),
                _ => shared.get(declared.name()).is_some_and(|(stays, _)| *stays == place),
            };
            let is_needed =
                declared.is_definition() || used.iter().any(|names| names.contains(declared.name()));
            kept.extend((is_kept && is_needed).then_some(place));
        }
    }
    let taken: BTreeSet<&str> = read.iter().flat_map(words).collect();
    let renamed = (0..read.len())
        .map(|unit| {
            let of_unit = own.iter().filter(|(name, units)| {
                units.contains(&unit) && (shared.contains_key(*name) || units.first() != Some(&unit))
            });
            of_unit.map(|(&name, _)| (name, fresh(name, unit, &taken))).collect()
        })
        .collect();
    Ok(Plan { kept, renamed })
}

/// Of two declarations of memory whose size the launch says, the one that is aligned more stays.
fn is_larger_shared(kept: Declared<'_, '_>, new: Declared<'_, '_>) -> bool {
    match (kept, new) {
        (Declared::Variable(kept), Declared::Variable(new)) => {
            kept.is_external() && new.is_external() && new.decl.align > kept.decl.align
        }
        _ => false,
    }
}

/// A name that no module has.
fn fresh(name: &str, unit: usize, taken: &BTreeSet<&str>) -> String {
    let mut made = format!("{name}$u{unit}");
    while taken.contains(made.as_str()) {
        made.push('_');
    }
    made
}

/// All names of a module.
fn words<'a>(read: &Read<'a>) -> Vec<&'a str> {
    words_in(read.unit.text, 0..read.unit.text.len()).collect()
}

fn words_in(text: &str, range: std::ops::Range<usize>) -> impl Iterator<Item = &str> {
    let mut lexer = Lexer::new(text, range);
    std::iter::from_fn(move || {
        loop {
            let token = lexer.next();
            match token.kind {
                Kind::End => return None,
                Kind::Word => return Some(lexer.text(token)),
                _ => {}
            }
        }
    })
}

/// The names that bodies, initialisers and aliases use.
fn used<'a>(read: &Read<'a>) -> BTreeSet<&'a str> {
    let text = read.unit.text;
    let bodies = read.index.functions.iter().filter_map(|f| f.body.clone());
    let mut all: BTreeSet<&str> = bodies.flat_map(|body| words_in(text, body)).collect();
    all.extend(read.index.vars.iter().flat_map(|var| var.references.iter().map(|reference| reference.name)));
    all.extend(read.index.aliases.iter().map(|(_, target)| *target));
    all
}

/// Whether a module may call a function that none defines: the driver has it, the device runtime, or the math
/// library.
fn is_provided(name: &str) -> bool {
    DRIVER_FUNCTIONS.contains(&name)
        || Call::of_symbol(name).is_some()
        || name.starts_with("__nv_")
        || name.starts_with("cuda")
}

/// What is used and declared and defined nowhere, the first module that uses it with each.
fn undefined(
    read: &[Read<'_>],
    shared: &BTreeMap<&str, (Place, Declared<'_, '_>)>,
    used: &[BTreeSet<&str>],
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
        let user = used.iter().position(|names| names.contains(declared.name()))?;
        let unit = read[user].unit.name.to_owned();
        Some(LinkError::Undefined { symbol: declared.name().to_owned(), unit })
    })
    .collect()
}
