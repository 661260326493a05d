//! Scripts through the command: output, drawings, and errors.

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
    // Truncated anywhere: complete events are shown.
    for cut in (0..text.len()).step_by(97).filter(|&cut| text.is_char_boundary(cut)) {
        let part = &text[..cut];
        match timeline::page::page(part) {
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

/// Returns the document of a page in a browser, if one is installed, after the page's script and the given
/// one, which may set `document.body.dataset.said`.
fn in_a_browser(page: &Path, then: &str) -> Option<String> {
    let browser = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    });
    let Some(browser) = browser else {
        eprintln!("no Chromium is installed: the page was not opened");
        return None;
    };
    let html = std::fs::read_to_string(page).expect("a page");
    let html = html.replace("</body>", "").replace("</html>", "") + "<script>{" + then + "}</script></html>";
    std::fs::write(page, html).expect("a page");
    let profile = tempfile::tempdir().expect("a folder");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let ready = dom.contains("data-ready=\"yes\"");
    assert!(ready, "the script stopped: {}", String::from_utf8_lossy(&output.stderr));
    Some(dom)
}

/// The page's script runs to its end and finds the contents of the trace.
#[test]
fn a_page_opens_in_a_browser() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("t.html");
    let script = testdata::root().join("schedule/sim/green_contexts.sim");
    let (code, ..) = hip_sim(&["run", &script.to_string_lossy(), "--html", &page.to_string_lossy()]);
    assert_eq!(code, Some(0));
    let Some(dom) = in_a_browser(&page, "") else { return };
    assert!(dom.contains("4 operations") && dom.contains("on 132 SMs"), "the summary is another");
    assert!(dom.contains("left (SMs 0-63)"), "the green contexts are not listed");
}

/// More than 100,000 events: wheel, keys and search work, and a redraw is quick. The search is for a grid and
/// its block.
#[test]
fn a_page_of_many_events_zooms_and_finds() {
    let folder = tempfile::tempdir().expect("a folder");
    let [script, trace, page] = ["t.sim", "t.json", "t.html"].map(|name| folder.path().join(name));
    let text = "stream a\nstream b sms=0-15\nrepeat 9000\nlaunch a blocks=3 threads=64 cost=900\n\
                launch b blocks=2 threads=64 cost=700\nend\nlaunch a name=needle blocks=1 threads=32 cost=50\nsync\n";
    std::fs::write(&script, text).expect("a script");
    let [from, to, out] = [&script, &trace, &page].map(|path| path.to_string_lossy().into_owned());
    let (code, ..) = hip_sim(&["run", &from, "--trace", &to, "--html", &out]);
    assert_eq!(code, Some(0));
    let events = std::fs::read_to_string(&trace).expect("a trace").lines().count();
    assert!(events > 100_000, "{events} events");
    let then = r##"
        const whole = to - from, box = canvas.getBoundingClientRect();
        const wheel = () => canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, ctrlKey: true, clientX: box.left + 500, clientY: box.top + 90, cancelable: true }));
        const began = performance.now();
        for (let n = 0; n < 10; n++) wheel();
        const zoomed = (whole / (to - from)).toFixed(2), each = (performance.now() - began) / 10;
        $("#search").value = "needle";
        $("#search").dispatchEvent(new Event("input"));
        const found = $("#found").textContent;
        $("#search").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
        const span = matches[0], seen = from <= span.ts && span.ts + span.dur <= to;
        $("#fit").click();
        $("[data-tab=heat]").click();
        document.body.dataset.said = `${zoomed} times; ${found}; seen ${seen}; whole ${to - from === whole}; ${each < 2000 ? "quick" : each}`;
    "##;
    let Some(dom) = in_a_browser(&page, then) else { return };
    let said = dom.split("data-said=\"").nth(1).and_then(|rest| rest.split('"').next());
    assert_eq!(said, Some("9.31 times; 1 found, 1 slice on SMs; seen true; whole true; quick"));
}

