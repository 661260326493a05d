//! Index of a module: its declarations, with the bodies of functions left unparsed.
//!
//! Initialisers are parsed here. [`crate::module`] resolves the names in them, once all are known.

use super::declaration::space;
use super::{Failed, Parsed, Parser, inner, variable};
use crate::ast::{VarSpace, VariableDecl};
use crate::diag::Problem;
use crate::ir::Attributes;
use crate::lex::TokenKind;
use std::ops::Range;

/// Name in an initialiser.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reference<'a> {
    /// Byte offset in the variable.
    pub(crate) offset: u64,
    pub(crate) name: &'a str,
    /// Byte offset of the name in the text.
    pub(crate) at: u32,
    /// Added to the address.
    pub(crate) addend: i64,
    /// Selects the byte of the address that is stored, for `0xFF(name)`; `None` stores the whole address.
    pub(crate) mask: Option<u64>,
    /// Bytes stored.
    pub(crate) bytes: u32,
    /// Declaration of the name inside a function's body, if it means such a variable: byte offset of the name
    /// there.
    pub(crate) inner: Option<u32>,
}

/// Visibility of a name to other modules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Linkage {
    /// Only inside the module.
    #[default]
    Local,
    /// `.extern`: defined in another module (or, in shared memory, by the launch).
    Extern,
    /// `.visible`
    Visible,
    /// `.weak`: one of several definitions is used.
    Weak,
    /// `.common`: the largest of several definitions is used.
    Common,
}

/// Variable of the module.
#[derive(Clone, Debug)]
pub(crate) struct ModuleVar<'a> {
    /// Declaration.
    pub(crate) decl: VariableDecl<'a>,
    /// Visibility to other modules.
    pub(crate) linkage: Linkage,
    /// Text range before the first name of the declaration.
    pub(crate) prefix: Range<usize>,
    /// Text range of name, dimensions and initialiser.
    pub(crate) declarator: Range<usize>,
    /// `.attribute(.managed)`
    pub(crate) managed: bool,
    /// `.texref`, `.samplerref`, `.surfref`
    pub(crate) opaque: bool,
    /// Initial bytes; the rest is zero.
    pub(crate) init: Vec<u8>,
    /// Addresses among the initial bytes.
    pub(crate) references: Vec<Reference<'a>>,
}

impl ModuleVar<'_> {
    /// Returns whether another module (or, in shared memory, the launch) defines it.
    pub(crate) fn is_external(&self) -> bool {
        self.linkage == Linkage::Extern
    }
}

/// Function of the module.
#[derive(Clone, Debug)]
pub(crate) struct FunctionHeader<'a> {
    pub(crate) name: &'a str,
    /// Byte offset of the name.
    pub(crate) at: u32,
    /// `.entry`
    pub(crate) kernel: bool,
    /// Visibility to other modules.
    pub(crate) linkage: Linkage,
    /// Text range before the body or the semicolon.
    pub(crate) header: Range<usize>,
    /// Return parameters.
    pub(crate) returns: Vec<VariableDecl<'a>>,
    /// Parameters.
    pub(crate) params: Vec<VariableDecl<'a>>,
    /// Values of its directives.
    pub(crate) attributes: Attributes,
    /// Text range between the braces of the body, if any.
    pub(crate) body: Option<Range<usize>>,
}

/// Declarations of a module.
#[derive(Default)]
pub(crate) struct Index<'a> {
    /// `.version`, as major and minor.
    pub(crate) version: (u32, u32),
    /// First word of `.target`.
    pub(crate) target: &'a str,
    /// Dialect chosen by both; `None` after an error.
    pub(crate) dialect: Option<super::isa::Dialect>,
    /// `true` if `.target` has `debug`.
    pub(crate) debugged: bool,
    /// `.address_size`; 32 by default.
    pub(crate) address_size: u32,
    /// Variables, in order.
    pub(crate) vars: Vec<ModuleVar<'a>>,
    /// Variables in global and constant memory declared inside function bodies.
    pub(crate) inner: Vec<ModuleVar<'a>>,
    /// Functions, in order.
    pub(crate) functions: Vec<FunctionHeader<'a>>,
    /// `.alias a, b`
    pub(crate) aliases: Vec<(&'a str, &'a str)>,
}

/// Indexes a whole module. Errors are in the sink.
pub(crate) fn parse(text: &str) -> (Index<'_>, crate::diag::Sink) {
    let mut parser = Parser::new(text, 0..text.len());
    let mut index = Index { address_size: 32, ..Index::default() };
    if header(&mut parser, &mut index).is_ok() {
        while parser.kind() != TokenKind::End {
            if item(&mut parser, &mut index).is_err() {
                recover_item(&mut parser);
            }
        }
    }
    (index, parser.sink)
}

