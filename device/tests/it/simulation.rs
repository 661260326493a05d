//! Scripts through the command: what they print, what they draw, what is wrong with those that are none.

#![expect(
    clippy::disallowed_methods,
    reason = "the library reads no file; its command, which is tested here, does"
)]
use hip_device::sim::chrome::Chrome;
use hip_device::sim::script::Script;
use hip_device::sim::{Event, Rest, Sink, Summary};
use hip_device::{Device, OpId};
use proptest::prelude::*;
use std::collections::BTreeMap;
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

/// Listens to what must hold at any time.
#[derive(Default)]
struct Laws {
    submitted: Vec<(OpId, u32)>,
    completed: Vec<OpId>,
    /// Threads on each SM: what begins and what ends, by time.
    load: BTreeMap<(u16, u64), i64>,
    threads: BTreeMap<OpId, i64>,
    last: u64,
}

impl Sink for Laws {
    fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Submitted { op, host, doing, .. } => {
                self.submitted.push((op, host));
                if let hip_device::sim::Doing::Grid { grid, .. } = doing {
                    self.threads.insert(op, i64::from(grid.threads));
                }
            }
            Event::Blocks { op, sms, start, end } => {
                for &sm in sms {
                    *self.load.entry((sm, start)).or_default() += self.threads[&op];
                    *self.load.entry((sm, end)).or_default() -= self.threads[&op];
                }
            }
            Event::Completed { op, start, end } => {
                assert!(start <= end && self.last <= end);
                self.last = end;
                self.completed.push(op);
            }
            _ => {}
        }
    }
}

fn statement() -> impl Strategy<Value = String> {
    let stream = 0..4u8;
    prop_oneof![
        4 => (stream.clone(), 0..600u32, 1..1025u32, 0..3000u32).prop_map(|(s, b, t, c)| format!("launch s{s} blocks={b} threads={t} cost={c}")),
        1 => (stream.clone(), 1..40u32, 0..900u32, 0..900u32).prop_map(|(s, b, c, d)| format!("launch s{s} blocks={b} threads=512 cost={c},{d},7")),
        2 => (stream.clone(), 0..4000u32, any::<bool>()).prop_map(|(s, b, w)| format!("copy s{s} h2d {b}kB{}", if w { " wait" } else { "" })),
        1 => (stream.clone(), 0..90u32).prop_map(|(s, t)| format!("host s{s} {t}us")),
        1 => (stream.clone(), 0..3u8).prop_map(|(s, e)| format!("record s{s} e{e}")),
        1 => (stream.clone(), 0..3u8).prop_map(|(s, e)| format!("wait s{s} e{e}")),
        1 => stream.prop_map(|s| format!("sync s{s}")),
        1 => (0..3u8).prop_map(|e| format!("sync event e{e}")),
        1 => (0..90u32).prop_map(|t| format!("delay {t}us")),
        1 => (0..3u8).prop_map(|t| format!("thread t{t}")),
        1 => Just("sync".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn all_completes_within_the_sms_and_replays(statements in proptest::collection::vec(statement(), 1..60), channels in 1..5u8) {
        let streams = "stream s0 legacy\nstream s1 blocking\nstream s2 sms=0-15\nstream s3 priority=-3\n";
        let text = format!("channels {channels} scale=0.25x\n{streams}{}\nsync\n", statements.join("\n"));
        let script = Script::read(&text).expect("a script");
        let outcome = script.run((Laws::default(), Summary::default()));
        prop_assert_eq!(&outcome.rest, &Rest::Finished, "{}", text);
        prop_assert!(outcome.failures.is_empty());
        let (laws, summary) = outcome.simulation.sink();
        prop_assert_eq!(laws.submitted.len(), laws.completed.len());
        let device: &Device = outcome.simulation.device();
        prop_assert_eq!(device.counters().blocks, summary.blocks);
        // No SM ever holds more threads than it can.
        let mut now = (u16::MAX, 0);
        for (&(sm, _), change) in &laws.load {
            if now.0 != sm {
                now = (sm, 0);
            }
            now.1 += change;
            prop_assert!((0..=2048).contains(&now.1), "SM {} holds {} threads", sm, now.1);
        }
        // The same again, also as a trace.
        let trace = |_: ()| {
            let outcome = script.run(Chrome::new(Vec::new(), "x", 132));
            let mut simulation = outcome.simulation;
            std::mem::replace(simulation.sink_mut(), Chrome::new(Vec::new(), "x", 132)).finish().expect("no file")
        };
        let first = trace(());
        prop_assert_eq!(&first, &trace(()));
        prop_assert!(serde_json::from_slice::<Vec<serde_json::Value>>(&first).is_ok());
    }

    #[test]
    fn no_text_is_too_strange(text in "[a-z0-9=., \n#-]{0,200}") {
        let _ = Script::read(&text);
    }
}
