//! Calls cuInit and cudaMalloc.
use cust_raw::cuInit; // cuInit

/* cuInit /* nested cuInit */ cuInit */
fn f<'cuInit>(s: &'cuInit str) -> String {
    let c = 'c';
    let raw = r#"cuInit " cudaMalloc"#;
    unsafe { cuInit(0) };
    format!("cudaMalloc {s}{c}{raw} {}", b'c')
}