/// Gestures and views of a page: the plain wheel scrolls, SMs are folded at first, a hit unfolds its group, a
/// kernel's row selects its launches, a range has a length, and occupancy follows from the trace's device.
#[test]
fn a_page_folds_selects_and_measures() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("t.html");
    let script = testdata::root().join("schedule/sim/green_contexts.sim");
    let (code, ..) = hip_sim(&["run", &script.to_string_lossy(), "--html", &page.to_string_lossy()]);
    assert_eq!(code, Some(0));
    let then = r##"
        const said = [], say = (name, value) => said.push(`${name}: ${value}`);
        const press = (key) => dispatchEvent(new KeyboardEvent("keydown", { key }));
        say("groups", groups.map((group) => `${group.title} ${group.open ? "open" : "folded"}`).join(", "));
        const wheel = new WheelEvent("wheel", { deltaY: 100, clientX: 500, clientY: 300, cancelable: true });
        canvas.dispatchEvent(wheel);
        say("scrolls", !wheel.defaultPrevented && to - from === end);
        say("idle channels", rows.filter((row) => row.counter && !row.counter.most).length);
        const pointer = (type, x, more) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: "mouse", clientX: canvas.getBoundingClientRect().left + x, clientY: 200, ...more }));
        canvas.setPointerCapture = () => {};
        pointer("pointerdown", LEFT, { shiftKey: true });
        pointer("pointermove", LEFT + (canvas.clientWidth - LEFT) / 2);
        pointer("pointerup", LEFT + (canvas.clientWidth - LEFT) / 2);
        say("measured", Math.abs(range[1] - range[0] - end / 2) < end / 100 && $("#details b").textContent.startsWith("Measured: 5."));
        press("Escape");
        say("dropped", range === undefined && $("#details").hidden);
        const cell = (name, n) => $(`#kernels tr[data-name=${name}]`).children[n].textContent;
        const order = () => [...document.querySelectorAll("#kernels tbody tr")].map((row) => row.dataset.name).join(" ");
        say("kernels", `${order()}; batch ${cell("batch", 1)} times, ${cell("batch", 8)} of the device`);
        $("#kernels th:nth-child(4) button").click();
        $("#kernels th:nth-child(4) button").click();
        say("by mean, shortest first", order());
        $("#kernels tr[data-name=request]").click();
        say("selected", `${$("#found").textContent}, on ${current.track.pid}, ${$("#timeline").classList.contains("shown")}`);
        search("request");
        step(-1);
        say("last hit", `${$("#found").textContent}, ${groups.at(-1).open}, in view ${onCanvas(rowOf(current.track)) > band && onCanvas(rowOf(current.track)) < pane.clientHeight}`);
        press("g"); press("0"); press("?");
        say("keys", `${groups.some((group) => group.open)}, ${to - from === end}, ${$("#keys").open}`);
        document.body.dataset.said = said.join("; ");
    "##;
    let Some(dom) = in_a_browser(&page, then) else { return };
    let said = dom.split("data-said=\"").nth(1).and_then(|rest| rest.split('"').next());
    insta::assert_snapshot!("page", said.expect("the script ran").replace("; ", "\n"));
}

/// Managed memory has lanes for the changes of a region and for its bytes on the device.
#[test]
fn memory_has_lanes_in_a_browser() {
    use device::residence::Counters;
    use timeline::chrome::Chrome;
    use timeline::{Call, MemoryChange, Rest, Simulation, Timing};
    let spec = device::Spec::h200();
    let chrome = Chrome::new(Vec::new(), &spec.name, spec.sms);
    let mut simulation =
        Simulation::new(spec.clone(), device::Placement::default(), Timing::from_spec(&spec), chrome);
    for (what, faults, on_device) in [("prefetch", 0, 8192), ("kernel", 3, 12288), ("evicted", 0, 0)] {
        let cost = Counters { faults, ..Counters::default() };
        let change = MemoryChange { region: "allocation 1".into(), what: what.into(), cost, on_device };
        simulation.call(0, Call::Memory(change.into()));
        simulation.call(0, Call::Delay(1_000_000));
    }
    assert_eq!(simulation.run(), Rest::Finished);
    let chrome = std::mem::replace(simulation.sink_mut(), Chrome::new(Vec::new(), "", 0));
    let trace = String::from_utf8(chrome.finish().expect("no file")).expect("text");
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("t.html");
    std::fs::write(&page, timeline::page::page(&trace).expect("a page")).expect("a page");
    let then = r#"
        const lane = all.find((track) => track.pid === 7), level = [...counters.values()].find((counter) => counter.pid === 7);
        const drawn = rows.filter((row) => row.track === lane || row.counter === level).length;
        document.body.dataset.said = [lane.name, lane.spans.map((span) => span.name), level.points.map((point) => point[1]), level.unit, drawn].join("; ");
    "#;
    let Some(dom) = in_a_browser(&page, then) else { return };
    let said = dom.split("data-said=\"").nth(1).and_then(|rest| rest.split('"').next());
    assert_eq!(said, Some("allocation 1; prefetch,kernel,evicted; 8192,12288,0; bytes on the device; 2"));
}

