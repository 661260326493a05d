//! Compiler errors for invalid uses of `launch!`: the text, and the underlined tokens.

#[test]
fn mistakes_are_blamed_on_their_own_tokens() {
    trybuild::TestCases::new().compile_fail("tests/launch_errors/*.rs");
}
