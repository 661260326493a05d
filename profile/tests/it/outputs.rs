//! Summary, page, comparison and limits of a profile of three transposes.

use crate::device::{Device, cases, directory, module};
use device::Spec;
use hip_profile::advice::{Reason, findings};
use hip_profile::clock::Bound;
use hip_profile::compare::{Limits, compare, exceeded};
use hip_profile::report::Profile;
use hip_profile::{Facts, Profiled, Session, html, summary};
use std::sync::Arc;

/// Returns the profile of transposes of 256×256; with `most_blocks`, of a part of their blocks.
pub(crate) fn profile(kernels: &[&str], most_blocks: u64) -> Profile {
    let text = std::fs::read_to_string(directory().join("kernels.ptx")).expect("PTX");
    let (module, device, spec) = (module(), Device::new(1 << 16), Spec::h200());
    let mut session = Session::new(&spec);
    for kernel in kernels {
        let all = cases();
        let case = all.iter().find(|case| case.name == format!("{kernel}_256")).expect("a case");
        let mut function = module.lower(kernel).unwrap_or_else(|e| panic!("{e}"));
        ptx::pass::run(&mut function).expect("passes");
        let profiled = Arc::new(Profiled::new(&function, &function, &text));
        let facts = Facts { grid: case.grid, block: case.block, registers: 0, shared: 0, base: 0 };
        let recorder =
            device.record(&module, case, |_| facts.shape(&spec, &profiled.code, most_blocks), false);
        session.add(&profiled, &facts, &[], &recorder);
    }
    session.profile()
}

/// Kernels of the profile.
pub(crate) const ALL: [&str; 3] = ["transpose_naive", "transpose_tiled", "transpose_padded"];

#[test]
fn the_worst_lines_are_found() {
    let profile = profile(&ALL, u64::MAX);
    let of = |name: &str| profile.kernels.iter().find(|kernel| kernel.name == name).expect("a kernel");
    let naive = findings(of("transpose_naive"));
    assert_eq!(naive[0].reason, Reason::Uncoalesced);
    assert!(naive[0].line.text.starts_with("st.global"), "{}", naive[0].line.text);
    assert_eq!(naive[0].line.source.as_ref().map(|(file, _)| file.ends_with("kernels.cu")), Some(true));
    let tiled = findings(of("transpose_tiled"));
    assert_eq!(
        (tiled[0].reason, tiled[0].counted.as_str()),
        (Reason::BankConflicts, "31.0 conflicts a request")
    );
    assert_eq!(findings(of("transpose_padded")), []);
    // 64 blocks of 8 warps, each 4 requests: 8192 sectors loaded, 8 times as many stored.
    let counts = &of("transpose_naive").counts;
    assert_eq!((counts.load_requests, counts.load_sectors, counts.store_sectors), (2048, 8192, 65536));
    assert_eq!((counts.ideal_sectors, counts.diverged, counts.bank_conflicts), (16384, 0, 0));
    let counts = &of("transpose_tiled").counts;
    assert_eq!((counts.shared_requests, counts.wavefronts, counts.bank_conflicts), (4096, 67584, 63488));
    assert_eq!(counts.barriers, 512);
}

