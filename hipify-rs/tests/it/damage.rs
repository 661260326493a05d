//! Damaged codebases and examples of the rules: translation succeeds and is idempotent.

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
fn translating_damaged_sources_is_idempotent() {
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
        assert!(again == once.text, "seed {seed}: not idempotent:\n{first}\n-- the second time\n{twice}");
    }
}
