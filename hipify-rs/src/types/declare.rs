//! Declarations in a syntax tree.

use super::{DEEPEST, Local, Program, Signature, Ty, Types, walk};
use std::ops::Range;
use tree_sitter::Node;

/// Integer types that cannot hold a pointer.
const NARROW: [&[u8]; 16] = [
    b"char",
    b"char16_t",
    b"char32_t",
    b"int",
    b"int16_t",
    b"int32_t",
    b"int8_t",
    b"short",
    b"signed",
    b"uchar",
    b"uint",
    b"uint16_t",
    b"uint32_t",
    b"uint8_t",
    b"unsigned",
    b"ushort",
];

/// Integer types that can hold an address.
const WIDE: [&[u8]; 17] = [
    b"CUdeviceptr_t",
    b"intptr_t",
    b"int64_t",
    b"long",
    b"off_t",
    b"ptrdiff_t",
    b"size_t",
    b"size_type",
    b"ssize_t",
    b"u64",
    b"uint64",
    b"uint64_t",
    b"uintptr_t",
    b"ull",
    b"ulong",
    b"ulonglong",
    b"cuuint64_t",
];

/// Reader of types: CUDA names by position, aliases of the file and of its headers.
pub(super) struct Reader<'r> {
    pub(super) text: &'r [u8],
    pub(super) file: &'r Program,
    pub(super) headers: &'r Program,
    /// Positions of words that name `CUdeviceptr`, in order.
    pub(super) devices: &'r [usize],
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl<'r> Reader<'r> {
    fn word(&self, node: Node<'_>) -> &'r [u8] {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// Returns the type that a node names.
    pub(super) fn ty(&self, node: Node<'_>) -> Ty {
        self.ty_at(node, 0)
    }

    fn ty_at(&self, node: Node<'_>, depth: usize) -> Ty {
        if depth > DEEPEST {
            return Ty::Unknown;
        }
        let inner = |field: &str| node.child_by_field_name(field).map(|n| self.ty_at(n, depth + 1));
        match node.kind() {
            "type_identifier" | "identifier" | "field_identifier" | "namespace_identifier" => {
                self.named(node)
            }
            "primitive_type" => integer(self.word(node)).unwrap_or(Ty::Other),
            "sized_type_specifier" => {
                let words = self.word(node);
                let wide = words.windows(4).any(|w| w == b"long");
                let float = words.windows(6).any(|w| w == b"double");
                if float { Ty::Other } else { Ty::Integer { narrow: !wide } }
            }
            "qualified_identifier" => inner("name").unwrap_or_default(),
            "template_type" => {
                let name = node.child_by_field_name("name").map(|n| text(self.word(n))).unwrap_or_default();
                let mut arguments = Vec::new();
                if let Some(list) = node.child_by_field_name("arguments") {
                    let mut cursor = list.walk();
                    arguments.extend(list.named_children(&mut cursor).map(|n| self.ty_at(n, depth + 1)));
                }
                Ty::Class(name, arguments)
            }
            "struct_specifier" | "class_specifier" | "union_specifier" => node
                .child_by_field_name("name")
                .map_or(Ty::Other, |n| Ty::Class(text(self.word(n)), Vec::new())),
            "enum_specifier" => Ty::Other,
            "type_descriptor" => {
                let ty = inner("type").unwrap_or_default();
                let declarator = node.child_by_field_name("declarator");
                declarator.map_or(ty.clone(), |d| self.declared(d, ty).1)
            }
            _ => Ty::Unknown,
        }
    }

    fn named(&self, node: Node<'_>) -> Ty {
        let word = self.word(node);
        if self.devices.binary_search(&node.start_byte()).is_ok() {
            return Ty::Device;
        }
        let name = std::str::from_utf8(word).unwrap_or_default();
        let alias = || self.file.aliases.get(name).or_else(|| self.headers.aliases.get(name)).cloned();
        integer(word).or_else(alias).unwrap_or_else(|| Ty::Class(name.to_owned(), Vec::new()))
    }

    /// Returns the name that a declarator declares, if it has one, and its type, given that its declaration
    /// begins with `ty`.
    pub(super) fn declared<'t>(&self, declarator: Node<'t>, ty: Ty) -> (Option<Node<'t>>, Ty) {
        let (mut node, mut ty) = (declarator, ty);
        for _ in 0..DEEPEST {
            let next = node.child_by_field_name("declarator");
            match node.kind() {
                "pointer_declarator"
                | "abstract_pointer_declarator"
                | "array_declarator"
                | "abstract_array_declarator" => ty = Ty::Pointer(Box::new(ty)),
                "function_declarator" | "abstract_function_declarator" => {
                    let parameters = self.parameters(node);
                    // A pointer to a function is called like a function.
                    ty = Ty::Function(Box::new(Signature { returns: ty, parameters }));
                    if let Some(inner) = next.filter(|n| n.kind() == "parenthesized_declarator") {
                        return (self.declared(inner, Ty::Unknown).0, ty);
                    }
                }
                "init_declarator" | "attributed_declarator" => {}
                "reference_declarator" | "parenthesized_declarator" | "abstract_reference_declarator" => {
                    match next.or_else(|| node.named_child(0)) {
                        Some(inner) => {
                            node = inner;
                            continue;
                        }
                        None => return (None, ty),
                    }
                }
                "identifier" | "field_identifier" | "type_identifier" | "qualified_identifier" => {
                    return (Some(node), ty);
                }
                _ => return (None, ty),
            }
            match next {
                Some(inner) => node = inner,
                None => return (None, ty),
            }
        }
        (None, Ty::Unknown)
    }

    fn parameters(&self, function: Node<'_>) -> Vec<Ty> {
        let Some(list) = function.child_by_field_name("parameters") else { return Vec::new() };
        let mut cursor = list.walk();
        let declared =
            list.named_children(&mut cursor).filter(|n| n.kind().ends_with("parameter_declaration"));
        declared.map(|n| self.single(n).1).collect()
    }

    /// Returns the name and type that a node with one declarator declares.
    pub(super) fn single<'t>(&self, node: Node<'t>) -> (Option<Node<'t>>, Ty) {
        let ty = node.child_by_field_name("type").map(|n| self.ty(n)).unwrap_or_default();
        match node.child_by_field_name("declarator") {
            Some(declarator) => self.declared(declarator, ty),
            None => (None, ty),
        }
    }
}

