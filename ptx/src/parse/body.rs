//! Parser of a function's body: a flat list of statements, with braces as statements.

use super::declaration::space;
use super::index::{Linkage, ModuleVar, formals};
use super::instruction::Forms;
use super::isa::Dialect;
use super::{Parsed, Parser, variable};
use crate::ast::{Interface, Statement, StatementKind, VarSpace};
use crate::diag::{Problem, Sink};
use crate::lex::TokenKind;
use std::ops::Range;
use std::rc::Rc;

/// Parses the body between its braces. Returns the valid statements; errors are in the sink.
pub(crate) fn parse<'a>(text: &'a str, range: Range<usize>, dialect: Dialect) -> (Vec<Statement<'a>>, Sink) {
    let mut parser = Parser::new(text, range);
    let mut statements = Vec::new();
    let mut forms = Forms::new(dialect);
    let mut depth = 0usize;
    while parser.kind() != TokenKind::End {
        let at = parser.position();
        if parser.eat(b'{') {
            depth += 1;
            statements.push(Statement { at, kind: StatementKind::Open });
        } else if parser.is_punct(b'}') {
            parser.bump();
            // The body's own braces are outside the range, so surplus braces cannot occur here.
            depth = depth.saturating_sub(1);
            statements.push(Statement { at, kind: StatementKind::Close });
        } else if statement(&mut parser, &mut forms, &mut statements).is_err() {
            parser.recover();
        }
    }
    (statements, parser.sink)
}

fn statement<'a>(parser: &mut Parser<'a>, forms: &mut Forms<'a>, out: &mut Vec<Statement<'a>>) -> Parsed<()> {
    let at = parser.position();
    match parser.kind() {
        TokenKind::Punct(b'@') => {
            let guard = parser.guard()?;
            let at_name = parser.position();
            let name = parser.word("an instruction")?;
            let inst = parser.instruction(guard, name, at_name, forms)?;
            out.push(Statement { at, kind: StatementKind::Inst(inst) });
            Ok(())
        }
        TokenKind::Word => {
            let name = parser.bump();
            if parser.eat(b':') {
                out.push(Statement { at, kind: StatementKind::Label(name) });
                return Ok(());
            }
            let inst = parser.instruction(None, name, at, forms)?;
            out.push(Statement { at, kind: StatementKind::Inst(inst) });
            Ok(())
        }
        TokenKind::Directive => directive(parser, out),
        _ => Err(parser.unexpected("a statement")),
    }
}

fn directive<'a>(parser: &mut Parser<'a>, out: &mut Vec<Statement<'a>>) -> Parsed<()> {
    let at = parser.position();
    let name = parser.bump();
    match name {
        ".reg" => {
            let registers = parser.registers()?;
            out.push(Statement { at, kind: StatementKind::Registers(registers) });
            Ok(())
        }
        ".loc" => {
            parser.skip_loc();
            Ok(())
        }
        ".pragma" => {
            while parser.kind() == TokenKind::Text {
                let text = parser.bump().trim_matches('"');
                out.push(Statement { at, kind: StatementKind::Pragma(text) });
                parser.eat(b',');
            }
            parser.expect(b';', "';'")
        }
        ".branchtargets" => {
            let mut labels = vec![parser.word("a label")?];
            while parser.eat(b',') {
                labels.push(parser.word("a label")?);
            }
            parser.expect(b';', "';'")?;
            out.push(Statement { at, kind: StatementKind::BranchTargets(labels) });
            Ok(())
        }
        ".callprototype" | ".calltargets" => {
            let interface = if name == ".calltargets" {
                let mut targets = vec![parser.word("a function")?];
                while parser.eat(b',') {
                    targets.push(parser.word("a function")?);
                }
                Interface::Targets(targets)
            } else {
                prototype(parser)?
            };
            parser.expect(b';', "';'")?;
            out.push(Statement { at, kind: StatementKind::CallInterface(Rc::new(interface)) });
            Ok(())
        }
        ".file" | ".section" => {
            parser.sink.error(at, Problem::UnsupportedDirective { directive: name.into() });
            Err(super::Failed)
        }
        _ => match space(name) {
            Some(
                space @ (VarSpace::Local
                | VarSpace::Shared
                | VarSpace::Param
                | VarSpace::Global
                | VarSpace::Const),
            ) => {
                let Ok(vars) = variable::list(parser, space, (at as usize, Linkage::Local)) else {
                    parser.skip_statement();
                    return Ok(());
                };
                for var in vars {
                    if matches!(space, VarSpace::Global | VarSpace::Const) {
                        check_inner(parser, &var);
                    }
                    out.push(Statement { at, kind: StatementKind::Variable(var.decl) });
                }
                Ok(())
            }
            _ => {
                parser.sink.error(at, Problem::UnknownDirective { directive: name.into() });
                Err(super::Failed)
            }
        },
    }
}

/// Checks a variable in global or constant memory: it needs a size of its own and may not be a handle.
fn check_inner(parser: &mut Parser<'_>, var: &ModuleVar<'_>) {
    let name = || var.decl.name.into();
    if var.opaque {
        parser.sink.error(var.decl.at, Problem::HandleInFunction { name: name() });
    } else if var.decl.unsized_array {
        parser.sink.error(var.decl.at, Problem::IncompleteType { name: name() });
    }
}

/// Parses `(.param .b32 _) _ (.param .b64 _) .noreturn`.
fn prototype<'a>(parser: &mut Parser<'a>) -> Parsed<Interface<'a>> {
    let returns = if parser.is_punct(b'(') { formals(parser)? } else { Vec::new() };
    parser.word("'_'")?;
    let params = if parser.is_punct(b'(') { formals(parser)? } else { Vec::new() };
    // Directives that may follow (`.noreturn`, `.abi_preserve n`) are hints for register allocation.
    while !matches!(parser.kind(), TokenKind::Punct(b';' | b'{' | b'}') | TokenKind::End) {
        parser.bump();
    }
    Ok(Interface::Prototype { returns, params })
}
