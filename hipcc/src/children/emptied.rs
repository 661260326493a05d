//! Removes the bodies of kernels from the host's half. Pure: text in, text out.
//!
//! The host needs a kernel's declaration and stub only, and nvcc instantiates no kernel template's body
//! there. Clang does, and rejects a body that calls an overload which exists under `#if __CUDA_ARCH__` alone.

use super::body::bodies;
use super::declared::is_attribute;
use super::source::Text;

/// Blanks the bodies of all kernels in preprocessed text; lines stay where they are. Returns `None` if there
/// is none.
pub(super) fn emptied(preprocessed: &[u8]) -> Option<Vec<u8>> {
    let text = Text::new(preprocessed);
    let found = bodies(&text, |at, name| name == b"global" && is_attribute(&text, at, name));
    let tokens = text.source().tokens;
    let mut made = preprocessed.to_vec();
    for body in &found {
        let inside = tokens.get(body.range.start).zip(tokens.get(body.range.end.wrapping_sub(1)));
        let Some((open, close)) = inside.filter(|(open, close)| open.end <= close.start) else { continue };
        // Line markers stay, so that messages about later lines name their places.
        for line in made[open.end..close.start].split_mut(|&b| b == b'\n') {
            if line.first() != Some(&b'#') {
                line.fill(b' ');
            }
        }
    }
    (!found.is_empty()).then_some(made)
}
