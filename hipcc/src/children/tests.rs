//! Tests from text to text, without a compiler.

use super::emptied::emptied;
use super::rewrite::{Side, launches_children, rewrite};
use super::said::restored;
use super::specialised::specialised;
use std::fmt::Write as _;
use testdata::damage::damaged;

/// Returns text with marks in the preprocessor's form.
fn preprocessed(text: &str) -> String {
    let attribute =
        |text: String, name: &str| text.replace(&format!("__{name}__"), &format!("__attribute__(({name}))"));
    ["global", "device", "host"].into_iter().fold(text.to_owned(), attribute)
}

fn rewritten(text: &str, side: Side) -> Option<String> {
    let made = rewrite(preprocessed(text).as_bytes(), side)?;
    Some(String::from_utf8(made).expect("text"))
}

/// Returns the rewritten texts for both sides, with the attributes of generated functions abbreviated.
fn shown(texts: &[&str]) -> String {
    let mut all = String::new();
    for text in texts {
        for side in [Side::Device, Side::Host] {
            let made = rewritten(text, side).unwrap_or_else(|| "as it is".to_owned());
            let made = made
                .replace("inline __attribute__((unused, always_inline, host, device))", "INLINE")
                .replace("::hip_device_launch::", "H::")
                .replace("__hip_launch_", "L_")
                .replace("__hip_settings", "s");
            writeln!(all, "{side:?}: {made}").expect("a string");
        }
        all.push('\n');
    }
    all
}

#[test]
fn launches_become_calls() {
    insta::assert_snapshot!(shown(&[
        "__global__ void k(int *p, int n);\n__global__ void up(int *p) { k<<<1, 32>>>(p, 3); }\n",
        "__global__ void k() {}\n__global__ void up() { k<<<dim3(1, 2), 32, 64, s>>>(); }\n",
        "template <class T, int N = 4> __global__ void k(T *p, T v = T(N)) { p[0] = v; }\n\
         template <class T> __device__ void up(T *p) { if (p) k<T, 2><<<1, 1>>>(p); else k<<<1, 1>>>(p, T(1)); }\n",
        "namespace a { namespace { __global__ void k(int *k) {} } }\n__device__ void up() { a::k<<<1, 1>>>(nullptr); }\n",
        "__global__ void k(int);\n__host__ __device__ void both() { k<<<1, 1>>>(2); }\nvoid host() { k<<<1, 1>>>(1); }\n",
        "__global__ void k(int);\nvoid host() { each([=] __device__ (int i) { k<<<1, 1>>>(i); }); k<<<1, 1>>>(1); }\n",
    ]));
}

#[test]
fn kernels_by_other_names_are_launched() {
    insta::assert_snapshot!(shown(&[
        "template <void (*K)(int)> __global__ void up() { K<<<1, 1>>>(2); }\n",
        "__device__ void up(void (*f)(int)) { f<<<1, 1>>>(2); this->kernels[3]<<<1, 1>>>(4); }\n",
        "__global__ void a(int); __global__ void b(int);\n__device__ void up(bool c) { (c ? a : b)<<<1, 1>>>(2); }\n",
        "template <class T> __global__ void k(T);\n__device__ void up() { auto f = &k<int>; f<<<1, 1>>>(2); by<k<int>>(); }\n",
        "template <class T> __global__ void k(T);\n__global__ void up() { do { ((k<int>))<<<(1), (1), (0), (0)>>>(1); } while (0); }\n",
        "namespace n { __global__ void k(int); }\nusing n::k;\n__global__ void up() { k<<<1, 1>>>(1); }\n",
        // A variable with the kernel's name is not the kernel.
        "__global__ void k(int);\n__device__ int up(int x) { int k = 2; x += k; return k; }\n",
    ]));
}

#[test]
fn parameters_keep_what_they_are() {
    insta::assert_snapshot!(shown(&[
        "__global__ void k(int, const T, unsigned long, struct S, a::B, int[3], void (*)(int), void (*f)(int), float (&r)[4]);\n\
         __device__ void up() { k<<<1, 1>>>(); }\n",
        "template <typename, class... Ts, template <class, class> class C, std::enable_if_t<(sizeof(int) > 2), int> = 0>\n\
         __attribute__((launch_bounds(32, 2))) __global__ static void k(C<int, Ts...> c, const float *__restrict__ p, Ts... ts) {}\n\
         __device__ void up() { k<<<1, 1>>>(); }\n",
        "__global__ void k(int a = f(1, 2), S s = S{1, 2}, int *p = nullptr)\n{\n}\n__device__ void up() { k<<<1, 1>>>(1); }\n",
    ]));
}

