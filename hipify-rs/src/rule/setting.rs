//! The program's own names, by `[names]` of hipify.toml; they take precedence over the tables.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::Token;
use crate::report::Report;
use crate::{Options, naming};

/// Returns whether the rule may apply to a text.
pub fn applies(text: &[u8], tokens: &[Token], options: &Options) -> bool {
    !options.names.is_empty() && tokens.iter().any(|token| naming::setting(text, token, options).is_some())
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    if file.options.names.is_empty() {
        return;
    }
    for (_, token) in file.tokens.iter().enumerate().filter(|(at, _)| !file.scan.is_left(*at)) {
        if let Some(new) = naming::setting(file.text, token, file.options) {
            report.translated("own");
            let (at, with, sureness) = (token.range(), new.to_owned().into(), Sureness::Certain);
            edits.push(Edit { at, with, sureness, rule: "setting" });
        }
    }
}
