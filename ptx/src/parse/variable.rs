//! Declarations of variables in memory with their initialisers, at module scope and in bodies.

use super::constant::Constant;
use super::index::{Linkage, ModuleVar, Reference};
use super::{Failed, Parsed, Parser};
use crate::ast::VarSpace;
use crate::diag::Problem;
use crate::lex::TokenKind;

/// Parses the rest of a declaration after its state space, including the semicolon. The declaration, with its
/// linkage, begins at `start`.
pub(super) fn list<'a>(
    parser: &mut Parser<'a>,
    space: VarSpace,
    (start, linkage): (usize, Linkage),
) -> Parsed<Vec<ModuleVar<'a>>> {
    let mut vars = Vec::new();
    // `.const[2]`: a constant bank of PTX 2.x.
    if parser.eat(b'[') {
        parser.integer()?;
        parser.expect(b']', "']'")?;
    }
    let prefix = parser.prefix()?;
    let before = start..parser.previous_end();
    loop {
        let at = parser.position() as usize;
        let decl = parser.declarator(space, prefix)?;
        let mut var = ModuleVar {
            decl,
            linkage,
            prefix: before.clone(),
            declarator: at..at,
            managed: prefix.managed,
            opaque: prefix.opaque,
            init: Vec::new(),
            references: Vec::new(),
        };
        if parser.is_punct(b'=') {
            if !matches!(space, VarSpace::Global | VarSpace::Const) {
                parser.sink.error(var.decl.at, Problem::InitNotAllowed { name: var.decl.name.into() });
            }
            parser.bump();
            initializer(parser, &mut var)?;
        }
        var.declarator.end = parser.previous_end();
        vars.push(var);
        if !parser.eat(b',') {
            break;
        }
    }
    parser.expect(b';', "';'")?;
    Ok(vars)
}

/// Size limit of a variable in bytes: sums and products of sizes below it cannot overflow.
const LARGEST: u64 = 1 << 40;

fn initializer<'a>(parser: &mut Parser<'a>, var: &mut ModuleVar<'a>) -> Parsed<()> {
    let element = u64::from(var.decl.ty.bytes());
    let mut count = 0u64;
    let mut depth = 0u32;
    let limit = if var.decl.unsized_array { LARGEST } else { var.decl.bytes() } / element;
    loop {
        if parser.eat(b'{') {
            depth += 1;
            continue;
        }
        if parser.eat(b'}') {
            depth = depth.saturating_sub(1);
        } else {
            if count >= limit {
                let problem = Problem::InitTooLong { name: var.decl.name.into(), elements: limit };
                parser.sink.error(parser.position(), problem);
                return Err(Failed);
            }
            element_value(parser, var, count * element)?;
            count += 1;
        }
        // Outside braces, the initialiser is complete. Inside, a comma or a closing brace follows.
        if depth == 0 {
            break;
        }
        if !parser.eat(b',') && !parser.is_punct(b'}') {
            return Err(parser.unexpected("',' or '}'"));
        }
    }
    if var.decl.unsized_array {
        var.decl.unsized_array = false;
        var.decl.elements = Some(count / u64::from(var.decl.lanes.max(1)));
    }
    Ok(())
}

/// Parses one element, which is stored at byte `offset`.
fn element_value<'a>(parser: &mut Parser<'a>, var: &mut ModuleVar<'a>, offset: u64) -> Parsed<()> {
    let ty = var.decl.ty;
    let bytes = ty.bytes();
    let at = parser.position();
    let mut mask = None;
    if parser.kind() == TokenKind::Word && parser.text() != "WARP_SZ" {
        return reference(parser, var, offset, None);
    }
    let value = parser.constant()?;
    if let (Constant::Int(bits, _), true) = (value, parser.is_punct(b'(')) {
        // `0xFF00(name)`: one byte of an address.
        mask = Some(bits);
    }
    if let Some(mask) = mask {
        parser.expect(b'(', "'('")?;
        reference(parser, var, offset, Some(mask))?;
        return parser.expect(b')', "')'");
    }
    let bits = match (value, ty.bits(), ty.is_float()) {
        (Constant::Int(v, _), _, false) => v,
        (Constant::Double(v), 64, _) => v,
        (Constant::Double(v), 32, true) => u64::from((f64::from_bits(v) as f32).to_bits()),
        (Constant::Single(v), 32, _) => u64::from(v),
        (Constant::Single(v), 64, true) => f64::from(f32::from_bits(v)).to_bits(),
        (Constant::Int(v, _), 64, true) => (v as i64 as f64).to_bits(),
        (Constant::Int(v, _), 32, true) => u64::from((v as i64 as f32).to_bits()),
        (Constant::Int(v, _), 16, true) => v,
        _ => {
            parser.sink.error(at, Problem::BadLiteral { literal: format!("initializer of type .{ty}") });
            return Err(Failed);
        }
    };
    // Bytes before this element without a value are zero.
    let end = (offset + u64::from(bytes)) as usize;
    if bits != 0 {
        var.init.resize(end.max(var.init.len()), 0);
        let low = bits.to_le_bytes();
        let n = (bytes as usize).min(8);
        var.init[offset as usize..offset as usize + n].copy_from_slice(&low[..n]);
    }
    Ok(())
}

/// Parses `name`, `name+4`, `generic(name)` or `generic(name)+4`.
fn reference<'a>(
    parser: &mut Parser<'a>,
    var: &mut ModuleVar<'a>,
    offset: u64,
    mask: Option<u64>,
) -> Parsed<()> {
    let bytes = var.decl.ty.bytes();
    let mut at = parser.position();
    let mut name = parser.word("a name")?;
    if name == "generic" && parser.eat(b'(') {
        at = parser.position();
        name = parser.word("a name")?;
        parser.expect(b')', "')'")?;
    }
    let addend = parser.offset()?;
    var.references.push(Reference { offset, name, at, addend, mask, bytes, inner: None });
    Ok(())
}