#[test]
fn text_and_page_say_what_is_modelled() {
    let profile = profile(&ALL, u64::MAX);
    let text = summary::summary(&profile, 2);
    for part in [
        "NVIDIA H200: 3 launches of 3 kernels",
        "uncoalesced access: 32.0 sectors a request",
        "too few blocks: 64 blocks a launch for 132 SMs",
        "\n1 kernel more",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let page = html::page(&profile, &|_| None);
    for (what, text) in [("text", &text), ("page", &page)] {
        assert!(
            text.contains("counted") && text.contains("modelled") && text.contains("factor of"),
            "{what}"
        );
    }
    assert!(
        page.contains("<svg") && !page.contains("<script") && !page.contains("http"),
        "no scripts, no network"
    );
    let opened = page.matches("<details>").count();
    assert_eq!(opened, page.matches("</details>").count());
    // A name cannot leave its place.
    let mut hostile = profile.clone();
    hostile.kernels[0].name = "<b onload=x>".into();
    hostile.kernels[0].lines[0].text = "</table><script>".into();
    let page = html::page(&hostile, &|_| None);
    assert!(!page.contains("<script") && !page.contains("<b onload"));
    let json = serde_json::to_string(&profile).expect("JSON");
    let read: Profile = serde_json::from_str(&json).expect("a profile");
    assert_eq!(
        (read.kernels[1].counts, &read.kernels[1].lines),
        (profile.kernels[1].counts, &profile.kernels[1].lines)
    );
}

#[test]
fn profiles_are_compared_and_limited() {
    let (before, after) = (profile(&ALL[..1], u64::MAX), profile(&ALL[1..], u64::MAX));
    let text = compare(&before, &after);
    assert!(text.contains("transpose_tiled: new") && text.contains("transpose_naive: gone"), "{text}");
    assert_eq!(compare(&before, &before).lines().count(), 1);
    let limits = Limits { sectors_per_request: Some(8.0), bank_conflicts: Some(0.1), ..Limits::default() };
    assert_eq!(exceeded(&before, &limits, ""), ["transpose_naive: 18.00 sectors a request, the limit is 8"]);
    assert_eq!(exceeded(&after, &limits, "padded"), [""; 0]);
    assert_eq!(exceeded(&after, &limits, "tiled").len(), 1);
}

#[test]
fn a_part_of_the_blocks_is_scaled() {
    let (all, part) = (profile(&ALL[..1], u64::MAX), profile(&ALL[..1], 16));
    assert_eq!((all.kernels[0].blocks, part.kernels[0].blocks), ([64, 64], [64, 16]));
    // Blocks of a transpose do the same.
    let (all, part) = (&all.kernels[0], &part.kernels[0]);
    assert_eq!(all.counts.named(), part.counts.named());
    assert!((all.ns / part.ns - 1.0).abs() < 0.01, "{} and {}", all.ns, part.ns);
    assert_ne!(all.bound, Bound::Start);
}

#[test]
fn equal_launches_are_recorded_once() {
    let text = std::fs::read_to_string(directory().join("kernels.ptx")).expect("PTX");
    let (module, device, spec) = (module(), Device::new(1 << 18), Spec::h200());
    let mut session = Session::new(&spec);
    for (name, repeats) in [("transpose_tiled_256", true), ("histogram_hot_18", false)] {
        let case = cases().into_iter().find(|case| case.name == name).expect("a case");
        let mut function = module.lower(&case.kernel).unwrap_or_else(|e| panic!("{e}"));
        ptx::pass::run(&mut function).expect("passes");
        let profiled = Arc::new(Profiled::new(&function, &function, &text));
        let facts = Facts { grid: case.grid, block: case.block, registers: 0, shared: 0, base: 0 };
        let recorder = device.record(&module, &case, |_| facts.shape(&spec, &profiled.code, u64::MAX), false);
        session.add(&profiled, &facts, &[1], &recorder);
        let counts = |session: &Session| {
            let kernels = session.profile().kernels;
            let row = kernels.into_iter().find(|row| row.name == case.kernel).expect("a kernel");
            (row.launches, row.counts.load_sectors, row.counts.shared_requests, row.blocks)
        };
        let (launches, sectors, requests, [blocks, recorded]) = counts(&session);
        let other = Facts { grid: [1, 1, 1], ..facts };
        assert!(session.known(&profiled, &facts, &[2]).is_none());
        assert!(session.known(&profiled, &other, &[1]).is_none());
        // The addresses of a histogram are data.
        let known = session.known(&profiled, &facts, &[1]);
        assert_eq!(known.is_some(), repeats, "{name}");
        if let Some(known) = known {
            session.add_known(&profiled, &facts, &known);
            let twice = (2 * launches, 2 * sectors, 2 * requests, [2 * blocks, 2 * recorded]);
            assert_eq!(counts(&session), twice);
        }
    }
}

#[test]
fn counters_that_depend_on_data_are_known() {
    let module = module();
    let independent = |name: &str| {
        let mut function = module.lower(name).unwrap_or_else(|e| panic!("{e}"));
        ptx::pass::run(&mut function).expect("passes");
        hip_profile::Code::new(&function).independent
    };
    for name in ["copy1", "sgemm_tiled", "reduce_shared", "nbody", "collatz", "stencil2d", "transpose_padded"]
    {
        assert!(independent(name), "{name}");
    }
    for name in ["gather", "histogram_shared", "spmv_rows", "chase"] {
        assert!(!independent(name), "{name}");
    }
}
