//! `printf`, compared with output of an H200 (`testdata/gpu/host`).

use hip_ptx::system::{Unreadable, print};

const ARGUMENTS: u64 = 0x1000;
const FORMAT: u64 = 0x8000;
const STRING: u64 = 0x9000;

/// An argument.
#[derive(Clone, Copy)]
enum A {
    I(i32),
    L(i64),
    F(f64),
    S(&'static str),
    P(u64),
}
use A::{F, I, L, P, S};

fn printed(format: &str, arguments: &[A]) -> Result<(i32, String), Unreadable> {
    let mut pieces: Vec<(u64, Vec<u8>)> = vec![(FORMAT, [format.as_bytes(), b"\0"].concat())];
    let mut block = Vec::new();
    for (n, argument) in arguments.iter().enumerate() {
        let bytes = match *argument {
            I(v) => v.to_le_bytes().to_vec(),
            L(v) => v.to_le_bytes().to_vec(),
            F(v) => v.to_bits().to_le_bytes().to_vec(),
            P(v) => v.to_le_bytes().to_vec(),
            S(text) => {
                let at = STRING + 0x100 * n as u64;
                pieces.push((at, [text.as_bytes(), b"\0"].concat()));
                at.to_le_bytes().to_vec()
            }
        };
        block.resize(block.len().next_multiple_of(bytes.len()), 0);
        block.extend(bytes);
    }
    block.resize(block.len() + 8, 0);
    pieces.push((ARGUMENTS, block));
    let mut read = |address: u64, to: &mut [u8]| {
        let piece =
            pieces.iter().find(|(base, bytes)| (*base..*base + bytes.len() as u64).contains(&address));
        let found = piece.and_then(|(base, bytes)| bytes.get((address - base) as usize..)?.get(..to.len()));
        found.map(|bytes| to.copy_from_slice(bytes)).is_some()
    };
    let (count, text) = print(FORMAT, ARGUMENTS, &mut read)?;
    Ok((count, String::from_utf8(text.expect("a format was given")).expect("the texts below")))
}

#[test]
fn integers() {
    let seven = [I(7); 8];
    let mut first = seven;
    first[0] = I(-1);
    let cases: &[(&str, &[A], &str)] = &[
        ("%i|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d", &first, "-1|    7|7    |00007|+7| 7|007|     007"),
        (
            "%u|%x|%X|%#x|%#X|%o|%#o|%#x",
            &[I(9), I(255), I(255), I(255), I(255), I(8), I(8), I(0)],
            "9|ff|FF|0xff|0XFF|10|010|0",
        ),
        ("%ld|%li|%lu|%lx|%lo|%lX", &[L(-5), L(-6), L(7), L(255), L(8), L(255)], "-5|-6|7|ff|10|FF"),
        ("%lld|%llu|%llx|%llo", &[L(-5), L(7), L(255), L(8)], "-5|7|ff|10"),
        ("%hd|%hu|%hx|%hi", &[I(-3), I(65535), I(0x12345), I(70000)], "-3|65535|2345|4464"),
        ("%-+ #05d|%+-5d|%0-5d|% +d", &[I(3); 4], "+3   |+3   |3    |+3"),
        ("%c|%5c|%-5c|%c", &[I(97), I(98), I(99), I(0x141)], "a|    b|c    |A"),
        ("%d|%lld|%d", &[I(1), L(2), I(3)], "1|2|3"),
    ];
    for &(format, arguments, want) in cases {
        assert_eq!(printed(format, arguments), Ok((arguments.len() as i32, want.to_owned())), "{format}");
    }
}

#[test]
fn floats() {
    let inf = f64::INFINITY;
    let cases: &[(&str, &[f64], &str)] = &[
        (
            "%f|%.0f|%.10f|%10.2f|%-10.2f|%+f|% f|%#.0f|%010.3f",
            &[1.5, 2.5, 0.1, 3.14259, 3.14259, 1.0, 1.0, 3.0, -3.5],
            "1.500000|2|0.1000000000|      3.14|3.14      |+1.000000| 1.000000|3.|-00003.500",
        ),
        (
            "%e|%.2e|%E|%.0e|%#.0e|%12.3e",
            &[12345.678, 12345.678, 1e-300, 5e10, 5e10, 1.0],
            "1.234568e+04|1.23e+04|1.000000E-300|5e+10|5.e+10|   1.000e+00",
        ),
        (
            "%g|%G|%.3g|%#g|%g|%g|%g|%.10g",
            &[1e-5, 1e20, 1234.5, 1.0, 100_000.0, 1e6, 0.0001, 0.1],
            "1e-05|1E+20|1.23e+03|1.00000|100000|1e+06|0.0001|0.1",
        ),
        (
            "%a|%A|%.2a|%a|%a",
            &[1.0, 255.5, 1.999, 0.0, 1e-310],
            "0x1p+0|0X1.FFP+7|0x2.00p+0|0x0p+0|0x0.012688b70e62bp-1022",
        ),
        (
            "%f|%F|%e|%g|%5f|%-6f|%06f|%a",
            &[inf, -inf, -f64::NAN, inf, -inf, inf, inf, inf],
            "inf|-INF|-nan|inf| -inf|inf   |   inf|inf",
        ),
        ("%lf|%le|%lg", &[1.5; 3], "1.500000|1.500000e+00|1.5"),
    ];
    for &(format, numbers, want) in cases {
        let arguments: Vec<A> = numbers.iter().map(|&n| F(n)).collect();
        assert_eq!(printed(format, &arguments), Ok((numbers.len() as i32, want.to_owned())), "{format}");
    }
}

#[test]
fn texts_and_pointers() {
    let abc = [S("abc"); 6];
    let cases: &[(&str, &[A], &str)] = &[
        ("%s|%10s|%-10s|%.2s|%10.2s|%.0s", &abc, "abc|       abc|abc       |ab|        ab|"),
        ("[%s] [%d]", &[P(0), I(5)], "[(null)] [5]"),
        ("[%10s] [%d]", &[P(0), I(5)], "[    (null)] [5]"),
        (
            "%p|%20p|%-20p|%p",
            &[P(0x1234), P(0x1234), P(0x1234), P(0)],
            "0x1234|              0x1234|0x1234              |(nil)",
        ),
    ];
    for &(format, arguments, want) in cases {
        assert_eq!(printed(format, arguments), Ok((arguments.len() as i32, want.to_owned())), "{format}");
    }
}

#[test]
fn conversions_unknown_to_the_device() {
    let args = [I(0x4443_4241), I(0x4847_4645), L(2), L(3), L(4)];
    let cases: &[(&str, &[A], i32, &str)] = &[
        ("%hhd.", &args, 0, "37."),
        ("%hhu.", &args, 0, "37."),
        ("%hhd %d.", &args, 1, "65 1684564005."),
        ("%c %hhd %d.", &args, 2, "A 69 622879525."),
        ("x %hhx", &args, 0, "x 78"),
        ("[%hhd]\n", &[I(200)], 0, "[91]\n"),
        ("[%hhu] [%d]\n", &[I(200), I(5)], 1, "[200] [1751655771]\n"),
        ("[%%|%5%|%d]", &[I(5)], 1, "[%|%|5]"),
        ("[%y|%d]", &[I(5), I(6)], 1, "[%y|5]"),
        ("[%k] [%d] [%s]", &[I(5), S("s")], 2, "[%k] [5] [s]"),
        ("[%'d|%Id|%1$d]", &[I(1), I(5)], 0, "[%'d|%Id|%1$d]"),
        ("[%D|%d] [%O] [%U]", &[I(1), I(2)], 1, "[%D|1] [%O] [%U]"),
        ("%", &[], 0, "%"),
        ("%5", &[], 0, "%5"),
        ("%l", &[], 0, "%l"),
        ("no arguments", &[], 0, "no arguments"),
        (
            "[%*d|%-*d|%*d|%.*d|%*.*f]",
            &[I(5), I(7), I(5), I(7), I(-5), I(7), I(3), I(7)],
            6,
            "[    7|7    |7    |%.*d|%*.*f]",
        ),
    ];
    for &(format, arguments, count, want) in cases {
        assert_eq!(printed(format, arguments), Ok((count, want.to_owned())), "{format}");
    }
}

#[test]
fn unreadable_memory_is_an_error() {
    assert_eq!(printed("[%s]", &[P(16)]), Err(Unreadable(16)));
    assert_eq!(print(0, 0, &mut |_, _| false), Ok((-1, None)));
    assert_eq!(print(16, 0, &mut |_, _| false), Err(Unreadable(16)));
}
