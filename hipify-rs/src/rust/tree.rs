//! The syntax tree of a file that parses: what rules want to know of it, as plain places in the text.
//!
//! A tree is made of recursion, and texts may nest deeper than any stack: such texts get no tree, others get a thread with
//! room for the deepest that is let through. The tree itself never leaves that thread.

use crate::lex::{Kind, Token};
use std::collections::BTreeSet;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Member, Pat, Type};

/// Brackets within brackets, and tokens between two ends of expressions, that still get a tree.
const DEEPEST: usize = 128;
const LONGEST: usize = 4000;
/// Larger texts are data.
const LARGEST: usize = 4 << 20;
const STACK: usize = 256 << 20;

/// Expressions on device pointers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// A literal 0 that a device pointer gets.
    Zero(Range<usize>),
    /// `pointer + offset`, `pointer - offset`: the pointer, the offset, whether that is a plain number.
    Offset { pointer: Range<usize>, offset: Range<usize>, sub: bool, number: bool },
    /// `pointer += offset`
    Advance { pointer: Range<usize>, offset: Range<usize>, sub: bool },
    /// `pointer == 0`, `0 != pointer`: all of it, and the pointer.
    Null { all: Range<usize>, pointer: Range<usize>, not: bool },
}

/// Device pointers of a file and what it does with them; `None` where there is no tree.
pub(crate) fn device_pointers(text: &str, tokens: &[Token], names: &[&str]) -> Option<Vec<Use>> {
    if text.len() > LARGEST || !shallow(text, tokens) {
        return None;
    }
    let start = tokens.first().map_or(0, |token| token.start);
    std::thread::scope(|scope| {
        let walk = move || {
            let file = syn::parse_str::<syn::File>(&text[start..]).ok()?;
            let mut variables = Variables { names, found: BTreeSet::new() };
            variables.visit_file(&file);
            let mut uses = Uses { variables: &variables.found, found: Vec::new(), offset: start };
            uses.visit_file(&file);
            Some(uses.found)
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, walk).ok()?;
        thread.join().ok().flatten()
    })
}

/// Whether a tree of the text fits the stack.
fn shallow(text: &str, tokens: &[Token]) -> bool {
    let (mut depth, mut length) = (0usize, 0usize);
    for token in tokens {
        length += 1;
        match token.kind {
            Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
            Kind::Punct(b')' | b']') => depth = depth.saturating_sub(1),
            // `else` behind a block goes on with the same expression.
            Kind::Punct(b'}') => depth = depth.saturating_sub(1),
            Kind::Punct(b';') => length = 0,
            Kind::Punct(b',') => length = 0,
            Kind::Ident if matches!(&text[token.range()], "fn" | "let" | "struct" | "impl") => length = 0,
            _ => {}
        }
        if depth > DEEPEST || length > LONGEST {
            return false;
        }
    }
    true
}

/// Names of variables, parameters and fields whose type is a device pointer.
struct Variables<'a> {
    names: &'a [&'a str],
    found: BTreeSet<String>,
}

impl Variables<'_> {
    fn is_pointer(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|s| self.names.iter().any(|n| s.ident == n)))
    }
}

impl<'ast> Visit<'ast> for Variables<'_> {
    fn visit_pat_type(&mut self, node: &'ast syn::PatType) {
        if let Pat::Ident(name) = &*node.pat
            && self.is_pointer(&node.ty)
        {
            self.found.insert(name.ident.to_string());
        }
        visit::visit_pat_type(self, node);
    }

    fn visit_field(&mut self, node: &'ast syn::Field) {
        if let Some(name) = &node.ident
            && self.is_pointer(&node.ty)
        {
            self.found.insert(name.to_string());
        }
        visit::visit_field(self, node);
    }

    fn visit_item_static(&mut self, node: &'ast syn::ItemStatic) {
        if self.is_pointer(&node.ty) {
            self.found.insert(node.ident.to_string());
        }
        visit::visit_item_static(self, node);
    }

    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        if self.is_pointer(&node.ty) {
            self.found.insert(node.ident.to_string());
        }
        visit::visit_item_const(self, node);
    }
}

