//! Parses the tokens of a launch into its parts.
//!
//! Rust's grammar reads `s>>>(x)` as a shift, so the end of the chevrons is searched from the end: the last
//! token is the argument list, with `>>>` before it. The tokens between the chevrons are then parsed
//! separately.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Error, Expr, Ident, Member, Token};

/// The parts of a launch.
pub(crate) struct LaunchCall {
    pub(crate) kernel: Kernel,
    pub(crate) grid: Expr,
    pub(crate) block: Expr,
    pub(crate) shared: Option<Expr>,
    pub(crate) stream: Option<Expr>,
    /// Form of the grid.
    pub(crate) form: Option<Expr>,
    pub(crate) args: Vec<Expr>,
    /// Span of the argument list, for errors about the arguments as a whole.
    pub(crate) args_span: Span,
}

/// The launched kernel.
pub(crate) enum Kernel {
    /// `module.name`
    Named(Expr, Ident),
    /// `module["name"]`
    Computed(Expr, Expr),
    /// An expression that yields a function.
    Function(Expr),
}

const SHAPE: &str = "expected `module.kernel<<<grid, block>>>(arguments…)`, optionally with shared memory, \
                     stream and form: `<<<grid, block, shared, stream, form>>>`";

pub(crate) fn parse(input: TokenStream) -> Result<LaunchCall, Error> {
    let tokens: Vec<TokenTree> = input.into_iter().collect();
    let (args, rest) = split_arguments(&tokens)?;
    let Some(close) = rest.len().checked_sub(3).filter(|&at| is_run(rest, at, '>')) else {
        let span = rest.last().map_or_else(Span::call_site, TokenTree::span);
        return Err(Error::new(span, format!("expected `>>>` before the arguments; {SHAPE}")));
    };
    let Some(open) = (0..close).find(|&at| is_run(rest, at, '<')) else {
        return Err(Error::new(rest[close].span(), format!("this `>>>` has no `<<<`; {SHAPE}")));
    };
    let kernel: TokenStream = rest[..open].iter().cloned().collect();
    if kernel.is_empty() {
        return Err(Error::new(rest[open].span(), format!("no kernel before `<<<`; {SHAPE}")));
    }
    let (grid, block, [shared, stream, form]) = settings(&rest[open + 3..close], rest[open].span())?;
    Ok(LaunchCall {
        kernel: kernel_of(syn::parse2(kernel)?),
        grid,
        block,
        shared,
        stream,
        form,
        args: list(args.stream())?,
        args_span: args.span(),
    })
}

/// Returns whether a punctuation character occurs three times at `at`. Their spacing is ignored, since tokens
/// from another macro may have lost it.
fn is_run(tokens: &[TokenTree], at: usize, wanted: char) -> bool {
    let is = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == wanted);
    tokens.get(at..at + 3).is_some_and(|run| run.iter().all(is))
}

fn split_arguments(tokens: &[TokenTree]) -> Result<(&Group, &[TokenTree]), Error> {
    match tokens.split_last() {
        Some((TokenTree::Group(args), rest)) if args.delimiter() == Delimiter::Parenthesis => {
            Ok((args, rest))
        }
        Some((other, _)) => {
            Err(Error::new(other.span(), format!("expected the kernel's arguments in `(…)`; {SHAPE}")))
        }
        None => Err(Error::new(Span::call_site(), SHAPE)),
    }
}

fn list(tokens: TokenStream) -> Result<Vec<Expr>, Error> {
    Ok(Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens)?.into_iter().collect())
}

/// Grid and block; shared memory, stream and form, where they are given.
type Settings = (Expr, Expr, [Option<Expr>; 3]);

fn settings(tokens: &[TokenTree], chevrons: Span) -> Result<Settings, Error> {
    let mut found = list(tokens.iter().cloned().collect())?.into_iter();
    let (Some(grid), block) = (found.next(), found.next()) else {
        return Err(Error::new(chevrons, "empty chevrons: expected `<<<grid, block>>>`"));
    };
    let Some(block) = block else {
        return Err(Error::new_spanned(
            grid,
            "only a grid: the block's threads are missing in `<<<grid, block>>>`",
        ));
    };
    let optional = [found.next(), found.next(), found.next()];
    match found.next() {
        None => Ok((grid, block, optional)),
        Some(sixth) => {
            let text = "a launch has at most five settings: `<<<grid, block, shared, stream, form>>>`";
            Err(Error::new_spanned(sixth, text))
        }
    }
}

