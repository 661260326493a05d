//! Table of instruction forms (`isa.tsv`) and the lookup of instruction names in it.
//!
//! A row has a base name, groups of permitted modifiers, the permitted types of the type suffixes, and the
//! kind of each operand. The table distinguishes modifiers from types. They may come in any order, as in old
//! and inline assembly. Lowering gives forms their meaning.

use crate::diag::Problem;
use crate::ir::Scalar;
use std::collections::BTreeMap;
use std::sync::OnceLock;

const TABLE: &str = include_str!("../isa.tsv");

/// PTX types that [`Scalar`] lacks, because no supported instruction uses them.
const FOREIGN_TYPES: &[&str] = &[
    "b6x16_p32",
    "b4x16",
    "b4x16_p64",
    "b8x16",
    "e2m1",
    "e2m1x2",
    "e2m1x4",
    "e2m3",
    "e2m3x2",
    "e2m3x4",
    "e3m2",
    "e3m2x2",
    "e3m2x4",
    "e4m3x4",
    "e5m2x4",
    "s2f6x2",
    "ue4m3",
    "ue8m0",
    "ue8m0x2",
];

/// Type as which an operand is read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SlotType {
    /// Type of the n-th suffix.
    Suffix(u8),
    /// Twice as wide as the first type suffix.
    Wide,
    /// A fixed type.
    Fixed(Scalar),
}

/// Kind of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SlotKind {
    /// A register or constant of a type.
    Value(SlotType),
    /// A register or constant, or several in braces; the modifiers decide the number.
    Vector(SlotType),
    /// `[address]`
    Address,
    /// A label.
    Label,
    /// An integer constant; with a value, exactly this constant.
    Constant(Option<u64>),
    /// Interpreted by lowering.
    Any,
}

/// Condition under which an instruction has an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    /// Always.
    Always,
    /// At the writer's choice.
    Optional,
    /// Exactly with this modifier.
    With(&'static str),
}

/// Operand of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    pub(crate) kind: SlotKind,
    /// `true` for a destination.
    pub(crate) dest: bool,
    /// `true` if a second, predicate destination may follow: `d|p`.
    pub(crate) pair: bool,
    /// `true` if the second destination is required.
    pub(crate) pair_needed: bool,
    /// Condition of its presence.
    pub(crate) presence: Presence,
}

/// Group of modifiers, of which at most one may be given.
#[derive(Debug)]
struct Group {
    required: bool,
    alternatives: Vec<&'static str>,
}

/// Constraint between modifiers of a form.
#[derive(Debug)]
enum Rule {
    /// With one of the first, one of the second is required.
    Needs(Vec<&'static str>, Group),
    /// No combination of one of the first with one of the second.
    Excludes(Vec<&'static str>, Vec<&'static str>),
}

/// Range of versions and architectures in which a form exists.
#[derive(Clone, Copy, Default, Debug)]
struct Availability {
    version: (u32, u32),
    sm: u32,
    /// Only on architecture-specific targets (`sm_90a`).
    specific: bool,
    /// Not on later architectures.
    only: bool,
    /// First version that no longer has the form.
    until: Option<(u32, u32)>,
    /// Not on `sm_70` and later from PTX 6.4 on, which require the `.sync` form instead.
    legacy: bool,
}

/// PTX version and architecture that a module is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dialect {
    /// Major and minor version of PTX.
    pub(crate) version: (u32, u32),
    /// Number of the architecture, 90 for `sm_90a`.
    pub(crate) sm: u32,
    /// `true` if the architecture's name ends in a letter.
    pub(crate) specific: bool,
}

/// Row of the table.
#[derive(Debug)]
pub(crate) struct Row {
    /// Base name.
    pub(crate) op: &'static str,
    groups: Vec<Group>,
    rules: Vec<Rule>,
    since: Availability,
    types: Vec<Vec<Scalar>>,
    pub(crate) operands: Vec<Slot>,
    /// The row describes instructions that are known but not supported.
    unsupported: bool,
}

/// Result of the lookup of an instruction's name.
#[derive(Clone, Debug)]
pub(crate) struct Form<'a> {
    /// Whole name as written.
    pub(crate) text: &'a str,
    /// Matching row; `None` if there is none or it is not supported.
    pub(crate) row: Option<&'static Row>,
    /// Problem, if there is no row.
    pub(crate) problem: Option<Problem>,
    mods: Vec<&'static str>,
    types: Vec<Scalar>,
}

impl<'a> Form<'a> {
    /// Returns whether a modifier is given.
    pub(crate) fn has(&self, modifier: &str) -> bool {
        self.mods.contains(&modifier)
    }

