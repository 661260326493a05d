//! Declarations of variables, parameters and registers, after their state space.

use super::{Failed, Parsed, Parser};
use crate::ast::{Registers, VarSpace, VariableDecl};
use crate::diag::Problem;
use crate::ir::Scalar;
use crate::lex::TokenKind;

/// Part of a declaration before the name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefix {
    /// Type of an element.
    pub(crate) ty: Scalar,
    /// Elements of a vector type.
    pub(crate) lanes: u8,
    /// Requested alignment; 0 if none.
    pub(crate) align: u32,
    /// `.attribute(.managed)`
    pub(crate) managed: bool,
    /// `.texref`, `.samplerref`, `.surfref`
    pub(crate) opaque: bool,
}

/// Returns the state space that a directive names.
pub(crate) fn space(directive: &str) -> Option<VarSpace> {
    Some(match directive {
        ".global" => VarSpace::Global,
        ".const" => VarSpace::Const,
        ".shared" | ".shared::cta" | ".shared::cluster" => VarSpace::Shared,
        ".local" => VarSpace::Local,
        ".param" => VarSpace::Param,
        ".reg" => VarSpace::Reg,
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    /// Parses `.align 8 .v2 .b32 .ptr .global .align 16 .attribute(…)`, in any order.
    pub(crate) fn prefix(&mut self) -> Parsed<Prefix> {
        let mut prefix = Prefix { ty: Scalar::B8, lanes: 1, align: 0, managed: false, opaque: false };
        let mut typed = false;
        while self.kind() == TokenKind::Directive {
            let at = self.position();
            let directive = self.bump();
            match directive {
                ".align" => prefix.align = self.alignment()?,
                ".v2" => prefix.lanes = 2,
                ".v4" => prefix.lanes = 4,
                ".v8" => prefix.lanes = 8,
                ".ptr" => {
                    // Space and alignment of a pointer's target are hints.
                    while self.kind() == TokenKind::Directive {
                        if self.bump() == ".align" {
                            self.alignment()?;
                        }
                    }
                }
                ".attribute" => {
                    self.expect(b'(', "'('")?;
                    while !self.eat(b')') {
                        if self.kind() == TokenKind::End {
                            return Err(self.unexpected("')'"));
                        }
                        // Skip the arguments of `.unified(…)`.
                        if self.eat(b'(') {
                            while !self.is_punct(b')') && self.kind() != TokenKind::End {
                                self.bump();
                            }
                        }
                        prefix.managed |= self.bump() == ".managed";
                    }
                }
                ".texref" | ".samplerref" | ".surfref" => {
                    (prefix.ty, prefix.opaque, typed) = (Scalar::B64, true, true);
                }
                _ => match Scalar::from_name(&directive[1..]).filter(|s| !s.is_element()) {
                    Some(ty) => (prefix.ty, typed) = (ty, true),
                    None => {
                        self.sink.error(at, Problem::UnknownDirective { directive: directive.into() });
                        return Err(Failed);
                    }
                },
            }
        }
        if typed { Ok(prefix) } else { Err(self.unexpected("a type")) }
    }

    fn alignment(&mut self) -> Parsed<u32> {
        let at = self.position();
        let got = self.integer()?;
        match u32::try_from(got) {
            Ok(align) if align.is_power_of_two() => Ok(align),
            _ => {
                self.sink.error(at, Problem::BadAlignment { got });
                Err(Failed)
            }
        }
    }

    /// Parses a name and its dimensions.
    pub(crate) fn declarator(&mut self, space: VarSpace, prefix: Prefix) -> Parsed<VariableDecl<'a>> {
        let at = self.position();
        let name = self.word("a name")?;
        let mut elements: Option<u64> = None;
        let mut unsized_array = false;
        while self.eat(b'[') {
            if self.eat(b']') {
                unsized_array = true;
                elements = Some(elements.unwrap_or(1));
            } else {
                let n = self.integer()?;
                self.expect(b']', "']'")?;
                elements = Some(elements.unwrap_or(1).saturating_mul(n));
            }
        }
        let natural = prefix.ty.bytes() * u32::from(prefix.lanes);
        Ok(VariableDecl {
            name,
            at,
            space,
            ty: prefix.ty,
            lanes: prefix.lanes,
            elements,
            unsized_array,
            align: prefix.align.max(natural.next_power_of_two()),
            hidden: false,
        })
    }

    /// Parses the rest of `.reg`, including the semicolon.
    pub(crate) fn registers(&mut self) -> Parsed<Registers<'a>> {
        let prefix = self.prefix()?;
        let mut names = Vec::new();
        loop {
            let name = self.word("a register name")?;
            let count = if self.eat(b'<') {
                let at = self.position();
                let count = self.number()?;
                self.expect(b'>', "'>'")?;
                let Ok(count) = u32::try_from(count) else {
                    self.sink.error(at, Problem::BadLiteral { literal: count.to_string() });
                    return Err(Failed);
                };
                Some(count)
            } else {
                None
            };
            names.push((name, count));
            if self.is_punct(b'=') {
                self.sink.error(self.position(), Problem::InitNotAllowed { name: name.into() });
                return Err(Failed);
            }
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b';', "';'")?;
        Ok(Registers { ty: prefix.ty, lanes: prefix.lanes, names })
    }

    /// Parses a plain integer, not an expression, which would consume the `>`.
    fn number(&mut self) -> Parsed<u64> {
        match super::constant::literal(self.text()) {
            Some(super::constant::Constant::Int(v, _)) if self.kind() == TokenKind::Number => {
                self.bump();
                Ok(v)
            }
            _ => Err(self.unexpected("a number")),
        }
    }
}
