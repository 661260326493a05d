//! Parser of an instruction: guard, name, operands.

use super::constant::Constant;
use super::isa::{self, Dialect, Form};
use super::{Failed, Parsed, Parser};
use crate::ast::{Guard, Instruction, Operand};
use crate::diag::Problem;
use crate::lex::TokenKind;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Instruction names of a body, each looked up once.
pub(crate) struct Forms<'a> {
    dialect: Dialect,
    known: BTreeMap<&'a str, Rc<Form<'a>>>,
}

impl<'a> Forms<'a> {
    /// Creates an empty cache for a module of this dialect.
    pub(crate) fn new(dialect: Dialect) -> Self {
        Forms { dialect, known: BTreeMap::new() }
    }

    fn get(&mut self, text: &'a str) -> Rc<Form<'a>> {
        Rc::clone(self.known.entry(text).or_insert_with(|| Rc::new(isa::lookup(text, self.dialect))))
    }
}

/// Limit of an offset from a name: beyond any variable, but far from overflow of sums.
const FARTHEST: u64 = 1 << 40;

impl<'a> Parser<'a> {
    /// Parses `@p` or `@!p`, if present.
    pub(crate) fn guard(&mut self) -> Parsed<Option<Guard<'a>>> {
        if !self.eat(b'@') {
            return Ok(None);
        }
        let negated = self.eat(b'!');
        Ok(Some(Guard { name: self.word("a predicate register")?, negated }))
    }

    /// Parses the rest of an instruction after its name, which is at `at`, including the semicolon.
    pub(crate) fn instruction(
        &mut self,
        guard: Option<Guard<'a>>,
        name: &'a str,
        at: u32,
        forms: &mut Forms<'a>,
    ) -> Parsed<Instruction<'a>> {
        let form = forms.get(name);
        if let Some(problem) = &form.problem {
            self.sink.error(at, problem.clone());
        }
        let mut operands = Vec::new();
        if !self.is_punct(b';') {
            loop {
                operands.push(self.operand(true)?);
                if !self.eat(b',') {
                    break;
                }
            }
        }
        self.expect(b';', "';'")?;
        Ok(Instruction { guard, form, operands })
    }

    fn operand(&mut self, outermost: bool) -> Parsed<Operand<'a>> {
        match self.kind() {
            TokenKind::Punct(b'{') if outermost => {
                let list = self.operands(b'{', b'}', "'}'")?;
                if self.eat(b'|') {
                    return Ok(Operand::VectorPair(list, self.word("a predicate register")?));
                }
                Ok(Operand::Vector(list))
            }
            TokenKind::Punct(b'(') if outermost && self.group_follows() => {
                Ok(Operand::Group(self.operands(b'(', b')', "')'")?))
            }
            TokenKind::Punct(b'[') => self.address(),
            // `-%r1` is valid in `vmad` only. Elsewhere, reading the operand reports it, unless a predicate
            // is expected.
            TokenKind::Punct(b'!' | b'-') if self.word_follows() => {
                self.bump();
                let name = self.word("a predicate register")?;
                Ok(Operand::Name { name, negated: true, offset: 0 })
            }
            TokenKind::Word if self.text() != "WARP_SZ" => {
                let name = self.bump();
                if self.eat(b'|') {
                    return Ok(Operand::Pair(name, self.word("a predicate register")?));
                }
                if self.is_punct(b'[') {
                    return self.element(name);
                }
                // Names in a list have no offset.
                let offset = if outermost { self.offset()? } else { 0 };
                Ok(Operand::Name { name, negated: false, offset })
            }
            _ => Ok(match self.constant()? {
                Constant::Int(v, _) => Operand::Int(v),
                Constant::Single(v) => Operand::Single(v),
                Constant::Double(v) => Operand::Double(v),
            }),
        }
    }

    /// Parses operands between two brackets.
    fn operands(&mut self, open: u8, close: u8, expected: &'static str) -> Parsed<Vec<Operand<'a>>> {
        self.expect(open, "an operand")?;
        let mut list = Vec::new();
        if self.eat(close) {
            return Ok(list);
        }
        loop {
            // Texture coordinates may be a vector inside brackets; nothing nests deeper.
            list.push(self.operand(false)?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(close, expected)?;
        Ok(list)
    }

    /// Returns whether the parenthesis at the current token encloses call arguments, not an expression.
    fn group_follows(&self) -> bool {
        let mut ahead = self.lexer.clone();
        let mut depth = 1u32;
        loop {
            match ahead.next().kind {
                TokenKind::Punct(b'(') => depth += 1,
                TokenKind::Punct(b')') => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                TokenKind::Word | TokenKind::Punct(b',') => return true,
                TokenKind::End | TokenKind::Punct(b';') => return false,
                _ => {}
            }
        }
        // `(5)` is an argument if a call continues after it; `(5)+1` is an expression.
        matches!(ahead.next().kind, TokenKind::Punct(b',' | b';'))
    }

    fn word_follows(&self) -> bool {
        self.lexer.clone().next().kind == TokenKind::Word
    }

    /// Parses `+4`, `-4` or `+-4` after a name; 0 if absent.
    pub(crate) fn offset(&mut self) -> Parsed<i64> {
        let at = self.position();
        if !self.is_punct(b'-') && !self.eat(b'+') {
            return Ok(0);
        }
        let offset = self.integer()? as i64;
        if offset.unsigned_abs() > FARTHEST {
            self.sink.error(at, Problem::BadLiteral { literal: offset.to_string() });
            return Err(Failed);
        }
        Ok(offset)
    }

    /// Parses `[2]` after the name of an array.
    fn element(&mut self, array: &'a str) -> Parsed<Operand<'a>> {
        self.expect(b'[', "'['")?;
        let index = self.integer()?;
        self.expect(b']', "']'")?;
        Ok(Operand::Element { array, index })
    }

    fn address(&mut self) -> Parsed<Operand<'a>> {
        self.expect(b'[', "'['")?;
        let (base, offset) = if self.kind() == TokenKind::Word && self.text() != "WARP_SZ" {
            let name = self.bump();
            (Some(name), self.offset()?)
        } else {
            (None, self.integer()? as i64)
        };
        let mut coordinates = Vec::new();
        while self.eat(b',') {
            if self.is_punct(b'{') {
                coordinates.extend(self.operands(b'{', b'}', "'}'")?);
            } else {
                coordinates.push(self.operand(false)?);
            }
        }
        self.expect(b']', "']'")?;
        self.eat_directive(".unified");
        Ok(Operand::Address { base, offset, coordinates })
    }
}
