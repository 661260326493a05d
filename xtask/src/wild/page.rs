//! Results as a page of HTML that needs nothing else: a table that can be filtered and sorted.

use super::record::{Counts, Row};
use super::table::{STAGES, cell, why};
use std::fmt::Write as _;

const STYLE: &str = "body{font:14px/1.4 system-ui,sans-serif;margin:2em;color:#222}table{border-collapse:collapse;width:100%}\
td,th{border-bottom:1px solid #ddd;padding:.25em .6em;text-align:left;vertical-align:top}th{cursor:pointer;background:#f4f4f4;\
position:sticky;top:0}td.n{text-align:right}.yes{color:#17692b}.NO{color:#b00020;font-weight:bold}td.why{font-size:12px;\
word-break:break-word;max-width:45em}input,select{font:inherit;margin:0 1em 1em 0}.bar{display:flex;height:1.2em;max-width:60em;\
margin-bottom:1em}.right{background:#2e8b57}.runs{background:#9ccc9c}.failed{background:#b00020}.expected{background:#bbb}";

const SCRIPT: &str = "const body=document.querySelector('tbody'),rows=[...body.rows],text=document.getElementById('text'),\
only=document.getElementById('only');function show(){for(const r of rows)r.hidden=!(r.textContent.toLowerCase().includes(\
text.value.toLowerCase())&&(only.value===''||r.dataset.group===only.value))}text.oninput=only.onchange=show;\
document.querySelectorAll('th').forEach((th,i)=>{let up=true;th.onclick=()=>{const key=r=>r.cells[i].textContent,\
n=th.dataset.number!==undefined;rows.sort((a,b)=>(n?key(a)-key(b):key(a).localeCompare(key(b)))*(up?1:-1));up=!up;\
rows.forEach(r=>body.append(r))}})";

/// Text of a page's element.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Group of a row: what the colours and the filter know.
fn group(row: &Row) -> &'static str {
    match (row.is_good(), row.is_expected_to_fail()) {
        (true, _) if row.judge == "runs" => "runs",
        (true, _) => "right",
        (false, true) => "expected",
        (false, false) => "failed",
    }
}

/// The page.
pub(super) fn html(rows: &[Row]) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Programs of public repositories</title>\
         <style>{STYLE}</style>\n<h1>Programs of public repositories</h1>\n<p>{}</p>\n<div class=\"bar\">",
        escape(&Counts::new(rows).sentence())
    );
    let groups = [
        ("right", "right"),
        ("runs", "ends well, checks nothing"),
        ("failed", "fails"),
        ("expected", "fails for a known reason"),
    ];
    for (name, meaning) in groups {
        let count = rows.iter().filter(|row| group(row) == name).count();
        let _ =
            write!(page, "<div class=\"{name}\" style=\"flex:{count}\" title=\"{count} {meaning}\"></div>");
    }
    page += "</div>\n<input id=\"text\" placeholder=\"filter\"><select id=\"only\"><option value=\"\">all</option>";
    for (name, meaning) in groups {
        let _ = write!(page, "<option value=\"{name}\">{meaning}</option>");
    }
    page += "</select>\n<table><thead><tr><th>repository<th>program";
    STAGES.iter().for_each(|(title, _)| page += &format!("<th>{title}"));
    page +=
        "<th data-number>seconds<th data-number>run, CPU s<th data-number>MiB<th>why not</thead>\n<tbody>\n";
    for row in rows {
        let _ = write!(
            page,
            "<tr data-group=\"{}\"><td>{}<td>{}",
            group(row),
            escape(&row.repository),
            escape(&row.program)
        );
        for (_, stage) in STAGES {
            let cell = cell(row, stage);
            let _ = write!(page, "<td class=\"{cell}\">{cell}");
        }
        let why = if row.is_good() { String::new() } else { why(row) };
        let _ = writeln!(
            page,
            "<td class=\"n\">{:.1}<td class=\"n\">{:.2}<td class=\"n\">{}<td class=\"why\">{}",
            row.seconds,
            row.run_seconds,
            row.peak,
            escape(&why)
        );
    }
    let _ = write!(page, "</tbody></table>\n<script>{SCRIPT}</script></html>\n");
    page
}