#[test]
fn a_kernel_gets_one_launching_function() {
    insta::assert_snapshot!(shown(&[
        "__global__ void k(int *, int = 3);\n__device__ void up() { k<<<1, 1>>>(nullptr); }\n__global__ void k(int *p, int n) {}\n",
        "extern \"C\" { __global__ void k(int *); __global__ void k(int *p); }\n__device__ void up() { k<<<1, 1>>>(nullptr); }\n",
        "namespace a { __global__ void k(int); }\n__global__ void a::k(int n) { if (n) k<<<1, 1>>>(n - 1); }\n",
        "template <class T> __global__ void k(T) {}\ntemplate <> __global__ void k<int>(int) {}\ntemplate __global__ void k<char>(char);\n\
         __device__ void up() { k<int><<<1, 1>>>(1); }\n",
    ]));
}

#[test]
fn lines_stay_where_they_are() {
    let text = "# 1 \"a.cu\"\n__global__ void k(int n)\n{\n}\n# 9 \"b.h\" 3\n#pragma unroll <<<\n__device__ void up()\n{\n    k\n# 30 \"a.cu\"\n    <<<1,\n       2>>>\n# 40 \"a.cu\"\n    (\n     1\n    );\n}\n";
    let made = rewritten(text, Side::Device).expect("a launch");
    let ends = |text: &str| text.matches('\n').count();
    assert_eq!(ends(&made), ends(text));
    let place = |text: &str, what: &str| text.lines().position(|line| line.contains(what));
    for marker in ["# 1 \"a.cu\"", "# 9 \"b.h\" 3", "#pragma unroll <<<", "# 30 \"a.cu\"", "# 40 \"a.cu\""] {
        assert_eq!(place(&made, marker), place(text, marker), "{made}");
    }
    assert!(made.contains("Settings(1,\n       2), "), "{made}");
}

#[test]
fn other_texts_stay() {
    for text in [
        "",
        "__global__ void k(int);\nvoid host() { k<<<1, 1>>>(2); }\n",
        "__device__ int shift(int a, int b) { return a << b; }\n",
        "struct S { __device__ S& operator=(int) { return *this; } __device__ S() : a{1}, b(2) {} int a, b; };\n",
        "<<<<<<< ours\n__device__ void up() {\n",
        "__device__ void up() { x<<<; }\n",
        // The kernel's name is a parameter's.
        "__global__ void k(int);\n__device__ void up(void (*k)(int)) { take(reinterpret_cast<void *>(k)); }\n",
        "__global__ void k(int);\n__device__ void up(int k) { take(static_cast<long>(k)); }\n",
    ] {
        assert_eq!(rewritten(text, Side::Device), None, "{text}");
    }
    for (text, want) in [
        ("__global__ void k(); __device__ void up() { k<<<1, 1>>>(); }", true),
        ("__global__ void k(); void up() { k<<<1, 1>>>(); }", false),
        ("__global__ void k(); // __device__ void up() { k<<<1, 1>>>(); }", false),
        ("__global__ void k() {} struct S { __device__ S() : n{1} { k<<<1, 1>>>(); } int n; };", true),
    ] {
        assert_eq!(launches_children(text.as_bytes().to_vec()), want, "{text}");
    }
}

