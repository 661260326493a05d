//! What declarations outside of functions say: of one file, or of all headers of a program.

use super::ty::{Signature, Ty};
use crate::lex::Token;
use std::collections::{BTreeMap, BTreeSet};

/// Declarations by name. A name that two of them declare differently is known, and nothing is known of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// `typedef CUdeviceptr name;`
    pub(super) aliases: BTreeMap<String, Ty>,
    /// Members by class.
    pub(super) classes: BTreeMap<String, BTreeMap<String, Ty>>,
    /// Members of all classes.
    pub(super) members: BTreeMap<String, Ty>,
    /// Functions and variables.
    pub(super) names: BTreeMap<String, Ty>,
    /// Kernels that are templates.
    pub kernels: BTreeSet<String>,
    /// Of all these the names that are, hold or return device pointers.
    asked: BTreeSet<String>,
}

/// Keeps what a name is; what differs from before is unknown.
fn keep(names: &mut BTreeMap<String, Ty>, name: &str, ty: Ty) {
    match names.get_mut(name) {
        Some(known) if *known == ty => {}
        Some(known) => *known = common(known, &ty),
        None => drop(names.insert(name.to_owned(), ty)),
    }
}

/// What two declarations have in common: overloads may agree in what they return, or in some parameters.
fn common(a: &Ty, b: &Ty) -> Ty {
    let (Ty::Function(a), Ty::Function(b)) = (a, b) else { return Ty::Unknown };
    let one = |a: &Ty, b: &Ty| if a == b { a.clone() } else { Ty::Unknown };
    let count = a.parameters.len().max(b.parameters.len());
    let parameter = |n: usize| match (a.parameters.get(n), b.parameters.get(n)) {
        (Some(a), Some(b)) => one(a, b),
        _ => Ty::Unknown,
    };
    let parameters = (0..count).map(parameter).collect();
    Ty::Function(Box::new(Signature { returns: one(&a.returns, &b.returns), parameters }))
}

impl Program {
    /// Whether nothing is known of device pointers.
    pub fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }

    pub(super) fn alias(&mut self, name: &str, ty: Ty) {
        keep(&mut self.aliases, name, ty);
    }

    pub(super) fn member(&mut self, class: &str, name: &str, ty: Ty) {
        keep(&mut self.members, name, ty.clone());
        keep(self.classes.entry(class.to_owned()).or_default(), name, ty);
    }

    pub(super) fn name(&mut self, name: &str, ty: Ty) {
        keep(&mut self.names, name, ty);
    }

    /// Adds what another header declares.
    pub fn add(&mut self, other: Program) {
        self.kernels.extend(other.kernels);
        other.aliases.into_iter().for_each(|(name, ty)| self.alias(&name, ty));
        other.names.into_iter().for_each(|(name, ty)| self.name(&name, ty));
        other.members.into_iter().for_each(|(name, ty)| keep(&mut self.members, &name, ty));
        for (class, members) in other.classes {
            let known = self.classes.entry(class).or_default();
            members.into_iter().for_each(|(name, ty)| keep(known, &name, ty));
        }
    }

    /// Remembers which names are, hold or return device pointers, once all headers are in.
    pub fn settle(&mut self) {
        let all = self.aliases.iter().chain(&self.members).chain(&self.names);
        self.asked = all.filter(|(_, ty)| is_about_devices(ty)).map(|(name, _)| name.clone()).collect();
    }

    /// Whether one of some words, by their tokens, is about device pointers: a file that has none asks
    /// nothing.
    pub(crate) fn concerns(&self, text: &[u8], tokens: &[Token], idents: &[usize]) -> bool {
        let asked =
            |at: usize| std::str::from_utf8(tokens[at].text(text)).is_ok_and(|w| self.asked.contains(w));
        !self.asked.is_empty() && idents.iter().any(|&at| asked(at))
    }
}

fn is_about_devices(ty: &Ty) -> bool {
    match ty {
        Ty::Device => true,
        Ty::Pointer(inner) => is_about_devices(inner),
        Ty::Class(_, arguments) => arguments.iter().any(is_about_devices),
        Ty::Function(signature) => {
            is_about_devices(&signature.returns) || signature.parameters.iter().any(is_about_devices)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    fn of_header(text: &[u8]) -> super::Program {
        crate::types::of_header(text, true)
    }

    #[test]
    fn headers_that_differ_leave_a_name_unknown() {
        let one = of_header(b"typedef CUdeviceptr P; struct A { P at; int n; }; P f(int);");
        let devices = |mut program: super::Program| {
            program.settle();
            program.asked.into_iter().collect::<Vec<_>>()
        };
        let mut both = one.clone();
        both.add(of_header(b"struct B { float at; CUdeviceptr to; }; CUdeviceptr f(float);"));
        assert_eq!(devices(one), ["P", "at", "f"]);
        assert_eq!(devices(both), ["P", "f", "to"]);
        let kernels =
            of_header(b"template <class T> __global__ void k(T *x); __global__ void plain(int *x);");
        assert_eq!((kernels.kernels.first().map(String::as_str), kernels.kernels.len()), (Some("k"), 1));
        assert!(devices(of_header(b"// CUdeviceptr\nhipDeviceptr_t f();")).is_empty());
    }
}
