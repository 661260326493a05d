//! The program's own names, by the settings' `[names]`: they go before the tables.

use super::File;
use crate::Options;
use crate::edit::{Edit, Sureness};
use crate::lex::{Kind, Token};
use crate::report::Report;

/// What the settings make of a token; `None` if they say nothing.
pub(crate) fn becomes<'a>(text: &[u8], token: &Token, options: &'a Options) -> Option<&'a str> {
    if options.names.is_empty() || token.kind != Kind::Ident {
        return None;
    }
    options.names.get(std::str::from_utf8(token.text(text)).ok()?).map(String::as_str)
}

/// Whether a text has something for this rule.
pub fn any(text: &[u8], tokens: &[Token], options: &Options) -> bool {
    !options.names.is_empty() && tokens.iter().any(|token| becomes(text, token, options).is_some())
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    if file.options.names.is_empty() {
        return;
    }
    for (_, token) in file.tokens.iter().enumerate().filter(|(at, _)| !file.marks.is_left(*at)) {
        if let Some(new) = becomes(file.text, token, file.options) {
            report.translated("own");
            let (at, with, sureness) = (token.range(), new.to_owned().into(), Sureness::Certain);
            edits.push(Edit { at, with, sureness, rule: "setting" });
        }
    }
}
