//! Generates calls of `hip_runtime::launch` from the parts of a launch.
//!
//! Every setting goes through a function of its own, with that piece's span, so that rustc underlines the one
//! value with a missing trait. The arguments are a tuple: what launches the kernel says which types it takes,
//! and whether that is unsafe.

use crate::kernels;
use crate::parse::{Kernel, LaunchCall};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// Generates `hip_runtime::launch::function(value)` with the span of `value`.
fn through(function: &str, value: &Expr) -> TokenStream {
    let span = value.span();
    let function = syn::Ident::new(function, span);
    quote_spanned!(span=> ::hip_runtime::launch::#function(#value))
}

/// Generates `&(value)` with the span of `value`.
fn borrowed(value: &Expr) -> TokenStream {
    quote_spanned!(value.span()=> &(#value))
}

pub(crate) fn expand(launch: &LaunchCall) -> TokenStream {
    let kernel = match &launch.kernel {
        Kernel::Named(module, name) => {
            let text = name.to_string();
            let text = text.trim_start_matches("r#");
            let module = borrowed(module);
            quote_spanned!(name.span()=> ::hip_runtime::launch::named(#module, #text))
        }
        Kernel::Computed(module, name) => {
            let module = borrowed(module);
            let name = borrowed(name);
            quote_spanned!(name.span()=> ::hip_runtime::launch::named(#module, ::core::convert::AsRef::<str>::as_ref(#name)))
        }
        Kernel::Function(function) => {
            quote_spanned!(function.span()=> ::hip_runtime::launch::kernel(&(#function)))
        }
    };
    let grid = through("grid", &launch.grid);
    let block = through("block", &launch.block);
    let zero: Expr = syn::parse_quote_spanned!(Span::call_site()=> 0u32);
    let shared = through("shared", launch.shared.as_ref().unwrap_or(&zero));
    let stream = match &launch.stream {
        Some(stream) => through("stream", stream),
        None => quote!(::hip_runtime::launch::default_stream()),
    };
    let args = &launch.args;
    let mut settings = quote!(::hip_runtime::launch::settings(#grid, #block, #shared, #stream));
    if let Some(form) = &launch.form {
        settings = quote_spanned!(form.span()=> ::hip_runtime::launch::form(#settings, #form));
    }
    let call = quote_spanned!(launch.args_span=> #kernel.launch(#settings, (#(#args,)*)));
    let check = match &launch.kernel {
        Kernel::Function(function) => kernels::literal_block(function, &launch.block),
        _ => None,
    };
    match check {
        Some(check) => quote!({ #check #call }),
        None => call,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_goes_through_its_own_function() {
        let parts = crate::parse::parse(quote!(m.add<<<1, 32>>>(a, b))).expect("a launch");
        let text = expand(&parts).to_string().replace(' ', "");
        assert_eq!(
            text,
            "::hip_runtime::launch::named(&(m),\"add\").launch(::hip_runtime::launch::settings(\
             ::hip_runtime::launch::grid(1),::hip_runtime::launch::block(32),\
             ::hip_runtime::launch::shared(0u32),::hip_runtime::launch::default_stream()),(a,b,))"
        );
    }
}
