//! Types of expressions in the translated text: arithmetic that treats a device pointer as a number is a
//! number.

use super::{DEEPEST, Signature, Ty, Types};
use tree_sitter::Node;

/// Members of CUDA structures that are device pointers.
const MEMBERS: [&[u8]; 6] = [b"dstDevice", b"srcDevice", b"dptr", b"devPtr", b"dst_dptr", b"src_dptr"];

/// Returns the type of an element: of a loop over an object, of a dereference, of an index.
pub(super) fn element(ty: &Ty) -> Ty {
    match ty {
        Ty::Pointer(inner) => (**inner).clone(),
        Ty::Class(name, arguments) => match name.as_str() {
            "map" | "unordered_map" | "multimap" => arguments.get(1).cloned().unwrap_or_default(),
            "vector" | "array" | "deque" | "list" | "span" | "set" | "unordered_set" | "unique_ptr"
            | "shared_ptr" | "optional" | "initializer_list" | "queue" | "stack" | "atomic" => {
                arguments.first().cloned().unwrap_or_default()
            }
            _ => Ty::Unknown,
        },
        _ => Ty::Unknown,
    }
}

/// Returns the result type of a container's member function.
fn container_member(ty: &Ty, name: &[u8]) -> Ty {
    match name {
        b"back" | b"front" | b"at" | b"top" | b"value" | b"load" => element(ty),
        b"size" | b"length" | b"count" => Ty::Integer { narrow: false },
        b"data" => Ty::Pointer(Box::new(element(ty))),
        _ => Ty::Unknown,
    }
}

fn function(returns: Ty) -> Ty {
    Ty::Function(Box::new(Signature { returns, parameters: Vec::new() }))
}

/// Returns the type of an arithmetic operation on two operands.
fn number(left: &Ty, right: &Ty) -> Ty {
    let known = |ty: &Ty| matches!(ty, Ty::Integer { .. } | Ty::Device | Ty::Null);
    let narrow = |ty: &Ty| matches!(ty, Ty::Integer { narrow: true } | Ty::Null);
    if known(left) && known(right) {
        Ty::Integer { narrow: narrow(left) && narrow(right) }
    } else {
        Ty::Unknown
    }
}

/// Returns the type of a sum or difference: a device pointer if one operand is one, a number if two are
/// subtracted.
pub(crate) fn sum(left: &Ty, operator: &[u8], right: &Ty) -> Ty {
    match (left, operator, right) {
        (Ty::Device, b"-", Ty::Device) | (_, b"-", Ty::Device) => Ty::Integer { narrow: false },
        (Ty::Device, b"+", Ty::Device) => Ty::Integer { narrow: false },
        (Ty::Device, _, Ty::Pointer(_)) | (Ty::Pointer(_), b"-", Ty::Pointer(_)) => Ty::Unknown,
        (Ty::Device, ..) => Ty::Device,
        (Ty::Integer { .. } | Ty::Null | Ty::Unknown, b"+", Ty::Device) => Ty::Device,
        (Ty::Pointer(_), ..) => left.clone(),
        (_, b"+", Ty::Pointer(_)) => right.clone(),
        _ => number(left, right),
    }
}

impl<'a> Types<'a> {
    /// Returns the type of an expression.
    pub fn type_of(&self, node: Node<'_>) -> Ty {
        self.type_at(node, 0)
    }

    /// Returns the type of a node with one declarator: a function, a parameter, a member.
    pub fn declared(&self, node: Node<'_>) -> Ty {
        self.reader().single(node).1
    }

    /// Returns the type of the variable that a declarator declares, in a function or at file scope.
    pub fn variable_of(&self, declarator: Node<'_>) -> Ty {
        self.reader().declared(declarator, Ty::Unknown).0.map(|name| self.value(name)).unwrap_or_default()
    }

    /// Returns the type of the variable that a name refers to.
    pub fn value(&self, name: Node<'_>) -> Ty {
        self.variable(name)
    }

    /// Returns the type of the member that a name refers to in a method of its class.
    pub fn member_named(&self, name: Node<'_>) -> Ty {
        let known = self.class_at(name.start_byte()).zip(std::str::from_utf8(self.word(name)).ok());
        known.and_then(|(class, name)| self.class_member(class, name)).unwrap_or_default()
    }

