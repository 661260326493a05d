//! Parses `kernels!`: modules of PTX files, and declarations of their kernels.

mod expand;

pub(crate) use expand::{expand, literal_block};

use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, Ident, LitInt, LitStr, Token, Type, Visibility};

/// All modules of a use of the macro.
pub(crate) struct Modules(pub(crate) Vec<Module>);

/// `unsafe mod name = "file.ptx" { … }`
pub(crate) struct Module {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
    pub(crate) path: LitStr,
    pub(crate) declarations: Vec<Declaration>,
}

/// `safe fn name(parameters);`
pub(crate) struct Declaration {
    pub(crate) attributes: Vec<Attribute>,
    /// Name in the PTX, where that is another.
    pub(crate) kernel: Option<LitStr>,
    /// Threads of a block, where the declaration requires a size.
    pub(crate) block: Option<[u32; 3]>,
    pub(crate) is_safe: bool,
    pub(crate) name: Ident,
    pub(crate) params: Vec<Param>,
}

/// A declared parameter.
pub(crate) struct Param {
    pub(crate) name: Ident,
    pub(crate) passed: Passed,
}

/// Form in which a parameter is passed.
pub(crate) enum Passed {
    /// `&[T]`, `&mut [T; length]`
    Lent { ty: Type, writes: bool, length: Option<Expr> },
    /// `&Texture<T>`, `&mut Surface<T>`
    Image(Type),
    /// `*const T`, `*mut T`
    Address(Type),
    /// `T`
    Value(Type),
}

impl Parse for Modules {
    fn parse(input: ParseStream<'_>) -> Result<Self, Error> {
        let mut modules = Vec::new();
        while !input.is_empty() {
            modules.push(input.parse()?);
        }
        Ok(Modules(modules))
    }
}

impl Parse for Module {
    fn parse(input: ParseStream<'_>) -> Result<Self, Error> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let vouches = input.parse::<Option<Token![unsafe]>>()?.is_some();
        input.parse::<Token![mod]>()?;
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        let path = path(input)?;
        let mut declarations = Vec::new();
        if !input.peek(syn::token::Brace) {
            input.parse::<Token![;]>()?;
            return Ok(Module { attributes, visibility, name, path, declarations });
        }
        let within;
        syn::braced!(within in input);
        while !within.is_empty() {
            let declaration: Declaration = within.parse()?;
            if declaration.is_safe && !vouches {
                let text = "a `safe` kernel wants `unsafe mod`: whoever writes that vouches that the kernel uses \
                            nothing but what its arguments lend, as they are declared";
                return Err(Error::new(declaration.name.span(), text));
            }
            declarations.push(declaration);
        }
        Ok(Module { attributes, visibility, name, path, declarations })
    }
}

/// Reads a path: a literal, or as `include!` has it, `concat!(env!("OUT_DIR"), "/file.ptx")`.
fn path(input: ParseStream<'_>) -> Result<LitStr, Error> {
    if input.peek(LitStr) {
        return input.parse();
    }
    let call: syn::Macro = input.parse()?;
    Ok(LitStr::new(&text_of(&call)?, call.path.span()))
}

fn text_of(call: &syn::Macro) -> Result<String, Error> {
    if call.path.is_ident("env") {
        let name: LitStr = call.parse_body()?;
        let unset = |_| Error::new(name.span(), format!("no `{}` in the environment", name.value()));
        return std::env::var(name.value()).map_err(unset);
    }
    if !call.path.is_ident("concat") {
        return Err(Error::new_spanned(call, "a path is a literal, `env!(…)` or `concat!(…)` of these"));
    }
    let parts = call.parse_body_with(Punctuated::<Piece, Token![,]>::parse_terminated)?;
    Ok(parts.into_iter().map(|piece| piece.0).collect())
}

/// A part of a path.
struct Piece(String);

impl Parse for Piece {
    fn parse(input: ParseStream<'_>) -> Result<Self, Error> {
        Ok(Piece(path(input)?.value()))
    }
}