    /// Returns the first of these modifiers that is given.
    pub(crate) fn one_of<'x>(&self, modifiers: &[&'x str]) -> Option<&'x str> {
        modifiers.iter().copied().find(|m| self.has(m))
    }

    /// Returns the modifiers in the order written.
    pub(crate) fn modifiers(&self) -> &[&'static str] {
        &self.mods
    }

    /// Returns the n-th type suffix; the last one if there are fewer, `b32` if there is none.
    pub(crate) fn ty(&self, n: usize) -> Scalar {
        self.types.get(n).or(self.types.last()).copied().unwrap_or(Scalar::B32)
    }

    /// Returns the number of type suffixes.
    pub(crate) fn type_count(&self) -> usize {
        self.types.len()
    }

    /// Returns the range of permitted operand counts.
    pub(crate) fn operand_count(&self) -> Option<std::ops::RangeInclusive<usize>> {
        let (mut least, mut most) = (0, 0);
        for slot in &self.row?.operands {
            let (must, may) = match slot.presence {
                Presence::Always => (1, 1),
                Presence::Optional => (0, 1),
                Presence::With(modifier) if self.has(modifier) => (1, 1),
                Presence::With(_) => (0, 0),
            };
            least += must;
            most += may;
        }
        Some(least..=most)
    }

    /// Returns the base name.
    pub(crate) fn base(&self) -> &'a str {
        self.text.split('.').next().unwrap_or(self.text)
    }

    /// Returns the type of an operand.
    pub(crate) fn slot_type(&self, ty: SlotType) -> Scalar {
        match ty {
            SlotType::Suffix(n) => self.ty(usize::from(n)),
            SlotType::Fixed(s) => s,
            SlotType::Wide => match self.ty(0) {
                Scalar::U16 => Scalar::U32,
                Scalar::S16 => Scalar::S32,
                Scalar::U32 => Scalar::U64,
                Scalar::S32 => Scalar::S64,
                other => other,
            },
        }
    }
}

/// Rows by base name.
struct Table {
    rows: BTreeMap<&'static str, Vec<Row>>,
}

fn table() -> &'static Table {
    static PARSED: OnceLock<Table> = OnceLock::new();
    PARSED.get_or_init(|| {
        let mut sets: BTreeMap<&str, Vec<Scalar>> = BTreeMap::new();
        let mut rows: BTreeMap<&'static str, Vec<Row>> = BTreeMap::new();
        for line in tsv::rows(TABLE).filter(|line| !line.is_empty()) {
            let mut columns = tsv::cells(line);
            let op = columns.next().unwrap_or("");
            let second = columns.next().unwrap_or("");
            if let Some(set) = op.strip_prefix('=') {
                sets.insert(set, second.split('|').filter_map(Scalar::from_name).collect());
                continue;
            }
            let types = columns.next().unwrap_or("");
            let operands = columns.next().unwrap_or("");
            rows.entry(op).or_default().push(Row {
                op,
                groups: second.split_whitespace().filter(|g| !g.contains(['>', '^'])).map(group).collect(),
                rules: second.split_whitespace().filter_map(rule).collect(),
                since: since(columns.next().unwrap_or("")),
                types: types.split_whitespace().map(|t| type_set(&sets, t)).collect(),
                operands: operands.split_whitespace().filter(|&o| o != "-").map(slot).collect(),
                unsupported: operands == "unsupported",
            });
        }
        Table { rows }
    })
}

fn group(text: &'static str) -> Group {
    let (text, required) = text.strip_suffix('!').map_or((text, false), |t| (t, true));
    Group { required, alternatives: text.split('|').collect() }
}

fn rule(text: &'static str) -> Option<Rule> {
    let names = |list: &'static str| list.split('|').collect();
    if let Some((when, one_of)) = text.split_once('>') {
        return Some(Rule::Needs(names(when), Group { required: true, alternatives: names(one_of) }));
    }
    text.split_once('^').map(|(a, b)| Rule::Excludes(names(a), names(b)))
}

fn since(text: &str) -> Availability {
    let mut since = Availability::default();
    let version = |major: &str, minor: &str| (major.parse().unwrap_or(0), minor.parse().unwrap_or(0));
    for word in text.split_whitespace() {
        if word == "legacy" {
            since.legacy = true;
        } else if let Some((major, minor)) = word.strip_prefix('<').and_then(|word| word.split_once('.')) {
            since.until = Some(version(major, minor));
        } else if let Some(sm) = word.strip_prefix("sm_") {
            since.only = sm.ends_with('!');
            let sm = sm.trim_end_matches('!');
            since.specific = sm.ends_with('a');
            since.sm = sm.trim_end_matches('a').parse().unwrap_or(0);
        } else if let Some((major, minor)) = word.split_once('.') {
            since.version = version(major, minor);
        }
    }
    since
}

