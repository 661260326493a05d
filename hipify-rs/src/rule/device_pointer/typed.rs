//! Device pointers by the syntax tree, which gives the types of members, calls, casts and container elements.
//!
//! Expressions are traversed from the outside. The context determines whether a number or a device pointer is
//! expected. Sums of device pointers are computed in bytes.

use crate::chevron::Chevron;
use crate::edit::{Edit, Sureness};
use crate::map::device_pointers::arguments_of;
use crate::rule::File;
use crate::types::{DEEPEST, Ty, Types, walk};
use std::borrow::Cow;
use std::ops::Range;
use tree_sitter::Node;

/// Kind of value that the context expects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    /// No expectation.
    Any,
    Number,
    Device,
}

impl Want {
    /// Returns the kind of value that initialises an object of a type.
    fn for_object(ty: &Ty) -> Want {
        match ty {
            Ty::Device => Want::Device,
            Ty::Integer { .. } => Want::Number,
            _ => Want::Any,
        }
    }
}

/// Result for a file.
#[derive(Default)]
pub(super) struct Found {
    pub(super) edits: Vec<Edit>,
    /// Expressions with edits, in order.
    pub(super) done: Vec<Range<usize>>,
}

struct Walk<'w, 'a> {
    file: &'w File<'a>,
    types: &'w Types<'a>,
    edits: Vec<Edit>,
}

/// Computes the edits of a file.
pub(super) fn run(file: &File<'_>) -> Found {
    let mut found = Found::default();
    let Some(types) = file.types() else { return found };
    let mut at = Walk { file, types, edits: Vec::new() };
    // Return types of the enclosing functions, with the functions' ends.
    let mut functions: Vec<(usize, Ty)> = Vec::new();
    walk(types.root(), |node| {
        while functions.last().is_some_and(|(end, _)| *end <= node.start_byte()) {
            functions.pop();
        }
        let before = at.edits.len();
        at.statement(node, functions.last().map(|(_, ty)| ty));
        if at.edits.len() > before {
            found.done.push(node.byte_range());
        }
        match node.kind() {
            "function_definition" => functions.push((node.end_byte(), at.returned(node))),
            "lambda_expression" => functions.push((node.end_byte(), Ty::Unknown)),
            _ => {}
        }
        true
    });
    found.edits = at.edits;
    found
}