struct Uses<'a> {
    variables: &'a BTreeSet<String>,
    found: Vec<Use>,
    offset: usize,
}

impl Uses<'_> {
    fn place(&self, node: &impl Spanned) -> Range<usize> {
        let range = node.span().byte_range();
        range.start + self.offset..range.end + self.offset
    }

    /// Whether an expression is a device pointer, or one moved by an offset.
    fn is_pointer(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => {
                path.path.segments.last().is_some_and(|s| self.variables.contains(&s.ident.to_string()))
            }
            Expr::Field(field) => {
                matches!(&field.member, Member::Named(name) if self.variables.contains(&name.to_string()))
            }
            Expr::Paren(inner) => self.is_pointer(&inner.expr),
            Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_) | BinOp::Sub(_)) => {
                self.is_pointer(&sum.left) && !self.is_pointer(&sum.right)
            }
            _ => false,
        }
    }

    fn zero(&mut self, expr: &Expr) {
        if is_zero(expr) {
            self.found.push(Use::Zero(self.place(expr)));
        }
    }
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(lit) if matches!(&lit.lit, Lit::Int(n) if n.suffix().is_empty()))
}

fn is_zero(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(lit) if matches!(&lit.lit, Lit::Int(n) if n.base10_digits() == "0"))
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_local(&mut self, node: &'ast syn::Local) {
        if let (Pat::Type(pat), Some(init)) = (&node.pat, &node.init)
            && let Pat::Ident(name) = &*pat.pat
            && self.variables.contains(&name.ident.to_string())
        {
            self.zero(&init.expr);
        }
        visit::visit_local(self, node);
    }

    fn visit_item_static(&mut self, node: &'ast syn::ItemStatic) {
        if self.variables.contains(&node.ident.to_string()) {
            self.zero(&node.expr);
        }
        visit::visit_item_static(self, node);
    }

    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        if self.variables.contains(&node.ident.to_string()) {
            self.zero(&node.expr);
        }
        visit::visit_item_const(self, node);
    }

    fn visit_field_value(&mut self, node: &'ast syn::FieldValue) {
        if matches!(&node.member, Member::Named(name) if self.variables.contains(&name.to_string())) {
            self.zero(&node.expr);
        }
        visit::visit_field_value(self, node);
    }

    fn visit_expr_assign(&mut self, node: &'ast syn::ExprAssign) {
        if self.is_pointer(&node.left) {
            self.zero(&node.right);
        }
        visit::visit_expr_assign(self, node);
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        // `assert!(p != 0, "…")`: what reads as expressions is taken for some.
        let read = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        for expr in node.parse_body_with(read).iter().flatten() {
            Uses::visit_expr(self, expr);
        }
    }

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        let (left, right) = (&*node.left, &*node.right);
        let (on_left, on_right) = (self.is_pointer(left), self.is_pointer(right));
        match node.op {
            BinOp::Add(_) | BinOp::Sub(_) if on_left && !on_right => {
                let sub = matches!(node.op, BinOp::Sub(_));
                let (pointer, offset) = (self.place(left), self.place(right));
                self.found.push(Use::Offset { pointer, offset, sub, number: is_number(right) });
            }
            BinOp::AddAssign(_) | BinOp::SubAssign(_) if on_left => {
                let sub = matches!(node.op, BinOp::SubAssign(_));
                self.found.push(Use::Advance { pointer: self.place(left), offset: self.place(right), sub });
            }
            BinOp::Eq(_) | BinOp::Ne(_) if on_left && is_zero(right) || on_right && is_zero(left) => {
                let pointer = self.place(if on_left { left } else { right });
                let not = matches!(node.op, BinOp::Ne(_));
                self.found.push(Use::Null { all: self.place(node), pointer, not });
            }
            _ => {}
        }
        visit::visit_expr_binary(self, node);
    }
}