/// An end of an arrow: phase, track, and time.
type End = (String, (u64, u64), u64);

/// Asserts the rules of Chrome's format, so that Perfetto drops nothing: known phases with their members,
/// spans of a track that nest or are disjoint, arrows with one start and one end, each in a span of its
/// track, and numeric counters.
fn is_a_trace(text: &str, name: &str) {
    use std::collections::BTreeMap;
    let events: Vec<serde_json::Value> =
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let time = |event: &serde_json::Value, member: &str| {
        let at = event[member].as_f64().unwrap_or_else(|| panic!("{name}: no {member}: {event}"));
        assert!(at >= 0.0, "{name}: {event}");
        // Picoseconds.
        (at * 1e6).round() as u64
    };
    let track = |event: &serde_json::Value| {
        (event["pid"].as_u64().expect("a process"), event["tid"].as_u64().unwrap_or(0))
    };
    let mut spans: BTreeMap<(u64, u64), Vec<(u64, u64)>> = BTreeMap::new();
    let mut arrows: BTreeMap<u64, Vec<End>> = BTreeMap::new();
    for event in &events {
        assert!(event["name"].is_string() && event["pid"].is_u64(), "{name}: {event}");
        match event["ph"].as_str().unwrap_or_default() {
            "M" => assert!(event["args"].is_object()),
            "X" => {
                let start = time(event, "ts");
                spans.entry(track(event)).or_default().push((start, start + time(event, "dur")));
            }
            phase @ ("s" | "f") => {
                assert_eq!(phase == "f", event["bp"] == "e", "{name}: {event}");
                let id = event["id"].as_u64().expect("a number");
                arrows.entry(id).or_default().push((phase.to_owned(), track(event), time(event, "ts")));
            }
            "C" => {
                let values = event["args"].as_object().expect("values");
                assert!(
                    !values.is_empty() && values.values().all(serde_json::Value::is_number),
                    "{name}: {event}"
                );
                time(event, "ts");
            }
            "i" => assert!(event["s"] == "t" && time(event, "ts") > 0, "{name}: {event}"),
            other => panic!("{name}: phase `{other}`: {event}"),
        }
    }
    for (track, spans) in &mut spans {
        spans.sort_by_key(|&(start, end)| (start, std::cmp::Reverse(end)));
        let mut open: Vec<u64> = Vec::new();
        for &(start, end) in spans.iter() {
            while open.last().is_some_and(|&until| until <= start) {
                open.pop();
            }
            assert!(
                open.last().is_none_or(|&until| end <= until),
                "{name}: {track:?}: {start} to {end}, {open:?}"
            );
            open.push(end);
        }
    }
    for (id, ends) in &arrows {
        let [(first, from, left), (second, to, arrived)] = &ends[..] else {
            // An infinite wait has no end.
            assert!(ends.len() == 1 && ends[0].0 == "s", "{name}: arrow {id}");
            continue;
        };
        assert_eq!((first.as_str(), second.as_str()), ("s", "f"), "{name}: arrow {id}");
        assert!(left <= arrived, "{name}: arrow {id} goes back");
        for (track, at) in [(from, left), (to, arrived)] {
            let within = |&(start, end): &(u64, u64)| start <= *at && *at <= end;
            let spans = spans.get(track).unwrap_or_else(|| panic!("{name}: arrow {id}: no track {track:?}"));
            assert!(spans.iter().any(within), "{name}: arrow {id}: nothing at {at} on {track:?}");
        }
    }
}

