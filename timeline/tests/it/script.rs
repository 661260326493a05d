//! Scripts of any kind: each is valid or has an error with a line, and all that are not large come to an end.

use hip_timeline::script::Script;
use proptest::prelude::*;

/// Words of statements, and others.
const WORDS: [&str; 64] = [
    "device",
    "NVIDIA",
    "H200",
    "MX250",
    "placement",
    "gpcs",
    "seed:3",
    "timing",
    "submit=1us",
    "wake=0ps",
    "cycle=0ps",
    "channels",
    "2",
    "scale=0.25x",
    "static",
    "context",
    "queues",
    "stream",
    "a",
    "b",
    "legacy",
    "blocking",
    "sms=0-3",
    "priority=-2",
    "thread",
    "launch",
    "blocks=40",
    "blocks=0",
    "threads=1024",
    "cost=5",
    "cost=3x2,9",
    "cost=later",
    "work=k",
    "cooperative",
    "cluster=8",
    "shared=200KiB",
    "copy",
    "h2d",
    "fill",
    "wait",
    "host",
    "record",
    "e",
    "untimed",
    "for",
    "none",
    "1:",
    "sync",
    "event",
    "delay",
    "3us",
    "at",
    "destroy",
    "queue",
    "repeat",
    "end",
    "kernel",
    "k",
    "run",
    "also",
    "offer",
    "items=3",
    "serial=9",
    "join",
];

/// Lines that are valid statements, so that more trials are meaningful.
const LINES: [&str; 24] = [
    "stream a",
    "stream b blocking",
    "stream c legacy",
    "context two",
    "queues 2",
    "queue a 1",
    "thread t",
    "launch a blocks=9 cost=400",
    "1: launch b cost=later",
    "cost 1 77",
    "wait a for 1",
    "sync for 1",
    "sync",
    "sync a",
    "copy b d2h 9kB wait",
    "record a e",
    "wait b e",
    "repeat 3",
    "end",
    "kernel k warps=2",
    "run 50",
    "launch c lanes=3 stream=tail cost=9",
    "launch a work=k blocks=3",
    "destroy b",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_script_or_an_error(
        lines in prop::collection::vec(
            prop_oneof![
                3 => prop::sample::select(&LINES[..]).prop_map(str::to_owned),
                1 => prop::collection::vec(prop::sample::select(&WORDS[..]), 1..5).prop_map(|words| words.join(" ")),
            ],
            1..24,
        ),
        odd in prop::option::of((any::<prop::sample::Index>(), ".{0,6}")),
    ) {
        let mut text = lines.join("\n");
        if let Some((at, odd)) = &odd {
            let at = at.index(text.len() + 1);
            if text.is_char_boundary(at) {
                text.insert_str(at, odd);
            }
        }
        match Script::read(&text) {
            Err(error) => prop_assert!(error.line <= text.lines().count() && !error.what.is_empty(), "{error}"),
            Ok(script) => {
                let size = script.size();
                if size.calls < 10_000 && size.blocks < 10_000 {
                    drop(script.run(()));
                }
            }
        }
    }
}
