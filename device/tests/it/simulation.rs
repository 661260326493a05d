//! Scripts through the command: what they print, what they draw, what is wrong with those that are none.

#![expect(
    clippy::disallowed_methods,
    reason = "the library reads no file; its command, which is tested here, does"
)]
use std::path::Path;
use std::process::Command;

fn hip_sim(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hip-sim")).args(arguments).output().expect("hip-sim runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn name(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

#[test]
fn scripts_come_to_this() {
    for path in testdata::files("schedule/sim", "sim") {
        let (code, out, errors) = hip_sim(&["run", &path.to_string_lossy()]);
        assert_eq!(errors, "", "{}", path.display());
        insta::assert_snapshot!(name(&path), format!("exit code {code:?}\n{out}"));
    }
}

#[test]
fn what_is_no_script_says_where_and_why() {
    let mut all = String::new();
    for path in testdata::files("schedule/sim_error", "sim") {
        let (code, out, errors) = hip_sim(&["run", &path.to_string_lossy()]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{}", path.display());
        let (_, message) = errors.split_once(".sim:").expect("the place");
        all += &format!("{}:{message}", name(&path));
    }
    insta::assert_snapshot!("errors", all);
}

#[test]
fn a_timeline_is_a_page_and_whole_at_any_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let script = testdata::root().join("schedule/sim/false_dependency.sim");
    let (trace, page) = (file("t.json"), file("t.html"));
    let (code, ..) = hip_sim(&["run", &script.to_string_lossy(), "--trace", &trace, "--html", &page]);
    assert_eq!(code, Some(0));
    let text = std::fs::read_to_string(&trace).expect("a trace");
    let events: Vec<serde_json::Value> = serde_json::from_str(&text).expect("JSON");
    assert!(events.iter().any(|event| event["name"] == "held back by stream 0"), "{text}");
    let spans =
        events.iter().filter(|event| event["ph"] == "X" && event["pid"] == 3 && event["name"] == "short");
    assert_eq!(spans.count(), 3);
    let html = std::fs::read_to_string(&page).expect("a page");
    assert!(html.contains("held back by stream 0") && html.trim_end().ends_with("</html>"));
    // Killed at any place: what is whole is shown.
    for cut in (0..text.len()).step_by(97).filter(|&cut| text.is_char_boundary(cut)) {
        let part = &text[..cut];
        match hip_device::sim::page::page(part) {
            Ok(page) => {
                let data = page.split("id=\"trace\">").nth(1).and_then(|rest| rest.split("</script>").next());
                let data: Result<Vec<serde_json::Value>, _> =
                    serde_json::from_str(&data.expect("the trace is in the page").replace("<\\/", "</"));
                assert!(data.is_ok(), "cut at {cut}");
            }
            Err(_) => assert!(cut == 0),
        }
    }
}

/// In a browser, where one is installed: the page's script runs to its end and finds what is in the trace.
#[test]
fn a_page_opens_in_a_browser() {
    let browser = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    });
    let Some(browser) = browser else {
        eprintln!("no Chromium is installed: the page was not opened");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("t.html");
    let script = testdata::root().join("schedule/sim/green_contexts.sim");
    let (code, ..) = hip_sim(&["run", &script.to_string_lossy(), "--html", &page.to_string_lossy()]);
    assert_eq!(code, Some(0));
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&output.stdout);
    assert!(
        dom.contains("data-ready=\"yes\""),
        "the script stopped: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(dom.contains("4 operations") && dom.contains("on 132 SMs"), "the summary is another");
    assert!(dom.contains("left (SMs 0-63)"), "the green contexts are not listed");
}