fn integer(word: &[u8]) -> Option<Ty> {
    match () {
        () if WIDE.contains(&word) => Some(Ty::Integer { narrow: false }),
        () if NARROW.contains(&word) => Some(Ty::Integer { narrow: true }),
        () if matches!(word, b"float" | b"double" | b"bool" | b"void") => Some(Ty::Other),
        () => None,
    }
}

/// Returns the declarators of a declaration.
fn declarators<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name("declarator", &mut cursor).collect()
}

/// Splits a name into its last part and the scope before it: `f` of `ns::S::f`.
fn parts<'t>(name: Node<'t>, word: &dyn Fn(Node<'t>) -> String) -> (String, Option<String>) {
    let (mut node, mut scope) = (name, None);
    for _ in 0..DEEPEST {
        if node.kind() != "qualified_identifier" {
            break;
        }
        scope = node.child_by_field_name("scope").map(|n| {
            let plain = n.child_by_field_name("name").unwrap_or(n);
            word(plain)
        });
        let Some(inner) = node.child_by_field_name("name") else { break };
        node = inner;
    }
    (word(node), scope)
}

/// Returns the name of a class with a body, and the end of the body.
fn class(node: Node<'_>) -> Option<(Node<'_>, usize)> {
    let is = matches!(node.kind(), "struct_specifier" | "class_specifier" | "union_specifier");
    let body = node.child_by_field_name("body").filter(|_| is)?;
    let name = node.child_by_field_name("name")?;
    Some((name.child_by_field_name("name").unwrap_or(name), body.end_byte()))
}

/// Collects the declarations outside functions, and the members of all classes.
pub(super) fn facts(text_of: &[u8], root: Node<'_>, headers: &Program, devices: &[usize]) -> Program {
    let mut found = Program::default();
    let mut classes: Vec<(usize, String)> = Vec::new();
    // End of the outermost function body, in which only classes matter.
    let mut body = 0;
    walk(root, |node| {
        while classes.last().is_some_and(|(end, _)| *end <= node.start_byte()) {
            classes.pop();
        }
        let outside = node.start_byte() >= body;
        let reader = Reader { text: text_of, file: &found, headers, devices };
        let word = |n: Node<'_>| text(text_of.get(n.byte_range()).unwrap_or_default());
        if let Some((name, end)) = class(node) {
            classes.push((end, word(name)));
        }
        match node.kind() {
            "compound_statement" if outside => body = node.end_byte(),
            "type_definition" if outside => {
                let ty = node.child_by_field_name("type").map(|n| reader.ty(n)).unwrap_or_default();
                let all: Vec<_> = declarators(node)
                    .into_iter()
                    .filter_map(|d| match reader.declared(d, ty.clone()) {
                        (Some(name), ty) => Some((word(name), ty)),
                        _ => None,
                    })
                    .collect();
                all.into_iter().for_each(|(name, ty)| found.alias(&name, ty));
            }
            "alias_declaration" if outside => {
                let ty = node.child_by_field_name("type").map(|n| reader.ty(n)).unwrap_or_default();
                if let Some(name) = node.child_by_field_name("name").map(word) {
                    found.alias(&name, ty);
                }
            }
            "field_declaration" | "declaration" | "function_definition"
                if outside || node.kind() == "field_declaration" =>
            {
                let ty = node.child_by_field_name("type").map(|n| reader.ty(n)).unwrap_or_default();
                let all: Vec<_> = declarators(node)
                    .into_iter()
                    .filter_map(|d| match reader.declared(d, ty.clone()) {
                        (Some(name), ty) => Some((parts(name, &word), ty)),
                        _ => None,
                    })
                    .collect();
                let class = classes.last().map(|(_, name)| name.clone());
                for ((name, scope), ty) in all {
                    match class.as_ref().or(scope.as_ref().filter(|_| matches!(ty, Ty::Function(_)))) {
                        Some(class) => found.member(class, &name, ty),
                        None => found.name(&name, ty),
                    }
                }
            }
            _ => {}
        }
        true
    });
    found
}