fn kernel_of(callee: Expr) -> Kernel {
    match callee {
        Expr::Field(field) => match field.member {
            Member::Named(name) => Kernel::Named(*field.base, name),
            Member::Unnamed(_) => Kernel::Function(Expr::Field(field)),
        },
        Expr::Index(index) => Kernel::Computed(*index.expr, *index.index),
        Expr::Paren(paren) => Kernel::Function(*paren.expr),
        other => Kernel::Function(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::{ToTokens, quote};

    fn shown(tokens: TokenStream) -> String {
        let one = |e: &Expr| e.to_token_stream().to_string();
        match parse(tokens) {
            Err(error) => format!("error: {error}"),
            Ok(l) => {
                let kernel = match &l.kernel {
                    Kernel::Named(base, name) => format!("{} . {name}", one(base)),
                    Kernel::Computed(base, name) => format!("{} [{}]", one(base), one(name)),
                    Kernel::Function(f) => one(f),
                };
                let mut settings = vec![one(&l.grid), one(&l.block)];
                settings.extend(l.shared.iter().chain(&l.stream).chain(&l.form).map(one));
                let args: Vec<String> = l.args.iter().map(one).collect();
                format!("{kernel} | {} | {}", settings.join(" ; "), args.join(" ; "))
            }
        }
    }

    #[test]
    fn parts_are_found() {
        let cases = [
            (quote!(m.add<<<1, 32>>>(a, b)), "m . add | 1 ; 32 | a ; b"),
            (quote!(m.add<<<4, 32, 0, s, Cluster(2)>>>(x)), "m . add | 4 ; 32 ; 0 ; s ; Cluster (2) | x"),
            (quote!(m.add<<<(1, 2), [3, 4, 5], 0, s>>>()), "m . add | (1 , 2) ; [3 , 4 , 5] ; 0 ; s | "),
            (quote!(self.module.add<<<1, 2,>>>(x,)), "self . module . add | 1 ; 2 | x"),
            (quote!(m["_Z1aPf"]<<<1, 2>>>(x)), "m [\"_Z1aPf\"] | 1 ; 2 | x"),
            (quote!(function<<<1, 2>>>(x)), "function | 1 ; 2 | x"),
            (quote!((self.add)<<<1, 2>>>(x)), "self . add | 1 ; 2 | x"),
            // Chevrons in wrong places: before, within and after.
            (
                quote!(get::<Vec<Vec<u8>>>(1).k<<<n >> 2, 1 << 3>>>(a >> 1)),
                "get :: < Vec < Vec < u8 > > > (1) . k | n >> 2 ; 1 << 3 | a >> 1",
            ),
            (
                quote!(m.k<<<1, 2, f(s >> (x)), &stream>>>((a, b))),
                "m . k | 1 ; 2 ; f (s >> (x)) ; & stream | (a , b)",
            ),
        ];
        for (tokens, want) in cases {
            let text = tokens.to_string();
            assert_eq!(shown(tokens), want, "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            (quote!(), "expected `module.kernel<<<"),
            (quote!(m.add), "expected the kernel's arguments"),
            (quote!(m.add(a)), "expected `>>>`"),
            (quote!(m.add>>>(a)), "has no `<<<`"),
            (quote!(<<<1, 2>>>(a)), "no kernel before"),
            (quote!(m.add<<<1>>>(a)), "the block's threads are missing"),
            (quote!(m.add<<<>>>(a)), "empty chevrons"),
            (quote!(m.add<<<1, 2, 3, 4, 5, 6>>>(a)), "at most five settings"),
            (quote!(m.add<<<1, 2>>>[a]), "expected the kernel's arguments"),
        ];
        for (tokens, want) in cases {
            let text = tokens.to_string();
            let got = shown(tokens);
            assert!(got.contains(want), "{text}: {got}");
        }
    }
}