/// Skips to after the next `;` or body.
fn recover_item(parser: &mut Parser<'_>) {
    loop {
        match parser.kind() {
            TokenKind::End => return,
            TokenKind::Punct(b'{') => {
                parser.skip_braces();
                return;
            }
            TokenKind::Punct(b';') => {
                parser.bump();
                return;
            }
            _ => parser.bump(),
        };
    }
}

fn header<'a>(parser: &mut Parser<'a>, index: &mut Index<'a>) -> Parsed<()> {
    if !parser.eat_directive(".version") {
        parser.sink.error(parser.position(), Problem::MissingVersion {});
        return Err(Failed);
    }
    let at = parser.position();
    let text = parser.bump();
    let parsed = text.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let Some((major, minor)) = parsed else {
        parser.sink.error(at, Problem::BadLiteral { literal: text.into() });
        return Err(Failed);
    };
    if !(1..=9).contains(&major) {
        parser.sink.error(at, Problem::UnsupportedVersion { major, minor });
        return Err(Failed);
    }
    index.version = (major, minor);
    if !parser.eat_directive(".target") {
        parser.sink.error(parser.position(), Problem::MissingTarget {});
        return Err(Failed);
    }
    target(parser, index)
}

fn target<'a>(parser: &mut Parser<'a>, index: &mut Index<'a>) -> Parsed<()> {
    let at = parser.position();
    index.target = parser.word("a target architecture")?;
    match super::target::dialect(index.version, index.target) {
        Ok(dialect) => index.dialect = Some(dialect),
        Err(problem) => parser.sink.error(at, problem),
    }
    while parser.eat(b',') {
        index.debugged |= parser.word("a target option")? == "debug";
    }
    Ok(())
}

fn item<'a>(parser: &mut Parser<'a>, index: &mut Index<'a>) -> Parsed<()> {
    let start = parser.position() as usize;
    let mut linkage = Linkage::Local;
    loop {
        if parser.is_punct(b'@') {
            // Debug lines of PTX 1.x: `@@DWARF …`.
            parser.skip_line();
            return Ok(());
        }
        if parser.kind() != TokenKind::Directive {
            return Err(parser.unexpected("a directive"));
        }
        let at = parser.position();
        let directive = parser.bump();
        match directive {
            ".visible" => linkage = Linkage::Visible,
            ".weak" => linkage = Linkage::Weak,
            ".common" => linkage = Linkage::Common,
            ".extern" => linkage = Linkage::Extern,
            ".entry" => return function(parser, index, Opening { start, linkage, kernel: true }),
            ".func" => return function(parser, index, Opening { start, linkage, kernel: false }),
            _ if linkage != Linkage::Local && space(directive).is_none() => {
                parser.sink.error(at, Problem::UnknownDirective { directive: directive.into() });
                return Err(Failed);
            }
            ".address_size" => {
                index.address_size = parser.integer()? as u32;
                return Ok(());
            }
            ".target" => return target(parser, index),
            ".file" => {
                parser.integer()?;
                if parser.kind() != TokenKind::Text {
                    return Err(parser.unexpected("a file name"));
                }
                parser.bump();
                while parser.eat(b',') {
                    parser.integer()?;
                }
                return Ok(());
            }
            ".loc" => {
                parser.skip_loc();
                return Ok(());
            }
            ".section" => {
                parser.bump();
                if !parser.is_punct(b'{') || parser.skip_braces().is_none() {
                    return Err(parser.unexpected("a section's body"));
                }
                return Ok(());
            }
            ".pragma" => {
                while parser.kind() == TokenKind::Text {
                    parser.bump();
                    parser.eat(b',');
                }
                return parser.expect(b';', "';'");
            }
            ".alias" => {
                let name = parser.word("a function")?;
                parser.expect(b',', "','")?;
                let target = parser.word("a function")?;
                index.aliases.push((name, target));
                return parser.expect(b';', "';'");
            }
            _ => {
                return match space(directive) {
                    Some(space @ (VarSpace::Global | VarSpace::Const | VarSpace::Shared)) => {
                        index.vars.extend(variable::list(parser, space, (start, linkage))?);
                        Ok(())
                    }
                    Some(_) => {
                        let directive = format!("{directive} outside functions");
                        parser.sink.error(at, Problem::UnsupportedDirective { directive });
                        Err(Failed)
                    }
                    None => {
                        parser.sink.error(at, Problem::UnknownDirective { directive: directive.into() });
                        Err(Failed)
                    }
                };
            }
        }
    }
}

/// Beginning of a function, before its name.
struct Opening {
    start: usize,
    linkage: Linkage,
    /// `true` for `.entry`.
    kernel: bool,
}

