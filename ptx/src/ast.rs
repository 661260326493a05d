//! The syntax tree of a function body: what was written, with names not yet looked up.
//!
//! Everything borrows from the text. Bodies are flat lists of statements; `{` and `}` are statements, so that
//! nesting costs no recursion. Nothing here knows what an instruction means.

use crate::ir::Scalar;
use crate::parse::isa::Form;
use std::rc::Rc;

/// A statement and where it starts.
#[derive(Clone, Debug)]
pub(crate) struct Statement<'a> {
    /// Byte offset in the text.
    pub(crate) at: u32,
    /// What it says.
    pub(crate) kind: StatementKind<'a>,
}

/// What a statement says.
#[derive(Clone, Debug)]
pub(crate) enum StatementKind<'a> {
    /// `{`
    Open,
    /// `}`
    Close,
    /// `name:`
    Label(&'a str),
    /// `.reg`
    Registers(Registers<'a>),
    /// `.local`, `.shared`, `.param`, `.global`, `.const`
    Variable(VariableDecl<'a>),
    /// `.branchtargets`, named by the label before it.
    BranchTargets(Vec<&'a str>),
    /// `.callprototype` or `.calltargets`, named by the label before it.
    CallInterface(Rc<Interface<'a>>),
    /// An instruction.
    Inst(Instruction<'a>),
}

/// What an indirect call may call.
#[derive(Clone, Debug)]
pub(crate) enum Interface<'a> {
    /// `.callprototype`: any function with such results and parameters, which have no names.
    Prototype { returns: Vec<VariableDecl<'a>>, params: Vec<VariableDecl<'a>> },
    /// `.calltargets`: one of these functions.
    Targets(Vec<&'a str>),
}

/// A declaration of registers of one type.
#[derive(Clone, Debug)]
pub(crate) struct Registers<'a> {
    /// Their type.
    pub(crate) ty: Scalar,
    /// Elements: 1, 2 or 4.
    pub(crate) lanes: u8,
    /// Each name, and for `name<count>` the count.
    pub(crate) names: Vec<(&'a str, Option<u32>)>,
}

/// Where a declared variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VarSpace {
    Global,
    Const,
    Shared,
    Local,
    Param,
    Reg,
}

/// A declared variable or parameter.
#[derive(Clone, Debug)]
pub(crate) struct VariableDecl<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// Byte offset of the name.
    pub(crate) at: u32,
    /// Where it lives.
    pub(crate) space: VarSpace,
    /// The type of an element.
    pub(crate) ty: Scalar,
    /// Elements of a vector type: 1, 2 or 4.
    pub(crate) lanes: u8,
    /// Elements in all dimensions together; `None` if it is no array.
    pub(crate) elements: Option<u64>,
    /// `[]`: the size comes from the initialiser or from the launch.
    pub(crate) unsized_array: bool,
    /// Alignment in bytes.
    pub(crate) align: u32,
}

impl VariableDecl<'_> {
    /// Size in bytes; 0 for an array without a size.
    pub(crate) fn bytes(&self) -> u64 {
        let one = u64::from(self.ty.bytes()) * u64::from(self.lanes);
        if self.unsized_array { 0 } else { one.saturating_mul(self.elements.unwrap_or(1)) }
    }
}

/// `@p` or `@!p`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard<'a> {
    /// The predicate register.
    pub(crate) name: &'a str,
    /// With `!`.
    pub(crate) negated: bool,
}

/// An instruction.
#[derive(Clone, Debug)]
pub(crate) struct Instruction<'a> {
    /// Its guard.
    pub(crate) guard: Option<Guard<'a>>,
    /// Its name and modifiers, looked up in the table.
    pub(crate) form: Rc<Form<'a>>,
    /// Its operands as written.
    pub(crate) operands: Vec<Operand<'a>>,
}

/// An operand as written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Operand<'a> {
    /// A register, variable, label, function or special register, with what is added to it.
    Name {
        /// The name.
        name: &'a str,
        /// With `!`.
        negated: bool,
        /// `name+offset`.
        offset: i64,
    },
    /// `array[index]`: the address of an element.
    Element { array: &'a str, index: u64 },
    /// An element of a register of a vector type that stands as one operand.
    Lane { vector: &'a str, lane: u8 },
    /// An integer.
    Int(u64),
    /// `0f…`
    Single(u32),
    /// `0d…` or a decimal fraction.
    Double(u64),
    /// `{…}`
    Vector(Vec<Operand<'a>>),
    /// `[base+offset]`; without a base the offset is the address.
    Address {
        /// A register or variable.
        base: Option<&'a str>,
        /// Added to it, bytes.
        offset: i64,
        /// What follows a comma inside the brackets (texture coordinates).
        coordinates: Vec<Operand<'a>>,
    },
    /// `a|b`
    Pair(&'a str, &'a str),
    /// `{…}|p`
    VectorPair(Vec<Operand<'a>>, &'a str),
    /// `(…)` of a call.
    Group(Vec<Operand<'a>>),
}

/// A register as a destination names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Register<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// Which element of a vector is meant, if it is one.
    pub(crate) lane: Option<u8>,
}

impl<'a> From<&'a str> for Register<'a> {
    fn from(name: &'a str) -> Self {
        Register { name, lane: None }
    }
}

impl<'a> Operand<'a> {
    /// The register that the operand is, with nothing added to it.
    pub(crate) fn register(&self) -> Option<Register<'a>> {
        match *self {
            Operand::Name { name, negated: false, offset: 0 } => Some(name.into()),
            Operand::Lane { vector, lane } => Some(Register { name: vector, lane: Some(lane) }),
            _ => None,
        }
    }
}