impl Parse for Declaration {
    fn parse(input: ParseStream<'_>) -> Result<Self, Error> {
        let mut kernel = None;
        let mut attributes = input.call(Attribute::parse_outer)?;
        for attribute in attributes.extract_if(.., |attribute| attribute.path().is_ident("kernel")) {
            let value = &attribute.meta.require_name_value()?.value;
            kernel = Some(syn::parse2(quote::quote!(#value))?);
        }
        let mut block = None;
        for attribute in attributes.extract_if(.., |attribute| attribute.path().is_ident("block")) {
            let given = attribute.parse_args_with(Punctuated::<LitInt, Token![,]>::parse_terminated)?;
            let mut extents = [1; 3];
            if given.is_empty() || given.len() > extents.len() {
                return Err(Error::new_spanned(given, "a block has one to three extents"));
            }
            for (extent, number) in extents.iter_mut().zip(&given) {
                *extent = number.base10_parse()?;
            }
            block = Some(extents);
        }
        let word = input.fork().parse::<Ident>().ok().filter(|word| word == "safe");
        let is_safe = word.is_some();
        if is_safe {
            input.parse::<Ident>()?;
        } else {
            input.parse::<Option<Token![unsafe]>>()?;
        }
        input.parse::<Token![fn]>()?;
        let name = input.parse()?;
        let within;
        syn::parenthesized!(within in input);
        let params = Punctuated::<Param, Token![,]>::parse_terminated(&within)?.into_iter().collect();
        input.parse::<Token![;]>()?;
        Ok(Declaration { attributes, kernel, block, is_safe, name, params })
    }
}

impl Parse for Param {
    fn parse(input: ParseStream<'_>) -> Result<Self, Error> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let passed = match input.parse()? {
            Type::Reference(reference) => {
                let writes = reference.mutability.is_some();
                match *reference.elem {
                    Type::Slice(slice) => Passed::Lent { ty: *slice.elem, writes, length: None },
                    Type::Array(array) => Passed::Lent { ty: *array.elem, writes, length: Some(array.len) },
                    ref image if is_image(image) => Passed::Image(Type::Reference(reference)),
                    other => {
                        let text = "a buffer is `&[T]` or `&mut [T]`, with a number of values that it must have: `&[T; n]`; \
                                    images are `&Texture<T>` and `&mut Surface<T>`";
                        return Err(Error::new_spanned(other, text));
                    }
                }
            }
            Type::Ptr(pointer) => Passed::Address(*pointer.elem),
            other => Passed::Value(other),
        };
        Ok(Param { name, passed })
    }
}

fn is_image(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "Texture" || last.ident == "Surface")
}

/// Rewrites a length so that it is computed without overflow: sums and products of parameters, numbers and
/// the extents of the launch.
pub(crate) fn length(of: &Expr) -> Result<TokenStream, Error> {
    use quote::quote_spanned;
    use syn::spanned::Spanned;
    let span = of.span();
    let count = |value: TokenStream| quote_spanned!(span=> ::hip_runtime::kernels::Count::from(#value));
    let text =
        "a length is made of parameters, numbers, `grid.x`, `block.y`…, `+`, `-`, `*`, `/` and parentheses";
    match of {
        Expr::Lit(literal) => Ok(count(quote::quote!(#literal))),
        Expr::Path(path) if path.path.get_ident().is_some() => Ok(count(quote::quote!(#path))),
        Expr::Field(field) => match (&*field.base, &field.member) {
            (Expr::Path(base), syn::Member::Named(member)) => {
                let base = base.path.get_ident().filter(|base| *base == "grid" || *base == "block");
                let axis = ["x", "y", "z"].iter().position(|axis| member == axis);
                let (Some(base), Some(axis)) = (base, axis) else { return Err(Error::new_spanned(of, text)) };
                let extents = Ident::new(&format!("{base}_of"), span);
                Ok(quote_spanned!(span=> ::hip_runtime::kernels::#extents(&settings, #axis)))
            }
            _ => Err(Error::new_spanned(of, text)),
        },
        Expr::Paren(paren) => length(&paren.expr),
        Expr::Binary(binary) => {
            let operation = match binary.op {
                syn::BinOp::Add(_) => quote::quote!(Add::add),
                syn::BinOp::Sub(_) => quote::quote!(Sub::sub),
                syn::BinOp::Mul(_) => quote::quote!(Mul::mul),
                syn::BinOp::Div(_) => quote::quote!(Div::div),
                _ => return Err(Error::new_spanned(of, text)),
            };
            let (left, right) = (length(&binary.left)?, length(&binary.right)?);
            Ok(quote_spanned!(span=> ::core::ops::#operation(#left, #right)))
        }
        _ => Err(Error::new_spanned(of, text)),
    }
}
