//! `#[derive(Plain)]`: a structure whose bytes are its fields, as value of buffers and argument of kernels.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Error};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream, Error> {
    let name = &input.ident;
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(
            name,
            "`Plain` is for structures: not all numbers are values of an enumeration",
        ));
    };
    if let Some(parameter) = input.generics.params.first() {
        let text = "`Plain` is for structures without parameters: the padding of others is not known";
        return Err(Error::new_spanned(parameter, text));
    }
    if !input.attrs.iter().any(has_layout) {
        let text =
            "`Plain` wants `#[repr(C)]` or `#[repr(transparent)]`: kernels know the order of the fields";
        return Err(Error::new_spanned(name, text));
    }
    if data.fields.is_empty() {
        return Err(Error::new_spanned(name, "`Plain` wants fields"));
    }
    let types: Vec<_> = data.fields.iter().map(|field| &field.ty).collect();
    let padding = format!("`{name}` has padding: add fields for it, as its bytes must all be values");
    let bytes = quote!(::core::mem::size_of::<#name>());
    // The field's type is underlined if it is not `Plain`.
    let writes = data.fields.members().zip(&types).map(|(member, ty)| {
        quote_spanned!(ty.span()=> ::hip_runtime::launch::fields::write::<#ty>(self.#member, to);)
    });
    Ok(quote! {
        const _: () = ::core::assert!(#bytes == 0 #(+ ::core::mem::size_of::<#types>())*, #padding);

        #[allow(unsafe_code, reason = "the assertions above prove it")]
        // SAFETY: all fields are `Plain`, as `write` wants, and there is nothing between them.
        unsafe impl ::hip_runtime::Plain for #name {}

        impl ::hip_runtime::KernelArg for #name {
            fn write(self, to: &mut ::hip_runtime::launch::Argument) {
                #(#writes)*
            }
        }

        impl ::hip_runtime::kernels::Word<{ #bytes }> for #name {}
    })
}

/// Returns whether an attribute fixes the order of fields.
fn has_layout(attribute: &Attribute) -> bool {
    let mut is_fixed = false;
    if attribute.path().is_ident("repr") {
        // What is no list of words is rustc's to report.
        let _ = attribute.parse_nested_meta(|word| {
            is_fixed |= word.path.is_ident("C") || word.path.is_ident("transparent");
            Ok(())
        });
    }
    is_fixed
}