#[test]
fn timelines_are_what_viewers_expect() {
    let folder = tempfile::tempdir().expect("a folder");
    for path in testdata::files("schedule/sim", "sim") {
        let file = folder.path().join("t.json");
        hip_sim(&["run", &path.to_string_lossy(), "--trace", &file.to_string_lossy()]);
        is_a_trace(&std::fs::read_to_string(&file).expect("a trace"), &name(&path));
    }
    // Names with any characters.
    let script = folder.path().join("names.sim");
    std::fs::write(&script, "stream a\nlaunch a name=</script>\"\\%0a%09é\u{202e}x<T>&\nsync\n")
        .expect("a script");
    let [file, page] =
        ["n.json", "n.html"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    hip_sim(&["run", &script.to_string_lossy(), "--trace", &file, "--html", &page]);
    is_a_trace(&std::fs::read_to_string(&file).expect("a trace"), "names");
    let html = std::fs::read_to_string(&page).expect("a page");
    assert_eq!(html.matches("</script>").count(), 2, "the data ends no element");
}

/// A trace with damaged lines, an empty one, and one with findings: the page reports unreadable parts and
/// causes of waits, and its keys work.
#[test]
fn pages_say_what_is_wrong_and_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let script = testdata::root().join("schedule/sim/host_block.sim");
    let (trace, page) = (file("t.json"), folder.path().join("t.html"));
    hip_sim(&["run", &script.to_string_lossy(), "--trace", &trace]);
    let text = std::fs::read_to_string(&trace).expect("a trace");
    let half = text.len() / 2;
    let spoilt = format!("{}\"\u{7}{}", &text[..half], &text[half..]);
    std::fs::write(&page, timeline::page::page(&spoilt).expect("a page")).expect("a page");
    let then = r##"
        $("[data-tab=waits]").click();
        const reason = $("#waits").textContent.includes("`step` of s first in it");
        $("#waits tr[data-at]").click();
        const shown = $("#timeline").classList.contains("shown"), near = to - from < end / 10;
        const press = (key) => dispatchEvent(new KeyboardEvent("keydown", { key }));
        const before = to - from;
        press("s");
        const wider = to - from > before;
        press("0");
        const labels = [...document.querySelectorAll("canvas, input, nav")].every((e) => e.getAttribute("aria-label"));
        document.body.dataset.said = [$("#bad").textContent.replace(/ of .*/, ""), reason, shown, near, wider, to - from === end, labels].join("; ");
    "##;
    let Some(dom) = in_a_browser(&page, then) else { return };
    let said = |dom: &str| -> Option<String> {
        Some(dom.split("data-said=\"").nth(1)?.split('"').next()?.to_owned())
    };
    assert_eq!(said(&dom).as_deref(), Some("1; true; true; true; true; true; true"));
    std::fs::write(&page, timeline::page::page("[\n").expect("a page")).expect("a page");
    let dom = in_a_browser(&page, "document.body.dataset.said = $('#bad').textContent;").expect("as before");
    assert_eq!(said(&dom).as_deref(), Some("The trace is empty."));
}

/// Statements of `--set` replace those of the script.
#[test]
fn statements_are_put_in_the_place_of_others() {
    let script = testdata::root().join("schedule/sim/false_dependency.sim").to_string_lossy().into_owned();
    let with = |set: &[&str]| {
        let set = set.iter().flat_map(|set| ["--set", set]);
        hip_sim(&["run", &script].into_iter().chain(set).collect::<Vec<_>>())
    };
    let held = |set: &[&str]| {
        let (code, out, errors) = with(set);
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{set:?}");
        (out.lines().next().unwrap_or("").to_owned(), out.matches("false dependency").count())
    };
    assert_eq!(held(&[]), ("NVIDIA H200: ended at 1009.301 µs".into(), 1));
    assert_eq!(held(&["channels 2"]), held(&[]), "as it stands there");
    assert_eq!(held(&["channels 1"]), ("NVIDIA H200: ended at 1014.902 µs".into(), 3));
    assert_eq!(held(&["channels 8"]).1, 0);
    // The last of a kind counts, also among others.
    assert_eq!(held(&["channels 1", "timing submit=1us", "channels 8"]).1, 0);
    assert_ne!(held(&["timing submit=1us"]).0, held(&[]).0);
    let (other, _) = held(&["device A100-SXM4", "channels 1"]);
    assert!(other.starts_with("NVIDIA A100-SXM4-80GB: ended at "), "{other}");
    for (wrong, why) in [
        ("device A100", "`A100` could be NVIDIA A100-PCIE-40GB, NVIDIA A100-SXM4-80GB"),
        ("device abacus", "no device is called `abacus`"),
        ("stream e", "`stream e` cannot be set: only device, placement, timing, channels, children, policy"),
        ("channels", ""),
        ("channels many", ""),
        ("", ""),
    ] {
        let (code, out, errors) = with(&[wrong]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{wrong}");
        assert!(errors.starts_with("hip-sim: --set: ") && errors.contains(why), "{wrong}: {errors}");
    }
    let (code, ..) = hip_sim(&["run", &script, "--set"]);
    assert_eq!(code, Some(2));
}
