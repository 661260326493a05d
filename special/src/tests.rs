//! Samples of all forms, and the solver on its own results.

use crate::digest::Digest;
use crate::exhaust::{H200, parse};
use crate::forms::{BLOCKS, FORMS, Form, Function};
use crate::solve::solve_segment;
use crate::specification::ALL;
use ptx::sfu::coefficients;

/// Computes the digest of a block's sample of ours.
fn sample(form: &Form, block: u64) -> u64 {
    let bits = form.function.block_bits();
    let mut digest = Digest::new();
    for index in (0..1 << bits).step_by(form.function.stride() as usize) {
        digest.add(form.function.ours(block << bits | index));
    }
    digest.value()
}

#[test]
fn samples_of_all_forms_equal_those_of_the_h200() {
    let table = parse(H200).expect("the table");
    for form in FORMS {
        for block in 0..BLOCKS {
            let want = table.get(&(form.name.to_owned(), block)).map(|block| block.sample);
            assert_eq!(want, Some(sample(form, block)), "{}, block {block}", form.name);
        }
    }
}

#[test]
fn segments_are_solved_by_their_results() {
    for specification in ALL {
        let form = FORMS.iter().find(|form| form.name == specification.form).expect("a form");
        let Function::Single(ours) = form.function else {
            panic!("{} is no function of binary32", form.name)
        };
        let results = |inputs: &[u32]| Ok(inputs.iter().map(|&x| ours(x)).collect());
        for segment in [0, specification.segments as u32 - 1] {
            let solved = solve_segment(specification, segment, &results).expect("coefficients");
            let table = coefficients(specification.table).expect("a table");
            assert_eq!(solved, table[segment as usize], "{}, segment {segment}", specification.table);
        }
    }
}
