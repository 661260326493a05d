//! Syntax tree of a function body, with names not yet resolved.
//!
//! Everything borrows from the text. A body is a flat list of statements in which `{` and `}` are statements,
//! so that nesting needs no recursion. This module does not know the meaning of instructions.

use crate::ir::Scalar;
use crate::parse::isa::Form;
use std::rc::Rc;

/// A statement and its byte offset.
#[derive(Clone, Debug)]
pub(crate) struct Statement<'a> {
    /// Byte offset in the text.
    pub(crate) at: u32,
    pub(crate) kind: StatementKind<'a>,
}

/// Kind of a statement.
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
    /// A text of `.pragma`, without the quotation marks.
    Pragma(&'a str),
    /// `.branchtargets`; the label before it is its name.
    BranchTargets(Vec<&'a str>),
    /// `.callprototype` or `.calltargets`; the label before it is its name.
    CallInterface(Rc<Interface<'a>>),
    /// An instruction.
    Inst(Instruction<'a>),
}

/// Set of functions that an indirect call may reach.
#[derive(Clone, Debug)]
pub(crate) enum Interface<'a> {
    /// `.callprototype`: any function with these results and parameters, which have no names.
    Prototype { returns: Vec<VariableDecl<'a>>, params: Vec<VariableDecl<'a>> },
    /// `.calltargets`: one of these functions.
    Targets(Vec<&'a str>),
}

/// A declaration of registers of one type.
#[derive(Clone, Debug)]
pub(crate) struct Registers<'a> {
    /// Type of each register.
    pub(crate) ty: Scalar,
    /// Elements of a register: 1, 2 or 4.
    pub(crate) lanes: u8,
    /// Names; for `name<count>` with the count.
    pub(crate) names: Vec<(&'a str, Option<u32>)>,
}

/// State space of a declared variable.
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
    pub(crate) name: &'a str,
    /// Byte offset of the name.
    pub(crate) at: u32,
    pub(crate) space: VarSpace,
    /// Type of an element.
    pub(crate) ty: Scalar,
    /// Elements of a vector type: 1, 2 or 4.
    pub(crate) lanes: u8,
    /// Elements in all dimensions together; `None` if it is no array.
    pub(crate) elements: Option<u64>,
    /// `true` for `[]`: the size comes from the initialiser or from the launch.
    pub(crate) unsized_array: bool,
    /// Alignment in bytes.
    pub(crate) align: u32,
    /// `.hidden`, of a kernel's parameter.
    pub(crate) hidden: bool,
}

impl VariableDecl<'_> {
    /// Returns the size in bytes; 0 for an array without a size.
    pub(crate) fn bytes(&self) -> u64 {
        let one = u64::from(self.ty.bytes()) * u64::from(self.lanes);
        if self.unsized_array { 0 } else { one.saturating_mul(self.elements.unwrap_or(1)) }
    }
}

/// Guard of an instruction: `@p` or `@!p`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard<'a> {
    /// The predicate register.
    pub(crate) name: &'a str,
    /// `true` for `@!p`.
    pub(crate) negated: bool,
}

/// An instruction.
#[derive(Clone, Debug)]
pub(crate) struct Instruction<'a> {
    pub(crate) guard: Option<Guard<'a>>,
    /// Name and modifiers, found in the instruction table.
    pub(crate) form: Rc<Form<'a>>,
    /// Operands as written.
    pub(crate) operands: Vec<Operand<'a>>,
}

/// Operand as written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Operand<'a> {
    /// Register, variable, label, function or special register, with a constant offset.
    Name {
        name: &'a str,
        /// `true` with `!`.
        negated: bool,
        /// `name+offset`.
        offset: i64,
    },
    /// `array[index]`: the address of an element.
    Element { array: &'a str, index: u64 },
    /// Element of a vector register, used as one operand.
    Lane { vector: &'a str, lane: u8 },
    /// An integer.
    Int(u64),
    /// `0f…`
    Single(u32),
    /// `0d…` or a decimal fraction.
    Double(u64),
    /// `{…}`
    Vector(Vec<Operand<'a>>),
    /// `[base+offset]`; without a base, the offset is the address.
    Address {
        /// A register or variable.
        base: Option<&'a str>,
        /// Bytes added to the base.
        offset: i64,
        /// Operands after a comma inside the brackets (texture coordinates).
        coordinates: Vec<Operand<'a>>,
    },
    /// `a|b`
    Pair(&'a str, &'a str),
    /// `{…}|p`
    VectorPair(Vec<Operand<'a>>, &'a str),
    /// `(…)` of a call.
    Group(Vec<Operand<'a>>),
}

/// Destination register, or an element of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Register<'a> {
    pub(crate) name: &'a str,
    /// Element of a vector register; `None` for a scalar register.
    pub(crate) lane: Option<u8>,
}

impl<'a> From<&'a str> for Register<'a> {
    fn from(name: &'a str) -> Self {
        Register { name, lane: None }
    }
}

impl<'a> Operand<'a> {
    /// Returns the register that the operand consists of; `None` with an offset or a negation.
    pub(crate) fn register(&self) -> Option<Register<'a>> {
        match *self {
            Operand::Name { name, negated: false, offset: 0 } => Some(name.into()),
            Operand::Lane { vector, lane } => Some(Register { name: vector, lane: Some(lane) }),
            _ => None,
        }
    }
}
