//! What a name means where it stands: the nearest declaration in the file, by walking outwards.
//!
//! This is no compiler: it reads declarations of functions, parameters, locals, members and globals of one file, and
//! says nothing where it finds none.

use tree_sitter::Node;

/// The type, as written, of the variable `name` at `place`; for a member, also when it is found in the class around.
pub fn type_of<'t>(place: Node<'t>, name: &[u8], text: &'t [u8]) -> Option<&'t [u8]> {
    let mut scope = Some(place);
    while let Some(node) = scope {
        let found = match node.kind() {
            "compound_statement"
            | "translation_unit"
            | "declaration_list"
            | "field_declaration_list"
            | "for_statement"
            | "preproc_if"
            | "preproc_ifdef"
            | "preproc_else"
            | "case_statement" => declared_in(node, place, name, text),
            "function_definition" | "lambda_expression" => parameters(node, name, text),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        scope = node.parent();
    }
    None
}

/// The return type, as written, of the function `name` that the file defines or declares.
pub fn return_type_of<'t>(root: Node<'t>, name: &[u8], text: &'t [u8]) -> Option<&'t [u8]> {
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        if matches!(node.kind(), "function_definition" | "declaration")
            && let Some(declarator) = node.child_by_field_name("declarator").and_then(function_declarator)
            && declarator.child_by_field_name("declarator").is_some_and(|n| &text[n.byte_range()] == name)
        {
            return Some(&text[node.child_by_field_name("type")?.byte_range()]);
        }
        if !matches!(node.kind(), "compound_statement" | "parameter_list") {
            let mut cursor = node.walk();
            stack.extend(node.named_children(&mut cursor));
        }
    }
    None
}

fn function_declarator(mut node: Node<'_>) -> Option<Node<'_>> {
    while node.kind() != "function_declarator" {
        node = node.child_by_field_name("declarator")?;
    }
    Some(node)
}

fn parameters<'t>(function: Node<'t>, name: &[u8], text: &'t [u8]) -> Option<&'t [u8]> {
    let declarator = function.child_by_field_name("declarator").and_then(|d| {
        if d.kind() == "abstract_function_declarator" { Some(d) } else { function_declarator(d) }
    })?;
    let list = declarator.child_by_field_name("parameters")?;
    let mut cursor = list.walk();
    list.named_children(&mut cursor).find_map(|p| declaration(p, name, text))
}

/// Declarations directly in a block; of those in a compound statement only the ones before `place`.
fn declared_in<'t>(block: Node<'t>, place: Node<'t>, name: &[u8], text: &'t [u8]) -> Option<&'t [u8]> {
    let ordered = matches!(block.kind(), "compound_statement" | "for_statement" | "case_statement");
    let mut cursor = block.walk();
    let mut found = None;
    for child in block.named_children(&mut cursor) {
        if ordered && child.start_byte() > place.start_byte() {
            break;
        }
        found = declaration(child, name, text).or(found);
    }
    found
}

fn declaration<'t>(node: Node<'t>, name: &[u8], text: &'t [u8]) -> Option<&'t [u8]> {
    let kinds =
        ["declaration", "field_declaration", "parameter_declaration", "optional_parameter_declaration"];
    if !kinds.contains(&node.kind()) {
        return None;
    }
    let ty = node.child_by_field_name("type")?;
    let mut cursor = node.walk();
    let declares = node
        .children_by_field_name("declarator", &mut cursor)
        .any(|declarator| plain(declarator, name, text));
    declares.then(|| &text[ty.byte_range()])
}

/// Whether a declarator declares a plain variable of the type itself (or a reference to one): no pointer or array.
fn plain(mut node: Node<'_>, name: &[u8], text: &[u8]) -> bool {
    loop {
        match node.kind() {
            "identifier" | "field_identifier" => return &text[node.byte_range()] == name,
            "init_declarator" => match node.child_by_field_name("declarator") {
                Some(inner) => node = inner,
                None => return false,
            },
            "reference_declarator" => match node.named_child(0) {
                Some(inner) => node = inner,
                None => return false,
            },
            _ => return false,
        }
    }
}