/// Returns whether names declared in a node are visible only there.
fn is_scope(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "compound_statement"
            | "function_definition"
            | "lambda_expression"
            | "for_statement"
            | "for_range_loop"
            | "if_statement"
            | "while_statement"
            | "catch_clause"
    )
}

/// Collects the declarations within functions. Parameters come first: the type that a lambda returns may
/// depend on them.
pub(super) fn locals(types: &mut Types<'_>, root: Node<'_>) {
    collect_locals(types, root, true);
    collect_locals(types, root, false);
}

fn collect_locals(types: &mut Types<'_>, root: Node<'_>, parameters: bool) {
    let (mut scopes, mut classes): (Vec<Range<usize>>, Vec<(usize, String)>) = (Vec::new(), Vec::new());
    walk(root, |node| {
        while scopes.last().is_some_and(|scope| scope.end <= node.start_byte()) {
            scopes.pop();
        }
        while classes.last().is_some_and(|(end, _)| *end <= node.start_byte()) {
            classes.pop();
        }
        if let Some((name, end)) = class(node) {
            classes.push((end, text(types.word(name))));
        }
        let scope = scopes.last().cloned();
        match (node.kind(), scope) {
            ("declaration", Some(scope)) if !parameters => {
                let ty = node.child_by_field_name("type");
                for declarator in declarators(node) {
                    let value = declarator.child_by_field_name("value").or(node.child_by_field_name("value"));
                    types.local(scope.clone(), declarator, ty, value);
                }
            }
            ("parameter_declaration" | "optional_parameter_declaration", Some(scope)) if parameters => {
                if let (Some(name), ty) = types.reader().single(node) {
                    let local = Local { scope, from: name.start_byte(), ty };
                    types.parameters.entry(types.word(name)).or_default().push(local);
                }
            }
            ("for_range_loop", _) if !parameters => types.range_loop(node),
            ("function_definition", _) if parameters => {
                let declarator = node.child_by_field_name("declarator");
                let name = declarator.and_then(|d| types.reader().declared(d, Ty::Unknown).0);
                let word = |n: Node<'_>| text(types.word(n));
                let scope = name.and_then(|n| parts(n, &word).1);
                if let Some(class) = scope.or_else(|| classes.last().map(|(_, name)| name.clone())) {
                    types.methods.push((node.byte_range(), class));
                }
            }
            _ => {}
        }
        if is_scope(node) {
            scopes.push(node.byte_range());
        }
        true
    });
}

impl<'a> Types<'a> {
    /// Returns a reader of types within functions.
    pub(super) fn reader(&self) -> Reader<'_> {
        Reader { text: self.text, file: &self.file, headers: self.headers, devices: &self.devices }
    }

    /// Adds a local with its declared type, or with the type of its initialiser.
    fn local(
        &mut self,
        scope: Range<usize>,
        declarator: Node<'_>,
        ty: Option<Node<'_>>,
        value: Option<Node<'_>>,
    ) {
        let auto = ty.is_some_and(|n| n.kind() == "placeholder_type_specifier");
        let before = match ty {
            Some(_) if auto => value.map(|n| self.type_of(n)).unwrap_or_default(),
            Some(ty) => self.reader().ty(ty),
            None => Ty::Unknown,
        };
        // In `auto *p = …` the initialiser's type is a pointer already.
        let (name, mut ty) = self.reader().declared(declarator, before.clone());
        if auto {
            ty = before;
        }
        if let Some(name) = name {
            self.add_local(name, scope, ty);
        }
    }

    fn add_local(&mut self, name: Node<'_>, scope: Range<usize>, ty: Ty) {
        let local = Local { scope, from: name.start_byte(), ty };
        self.locals.entry(self.word(name)).or_default().push(local);
    }

    /// Adds the variables of a range-based loop: `for (auto &x : xs)`, `for (auto &[k, v] : map)`.
    fn range_loop(&mut self, node: Node<'_>) {
        let (Some(declarator), Some(right)) =
            (node.child_by_field_name("declarator"), node.child_by_field_name("right"))
        else {
            return;
        };
        let ty = node.child_by_field_name("type");
        let range = self.type_of(right);
        let mut bound = declarator;
        if bound.kind() == "reference_declarator" {
            bound = bound.named_child(0).unwrap_or(bound);
        }
        if bound.kind() == "structured_binding_declarator" {
            let Ty::Class(_, arguments) = range else { return };
            let mut cursor = bound.walk();
            let names: Vec<_> = bound.named_children(&mut cursor).collect();
            for (name, ty) in names.into_iter().zip(arguments) {
                self.add_local(name, node.byte_range(), ty);
            }
            return;
        }
        let element = match ty {
            Some(ty) if ty.kind() != "placeholder_type_specifier" => self.reader().ty(ty),
            _ => super::expression::element(&range),
        };
        if let (Some(name), ty) = self.reader().declared(declarator, element) {
            self.add_local(name, node.byte_range(), ty);
        }
    }
}
