//! One instruction: its guard, its name by the table, its operands as written.

use super::constant::Constant;
use super::isa::{self, Dialect, Form};
use super::{Failed, Parsed, Parser};
use crate::ast::{Guard, Instruction, Operand};
use crate::diag::Problem;
use crate::lex::Kind;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The instruction names of a body, each looked up once.
pub(crate) struct Forms<'a> {
    dialect: Dialect,
    known: BTreeMap<&'a str, Rc<Form<'a>>>,
}

impl<'a> Forms<'a> {
    /// Names as a module may use them.
    pub(crate) fn new(dialect: Dialect) -> Self {
        Forms { dialect, known: BTreeMap::new() }
    }

    fn get(&mut self, text: &'a str) -> Rc<Form<'a>> {
        Rc::clone(self.known.entry(text).or_insert_with(|| Rc::new(isa::lookup(text, self.dialect))))
    }
}

/// Largest offset from a name: far beyond any variable, and far from where sums of offsets would overflow.
const FARTHEST: u64 = 1 << 40;

impl<'a> Parser<'a> {
    /// `@p` or `@!p`, if there is one.
    pub(crate) fn guard(&mut self) -> Parsed<Option<Guard<'a>>> {
        if !self.eat(b'@') {
            return Ok(None);
        }
        let negated = self.eat(b'!');
        Ok(Some(Guard { name: self.word("a predicate register")?, negated }))
    }

    /// The rest of an instruction whose name, at `at`, was just read, with the semicolon.
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
        if !self.is(b';') {
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
            Kind::Punct(b'{') if outermost => {
                let list = self.operands(b'{', b'}', "'}'")?;
                if self.eat(b'|') {
                    return Ok(Operand::VectorPair(list, self.word("a predicate register")?));
                }
                Ok(Operand::Vector(list))
            }
            Kind::Punct(b'(') if outermost && self.group_follows() => {
                Ok(Operand::Group(self.operands(b'(', b')', "')'")?))
            }
            Kind::Punct(b'[') => self.address(),
            // `-%r1` stands in `vmad` only; where no predicate or factor is wanted it is refused when it is
            // read.
            Kind::Punct(b'!' | b'-') if self.word_follows() => {
                self.bump();
                let name = self.word("a predicate register")?;
                Ok(Operand::Name { name, negated: true, offset: 0 })
            }
            Kind::Word if self.text() != "WARP_SZ" => {
                let name = self.bump();
                if self.eat(b'|') {
                    return Ok(Operand::Pair(name, self.word("a predicate register")?));
                }
                if self.is(b'[') {
                    return self.element(name);
                }
                // Nothing is added to what stands in a list.
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

    /// Operands between two brackets.
    fn operands(&mut self, open: u8, close: u8, expected: &'static str) -> Parsed<Vec<Operand<'a>>> {
        self.expect(open, "an operand")?;
        let mut list = Vec::new();
        if self.eat(close) {
            return Ok(list);
        }
        loop {
            // Coordinates of a texture may be a vector inside; nothing nests deeper.
            list.push(self.operand(false)?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(close, expected)?;
        Ok(list)
    }

    /// Whether the parenthesis at the current token holds call arguments and not an expression.
    fn group_follows(&self) -> bool {
        let mut ahead = self.lexer.clone();
        let mut depth = 1u32;
        loop {
            match ahead.next().kind {
                Kind::Punct(b'(') => depth += 1,
                Kind::Punct(b')') => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                Kind::Word | Kind::Punct(b',') => return true,
                Kind::End | Kind::Punct(b';') => return false,
                _ => {}
            }
        }
        // `(5)` alone is an argument if the statement goes on as a call does; `(5)+1` is an expression.
        matches!(ahead.next().kind, Kind::Punct(b',' | b';'))
    }

    fn word_follows(&self) -> bool {
        self.lexer.clone().next().kind == Kind::Word
    }

    /// `+4`, `-4`, `+-4` after a name, or nothing.
    pub(crate) fn offset(&mut self) -> Parsed<i64> {
        let at = self.at();
        if !self.is(b'-') && !self.eat(b'+') {
            return Ok(0);
        }
        let offset = self.integer()? as i64;
        if offset.unsigned_abs() > FARTHEST {
            self.sink.error(at, Problem::BadLiteral { literal: offset.to_string() });
            return Err(Failed);
        }
        Ok(offset)
    }

    /// `[2]` behind an array's name.
    fn element(&mut self, array: &'a str) -> Parsed<Operand<'a>> {
        self.expect(b'[', "'['")?;
        let index = self.integer()?;
        self.expect(b']', "']'")?;
        Ok(Operand::Element { array, index })
    }

    fn address(&mut self) -> Parsed<Operand<'a>> {
        self.expect(b'[', "'['")?;
        let (base, offset) = if self.kind() == Kind::Word && self.text() != "WARP_SZ" {
            let name = self.bump();
            (Some(name), self.offset()?)
        } else {
            (None, self.integer()? as i64)
        };
        let mut coordinates = Vec::new();
        while self.eat(b',') {
            if self.is(b'{') {
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
