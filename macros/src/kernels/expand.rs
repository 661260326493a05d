//! Generates a type for each kernel of `kernels!`, after a look at its signature in the PTX.

use super::{Declaration, Module, Param, Passed, length};
use crate::ptx::{self, Entry};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::path::PathBuf;
use syn::spanned::Spanned;
use syn::{Error, Ident, LitStr};

/// Sizes of the types that every program has, in bytes, and whether they are floating-point numbers.
const NUMBERS: &[(&str, u64, bool)] = &[
    ("bool", 1, false),
    ("u8", 1, false),
    ("i8", 1, false),
    ("u16", 2, false),
    ("i16", 2, false),
    ("u32", 4, false),
    ("i32", 4, false),
    ("f32", 4, true),
    ("u64", 8, false),
    ("i64", 8, false),
    ("usize", 8, false),
    ("isize", 8, false),
    ("f64", 8, true),
    ("u128", 16, false),
    ("i128", 16, false),
];

/// The module of a file. What is wrong is among its tokens, so that uses of the kernels stay known.
pub(crate) fn expand(module: &Module) -> TokenStream {
    let (entries, mut wrong) = match read(&module.path) {
        Ok(entries) => (entries, TokenStream::new()),
        Err(error) => (Vec::new(), error.into_compile_error()),
    };
    let mut kernels = TokenStream::new();
    for declaration in &module.declarations {
        let wanted = declaration.kernel.as_ref().map_or_else(|| declaration.name.to_string(), LitStr::value);
        let entry = entries.iter().find(|entry| entry.name == wanted);
        match entry
            .ok_or_else(|| missing(declaration, &wanted, &entries))
            .and_then(|entry| declared(declaration, entry))
        {
            Ok(kernel) => kernels.extend(kernel),
            Err(error) => wrong.extend(error.into_compile_error()),
        }
    }
    let is_declared = |entry: &&Entry| {
        let names = module
            .declarations
            .iter()
            .map(|one| one.kernel.as_ref().map_or_else(|| one.name.to_string(), LitStr::value));
        names.into_iter().any(|name| name == entry.name)
    };
    for entry in entries.iter().filter(|entry| !is_declared(entry)) {
        // Kernels whose names are no identifiers need a declaration.
        if let Ok(name) = syn::parse_str::<Ident>(&entry.name) {
            kernels.extend(undeclared(&Ident::new(&name.to_string(), module.name.span()), entry));
        }
    }
    let (attributes, visibility, name, path) =
        (&module.attributes, &module.visibility, &module.name, &module.path);
    let image = if entries.is_empty() { quote!(b"") } else { quote!(include_bytes!(#path)) };
    quote! {
        #wrong
        #(#attributes)*
        #[allow(non_camel_case_types, unused_imports, reason = "kernels have the names of their file")]
        #visibility mod #name {
            use super::*;
            static IMAGE: ::hip_runtime::kernels::Image = ::hip_runtime::kernels::Image::new(#image);
            #kernels
        }
    }
}

/// Kernels of the file, whose path is relative to the source file.
fn read(path: &LitStr) -> Result<Vec<Entry>, Error> {
    let at = |what: String| Error::new(path.span(), what);
    let source =
        path.span().unwrap().local_file().ok_or_else(|| at("this macro is in no file".to_owned()))?;
    let file = source.parent().map_or_else(PathBuf::new, PathBuf::from).join(path.value());
    let bytes = std::fs::read(&file).map_err(|error| at(format!("{}: {error}", file.display())))?;
    ptx::entries(&String::from_utf8_lossy(&bytes)).map_err(|why| at(format!("{}: {why}", file.display())))
}

fn missing(declaration: &Declaration, wanted: &str, entries: &[Entry]) -> Error {
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let text = format!("the file has no kernel `{wanted}`; it has: {}", names.join(", "));
    let span = declaration.kernel.as_ref().map_or_else(|| declaration.name.span(), LitStr::span);
    Error::new(span, text)
}

/// The bounds of a block, with what to say about others.
fn bounds(entry: &Entry) -> TokenStream {
    let name = &entry.name;
    let (required, most, text) = match (entry.required, entry.most) {
        (Some([x, y, z]), _) => (
            quote!(Some([#x, #y, #z])),
            u32::MAX,
            format!("kernel `{name}` requires blocks of ({x}, {y}, {z}) threads"),
        ),
        (None, Some(most)) => {
            (quote!(None), most, format!("kernel `{name}` takes blocks of at most {most} threads"))
        }
        (None, None) => (quote!(None), u32::MAX, String::new()),
    };
    quote!(::hip_runtime::kernels::Bounds::new(#required, #most, #text))
}

/// The type of a kernel, with the arguments of its method `launch` and what this does.
fn kernel(
    name: &Ident,
    entry: &Entry,
    attributes: TokenStream,
    is_safe: bool,
    types: &[TokenStream],
    body: TokenStream,
) -> TokenStream {
    let (bounds, text) = (bounds(entry), &entry.name);
    let safety = (!is_safe).then(|| {
        quote! {
            /// Launches the kernel.
            ///
            /// # Errors
            /// Those of a launch.
            ///
            /// # Safety
            /// As for `hip_runtime::launch::Untyped::launch`.
        }
    });
    let safety = safety.unwrap_or_else(|| {
        quote! {
            /// Launches the kernel.
            ///
            /// # Errors
            /// Those of a launch; `TooFew` for a buffer with too few values.
        }
    });
    let (unsafety, capturing) =
        if is_safe { (quote!(), quote!(launch_borrowed)) } else { (quote!(unsafe), quote!(launch)) };
    quote! {
        #attributes
        #[derive(Clone, Copy, Debug)]
        pub struct #name;

        impl ::hip_runtime::launch::Kernel for #name {
            type Launcher = Self;
            const BOUNDS: ::hip_runtime::kernels::Bounds = #bounds;
            fn launcher(&self) -> Self {
                *self
            }
        }

        #[allow(unsafe_code, reason = "the declaration vouches for the kernel")]
        impl #name {
            fn entry() -> &'static ::hip_runtime::kernels::Entry {
                static ENTRY: ::hip_runtime::kernels::Entry = ::hip_runtime::kernels::Entry::new(&IMAGE, #text);
                &ENTRY
            }

            /// The kernel in the current context, for its attributes and its occupancy.
            ///
            /// # Errors
            /// Those of loading the image.
            pub fn function(self) -> ::core::result::Result<::hip_runtime::Function, ::hip_runtime::Error> {
                Self::entry().function()
            }

            #safety
            pub #unsafety fn launch(
                self,
                settings: ::hip_runtime::launch::Settings,
                arguments: (#(#types,)*),
            ) -> ::core::result::Result<(), ::hip_runtime::Error> {
                let list = #body;
                // SAFETY: the declaration, or the caller, vouches for the kernel.
                unsafe { Self::entry().#capturing(&settings, &list) }
            }
        }
    }
}

/// A kernel that the program declares.
fn declared(declaration: &Declaration, entry: &Entry) -> Result<TokenStream, Error> {
    let (given, expected) = (declaration.params.len(), entry.params.len());
    if given != expected {
        let params: Vec<String> = entry.params.iter().map(ptx::Param::text).collect();
        let text =
            format!("kernel `{}` has {expected} parameters ({}), not {given}", entry.name, params.join(", "));
        return Err(Error::new(declaration.name.span(), text));
    }
    let (mut types, mut checks, mut asserts) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (param, of)) in declaration.params.iter().zip(&entry.params).enumerate() {
        types.push(passed(param, index, of, entry, &mut asserts)?);
        if let Passed::Lent { length: Some(expression), .. } = &param.passed {
            let (needed, name) = (length(expression)?, &param.name);
            let (kernel, text) = (&entry.name, name.to_string());
            checks.push(quote_spanned!(expression.span()=>
                ::hip_runtime::kernels::check_length(#kernel, #text, &#name, #needed)?;
            ));
        }
    }
    if declaration.is_safe
        && let Some(param) =
            declaration.params.iter().find(|param| matches!(param.passed, Passed::Address(_)))
    {
        let text = "a `safe` kernel takes no bare addresses: declare a buffer, `&[T]` or `&mut [T]`";
        return Err(Error::new(param.name.span(), text));
    }
    let names: Vec<&Ident> = declaration.params.iter().map(|param| &param.name).collect();
    let attributes = &declaration.attributes;
    let mut entry = entry.clone();
    let mut check = None;
    if let (None, Some([x, y, z])) = (entry.required, declaration.block) {
        entry.required = declaration.block;
        let name = &entry.name;
        check = Some(quote!(::hip_runtime::kernels::check_block(#name, &settings, [#x, #y, #z])?;));
    }
    let body = quote! {{
        #(#asserts)*
        #check
        let (#(#names,)*) = arguments;
        #(#checks)*
        [#(::hip_runtime::launch::argument(#names)),*]
    }};
    Ok(kernel(&declaration.name, &entry, quote!(#(#attributes)*), declaration.is_safe, &types, body))
}

/// The type of an argument, if it fits the parameter.
fn passed(
    param: &Param,
    index: usize,
    of: &ptx::Param,
    entry: &Entry,
    asserts: &mut Vec<TokenStream>,
) -> Result<TokenStream, Error> {
    let (text, bytes) = (of.text(), of.bytes());
    let what = format!("parameter {index} of kernel `{}` is `{text}`", entry.name);
    let is_address = bytes == 8 && of.array.is_none() && !of.ty.starts_with('f');
    match &param.passed {
        Passed::Lent { ty, .. } | Passed::Address(ty) | Passed::Image(ty) if !is_address => {
            Err(Error::new_spanned(ty, format!("{what}, which is no address or handle")))
        }
        Passed::Lent { ty, writes: false, .. } => {
            Ok(quote_spanned!(ty.span()=> impl ::hip_runtime::Lend<#ty>))
        }
        Passed::Lent { ty, writes: true, .. } => {
            Ok(quote_spanned!(ty.span()=> impl ::hip_runtime::LendMut<#ty>))
        }
        Passed::Image(ty) => Ok(quote!(#ty)),
        Passed::Address(ty) => Ok(quote_spanned!(ty.span()=> ::hip_runtime::DevicePtr<#ty>)),
        Passed::Value(ty) if of.is_pointer => Err(Error::new_spanned(
            ty,
            format!("{what} and used as an address: declare `&[T]`, `&mut [T]` or a pointer"),
        )),
        Passed::Value(ty) => {
            let name = quote!(#ty).to_string();
            let number = NUMBERS.iter().find(|(number, ..)| *number == name);
            // `.b32` says nothing of the kind, and an array is a structure.
            let kind_differs = |is_float: bool| {
                of.array.is_none() && !of.ty.starts_with('b') && of.ty.starts_with('f') != is_float
            };
            match number {
                Some(&(_, size, is_float)) if size != bytes || kind_differs(is_float) => {
                    Err(Error::new_spanned(ty, format!("{what}, not `{name}`")))
                }
                Some(_) => Ok(quote!(#ty)),
                None => {
                    let message = format!("{what}: the type must have {bytes} bytes");
                    asserts.push(quote_spanned!(ty.span()=>
                        const _: () = ::core::assert!(::core::mem::size_of::<#ty>() as u64 == #bytes, #message);
                    ));
                    Ok(quote!(#ty))
                }
            }
        }
    }
}

/// A kernel of which only the PTX is known.
fn undeclared(name: &Ident, entry: &Entry) -> TokenStream {
    let types = entry.params.iter().map(|param| {
        let bytes = param.bytes() as usize;
        match (param.array, param.ty.as_str()) {
            (None, "f32") => quote!(f32),
            (None, "f64") => quote!(f64),
            (None, _) if param.is_pointer => quote!(impl ::hip_runtime::kernels::Address),
            (None, _) => quote!(impl ::hip_runtime::kernels::Word<#bytes>),
            (Some(_), _) => quote!(impl ::hip_runtime::KernelArg),
        }
    });
    let types: Vec<TokenStream> = types.collect();
    let names: Vec<Ident> = (0..types.len()).map(|index| format_ident!("argument_{index}")).collect();
    let body = quote! {{
        let (#(#names,)*) = arguments;
        [#(::hip_runtime::launch::argument(#names)),*]
    }};
    let params: Vec<String> = entry.params.iter().map(ptx::Param::text).collect();
    let doc = format!("Kernel `{}({})`.", entry.name, params.join(", "));
    kernel(name, entry, quote!(#[doc = #doc]), false, &types, body)
}

/// A check of a block of literals, where the kernel is an item.
pub(crate) fn literal_block(kernel: &syn::Expr, block: &syn::Expr) -> Option<TokenStream> {
    let syn::Expr::Path(path) = kernel else { return None };
    let segments = &path.path.segments;
    // A path of one name may be a local variable; `T::KERNEL` depends on a type.
    let is_module = |name: &Ident| name.to_string().starts_with(|c: char| c.is_lowercase());
    let is_item = segments.len() > 1
        && segments.iter().take(segments.len() - 1).all(|segment| is_module(&segment.ident));
    let extents = is_item.then(|| literals(block))??;
    let [x, y, z] = extents;
    let span: Span = block.span();
    Some(quote_spanned!(span=>
        const _: () = ::hip_runtime::kernels::bounds(&#path).check([#x, #y, #z]);
    ))
}

fn literals(block: &syn::Expr) -> Option<[u64; 3]> {
    let literal = |of: &syn::Expr| match of {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    };
    let all: Vec<u64> = match block {
        syn::Expr::Tuple(tuple) => tuple.elems.iter().map(literal).collect::<Option<_>>()?,
        syn::Expr::Array(array) => array.elems.iter().map(literal).collect::<Option<_>>()?,
        one => vec![literal(one)?],
    };
    let mut extents = [1; 3];
    extents.get_mut(..all.len())?.copy_from_slice(&all);
    Some(extents)
}