fn function<'a>(
    parser: &mut Parser<'a>,
    index: &mut Index<'a>,
    Opening { start, linkage, kernel }: Opening,
) -> Parsed<()> {
    while parser.kind() == TokenKind::Directive && parser.text() == ".attribute" {
        parser.bump();
        while !parser.eat(b')') {
            if parser.kind() == TokenKind::End {
                return Err(parser.unexpected("')'"));
            }
            parser.bump();
        }
    }
    let returns = if parser.is_punct(b'(') { formals(parser)? } else { Vec::new() };
    let at = parser.position();
    let name = parser.word("a function name")?;
    let hides = kernel.then_some(index.version);
    let params = if parser.is_punct(b'(') { formals_and_hidden(parser, hides)? } else { Vec::new() };
    let mut attributes = Attributes::default();
    while parser.kind() == TokenKind::Directive {
        performance(parser, &mut attributes)?;
    }
    let header = start..parser.previous_end();
    let body = if parser.is_punct(b'{') {
        match parser.skip_braces() {
            Some(range) => {
                inner::collect(parser.source(), range.clone(), &mut index.inner);
                Some(range)
            }
            None => return Err(parser.unexpected("'}'")),
        }
    } else {
        parser.expect(b';', "';' or a body")?;
        None
    };
    index.functions.push(FunctionHeader {
        name,
        at,
        kernel,
        linkage,
        header,
        returns,
        params,
        attributes,
        body,
    });
    Ok(())
}

fn performance(parser: &mut Parser<'_>, attributes: &mut Attributes) -> Parsed<()> {
    let at = parser.position();
    let directive = parser.bump();
    match directive {
        ".maxntid" => attributes.maxntid = Some(triple(parser)?),
        ".reqntid" => attributes.reqntid = Some(triple(parser)?),
        ".minnctapersm" => attributes.minnctapersm = parser.integer()? as u32,
        ".maxnreg" => attributes.maxnreg = parser.integer()? as u32,
        ".maxclusterrank" => attributes.maxclusterrank = parser.integer()? as u32,
        ".maxnctapersm" | ".abi_preserve" | ".abi_preserve_control" => {
            parser.integer()?;
        }
        ".reqnctapercluster" => attributes.cluster = Some(triple(parser)?),
        ".explicitcluster" => attributes.explicit_cluster = true,
        ".blocksareclusters" => attributes.blocks_are_clusters = true,
        ".noreturn" | ".unified" => {}
        ".pragma" => {
            while parser.kind() == TokenKind::Text {
                parser.bump();
                parser.eat(b',');
            }
            parser.eat(b';');
        }
        _ => {
            parser.sink.error(at, Problem::UnknownDirective { directive: directive.into() });
            return Err(Failed);
        }
    }
    Ok(())
}

fn triple(parser: &mut Parser<'_>) -> Parsed<[u32; 3]> {
    let mut all = [1; 3];
    for (n, slot) in all.iter_mut().enumerate() {
        if n > 0 && !parser.eat(b',') {
            break;
        }
        *slot = parser.integer()?.min(u64::from(u32::MAX)) as u32;
    }
    Ok(all)
}

pub(super) fn formals<'a>(parser: &mut Parser<'a>) -> Parsed<Vec<VariableDecl<'a>>> {
    formals_and_hidden(parser, None)
}

/// Version that has `.hidden` parameters.
const HIDDEN: (u32, u32) = (8, 8);

/// Parses formals. Those of a kernel, in a module of the version, may be `.hidden`.
fn formals_and_hidden<'a>(
    parser: &mut Parser<'a>,
    kernel: Option<(u32, u32)>,
) -> Parsed<Vec<VariableDecl<'a>>> {
    parser.expect(b'(', "'('")?;
    let mut list = Vec::new();
    if parser.eat(b')') {
        return Ok(list);
    }
    loop {
        let at = parser.position();
        let hidden = kernel.filter(|_| parser.eat_directive(".hidden"));
        if hidden.is_some_and(|version| version < HIDDEN) {
            let (major, minor) = HIDDEN;
            let feature = "kernel parameter hidden attribute".into();
            parser.sink.error(at, Problem::NeedsVersion { feature, major, minor });
        }
        let space = match parser.kind() {
            TokenKind::Directive => space(parser.bump()),
            _ => None,
        };
        let Some(space @ (VarSpace::Param | VarSpace::Reg)) = space else {
            return Err(parser.unexpected("'.param' or '.reg'"));
        };
        let prefix = parser.prefix()?;
        let decl = parser.declarator(space, prefix)?;
        list.push(VariableDecl { hidden: hidden.is_some(), ..decl });
        if !parser.eat(b',') {
            break;
        }
    }
    parser.expect(b')', "')'")?;
    Ok(list)
}
