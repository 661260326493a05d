//! What the compiler says to a `launch!` that is wrong: the text, and what it underlines.

#[test]
fn mistakes_are_blamed_on_their_own_tokens() {
    trybuild::TestCases::new().compile_fail("tests/launch_errors/*.rs");
}
