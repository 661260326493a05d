//! Translation service for other programs: JSON requests on standard input, answers on standard output, one a
//! line.
//!
//! README.md documents the protocol. An invalid request is answered with an error; only an I/O error ends the
//! service.

use hipify_rs::walk::{self, Treatment};
use hipify_rs::{Options, config};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Copied to the answer.
    #[serde(default)]
    id: Value,
    #[serde(default)]
    method: Method,
    /// File name of the text; its extension determines the language.
    name: Option<String>,
    text: Option<String>,
    /// Settings as in hipify.toml; if absent, those of the command line apply.
    options: Option<toml::Table>,
}

#[derive(Clone, Copy, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum Method {
    #[default]
    Translate,
    Version,
}

/// Limit of the length of a request in bytes: a source of the maximum length, with every byte escaped.
const LONGEST: u64 = 6 * (256 << 20);

/// Answers requests until the input ends.
pub(crate) fn run(options: &Options, mut input: impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(());
        }
        if line.len() as u64 == LONGEST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "a request is longer than 1.5 GiB"));
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        writeln!(out, "{}", answer(options, &line))?;
        out.flush()?;
    }
}

fn answer(options: &Options, line: &[u8]) -> Value {
    let request: Request = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(e) => return json!({"id": null, "error": format!("invalid request: {e}")}),
    };
    let id = request.id.clone();
    match request.method {
        Method::Version => json!({"id": id, "version": env!("CARGO_PKG_VERSION")}),
        Method::Translate => translate(options, request).unwrap_or_else(|e| json!({"id": id, "error": e})),
    }
}

fn translate(options: &Options, request: Request) -> Result<Value, String> {
    let text = request.text.ok_or("`text` is missing")?;
    let own = request.options.map(|table| parse_options(&table)).transpose()?;
    let name = request.name.unwrap_or_else(|| "source.cu".to_owned());
    let treatment = match walk::treatment(Path::new(&name)) {
        Treatment::Copy => Treatment::Source,
        known => known,
    };
    let options = own.as_ref().unwrap_or(options);
    let (new, outcome) = walk::treat(Path::new(&name), treatment, text.as_bytes(), options);
    let report = &outcome.report;
    let total = report.total();
    Ok(json!({
        "id": request.id,
        // A request contains text only, so the result is valid UTF-8.
        "text": String::from_utf8_lossy(&new),
        "changed": outcome.changed,
        "translated": total.translated,
        "left": total.left,
        "launches": report.launches,
        "families": report.families,
        "notes": report.notes,
        "remark": outcome.remark,
    }))
}

/// Parses options in the form of hipify.toml.
fn parse_options(table: &toml::Table) -> Result<Options, String> {
    let text = toml::to_string(table).map_err(|e| format!("options: {e}"))?;
    config::parse(&text).map(|config| config.options()).map_err(|e| format!("options: {}", e.text))
}