impl Availability {
    /// Returns the problem of using the form in a module of another dialect, if any.
    fn problem(self, dialect: Dialect, instruction: &str) -> Option<Problem> {
        let feature = instruction.into();
        if dialect.version < self.version {
            let (major, minor) = self.version;
            return Some(Problem::NeedsVersion { feature, major, minor });
        }
        if dialect.sm < self.sm || self.only && dialect.sm != self.sm || self.specific && !dialect.specific {
            let letter = if self.specific { "a" } else { "" };
            return Some(Problem::NeedsTarget { feature, target: format!("sm_{}{letter}", self.sm) });
        }
        (self.legacy && dialect.version >= (6, 4) && dialect.sm >= 70)
            .then_some(Problem::NeedsSync { instruction: feature })
    }
}

fn type_set(sets: &BTreeMap<&str, Vec<Scalar>>, text: &str) -> Vec<Scalar> {
    let mut all = Vec::new();
    for name in text.split('|') {
        match sets.get(name) {
            Some(set) => all.extend(set),
            None => all.extend(Scalar::from_name(name)),
        }
    }
    all
}

fn slot(text: &'static str) -> Slot {
    let (text, presence) = match text.split_once('?') {
        None => (text, Presence::Always),
        Some((text, "")) => (text, Presence::Optional),
        Some((text, modifier)) => (text, Presence::With(modifier)),
    };
    let (text, dest) = text.strip_prefix('=').map_or((text, false), |t| (t, true));
    let (text, pair_needed) = text.strip_suffix("|P!").map_or((text, false), |t| (t, true));
    let (text, pair) = text.strip_suffix("|P").map_or((text, pair_needed), |t| (t, true));
    let ty = |name: &str| match name {
        "A" => SlotType::Suffix(0),
        "B" => SlotType::Suffix(1),
        "C" => SlotType::Suffix(2),
        "D" => SlotType::Suffix(3),
        "W" => SlotType::Wide,
        "P" => SlotType::Fixed(Scalar::Pred),
        other => SlotType::Fixed(Scalar::from_name(other).unwrap_or(Scalar::B32)),
    };
    let kind = match text {
        "m" => SlotKind::Address,
        "L" => SlotKind::Label,
        "*" => SlotKind::Any,
        _ => match (text.strip_prefix('#'), text.strip_prefix('v')) {
            (Some(value), _) => SlotKind::Constant(value.parse().ok()),
            (_, Some(element)) => SlotKind::Vector(ty(element)),
            _ => SlotKind::Value(ty(text)),
        },
    };
    Slot { kind, dest, pair, pair_needed, presence }
}

/// Looks up an instruction's name for a module.
pub(crate) fn lookup(text: &str, dialect: Dialect) -> Form<'_> {
    let mut parts = text.split('.');
    let base = parts.next().unwrap_or("");
    let mut form = Form { text, row: None, problem: None, mods: Vec::new(), types: Vec::new() };
    let Some(rows) = table().rows.get(base) else {
        form.problem = Some(Problem::UnknownInstruction { name: text.into() });
        return form;
    };
    let suffixes: Vec<&str> = parts.collect();
    // Report the problem of the row that matched furthest.
    let mut best = (0, None);
    for row in rows.iter().filter(|row| row.since.until.is_none_or(|until| dialect.version < until)) {
        match match_row(row, &suffixes) {
            Ok((mods, types)) => {
                if let Some(problem) = row.since.problem(dialect, text) {
                    form.problem = Some(problem);
                } else if row.unsupported {
                    form.problem = Some(Problem::UnsupportedInstruction { instruction: text.into() });
                } else {
                    form.row = Some(row);
                    (form.mods, form.types) = (mods, types);
                }
                return form;
            }
            Err((depth, problem)) => {
                if best.1.is_none() || depth > best.0 {
                    best = (depth, Some(problem));
                }
            }
        }
    }
    form.problem = best.1.map(|mismatch| match mismatch {
        Mismatch::Foreign => Problem::UnsupportedInstruction { instruction: text.into() },
        Mismatch::Modifier(m) => Problem::BadModifier { instruction: base.into(), modifier: format!(".{m}") },
        Mismatch::Together(a, b) => Problem::ModifiersTogether {
            instruction: base.into(),
            first: format!(".{a}"),
            second: format!(".{b}"),
        },
        Mismatch::Missing(group) => Problem::MissingModifier {
            instruction: base.into(),
            one_of: group.alternatives.iter().map(|a| format!(".{a}")).collect::<Vec<_>>().join(" "),
        },
        Mismatch::Types(types) => Problem::BadTypes {
            instruction: base.into(),
            types: types.iter().map(|t| format!(".{t}")).collect::<Vec<_>>().join(""),
        },
    });
    form
}