impl<'t> Walk<'_, '_> {
    fn returned(&self, function: Node<'t>) -> Ty {
        match self.types.declared(function) {
            Ty::Function(signature) => signature.returns,
            _ => Ty::Unknown,
        }
    }

    /// Visits the expressions of a statement or a declaration; the caller visits nested statements.
    fn statement(&mut self, node: Node<'t>, returned: Option<&Ty>) {
        let field = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "expression_statement" => self.root(node.named_child(0), Want::Any),
            "return_statement" => {
                self.root(node.named_child(0), returned.map_or(Want::Any, Want::for_object))
            }
            "condition_clause" | "switch_statement" => self.root(field("value"), Want::Any),
            "for_statement" => {
                for part in ["initializer", "condition", "update"] {
                    self.root(field(part).filter(|n| n.kind() != "declaration"), Want::Any);
                }
            }
            "for_range_loop" => self.root(field("right"), Want::Any),
            "do_statement" => self.root(field("condition"), Want::Any),
            "throw_statement" => self.root(node.named_child(0), Want::Any),
            "field_declaration" | "optional_parameter_declaration" => {
                let want = Want::for_object(&self.types.declared(node));
                self.root(field("default_value"), want);
            }
            "field_initializer" => {
                let want =
                    node.named_child(0).map_or(Want::Any, |n| Want::for_object(&self.types.member_named(n)));
                self.list(node.named_child(1), want);
            }
            "declaration" => {
                let mut cursor = node.walk();
                for declarator in node.children_by_field_name("declarator", &mut cursor) {
                    let want = Want::for_object(&self.types.variable_of(declarator));
                    match declarator.child_by_field_name("value") {
                        Some(value)
                            if value.kind() == "initializer_list" || value.kind() == "argument_list" =>
                        {
                            self.list(Some(value), want);
                        }
                        Some(value) => self.root(Some(value), want),
                        None => self.constructed(declarator),
                    }
                }
                self.root(field("value"), Want::Any);
            }
            _ => {}
        }
    }

    /// Handles `CUdeviceptr x(number);`, which parses as a function with a parameter of type `number`.
    fn constructed(&mut self, declarator: Node<'t>) {
        let Ty::Function(signature) = self.types.variable_of(declarator) else { return };
        let list = declarator.child_by_field_name("parameters").filter(|n| n.named_child_count() == 1);
        let parameter = list.and_then(|n| n.named_child(0)).filter(|n| n.named_child_count() == 1);
        let Some(name) = parameter.and_then(|n| n.named_child(0)) else { return };
        if signature.returns == Ty::Device && matches!(self.types.value(name), Ty::Integer { .. }) {
            self.insert(name.start_byte(), "(hipDeviceptr_t)");
        }
    }

    fn list(&mut self, list: Option<Node<'t>>, want: Want) {
        let Some(list) = list.filter(|n| !n.has_error()) else { return };
        let want = if list.named_child_count() == 1 { want } else { Want::Any };
        let mut cursor = list.walk();
        for value in list.named_children(&mut cursor) {
            self.convert(value, want, 0);
        }
    }

    fn root(&mut self, node: Option<Node<'t>>, want: Want) {
        if let Some(node) = node.filter(|n| !n.has_error()) {
            self.convert(node, want, 0);
        }
    }

    fn push(&mut self, at: Range<usize>, with: impl Into<Cow<'static, str>>) {
        self.edits.push(Edit { at, with: with.into(), sureness: Sureness::Likely, rule: "device_pointer" });
    }

    fn insert(&mut self, at: usize, with: &'static str) {
        self.push(at..at, with);
    }

    /// Casts an expression, in parentheses if the cast would bind more strongly than its operator.
    fn cast(&mut self, node: Node<'t>, open: &'static str, bracket: &'static str) {
        if is_tight(node) {
            self.insert(node.start_byte(), open);
        } else {
            self.insert(node.start_byte(), bracket);
            self.insert(node.end_byte(), ")");
        }
    }

    fn children(&mut self, node: Node<'t>, depth: usize) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.convert(child, Want::Any, depth + 1);
        }
    }

    fn convert(&mut self, node: Node<'t>, want: Want, depth: usize) {
        if depth > DEEPEST || node.kind() == "lambda_expression" {
            return;
        }
        let field = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "parenthesized_expression" => {
                if let Some(inner) = node.named_child(0) {
                    self.convert(inner, want, depth + 1);
                }
            }
            "conditional_expression" => {
                self.part(field("condition"), Want::Any, depth);
                let arm = if want == Want::Any { Want::for_object(&self.types.type_of(node)) } else { want };
                let arm = if arm == Want::Number && want == Want::Any { Want::Any } else { arm };
                self.part(field("consequence"), arm, depth);
                self.part(field("alternative"), arm, depth);
            }
            "comma_expression" => {
                self.part(field("left"), Want::Any, depth);
                self.part(field("right"), want, depth);
            }
            "initializer_list" => self.list(Some(node), want),
            "binary_expression" => self.binary(node, want, depth),
            "unary_expression" => {
                let number = self.types.operator(node) != b"!";
                self.finish(node, want);
                self.part(field("argument"), if number { Want::Number } else { Want::Any }, depth);
            }
            "assignment_expression" => {
                self.finish(node, want);
                self.assignment(node, depth);
            }
            "update_expression" => {
                self.finish(node, want);
                self.step(node, depth);
            }
            "call_expression" => {
                self.finish(node, want);
                self.call(node, depth);
            }
            "cast_expression" => {
                self.finish(node, want);
                let narrow = matches!(self.types.type_of(node), Ty::Integer { narrow: true });
                self.part(field("value"), if narrow { Want::Number } else { Want::Any }, depth);
            }
            _ => {
                self.finish(node, want);
                self.children(node, depth);
            }
        }
    }

    fn part(&mut self, node: Option<Node<'t>>, want: Want, depth: usize) {
        if let Some(node) = node {
            self.convert(node, want, depth + 1);
        }
    }

    /// Converts the whole expression to the expected kind.
    fn finish(&mut self, node: Node<'t>, want: Want) {
        if want == Want::Any || self.launches(node) {
            return;
        }
        match (want, self.types.type_of(node)) {
            (Want::Number, Ty::Device) => self.cast(node, "(uintptr_t)", "(uintptr_t)("),
            (Want::Device, Ty::Integer { .. }) => self.cast(node, "(hipDeviceptr_t)", "(hipDeviceptr_t)("),
            _ => {}
        }
    }

    /// Returns whether an expression contains a launch, which parses as a call but is a statement.
    fn launches(&self, node: Node<'t>) -> bool {
        let start = |launch: &Chevron| self.file.tokens[launch.open.start].start;
        let first = self.file.launches.partition_point(|launch| start(launch) < node.start_byte());
        self.file.launches.get(first).is_some_and(|launch| start(launch) < node.end_byte())
    }

    fn binary(&mut self, node: Node<'t>, want: Want, depth: usize) {
        let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right"))
        else {
            return;
        };
        let operator = self.types.operator(node);
        if matches!(operator, b"+" | b"-") {
            return self.sum(node, want, depth);
        }
        let (a, b) = (self.types.type_of(left), self.types.type_of(right));
        let device = a == Ty::Device || b == Ty::Device;
        let number = |ty: &Ty| matches!(ty, Ty::Integer { .. });
        let as_numbers = match operator {
            b"*" | b"/" | b"%" | b"&" | b"|" | b"^" => device,
            // `out << p` prints it.
            b"<<" | b">>" => a == Ty::Device,
            b"==" | b"!=" => device && (number(&a) || number(&b)),
            b"<" | b">" | b"<=" | b">=" => {
                device && (number(&a) || number(&b) || a == Ty::Null || b == Ty::Null)
            }
            _ => false,
        };
        self.finish(node, want);
        let want = if as_numbers { Want::Number } else { Want::Any };
        self.convert(left, want, depth + 1);
        self.convert(right, want, depth + 1);
    }

    /// Handles a whole sum: `a + b - c`.
    fn sum(&mut self, node: Node<'t>, want: Want, depth: usize) {
        let (mut first, mut rest) = (node, Vec::new());
        while first.kind() == "binary_expression" && matches!(self.types.operator(first), b"+" | b"-") {
            let (Some(left), Some(right)) =
                (first.child_by_field_name("left"), first.child_by_field_name("right"))
            else {
                return;
            };
            rest.push((self.types.operator(first), right));
            first = left;
            if rest.len() > DEEPEST {
                return;
            }
        }
        rest.reverse();
        let operands: Vec<Node<'t>> = [first].into_iter().chain(rest.iter().map(|&(_, n)| n)).collect();
        if self.launches(node) {
            return operands.into_iter().for_each(|n| self.convert(n, Want::Any, depth + 1));
        }
        let is_device = |node: Node<'t>| self.types.type_of(node) == Ty::Device;
        let mut bytes = is_device(first);
        let mut plain = true;
        for (operator, operand) in &rest {
            match (bytes, *operator, is_device(*operand)) {
                (true, b"-", true) => bytes = false,
                (false, b"+", true) => bytes = true,
                (_, _, false) => {}
                _ => plain = false,
            }
        }
        let devices: Vec<bool> = operands.iter().map(|&n| is_device(n)).collect();
        if !devices.contains(&true) {
            self.finish(node, want);
            return operands.into_iter().for_each(|n| self.convert(n, Want::Any, depth + 1));
        }
        // A difference of pointers is computed in bytes.
        let numbers = !plain || bytes && want == Want::Number;
        let whole = bytes && !numbers || want == Want::Device;
        if whole {
            self.insert(node.start_byte(), "(hipDeviceptr_t)(");
        }
        for (operand, device) in operands.into_iter().zip(devices) {
            if device && !numbers {
                self.cast(operand, "(char *)", "(char *)(");
            }
            self.convert(operand, if numbers { Want::Number } else { Want::Any }, depth + 1);
        }
        if whole {
            self.insert(node.end_byte(), ")");
        }
    }

    fn assignment(&mut self, node: Node<'t>, depth: usize) {
        let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right"))
        else {
            return;
        };
        let (operator, ty) = (self.types.operator(node), self.types.type_of(left));
        if operator == b"=" || ty != Ty::Device {
            self.convert(left, Want::Any, depth + 1);
            let want = if operator == b"=" || self.types.type_of(right) == Ty::Device {
                Want::for_object(&ty)
            } else {
                Want::Any
            };
            return self.convert(right, want, depth + 1);
        }
        let place = node.child_by_field_name("operator").map(|n| n.byte_range()).unwrap_or_default();
        let (Some(whole), Some(sign)) = (self.file.renamed(left.byte_range()), operator.strip_suffix(b"="))
        else {
            return;
        };
        if has_effects(left) || sign.is_empty() || self.launches(node) {
            return;
        }
        let sign = String::from_utf8_lossy(sign).into_owned();
        let ty = if matches!(sign.as_str(), "+" | "-") { "char *" } else { "uintptr_t" };
        let product = matches!(self.types.operator(right), b"*" | b"/" | b"%");
        let (open, close) = if is_tight(right) || product { ("", ")") } else { ("(", "))") };
        self.push(place, format!("= (hipDeviceptr_t)(({ty}){whole} {sign}"));
        if !open.is_empty() {
            self.insert(right.start_byte(), open);
        }
        self.convert(right, Want::Number, depth + 1);
        self.insert(right.end_byte(), close);
    }

    /// Handles `p++` and `p--`: replaces it by an assignment, parenthesised if its value is used.
    fn step(&mut self, node: Node<'t>, depth: usize) {
        let (Some(operand), Some(operator)) =
            (node.child_by_field_name("argument"), node.child_by_field_name("operator"))
        else {
            return;
        };
        let sign = self.file.text[operator.start_byte()] as char;
        let whole = self.file.renamed(operand.byte_range());
        let is_ours =
            self.types.type_of(operand) == Ty::Device && !has_effects(operand) && !self.launches(node);
        let Some(whole) = whole.filter(|_| is_ours) else {
            return self.part(Some(operand), Want::Any, depth);
        };
        let is_used =
            !node.parent().is_some_and(|n| matches!(n.kind(), "expression_statement" | "for_statement"));
        let is_after = operand.start_byte() < operator.start_byte();
        let mut with = format!(" = (hipDeviceptr_t)((char *){whole} {sign} 1)");
        if is_used {
            self.insert(node.start_byte(), if is_after { "((" } else { "(" });
            with.push(')');
        }
        if is_used && is_after {
            let back = if sign == '+' { '-' } else { '+' };
            with += &format!(", (hipDeviceptr_t)((char *){whole} {back} 1))");
        }
        if is_after {
            self.push(operator.byte_range(), with);
        } else {
            self.push(operator.byte_range(), "");
            self.push(node.end_byte()..node.end_byte(), with);
        }
    }

    fn call(&mut self, node: Node<'t>, depth: usize) {
        let (Some(function), Some(list)) =
            (node.child_by_field_name("function"), node.child_by_field_name("arguments"))
        else {
            return;
        };
        if let Some((word, ty)) = self.types.cast(node) {
            let Some(value) = list.named_child(0) else { return };
            let from = self.types.type_of(value);
            if word == b"static_cast" && ty == Ty::Device && matches!(from, Ty::Integer { .. }) {
                let place = function.child_by_field_name("name").map(|n| n.byte_range()).unwrap_or_default();
                self.push(place, "reinterpret_cast");
                return self.convert(value, Want::Any, depth + 1);
            }
            // What points at constants becomes a number, but no `void *`; the other cast makes both.
            if word == b"reinterpret_cast" && ty == Ty::Device && !matches!(from, Ty::Integer { .. }) {
                let types = function.child_by_field_name("arguments").map_or(0..0, |n| n.byte_range());
                if !types.is_empty() {
                    self.push(function.start_byte()..types.start + 1, "(");
                    self.push(types.end - 1..types.end, ")");
                }
            }
            let number = word == b"static_cast" && matches!(ty, Ty::Integer { .. });
            return self.convert(value, if number { Want::Number } else { Want::Any }, depth + 1);
        }
        if function.kind() == "field_expression" {
            self.children(function, depth);
        }
        let name = self.types.word(function);
        let name = name.strip_suffix(b"_v2").unwrap_or(name);
        let known = std::str::from_utf8(name).ok().and_then(arguments_of);
        let (taken, written) = known.map_or((&[][..], &[][..]), |known| (&known.taken, &known.written));
        let signature = self.types.function(function).unwrap_or_default();
        // `int(p)`: a pointer does not fit into it.
        let constructed = matches!(self.types.type_of(node), Ty::Integer { narrow: true })
            && matches!(function.kind(), "primitive_type");
        let mut cursor = list.walk();
        for (n, argument) in list.named_children(&mut cursor).filter(|n| n.kind() != "comment").enumerate() {
            let want = match signature.parameters.get(n) {
                _ if taken.contains(&n) => Want::Device,
                _ if constructed => Want::Number,
                Some(ty) => Want::for_object(ty),
                None => Want::Any,
            };
            let number =
                |ty: Ty| matches!(ty, Ty::Pointer(inner) if matches!(*inner, Ty::Integer { narrow: false }));
            if written.contains(&n) && number(self.types.type_of(argument)) {
                self.cast(argument, "(hipDeviceptr_t *)", "(hipDeviceptr_t *)(");
            }
            self.convert(argument, want, depth + 1);
        }
    }
}

/// Returns whether a cast before an expression applies to all of it.
fn is_tight(node: Node<'_>) -> bool {
    !matches!(
        node.kind(),
        "binary_expression"
            | "conditional_expression"
            | "assignment_expression"
            | "comma_expression"
            | "throw_expression"
    )
}

/// Returns whether an expression has side effects, so that it must not be duplicated.
fn has_effects(node: Node<'_>) -> bool {
    let mut found = false;
    walk(node, |n| {
        found |= matches!(n.kind(), "call_expression" | "update_expression" | "assignment_expression");
        !found
    });
    found
}