    /// Returns the bytes of a node's operator.
    pub fn operator(&self, node: Node<'_>) -> &'a [u8] {
        node.child_by_field_name("operator").map_or(b"", |n| self.word(n))
    }

    fn type_at(&self, node: Node<'_>, depth: usize) -> Ty {
        if depth > DEEPEST {
            return Ty::Unknown;
        }
        if let Some(known) = self.types.borrow().get(&node.id()) {
            return known.clone();
        }
        let ty = self.compute_type(node, depth);
        self.types.borrow_mut().insert(node.id(), ty.clone());
        ty
    }

    fn compute_type(&self, node: Node<'_>, depth: usize) -> Ty {
        let field = |name: &str| node.child_by_field_name(name);
        let operand = |name: &str| field(name).map(|n| self.type_at(n, depth + 1)).unwrap_or_default();
        match node.kind() {
            "identifier" => self.variable(node),
            "this" => self
                .class_at(node.start_byte())
                .map_or(Ty::Unknown, |class| Ty::Pointer(Box::new(Ty::Class(class.to_owned(), Vec::new())))),
            "number_literal" => literal(self.word(node)),
            "char_literal" | "sizeof_expression" | "true" | "false" => Ty::Integer { narrow: true },
            "null" | "nullptr" => Ty::Null,
            "parenthesized_expression" => {
                node.named_child(0).map(|n| self.type_at(n, depth + 1)).unwrap_or_default()
            }
            "comma_expression" => operand("right"),
            "cast_expression" | "compound_literal_expression" => {
                field("type").map(|n| self.reader().ty(n)).unwrap_or_default()
            }
            "field_expression" => self.member(&operand("argument"), field("field")),
            "subscript_expression" => element(&operand("argument")),
            "pointer_expression" => match self.operator(node) {
                b"*" => element(&operand("argument")),
                _ => Ty::Pointer(Box::new(operand("argument"))),
            },
            "assignment_expression" => operand("left"),
            "update_expression" => operand("argument"),
            "unary_expression" => match (self.operator(node), operand("argument")) {
                (b"!", _) => Ty::Other,
                (_, Ty::Device) => Ty::Integer { narrow: false },
                (_, ty) => ty,
            },
            "conditional_expression" => match (operand("consequence"), operand("alternative")) {
                (Ty::Device, Ty::Device | Ty::Null | Ty::Integer { .. })
                | (Ty::Null | Ty::Integer { .. }, Ty::Device) => Ty::Device,
                (a, b) if a == b => a,
                (a, b) => number(&a, &b),
            },
            "binary_expression" => {
                let (left, right) = (operand("left"), operand("right"));
                match self.operator(node) {
                    operator @ (b"+" | b"-") => sum(&left, operator, &right),
                    b"*" | b"/" | b"%" | b"&" | b"|" | b"^" | b"<<" | b">>" => number(&left, &right),
                    _ => Ty::Other,
                }
            }
            "call_expression" => self.call_type(node, depth),
            "lambda_expression" => self.lambda(node, depth),
            "new_expression" => Ty::Pointer(Box::default()),
            _ => Ty::Unknown,
        }
    }

    /// Returns the type of a call, which may also be a cast or a constructor.
    fn call_type(&self, node: Node<'_>, depth: usize) -> Ty {
        let Some(function) = node.child_by_field_name("function") else { return Ty::Unknown };
        if let Some(cast) = self.cast(node) {
            return cast.1;
        }
        if function.kind() == "primitive_type" {
            return self.reader().ty(function);
        }
        match self.type_at(function, depth + 1) {
            Ty::Function(signature) => signature.returns,
            Ty::Unknown => match self.function(function) {
                Some(signature) => signature.returns,
                None => self.constructed(function),
            },
            _ => Ty::Unknown,
        }
    }

    /// Returns the type of a functional cast or constructor: `CUdeviceptr(x)`, `uint64_t(x)`.
    fn constructed(&self, function: Node<'_>) -> Ty {
        match self.reader().ty(function) {
            ty @ (Ty::Device | Ty::Integer { .. }) => ty,
            Ty::Class(name, arguments) if function.kind() == "template_type" => Ty::Class(name, arguments),
            _ => Ty::Unknown,
        }
    }

    /// Returns the keyword and type of a cast: `static_cast<T>(x)`.
    pub fn cast(&self, node: Node<'_>) -> Option<(&'a [u8], Ty)> {
        let function = node.child_by_field_name("function").filter(|n| n.kind() == "template_function")?;
        let word = self.word(function.child_by_field_name("name")?);
        if !matches!(word, b"static_cast" | b"reinterpret_cast" | b"const_cast" | b"dynamic_cast") {
            return None;
        }
        let ty = function.child_by_field_name("arguments")?.named_child(0)?;
        Some((word, self.reader().ty(ty)))
    }

    /// Returns the signature of the function that a call names, if the file or its headers declare it.
    pub fn function(&self, function: Node<'_>) -> Option<Signature> {
        let mut name = function;
        for _ in 0..DEEPEST {
            match name.kind() {
                "qualified_identifier" | "template_function" => name = name.child_by_field_name("name")?,
                _ => break,
            }
        }
        match name.kind() {
            "identifier" => match self.variable(name) {
                Ty::Function(signature) => Some(*signature),
                _ => None,
            },
            "field_expression" => match self.type_of(name) {
                Ty::Function(signature) => Some(*signature),
                _ => None,
            },
            _ => None,
        }
    }

    fn lambda(&self, node: Node<'_>, depth: usize) -> Ty {
        let Some(body) = node.child_by_field_name("body") else { return Ty::Unknown };
        let mut cursor = body.walk();
        let value = body.named_children(&mut cursor).find(|n| n.kind() == "return_statement");
        let returns = value.and_then(|n| n.named_child(0)).map(|n| self.type_at(n, depth + 1));
        function(returns.unwrap_or_default())
    }

    fn variable(&self, node: Node<'_>) -> Ty {
        let (word, at) = (self.word(node), node.start_byte());
        let visible = [&self.locals, &self.parameters].into_iter().flat_map(|kind| {
            let all = kind.get(word).map_or(&[][..], Vec::as_slice);
            let known = &all[..all.partition_point(|local| local.from <= at)];
            known.iter().rev().take(LOOKS).filter(|local| local.scope.contains(&at))
        });
        if let Some(local) = visible.max_by_key(|local| (local.scope.start, local.from)) {
            return local.ty.clone();
        }
        let Ok(name) = std::str::from_utf8(word) else { return Ty::Unknown };
        let own = self.class_at(at).and_then(|class| self.class_member(class, name));
        let global = || self.file.names.get(name).or_else(|| self.headers.names.get(name)).cloned();
        own.or_else(global).unwrap_or_default()
    }

    /// Returns the class that has the method around a position.
    fn class_at(&self, at: usize) -> Option<&str> {
        let before = &self.methods[..self.methods.partition_point(|(body, _)| body.start <= at)];
        let holding = before.iter().rev().take(LOOKS).find(|(body, _)| body.contains(&at));
        holding.map(|(_, class)| class.as_str())
    }

    fn class_member(&self, class: &str, name: &str) -> Option<Ty> {
        let members = |program: &super::Program| program.classes.get(class)?.get(name).cloned();
        members(&self.file).or_else(|| members(self.headers))
    }

    /// Returns the type of a member: of the object's class if known, otherwise the one that all classes with
    /// such a member agree on.
    fn member(&self, object: &Ty, field: Option<Node<'_>>) -> Ty {
        let Some(field) = field else { return Ty::Unknown };
        let plain = field.child_by_field_name("name").unwrap_or(field);
        let word = self.word(plain);
        let Ok(name) = std::str::from_utf8(word) else { return Ty::Unknown };
        let object = match object {
            Ty::Pointer(inner) => inner,
            other => other,
        };
        if let Ty::Class(class, arguments) = object {
            if let Some(known) = self.class_member(class, name) {
                return known;
            }
            if !arguments.is_empty() {
                match word {
                    b"first" => return arguments.first().cloned().unwrap_or_default(),
                    b"second" => return arguments.get(1).cloned().unwrap_or_default(),
                    b"get" => return function(Ty::Pointer(Box::new(element(object)))),
                    _ => {}
                }
            }
            let found = container_member(object, word);
            if found != Ty::Unknown {
                return function(found);
            }
            // `p->x` through a smart pointer or similar class.
            let inner = element(object);
            if let Ty::Class(class, _) = &inner
                && let Some(known) = self.class_member(class, name)
            {
                return known;
            }
            if matches!(inner, Ty::Device | Ty::Integer { .. }) {
                return Ty::Unknown;
            }
        }
        let all = [self.file.members.get(name), self.headers.members.get(name)];
        match all {
            [Some(a), Some(b)] if a == b => a.clone(),
            [Some(a), None] | [None, Some(a)] => a.clone(),
            [None, None] if MEMBERS.contains(&word) => Ty::Device,
            _ => Ty::Unknown,
        }
    }
}

/// Limit of declarations of one name considered for one use. It bounds the time for degenerate input.
const LOOKS: usize = 64;

fn literal(word: &[u8]) -> Ty {
    let digits = |b: &u8| matches!(b, b'u' | b'U' | b'l' | b'L' | b'z' | b'Z');
    let end = word.iter().rposition(|b| !digits(b)).map_or(0, |n| n + 1);
    let hex = word.starts_with(b"0x") || word.starts_with(b"0X");
    let float = word.iter().any(|b| matches!(b, b'.' | b'p' | b'P'))
        || !hex && word.iter().any(|b| matches!(b, b'e' | b'E' | b'f' | b'F'));
    match () {
        () if float => Ty::Other,
        () if word[..end].iter().all(|b| matches!(b, b'0' | b'x' | b'X')) => Ty::Null,
        () => Ty::Integer { narrow: end == word.len() && word.len() < 9 },
    }
}
