//! Kernels whose instructions an engine counts, too: what is counted of them is their own.

use crate::device::module;
use hip_profile::Code;
use hip_profile::code::Site;
use ptx::pass::Instrumentation;

#[test]
fn instrumentation_is_not_counted() {
    let (module, notes) = (module(), Instrumentation { counts: true, ..Instrumentation::default() });
    let mut kernels = 0;
    for name in module.kernels() {
        let lowered = module.lower(name).unwrap_or_else(|e| panic!("{e}"));
        let (mut own, mut run) = (lowered.clone(), lowered);
        let own_bytes = own.param_bytes;
        ptx::pass::run(&mut own).expect("passes");
        ptx::pass::run_instrumented(&mut run, notes).expect("passes");
        let wanted = Code::new(&own);
        let got = Code::instrumented(&ptx::pass::without_notes(&run, own_bytes), &run);
        let sites = |code: &Code| {
            code.sites
                .iter()
                .map(|site| Site { word: site.word.and(Some(0)), ..site.clone() })
                .collect::<Vec<_>>()
        };
        assert_eq!(sites(&got), sites(&wanted), "{name}");
        let classes = |code: &Code| code.blocks.iter().map(|block| block.classes).collect::<Vec<_>>();
        assert_eq!(classes(&got), classes(&wanted), "{name}");
        // Each thread adds to the word of its block at its end.
        let words = |code: &Code| code.blocks.iter().map(|block| block.words).sum::<usize>();
        assert!(words(&got) > words(&wanted), "{name}");
        kernels += 1;
    }
    assert!(kernels > 60, "{kernels}");
}
