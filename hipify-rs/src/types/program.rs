//! Declarations outside functions: of one file, or of all headers of a program.

use super::ty::{Signature, Ty};
use crate::lex::Token;
use std::collections::{BTreeMap, BTreeSet};

/// Declarations by name. A name with differing declarations has an unknown type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// `typedef CUdeviceptr name;`
    pub(super) aliases: BTreeMap<String, Ty>,
    /// Members, by class.
    pub(super) classes: BTreeMap<String, BTreeMap<String, Ty>>,
    /// Members of all classes, by name.
    pub(super) members: BTreeMap<String, Ty>,
    /// Functions and variables.
    pub(super) names: BTreeMap<String, Ty>,
    /// Kernels that are templates.
    pub kernels: BTreeSet<String>,
    /// Names among these that are, hold or return device pointers.
    devices: BTreeSet<String>,
}

/// Records the type of a name; a different earlier declaration makes it unknown.
fn keep(names: &mut BTreeMap<String, Ty>, name: &str, ty: Ty) {
    match names.get_mut(name) {
        Some(known) if *known == ty => {}
        Some(known) => *known = common(known, &ty),
        None => drop(names.insert(name.to_owned(), ty)),
    }
}

/// Returns the common part of two declarations: overloads may agree in the return type or in some parameters.
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
    /// Returns whether no name is related to device pointers.
    pub fn is_empty(&self) -> bool {
        self.devices.is_empty()
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

    /// Adds the declarations of another header.
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

    /// Collects the names that are, hold or return device pointers, once all headers are added.
    pub fn settle(&mut self) {
        let all = self.aliases.iter().chain(&self.members).chain(&self.names);
        self.devices = all.filter(|(_, ty)| is_about_devices(ty)).map(|(name, _)| name.clone()).collect();
    }

    /// Returns whether one of some identifiers is related to device pointers; a file without any needs no
    /// types.
    pub(crate) fn concerns(&self, text: &[u8], tokens: &[Token], idents: &[usize]) -> bool {
        let related =
            |at: usize| std::str::from_utf8(tokens[at].text(text)).is_ok_and(|w| self.devices.contains(w));
        !self.devices.is_empty() && idents.iter().any(|&at| related(at))
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
    fn declared_by_header(text: &[u8]) -> super::Program {
        crate::types::declared_by_header(text, true)
    }

    #[test]
    fn headers_that_differ_leave_a_name_unknown() {
        let one = declared_by_header(b"typedef CUdeviceptr P; struct A { P at; int n; }; P f(int);");
        let devices = |mut program: super::Program| {
            program.settle();
            program.devices.into_iter().collect::<Vec<_>>()
        };
        let mut both = one.clone();
        both.add(declared_by_header(b"struct B { float at; CUdeviceptr to; }; CUdeviceptr f(float);"));
        assert_eq!(devices(one), ["P", "at", "f"]);
        assert_eq!(devices(both), ["P", "f", "to"]);
        let kernels =
            declared_by_header(b"template <class T> __global__ void k(T *x); __global__ void plain(int *x);");
        assert_eq!((kernels.kernels.first().map(String::as_str), kernels.kernels.len()), (Some("k"), 1));
        assert!(devices(declared_by_header(b"// CUdeviceptr\nhipDeviceptr_t f();")).is_empty());
    }
}
