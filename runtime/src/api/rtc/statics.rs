//! Static variables of a source in memory.
//!
//! NVRTC keeps them, and a module finds them by name. Clang sees no code that could write them, takes their
//! values for constants and leaves them out: so the word `static` is blanked.

use std::borrow::Cow;

/// Words of device variables.
const DEVICE: [&[u8]; 3] = [b"__constant__", b"__device__", b"__managed__"];

/// Words whose parentheses belong to a declaration's specifiers.
const SPECIFIERS: [&[u8]; 4] = [b"__align__", b"__attribute__", b"alignas", b"__declspec"];

/// Returns the source with spaces for `static` before device variables outside of functions and classes.
pub(super) fn shown(source: &[u8]) -> Cow<'_, [u8]> {
    let mut made = Cow::Borrowed(source);
    let mut scan = Scan { source, at: 0 };
    // Whether each open brace is a namespace's or that of `extern "C"`, and how many are not.
    let (mut open, mut inside) = (Vec::new(), 0usize);
    while scan.at < source.len() {
        let head = scan.head();
        if let Some(at) = head.static_at.filter(|_| inside == 0 && head.is_variable) {
            made.to_mut()[at..at + 6].fill(b' ');
        }
        match scan.end() {
            Some(b'{') => {
                inside += usize::from(!head.is_scope);
                open.push(head.is_scope);
            }
            Some(b'}') => inside -= usize::from(open.pop() == Some(false)),
            _ => {}
        }
    }
    made
}

/// Beginning of a declaration, before the first of `(`, `=`, `[`, `;` and braces.
#[derive(Default)]
struct Head {
    /// Position of the word `static`.
    static_at: Option<usize>,
    is_variable: bool,
    /// `true` for a namespace and `extern "C"`.
    is_scope: bool,
}

/// Position in a source.
struct Scan<'a> {
    source: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    /// Reads the next word, literal or sign, and its place; comments and directives are passed over.
    fn token(&mut self) -> Option<(usize, &'a [u8])> {
        let source = self.source;
        let rest = |at: usize| source.get(at..).unwrap_or_default();
        let line = |at: usize| rest(at).iter().position(|&b| b == b'\n').map_or(source.len(), |n| at + n);
        loop {
            let start = self.at;
            let &first = source.get(start)?;
            let next = source.get(start + 1).copied();
            match (first, next) {
                (b'/', Some(b'/')) => self.at = line(start),
                (b'/', Some(b'*')) => {
                    let end = rest(start + 2).windows(2).position(|pair| pair == b"*/");
                    self.at = end.map_or(source.len(), |n| start + n + 4);
                }
                (b'#', _) => {
                    self.at = line(start);
                    while source[..self.at].ends_with(b"\\") && self.at < source.len() {
                        self.at = line(self.at + 1);
                    }
                }
                (b'"' | b'\'', _) => {
                    let mut escaped = false;
                    let end = rest(start + 1).iter().position(|&b| {
                        let ends = !escaped && (b == first || b == b'\n');
                        escaped = !escaped && b == b'\\';
                        ends
                    });
                    self.at = end.map_or(source.len(), |n| start + n + 2);
                    return Some((start, &source[start..self.at]));
                }
                (b, _) if b.is_ascii_whitespace() => self.at += 1,
                (b, _) => {
                    let is_word = |&b: &u8| b.is_ascii_alphanumeric() || b == b'_';
                    let length = rest(start).iter().take_while(|b| is_word(b)).count();
                    self.at += if is_word(&b) { length } else { 1 };
                    return Some((start, &source[start..self.at]));
                }
            }
        }
    }

    /// Reads the head of a declaration, up to the sign that ends it.
    fn head(&mut self) -> Head {
        let mut head = Head::default();
        let (mut is_device, mut may_be_scope, mut before) = (false, false, &b""[..]);
        loop {
            let start = self.at;
            let Some((at, token)) = self.token() else { return head };
            match token {
                b"(" if SPECIFIERS.contains(&before) => self.skip_parentheses(),
                b"(" | b"=" | b"[" | b";" | b"{" | b"}" => {
                    self.at = start;
                    head.is_scope = may_be_scope && token == b"{";
                    head.is_variable = is_device && matches!(token, b"=" | b"[" | b";" | b"{");
                    return head;
                }
                b"static" => head.static_at = Some(at),
                b"namespace" | b"extern" => may_be_scope = true,
                word => is_device |= DEVICE.contains(&word),
            }
            before = token;
        }
    }

    /// Reads to the end of a parenthesis that was opened.
    fn skip_parentheses(&mut self) {
        let mut depth = 1;
        while let Some((_, token)) = self.token() {
            match token {
                b"(" => depth += 1,
                b")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Reads to the next `;` or brace and returns it.
    fn end(&mut self) -> Option<u8> {
        while let Some((_, token)) = self.token() {
            match token {
                b"(" => self.skip_parentheses(),
                b";" | b"{" | b"}" => return token.first().copied(),
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_variables_lose_the_word() {
        let source = "// static __device__ int a;\n#define X static \\\n __device__ int b;\nnamespace n { extern \"C\" {\n\
            static __constant__ Option options[1024]; } }\n__device__ static int c = f(1, 2);\n\
            static __device__ __align__(16) float d{3};\nstatic int e;\nstatic __device__ int f(int a) { static __device__ int g; }\n\
            struct S { static __device__ int h; };\nextern \"C\" __global__ void k() { static __device__ int i; if (1) {} }\n\
            static const char *j = \"static __device__ int k;\", l = '\\'';\nstatic __managed__ int m;";
        let wanted = source
            .replace("static __constant__ Option", "       __constant__ Option")
            .replace("__device__ static int c", "__device__        int c")
            .replace("static __device__ __align__", "       __device__ __align__")
            .replace("static __managed__", "       __managed__");
        assert_eq!(String::from_utf8_lossy(&shown(source.as_bytes())), wanted);
    }

    #[test]
    fn texts_that_end_early_are_read() {
        let whole =
            "namespace n { static __device__ int a[ ] = {1, '\\'' /* x */, \"s\" }; __align__( }\\\n# \\";
        for end in 0..=whole.len() {
            assert_eq!(shown(&whole.as_bytes()[..end]).len(), end);
        }
        assert_eq!(shown(b"} } static __device__ int a;").as_ref(), b"} }        __device__ int a;");
    }
}
