//! Codebases and the rules' examples, damaged: what comes out is still one translation, and translated twice
//! is the same.

use hipify_rs::report::Reason;
use hipify_rs::{Options, rule, translate};
use testdata::damage::damaged;

const DAMAGES: u64 = 400;

fn sources() -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = rule::ALL.iter().map(|rule| rule.page.as_bytes().to_vec()).collect();
    for extension in ["cpp", "h", "cu"] {
        let files = testdata::files("cuda", extension);
        all.extend(files.iter().map(|path| std::fs::read(path).expect("a readable source")));
    }
    all
}

#[test]
fn damaged_sources_are_translated_once_and_for_all() {
    let sources = sources();
    let options = Options::default();
    for seed in 0..DAMAGES {
        let pick = |n: u64| &sources[(testdata::generate::draw(seed, n) % sources.len() as u64) as usize];
        let text = damaged(pick(1 << 32), pick(1 << 33), seed);
        let once = translate(&text, &options);
        let internal = once.report.notes.iter().find(|n| n.reason == Reason::Internal);
        assert_eq!(internal, None, "seed {seed}");
        let again = translate(&once.text, &options).text;
        let differ = again.iter().zip(&once.text).position(|(a, b)| a != b).unwrap_or(0);
        let around = |text: &[u8]| {
            let range = differ.saturating_sub(200)..text.len().min(differ + 100);
            String::from_utf8_lossy(&text[range]).into_owned()
        };
        let (twice, first) = (around(&again), around(&once.text));
        assert!(again == once.text, "seed {seed}: twice is not once:\n{first}\n-- is then\n{twice}");
    }
}
