//! Study of SPAWN: the statements of `docs/spawn.md`, on inputs small enough for a test; and its
//! reproducibility.

use hip_sim::{self as study, Compared, Machine, Outcome, PAIRS, Size, Way};
use std::process::Command;
use timeline::Launching;

fn kepler() -> Machine {
    Machine::kepler().expect("the table has the paper's device")
}

fn compared(pair: &'static str, size: Size) -> Compared {
    Compared::run(&kepler(), pair, size).expect("a workload")
}

/// The whole table for small inputs, from the command.
#[test]
fn the_small_study_comes_to_this() {
    let run = || {
        let output = Command::new(env!("CARGO_BIN_EXE_hip-sim")).args(["study", "spawn", "--small"]).output();
        let output = output.expect("hip-sim runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    insta::assert_snapshot!("study", run());
}

/// The minimum that the study must show, on those of its inputs that do not take minutes without
/// optimisation.
#[test]
fn spawn_is_near_the_best_threshold_and_never_slower_than_launching_always() {
    for pair in ["BFS-citation", "BFS-graph500", "SSSP-citation", "SSSP-graph500", "MM-small"] {
        let compared = compared(pair, Size::Study);
        let times = |outcome: &Outcome| outcome.time;
        let (spawn, always, best) =
            (times(&compared.spawn), times(compared.always()), times(compared.best().1));
        assert!(spawn <= always, "{pair}: {spawn} against {always}");
        assert!(best * 100 >= spawn * 85, "{pair}: {spawn} against {best}");
        assert!(2 * spawn <= 3 * times(&compared.flat), "{pair}");
    }
}

#[test]
fn the_same_study_gives_the_same_times() {
    let times = |compared: &Compared| {
        let sweep = compared.sweep.iter().map(|(_, outcome)| (outcome.time, outcome.launched.grids));
        let spawn = (compared.spawn.time, compared.spawn.launched.grids);
        sweep.chain([spawn, (compared.flat.time, 0)]).collect::<Vec<_>>()
    };
    for pair in ["BFS-graph500", "JOIN-gaussian", "Mandel"] {
        assert_eq!(times(&compared(pair, Size::Small)), times(&compared(pair, Size::Small)));
    }
}

/// With all launches, each item is done once: by a thread of a child or by its own.
#[test]
fn every_offer_is_launched_or_done() {
    for pair in PAIRS {
        let kernels = study::kernels(pair, Size::Small).expect("a workload");
        let run = |way| study::run(&kepler(), &kernels, way).launched;
        let (flat, always, spawn) =
            (run(Way::Flat), run(Way::ALWAYS), run(Way::Spawn(timeline::spawn::Variant::CapacityFloor)));
        assert_eq!((flat.grids, flat.accepted), (0, 0), "{pair}");
        assert_eq!((always.accepted, always.declined, always.refused), (flat.declined, 0, 0), "{pair}");
        assert_eq!(spawn.accepted + spawn.declined, flat.declined, "{pair}");
        assert_eq!(spawn.grids, spawn.accepted, "{pair}");
    }
    assert!(study::kernels("BFS", Size::Small).is_none() && study::kernels("MM-tiny", Size::Small).is_none());
}

/// Work beyond the limit of launches is done by the threads: nothing is lost.
#[test]
fn a_full_launch_buffer_costs_time_only() {
    let kernels = study::kernels("JOIN-uniform", Size::Small).expect("a workload");
    let machine = Machine { launching: Launching { pending: 16, ..Launching::KEPLER }, ..kepler() };
    let outcome = study::run(&machine, &kernels, Way::ALWAYS);
    assert!(outcome.launched.refused > 0);
    assert_eq!(outcome.launched.grids + outcome.launched.refused, 512);
}

#[test]
fn charts_and_pages_are_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let (svg, html) = (folder.path().join("c.svg"), folder.path().join("c.html"));
    let output = Command::new(env!("CARGO_BIN_EXE_hip-sim"))
        .args(["study", "spawn", "BFS", "MM-small", "--small", "--machine", "h200", "--json", "--svg"])
        .arg(&svg)
        .arg("--html")
        .arg(&html)
        .output()
        .expect("hip-sim runs");
    let json: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let names: Vec<_> = json.iter().filter_map(|pair| pair["workload"].as_str()).collect();
    assert_eq!(names, ["BFS-citation", "BFS-graph500", "MM-small"]);
    assert!(
        json.iter()
            .all(|pair| pair["sweep"].as_array().is_some_and(|sweep| sweep.len() == study::THRESHOLDS.len()))
    );
    #[expect(clippy::disallowed_methods, reason = "the command wrote it")]
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("it was written");
    let (svg, html) = (read(&svg), read(&html));
    assert_eq!(svg.matches("<rect ").count(), 1 + 5 + 3 * 5);
    assert!(svg.ends_with("</svg>\n") && html.ends_with("</html>\n"));
    // The page has the same drawing, with its heading and its numbers outside of it.
    let drawing = svg.split_once("</text>\n").and_then(|(_, rest)| rest.strip_suffix("</svg>\n"));
    assert!(html.contains(drawing.expect("a heading, then the drawing")));
    assert_eq!(html.matches("SPAWN of").count(), 2, "in its title and its heading");
    assert_eq!(html.matches("</td>").count(), 3 * 14 + 1 + 4);
    let unknown = Command::new(env!("CARGO_BIN_EXE_hip-sim")).args(["study", "spawn", "nothing"]).output();
    let unknown = unknown.expect("hip-sim runs");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("no workload is called `nothing`"));
}