#[test]
fn what_is_said_is_about_the_source() {
    let said = "a.cu:2:5: error: no matching function for call to '__hip_launch_k'\n\
        \x20   2 |     __hip_launch_k(::hip_device_launch::Settings(1, 1), p);\n\
        \x20     |     ^~~~~~~~~~~~~~\n\
        b.h:9:1: note: candidate\n\
        \x20   9 | inline void __hip_launch_k(int);\n\
        \x20     |             ^\n\
        a.cu:3:7: warning: a || b\n\
        \x20   3 |     a || b;\n\
        \x20     |       ^\n\
        2 errors generated when compiling for sm_70.\n";
    let line = |file: &str, line: usize| (file == "a.cu").then(|| format!("line {line}"));
    insta::assert_snapshot!(restored(said, line), @r"
    a.cu:2:5: error: no matching function for call to 'k'
        2 | line 2
    b.h:9:1: note: candidate
    a.cu:3:7: warning: a || b
        3 |     a || b;
          |       ^
    2 errors generated when compiling for sm_70.
    ");
}

#[test]
fn kernels_lose_their_bodies() {
    let made = |text: &str| {
        let made = emptied(preprocessed(text).as_bytes())?;
        Some(String::from_utf8(made).expect("text").replace("__attribute__((global))", "__global__"))
    };
    let text = "template <class T> __global__ void k(T *p) { auto f = [&](int i) { add(p + i, T{}); };\n\
        # 7 \"a.h\"\n#pragma unroll\n  f(1); }\n\
        __global__ void l(int); __device__ int d() { return 1; }\n";
    let blank = " ".repeat(" auto f = [&](int i) { add(p + i, T{}); };".len());
    let want = format!(
        "template <class T> __global__ void k(T *p) {{{blank}\n# 7 \"a.h\"\n#pragma unroll\n        }}\n\
         __global__ void l(int); __attribute__((device)) int d() {{ return 1; }}\n"
    );
    assert_eq!(made(text), Some(want));
    assert_eq!(made("__global__ void k(int);\n__device__ int d() { return 1; }\n"), None);
    assert_eq!(made("__global__ void k() {}"), Some("__global__ void k() {}".to_owned()));
}

#[test]
fn specialisations_get_the_sides_of_their_templates() {
    let made = |text: &str| {
        let made = specialised(preprocessed(text).as_bytes())?;
        Some(
            String::from_utf8(made)
                .expect("text")
                .replace("__attribute__((host)) __attribute__((device))", "BOTH"),
        )
    };
    let both = "template <class T> inline __host__ __device__ float f(T t);\n";
    for (text, want) in [
        (
            "template <> inline __device__ float f(int i) { return g(i); }\n",
            Some("template <> inline BOTH float f(int i) { return g(i); }\n"),
        ),
        ("template <> __device__ float f<int>(int i);\n", Some("template <> BOTH float f<int>(int i);\n")),
        ("template <> inline __host__ __device__ float f(int i);\n", None),
        ("template <> __device__ float g(int i);\n", None),
        ("template <> float f(int i);\n", None),
        ("template <> struct S<int> { __device__ float f(int i); };\n", None),
    ] {
        let head = preprocessed(both).replace("__attribute__((host)) __attribute__((device))", "BOTH");
        assert_eq!(made(&format!("{both}{text}")), want.map(|want| head + want), "{text}");
    }
    // One of the templates is the device's alone.
    let device = "template <class T> __device__ float f(T *t);\n";
    assert_eq!(made(&format!("{both}{device}template <> __device__ float f(int i);\n")), None);
}

/// Every text gives a result with the same number of lines. A failure prints its number.
#[test]
fn damaged_texts_are_borne() {
    let texts = [
        include_str!("../../../testdata/cuda/cdp/launch_forms.cu"),
        include_str!("../../../testdata/hipcc/launches.hip"),
        "__global__ void k(int, __attribute__((x)), T *__restrict__, void (*)(int), =) = <>;\nvoid up() { k<<<1, 1>>>(1); }\n",
    ]
    .map(preprocessed);
    for number in 0..600 {
        let pick = |shift: u64| texts[((number >> shift) % 3) as usize].as_bytes();
        let text = damaged(pick(0), pick(2), number);
        for side in [Side::Device, Side::Host] {
            if let Some(made) = rewrite(&text, side) {
                let lines = |text: &[u8]| text.iter().filter(|&&b| b == b'\n').count();
                assert_eq!(lines(&made), lines(&text), "{number}");
            }
        }
        if let Some(made) = emptied(&text) {
            assert_eq!(made.len(), text.len(), "{number}");
        }
        if let Some(made) = specialised(&text) {
            assert!(made.len() > text.len(), "{number}");
        }
        launches_children(text);
    }
}
