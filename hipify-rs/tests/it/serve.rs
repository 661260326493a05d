//! Tests of `hipify-rs --serve` and of its Python client.

use crate::command::{Place, stdout};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

fn answers(requests: &[&str]) -> Vec<Value> {
    let place = Place::new("serve");
    let said = stdout(&place.run_with("--serve --no-config", &(requests.join("\n") + "\n")));
    said.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
}

#[test]
fn requests_are_answered() {
    let all = answers(&[
        r#"{"id": 1, "text": "cudaFree(p);\n"}"#,
        "",
        r#"{"id": "b", "name": "CMakeLists.txt", "text": "find_package(CUDAToolkit)\n"}"#,
        r#"{"text": "void f() { k<<<1, 2>>>(x); }", "options": {"kernel-launch": "ggl"}}"#,
        r#"{"method": "version"}"#,
    ]);
    let texts: Vec<&Value> = all.iter().map(|answer| &answer["text"]).collect();
    assert_eq!(*texts[0], json!("hipFree(p);\n"));
    assert_eq!(*texts[1], json!("find_package(hip)\n"));
    assert!(texts[2].as_str().is_some_and(|text| text.contains("hipLaunchKernelGGL(k, dim3(1)")));
    assert_eq!(all[3]["version"], json!(env!("CARGO_PKG_VERSION")));
    let ids: Vec<&Value> = all.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(1), &json!("b"), &Value::Null, &Value::Null]);
    assert_eq!(
        (&all[0]["translated"], &all[0]["left"], &all[0]["changed"]),
        (&json!(1), &json!(0), &json!(true))
    );
}

#[test]
fn invalid_requests_are_answered_with_errors() {
    let all = answers(&[
        "[1, 2",
        r#"{"id": 7}"#,
        r#"{"id": 8, "text": "", "colour": 1}"#,
        r#"{"id": 9, "text": "", "options": {"target": "cuda"}}"#,
        r#"{"id": 10, "text": "cuInit(0);"}"#,
    ]);
    let errors: Vec<&str> = all.iter().map(|answer| answer["error"].as_str().unwrap_or("")).collect();
    let wanted =
        ["invalid request:", "`text` is missing", "invalid request: unknown field `colour`", "options: ", ""];
    for (error, wanted) in errors.iter().zip(wanted) {
        assert!(error.starts_with(wanted), "{error}");
    }
    assert_eq!((&all[1]["id"], &all[4]["text"]), (&json!(7), &json!("hipInit(0);")));
}

#[test]
fn the_python_client_works() {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
    let run = Command::new("python3")
        .args(["-B", "-m", "unittest", "discover", "-s", "tests"])
        .current_dir(module)
        .env("HIPIFY_RS", env!("CARGO_BIN_EXE_hipify-rs"))
        .output()
        .expect("python3");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