/// Mismatch between a name and a row.
enum Mismatch<'t> {
    /// A type that exists but is not supported.
    Foreign,
    Modifier(&'t str),
    Missing(&'static Group),
    Together(&'static str, &'static str),
    Types(Vec<Scalar>),
}

type MatchResult<'t> = Result<(Vec<&'static str>, Vec<Scalar>), (usize, Mismatch<'t>)>;

fn match_row<'t>(row: &'static Row, suffixes: &[&'t str]) -> MatchResult<'t> {
    let (mut mods, mut types): (Vec<&'static str>, Vec<Scalar>) = (Vec::new(), Vec::new());
    let mut used = vec![false; row.groups.len()];
    if row.unsupported {
        // Only the modifiers that distinguish the row from supported ones matter.
        let missing =
            row.groups.iter().find(|g| g.required && !g.alternatives.iter().any(|a| suffixes.contains(a)));
        return missing.map_or(Ok((mods, types)), |group| Err((0, Mismatch::Missing(group))));
    }
    for (n, &suffix) in suffixes.iter().enumerate() {
        // `atom.cta.add` has a scope and an operation: each group matches once.
        let found = row.groups.iter().enumerate().find_map(|(g, group)| {
            let name = group.alternatives.iter().find(|a| **a == suffix)?;
            (!used[g]).then_some((g, *name))
        });
        if let Some((g, name)) = found {
            used[g] = true;
            mods.push(name);
        } else if let Some(ty) = Scalar::from_name(suffix) {
            types.push(ty);
        } else if FOREIGN_TYPES.contains(&suffix) {
            return Err((suffixes.len() + 2, Mismatch::Foreign));
        } else {
            return Err((n, Mismatch::Modifier(suffix)));
        }
    }
    let depth = suffixes.len();
    if types.len() != row.types.len() || types.iter().zip(&row.types).any(|(t, set)| !set.contains(t)) {
        return Err((depth, Mismatch::Types(types)));
    }
    if let Some((group, _)) = row.groups.iter().zip(&used).find(|(group, used)| group.required && !**used) {
        return Err((depth + 1, Mismatch::Missing(group)));
    }
    let given = |names: &[&'static str]| names.iter().copied().find(|n| mods.contains(n));
    for rule in &row.rules {
        match rule {
            Rule::Needs(when, group) if given(when).is_some() && given(&group.alternatives).is_none() => {
                return Err((depth + 1, Mismatch::Missing(group)));
            }
            Rule::Excludes(a, b) => {
                if let (Some(a), Some(b)) = (given(a), given(b)) {
                    return Err((depth + 1, Mismatch::Together(a, b)));
                }
            }
            Rule::Needs(..) => {}
        }
    }
    Ok((mods, types))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEWEST: Dialect = Dialect { version: (9, 9), sm: 100, specific: true };

    #[test]
    fn every_row_is_well_formed() {
        for (op, rows) in &table().rows {
            for row in rows {
                assert!(row.types.iter().all(|set| !set.is_empty()), "{op}: an empty type set");
                let fixed = row.operands.iter().filter(|o| o.presence == Presence::Always).count();
                assert!(row.unsupported || fixed <= 8, "{op}: {fixed} operands");
            }
        }
    }

    #[test]
    fn modifiers_may_come_in_any_order() {
        for text in ["vote.sync.ballot.b32", "vote.ballot.sync.b32", "atom.add.release.gpu.u32"] {
            assert!(lookup(text, NEWEST).row.is_some(), "{text}: {:?}", lookup(text, NEWEST).problem);
        }
    }

    #[test]
    fn errors_of_names_are_specific() {
        let problem = |text| lookup(text, NEWEST).problem.map(|p| p.to_string());
        assert_eq!(problem("frob.u32").as_deref(), Some("Not a name of any known instruction: 'frob.u32'"));
        assert_eq!(problem("add.hi.u32").as_deref(), Some("Illegal modifier '.hi' for instruction 'add'"));
        assert_eq!(
            problem("mul.u32").as_deref(),
            Some("Instruction 'mul' needs one of the modifiers .lo .hi")
        );
    }

    #[test]
    fn early_versions_have_forms_without_rounding() {
        let problem = |version| lookup("mad.f32", Dialect { version, sm: 20, ..NEWEST }).problem;
        assert!(problem((1, 4)).is_none() && problem((2, 3)).is_none());
        let said = problem((3, 0)).map(|problem| problem.to_string());
        assert_eq!(said.as_deref(), Some("Instruction 'mad' needs one of the modifiers .rn .rz .rm .rp"));
    }
}
